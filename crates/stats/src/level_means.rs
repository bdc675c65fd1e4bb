//! [`LevelMeans`]: means of the levels of a factor, with intervals where trials are enough for them.

use crate::{Interval, mean, student, summary};

/// The fewest trials of a level whose mean has an interval.
const MIN_TRIALS: usize = 20;
/// The trials that a mean needs for each unit of the squared skewness: W. G. Cochran, "Sampling techniques", third edition (1977), 42.
const TRIALS_PER_SQUARED_SKEWNESS: f64 = 25.0;

/// The means of the levels of a factor.
#[derive(Clone, Debug)]
pub struct LevelMeans {
    /// `values[level][instance]` has those of the trials.
    values: Vec<Vec<Vec<f64>>>,
    has_intervals: bool,
}

impl LevelMeans {
    /// Returns the means of levels from the values of their trials, `values[level][instance]`.
    ///
    /// The trials are enough for intervals if each level has 20 and if, with the skewness of all trials about the means of their
    /// instances and levels, 25 times its square is below the number of each. In simulations of 10 laws with 2 and 5 levels of 10 to
    /// 100 trials, at most 6.2 % of all intervals of 95 % are printed and miss, but where a part of the trials is so rare that fewer than
    /// three are expected among all of them, as in up to 36 %: no rule sees what has not happened.
    ///
    /// ```
    /// use evocube_stats::LevelMeans;
    ///
    /// let trials = |first: f64| vec![(0..20).map(|trial| first + f64::from(trial % 5)).collect::<Vec<_>>()];
    /// let means = LevelMeans::new(vec![trials(10.0), trials(14.0)]);
    /// let (difference, interval) = means.difference(1, 0, 0.05).expect("20 trials of each");
    /// assert!((difference - 4.0).abs() < 1e-9 && interval.low > 3.0 && interval.high < 5.0);
    /// ```
    pub fn new(values: Vec<Vec<Vec<f64>>>) -> Self {
        let has_intervals = are_enough(&values);
        Self { values, has_intervals }
    }

    /// Returns whether the trials are enough for intervals.
    pub fn has_intervals(&self) -> bool {
        self.has_intervals
    }

    /// Returns the mean of a level over its instances, all of which weigh equally; `None` without trials.
    pub fn mean(&self, level: usize) -> Option<f64> {
        mean(&self.values[level].iter().filter_map(|values| mean(values)).collect::<Vec<_>>())
    }

    /// Returns the interval of a level's mean, which misses with probability `tail`; `None` if trials are too few.
    ///
    /// It is Student's t with Satterthwaite's degrees of freedom. Where each instance has several trials, the instances are fixed, and
    /// only the variation of trials counts.
    pub fn interval(&self, level: usize, tail: f64) -> Option<Interval> {
        let samples: Vec<&Vec<f64>> = self.values[level].iter().filter(|values| !values.is_empty()).collect();
        let estimate = if samples.iter().all(|values| values.len() > 1) {
            Estimate::of_samples(&samples, 1.0)
        } else {
            Estimate::of_units(&samples.iter().filter_map(|values| mean(values)).collect::<Vec<_>>())
        };
        self.has_intervals.then_some(estimate?.interval(tail))
    }

    /// Returns the difference of two levels' means on their common instances, first minus second, and its interval; `None` if trials
    /// are too few. Where an instance has a single trial of a level, the differences on instances are the sample.
    pub fn difference(&self, level: usize, other: usize, tail: f64) -> Option<(f64, Interval)> {
        let pairs = self.values[level].iter().zip(&self.values[other]);
        let (first, second): (Vec<&Vec<f64>>, Vec<&Vec<f64>>) =
            pairs.filter(|(values, others)| !values.is_empty() && !others.is_empty()).unzip();
        let estimate = if first.iter().chain(&second).all(|values| values.len() > 1) {
            Estimate::of_samples(&first, 1.0)?.plus(Estimate::of_samples(&second, -1.0)?)
        } else {
            let differences = first.iter().zip(&second).filter_map(|(a, b)| Some(mean(a)? - mean(b)?));
            Estimate::of_units(&differences.collect::<Vec<_>>())?
        };
        self.has_intervals.then_some((estimate.value, estimate.interval(tail)))
    }
}

/// Returns whether trials are enough for intervals of means.
fn are_enough(values: &[Vec<Vec<f64>>]) -> bool {
    let instances = values.iter().map(Vec::len).max().unwrap_or(0);
    let is_single = values.iter().flatten().any(|trials| trials.len() == 1);
    // A mean over levels, so that few trials of a level on an instance do not hide its skewness; with single trials, the variation of
    // instances is that of the sample.
    let instance_mean = |instance: usize| {
        if is_single {
            return 0.0;
        }
        let trials: Vec<f64> = values.iter().filter_map(|level| level.get(instance)).flatten().copied().collect();
        mean(&trials).unwrap_or(0.0)
    };
    let instance_means: Vec<f64> = (0..instances).map(instance_mean).collect();
    let residuals = |level: &Vec<Vec<f64>>| {
        let about_instances: Vec<f64> = level
            .iter()
            .zip(&instance_means)
            .flat_map(|(trials, center)| trials.iter().map(move |value| value - center))
            .collect();
        let center = mean(&about_instances).unwrap_or(0.0);
        about_instances.into_iter().map(|value| value - center).collect::<Vec<f64>>()
    };
    let residuals: Vec<Vec<f64>> = values.iter().map(residuals).collect();
    let fewest = residuals.iter().map(Vec::len).min().unwrap_or(0);
    let mean_power =
        |values: &[f64], power: i32| values.iter().map(|value| value.powi(power)).sum::<f64>() / values.len() as f64;
    // Of all residuals, and of those in units of the standard deviations of their levels.
    let all = residuals.concat();
    let scaled: Vec<f64> = residuals
        .iter()
        .flat_map(|residuals| {
            let deviation = mean_power(residuals, 2).sqrt();
            residuals.iter().map(move |value| if deviation > 0.0 { value / deviation } else { 0.0 })
        })
        .collect();
    let is_moderate = |values: &[f64]| {
        let variance = mean_power(values, 2);
        let skewness = if variance > 0.0 { mean_power(values, 3) / (variance * variance.sqrt()) } else { 0.0 };
        TRIALS_PER_SQUARED_SKEWNESS * skewness * skewness < fewest as f64
    };
    fewest >= MIN_TRIALS && is_moderate(&all) && is_moderate(&scaled)
}

/// A mean or a difference of means, with its variance and the degrees of freedom of that.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    value: f64,
    variance: f64,
    /// The sum of squared variances divided by their degrees of freedom.
    weight: f64,
}

impl Estimate {
    /// Returns the mean over instances of the means of their trials, times a factor.
    fn of_samples(samples: &[&Vec<f64>], factor: f64) -> Option<Self> {
        let instances = samples.len() as f64;
        let mut estimate = Self { value: 0.0, variance: 0.0, weight: 0.0 };
        for values in samples {
            let count = values.len() as f64;
            let variance = summary::squares(values) / (count - 1.0) / count / (instances * instances);
            let part = Self {
                value: factor * mean(values)? / instances,
                variance,
                weight: variance * variance / (count - 1.0),
            };
            estimate = estimate.plus(part);
        }
        (!samples.is_empty()).then_some(estimate)
    }

    /// Returns the mean of independent units.
    fn of_units(values: &[f64]) -> Option<Self> {
        let count = values.len() as f64;
        let variance = summary::squares(values) / (count - 1.0) / count;
        (values.len() > 1).then_some(Self {
            value: mean(values)?,
            variance,
            weight: variance * variance / (count - 1.0),
        })
    }

    fn plus(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            variance: self.variance + other.variance,
            weight: self.weight + other.weight,
        }
    }

    fn interval(self, tail: f64) -> Interval {
        let half = if self.variance > 0.0 {
            student::two_sided_quantile(tail, self.variance * self.variance / self.weight) * self.variance.sqrt()
        } else {
            0.0
        };
        Interval { low: self.value - half, high: self.value + half }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_welch_s_interval() {
        let values =
            |count: i32, scale: f64| vec![(0..count).map(|trial| scale * f64::from(trial)).collect::<Vec<f64>>()];
        let means = LevelMeans::new(vec![values(20, 1.0), values(30, 0.2)]);
        // `scipy.stats.ttest_ind(range(20), [0.2 * x for x in range(30)], equal_var=False).confidence_interval()`, SciPy 1.17.1.
        let (difference, interval) = means.difference(0, 1, 0.05).unwrap();
        assert!((difference - 6.6).abs() < 1e-12);
        assert!(
            (interval.low - 3.770_990_860_24).abs() < 1e-8 && (interval.high - 9.429_009_139_76).abs() < 1e-8,
            "{interval:?}"
        );
    }

    #[test]
    fn rare_trials_leave_no_interval() {
        let stuck = |rare: usize| {
            vec![
                (0..30).map(|trial| if trial < rare { 330.0 } else { 30.0 + (trial % 7) as f64 }).collect::<Vec<f64>>(),
            ]
        };
        for (rare, has_intervals) in [(0, true), (1, false), (2, false), (3, false), (12, true)] {
            let means = LevelMeans::new(vec![stuck(0), stuck(rare)]);
            assert_eq!(means.has_intervals(), has_intervals, "{rare}");
            assert_eq!(means.interval(1, 0.05).is_some(), has_intervals);
        }
        // With two trials on each instance, too.
        let pairs = |rare: bool| {
            (0..15).map(|trial| vec![f64::from(trial), if rare && trial == 3 { 300.0 } else { 5.0 }]).collect()
        };
        assert!(!LevelMeans::new(vec![pairs(false), pairs(true)]).has_intervals());
        assert!(LevelMeans::new(vec![pairs(false), pairs(false)]).has_intervals());
    }
}
