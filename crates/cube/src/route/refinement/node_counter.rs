//! [`NodeCounter`]: counts the nodes that a refinement searches, until those or the time of its [`SearchBudget`](super::SearchBudget) are
//! spent.

/// Nodes between two checks whether the time is up.
const CHECK_INTERVAL: u64 = 4096;

/// A counter of nodes with a limit of nodes and of time.
pub(super) struct NodeCounter<'a> {
    nodes: u64,
    limit: u64,
    is_late: &'a dyn Fn() -> bool,
    next_check: u64,
    spent: bool,
}

impl<'a> NodeCounter<'a> {
    pub(super) fn new(limit: u64, is_late: &'a dyn Fn() -> bool) -> Self {
        Self { nodes: 0, limit, is_late, next_check: CHECK_INTERVAL, spent: false }
    }

    /// Counts nodes. Returns whether some budget remains.
    pub(super) fn spend(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        if self.nodes >= self.limit {
            self.spent = true;
        } else if self.nodes >= self.next_check {
            self.next_check = self.nodes + CHECK_INTERVAL;
            self.spent |= (self.is_late)();
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
