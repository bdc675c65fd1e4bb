//! [`Estimates`]: the statistics of a configuration's trials, with intervals that hold together for all configurations of a stage.
//! [`measure`] says which of them a table shows beside an outcome. Wins are in `model`, the estimators in `evocube_stats`. Means of levels,
//! and trials as runs, are here, too.

use std::collections::BTreeSet;

use super::claims::Measure;
use super::result_index::{PointTrials, ResultIndex, StageTrials};
use evocube_experiment::record::{Outcome, Standing, TrialRow};
use evocube_stats::intervals::{LevelMeans, ValueGroup};
use evocube_stats::run_times::{Run, RunSample};
use evocube_stats::samples::Summary;
use evocube_stats::{Estimate, Interval, LEVEL};

/// Returns the mean of a level's penalties or moves, which are not negative.
pub(crate) fn mean_of_level(means: &LevelMeans<'_>, level: usize, tail: f64) -> Estimate {
    let mean = means.estimate(level, tail);
    Estimate { interval: mean.interval.map(|ends| Interval { low: ends.low.max(0.0), ..ends }), ..mean }
}

/// The statistics of a configuration's finished trials.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimates {
    /// The lowest penalties.
    pub(crate) penalties: Summary,
    /// Their mean.
    pub(crate) mean_penalty: Estimate,
    /// The mean number of moves.
    pub(crate) mean_moves: Estimate,
    /// The expected number of evaluations until a trial reaches its target.
    pub(crate) evaluations: Estimate,
}

impl Estimates {
    /// Returns the statistic that stands beside the outcome in the table of the best configurations.
    pub(crate) fn of(&self, measure: Measure) -> Estimate {
        match measure {
            Measure::MeanPenalty => self.mean_penalty,
            Measure::MeanMoves => self.mean_moves,
            Measure::ExpectedEvaluations | Measure::Reached => self.evaluations,
        }
    }
}

/// Returns the statistic that stands beside the outcome in the table of the best configurations: mean penalties where fewer than a tenth
/// of the trials reached their target.
pub(crate) fn measure(stage: &StageTrials<'_>, outcome: Outcome) -> Measure {
    let reached = stage.solved();
    let is_rare = 10 * reached.count < reached.trials;
    match outcome {
        Outcome::Penalty => Measure::MeanPenalty,
        Outcome::Moves => Measure::MeanMoves,
        Outcome::Wins if is_rare && stage.summary.selection.comparable_penalties => Measure::MeanPenalty,
        _ => Measure::ExpectedEvaluations,
    }
}

/// The statistics of the configurations of a stage, whose intervals hold together: they miss for any of them in 5 %.
pub(crate) struct StageEstimates {
    /// Those of each configuration; `None` before its first trial has finished.
    pub(crate) configurations: Vec<Option<Estimates>>,
    /// Whether trials are enough for intervals of mean penalties.
    pub(crate) has_mean_penalties: bool,
}

/// Returns the probability with which the interval of one of several levels or configurations may miss, so that all hold together in 95 %.
pub(crate) fn tail(count: usize) -> f64 {
    LEVEL / count.max(1) as f64
}

impl StageEstimates {
    /// Returns the statistics of a stage within the evaluations at which its trials are compared.
    pub(crate) fn at_limit(index: &ResultIndex<'_>, stage: &StageTrials<'_>) -> Self {
        let effort = &stage.summary.effort;
        let budget = |point: usize| effort.limit().or(effort.allowances.get(point).copied().flatten());
        let points: Vec<&PointTrials<'_>> = stage.points.iter().collect();
        Self::new(&points, |trial| stage.standing(index, trial), budget)
    }

    /// Returns the statistics of a stage when its trials ended.
    pub(crate) fn at_end(stage: &StageTrials<'_>) -> Self {
        let allowances = &stage.summary.effort.allowances;
        let points: Vec<&PointTrials<'_>> = stage.points.iter().collect();
        Self::new(&points, end, |point| allowances.get(point).copied().flatten())
    }

    /// Returns the statistics of a configuration alone when its trials ended.
    pub(crate) fn alone(point: &PointTrials<'_>) -> Option<Estimates> {
        Self::new(&[point], end, |_| None).configurations[0]
    }

    fn new(
        points: &[&PointTrials<'_>],
        standing: impl Fn(&TrialRow) -> Option<Standing>,
        budget: impl Fn(usize) -> Option<u64>,
    ) -> Self {
        let instances: BTreeSet<&str> =
            points.iter().flat_map(|point| &point.trials).map(|trial| &trial.instance[..]).collect();
        fn values<T>(
            point: &PointTrials<'_>,
            instances: &BTreeSet<&str>,
            value: impl Fn(&TrialRow) -> Option<T>,
        ) -> Vec<Vec<T>> {
            instances.iter().map(|name| point.on_instance(name).filter_map(&value).collect()).collect()
        }
        let standings: Vec<Vec<Vec<Standing>>> =
            points.iter().map(|point| values(point, &instances, &standing)).collect();
        let penalty = |standing: &Standing| standing.best as f64;
        let penalties =
            standings.iter().map(|point| point.iter().map(|trials| trials.iter().map(penalty).collect()).collect());
        let penalties: Vec<Vec<Vec<f64>>> = penalties.collect();
        let moves = |trial: &TrialRow| Some(trial.outcome.as_ref()?.htm as f64);
        let moves: Vec<Vec<Vec<f64>>> = points.iter().map(|point| values(point, &instances, moves)).collect();
        // A point without trials is no level of which the others are compared.
        let places: Vec<usize> = (0..points.len()).filter(|place| !points[*place].trials.is_empty()).collect();
        let tail = tail(places.len());
        let (penalty_means, move_means) = (means(&penalties, &places), means(&moves, &places));
        let estimates = |place: usize| {
            let level = places.iter().position(|other| *other == place)?;
            let budget = budget(place).map(|budget| budget as f64);
            let runs = RunSample::new(standings[place].iter().flatten().map(run), budget)?;
            Some(Estimates {
                penalties: Summary::new(&penalties[place].concat())?,
                mean_penalty: mean_of_level(&penalty_means, level, tail),
                mean_moves: mean_of_level(&move_means, level, tail),
                evaluations: runs.estimate(tail),
            })
        };
        Self {
            configurations: (0..points.len()).map(estimates).collect(),
            has_mean_penalties: penalty_means.has_intervals(),
        }
    }
}

/// Returns what a finished trial has achieved when it ended.
pub(crate) fn end(trial: &TrialRow) -> Option<Standing> {
    Some(Standing::new(trial.outcome.as_ref()?, &[], None))
}

/// Returns a trial as a run: its evaluations until it reached its target or ended.
pub(crate) fn run(standing: &Standing) -> Run {
    let evaluations = standing.evaluations.unwrap_or(0) as f64;
    if standing.reached { Run::reached(evaluations) } else { Run::censored(evaluations) }
}

/// Returns the means of the configurations at some places from the values of their trials on each instance.
fn means<'a>(values: &'a [Vec<Vec<f64>>], places: &[usize]) -> LevelMeans<'a> {
    let groups = places.iter().enumerate().flat_map(|(level, place)| {
        let groups = values[*place].iter().enumerate();
        groups.map(move |(instance, values)| ValueGroup { level, slice: 0, instance, values })
    });
    LevelMeans::new(places.len(), &groups.collect::<Vec<_>>())
}
