//! The statistics of a design point with their intervals.

use super::model::Run;
use super::result_index::{PointTrials, ResultIndex};
use evocube_experiment::record::{Standing, TrialRow};
use evocube_stats::{
    Draws, ExpectedEvaluations, Interval, RESAMPLES, expected_running_time, mean, mean_95, median, running_time_95,
    selected_median_95, values_bca_95, weighted_mean, weighted_median,
};

/// Minimum degrees of freedom for a bootstrap interval: the number of units minus that of strata. With fewer, resamples spread
/// much less than samples. Five trials on one instance have four.
pub(crate) const MIN_DIFFERENCES: usize = 4;

/// The most units that are resampled. The intervals of more are those of Student's t and of order statistics, which differ little
/// there and take no time.
const MAX_RESAMPLED: usize = 1_000;

/// A value with its interval of 95 %.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    /// `None` where there are too few trials.
    pub(crate) interval: Option<Interval>,
}

/// The statistics of a point's finished trials.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimates {
    /// The median of the lowest penalties.
    pub(crate) median: Estimate,
    /// Their mean.
    pub(crate) mean: Estimate,
    /// The expected number of evaluations until a trial solves its instance.
    pub(crate) running_time: Estimate,
}

/// The finished trials as units of a resample.
struct Resampling {
    /// Penalties or moves in ascending order, with the unit of each.
    values: Vec<(f64, usize)>,
    /// Units in each stratum.
    strata: Vec<usize>,
    /// Evaluations and solved trials of each unit.
    runs: Vec<(f64, u64)>,
}

impl Resampling {
    /// Returns the trials with a value and a run: evaluations until a trial reached its target or ended, and whether it reached it.
    fn new(index: &ResultIndex<'_>, point: &PointTrials<'_>, value: impl Fn(&TrialRow) -> Option<(u64, Run)>) -> Self {
        let mut made = Self { values: Vec::new(), strata: Vec::new(), runs: Vec::new() };
        // The design of the sweep fixes the unit: the instance, if each has one trial, or else the trial on its instance.
        let whole = index.is_paired(point);
        // Trials of a point are in the order of its instances.
        for instance in point.trials.chunk_by(|a, b| a.instance == b.instance) {
            let before = made.runs.len();
            for (value, run) in instance.iter().filter_map(|trial| value(trial)) {
                if !whole || made.runs.len() == before {
                    made.runs.push((0.0, 0));
                }
                let place = made.runs.len() - 1;
                made.values.push((value as f64, place));
                made.runs[place].0 += run.0;
                made.runs[place].1 += u64::from(run.1);
            }
            if made.runs.len() > before {
                made.strata.push(made.runs.len() - before);
            }
        }
        if whole {
            made.strata = vec![made.runs.len()];
        }
        made.values.sort_by(|a, b| a.0.total_cmp(&b.0));
        made
    }

    /// Returns whether there are enough units for an interval, at least two of them in every stratum.
    fn is_enough(&self) -> bool {
        let differences: usize = self.strata.iter().map(|units| units.saturating_sub(1)).sum();
        differences >= MIN_DIFFERENCES && self.strata.iter().all(|units| *units > 1)
    }

    /// Returns the values of each stratum.
    fn strata_values(&self) -> Vec<Vec<f64>> {
        let strata = self.strata.iter().enumerate();
        let strata: Vec<usize> = strata.flat_map(|(stratum, units)| std::iter::repeat_n(stratum, *units)).collect();
        let mut values = vec![Vec::new(); self.strata.len()];
        self.values.iter().for_each(|(value, unit)| values[strata[*unit]].push(*value));
        values
    }

    /// Returns the interval of a statistic.
    fn interval(&self, seed: u64, statistic: fn(&[f64], &[u32]) -> Option<f64>) -> Option<Interval> {
        let mut draws = Draws::new(seed);
        self.is_enough().then(|| values_bca_95(&self.values, &self.strata, statistic, RESAMPLES, &mut draws)).flatten()
    }

    /// Returns whether there are so many units that none are resampled.
    fn is_large(&self) -> bool {
        self.runs.len() > MAX_RESAMPLED && self.is_enough()
    }

    /// Returns the mean of the values; `None` without any.
    fn mean(&self, seed: u64) -> Option<Estimate> {
        let values: Vec<f64> = self.values.iter().map(|value| value.0).collect();
        let interval = || match self.is_large() {
            true => mean_95(&self.strata_values()),
            false => self.interval(seed, weighted_mean),
        };
        // Equal values have no spread.
        let differ = values.first() != values.last();
        Some(Estimate { value: mean(&values)?, interval: differ.then(interval).flatten() })
    }
}

/// Returns the mean number of moves of a point's finished trials, resampled like the [`Estimates`] of their penalties.
pub(crate) fn mean_moves(index: &ResultIndex<'_>, point: &PointTrials<'_>) -> Option<Estimate> {
    Resampling::new(index, point, |trial| Some((trial.outcome.as_ref()?.htm, (0.0, false)))).mean(point.number)
}

/// Returns the expected evaluations until runs reach their target, with an interval that misses them with a probability; `None` without
/// runs.
pub(crate) fn expected_evaluations(runs: &[Run], tail: f64) -> Option<ExpectedEvaluations> {
    let (reached, missed): (Vec<Run>, Vec<Run>) = runs.iter().partition(|run| run.1);
    let evaluations = |runs: &[Run]| runs.iter().map(|run| run.0).collect::<Vec<_>>();
    let budget = mean(&evaluations(&missed)).unwrap_or_else(|| evaluations(&reached).into_iter().fold(0.0, f64::max));
    ExpectedEvaluations::new(&evaluations(&reached), missed.len(), budget, tail)
}

impl Estimates {
    /// Returns the statistics of a point; `None` before its first trial has finished. The point's number is the seed of all
    /// resamples, so it has the same intervals everywhere.
    pub(crate) fn new(index: &ResultIndex<'_>, point: &PointTrials<'_>) -> Option<Self> {
        Self::of_standings(index, point, |trial| Some(Standing::new(trial.outcome.as_ref()?, [], None)))
    }

    /// Returns the statistics of what a point's finished trials have achieved.
    pub(crate) fn of_standings(
        index: &ResultIndex<'_>,
        point: &PointTrials<'_>,
        standing: impl Fn(&TrialRow) -> Option<Standing>,
    ) -> Option<Self> {
        let run = |trial: &TrialRow| {
            let standing = standing(trial)?;
            Some((standing.best, (standing.evaluations.unwrap_or(0) as f64, standing.reached)))
        };
        let resampling = Resampling::new(index, point, run);
        let values: Vec<f64> = resampling.values.iter().map(|value| value.0).collect();
        let running_time = || running_time_95(&resampling.runs, RESAMPLES, &mut Draws::new(point.number));
        let median_interval = match resampling.is_large() {
            true => selected_median_95(&values, 1),
            false => resampling.interval(point.number, weighted_median),
        };
        Some(Self {
            median: Estimate { value: median(&values)?, interval: median_interval },
            mean: resampling.mean(point.number)?,
            running_time: Estimate {
                value: expected_running_time(&resampling.runs)?,
                interval: resampling.is_enough().then(running_time).flatten(),
            },
        })
    }
}
