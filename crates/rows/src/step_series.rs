//! [`StepSeries`]: a logged quantity over several trials, by generation or by evaluations, summarized at some places. Figures ask for it
//! with millions of values.

use libm::{exp, log};

use evocube_stats::Interval;
use evocube_stats::intervals::MeanIntervals;
use evocube_stats::samples::Summary;

use super::convergence::{ConvergenceRow, is_logged, is_on_grid};

/// A quantity of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoggedQuantity {
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
pub struct SeriesStep {
    /// Generations or evaluations.
    pub place: f64,
    /// The values of the trials.
    pub summary: Summary,
    /// The 95 % interval of their mean; `None` where trials are too few for it.
    pub mean_95: Option<Interval>,
}

/// A series of the values of trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSeries {
    /// Whether its places are generations; otherwise they are evaluations.
    pub by_generation: bool,
    /// Whether the places are evenly spaced in the logarithm.
    pub log: bool,
    /// The quantity.
    pub quantity: LoggedQuantity,
    /// Maximum number of places, without the first.
    pub count: u64,
    /// The last place, if it is before the end of the longest trial.
    pub end: Option<f64>,
    /// Whether steps have intervals.
    pub has_intervals: bool,
}

/// The log of a trial, as far as a series shows it.
struct Log<'a> {
    instance: &'a str,
    /// The place and the value of each row.
    steps: Vec<(u64, f64)>,
    /// The number of rows that were passed, and the place of the next one.
    passed: usize,
    next: u64,
    value: Option<f64>,
}

impl StepSeries {
    /// Summarizes trials, given their instances and logs. A trial that ended earlier keeps its last value; one without a log is left out.
    /// `log_every` is the number of generations after which the sweep logs another one.
    ///
    /// Only the rows that do not depend on improvements, and the last one, are averaged over trials, unless the quantity is the lowest
    /// penalty: a population that has just improved is not a typical one.
    pub fn steps(&self, logs: Vec<(&str, &[ConvergenceRow])>, log_every: Option<u64>) -> Vec<SeriesStep> {
        let log = |(instance, rows)| {
            let steps = self.steps_of(rows, log_every);
            Log { instance, passed: 0, next: steps.first().map_or(u64::MAX, |step| step.0), value: None, steps }
        };
        let mut logs: Vec<Log<'_>> = logs.into_iter().filter(|(_, rows)| !rows.is_empty()).map(log).collect();
        logs.sort_by_key(|log| log.instance);
        let first = logs.iter().filter_map(|log| log.steps.first()).map(|step| step.0).min().unwrap_or(0);
        let last = logs.iter().filter_map(|log| log.steps.last()).map(|step| step.0).max().unwrap_or(0);
        // Places are far below 2^53.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let last = self.end.map_or(last, |end| last.min(end.ceil() as u64)).max(first);
        let has_grid = self.quantity != LoggedQuantity::Best && log_every.is_none();
        let places = match (self.by_generation, self.log) {
            // Between two generations on the grid nothing is known of a population.
            (true, _) if has_grid => grid(&logs, last),
            (_, true) => powers(first, last, self.count),
            (_, false) => evenly(first, last, self.count),
        };
        let (mut ascending, mut intervals) = (Vec::with_capacity(logs.len()), MeanIntervals::new(0.05));
        // The values between two places are often the same.
        let mut summaries = None;
        let step = |place: u64| {
            if advance(&mut logs, &mut ascending, place) {
                let mean_95 = if self.has_intervals { mean_95(&logs, &mut intervals) } else { None };
                summaries = Summary::of_ascending(&ascending).map(|summary| (summary, mean_95));
            }
            summaries.map(|(summary, mean_95)| SeriesStep { place: place as f64, summary, mean_95 })
        };
        places.into_iter().filter_map(step).collect()
    }

    /// Returns the places and values of the rows of a trial that are shown.
    fn steps_of(&self, rows: &[ConvergenceRow], log_every: Option<u64>) -> Vec<(u64, f64)> {
        let (mut steps, mut lowest) = (Vec::with_capacity(rows.len()), u64::MAX);
        for (index, row) in rows.iter().enumerate() {
            let is_best = self.quantity == LoggedQuantity::Best;
            if !is_best && index + 1 < rows.len() && !is_logged(row.generation, log_every) {
                continue;
            }
            lowest = lowest.min(row.best);
            let value = match self.quantity {
                LoggedQuantity::Best => lowest as f64,
                LoggedQuantity::Distinct => row.distinct as f64,
                LoggedQuantity::Mean => row.mean,
                LoggedQuantity::Deviation => row.std,
            };
            steps.push((if self.by_generation { row.generation } else { row.evaluations }, value));
        }
        steps
    }
}

impl Log<'_> {
    /// Passes all rows until a place, which is not before the next one. Returns the value before if it has changed.
    fn advance(&mut self, place: u64) -> Option<Option<f64>> {
        let rest = &self.steps[self.passed..];
        let count = rest.iter().take_while(|step| step.0 <= place).count();
        let value = rest[..count].last()?.1;
        self.passed += count;
        self.next = rest.get(count).map_or(u64::MAX, |step| step.0);
        let old = self.value.replace(value);
        (old != self.value).then_some(old)
    }
}

/// Passes all rows until a place, and keeps the values in ascending order. Returns whether one has changed.
fn advance(logs: &mut [Log<'_>], ascending: &mut Vec<f64>, place: u64) -> bool {
    // More are sorted faster than moved.
    let max_moved = logs.len() / 8;
    let mut changed = 0;
    for log in logs.iter_mut().filter(|log| log.next <= place) {
        let Some(old) = log.advance(place) else { continue };
        changed += 1;
        if changed <= max_moved {
            replace(ascending, old, log.value.unwrap_or_default());
        }
    }
    if changed > max_moved {
        ascending.clear();
        ascending.extend(logs.iter().filter_map(|log| log.value));
        ascending.sort_unstable_by(f64::total_cmp);
    }
    changed > 0
}

/// Replaces a value among values in ascending order; adds one without an old value.
fn replace(ascending: &mut Vec<f64>, old: Option<f64>, value: f64) {
    let index_of = |value: f64| ascending.partition_point(|x| x.total_cmp(&value).is_lt());
    let index = index_of(value);
    match old.map(index_of) {
        None => ascending.insert(index, value),
        Some(old) if index > old => {
            ascending.copy_within(old + 1..index, old);
            ascending[index - 1] = value;
        }
        Some(old) => {
            ascending.copy_within(index..old, index + 1);
            ascending[index] = value;
        }
    }
}

/// Returns the interval of the mean of all values; the trials on an instance are a stratum.
fn mean_95(logs: &[Log<'_>], intervals: &mut MeanIntervals) -> Option<Interval> {
    let (mut values, mut ends) = (Vec::with_capacity(logs.len()), Vec::new());
    for stratum in logs.chunk_by(|log, next| log.instance == next.instance) {
        let begin = values.len();
        values.extend(stratum.iter().filter_map(|log| log.value));
        if values.len() > begin {
            ends.push(values.len());
        }
    }
    if 2 * ends.len() > values.len() {
        // Some stratum has a single value, so that all are one sample.
        ends = vec![values.len()];
    }
    let begins = [0].into_iter().chain(ends.iter().copied());
    let strata: Vec<&[f64]> = begins.zip(&ends).map(|(begin, &end)| &values[begin..end]).collect();
    intervals.interval(&strata)
}

/// Returns the logged generations on the grid, and the last.
fn grid(logs: &[Log<'_>], last: u64) -> Vec<u64> {
    let generations = logs.iter().flat_map(|log| &log.steps).map(|step| step.0);
    let mut places = vec![last];
    for generation in generations.filter(|generation| *generation <= last && is_on_grid(*generation)) {
        // Few generations are on the grid.
        if let Err(index) = places.binary_search(&generation) {
            places.insert(index, generation);
        }
    }
    places
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_in_order_when_they_are_replaced() {
        let mut values = vec![];
        for (old, value) in
            [(None, 5.0), (None, 3.0), (None, 7.0), (None, 5.0), (Some(3.0), 6.0), (Some(7.0), 1.0), (Some(5.0), 5.5)]
        {
            replace(&mut values, old, value);
        }
        assert_eq!(values, [1.0, 5.0, 5.5, 6.0]);
        replace(&mut values, Some(6.0), 6.0);
        assert_eq!(values, [1.0, 5.0, 5.5, 6.0]);
    }

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
