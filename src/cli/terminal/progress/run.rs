//! Progress of the trials of a sweep: a [`RunObserver`].

use std::sync::Mutex;
use std::time::Instant;

use evocube::Cancellation;
use evocube::experiment::mutex::locked;
use evocube::experiment::record::TrialRow;
use evocube::experiment::runner::{RunObserver, StageBegin};
use serde_json::json;

use super::task::STAGE;
use super::{ProgressMode, ProgressReporter, Task, WorkUnit};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::note;

/// One task per stage: share done, rate, time left.
pub(crate) struct SweepProgress {
    progress: ProgressReporter,
    stage: Mutex<StageProgress>,
}

/// The stage that runs.
struct StageProgress {
    name: String,
    by_offspring: bool,
    trials: u64,
    done: u64,
    solved: u64,
    begin: Instant,
}

impl SweepProgress {
    /// Begins to report.
    pub(crate) fn new(mode: ProgressMode) -> Self {
        let stage = StageProgress {
            name: String::new(),
            by_offspring: false,
            trials: 0,
            done: 0,
            solved: 0,
            begin: Instant::now(),
        };
        Self { progress: ProgressReporter::new(mode), stage: Mutex::new(stage) }
    }

    /// Returns the reporter of the stages.
    pub(crate) fn progress(&self) -> &ProgressReporter {
        &self.progress
    }

    /// Writes the event of a stage whose trials are done.
    fn end_stage(&self, stage: &StageProgress) {
        let StageProgress { name, trials, solved, begin, .. } = stage;
        let seconds = begin.elapsed().as_secs_f64();
        self.progress
            .event("stage-ends", &json!({"stage": name, "trials": trials, "solved": solved, "seconds": seconds}));
    }
}

impl RunObserver for SweepProgress {
    fn stage(&self, begin: &StageBegin<'_>) {
        let StageBegin { name, trials, done, solved, offspring, offspring_done } = *begin;
        let (trials, done, solved) = (trials as u64, done as u64, solved as u64);
        let mut stage = locked(&self.stage);
        *stage = StageProgress {
            name: name.to_owned(),
            by_offspring: offspring.is_some_and(|offspring| offspring > 0),
            trials,
            done,
            solved,
            begin: Instant::now(),
        };
        let label = format!("{STAGE}{name}");
        let task = match offspring {
            Some(all) if all > 0 => Task::new(label, WorkUnit::Offspring, all).resumed(offspring_done),
            _ => Task::new(label, WorkUnit::Trials, trials).resumed(done),
        };
        self.progress.event("stage-begins", &json!({"stage": name, "trials": trials, "done": done}));
        self.progress.begin(task.with_trials(trials, done, solved));
        if trials == done {
            self.end_stage(&stage);
        }
    }

    fn offspring(&self, made: u64) {
        if locked(&self.stage).by_offspring {
            self.progress.update(|task| task.advance(made));
        }
    }

    fn is_over(&self) -> bool {
        interrupt::is_requested()
    }

    fn cancellation(&self) -> Cancellation {
        interrupt::cancellation()
    }

    fn notice(&self, sentence: &str) {
        if self.progress.mode != ProgressMode::Silent {
            note(format_args!("note: {sentence}"));
        }
    }

    fn trial(&self, row: &TrialRow, spared: u64) {
        let mut stage = locked(&self.stage);
        let is_solved = row.outcome.as_ref().is_some_and(|outcome| outcome.solved);
        stage.done += 1;
        stage.solved += u64::from(is_solved);
        self.progress.update(|task| {
            task.advance(if stage.by_offspring { spared } else { 1 });
            task.set_trials(stage.done, stage.solved);
        });
        let best = row.outcome.as_ref().map(|outcome| outcome.best);
        self.progress.event(
            "trial-ends",
            &json!({"trial": row.trial, "stage": stage.name, "instance": row.instance,
                "repetition": row.repetition, "failed": row.outcome.is_none(), "solved": is_solved, "best": best,
                "done": stage.done, "trials": stage.trials,
            }),
        );
        if stage.done == stage.trials {
            self.end_stage(&stage);
        }
    }
}
