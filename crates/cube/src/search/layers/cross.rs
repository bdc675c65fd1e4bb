//! Step 1 of the seven-step method: the cross on U, optimally, by A*. `CrossSearch` has the moves of the four edges and the estimates; the
//! algorithm itself is in `search::astar`.

use crate::puzzle::{Cube3, Place, Turn};
use crate::search::astar::{AStarEstimate, AStarProblem, astar};
use crate::solver::Unsolved;

/// The number of places of an edge: 12 positions, 2 orientations.
const PLACES: usize = 24;
/// The number of edges of U, which have the lowest numbers.
const EDGES: usize = 4;
/// The first place of an edge.
const FIRST: usize = 24;

/// The places (0–23) of the edges UR and UF, and of UL and UB, each pair as 24 · first + second. 24 · 22 · 20 · 18 =
/// 190,080 states.
type EdgePairs = [u16; 2];

/// The number of pairs of places.
const PAIRS: usize = PLACES * PLACES;

/// The search for the cross.
///
/// The estimate is the largest distance of a single edge (0 to 3 moves); the sum of the distances breaks ties (M. Abreu
/// García's thesis, section 5.1). A state consists of two pairs. The tables hold the pair after a move and the
/// contribution of a pair to the estimates; tables of single edges are about half as fast.
pub(super) struct CrossSearch {
    /// By pair: the pair after each turn.
    moved: Box<[[u16; 18]; PAIRS]>,
    /// The larger distance of a pair, and the sum, for each of the two pairs of edges.
    estimates: Box<[[(u8, u8); PAIRS]; 2]>,
}

impl CrossSearch {
    pub(super) fn new() -> Self {
        let single = edge_moves();
        let mut moved = Box::new([[0; 18]; PAIRS]);
        for (pair, moved) in moved.iter_mut().enumerate() {
            *moved = std::array::from_fn(|turn| join(single[turn][pair / PLACES], single[turn][pair % PLACES]));
        }
        let distance: [_; EDGES] = std::array::from_fn(|edge| distances(&single, 2 * edge));
        let estimates = Box::new([0, 2].map(|edge| {
            std::array::from_fn(|pair| {
                let (a, b) = (distance[edge][pair / PLACES], distance[edge + 1][pair % PLACES]);
                (a.max(b), a + b)
            })
        }));
        Self { moved, estimates }
    }

    /// Returns the moves that solve the cross, and the number of expanded states, at most `limit`.
    pub(super) fn solve(&self, state: Cube3, limit: u64) -> Result<(Vec<Turn>, u64), Unsolved> {
        astar(self, Self::pairs(state), limit)
    }

    /// Returns the places of the four edges.
    fn pairs(state: Cube3) -> EdgePairs {
        let places = state.places();
        let place = |edge: usize| places[8 + edge] - 24;
        [join(place(0), place(1)), join(place(2), place(3))]
    }
}

/// Returns a pair of places as one number.
fn join(a: Place, b: Place) -> u16 {
    24 * u16::from(a) + u16::from(b)
}

/// By turn: the place of an edge after it, by place.
fn edge_moves() -> [[Place; PLACES]; 18] {
    Turn::ALL.map(|turn| {
        let map = Cube3::after(&[turn]).place_map();
        std::array::from_fn(|place| map[FIRST + place] - 24)
    })
}

/// Returns the distance of an edge from `home` by its place.
fn distances(moved: &[[Place; PLACES]; 18], home: usize) -> [u8; PLACES] {
    let mut distance = [u8::MAX; PLACES];
    distance[home] = 0;
    let mut open = vec![home];
    while let Some(place) = open.pop() {
        // The inverse of a turn is a turn, so distances are symmetric.
        for next in moved.iter().map(|map| usize::from(map[place])) {
            if distance[place] + 1 < distance[next] {
                distance[next] = distance[place] + 1;
                open.push(next);
            }
        }
    }
    distance
}

impl AStarProblem for CrossSearch {
    type State = EdgePairs;

    const KEYS: usize = PAIRS * PAIRS;
    const TIES: usize = 3 * EDGES + 1;

    fn key(&self, state: EdgePairs) -> usize {
        PAIRS * usize::from(state[0]) + usize::from(state[1])
    }

    fn estimate(&self, state: EdgePairs) -> AStarEstimate {
        let [first, second] = &*self.estimates;
        let ((max, sum), (other_max, other_sum)) = (first[usize::from(state[0])], second[usize::from(state[1])]);
        AStarEstimate { turns: usize::from(max.max(other_max)), tie: usize::from(sum + other_sum) }
    }

    fn successors(&self, state: EdgePairs, last: Option<Turn>, mut visit: impl FnMut(Turn, EdgePairs)) {
        let [first, second] = state.map(|pair| &self.moved[usize::from(pair)]);
        // Two turns of a face are one, or none.
        let skipped = last.map_or(Turn::ALL.len(), |last| last.index() / 3 * 3);
        for index in (0..Turn::ALL.len()).filter(|index| index.wrapping_sub(skipped) >= 3) {
            let next = [first[index], second[index]];
            if next != state {
                visit(Turn::ALL[index], next);
            }
        }
    }

    fn before(&self, state: EdgePairs, turn: Turn) -> EdgePairs {
        state.map(|pair| self.moved[usize::from(pair)][turn.inverse().index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    #[test]
    fn an_edge_is_at_most_three_moves_from_home() {
        // Section 5.1.2 counts the cases: 1, 6, 13, 4.
        let single = edge_moves();
        for edge in 0..EDGES {
            let distance = distances(&single, 2 * edge);
            let count = |length| distance.iter().filter(|&&turns| turns == length).count();
            assert_eq!([0, 1, 2, 3].map(count), [1, 6, 13, 4]);
        }
    }

    #[test]
    fn the_estimate_is_admissible_and_the_path_shortest() {
        // All states of the cross, breadth first: at most eight moves, with the known counts.
        let cross = CrossSearch::new();
        let mut distance = vec![u8::MAX; CrossSearch::KEYS];
        let home = CrossSearch::pairs(Cube3::SOLVED);
        distance[cross.key(home)] = 0;
        let (mut layer, mut counts) = (vec![home], vec![]);
        for turns in 1.. {
            counts.push(layer.len());
            let mut next_layer = Vec::new();
            for &state in &layer {
                assert!(cross.estimate(state).turns < turns);
                cross.successors(state, None, |_, next| {
                    if distance[cross.key(next)] == u8::MAX {
                        distance[cross.key(next)] = u8::try_from(turns).expect("few");
                        next_layer.push(next);
                    }
                });
            }
            if next_layer.is_empty() {
                break;
            }
            layer = next_layer;
        }
        assert_eq!(counts, [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102]);
        let mut stream = Seed::from_number(3).stream();
        for _ in 0..100 {
            let cube = Cube3::random(&mut stream);
            let (turns, _) = cross.solve(cube, u64::MAX).expect("no limit");
            assert_eq!(turns.len(), usize::from(distance[cross.key(CrossSearch::pairs(cube))]));
            let end = cube.apply_all(&turns);
            assert!((0..4).all(|edge| end.edge(edge) == (edge, 0)));
        }
    }
}
