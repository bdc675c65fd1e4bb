//! [`BfsBall`]: exact distances of a cube's states from the solved one, in the half-turn metric. Within five moves a table has them,
//! farther ones a depth-first search finds. Also draws of states at a distance, beyond the table not uniform and maybe fewer.

use crate::state_map::StateMap;
use evocube_cube::puzzle::{Puzzle, Turn};
use evocube_cube::rng::Stream;

/// All states within a few moves of the solved state, in layers. A depth-first search extends the exact distances (half-turn
/// metric) beyond the ball.
pub(super) struct BfsBall<'a, P: Puzzle> {
    puzzle: &'a P,
    turns: Vec<Turn>,
    distances: StateMap<P::State, u8>,
    layers: Vec<Vec<P::State>>,
}

/// Radius of the ball: 621,649 states of the 3×3×3, of which the last layer has 574,908.
const RADIUS: u8 = 5;

impl<'a, P: Puzzle<Move = Turn>> BfsBall<'a, P> {
    /// Builds the ball breadth first.
    pub(super) fn new(puzzle: &'a P) -> Self {
        Self::with_radius(puzzle, RADIUS)
    }

    fn with_radius(puzzle: &'a P, radius: u8) -> Self {
        let turns = puzzle.moves();
        let mut distances = StateMap::from_iter([(puzzle.solved(), 0)]);
        let mut layers = vec![vec![puzzle.solved()]];
        for distance in 1..=radius {
            let mut next = Vec::new();
            for &state in layers.last().expect("the solved state is one") {
                for &turn in &turns {
                    let reached = puzzle.apply(state, turn);
                    distances.entry(reached).or_insert_with(|| {
                        next.push(reached);
                        distance
                    });
                }
            }
            layers.push(next);
        }
        Self { puzzle, turns, distances, layers }
    }

    fn radius(&self) -> u8 {
        u8::try_from(self.layers.len() - 1).expect("a few layers")
    }

    /// Returns the distance of a state if it is at most `max`.
    pub(super) fn distance(&self, state: P::State, max: u8) -> Option<u8> {
        match self.distances.get(&state) {
            Some(&distance) => Some(distance).filter(|distance| *distance <= max),
            None => (self.radius() + 1..=max).find(|&left| self.is_within(state, left, None)),
        }
    }

    /// Returns whether a state is at most `left` moves away; `last` is the move that led to it.
    pub(super) fn is_within(&self, state: P::State, left: u8, last: Option<Turn>) -> bool {
        if left <= self.radius() {
            return self.distances.get(&state).is_some_and(|&distance| distance <= left);
        }
        let mut turns = self.turns.iter().filter(|turn| turn.may_follow(last));
        turns.any(|&turn| self.is_within(self.puzzle.apply(state, turn), left - 1, Some(turn)))
    }

    /// Draws `count` distinct states at a distance, or all if there are fewer. Within the ball the draw is uniform.
    /// Beyond it a state is the end of a random word of `distance` moves to which no shorter word leads; the draw ends after 100 words for
    /// each of `count`, even with fewer states.
    pub(super) fn draw(&self, distance: u8, count: usize, stream: &mut Stream) -> Vec<P::State> {
        if let Some(layer) = self.layers.get(usize::from(distance)) {
            let mut layer = layer.clone();
            let count = count.min(layer.len());
            stream.shuffle_first(&mut layer, count);
            layer.truncate(count);
            return layer;
        }
        let mut states = Vec::new();
        // A small puzzle may have no states at this distance.
        for _ in 0..100 * count {
            let (mut state, mut last) = (self.puzzle.solved(), None);
            for _ in 0..distance {
                let mut fitting = self.turns.iter().copied().filter(|turn| turn.may_follow(last));
                let chosen = stream.index(fitting.clone().count());
                let turn = fitting.nth(chosen).expect("it was counted");
                (state, last) = (self.puzzle.apply(state, turn), Some(turn));
            }
            if !states.contains(&state) && !self.is_within(state, distance - 1, None) {
                states.push(state);
            }
            if states.len() == count {
                break;
            }
        }
        states
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::puzzle::{CUBE2, CUBE3};
    use evocube_cube::rng::Seed;

    #[test]
    fn distances_agree_with_more_layers() {
        let (small_ball, large_ball) = (BfsBall::with_radius(&CUBE3, 2), BfsBall::with_radius(&CUBE3, 4));
        let counts: Vec<usize> = large_ball.layers.iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 18, 243, 3240, 43_239], "the On-Line Encyclopedia of Integer Sequences, A080601");
        let mut stream = Seed::from_number(1).stream();
        for distance in 0..=4 {
            for state in large_ball.draw(distance, 40, &mut stream) {
                assert_eq!(
                    (small_ball.distance(state, 4), large_ball.distance(state, 9)),
                    (Some(distance), Some(distance))
                );
                assert_eq!(small_ball.distance(state, 3), (distance < 4).then_some(distance));
            }
        }
    }

    #[test]
    fn drawn_states_are_distinct() {
        let ball = BfsBall::with_radius(&CUBE3, 2);
        let mut stream = Seed::from_number(2).stream();
        for (distance, count, expected) in [(0, 7, 1), (1, 100, 18), (2, 100, 100), (3, 50, 50)] {
            let states = ball.draw(distance, count, &mut stream);
            let distinct_states: std::collections::HashSet<_> = states.iter().copied().collect();
            assert_eq!((states.len(), distinct_states.len()), (expected, expected), "at {distance}");
            assert!(states.iter().all(|state| ball.distance(*state, 4) == Some(distance)));
        }
        let pocket = BfsBall::with_radius(&CUBE2, 3);
        assert_eq!(pocket.layers.iter().map(Vec::len).collect::<Vec<_>>(), [1, 9, 54, 321], "A079761");
    }
}
