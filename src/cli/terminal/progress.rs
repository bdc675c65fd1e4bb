//! Progress on the terminal: an observer of the run like any other.

use std::fmt::Write;
use std::sync::Mutex;

use evocube::Cancellation;
use evocube::experiment::record::TrialRow;
use evocube::experiment::runner::RunObserver;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::interrupt;

/// One bar a stage: how far, how fast, how long still. Silent when standard error is no terminal.
pub(crate) struct Progress {
    bar: Mutex<Bar>,
}

struct Bar {
    bar: ProgressBar,
    /// The bar counts individuals (else trials).
    by_offspring: bool,
    solved: u64,
    done: u64,
    trials: usize,
}

/// A rate in three digits or so.
fn short(rate: f64) -> String {
    match rate {
        rate if rate >= 1e6 => format!("{:.1} M", rate / 1e6),
        rate if rate >= 1e3 => format!("{:.1} k", rate / 1e3),
        rate => format!("{rate:.1}"),
    }
}

impl Progress {
    /// A bar, or none if the user wants quiet.
    pub(crate) fn new(quiet: bool) -> Self {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(0) };
        Self { bar: Mutex::new(Bar { bar, by_offspring: false, solved: 0, done: 0, trials: 0 }) }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.with(|bar| bar.bar.finish_and_clear());
    }

    fn with(&self, work: impl FnOnce(&mut Bar)) {
        work(&mut self.bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    }
}

impl RunObserver for Progress {
    fn stage(&self, name: &str, trials: usize, offspring: Option<u64>) {
        self.with(|state| {
            state.by_offspring = offspring.is_some();
            (state.solved, state.done, state.trials) = (0, 0, trials);
            if state.bar.is_hidden() {
                return;
            }
            state.bar.finish_and_clear();
            let unit = if state.by_offspring { "offspring/s" } else { "trials/s" };
            let template = format!("{{prefix}} {{wide_bar}} {{percent:>3}} %  {{rate}} {unit}  {{eta}} left  {{msg}}");
            let rate = |state: &ProgressState, out: &mut dyn Write| {
                // A bar that cannot be written to is nobody's loss.
                let _ = out.write_str(&short(state.per_sec()));
            };
            let style = ProgressStyle::with_template(&template).expect("the template is right").with_key("rate", rate);
            state.bar =
                ProgressBar::new(offspring.unwrap_or(trials as u64)).with_style(style).with_prefix(name.to_owned());
            state.bar.set_message(format!("0/{trials} trials"));
            state.bar.enable_steady_tick(std::time::Duration::from_millis(200));
            state.bar.reset();
        });
    }

    fn offspring(&self, made: u64) {
        self.with(|state| {
            if state.by_offspring {
                state.bar.inc(made);
            }
        });
    }

    fn is_over(&self) -> bool {
        interrupt::is_asked()
    }

    fn cancellation(&self) -> Cancellation {
        interrupt::cancellation()
    }

    fn trial(&self, row: &TrialRow, spared: u64) {
        self.with(|state| {
            state.done += 1;
            state.solved += u64::from(row.outcome.as_ref().is_some_and(|outcome| outcome.solved));
            state.bar.inc(if state.by_offspring { spared } else { 1 });
            state.bar.set_message(format!("{}/{} trials, {} solved", state.done, state.trials, state.solved));
        });
    }
}
