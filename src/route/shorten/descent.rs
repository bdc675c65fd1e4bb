//! [`Descent`]: the ways of one cost from a node to home, by iterative deepening that ends in a half search.

use std::ops::ControlFlow;

use super::meter::Meter;
use super::reach::Reach;
use super::space::{Graph, Node, cost, key, may_follow};
use crate::puzzle::algorithm::Metric;
use crate::puzzle::turn::{MoveSet, Turn};

/// A graph with the half search that stands at its home.
pub(super) struct Descent<'g> {
    graph: &'g Graph,
    reach: Reach,
    metric: Metric,
    /// The turns that a way may not end with.
    not_last: MoveSet,
}

impl<'g> Descent<'g> {
    /// The half search goes as far as `most`.
    pub(super) fn new(graph: &'g Graph, most: u8, metric: Metric, not_last: MoveSet) -> Self {
        Self { graph, reach: graph.reach(most, metric), metric, not_last }
    }

    /// How far the half search goes.
    pub(super) fn most(&self) -> u8 {
        self.reach.most()
    }

    /// Calls back with every way of exactly this cost from a node to home, until the callback breaks or the meter is
    /// spent.
    pub(super) fn ways(
        &self,
        from: Node,
        cost: u8,
        meter: &mut Meter,
        found: &mut impl FnMut(&[Turn], &mut Meter) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.too_far(from, cost) {
            return ControlFlow::Continue(());
        }
        let mut way = Vec::with_capacity(usize::from(cost));
        self.descend(from, cost, &mut way, meter, found)
    }

    /// Is a node certainly farther from home than this?
    #[inline]
    fn too_far(&self, node: Node, left: u8) -> bool {
        left <= self.reach.most() && self.reach.distance(key(node)).is_none_or(|distance| distance > left)
    }

    fn descend(
        &self,
        node: Node,
        left: u8,
        way: &mut Vec<Turn>,
        meter: &mut Meter,
        found: &mut impl FnMut(&[Turn], &mut Meter) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let last = way.last().copied();
        if left == 0 {
            let allowed = last.is_none_or(|last| !self.not_last.contains(last));
            return if allowed { found(way, meter) } else { ControlFlow::Continue(()) };
        }
        let turns = self.graph.turns();
        if !meter.spend(turns.len() as u64) {
            return ControlFlow::Break(());
        }
        for (number, &turn) in turns.iter().enumerate() {
            let cost = cost(turn, self.metric);
            if cost > left || !may_follow(turn, last) {
                continue;
            }
            let next = self.graph.next(node, number);
            if self.too_far(next, left - cost) {
                continue;
            }
            way.push(turn);
            let flow = self.descend(next, left - cost, way, meter, found);
            way.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }
}
