//! The interval of the selected configuration, corrected for its selection by the same trials.

use super::estimate::MIN_DIFFERENCES;
use super::result_index::{PointTrials, ResultIndex, StageTrials};
use evocube_experiment::record::{Criterion, TrialRow};
use evocube_stats::{Interval, mean, selected_mean_95, selected_median_95, selected_rate_95};

/// Returns the interval of 95 % of the leading configuration's mean or median penalty, or of its rate of solved trials in percent,
/// whichever its rule compares first. `None` with a single configuration, in a comparison of folders, since each configuration was
/// selected in its own, and while trials are missing or too few.
pub(crate) fn interval(index: &ResultIndex<'_>, stage: &StageTrials<'_>) -> Option<Interval> {
    let (leader, configurations) = (stage.leader()?, stage.points.len());
    if configurations < 2 || stage.is_comparison() {
        return None;
    }
    match stage.summary.selection.criteria().next()? {
        Criterion::MeanPenalty => {
            let all = penalties(index, stage)?;
            let outcomes = &all[leader.index()];
            // Skewed penalties give a selected configuration a low mean and a low variance at once, so the variance is at least
            // that of all configurations.
            let errors =
                [&all[..], std::slice::from_ref(outcomes)].map(|strata| error(strata, outcomes.concat().len()));
            let (standard_error, df) = match errors {
                [Some(pooled), Some(alone)] if alone.0 > pooled.0 => alone,
                [pooled, _] => pooled?,
            };
            Some(selected_mean_95(mean(&outcomes.concat())?, standard_error, df, configurations))
        }
        Criterion::Solved => {
            let solved = leader.solved();
            let Interval { low, high } = selected_rate_95(solved.count, solved.trials, configurations)?;
            Some(Interval { low: 100.0 * low, high: 100.0 * high })
        }
        Criterion::MedianPenalty => {
            let mut ascending = leader.finals();
            ascending.sort_by(f64::total_cmp);
            selected_median_95(&ascending, configurations)
        }
        Criterion::Wins | Criterion::ExpectedEvaluations | Criterion::Evaluations | Criterion::Moves => None,
    }
}

/// Returns the lowest penalties of each configuration on each instance; `None` if one has none.
fn penalties(index: &ResultIndex<'_>, stage: &StageTrials<'_>) -> Option<Vec<Vec<Vec<f64>>>> {
    let penalty = |trial: &TrialRow| Some(trial.outcome.as_ref()?.best as f64);
    let by_instance = |point: &PointTrials<'_>| point.values_by_instance(&index.results.sweep.instances, penalty);
    let all: Vec<Vec<Vec<f64>>> = stage.points.iter().map(by_instance).collect();
    all.iter().flatten().all(|trials| !trials.is_empty()).then_some(all)
}

/// Returns the standard error of a mean of some trials, and its degrees of freedom, from the variance of several configurations.
/// The unit is the trial on its instance, or the instance if each has one trial. `None` with too few, or without variation.
fn error(configurations: &[Vec<Vec<f64>>], trials: usize) -> Option<(f64, f64)> {
    let (mut squares, mut differences) = (0.0, 0);
    for values in configurations {
        let pooled = values.concat();
        let is_paired = pooled.len() == values.len();
        for group in if is_paired { vec![pooled] } else { values.clone() } {
            let center = mean(&group).unwrap_or(0.0);
            squares += group.iter().map(|value| (value - center).powi(2)).sum::<f64>();
            differences += group.len() - 1;
        }
    }
    let enough = differences >= MIN_DIFFERENCES && squares > 0.0;
    enough.then(|| ((squares / differences as f64 / trials as f64).sqrt(), differences as f64))
}
