//! [`ProgressReporter`] as the observer of a run: one task per stage, the events of stages and trials, notices, and the interrupt that ends
//! the run. The text of a task is made in `task`, signals are caught in `interrupt`; events of the whole run are written by the commands.

use evocube::Cancellation;
use evocube::experiment::record::TrialRow;
use evocube::experiment::runner::{RunObserver, StageBegin};
use evocube::solver::Cancelled;
use serde_json::json;

use super::task::STAGE;
use super::{ProgressMode, ProgressReporter, Task, WorkUnit};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::note;

impl ProgressReporter {
    /// Writes the event of a stage whose trials are done.
    fn end_stage(&self, stage: &Task) {
        let (seconds, trials) = (stage.begin.elapsed().as_secs_f64(), stage.trials.0);
        self.event(
            "stage-ends",
            || json!({"stage": stage.stage(), "trials": trials, "solved": stage.solved, "seconds": seconds}),
        );
    }
}

impl RunObserver for ProgressReporter {
    fn stage(&self, begin: &StageBegin<'_>) {
        let StageBegin { name, trials, done, solved, offspring, offspring_done } = *begin;
        let (trials, done, solved) = (trials as u64, done as u64, solved as u64);
        let label = format!("{STAGE}{name}");
        let task = match offspring {
            Some(all) if all > 0 => Task::new(label, WorkUnit::Offspring, all).resumed(offspring_done),
            _ => Task::new(label, WorkUnit::Trials, trials).resumed(done),
        };
        self.event("stage-begins", || json!({"stage": name, "trials": trials, "done": done}));
        self.begin(task.with_trials(trials, done, solved));
        if trials == done {
            self.update(|task| self.end_stage(task));
        }
    }

    fn offspring(&self, made: u64) {
        self.update(|task| task.advance(if task.unit == WorkUnit::Offspring { made } else { 0 }));
    }

    fn is_over(&self) -> bool {
        interrupt::is_requested()
    }

    fn cancellation(&self) -> Cancellation {
        interrupt::cancellation()
    }

    fn failure(&self, failed: Cancelled) {
        if let Some(reason) = failed.reason() {
            note(format_args!("a component failed: {reason}"));
        }
    }

    fn notice(&self, sentence: &str) {
        if self.mode != ProgressMode::Silent {
            note(format_args!("note: {sentence}"));
        }
    }

    fn trial(&self, row: &TrialRow, spared: u64) {
        let outcome = row.outcome.as_ref();
        let (is_solved, has_reached) = outcome.map_or((false, false), |outcome| (outcome.solved, outcome.reached));
        let best = outcome.map(|outcome| outcome.best);
        self.update(|task| {
            task.end_trial(has_reached, spared);
            let (trials, done) = task.trials;
            self.event("trial-ends", || {
                json!({"trial": row.trial, "stage": task.stage(), "instance": row.instance,
                    "repetition": row.repetition, "failed": row.outcome.is_none(), "solved": is_solved, "best": best,
                    "done": done, "trials": trials,
                })
            });
            if done == trials {
                self.end_stage(task);
            }
        });
    }
}
