//! [`split`]: divides an iteration of IDA* into subtrees, which begin after at most five moves, in the order of their search.

use super::heuristic::{BATCH, Heuristic};
use super::node::SearchNode;
use crate::puzzle::MoveSet;

/// The maximum number of first moves that define a subtree.
const SPLIT_DEPTH: usize = 5;
/// The minimum remaining cost of a node that is split, in moves of the metric.
const MIN_SPLIT: u8 = 6;
/// The minimum number of nodes in the iteration before, by subtree. With finer subtrees their order is better, but they are more
/// work than their nodes.
const MIN_NODES: u64 = 16;

/// Returns the subtrees of an iteration after these first moves, and the number of states looked up to find them. `before` is the
/// number of nodes in the iteration before.
///
/// The roots are in the order of the search: the smaller their distances are in sum, the earlier. Of two subtrees with
/// equal bounds, the one with smaller distances contains a solution more often, and a solution in the first subtrees ends the
/// last iteration early.
pub(super) fn split<H: Heuristic>(
    heuristic: &H,
    root: SearchNode<H::State>,
    first: MoveSet,
    before: u64,
) -> (Vec<SearchNode<H::State>>, u64) {
    let (mut roots, mut moves, mut nodes) = (vec![root], 0, 0);
    let mut buffers = H::Buffers::default();
    while moves < SPLIT_DEPTH
        && roots.len() as u64 * MIN_NODES <= before
        && roots.iter().all(|root| root.left >= MIN_SPLIT)
    {
        let mut children = Vec::new();
        for batch in roots.chunks(BATCH) {
            nodes += heuristic.expand(batch, &mut buffers, &mut children);
        }
        if moves == 0 {
            children.retain(|child| child.last_move().is_none_or(|turn| first.contains(turn)));
        }
        (roots, moves) = (children, moves + 1);
    }
    // Of equal subtrees the first in the order of the search is the first.
    roots.sort_by_cached_key(|root| heuristic.distance_sum(&root.state));
    (roots, nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cube3, Turn};

    /// A heuristic without bounds: the sum of the distances is the index of the last move.
    struct LastMove;

    impl Heuristic for LastMove {
        type State = u8;
        type Buffers = ();

        fn root(&self, _: Cube3) -> (u8, u8) {
            (0, 1)
        }

        fn is_solved(&self, _: &u8) -> bool {
            false
        }

        fn distance_sum(&self, state: &u8) -> u8 {
            *state
        }

        fn expand(&self, nodes: &[SearchNode<u8>], (): &mut (), children: &mut Vec<SearchNode<u8>>) -> u64 {
            let old_count = children.len();
            for node in nodes {
                let child = |turn: Turn| node.child(turn, node.left - 1).with(narrow(turn));
                children.extend(node.moves().iter().map(child));
            }
            (children.len() - old_count) as u64
        }
    }

    fn narrow(turn: Turn) -> u8 {
        u8::try_from(turn.index()).expect("18 turns")
    }

    #[test]
    fn subtrees_are_in_the_order_of_their_distances() {
        let split = |before| split(&LastMove, SearchNode::root(0, 9), MoveSet::ALL, before);
        for (before, count, looked_up) in [(0, 1, 0), (16, 18, 18), (16 * 18, 243, 261), (16 * 243 - 1, 243, 261)] {
            let (roots, nodes) = split(before);
            assert_eq!((roots.len(), nodes), (count, looked_up), "{before}");
            assert!(roots.is_sorted_by_key(|root| root.state));
        }
        // Nodes with little remaining cost are not split.
        let (roots, _) = split(u64::MAX);
        assert_eq!(roots[0].left, MIN_SPLIT - 1);
    }
}
