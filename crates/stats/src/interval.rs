//! Confidence intervals.

/// The 0.975 quantile of the standard normal distribution, for intervals of 95 %.
const Z_95: f64 = 1.959_963_984_540_054;

/// A confidence interval, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Returns the Wilson score interval of 95 % for a success rate; `None` without trials.
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
/// let interval = evocube_stats::wilson_95(3, 5).expect("there are trials");
/// assert_eq!(format!("{:.3} to {:.3}", interval.low, interval.high), "0.231 to 0.882");
/// ```
pub fn wilson_95(successes: u64, trials: u64) -> Option<Interval> {
    assert!(successes <= trials, "{successes} successes in {trials} trials");
    if trials == 0 {
        return None;
    }
    Some(wilson(successes as f64 / trials as f64, trials as f64, Z_95))
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
    fn wilson_intervals_have_known_ends() {
        // The ends for k = 0 are 0 and z² / (n + z²); the others were computed by hand from Wilson's formula.
        let z2 = Z_95 * Z_95;
        for (k, n, low, high) in [
            (3, 5, 0.230_72, 0.882_38),
            (0, 5, 0.0, z2 / (5.0 + z2)),
            (5, 5, 5.0 / (5.0 + z2), 1.0),
            (0, 1, 0.0, z2 / (1.0 + z2)),
            (1, 10, 0.017_88, 0.404_15),
        ] {
            let interval = wilson_95(k, n).unwrap();
            assert!((interval.low - low).abs() < 1e-4, "{k}/{n}: {interval:?}");
            assert!((interval.high - high).abs() < 1e-4, "{k}/{n}: {interval:?}");
        }
        assert_eq!(wilson_95(0, 0), None);
    }

    #[test]
    fn wilson_intervals_of_failures_mirror_those_of_successes() {
        for n in 1..40 {
            for k in 0..=n {
                let (a, b) = (wilson_95(k, n).unwrap(), wilson_95(n - k, n).unwrap());
                assert!((a.low - (1.0 - b.high)).abs() < 1e-12, "{k}/{n}");
                let rate = k as f64 / n as f64;
                assert!(0.0 <= a.low && a.low <= rate && rate <= a.high && a.high <= 1.0, "{k}/{n}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "6 successes in 5 trials")]
    fn more_successes_than_trials_panic() {
        let _ = wilson_95(6, 5);
    }
}
