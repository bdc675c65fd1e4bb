//! [`ExpectedEvaluations`]: the evaluations until a target is reached, with restarts at a budget.

use libm::{exp, hypot, log};

use crate::{Interval, beta, student};

/// The expected evaluations until a target is reached, if trials that spend a budget without it start anew.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedEvaluations {
    /// The trials, and those that reached the target.
    pub trials: usize,
    /// The trials that reached the target.
    pub reached: usize,
    /// The estimate: the mean evaluations of trials that reached the target, and the budget times the odds of missing it. Infinite if
    /// none reached it.
    pub mean: f64,
    /// The interval. Its upper end is infinite if no trial reached the target.
    pub interval: Interval,
}

impl ExpectedEvaluations {
    /// Returns the estimate from the evaluations of trials that reached the target, the number of those that did not, and the budget
    /// that these spent. The interval misses the expectation with probability `tail`, such as 0.05. `None` without trials.
    ///
    /// The interval combines Jeffreys' of the rate and Student's t of the mean on the logarithmic scale: G. Y. Zou and A. Donner,
    /// "Construction of confidence limits about effect measures: a general approach", Statistics in Medicine 27 (2008), 1693–1702;
    /// L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial proportion", Statistical Science 16 (2001), 101–133.
    /// The upper end of the rate is 1 if all trials reached the target: that no failure was seen has no branch of its own. Trials on
    /// several instances are one sample. In simulations of 7 laws with 5 to 150 trials, intervals of 95 % miss in up to 6.7 % of 1,000.
    ///
    /// ```
    /// use evocube_stats::ExpectedEvaluations;
    ///
    /// let expected = ExpectedEvaluations::new(&[800.0, 1200.0, 1000.0, 1000.0], 1, 10_000.0, 0.05).expect("five trials");
    /// assert_eq!(expected.mean, 3500.0);
    /// assert!(expected.interval.low > 1000.0 && expected.interval.high > 10_000.0);
    /// ```
    pub fn new(reached: &[f64], missed: usize, budget: f64, tail: f64) -> Option<Self> {
        let (trials, count) = (reached.len() + missed, reached.len() as f64);
        if trials == 0 {
            return None;
        }
        let failures = missed as f64;
        let quantile = |probability: f64| beta::quantile(probability, count + 0.5, failures + 0.5);
        let highest_rate = if missed == 0 { 1.0 } else { quantile(1.0 - tail / 2.0) };
        let odds = |rate: f64| (1.0 - rate) / rate;
        if reached.is_empty() {
            let interval = Interval { low: budget * odds(highest_rate), high: f64::INFINITY };
            return Some(Self { trials, reached: 0, mean: f64::INFINITY, interval });
        }
        let mean_reached = reached.iter().sum::<f64>() / count;
        let squares: f64 = reached.iter().map(|evaluations| (evaluations - mean_reached).powi(2)).sum();
        let half = if reached.len() < 2 || squares <= 0.0 {
            0.0
        } else {
            let variation = (squares / (count - 1.0) / count).sqrt() / mean_reached;
            student::two_sided_quantile(tail, count - 1.0) * variation
        };
        let (low, high) = (mean_reached * exp(-half), (mean_reached * exp(half)).min(budget.max(mean_reached)));
        let (failure, least, most) = (failures / count, odds(highest_rate), odds(quantile(tail / 2.0)));
        let mean = mean_reached + budget * failure;
        let interval = Interval {
            low: (mean - hypot(mean_reached - low, budget * (failure - least))).max(low),
            high: mean + hypot(high - mean_reached, budget * (most - failure)),
        };
        Some(Self { trials, reached: reached.len(), mean, interval })
    }

    /// Returns the ratio to other expected evaluations, and its interval with the confidence of both; `None` if neither reached the
    /// target. Of a ratio to or of infinite evaluations, one end is known.
    ///
    /// The method is that of [`ExpectedEvaluations::new`] on the logarithmic scale; the test of equal expectations is whether the
    /// interval contains 1. In the simulations it misses the ratio in up to 7.4 % of 500.
    pub fn ratio(&self, other: &Self) -> Option<(f64, Interval)> {
        let (a, b) = (self.interval, other.interval);
        match (self.mean.is_finite(), other.mean.is_finite()) {
            (false, false) => None,
            (false, true) => Some((f64::INFINITY, Interval { low: a.low / b.high, high: f64::INFINITY })),
            (true, false) => Some((0.0, Interval { low: 0.0, high: a.high / b.low })),
            (true, true) => {
                let ratio = self.mean / other.mean;
                let lower_half = hypot(log(self.mean / a.low), log(b.high / other.mean));
                let upper_half = hypot(log(a.high / self.mean), log(other.mean / b.low));
                Some((ratio, Interval { low: ratio * exp(-lower_half), high: ratio * exp(upper_half) }))
            }
        }
    }
}
