//! Confidence intervals.

use crate::normal;

/// A confidence interval, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Returns the Wilson score interval of a success rate, which misses with probability `tail`, such as 0.05; `None` without trials.
///
/// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
/// Statistical Association 22 (1927), 209–212; without continuity correction. Unlike rate ± 1.96 standard errors it
/// stays within 0 and 1, and it has a positive width at rates 0 and 1. Both matter here: most sweeps have few
/// repetitions and rates near 0 or 1.
///
/// # Panics
/// If there are more successes than trials.
///
/// ```
/// let interval = evocube_stats::rate_interval(3, 5, 0.05).expect("there are trials");
/// assert_eq!(format!("{:.3} to {:.3}", interval.low, interval.high), "0.231 to 0.882");
/// ```
pub fn rate_interval(successes: u64, trials: u64, tail: f64) -> Option<Interval> {
    assert!(successes <= trials, "{successes} successes in {trials} trials");
    let z = normal::quantile(1.0 - tail / 2.0);
    (trials > 0).then(|| wilson(successes as f64 / trials as f64, trials as f64, z))
}

/// Returns Wilson's score interval of a rate in `n` trials, for the quantile `z` of the standard normal distribution.
pub(super) fn wilson(rate: f64, n: f64, z: f64) -> Interval {
    let squared = z * z / n;
    let center = (rate + squared / 2.0) / (1.0 + squared);
    let half = (rate * (1.0 - rate) * squared + squared * squared / 4.0).sqrt() / (1.0 + squared);
    // At the ends the formula gives exactly 0 or 1; rounding must not exceed it.
    Interval {
        low: if rate <= 0.0 { 0.0 } else { (center - half).max(0.0) },
        high: if rate >= 1.0 { 1.0 } else { (center + half).min(1.0) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_intervals_of_failures_mirror_those_of_successes() {
        for n in 1..40 {
            for k in 0..=n {
                let (a, b) = (rate_interval(k, n, 0.05).unwrap(), rate_interval(n - k, n, 0.05).unwrap());
                assert!((a.low - (1.0 - b.high)).abs() < 1e-12, "{k}/{n}");
                let rate = k as f64 / n as f64;
                assert!(0.0 <= a.low && a.low <= rate && rate <= a.high && a.high <= 1.0, "{k}/{n}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "6 successes in 5 trials")]
    fn more_successes_than_trials_panic() {
        let _ = rate_interval(6, 5, 0.05);
    }
}
