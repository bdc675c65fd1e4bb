//! Step series: the lowest penalties that several trials have reached, by generation or by evaluations.

use super::result_index::ResultIndex;
use crate::experiment::record::{ConvergenceRow, TrialRow};
use crate::stats::Summary;

/// The horizontal axis of a series.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    Generations,
    Evaluations,
    /// Evaluations at places whose logarithms are evenly spread.
    LogEvaluations,
}

impl Over {
    fn count(self, row: &ConvergenceRow) -> u64 {
        if self == Self::Generations { row.generation } else { row.evaluations }
    }
}

/// Generations or evaluations, and the trials' lowest penalties until then.
pub(crate) type StepSeries = Vec<(f64, Summary)>;

/// Summarizes the trials at up to `count` + 1 places until the longest trial ends.
pub(crate) fn step_series(index: &ResultIndex<'_>, trials: &[&TrialRow], over: Over, count: u64) -> StepSeries {
    let logs: Vec<_> =
        trials.iter().map(|trial| index.convergence(trial.trial)).filter(|log| !log.is_empty()).collect();
    let first = logs.iter().filter_map(|log| log.first()).map(|row| over.count(row)).min().unwrap_or(0);
    let last = logs.iter().filter_map(|log| log.last()).map(|row| over.count(row)).max().unwrap_or(0);
    let mut walks: Vec<_> = logs.iter().map(|log| LogPass { log, over, best: None }).collect();
    let places = if over == Over::LogEvaluations { powers(first, last, count) } else { evenly(first, last, count) };
    places
        .into_iter()
        .filter_map(|place| {
            let lowest: Vec<f64> = walks.iter_mut().filter_map(|walk| walk.until(place)).collect();
            Some((place as f64, Summary::of(&lowest)?))
        })
        .collect()
}

/// All numbers from `first` to `last`, or `count` + 1 evenly spread ones.
fn evenly(first: u64, last: u64, count: u64) -> Vec<u64> {
    let count = (last - first).min(count);
    if count == 0 { vec![first] } else { (0..=count).map(|at| first + share_of(last - first, at, count)).collect() }
}

/// Whole numbers from `first` to `last` whose logarithms are evenly spread, `count` + 1 at most.
fn powers(first: u64, last: u64, count: u64) -> Vec<u64> {
    let (low, high) = ((first.max(1) as f64).ln(), (last.max(1) as f64).ln());
    // Between two whole numbers below 2^53.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let place = |at: u64| (low + (high - low) * at as f64 / count as f64).exp().round() as u64;
    let mut places: Vec<u64> = (0..=count).map(|at| place(at).clamp(first, last)).collect();
    places.dedup();
    places
}

/// `last`·`at`/`count` without overflow on the way.
fn share_of(last: u64, at: u64, count: u64) -> u64 {
    u64::try_from(u128::from(last) * u128::from(at) / u128::from(count)).expect("at most `last`")
}

/// A single pass over a trial's log.
struct LogPass<'a> {
    log: &'a [ConvergenceRow],
    over: Over,
    best: Option<u64>,
}

impl LogPass<'_> {
    fn until(&mut self, place: u64) -> Option<f64> {
        while let Some((row, rest)) = self.log.split_first()
            && self.over.count(row) <= place
        {
            self.best = Some(self.best.map_or(row.best, |best| best.min(row.best)));
            self.log = rest;
        }
        self.best.map(|best| best as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_series_positions_span_the_axis() {
        assert_eq!(evenly(0, 0, 240), [0]);
        assert_eq!(evenly(0, 3, 240), [0, 1, 2, 3]);
        let many = evenly(0, 1000, 240);
        assert_eq!((many.len(), many[0], many[240]), (241, 0, 1000));
        assert!(many.is_sorted_by(|a, b| a < b));
        let powers = powers(500, 500_000, 3);
        assert_eq!(powers, [500, 5000, 50_000, 500_000]);
    }
}
