//! [`Meter`]: what is spent of an [`Effort`](super::Effort).

use std::time::Instant;

/// How many nodes are counted between two looks at the clock.
const LOOK: u64 = 4096;

/// Counts nodes until they, or the time, run out.
#[derive(Debug)]
pub(super) struct Meter {
    nodes: u64,
    limit: u64,
    deadline: Option<Instant>,
    next_look: u64,
    spent: bool,
}

impl Meter {
    pub(super) fn new(limit: u64, deadline: Option<Instant>) -> Self {
        Self { nodes: 0, limit, deadline, next_look: LOOK, spent: false }
    }

    /// Counts some nodes; is there anything left?
    pub(super) fn spend(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        if self.nodes >= self.limit {
            self.spent = true;
        } else if self.nodes >= self.next_look {
            self.next_look = self.nodes + LOOK;
            self.spent |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
        !self.spent
    }

    /// Is nothing left?
    pub(super) fn is_spent(&self) -> bool {
        self.spent
    }

    /// Is more than an eighth of the nodes spent?
    pub(super) fn is_past_eighth(&self) -> bool {
        self.nodes > self.limit / 8
    }

    /// How many nodes were counted.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}
