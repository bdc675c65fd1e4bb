//! The share of the level of 5 % of one estimate, of levels or pairs of levels, that is tested otherwise than by wins.

use super::critical::{NormalMaximum, shared_level};
use crate::normal;

/// The family of the levels of a factor whose estimates are means, rates or times: all levels and all pairs, as that of wins.
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
    /// let family = evocube_stats::LevelFamily { levels: 2, families: 1 };
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

/// Returns the p-value of a hypothesis: the largest tail whose interval excludes it. `is_excluded` tells so for the interval with a tail.
///
/// ```
/// use evocube_stats::{ExpectedEvaluations, interval_p};
///
/// let times = |first: f64| [1.0, 1.1, 0.9, 1.0].map(|factor| (factor * first, true));
/// let p = interval_p(|tail| {
///     let [slow, fast] = [9000.0, 1000.0].map(|first| ExpectedEvaluations::new(&times(first), Some(10_000.0), tail));
///     let (_, interval) = slow.expect("trials").ratio(&fast.expect("trials")).expect("reached");
///     interval.low > 1.0 || interval.high < 1.0
/// });
/// assert!(p > 0.05, "{p}");
/// ```
pub fn interval_p(is_excluded: impl Fn(f64) -> bool) -> f64 {
    let tail = |statistic: f64| 2.0 * normal::above(statistic);
    // Upwards, since tails that are too small for decimals give no interval.
    let mut low = 0.0;
    while low < 37.0 && is_excluded(tail(low + 0.5)) {
        low += 0.5;
    }
    let mut high = low + 0.5;
    while high - low > 1e-9 {
        let middle = f64::midpoint(low, high);
        if is_excluded(tail(middle)) { low = middle } else { high = middle }
    }
    tail(low)
}
