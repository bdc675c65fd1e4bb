//! A*: the shortest way through a small space (P. Hart, N. Nilsson and B. Raphael, "A formal basis for the heuristic
//! determination of minimum cost paths", 1968).
//!
//! Many states share a value of f when the heuristic is weak, so the open list is a row of queues: by f, within one
//! f by a second heuristic that need not be admissible, and within that first in, first out. Putting in and taking
//! out cost the same however long the list is; a binary heap would pay a logarithm for an order that is not needed.

use std::collections::VecDeque;

use crate::puzzle::turn::Turn;

/// A space to search: states, the turns worth trying, and two estimates of the way that is left.
pub trait Problem {
    /// A state.
    type State: Copy;

    /// How many keys there are.
    const KEYS: usize;
    /// More than any [`Estimate::tie`].
    const TIES: usize;

    /// A number below [`Problem::KEYS`] that only this state has.
    fn key(&self, state: Self::State) -> usize;

    /// How far it may be from a state to a goal.
    fn estimate(&self, state: Self::State) -> Estimate;

    /// Visits the states one turn away, without those that are the same state again. (A visitor, not an iterator: the
    /// loop over the turns is compiled into the search.)
    fn successors(&self, state: Self::State, visit: impl FnMut(Turn, Self::State));
}

/// Two estimates of the way that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Never more than the turns that are left, and falling by at most one with each turn; 0 exactly for goals.
    pub turns: usize,
    /// Orders states of the same f, least first; need not be admissible.
    pub tie: usize,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The turns from the start to the goal, as few as possible.
    pub turns: Vec<Turn>,
    /// How many states were expanded.
    pub expanded: u64,
}

/// The search stopped before a goal was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// How many states were expanded.
    pub expanded: u64,
}

/// A state that was reached, and how.
struct Node<S> {
    state: S,
    /// The node that it was reached from, and the turn; the start's are not meaningful.
    from: u32,
    turn: Turn,
    /// How many turns away from the start.
    turns: u8,
}

/// The nodes to be expanded, by f and by tie.
struct Open {
    queues: Vec<VecDeque<u32>>,
    ties: usize,
    lowest: usize,
}

impl Open {
    fn push(&mut self, estimate: Estimate, turns: u8, node: u32) {
        let queue = (usize::from(turns) + estimate.turns) * self.ties + estimate.tie;
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

/// A shortest way from a state to a goal, expanding at most `limit` states.
///
/// # Errors
/// If the limit is reached, or no goal can be.
pub fn astar<P: Problem>(problem: &P, start: P::State, limit: u64) -> Result<Found, Stopped> {
    // 1 + the fewest turns to each key so far, 0 for a key not seen. It is the closed set too: a consistent heuristic
    // expands each state by a shortest way first.
    let mut seen = vec![0u8; P::KEYS];
    let mut nodes = vec![Node { state: start, from: 0, turn: Turn::U, turns: 0 }];
    let mut open = Open { queues: Vec::new(), ties: P::TIES, lowest: usize::MAX };
    let mut expanded = 0;
    seen[problem.key(start)] = 1;
    open.push(problem.estimate(start), 0, 0);
    while let Some(index) = open.pop() {
        let Node { state, turns, .. } = nodes[slot(index)];
        if problem.estimate(state).turns == 0 {
            return Ok(Found { turns: way(&nodes, index), expanded });
        }
        if seen[problem.key(state)] <= turns {
            continue; // a shorter way was found after this one
        }
        if expanded == limit {
            return Err(Stopped { expanded });
        }
        expanded += 1;
        let mark = turns.checked_add(2).expect("ways are far shorter than 254 turns");
        problem.successors(state, |turn, next| {
            let seen = &mut seen[problem.key(next)];
            if *seen == 0 || mark < *seen {
                *seen = mark;
                let number = u32::try_from(nodes.len()).expect("less than 2^32 nodes");
                open.push(problem.estimate(next), turns + 1, number);
                nodes.push(Node { state: next, from: index, turn, turns: turns + 1 });
            }
        });
    }
    Err(Stopped { expanded })
}

/// The number of a node as an index.
fn slot(number: u32) -> usize {
    usize::try_from(number).expect("at least 32 bits")
}

/// The turns to a node, from its ancestors.
fn way<S>(nodes: &[Node<S>], mut index: u32) -> Vec<Turn> {
    let mut turns = Vec::with_capacity(usize::from(nodes[slot(index)].turns));
    while nodes[slot(index)].turns > 0 {
        turns.push(nodes[slot(index)].turn);
        index = nodes[slot(index)].from;
    }
    turns.reverse();
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of ten positions; U goes on by one and R by three.
    struct Ring;

    impl Problem for Ring {
        type State = usize;
        const KEYS: usize = 10;
        const TIES: usize = 2;

        fn key(&self, state: usize) -> usize {
            state
        }

        fn estimate(&self, state: usize) -> Estimate {
            Estimate { turns: usize::from(state != 0), tie: state % 2 }
        }

        fn successors(&self, state: usize, mut visit: impl FnMut(Turn, usize)) {
            visit(Turn::U, (state + 1) % 10);
            visit(Turn::R, (state + 3) % 10);
        }
    }

    #[test]
    fn the_way_is_shortest() {
        let lengths: Vec<_> = (0..10).map(|start| astar(&Ring, start, 100).expect("a ring").turns.len()).collect();
        assert_eq!(lengths, [0, 3, 4, 3, 2, 3, 2, 1, 2, 1]);
        assert_eq!(astar(&Ring, 7, 100), Ok(Found { turns: vec![Turn::R], expanded: 1 }));
    }

    #[test]
    fn the_limit_stops_it() {
        assert_eq!(astar(&Ring, 2, 3), Err(Stopped { expanded: 3 }));
        assert_eq!(astar(&Ring, 0, 0), Ok(Found { turns: vec![], expanded: 0 }));
    }
}
