//! Progress of a race: a [`RaceObserver`].

use evocube::Cancellation;
use evocube::experiment::race::RaceObserver;

use crate::cli::terminal::interrupt;
use crate::cli::terminal::numbers::counted;
use crate::cli::terminal::progress::{ProgressMode, ProgressReporter, Task, WorkUnit};

/// One task for the budget, one for the held-out instances.
pub(super) struct RaceProgress(ProgressReporter);

impl RaceProgress {
    /// Begins to report.
    pub(super) fn new(mode: ProgressMode, budget: u64) -> Self {
        let progress = ProgressReporter::new(mode);
        progress.begin(Task::new("race", WorkUnit::Trials, budget));
        Self(progress)
    }

    /// Writes a line in a log.
    pub(super) fn log(&self, text: &str) {
        self.0.log(text);
    }
}

impl RaceObserver for RaceProgress {
    fn iteration(&self, number: u32, planned: u32, configurations: usize) {
        let size = counted(configurations as u64, "configuration");
        let text = format!("iteration {number} of {planned} with {size}");
        self.0.log(&text);
        self.0.update(|task| task.remark(text));
    }

    fn held_out(&self, trials: usize) {
        self.0.begin(Task::new("held-out instances", WorkUnit::Trials, trials as u64));
    }

    fn trial(&self) {
        self.0.update(|task| task.advance(1));
    }

    fn recorded(&self) {
        self.0.update(Task::count_earlier);
    }

    fn is_over(&self) -> bool {
        interrupt::is_requested()
    }

    fn cancellation(&self) -> Cancellation {
        interrupt::cancellation()
    }
}
