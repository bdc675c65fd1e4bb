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

    /// Visits the states one move away that differ from this one. A visitor, unlike an iterator, compiles the loop over
    /// the moves into the search.
    fn successors(&self, state: Self::State, visit: impl FnMut(Turn, Self::State));
}

/// Two estimates of the distance from a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AStarEstimate {
    /// A lower bound that falls by at most one with each move; 0 for goals only.
    pub(super) turns: usize,
    /// The order of states with the same f, smallest first. It need not be admissible.
    pub(super) tie: usize,
}

/// A state that was reached.
struct AStarNode<S> {
    state: S,
    /// The parent and the move from it; undefined for the start.
    parent: u32,
    turn: Turn,
    /// The number of moves from the start.
    depth: u8,
}

/// The nodes to be expanded, by f and by tie.
struct OpenList {
    queues: Vec<VecDeque<u32>>,
    ties: usize,
    lowest: usize,
}

impl OpenList {
    fn push(&mut self, estimate: AStarEstimate, depth: u8, node: u32) {
        let queue = (usize::from(depth) + estimate.turns) * self.ties + estimate.tie;
        if queue >= self.queues.len() {
            self.queues.resize_with(queue + 1, VecDeque::new);
        }
        self.lowest = self.lowest.min(queue);
        self.queues[queue].push_back(node);
    }

    fn pop(&mut self) -> Option<u32> {
        while let Some(queue) = self.queues.get_mut(self.lowest) {
            if let Some(node) = queue.pop_front() {
                return Some(node);
            }
            self.lowest += 1;
        }
        None
    }
}

/// Finds a shortest path from a state to a goal, expanding at most `limit` states. Returns its moves and the number of
/// expanded states.
///
/// # Errors
/// If the limit is reached, or no goal is reachable.
pub(super) fn astar<P: AStarProblem>(problem: &P, start: P::State, limit: u64) -> Result<(Vec<Turn>, u64), Unsolved> {
    // By key: 1 + the smallest depth so far, 0 for an unseen key. It also serves as the closed set: with a consistent
    // heuristic, a state is first expanded by a shortest path.
    let mut seen = vec![0u8; P::KEYS];
    let mut nodes = vec![AStarNode { state: start, parent: 0, turn: Turn::U, depth: 0 }];
    let mut open = OpenList { queues: Vec::new(), ties: P::TIES, lowest: usize::MAX };
    let mut expanded = 0;
    seen[problem.key(start)] = 1;
    open.push(problem.estimate(start), 0, 0);
    while let Some(index) = open.pop() {
        let AStarNode { state, depth, .. } = nodes[index as usize];
        if problem.estimate(state).turns == 0 {
            return Ok((path(&nodes, index), expanded));
        }
        if seen[problem.key(state)] <= depth {
            continue; // a shorter path was found later
        }
        if expanded == limit {
            return Err(Unsolved::Budget { nodes: expanded });
        }
        expanded += 1;
        let mark = depth.checked_add(2).expect("paths are far shorter than 254 moves");
        problem.successors(state, |turn, next| {
            let seen = &mut seen[problem.key(next)];
            if *seen == 0 || mark < *seen {
                *seen = mark;
                let number = u32::try_from(nodes.len()).expect("less than 2^32 nodes");
                open.push(problem.estimate(next), depth + 1, number);
                nodes.push(AStarNode { state: next, parent: index, turn, depth: depth + 1 });
            }
        });
    }
    Err(Unsolved::Budget { nodes: expanded })
}

/// Returns the moves to a node, from its ancestors.
fn path<S>(nodes: &[AStarNode<S>], mut index: u32) -> Vec<Turn> {
    let mut turns = Vec::with_capacity(usize::from(nodes[index as usize].depth));
    while nodes[index as usize].depth > 0 {
        turns.push(nodes[index as usize].turn);
        index = nodes[index as usize].parent;
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

        fn successors(&self, state: usize, mut visit: impl FnMut(Turn, usize)) {
            visit(Turn::U, (state + 1) % 10);
            visit(Turn::R, (state + 3) % 10);
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
