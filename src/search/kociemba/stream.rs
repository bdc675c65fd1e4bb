//! [`SolutionStream`]: ever shorter solutions of a state.

use super::Kociemba;
use super::worker::{SharedSchedule, Worker};
use crate::puzzle::cube3::Cube3;
use crate::solver::Solution;

/// Solutions of a state, each shorter than the one before. The stream ends with the budget, or after the shortest
/// solution, which takes hours or more to prove for most states.
pub struct SolutionStream<'a> {
    pub(super) solver: &'a Kociemba,
    pub(super) state: Cube3,
    pub(super) schedule: SharedSchedule,
    pub(super) worker: Worker<'a>,
    /// The length of the last solution.
    pub(super) last: usize,
}

impl Iterator for SolutionStream<'_> {
    type Item = Solution<Cube3>;

    fn next(&mut self) -> Option<Solution<Cube3>> {
        loop {
            if let Some(found) = self.schedule.lock().best().filter(|found| found.moves.len() < self.last) {
                self.last = found.moves.len();
                return Some(self.solver.solution(self.state, found).expect("two phases lead to the solved state"));
            }
            if !self.worker.step(&self.schedule) {
                return None;
            }
        }
    }
}
