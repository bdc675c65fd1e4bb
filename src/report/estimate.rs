//! The numbers of a design point with their intervals.

use super::study::Point;
use crate::stats::{
    Draws, Interval, RESAMPLES, Unit, bca_95, expected_running_time, mean, median, running_time_95, weighted_median,
};

/// A value with its interval of 95 %.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    /// The value.
    pub(super) value: f64,
    /// The interval.
    pub(super) interval: Interval,
}

/// What the finished trials of a point amount to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimates {
    /// The median of the lowest penalties.
    pub(super) median: Estimate,
    /// Their mean.
    pub(super) mean: Estimate,
    /// The expected number of evaluations until a trial solves its cube.
    pub(super) running_time: Estimate,
}

/// The finished trials, by what is drawn together in a resample.
struct Resampling {
    /// Penalties in ascending order, with the unit of each.
    values: Vec<(f64, usize)>,
    /// Units in each stratum.
    strata: Vec<usize>,
    /// Evaluations and solved trials of each unit.
    runs: Vec<(f64, u64)>,
}

impl Resampling {
    fn new(point: &Point<'_>, unit: Unit) -> Self {
        let mut made = Self { values: Vec::new(), strata: Vec::new(), runs: Vec::new() };
        // Trials of a point are in the order of its instances.
        for cube in point.trials.chunk_by(|a, b| a.instance == b.instance) {
            let before = made.runs.len();
            for outcome in cube.iter().filter_map(|trial| trial.outcome.as_ref()) {
                if unit != Unit::Cube || made.runs.len() == before {
                    made.runs.push((0.0, 0));
                }
                let place = made.runs.len() - 1;
                made.values.push((outcome.best as f64, place));
                made.runs[place].0 += outcome.evolution.map_or(0, |counts| counts.evaluations) as f64;
                made.runs[place].1 += u64::from(outcome.solved);
            }
            made.strata.push(made.runs.len() - before);
        }
        if unit == Unit::Cube {
            made.strata = vec![made.runs.len()];
        }
        made.values.sort_by(|a, b| a.0.total_cmp(&b.0));
        made
    }

    /// The interval of a statistic that is told how often each value was drawn.
    fn interval(&self, seed: u64, statistic: impl Fn(&[u32]) -> f64) -> Option<Interval> {
        let mut weights = vec![0; self.values.len()];
        let by_unit = |counts: &[u32]| {
            for (weight, (_, unit)) in weights.iter_mut().zip(&self.values) {
                *weight = counts[*unit];
            }
            statistic(&weights)
        };
        bca_95(&self.strata, by_unit, RESAMPLES, &mut Draws::new(seed))
    }
}

impl Estimates {
    /// Of a point; `None` before its first trial has finished. The seed decides the resamples.
    pub(super) fn of(point: &Point<'_>, unit: Unit, seed: u64) -> Option<Self> {
        let resampling = Resampling::new(point, unit);
        let values: Vec<f64> = resampling.values.iter().map(|value| value.0).collect();
        let middle = |weights: &[u32]| weighted_median(&values, weights).unwrap_or(f64::NAN);
        let average = |weights: &[u32]| {
            let sum: f64 = values.iter().zip(weights).map(|(value, weight)| value * f64::from(*weight)).sum();
            sum / f64::from(weights.iter().sum::<u32>())
        };
        Some(Self {
            median: Estimate { value: median(&values)?, interval: resampling.interval(seed, middle)? },
            mean: Estimate { value: mean(&values)?, interval: resampling.interval(seed, average)? },
            running_time: Estimate {
                value: expected_running_time(&resampling.runs)?,
                interval: running_time_95(&resampling.runs, RESAMPLES, &mut Draws::new(seed))?,
            },
        })
    }
}
