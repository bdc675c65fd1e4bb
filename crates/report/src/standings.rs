//! The standings of the trials of a stage within the evaluations at which they are compared; shares of wins and expected evaluations of its
//! configurations, without intervals; and whether some trial only reached a target above 0. The tests are made in `model`.

use std::collections::BTreeMap;

use super::estimate::run;
use super::result_index::{PointTrials, ResultIndex, StageTrials};
use evocube_experiment::record::{Standing, TrialRow, win_shares};
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

    /// Returns for each point the share of pairs of trials that it wins against the others, in the order of selection.
    pub(crate) fn win_shares(&self, index: &ResultIndex<'_>) -> Vec<f64> {
        let mut trials = BTreeMap::<u64, Vec<(usize, Option<Standing>)>>::new();
        for (number, instance) in index.results.sweep.instances.iter().enumerate() {
            let on_instance = |point: &PointTrials<'a>| {
                let standing = |trial| (point.index(), self.standing(index, trial));
                point.on_instance(&instance.name).map(standing).collect::<Vec<_>>()
            };
            trials.insert(number as u64, self.points.iter().flat_map(on_instance).collect());
        }
        win_shares(self.points.len(), &trials)
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
