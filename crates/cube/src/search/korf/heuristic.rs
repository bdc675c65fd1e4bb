//! [`Heuristic`]: the interface of the lower bounds from pruning tables with which IDA* searches. It also expands nodes in batches, and may
//! prepare the tables for long searches. Its kinds are `axis_heuristic` and `source_heuristic`.

use std::time::Duration;

use super::node::SearchNode;
use crate::puzzle::Cube3;

/// The maximum number of nodes that are expanded together.
pub(super) const BATCH: usize = 64;

/// An admissible heuristic from pruning tables.
pub(super) trait Heuristic: Sync {
    /// A state with the coordinates of the tables.
    type State: Copy + Send + Sync;
    /// Buffers of a thread.
    type Buffers: Default;

    /// Returns the state to be solved, and a lower bound of its distance.
    fn root(&self, cube: Cube3) -> (Self::State, u8);

    /// Returns whether the state is solved.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// Returns the sum of the distances of a state in the tables; a distance that is known to be small counts 0.
    fn distance_sum(&self, state: &Self::State) -> u8;

    /// Prepares the tables for a long search. Gives up if this would take longer than a limit, or than the gains that this search and
    /// all earlier ones expected of it.
    fn settle(&self, _gain: Duration, _limit: Duration) {}

    /// Adds the children of at most [`BATCH`] nodes that the bounds do not prune, in an order that
    /// depends on the nodes alone. Returns the number of states looked up.
    fn expand(
        &self,
        nodes: &[SearchNode<Self::State>],
        buffers: &mut Self::Buffers,
        children: &mut Vec<SearchNode<Self::State>>,
    ) -> u64;
}
