//! The standings of the trials of a stage within the evaluations at which they are compared; expected evaluations of its configurations,
//! without intervals; and whether some trial only reached a target above 0. The tests are made in `model`.

use super::estimate::run;
use super::result_index::{PointTrials, ResultIndex, StageTrials};
use evocube_experiment::record::{Standing, TrialRow};
use evocube_stats::run_times::RunSample;

impl<'a> StageTrials<'a> {
    /// Returns what a trial has achieved within the evaluations at which trials of the stage are compared; `None` if it failed.
    pub(crate) fn standing(&self, index: &ResultIndex<'_>, trial: &TrialRow) -> Option<Standing> {
        let (selection, effort) = (self.summary.selection, &self.summary.effort);
        let log = index.convergence(trial.trial);
        let point = usize::try_from(trial.point).ok()?.checked_sub(1)?;
        let has_penalty = selection.comparable_penalties && !effort.without_penalty.contains(&point);
        Some(Standing { has_penalty, ..Standing::new(trial.outcome.as_ref()?, log, self.limit) })
    }

    /// Returns the expected evaluations until a trial of a point reaches its target; `None` if none did.
    pub(crate) fn expected_evaluations(&self, index: &ResultIndex<'_>, point: &PointTrials<'_>) -> Option<f64> {
        let runs = point.trials.iter().filter_map(|trial| self.standing(index, trial)).map(|standing| run(&standing));
        RunSample::new(runs, None).map(|sample| sample.mean()).filter(|time| time.is_finite())
    }

    /// Returns whether some trial reached its target without solving its instance, so that the word is not `solved`.
    pub(crate) fn reaches_targets(&self) -> bool {
        self.outcomes().any(|outcome| outcome.reached && !outcome.solved)
    }
}
