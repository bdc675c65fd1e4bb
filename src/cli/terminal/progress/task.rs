//! [`Task`]: work with a known end, and its progress as a bar, a line of a log or an event. [`duration_text`] writes any duration.

use std::time::{Duration, Instant};

use evocube::puzzle::named;
use serde_json::{Value, json};

use crate::cli::terminal::numbers::{counted, grouped};
use crate::cli::terminal::width::width;

named! {
    /// The unit of a task's work.
    pub(crate) enum WorkUnit, "unit of work":
    /// Trials.
    Trials = "trials",
    /// Individuals, of trials whose number of individuals is limited.
    Offspring = "offspring",
    /// Parts of a table. Their number is not printed.
    Parts = "parts",
}

/// The beginning of the label of a stage.
pub(super) const STAGE: &str = "stage ";

/// Work with a known end.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    label: String,
    pub(super) unit: WorkUnit,
    /// Units of the whole task.
    all: u64,
    /// Units that were done before this session.
    before: u64,
    /// Units that are done.
    done: u64,
    pub(super) begin: Instant,
    /// Trials of the whole task, and those that are done.
    pub(super) trials: (u64, u64),
    /// Trials that have reached their target: by default they have solved their instance.
    pub(super) solved: Option<u64>,
}

impl Task {
    /// Returns a task of `all` units.
    pub(crate) fn new(label: impl Into<String>, unit: WorkUnit, all: u64) -> Self {
        let trials = (if unit == WorkUnit::Trials { all } else { 0 }, 0);
        let (before, done, solved) = (0, 0, None);
        Self { label: label.into(), unit, all, before, done, begin: Instant::now(), trials, solved }
    }

    /// Returns the task with units that were done before this session. They count for the share but not for the rate.
    pub(crate) fn resumed(self, done: u64) -> Self {
        let trials = (self.trials.0, if self.unit == WorkUnit::Trials { done } else { self.trials.1 });
        Self { before: done, done, trials, ..self }
    }

    /// Returns the task with a number of trials, of which some are done and some solved.
    pub(crate) fn with_trials(self, trials: u64, done: u64, solved: u64) -> Self {
        Self { trials: (trials, done), solved: Some(solved), ..self }
    }

    /// Counts units of work.
    pub(crate) fn advance(&mut self, units: u64) {
        self.done = self.done.saturating_add(units);
        if self.unit == WorkUnit::Trials {
            self.trials.1 = self.done;
        }
    }

    /// Counts all units up to this one.
    pub(crate) fn reach(&mut self, done: u64) {
        self.done = self.done.max(done);
        if self.unit == WorkUnit::Trials {
            self.trials.1 = self.done;
        }
    }

    /// Counts a trial, and the planned individuals that it did not make.
    pub(super) fn end_trial(&mut self, has_reached: bool, spared: u64) {
        if self.unit == WorkUnit::Trials {
            self.advance(1);
        } else {
            self.advance(spared);
            self.trials.1 += 1;
        }
        self.solved = Some(self.solved.unwrap_or(0) + u64::from(has_reached));
    }

    /// Returns the name of the stage whose trials are the work.
    pub(super) fn stage(&self) -> &str {
        self.label.strip_prefix(STAGE).unwrap_or(&self.label)
    }

    /// Returns the share that is done, from 0 to 1.
    fn share(&self) -> f64 {
        if self.all == 0 { 1.0 } else { (self.done as f64 / self.all as f64).min(1.0) }
    }

    /// Returns the units per second of this session; `None` before the first.
    fn rate(&self, elapsed: Duration) -> Option<f64> {
        let here = self.done.saturating_sub(self.before);
        (here > 0 && !elapsed.is_zero()).then(|| here as f64 / elapsed.as_secs_f64())
    }

    /// Returns the seconds that the rest takes at the rate of this session.
    fn seconds_left(&self, elapsed: Duration) -> Option<f64> {
        self.rate(elapsed).map(|rate| self.all.saturating_sub(self.done) as f64 / rate)
    }

    /// Returns the parts of a line after the percentage, the most important first.
    fn parts(&self, elapsed: Duration) -> impl Iterator<Item = String> {
        let (all, done) = self.trials;
        let parts = [
            (all > 0).then(|| format!("{}/{} trials", grouped(done), grouped(all))),
            self.seconds_left(elapsed).map(|seconds| format!("{} left", duration_text(seconds))),
            self.solved.map(|solved| format!("{} solved", grouped(solved))),
            self.rate_text(elapsed),
        ];
        parts.into_iter().flatten()
    }

    fn rate_text(&self, elapsed: Duration) -> Option<String> {
        let rate = self.rate(elapsed).filter(|_| self.unit != WorkUnit::Parts)?;
        let number = match rate {
            rate if rate >= 1e6 => format!("{:.1} M", rate / 1e6),
            rate if rate >= 1e3 => format!("{:.1} k", rate / 1e3),
            rate => format!("{rate:.1}"),
        };
        Some(format!("{number} {}/s", self.unit.name()))
    }

    fn percent(&self) -> String {
        // Only a complete task has 100 %.
        let percent = (100.0 * self.share()).floor();
        format!("{percent:.0} %")
    }

    /// Returns the first line of the log.
    pub(super) fn begin_text(&self) -> String {
        let Self { label, trials: (all, done), .. } = self;
        match (*all, *done) {
            (0, _) => label.clone(),
            (all, 0) => format!("{label}: {}", counted(all, "trial")),
            (all, done) => format!("{label}: {}, {} done before", counted(all, "trial"), grouped(done)),
        }
    }

    /// Returns a later line of the log.
    pub(super) fn log_text(&self) -> String {
        self.log_text_after(self.begin.elapsed())
    }

    fn log_text_after(&self, elapsed: Duration) -> String {
        let rest: Vec<String> = [self.percent()].into_iter().chain(self.parts(elapsed)).collect();
        format!("{}: {}", self.label, rest.join(", "))
    }

    /// Returns the bar in at most `columns` columns. Parts that do not fit beside a bar of ten columns are left out: first the
    /// rate, last the trials.
    pub(super) fn bar(&self, columns: usize) -> String {
        self.bar_after(self.begin.elapsed(), columns)
    }

    fn bar_after(&self, elapsed: Duration, columns: usize) -> String {
        const MIN_BAR: usize = 10;
        const MAX_BAR: usize = 60;
        let label = cut(&self.label, (columns / 2).saturating_sub(MIN_BAR));
        let percent = format!("{:>5}", self.percent());
        let mut used = width(&label) + 1 + MIN_BAR + 1 + percent.len();
        let mut tail = String::new();
        for part in self.parts(elapsed) {
            if used + 2 + width(&part) > columns {
                break;
            }
            used += 2 + width(&part);
            tail.push_str(&format!("  {part}"));
        }
        let room = (MIN_BAR + columns.saturating_sub(used)).min(MAX_BAR);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // at most MAX_BAR
        let full = (self.share() * room as f64) as usize;
        format!("{label} {}{} {percent}{tail}", "█".repeat(full), "░".repeat(room - full))
    }

    /// Returns the fields of an event of progress.
    pub(super) fn event(&self) -> Value {
        let elapsed = self.begin.elapsed();
        json!({
            "stage": self.stage(), "trials": self.trials.0, "done": self.trials.1, "solved": self.solved,
            "share": self.share(), "unit": self.unit.name(), "per_second": self.rate(elapsed),
            "seconds_left": self.seconds_left(elapsed),
        })
    }
}

/// Cuts a text to a number of columns, with an ellipsis.
fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut cut_text = String::new();
    for character in text.chars() {
        if width(&cut_text) + width(character.encode_utf8(&mut [0; 4])) + 1 > columns {
            break;
        }
        cut_text.push(character);
    }
    cut_text + "…"
}

/// Writes a duration, rounded up to a second, in one or two units.
pub(crate) fn duration_text(seconds: f64) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // longer ones saturate
    let whole = seconds.ceil() as u64;
    match whole {
        0..60 => format!("{whole} s"),
        60..3600 => format!("{} min {:02} s", whole / 60, whole % 60),
        3600..86_400 => format!("{} h {:02} min", whole / 3600, whole / 60 % 60),
        days => format!("{} days {} h", grouped(days / 86_400), days / 3600 % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn resumed() -> Task {
        let mut task = Task::new("crossover-mutation", WorkUnit::Offspring, 1_000_000).resumed(400_000);
        task = task.with_trials(5000, 2000, 100);
        task.advance(60_000);
        (task.trials.1, task.solved) = (2300, Some(120));
        task
    }

    #[test]
    fn a_resumed_task_counts_the_whole_and_its_rate_this_session() {
        let task = resumed();
        assert_eq!(task.percent(), "46 %");
        assert_eq!(task.rate(MINUTE), Some(1000.0));
        assert_eq!(task.seconds_left(MINUTE), Some(540.0));
        assert_eq!(
            task.log_text_after(MINUTE),
            "crossover-mutation: 46 %, 2,300/5,000 trials, 9 min 00 s left, 120 solved, 1.0 k offspring/s"
        );
        let resumed_task = Task::new("x", WorkUnit::Offspring, 10).resumed(4).with_trials(5000, 2000, 0);
        assert_eq!(resumed_task.begin_text(), "x: 5,000 trials, 2,000 done before");
        assert_eq!((resumed_task.rate(MINUTE), resumed_task.seconds_left(MINUTE)), (None, None));
        assert_eq!(Task::new("x", WorkUnit::Trials, 1).begin_text(), "x: 1 trial");
    }

    #[test]
    fn bars_fit_every_terminal() {
        let task = resumed();
        for columns in 40..220 {
            let line = task.bar_after(MINUTE, columns);
            assert!(width(&line) <= columns, "{columns}: {line}");
            assert!(line.contains(" 46 %"), "{line}");
        }
        let line = task.bar_after(MINUTE, 59);
        assert_eq!(line, "crossover-mutation ██████░░░░░░░░  46 %  2,300/5,000 trials");
        let line = task.bar_after(MINUTE, 120);
        assert!(line.ends_with("46 %  2,300/5,000 trials  9 min 00 s left  120 solved  1.0 k offspring/s"), "{line}");
    }

    #[test]
    fn only_a_whole_task_has_100_percent() {
        let mut task = Task::new("x", WorkUnit::Trials, 1000);
        task.advance(999);
        assert_eq!(task.percent(), "99 %");
        task.advance(1);
        assert_eq!((task.percent().as_str(), task.trials), ("100 %", (1000, 1000)));
        assert_eq!(Task::new("x", WorkUnit::Trials, 0).percent(), "100 %");
    }

    #[test]
    fn durations_have_suitable_units() {
        let texts = [0.0, 0.2, 59.0, 60.0, 3599.0, 3600.0, 90_000.0].map(duration_text);
        assert_eq!(texts, ["0 s", "1 s", "59 s", "1 min 00 s", "59 min 59 s", "1 h 00 min", "1 days 1 h"]);
        assert_eq!(cut("äöü", 3), "äöü");
        assert_eq!(cut("äöüß", 3), "äö…");
    }
}
