//! [`LevelFamily`]: the correction with which the intervals and p-values of all levels of a factor and all their pairs miss with 5 %
//! together. They are of means, rates or times. [`interval_p`]: the p-value of a hypothesis, from intervals.
//!
//! The correction is that of normal statistics of levels with equal numbers of trials: see [`NormalMaximum`]. The shares of pairs that
//! levels win have a correction of their own, in [`crate::wins`].

use crate::distributions::maximum::{NormalMaximum, shared_level};
use crate::distributions::normal;
use crate::distributions::root::root;

/// The largest standard normal statistic whose tail is a decimal of full precision, some 1e-299.
const MAX_STATISTIC: f64 = 37.0;

/// The family of estimates of a factor: of all its levels and all pairs of them, as that of wins. The estimates are means, rates or times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelFamily {
    /// The number of levels.
    pub levels: usize,
    /// The number of families that share the level of 5 %, with this one.
    pub families: usize,
}

impl LevelFamily {
    /// Returns the probability with which the interval of one estimate may miss, so that those of all miss with 5 % together.
    ///
    /// ```
    /// let family = evocube_stats::intervals::LevelFamily { levels: 2, families: 1 };
    /// assert!((family.tail() - 0.05).abs() < 1e-9);
    /// ```
    pub fn tail(self) -> f64 {
        let critical = NormalMaximum::of_levels(self.levels).quantile(shared_level(self.families));
        2.0 * normal::above(critical)
    }

    /// Returns the p-value of one estimate, corrected for the family: at most 0.05 exactly if the p-value is at most the tail.
    pub fn corrected(self, p: f64) -> f64 {
        let statistic = normal::quantile(1.0 - p.min(1.0) / 2.0).max(0.0);
        let statistic = if statistic.is_finite() { statistic } else { 40.0 };
        (NormalMaximum::of_levels(self.levels).above(statistic) * self.families.max(1) as f64).min(1.0)
    }
}

/// Returns the p-value of a hypothesis: the largest tail whose interval excludes it. `margin` returns the distance of the hypothesis from
/// the interval with a tail, negative inside.
///
/// ```
/// use evocube_stats::intervals::interval_p;
/// use evocube_stats::run_times::{Run, RunSample};
///
/// let sample = |first: f64| RunSample::new([1.0, 1.1, 0.9, 1.0].map(|factor| Run::reached(factor * first)), Some(10_000.0));
/// let [slow, fast] = [9000.0, 1000.0].map(|first| sample(first).expect("trials"));
/// let p = interval_p(|tail| {
///     let interval = slow.ratio(&fast, tail).and_then(|ratio| ratio.interval).expect("reached");
///     (interval.low - 1.0).max(1.0 - interval.high)
/// });
/// assert!(p > 0.05, "{p}");
/// ```
pub fn interval_p(margin: impl Fn(f64) -> f64) -> f64 {
    let tail = |statistic: f64| 2.0 * normal::above(statistic);
    let margin = |statistic: f64| margin(tail(statistic));
    // Upwards, since tails that are too small for decimals give no interval.
    let (mut low, mut high) = (0.0, 1.0);
    while high < MAX_STATISTIC && margin(high) > 0.0 {
        (low, high) = (high, 2.0 * high);
    }
    tail(root(margin, low, high.min(MAX_STATISTIC), 1e-9))
}
