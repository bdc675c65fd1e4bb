//! [`NodeCounter`]: the spent part of a [`SearchBudget`](super::SearchBudget).

use std::time::Instant;

/// Nodes between two checks of time.
const CHECK_INTERVAL: u64 = 4096;

/// A counter of nodes with a limit of nodes and of time.
#[derive(Debug)]
pub(super) struct NodeCounter {
    nodes: u64,
    limit: u64,
    deadline: Option<Instant>,
    next_check: u64,
    spent: bool,
}

impl NodeCounter {
    pub(super) fn new(limit: u64, deadline: Option<Instant>) -> Self {
        Self { nodes: 0, limit, deadline, next_check: CHECK_INTERVAL, spent: false }
    }

    /// Counts nodes. Returns whether some budget remains.
    pub(super) fn spend(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        if self.nodes >= self.limit {
            self.spent = true;
        } else if self.nodes >= self.next_check {
            self.next_check = self.nodes + CHECK_INTERVAL;
            self.spent |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
        !self.spent
    }

    /// Returns whether the budget is spent.
    pub(super) fn is_spent(&self) -> bool {
        self.spent
    }

    /// Returns whether more than an eighth of the nodes is spent.
    pub(super) fn is_past_eighth(&self) -> bool {
        self.nodes > self.limit / 8
    }

    /// Returns the number of counted nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}
