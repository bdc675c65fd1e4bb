//! [`split`]: the subtrees of an iteration, and their order.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::heuristic::{BATCH, Heuristic};
use super::node::{NodesByMove, Path, SearchNode};
use crate::puzzle::turn::{MoveSet, Turn};

/// The maximum number of first moves that define a subtree.
const SPLIT_DEPTH: usize = 5;
/// Nodes with less remaining cost are not split.
const MIN_SPLIT: u8 = 6;
/// Subtrees are split if they had at least this number of nodes on average in the iteration before. With finer subtrees their
/// order is better, but they are more work than their nodes.
const MIN_NODES: u64 = 16;

/// The nodes of each subtree in a complete iteration, also after the next move.
#[derive(Default)]
pub(super) struct SubtreeNodes {
    /// The maximum number of first moves by which nodes are counted.
    moves: usize,
    /// By first moves. Subtrees without nodes are left out.
    nodes: HashMap<Path, u64>,
    pub(super) sum: u64,
}

impl SubtreeNodes {
    pub(super) fn new(moves: usize) -> Self {
        Self { moves: (moves + 1).min(SPLIT_DEPTH), ..Self::default() }
    }

    /// Adds the nodes of a subtree after some first moves, by the next move.
    pub(super) fn add<S>(&mut self, root: &SearchNode<S>, moves: usize, nodes: &NodesByMove) {
        let sum = nodes.sum();
        self.sum += sum;
        if sum > 0 {
            self.nodes.insert(root.path, sum);
        }
        if moves < self.moves {
            for turn in Turn::ALL.into_iter().filter(|turn| nodes.after(*turn) > 0) {
                self.nodes.insert(root.child(turn, 0).path, nodes.after(turn));
            }
        }
    }

    /// Returns the nodes after these first moves, or after as many of them as were counted.
    fn after(&self, path: Path, moves: usize) -> u64 {
        self.nodes.get(&path.without(moves.saturating_sub(self.moves))).copied().unwrap_or(0)
    }
}

/// The subtrees of an iteration.
pub(super) struct Subtrees<S> {
    /// The nodes after a few first moves, in the order of the search.
    pub(super) roots: Vec<SearchNode<S>>,
    /// The number of these moves.
    pub(super) moves: usize,
    /// The number of states looked up to find them.
    pub(super) nodes: u64,
}

/// Returns the subtrees of an iteration after these first moves, ordered by their nodes in the iteration before.
pub(super) fn split<H: Heuristic>(
    heuristic: &H,
    root: SearchNode<H::State>,
    first: MoveSet,
    before: &SubtreeNodes,
) -> Subtrees<H::State> {
    let (mut roots, mut moves, mut nodes) = (vec![root], 0, 0);
    let mut buffers = H::Buffers::default();
    while moves < SPLIT_DEPTH
        && roots.len() as u64 * MIN_NODES <= before.sum
        && roots.iter().all(|root| root.left >= MIN_SPLIT)
    {
        let mut children = Vec::new();
        for batch in roots.chunks(BATCH) {
            nodes += heuristic.expand(batch, &mut buffers, &mut children, &mut [NodesByMove::default()]);
        }
        if moves == 0 {
            children.retain(|child| child.last_move().is_none_or(|turn| first.contains(turn)));
        }
        (roots, moves) = (children, moves + 1);
    }
    // Of equal subtrees the first in the order of the search is the first.
    roots.sort_by_cached_key(|root| Reverse(before.after(root.path, moves)));
    Subtrees { roots, moves, nodes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_found_by_the_moves_that_defined_a_subtree() {
        let root = SearchNode::root((), 9).child(Turn::R, 8);
        let (mut by_move, mut nodes) = (NodesByMove::default(), SubtreeNodes::new(1));
        by_move.add(&root.of_subtree(0), 3);
        by_move.add(&root.of_subtree(0).child(Turn::U2, 7), 5);
        nodes.add(&root, 1, &by_move);
        let next = root.child(Turn::U2, 7);
        assert_eq!((nodes.sum, nodes.after(root.path, 1), nodes.after(next.path, 2)), (8, 8, 5));
        assert_eq!(nodes.after(next.child(Turn::F, 6).path, 3), 5);
        assert_eq!(nodes.after(root.child(Turn::U, 7).path, 2), 0);
        // After the maximum number of moves they are not counted by the next one.
        let mut nodes = SubtreeNodes::new(SPLIT_DEPTH);
        nodes.add(&root, SPLIT_DEPTH, &by_move);
        assert_eq!((nodes.sum, nodes.nodes.len()), (8, 1));
    }
}
