//! [`astar`]: a shortest path through a small space, an [`AStarProblem`], by A* (P. Hart, N. Nilsson and B. Raphael, "A formal basis for
//! the heuristic determination of minimum cost paths", 1968). The solver `layers` uses it, in `cross`. IDA* is in `korf`.
//!
//! With a weak heuristic, many states share a value of f. The open list is therefore an array of queues: by f, and
//! within one f by a second heuristic that need not be admissible; each queue is first in, first out. Insertion and
//! removal take constant time. A binary heap would take logarithmic time for an order that is not needed.

use std::collections::VecDeque;

use crate::puzzle::Turn;
use crate::solver::Unsolved;

/// A space to search: its states, the moves between them, and two estimates of the distance from a goal.
pub(super) trait AStarProblem {
    /// A state.
    type State: Copy;

    /// The number of keys.
    const KEYS: usize;
    /// A bound above every [`AStarEstimate::tie`].
    const TIES: usize;

    /// Returns a unique number of a state, below [`AStarProblem::KEYS`].
    fn key(&self, state: Self::State) -> usize;

    /// Returns the estimates of a state.
    fn estimate(&self, state: Self::State) -> AStarEstimate;

    /// Visits the states one move away that differ from this one, which was reached by `last`. Those that another last
    /// move reaches may be left out. A visitor, unlike an iterator, compiles the loop over the moves into the search.
    fn successors(&self, state: Self::State, last: Option<Turn>, visit: impl FnMut(Turn, Self::State));

    /// Returns the state from which a move leads to this one.
    fn before(&self, state: Self::State, turn: Turn) -> Self::State;
}

/// Two estimates of the distance from a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AStarEstimate {
    /// A lower bound that falls by at most one with each move; 0 for goals only.
    pub(super) turns: usize,
    /// The order of states with the same f, smallest first. It need not be admissible.
    pub(super) tie: usize,
}

/// The states to be expanded, by f and by tie.
struct OpenList<S> {
    queues: Vec<VecDeque<S>>,
    ties: usize,
    lowest: usize,
}

impl<S> OpenList<S> {
    fn push(&mut self, estimate: AStarEstimate, depth: usize, state: S) {
        let queue = (depth + estimate.turns) * self.ties + estimate.tie;
        if queue >= self.queues.len() {
            self.queues.resize_with(queue + 1, VecDeque::new);
        }
        self.lowest = self.lowest.min(queue);
        self.queues[queue].push_back(state);
    }

    /// Removes the next state. Returns it after its f.
    fn pop(&mut self) -> Option<(usize, S)> {
        while let Some(queue) = self.queues.get_mut(self.lowest) {
            if let Some(state) = queue.pop_front() {
                return Some((self.lowest / self.ties, state));
            }
            self.lowest += 1;
        }
        None
    }
}

/// The arrival at a state that was not reached.
const UNREACHED: u8 = u8::MAX;
/// Maximum number of moves to a state, so that arrivals fit a byte.
const MAX_MOVES: usize = 13;

/// Returns how a state was reached: by how many moves, and by which one at last. It is a byte, since a search writes many
/// of them at random places.
fn arrival(depth: usize, turn: Turn) -> u8 {
    u8::try_from(18 * depth + turn.index()).expect("at most 251")
}

/// Returns the number of moves of an arrival, and the last one.
fn moves_and_last(arrival: u8) -> (usize, Turn) {
    (usize::from(arrival / 18), Turn::ALL[usize::from(arrival % 18)])
}

/// Finds a shortest path from a state to a goal, expanding at most `limit` states. Returns its moves and the number of
/// expanded states.
///
/// # Errors
/// If the limit is reached, or no goal is reachable.
pub(super) fn astar<P: AStarProblem>(problem: &P, start: P::State, limit: u64) -> Result<(Vec<Turn>, u64), Unsolved> {
    // By key: the shortest arrival so far. It also serves as the closed set: with a consistent heuristic, a state is
    // first expanded by a shortest path.
    let mut reached = vec![UNREACHED; P::KEYS];
    let mut open = OpenList { queues: Vec::new(), ties: P::TIES, lowest: usize::MAX };
    let mut expanded = 0;
    reached[problem.key(start)] = arrival(0, Turn::U);
    open.push(problem.estimate(start), 0, start);
    while let Some((total, state)) = open.pop() {
        let estimate = problem.estimate(state);
        if estimate.turns == 0 {
            return Ok((path(problem, &reached, state), expanded));
        }
        let depth = total - estimate.turns;
        let (shortest, last) = moves_and_last(reached[problem.key(state)]);
        if shortest < depth {
            continue; // a shorter path was found later
        }
        if expanded == limit {
            return Err(Unsolved::Budget { nodes: expanded });
        }
        expanded += 1;
        assert!(depth < MAX_MOVES, "paths have at most {MAX_MOVES} moves");
        // The first arrival with more moves than the next one.
        let longer = 18 * (depth + 2);
        problem.successors(state, (depth > 0).then_some(last), |turn, next| {
            let reached = &mut reached[problem.key(next)];
            if usize::from(*reached) >= longer {
                *reached = arrival(depth + 1, turn);
                open.push(problem.estimate(next), depth + 1, next);
            }
        });
    }
    Err(Unsolved::Budget { nodes: expanded })
}

/// Returns the moves to a state, from the arrivals by key.
fn path<P: AStarProblem>(problem: &P, reached: &[u8], mut state: P::State) -> Vec<Turn> {
    let (depth, mut last) = moves_and_last(reached[problem.key(state)]);
    let mut turns = Vec::with_capacity(depth);
    for _ in 0..depth {
        turns.push(last);
        state = problem.before(state, last);
        (_, last) = moves_and_last(reached[problem.key(state)]);
    }
    turns.reverse();
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of ten positions; U advances by one and R by three.
    struct Ring;

    impl AStarProblem for Ring {
        type State = usize;
        const KEYS: usize = 10;
        const TIES: usize = 2;

        fn key(&self, state: usize) -> usize {
            state
        }

        fn estimate(&self, state: usize) -> AStarEstimate {
            AStarEstimate { turns: usize::from(state != 0), tie: state % 2 }
        }

        fn successors(&self, state: usize, _: Option<Turn>, mut visit: impl FnMut(Turn, usize)) {
            visit(Turn::U, (state + 1) % 10);
            visit(Turn::R, (state + 3) % 10);
        }

        fn before(&self, state: usize, turn: Turn) -> usize {
            (state + if turn == Turn::U { 9 } else { 7 }) % 10
        }
    }

    #[test]
    fn astar_finds_a_shortest_path() {
        let lengths: Vec<_> = (0..10).map(|start| astar(&Ring, start, 100).expect("a ring").0.len()).collect();
        assert_eq!(lengths, [0, 3, 4, 3, 2, 3, 2, 1, 2, 1]);
        assert_eq!(astar(&Ring, 7, 100), Ok((vec![Turn::R], 1)));
    }

    #[test]
    fn astar_stops_at_the_node_limit() {
        assert_eq!(astar(&Ring, 2, 3), Err(Unsolved::Budget { nodes: 3 }));
        assert_eq!(astar(&Ring, 0, 0), Ok((vec![], 0)));
    }
}
