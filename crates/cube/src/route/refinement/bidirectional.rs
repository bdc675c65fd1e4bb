//! [`BidirectionalSearch`]: the paths of a given cost, or one of the lowest, from a state or coset of the 3×3×3 to the solved one. It is
//! depth-first; a table of those near the solved one cuts off what is too far from it. The solver for any puzzle is
//! `search::bidirectional`.

use std::ops::ControlFlow;

use super::node_ball::{NodeBall, SearchSpace};
use super::node_counter::NodeCounter;
use crate::puzzle::{Metric, MoveSet, Turn};

/// A space with the ball around its home.
pub(super) struct BidirectionalSearch<'s, S> {
    space: &'s S,
    ball: NodeBall,
    metric: Metric,
    /// The moves that are not allowed as the last of a path.
    not_last: MoveSet,
    /// The reaction to a spent counter: break off the search, or skip the node.
    exhaustion: ControlFlow<()>,
}

impl<'s, S: SearchSpace> BidirectionalSearch<'s, S> {
    /// Returns the search with a ball around home, whose paths do not end with a move of `not_last`. It breaks off when the counter
    /// is spent.
    pub(super) fn new(space: &'s S, ball: NodeBall, metric: Metric, not_last: MoveSet) -> Self {
        let exhaustion = ControlFlow::Break(());
        Self { space, ball, metric, not_last, exhaustion }
    }

    /// Returns the same search, except that it continues to count when the counter is spent and skips the nodes.
    pub(super) fn skipping(self) -> Self {
        Self { exhaustion: ControlFlow::Continue(()), ..self }
    }

    /// Returns the radius of the ball.
    pub(super) fn radius(&self) -> u8 {
        self.ball.radius()
    }

    /// Calls `visit` with every path of exactly this cost from a node to home, until the callback breaks or the counter
    /// is spent. Paths are canonical: each move [may follow](Turn::may_follow) the one before it.
    ///
    /// An expanded node counts as many nodes as the space has moves.
    pub(super) fn paths(
        &self,
        from: S::Node,
        cost: u8,
        counter: &mut NodeCounter,
        visit: &mut impl FnMut(&[Turn], &mut NodeCounter) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.descend(from, cost, &mut Vec::with_capacity(usize::from(cost)), counter, visit)
    }

    /// Returns a path of the lowest cost from a node to home; `None` if it costs more than `max`, or the counter is spent.
    pub(super) fn shortest(&self, from: S::Node, max: u8, counter: &mut NodeCounter) -> Option<Vec<Turn>> {
        (0..=max).find_map(|cost| {
            if counter.is_spent() && self.exhaustion.is_break() {
                return None;
            }
            let mut path = None;
            let _ = self.paths(from, cost, counter, &mut |moves, _| {
                path = Some(moves.to_vec());
                ControlFlow::Break(())
            });
            path
        })
    }

    fn descend(
        &self,
        node: S::Node,
        left: u8,
        path: &mut Vec<Turn>,
        counter: &mut NodeCounter,
        visit: &mut impl FnMut(&[Turn], &mut NodeCounter) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.ball.excludes(self.space.key(node), left) {
            return ControlFlow::Continue(());
        }
        let last = path.last().copied();
        if left == 0 {
            let is_path = node == self.space.home() && last.is_none_or(|last| !self.not_last.contains(last));
            return if is_path { visit(path, counter) } else { ControlFlow::Continue(()) };
        }
        let moves = self.space.moves();
        if !counter.spend(moves.len() as u64) {
            return self.exhaustion;
        }
        let neighbor = self.space.neighbors(node);
        for &turn in moves {
            let cost = self.metric.cost(turn);
            if cost <= left && turn.may_follow(last) {
                path.push(turn);
                let flow = self.descend(neighbor(turn), left - cost, path, counter, visit);
                path.pop();
                flow?;
            }
        }
        ControlFlow::Continue(())
    }
}
