//! [`Stream`]: ever shorter solutions.

use super::Kociemba;
use super::worker::{Shared, Worker};
use crate::puzzle::cube3::Cube3;
use crate::solver::Solution;

/// Solutions of a state, each shorter than the one before; ends when the budget does, or when no shorter one exists. (To
/// see that takes hours or more for most states.)
pub struct Stream<'a> {
    solver: &'a Kociemba,
    state: Cube3,
    shared: Shared,
    worker: Worker<'a>,
    /// The length of the last one.
    last: usize,
}

impl<'a> Stream<'a> {
    pub(super) fn new(solver: &'a Kociemba, state: Cube3, shared: Shared) -> Self {
        Self { solver, state, shared, worker: Worker::new(solver), last: usize::MAX }
    }
}

impl Iterator for Stream<'_> {
    type Item = Solution<Cube3>;

    fn next(&mut self) -> Option<Solution<Cube3>> {
        loop {
            if let Some(found) = self.shared.plan().outcome().filter(|found| found.turns.len() < self.last) {
                self.last = found.turns.len();
                return Some(self.solver.solution(self.state, found).expect("two phases lead to the solved state"));
            }
            if !self.worker.step(&self.shared) {
                return None;
            }
        }
    }
}
