//! [`SlicePair`]: the difference of two levels within a level of another factor, against that within another one, with interval and
//! p-value. Of all such pairs, the clearest is found here; by wins, it is taken from `evocube_stats::wins::Dependence`. It is a part of the
//! interactions in `effects`.

use libm::{exp, hypot, log};

use super::family::Differences;
use super::groups::Groups;
use super::outcome::Sample;
use evocube_experiment::record::Outcome;
use evocube_stats::intervals::interval_p;
use evocube_stats::wins::Dependence;
use evocube_stats::{Estimate, Interval, LEVEL};

/// The relative difference of p-values that are equal but for rounding.
const ROUNDING: f64 = 1e-6;

/// Two levels of a factor, within two levels of another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlicePair {
    /// The levels.
    pub(crate) levels: (usize, usize),
    /// The levels of the other factor.
    pub(crate) slices: (usize, usize),
    /// The first difference less the second, or their ratio.
    pub(crate) estimate: f64,
    /// Its interval, which holds together with those of all pairs of levels and slices.
    pub(crate) interval: Interval,
    pub(crate) p: f64,
    pub(crate) p_corrected: f64,
}

impl SlicePair {
    /// Returns the pair of shares of wins that is most clearly shown to differ, or would be.
    pub(super) fn of_wins(dependence: &Dependence) -> Option<Self> {
        let largest = dependence.largest()?;
        Some(Self {
            levels: largest.pair,
            slices: largest.slices,
            estimate: largest.difference,
            interval: largest.interval,
            p: largest.p,
            p_corrected: dependence.differences.iter().map(|all| all.p_corrected).fold(1.0, f64::min),
        })
    }

    /// Returns the pair with the smallest p-value by another outcome, as one of all pairs and of so many families. The groups are the
    /// same levels within each level of the other factor. `None` without an interval.
    ///
    /// The interval combines those of both differences: G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures:
    /// a general approach", Statistics in Medicine 27 (2008), 1693–1702.
    pub(super) fn largest(sample: &Sample, groups: &[Groups], families: usize) -> Option<Self> {
        let pairs = |count: usize| (0..count).flat_map(|first| (0..first).map(move |second| (first, second)));
        let levels = groups.first()?.levels.len();
        let hypotheses = families * (levels * levels.saturating_sub(1) / 2) * (groups.len() * (groups.len() - 1) / 2);
        let differences: Vec<_> = groups.iter().map(|groups| Differences::new(sample, groups)).collect();
        let is_ratio = sample.outcome == Outcome::RunTime;
        let mut largest: Option<Self> = None;
        for levels in pairs(levels) {
            for slices in pairs(groups.len()) {
                let both = [slices.0, slices.1].map(|slice| differences[slice].between(levels.0, levels.1));
                let combined_at = |tail: f64| {
                    let [first, second] = both.each_ref().map(|difference| {
                        let Estimate { value, interval } = difference.estimate(tail);
                        Some((value, interval?))
                    });
                    Some(combined(first?, second?, is_ratio))
                };
                let margin = |tail: f64| match combined_at(tail) {
                    Some((_, ends)) if is_ratio => log(ends.low).max(-log(ends.high)),
                    Some((_, ends)) => ends.low.max(-ends.high),
                    None => f64::NEG_INFINITY,
                };
                // Only the smallest p-value is printed, the first of equal ones.
                let is_smaller = |other: Self| margin(other.p * (1.0 - ROUNDING)) > 0.0;
                if largest.is_some_and(|other| !is_smaller(other)) {
                    continue;
                }
                let Some((estimate, interval)) = combined_at(LEVEL / hypotheses as f64) else { continue };
                let p = interval_p(margin);
                let p_corrected = (p * hypotheses as f64).min(1.0);
                largest = Some(Self { levels, slices, estimate, interval, p, p_corrected });
            }
        }
        largest
    }
}

/// Returns the difference of two estimates, or the ratio of two ratios, with its interval.
fn combined(first: (f64, Interval), second: (f64, Interval), is_ratio: bool) -> (f64, Interval) {
    if is_ratio {
        let logarithm =
            |(estimate, ends): (f64, Interval)| (log(estimate), Interval { low: log(ends.low), high: log(ends.high) });
        let (estimate, ends) = combined(logarithm(first), logarithm(second), false);
        return (exp(estimate), Interval { low: exp(ends.low), high: exp(ends.high) });
    }
    let ((a, first), (b, second)) = (first, second);
    let low = hypot(a - first.low, second.high - b);
    let high = hypot(first.high - a, b - second.low);
    (a - b, Interval { low: a - b - low, high: a - b + high })
}
