//! Step series: a logged quantity over several trials, by generation or by evaluations, summarized at some places. `figures::curves` makes
//! lines of them, and `figures::anytime` reads them. The lowest penalty by moves is in `figures::fronts`.

use std::collections::BTreeSet;

use libm::{exp, log};

use super::options::ProgressUnit;
use super::result_index::ResultIndex;
use evocube_experiment::record::{ConvergenceRow, TrialRow, is_on_grid};
use evocube_stats::Interval;
use evocube_stats::intervals::mean_interval;
use evocube_stats::samples::Summary;

/// The horizontal axis of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProgressAxis {
    /// Generations or evaluations.
    pub(crate) unit: ProgressUnit,
    /// Whether the places are evenly spaced in the logarithm.
    pub(crate) log: bool,
}

impl ProgressAxis {
    /// Evaluations, by their logarithms.
    pub(crate) const LOG_EVALUATIONS: Self = Self { unit: ProgressUnit::Evaluations, log: true };

    pub(crate) fn count(self, row: &ConvergenceRow) -> u64 {
        if self.unit == ProgressUnit::Generation { row.generation } else { row.evaluations }
    }
}

/// A quantity of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoggedQuantity {
    /// The lowest penalty so far.
    Best,
    /// The number of different genomes in the population.
    Distinct,
    /// The mean penalty of the population.
    Mean,
    /// The standard deviation of the penalties of the population.
    Deviation,
}

/// The values of the trials at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SeriesStep {
    /// Generations or evaluations.
    pub(crate) place: f64,
    /// The values of the trials.
    pub(crate) summary: Summary,
    /// The 95 % interval of their mean; `None` where trials are too few for it.
    pub(crate) mean_95: Option<Interval>,
}

/// Summarizes the trials at up to `count` + 1 places until the longest trial ends, or until `end`. A trial that ended earlier
/// keeps its last value.
pub(crate) fn step_series(
    index: &ResultIndex<'_>,
    trials: &[&TrialRow],
    axis: ProgressAxis,
    quantity: LoggedQuantity,
    count: u64,
    end: Option<f64>,
) -> Vec<SeriesStep> {
    let rows = |trial: u64| -> Vec<&ConvergenceRow> {
        match quantity {
            LoggedQuantity::Best => index.convergence(trial).iter().collect(),
            _ => index.scheduled(trial).collect(),
        }
    };
    let mut logs: Vec<_> = trials
        .iter()
        .map(|trial| (&trial.instance[..], rows(trial.trial)))
        .filter(|(_, log)| !log.is_empty())
        .collect();
    logs.sort_by_key(|(instance, _)| *instance);
    let first = logs.iter().filter_map(|(_, log)| log.first()).map(|row| axis.count(row)).min().unwrap_or(0);
    let last = logs.iter().filter_map(|(_, log)| log.last()).map(|row| axis.count(row)).max().unwrap_or(0);
    // Places are far below 2^53.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let last = end.map_or(last, |end| last.min(end.ceil() as u64)).max(first);
    let mut passes = Vec::with_capacity(logs.len());
    for (stratum, logs) in logs.chunk_by(|(instance, _), (next, _)| instance == next).enumerate() {
        passes.extend(logs.iter().map(|(_, log)| LogPass::new(stratum, log, axis, quantity)));
    }
    let has_grid = quantity != LoggedQuantity::Best && index.results.sweep.log_every.is_none();
    let places = match axis {
        // Between two generations on the grid nothing is known of a population.
        ProgressAxis { unit: ProgressUnit::Generation, .. } if has_grid => grid(&logs, last),
        ProgressAxis { log: true, .. } => powers(first, last, count),
        ProgressAxis { log: false, .. } => evenly(first, last, count),
    };
    // The values between two places are often the same.
    let mut summaries = None;
    let step = |place: u64| {
        let mut has_changed = false;
        for pass in &mut passes {
            has_changed |= pass.advance(place);
        }
        if has_changed {
            summaries = summarize(&passes);
        }
        summaries.map(|(summary, mean_95)| SeriesStep { place: place as f64, summary, mean_95 })
    };
    places.into_iter().filter_map(step).collect()
}

/// Summarizes the values of trials, which are sorted by strata. A page asks for it with millions of values.
fn summarize(passes: &[LogPass<'_>]) -> Option<(Summary, Option<Interval>)> {
    let (mut values, mut ends, mut stratum) = (Vec::with_capacity(passes.len()), Vec::new(), None);
    for pass in passes {
        let Some(value) = pass.value else { continue };
        if stratum.is_some_and(|stratum| stratum != pass.stratum) {
            ends.push(values.len());
        }
        stratum = Some(pass.stratum);
        values.push(value);
    }
    if 2 * (ends.len() + 1) > values.len() {
        // Some stratum has a single value, so that all are one sample.
        ends.clear();
    }
    ends.push(values.len());
    let (mut strata, mut begin) = (Vec::with_capacity(ends.len()), 0);
    for end in ends {
        strata.push(&values[begin..end]);
        begin = end;
    }
    Some((Summary::new(&values)?, mean_interval(&strata, 0.05)))
}

/// Returns the logged generations on the grid, and the last.
fn grid(logs: &[(&str, Vec<&ConvergenceRow>)], last: u64) -> Vec<u64> {
    let generations = logs.iter().flat_map(|(_, log)| log).map(|row| row.generation).filter(|place| *place <= last);
    let places: BTreeSet<u64> = generations.filter(|&generation| is_on_grid(generation)).chain([last]).collect();
    places.into_iter().collect()
}

/// Returns all numbers from `first` to `last`, or `count` + 1 evenly spread ones.
fn evenly(first: u64, last: u64, count: u64) -> Vec<u64> {
    let count = (last - first).min(count);
    // The product may be larger than the type.
    let share = |step: u64| u128::from(last - first) * u128::from(step) / u128::from(count.max(1));
    (0..=count).map(|step| first + u64::try_from(share(step)).expect("at most the whole")).collect()
}

/// Returns whole numbers from `first` to `last` that are evenly spaced in the logarithm, at most `count` + 1.
fn powers(first: u64, last: u64, count: u64) -> Vec<u64> {
    let (low, high) = (log(first.max(1) as f64), log(last.max(1) as f64));
    // Between two whole numbers below 2^53.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let place = |step: u64| exp(low + (high - low) * step as f64 / count as f64).round() as u64;
    let mut places: Vec<u64> = (0..=count).map(|step| place(step).clamp(first, last)).collect();
    places.dedup();
    places
}

/// A single pass over a trial's log.
struct LogPass<'a> {
    /// The number of the instance.
    stratum: usize,
    log: &'a [&'a ConvergenceRow],
    axis: ProgressAxis,
    quantity: LoggedQuantity,
    /// The place of the first row of `log`.
    next: u64,
    value: Option<f64>,
}

impl<'a> LogPass<'a> {
    fn new(stratum: usize, log: &'a [&'a ConvergenceRow], axis: ProgressAxis, quantity: LoggedQuantity) -> Self {
        Self { stratum, log, axis, quantity, next: log.first().map_or(u64::MAX, |row| axis.count(row)), value: None }
    }

    /// Passes all rows until a place. Returns whether the value has changed.
    fn advance(&mut self, place: u64) -> bool {
        let old = self.value;
        while self.next <= place
            && let Some((row, rest)) = self.log.split_first()
        {
            self.value = Some(match self.quantity {
                LoggedQuantity::Best => self.value.map_or(row.best as f64, |best| best.min(row.best as f64)),
                LoggedQuantity::Distinct => row.distinct as f64,
                LoggedQuantity::Mean => row.mean,
                LoggedQuantity::Deviation => row.std,
            });
            self.log = rest;
            self.next = rest.first().map_or(u64::MAX, |row| self.axis.count(row));
        }
        self.value != old
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_series_positions_span_the_axis() {
        assert_eq!(evenly(0, 0, 240), [0]);
        assert_eq!(evenly(0, 3, 240), [0, 1, 2, 3]);
        let places = evenly(0, 1000, 240);
        assert_eq!((places.len(), places[0], places[240]), (241, 0, 1000));
        assert!(places.is_sorted_by(|a, b| a < b));
        let powers = powers(500, 500_000, 3);
        assert_eq!(powers, [500, 5000, 50_000, 500_000]);
    }
}
