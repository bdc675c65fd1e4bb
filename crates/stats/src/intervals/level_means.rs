//! [`LevelMeans`]: means of the levels of a factor and their differences, with intervals and p-values where trials are enough for them.
//! [`mean_interval`] and [`student_interval`] are for values without levels, the latter however few they are.

use std::collections::BTreeMap;

use crate::distributions::student;
use crate::samples::mean;
use crate::samples::summary;
use crate::{Estimate, Interval};

/// The fewest trials of a level whose mean has an interval.
const MIN_TRIALS: usize = 20;
/// The trials that a mean needs for each unit of the squared skewness: W. G. Cochran, "Sampling techniques", third edition (1977), 42.
const TRIALS_PER_SQUARED_SKEWNESS: f64 = 25.0;
/// The relative error of rounding.
const ROUNDING: f64 = 1e-10;

/// The values of the trials of a level on an instance, within a combination of levels of other factors.
///
/// Groups with the same level, slice and instance weigh equally, and so do all slices and instances of a level.
#[derive(Clone, Copy, Debug)]
pub struct ValueGroup<'a> {
    /// The number of the level, from 0.
    pub level: usize,
    /// The number of the combination of levels of other factors; 0 without other factors.
    pub slice: usize,
    /// The number of the instance.
    pub instance: usize,
    /// The values of its trials.
    pub values: &'a [f64],
}

/// The values of a group with their part in the mean of the level.
#[derive(Clone, Copy, Debug)]
struct Part<'a> {
    block: (usize, usize),
    weight: f64,
    values: &'a [f64],
}

/// The means of the levels of a factor. Methods panic for a level that is none of them.
#[derive(Clone, Debug)]
pub struct LevelMeans<'a> {
    levels: Vec<Vec<Part<'a>>>,
    has_intervals: bool,
}

/// The difference of two means.
#[derive(Clone, Copy, Debug)]
pub struct MeanDifference {
    value: f64,
    error: Option<MeanError>,
}

impl MeanDifference {
    /// Returns the difference with its interval, which misses with probability `tail`.
    ///
    /// The interval is Student's t of unequal variances: B. L. Welch, "The generalization of 'Student's' problem when several different
    /// population variances are involved", Biometrika 34 (1947), 28–35.
    pub fn estimate(&self, tail: f64) -> Estimate {
        Estimate { value: self.value, interval: self.error.and_then(|error| error.interval(tail)) }
    }

    /// Returns the p-value of equal means: at most `tail` exactly if the interval with it excludes 0. 1 without an interval.
    pub fn p(&self) -> f64 {
        self.error
            .filter(MeanError::varies)
            .map_or(1.0, |MeanError { value, variance, df }| student::two_sided(value / variance.sqrt(), df))
    }
}

/// A mean or a difference of means with its standard error and degrees of freedom.
#[derive(Clone, Copy, Debug)]
struct MeanError {
    value: f64,
    variance: f64,
    df: f64,
}

impl<'a> LevelMeans<'a> {
    /// Returns the means of levels. Groups without values are left out.
    ///
    /// # Own rules
    /// The trials are enough for intervals if each level has 20 and if, with the skewness of all trials about the means of their
    /// instances and levels, 25 times its square is below the number of each. A part of the trials that is so rare that none was seen has
    /// left no trace, so such means are not covered.
    ///
    /// ```
    /// use evocube_stats::intervals::{LevelMeans, ValueGroup};
    ///
    /// let trials = |first: f64| (0..20).map(|trial| first + f64::from(trial % 5)).collect::<Vec<_>>();
    /// let (slow, fast) = (trials(14.0), trials(10.0));
    /// let group = |level, values| ValueGroup { level, slice: 0, instance: 0, values };
    /// let means = LevelMeans::new(2, &[group(0, &slow), group(1, &fast)]);
    /// let difference = means.difference(0, 1).estimate(0.05);
    /// let interval = difference.interval.expect("20 trials of each");
    /// assert!((difference.value - 4.0).abs() < 1e-9 && interval.low > 3.0 && interval.high < 5.0);
    /// ```
    ///
    /// # Panics
    /// If a group has a level that is not below `levels`.
    pub fn new(levels: usize, groups: &[ValueGroup<'a>]) -> Self {
        let mut parts = vec![vec![]; levels];
        for group in groups.iter().filter(|group| !group.values.is_empty()) {
            let block = (group.slice, group.instance);
            parts[group.level].push(Part { block, weight: 1.0, values: group.values });
        }
        for parts in &mut parts {
            let mut counts: BTreeMap<(usize, usize), f64> = BTreeMap::new();
            parts.iter().for_each(|part| *counts.entry(part.block).or_default() += 1.0);
            let blocks = counts.len() as f64;
            parts.iter_mut().for_each(|part| part.weight = (counts[&part.block] * blocks).recip());
        }
        Self { has_intervals: are_enough(&parts), levels: parts }
    }

    /// Returns whether the trials are enough for intervals.
    pub fn has_intervals(&self) -> bool {
        self.has_intervals
    }

    /// Returns the mean of a level; NaN without trials.
    pub fn mean(&self, level: usize) -> f64 {
        let parts = &self.levels[level];
        if parts.is_empty() { f64::NAN } else { parts.iter().map(|part| part.weight * part.mean()).sum() }
    }

    /// Returns the mean of a level with its interval, which misses with probability `tail`.
    ///
    /// The interval is Student's t with Satterthwaite's degrees of freedom. Where each group has several trials, the instances are fixed,
    /// and only the variation of trials counts; otherwise instances are the sample.
    pub fn estimate(&self, level: usize, tail: f64) -> Estimate {
        let interval = self.error(&[(level, 1.0)]).and_then(|error| error.interval(tail));
        Estimate { value: self.mean(level), interval }
    }

    /// Returns the difference of two levels' means, first minus second. Where some group has a single trial, the differences on
    /// instances are the sample.
    pub fn difference(&self, level: usize, other: usize) -> MeanDifference {
        let value = self.mean(level) - self.mean(other);
        MeanDifference { value, error: self.error(&[(level, 1.0), (other, -1.0)]) }
    }

    /// Returns a weighted sum of means with its error; `None` if trials are too few.
    fn error(&self, factors: &[(usize, f64)]) -> Option<MeanError> {
        let parts =
            || factors.iter().flat_map(|(level, factor)| self.levels[*level].iter().map(move |part| (factor, part)));
        if !self.has_intervals || factors.iter().any(|(level, _)| self.levels[*level].is_empty()) {
            return None;
        }
        let value = parts().map(|(factor, part)| factor * part.weight * part.mean()).sum();
        if parts().all(|(_, part)| part.values.len() > 1) {
            // The variance of each part, and its square divided by the degrees of freedom.
            let (mut variance, mut squares) = (0.0, 0.0);
            for (_, part) in parts() {
                let (count, df) = (part.values.len() as f64, part.values.len() as f64 - 1.0);
                let addend = part.weight * part.weight * summary::squares(part.values) / df / count;
                variance += addend;
                squares += addend * addend / df;
            }
            return Some(MeanError { value, variance, df: variance * variance / squares });
        }
        let mut instances: BTreeMap<usize, f64> = BTreeMap::new();
        for (factor, part) in parts() {
            *instances.entry(part.block.1).or_default() += factor * part.weight * part.mean();
        }
        let count = instances.len() as f64;
        let values: Vec<f64> = instances.into_values().map(|value| value * count).collect();
        let variance = summary::squares(&values) / (count - 1.0) / count;
        (count > 1.0).then_some(MeanError { value, variance, df: count - 1.0 })
    }
}

impl Part<'_> {
    fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len() as f64
    }
}

impl MeanError {
    fn varies(&self) -> bool {
        self.variance.sqrt() > ROUNDING * self.value.abs()
    }

    fn interval(self, tail: f64) -> Option<Interval> {
        self.varies().then(|| self.within(self.quantile(tail)))
    }

    fn quantile(self, tail: f64) -> f64 {
        student::two_sided_quantile(tail, self.df)
    }

    /// Returns the interval whose ends are this number of standard errors away.
    fn within(self, quantile: f64) -> Interval {
        let half = quantile * self.variance.sqrt();
        Interval { low: self.value - half, high: self.value + half }
    }
}

/// Intervals of the means of several samples. Of samples of equal size the quantile is computed once.
#[derive(Clone, Debug)]
pub struct MeanIntervals {
    tail: f64,
    /// The last degrees of freedom and their quantile.
    quantile: Option<(f64, f64)>,
}

impl MeanIntervals {
    /// Returns intervals that miss with probability `tail`.
    pub fn new(tail: f64) -> Self {
        Self { tail, quantile: None }
    }

    /// Returns the interval of the mean of all values of some strata, as [`mean_interval`].
    pub fn interval(&mut self, strata: &[&[f64]]) -> Option<Interval> {
        let error = are_enough(&[parts(strata)]).then(|| mean_error(strata)).flatten().filter(MeanError::varies)?;
        let quantile = match self.quantile {
            Some((df, quantile)) if df == error.df => quantile,
            _ => error.quantile(self.tail),
        };
        self.quantile = Some((error.df, quantile));
        Some(error.within(quantile))
    }
}

/// Returns the interval of the mean of all values of some strata, which misses with probability `tail`; `None` if trials are too few
/// for an interval, as in [`LevelMeans`], or do not vary.
///
/// ```
/// let values: Vec<f64> = (0..21).map(|value| f64::from(value % 7)).collect();
/// let interval = evocube_stats::intervals::mean_interval(&[&values], 0.05).expect("21 values");
/// assert_eq!(format!("{:.2} to {:.2}", interval.low, interval.high), "2.07 to 3.93");
/// ```
pub fn mean_interval(strata: &[&[f64]], tail: f64) -> Option<Interval> {
    MeanIntervals::new(tail).interval(strata)
}

/// Returns Student's interval of the mean of all values of some strata, however few they are; `None` if they do not vary.
///
/// Strata with several values each, such as the trials on an instance, are fixed: F. E. Satterthwaite, "An approximate distribution of
/// estimates of variance components", Biometrics Bulletin 2 (1946), 110–114. Otherwise all values are one sample.
pub fn student_interval(strata: &[&[f64]], tail: f64) -> Option<Interval> {
    mean_error(strata)?.interval(tail)
}

/// Returns the mean of all values of some strata with its error.
fn mean_error(strata: &[&[f64]]) -> Option<MeanError> {
    let all = strata.concat();
    let pooled = [&all[..]];
    let levels = vec![parts(if strata.iter().all(|values| values.len() > 1) { strata } else { &pooled })];
    LevelMeans { levels, has_intervals: true }.error(&[(0, 1.0)])
}

/// Returns strata as the parts of a level; they weigh by their values.
fn parts<'a>(strata: &[&'a [f64]]) -> Vec<Part<'a>> {
    let all: usize = strata.iter().map(|values| values.len()).sum();
    let part = |(instance, values): (usize, &&'a [f64])| Part {
        block: (0, instance),
        weight: values.len() as f64 / all as f64,
        values,
    };
    strata.iter().enumerate().map(part).collect()
}

/// Returns whether trials are enough for intervals of means.
fn are_enough(levels: &[Vec<Part<'_>>]) -> bool {
    let is_single = levels.iter().flatten().any(|part| part.values.len() == 1);
    // A mean over levels, so that few trials of a level on an instance do not hide its skewness; with single trials, the variation of
    // instances is that of the sample.
    let mut centers: BTreeMap<(usize, usize), (f64, f64)> = BTreeMap::new();
    if !is_single {
        for part in levels.iter().flatten() {
            let center = centers.entry(part.block).or_default();
            *center = (center.0 + part.values.iter().sum::<f64>(), center.1 + part.values.len() as f64);
        }
    }
    let residuals = |parts: &Vec<Part<'_>>| {
        let mut values = Vec::new();
        for part in parts {
            let center = centers.get(&part.block).map_or(0.0, |(sum, count)| sum / count);
            values.extend(part.values.iter().map(|value| value - center));
        }
        let center = mean(&values).unwrap_or(0.0);
        values.iter_mut().for_each(|value| *value -= center);
        values
    };
    let residuals: Vec<Vec<f64>> = levels.iter().map(residuals).filter(|residuals| !residuals.is_empty()).collect();
    let fewest = residuals.iter().map(Vec::len).min().unwrap_or(0);
    let mean_square = |values: &[f64]| values.iter().map(|value| value * value).sum::<f64>() / values.len() as f64;
    let mean_cube =
        |values: &[f64]| values.iter().map(|value| value * value * value).sum::<f64>() / values.len() as f64;
    // Of all residuals, and of those in units of the standard deviations of their levels.
    let scaled = |residuals: &Vec<f64>| {
        let deviation = mean_square(residuals).sqrt();
        residuals.iter().map(|value| if deviation > 0.0 { value / deviation } else { 0.0 }).collect::<Vec<_>>()
    };
    let is_moderate = |values: &[f64]| {
        let variance = mean_square(values);
        let skewness = if variance > 0.0 { mean_cube(values) / (variance * variance.sqrt()) } else { 0.0 };
        TRIALS_PER_SQUARED_SKEWNESS * skewness * skewness < fewest as f64
    };
    fewest >= MIN_TRIALS
        && is_moderate(&residuals.concat())
        && is_moderate(&residuals.iter().map(scaled).collect::<Vec<_>>().concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The means of levels whose values on each instance these are.
    fn means(values: &[Vec<Vec<f64>>]) -> LevelMeans<'_> {
        let mut groups = vec![];
        for (level, instances) in values.iter().enumerate() {
            for (instance, values) in instances.iter().enumerate() {
                groups.push(ValueGroup { level, slice: 0, instance, values });
            }
        }
        LevelMeans::new(values.len(), &groups)
    }

    #[test]
    fn differences_have_welch_s_interval() {
        let values =
            |count: i32, scale: f64| vec![(0..count).map(|trial| scale * f64::from(trial)).collect::<Vec<f64>>()];
        let levels = [values(20, 1.0), values(30, 0.2)];
        // `scipy.stats.ttest_ind(range(20), [0.2 * x for x in range(30)], equal_var=False).confidence_interval()`, SciPy 1.17.1.
        let difference = means(&levels).difference(0, 1).estimate(0.05);
        let interval = difference.interval.unwrap();
        assert!((difference.value - 6.6).abs() < 1e-12);
        assert!(
            (interval.low - 3.770_990_860_244_077).abs() < 1e-11
                && (interval.high - 9.429_009_139_755_923).abs() < 1e-11,
            "{interval:?}"
        );
    }

    #[test]
    fn differences_between_instances_do_not_widen_the_interval_where_trials_repeat() {
        // Two strata of equal variance with 12 trials each: 22 degrees of freedom, t(0.975, 22) = 2.073873.
        let stratum = |first: f64| (0..12).map(|trial| first + f64::from(trial % 3)).collect::<Vec<f64>>();
        let values = [stratum(1.0), stratum(101.0)];
        let interval = mean_interval(&[&values[0], &values[1]], 0.05).unwrap();
        let half = 2.073_873_067_904_025_4 * (8.0_f64 / 11.0 / 24.0).sqrt();
        assert!((interval.low - (52.0 - half)).abs() < 1e-10 && (interval.high - (52.0 + half)).abs() < 1e-10);
        assert_eq!(mean_interval(&[&[3.0; 30]], 0.05), None);
    }

    #[test]
    fn rare_trials_leave_no_interval() {
        let stuck = |rare: usize| {
            vec![
                (0..30).map(|trial| if trial < rare { 330.0 } else { 30.0 + (trial % 7) as f64 }).collect::<Vec<f64>>(),
            ]
        };
        for (rare, has_intervals) in [(0, true), (1, false), (2, false), (3, false), (12, true)] {
            let levels = [stuck(0), stuck(rare)];
            assert_eq!(means(&levels).has_intervals(), has_intervals, "{rare}");
            assert_eq!(means(&levels).estimate(1, 0.05).interval.is_some(), has_intervals);
        }
        // With two trials on each instance, too.
        let pairs = |rare: bool| -> Vec<Vec<f64>> {
            (0..15).map(|trial| vec![f64::from(trial), if rare && trial == 3 { 300.0 } else { 5.0 }]).collect()
        };
        assert!(!means(&[pairs(false), pairs(true)]).has_intervals());
        assert!(means(&[pairs(false), pairs(false)]).has_intervals());
    }
}
