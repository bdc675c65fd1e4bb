//! Progress bars of a run: a [`RunObserver`].

use std::fmt::Write;
use std::sync::Mutex;

use evocube::Cancellation;
use evocube::experiment::record::TrialRow;
use evocube::experiment::runner::RunObserver;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::interrupt;
use super::output::note;

/// One progress bar per stage: share done, rate, time left. Hidden when standard error is no terminal.
pub(crate) struct ProgressBars {
    bar: Mutex<Bar>,
}

struct Bar {
    bar: ProgressBar,
    /// True if the bar counts offspring, false if it counts trials.
    by_offspring: bool,
    solved: u64,
    done: u64,
    trials: usize,
}

/// Writes a rate in about three digits.
fn rate_text(rate: f64) -> String {
    match rate {
        rate if rate >= 1e6 => format!("{:.1} M", rate / 1e6),
        rate if rate >= 1e3 => format!("{:.1} k", rate / 1e3),
        rate => format!("{rate:.1}"),
    }
}

impl ProgressBars {
    /// Creates a bar, hidden if `quiet`.
    pub(crate) fn new(quiet: bool) -> Self {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(0) };
        Self { bar: Mutex::new(Bar { bar, by_offspring: false, solved: 0, done: 0, trials: 0 }) }
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.with(|bar| bar.bar.finish_and_clear());
    }

    fn with(&self, work: impl FnOnce(&mut Bar)) {
        work(&mut self.bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    }
}

impl RunObserver for ProgressBars {
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
                // An unwritable bar is ignored.
                let _ = out.write_str(&rate_text(state.per_sec()));
            };
            let style = ProgressStyle::with_template(&template).expect("the template is valid").with_key("rate", rate);
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
        interrupt::is_requested()
    }

    fn cancellation(&self) -> Cancellation {
        interrupt::cancellation()
    }

    fn notice(&self, sentence: &str) {
        self.with(|state| state.bar.suspend(|| note(format_args!("note: {sentence}"))));
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
