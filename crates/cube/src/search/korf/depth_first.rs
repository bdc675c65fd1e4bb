//! [`DepthFirstSearch`]: one thread's part of an iteration of IDA*. It searches many subtrees together, so that there are always enough
//! look-ups in tables to overlap. With it are the limits of an iteration, and the reasons why a search ends early. `ida` divides the
//! subtrees among threads.

use super::heuristic::{BATCH, Heuristic};
use super::node::{Path, SearchNode};
use crate::solver::SearchEnd;

/// The limits of an iteration.
pub(super) struct IterationLimits {
    pub(super) end: SearchEnd,
    /// The maximum number of nodes.
    pub(super) nodes: u64,
}

/// Reason why subtrees are not searched completely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interruption {
    /// A solution is found: the subtree and the path from its root.
    Solved(u16, Path),
    /// The limit of nodes is reached.
    Nodes,
    /// The limit of time is reached, or earlier subtrees decided the iteration.
    Stopped,
}

/// Nodes between two checks of time.
const CHECK_INTERVAL: u64 = 1 << 14;

/// The buffers of a search.
pub(super) struct DepthFirstSearch<'a, H: Heuristic> {
    heuristic: &'a H,
    limits: &'a IterationLimits,
    /// The nodes that are not expanded yet, by the number of moves from the roots.
    levels: Vec<Vec<SearchNode<H::State>>>,
    batch: Vec<SearchNode<H::State>>,
    buffers: H::Buffers,
}

impl<'a, H: Heuristic> DepthFirstSearch<'a, H> {
    pub(super) fn new(heuristic: &'a H, limits: &'a IterationLimits) -> Self {
        Self { heuristic, limits, levels: Vec::new(), batch: Vec::new(), buffers: H::Buffers::default() }
    }

    /// Searches the subtrees of these roots, until `is_over` or the limits end it, and returns the states looked up. The first solution
    /// in the order of the search is the error.
    pub(super) fn search(
        &mut self,
        roots: impl Iterator<Item = SearchNode<H::State>>,
        is_over: impl Fn() -> bool,
    ) -> (u64, Result<(), Interruption>) {
        self.levels.iter_mut().for_each(Vec::clear);
        let (mut nodes, mut next_check, mut deepest) = (0, 0, 0);
        self.level(0).extend(roots);
        // The first root is the next.
        self.level(0).reverse();
        loop {
            // The deepest full batch; if there is none, the nodes nearest to the roots, whose children fill others.
            let full = (0..=deepest).rev().find(|&level| self.levels[level].len() >= BATCH);
            let Some(level) = full.or_else(|| (0..=deepest).find(|&level| !self.levels[level].is_empty())) else {
                return (nodes, Ok(()));
            };
            let waiting = &mut self.levels[level];
            self.batch.clear();
            self.batch.extend(waiting.drain(waiting.len().saturating_sub(BATCH)..));
            let (heuristic, before) = (self.heuristic, self.level(level + 1).len());
            deepest = deepest.max(level + 1);
            nodes += heuristic.expand(&self.batch, &mut self.buffers, &mut self.levels[level + 1]);
            if nodes > self.limits.nodes {
                return (nodes, Err(Interruption::Nodes));
            }
            if nodes >= next_check {
                next_check = nodes + CHECK_INTERVAL;
                if is_over() || self.limits.end.is_reached() {
                    return (nodes, Err(Interruption::Stopped));
                }
            }
            let mut children = self.levels[level + 1][before..].iter();
            if let Some(solved) = children.find(|node| node.left == 0 && heuristic.is_solved(&node.state)) {
                return (nodes, Err(Interruption::Solved(solved.subtree, solved.path)));
            }
        }
    }

    fn level(&mut self, number: usize) -> &mut Vec<SearchNode<H::State>> {
        if self.levels.len() <= number {
            self.levels.resize_with(number + 1, Vec::new);
        }
        &mut self.levels[number]
    }
}
