//! Progress bars of a race: a [`RaceObserver`].

use std::sync::Mutex;

use evocube::Cancellation;
use evocube::experiment::race::RaceObserver;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::terminal::interrupt;

/// One progress bar for the budget, one for the held-out instances. Hidden when standard error is no terminal.
pub(super) struct RaceBars {
    bar: Mutex<ProgressBar>,
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} trials  {per_sec}  {eta} left  {msg}")
        .expect("the template is valid")
}

impl RaceBars {
    pub(super) fn new(quiet: bool, budget: u64) -> Self {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(budget).with_style(style()) };
        Self { bar: Mutex::new(bar.with_prefix("race")) }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.with(|bar| bar.finish_and_clear());
    }

    fn with(&self, work: impl FnOnce(&mut ProgressBar)) {
        work(&mut self.bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    }
}

impl RaceObserver for RaceBars {
    fn iteration(&self, number: u32, planned: u32, configurations: usize) {
        self.with(|bar| bar.set_message(format!("iteration {number} of {planned}: {configurations} configurations")));
    }

    fn held_out(&self, trials: usize) {
        self.with(|bar| {
            bar.set_prefix("held-out instances");
            bar.set_message("");
            bar.set_length(trials as u64);
            bar.reset();
        });
    }

    fn trial(&self) {
        self.with(|bar| bar.inc(1));
    }

    fn is_over(&self) -> bool {
        interrupt::is_requested()
    }

    fn cancellation(&self) -> Cancellation {
        interrupt::cancellation()
    }
}
