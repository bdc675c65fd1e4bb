//! [`RateDifference`]: the difference of two success rates, from the [`Counts`] of instances as strata, or of pairs, with its interval and
//! p-value by the score test. One rate alone is in `rate`; corrections for several differences are in `family`.

use libm::{acos, cos};

use crate::distributions::normal;
use crate::distributions::root::root;
use crate::samples::correlation::safe_correlation;
use crate::{Estimate, Interval};

/// Successes among trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The trials that solved their instance.
    pub solved: u64,
    /// All trials.
    pub trials: u64,
}

impl Counts {
    fn rate(self) -> f64 {
        self.solved as f64 / self.trials as f64
    }
}

/// The difference of two success rates, first minus second, of strata such as instances. Rates are fractions, so it is between −1 and 1.
///
/// A stratum weighs by the reciprocal of the sum of the reciprocals of its numbers of trials: N. Mantel and W. Haenszel, "Statistical
/// aspects of the analysis of data from retrospective studies of disease", Journal of the National Cancer Institute 22 (1959), 719–748.
/// The interval has the differences that the score test does not reject: O. Miettinen and M. Nurminen, "Comparative analysis of two
/// rates", Statistics in Medicine 4 (1985), 213–226. Where each stratum has one trial of each, the strata are the sample, and the
/// variance of the difference is without the covariance of pairs.
///
/// # Own rules
/// A positive correlation of pairs counts as one standard error lower on Fisher's scale, since an overestimate makes the interval too
/// narrow.
#[derive(Clone, Debug)]
pub struct RateDifference {
    strata: Vec<Stratum>,
    correlation: f64,
    difference: f64,
}

/// The counts of a stratum, and the square of its weight.
#[derive(Clone, Copy, Debug)]
struct Stratum {
    first: Counts,
    second: Counts,
    squared_weight: f64,
}

impl RateDifference {
    /// Returns the difference of the rates of the first and the second counts of some strata; `None` without strata, or if one has no
    /// trials of either.
    ///
    /// ```
    /// use evocube_stats::intervals::{Counts, RateDifference};
    ///
    /// let all = Counts { solved: 24, trials: 24 };
    /// let none = Counts { solved: 0, trials: 24 };
    /// let difference = RateDifference::new(&[(all, none)]).expect("both have trials").estimate(0.05);
    /// let interval = difference.interval.expect("rates have one");
    /// assert_eq!((difference.value, interval.high), (1.0, 1.0));
    /// assert!(interval.low > 0.8 && interval.low < 0.9);
    /// ```
    ///
    /// # Panics
    /// If there are more successes than trials.
    pub fn new(strata: &[(Counts, Counts)]) -> Option<Self> {
        let all_counts = || strata.iter().flat_map(|(first, second)| [first, second]);
        assert!(all_counts().all(|counts| counts.solved <= counts.trials), "at most all trials are solved");
        if strata.is_empty() || all_counts().any(|counts| counts.trials == 0) {
            return None;
        }
        let weight = |(first, second): &(Counts, Counts)| {
            let [n, m] = [first.trials as f64, second.trials as f64];
            n * m / (n + m)
        };
        let all: f64 = strata.iter().map(weight).sum();
        let stratum_part = |stratum: &(Counts, Counts)| weight(stratum) / all * (stratum.0.rate() - stratum.1.rate());
        // Rounded, the parts may have a sum beyond 1.
        let difference = strata.iter().map(stratum_part).sum::<f64>().clamp(-1.0, 1.0);
        if strata.len() > 1 && all_counts().all(|counts| counts.trials == 1) {
            let pairs: Vec<(f64, f64)> = strata.iter().map(|(first, second)| (first.rate(), second.rate())).collect();
            let sum = |counts: fn(&(Counts, Counts)) -> Counts| {
                let solved = strata.iter().map(|stratum| counts(stratum).solved).sum();
                Counts { solved, trials: strata.len() as u64 }
            };
            let pooled = Stratum { first: sum(|pair| pair.0), second: sum(|pair| pair.1), squared_weight: 1.0 };
            return Some(Self { strata: vec![pooled], correlation: safe_correlation(&pairs), difference });
        }
        let stratum = |counts: &(Counts, Counts)| {
            let (first, second) = *counts;
            Stratum { first, second, squared_weight: (weight(counts) / all).powi(2) }
        };
        Some(Self { strata: strata.iter().map(stratum).collect(), correlation: 0.0, difference })
    }

    /// Returns the standard error if the true difference is this one.
    fn error(&self, hypothesis: f64) -> f64 {
        let variance = |Stratum { first, second, squared_weight }: &Stratum| {
            squared_weight * score_variance(*first, *second, hypothesis, self.correlation)
        };
        self.strata.iter().map(variance).sum::<f64>().sqrt()
    }

    /// Returns the difference with its interval, which misses with probability `tail`, such as 0.05. It has a width at rates of 0 and 1.
    pub fn estimate(&self, tail: f64) -> Estimate {
        let z = -normal::quantile(tail / 2.0);
        // The distance by which a difference is within the interval; that of the sample is.
        let depth = |other: f64| z * self.error(other) - (self.difference - other).abs();
        let end = |outermost: f64| {
            let between = |part: f64| self.difference + part * (outermost - self.difference);
            let is_inside = depth(outermost) >= 0.0;
            if is_inside { outermost } else { between(root(|part| depth(between(part)), 0.0, 1.0, 1e-14)) }
        };
        Estimate { value: self.difference, interval: Some(Interval { low: end(-1.0), high: end(1.0) }) }
    }

    /// Returns the p-value of equal rates by the score test: at most `tail` exactly if the interval with it excludes 0.
    pub fn p(&self) -> f64 {
        if self.difference.abs() > 0.0 { 2.0 * normal::above(self.difference.abs() / self.error(0.0)) } else { 1.0 }
    }
}

/// Returns the variance of the difference of two correlated rates, from the estimates that are most likely among those of independent
/// rates with a true difference.
fn score_variance(first: Counts, second: Counts, difference: f64, correlation: f64) -> f64 {
    let [n, m, solved, of_second] =
        [first.trials, second.trials, first.solved + second.solved, second.solved].map(|count| count as f64);
    let all = n + m;
    // The rate of the second is a root of all·p³ + quadratic·p² + linear·p + constant.
    let quadratic = (n + 2.0 * m) * difference - all - solved;
    let linear = (m * difference - all - 2.0 * of_second) * difference + solved;
    let constant = of_second * difference * (1.0 - difference);
    let third = quadratic / (3.0 * all);
    let offset = third.powi(3) - linear * quadratic / (6.0 * all * all) + constant / (2.0 * all);
    let scale = (third * third - linear / (3.0 * all)).max(0.0).sqrt().copysign(offset);
    let ratio = if scale.abs() > 0.0 { (offset / scale.powi(3)).clamp(-1.0, 1.0) } else { 0.0 };
    let angle = (std::f64::consts::PI + acos(ratio)) / 3.0;
    let low = (-difference).max(0.0);
    let rate = (2.0 * scale * cos(angle) - third).clamp(low, (1.0 - difference).min(1.0));
    let other = (rate + difference).clamp(0.0, 1.0);
    let [one, two] = [other * (1.0 - other) / n, rate * (1.0 - rate) / m];
    (one + two - 2.0 * correlation * (one * two).sqrt()) * all / (all - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(strata: &[[u64; 4]]) -> [f64; 3] {
        let counts = |[solved, trials, of_other, other]: &[u64; 4]| {
            (Counts { solved: *solved, trials: *trials }, Counts { solved: *of_other, trials: *other })
        };
        let difference = RateDifference::new(&strata.iter().map(counts).collect::<Vec<_>>()).unwrap();
        let estimate = difference.estimate(0.05);
        let interval = estimate.interval.unwrap();
        // Where the p-value is the tail, an end is 0.
        let (p, Interval { low, high }) = (difference.p(), difference.estimate(difference.p()).interval.unwrap());
        assert!(!(1e-200..0.999).contains(&p) || low.abs().min(high.abs()) < 1e-7, "{p}: {low} {high}");
        [estimate.value, interval.low, interval.high]
    }

    #[track_caller]
    fn assert_near(ends: [f64; 3], expected: [f64; 3]) {
        assert!(ends.iter().zip(expected).all(|(end, value)| (end - value).abs() < 6e-5), "{ends:?} {expected:?}");
    }

    #[test]
    fn score_intervals_have_published_ends() {
        // R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in Medicine 17
        // (1998), 873–890, table II, method of Miettinen and Nurminen.
        assert_near(ends(&[[56, 70, 48, 80]]), [0.2, 0.0528, 0.3382]);
        assert_near(ends(&[[9, 10, 3, 10]]), [0.6, 0.1700, 0.8406]);
        assert_near(ends(&[[6, 7, 2, 7]]), [0.5714, 0.0342, 0.8534]);
        assert_near(ends(&[[5, 56, 0, 29]]), [0.0893, -0.0326, 0.1933]);
        assert_near(ends(&[[0, 10, 0, 10]]), [0.0, -0.2879, 0.2879]);
    }
    #[test]
    fn score_intervals_of_strata_and_pairs_agree_with_numeric_likelihoods() {
        // The likelihood was maximized by `minimize_scalar` of SciPy 1.17, for each difference that `brentq` tried.
        assert_near(ends(&[[24, 24, 0, 24]]), [1.0, 0.848_885, 1.0]);
        assert_near(ends(&[[3, 5, 1, 5], [5, 5, 4, 5], [0, 5, 0, 5]]), [0.2, -0.070_407, 0.486_473]);
        assert_near(ends(&[[1, 3, 2, 3], [30, 31, 20, 31]]), [0.264_706, 0.076_551, 0.446_759]);
        let pairs = |first: usize, second: usize, all: usize| -> Vec<[u64; 4]> {
            (0..all)
                .map(|pair| [u64::from(pair < first), 1, u64::from((first..first + second).contains(&pair)), 1])
                .collect()
        };
        assert_near(ends(&pairs(4, 1, 10)), [0.3, -0.151_573, 0.650_884]);
        assert_near(ends(&pairs(1, 7, 31)), [-6.0 / 31.0, -0.378_365, -0.021_096]);
        assert_near(ends(&pairs(20, 5, 100)), [0.15, 0.056_934, 0.249_702]);
        assert_near(ends(&pairs(31, 0, 31)), [1.0, 0.881_512, 1.0]);
        // Fifteen instances that both solve.
        let both = [pairs(4, 1, 16), vec![[1, 1, 1, 1]; 15]].concat();
        assert_near(ends(&both), [0.096_774, -0.065_090, 0.253_953]);
        let [difference, low, high] = ends(&pairs(0, 0, 10));
        assert!(difference.abs() < 1e-12 && (low + high).abs() < 1e-9 && high > 0.2, "{low} {high}");
        assert!(RateDifference::new(&[]).is_none());
    }

    #[test]
    fn differences_of_any_number_of_pairs_and_strata_are_at_most_1() {
        for count in 1..=300 {
            for strata in [vec![[0, 1, 1, 1]; count], vec![[0, 3, 7, 7]; count]] {
                let [difference, low, high] = ends(&strata);
                let is_ordered = -1.0 <= low && low <= difference && difference < high && high < 1.0;
                assert!(is_ordered && low < -1.0 + 1e-9, "{count}: {difference} {low} {high}");
            }
        }
    }
}
