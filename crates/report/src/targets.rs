//! The penalties that serve as targets of run times; the generations or evaluations until trials reach them, and their expectation with
//! restarts. They are read from the log, and are as coarse as it is. With how many evaluations logs begin is here, too.

use std::collections::BTreeSet;

use super::result_index::{ResultIndex, StageTrials};
use super::step_series::ProgressAxis;
use evocube_experiment::record::TrialRow;
use evocube_stats::run_times::{Run, RunSample};

/// The penalties: solved, then powers of two.
const TARGETS: [u64; 8] = [0, 1, 2, 4, 8, 16, 32, 64];

/// Returns the targets of a stage. Each is lowered to the next penalty that was the best so far of some trial, so that all are distinct
/// events for the objective. If objectives vary, the only target is 0, which means the same for all. Where configurations begin
/// differently, a target that all trials have reached when all have begun is left out: a population of a hundred would take a hundred times
/// the evaluations of a single genome for it.
pub(crate) fn targets(index: &ResultIndex<'_>, stage: &StageTrials<'_>) -> Vec<u64> {
    if !stage.summary.selection.comparable_penalties {
        return vec![0];
    }
    let mut reached = BTreeSet::from([0]);
    for trial in stage.trials() {
        // A population that was initialized again has penalties that are no best so far.
        let mut best = u64::MAX;
        for row in index.convergence(trial.trial) {
            if row.best < best {
                best = row.best;
                reached.insert(best);
            }
        }
    }
    let mut targets: Vec<u64> =
        TARGETS.iter().filter_map(|target| reached.range(..=*target).next_back()).copied().collect();
    targets.dedup();
    if let Some((_, begun)) = beginnings(index, stage).filter(|(first, begun)| first < begun) {
        let is_open = |target: u64| {
            let mut logs = stage.trials().map(|trial| index.convergence(trial.trial)).filter(|log| !log.is_empty());
            logs.any(|log| log.iter().take_while(|row| row.evaluations <= begun).all(|row| row.best > target))
        };
        targets.retain(|target| *target == 0 || is_open(*target));
    }
    targets
}

/// Returns the evaluations with which the log of the first configuration of a stage begins, and that of the last: those of the
/// initial population. `None` without a log.
pub(crate) fn beginnings(index: &ResultIndex<'_>, stage: &StageTrials<'_>) -> Option<(u64, u64)> {
    let first = |trial: &&TrialRow| index.convergence(trial.trial).first().map(|row| row.evaluations);
    let begins: Vec<u64> =
        stage.points.iter().filter_map(|point| point.trials.iter().filter_map(first).min()).collect();
    Some((*begins.iter().min()?, *begins.iter().max()?))
}

/// Returns the generations or evaluations, at least 1, after which a trial reached a target by its log; `None` if it never did.
pub(crate) fn reached_after(index: &ResultIndex<'_>, trial: &TrialRow, target: u64, axis: ProgressAxis) -> Option<f64> {
    let reached = index.convergence(trial.trial).iter().find(|row| row.best <= target);
    reached.map(|row| axis.count(row).max(1) as f64)
}

/// Returns the expected evaluations of trials until a target is reached, with restarts; infinite if none reached it.
pub(crate) fn expected_evaluations<'a>(
    index: &ResultIndex<'_>,
    trials: impl Iterator<Item = &'a TrialRow>,
    target: u64,
) -> f64 {
    let runs = trials.filter(|trial| trial.outcome.is_some()).filter_map(|trial| {
        match reached_after(index, trial, target, ProgressAxis::LOG_EVALUATIONS) {
            Some(evaluations) => Some(Run::reached(evaluations)),
            None => index.convergence(trial.trial).last().map(|row| Run::censored(row.evaluations.max(1) as f64)),
        }
    });
    RunSample::new(runs, None).map_or(f64::INFINITY, |sample| sample.mean())
}
