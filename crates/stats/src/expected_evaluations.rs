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
    /// Returns the mean evaluations that runs spend until one reaches its target: the evaluations of all divided by the number of those
    /// that did. A run is its evaluations until it reached its target or ended, and whether it reached it. Infinite if none did; `None`
    /// without runs.
    ///
    /// A. Auger and N. Hansen, "Performance evaluation of an advanced local search evolutionary algorithm", CEC 2005, 1777–1784.
    ///
    /// ```
    /// let runs = [(100.0, true), (300.0, false), (200.0, true)];
    /// assert_eq!(evocube_stats::ExpectedEvaluations::mean(&runs), Some(300.0));
    /// ```
    pub fn mean(runs: &[(f64, bool)]) -> Option<f64> {
        let reached = runs.iter().filter(|run| run.1).count();
        let spent: f64 = runs.iter().map(|run| run.0).sum();
        (!runs.is_empty()).then_some(if reached == 0 { f64::INFINITY } else { spent / reached as f64 })
    }

    /// Returns the estimate from runs. Those that missed the target have spent the budget; if there are none, it is `budget`, or else the
    /// largest number of evaluations. The interval misses the expectation with probability `tail`, such as 0.05. `None` without runs.
    ///
    /// The interval combines Jeffreys' of the rate and Student's t of the mean on the logarithmic scale: G. Y. Zou and A. Donner,
    /// "Construction of confidence limits about effect measures: a general approach", Statistics in Medicine 27 (2008), 1693–1702;
    /// L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial proportion", Statistical Science 16 (2001), 101–133.
    /// The upper end of the rate is 1 if all trials reached the target: that no failure was seen has no branch of its own. Trials on
    /// several instances are one sample.
    ///
    /// ```
    /// use evocube_stats::ExpectedEvaluations;
    ///
    /// let runs = [(800.0, true), (1200.0, true), (1000.0, true), (1000.0, true), (10_000.0, false)];
    /// let expected = ExpectedEvaluations::new(&runs, None, 0.05).expect("five trials");
    /// assert_eq!(expected.mean, 3500.0);
    /// assert!(expected.interval.low > 1000.0 && expected.interval.high > 10_000.0);
    /// ```
    pub fn new(runs: &[(f64, bool)], budget: Option<f64>, tail: f64) -> Option<Self> {
        let mean = Self::mean(runs)?;
        let spent =
            |is_reached: bool| -> Vec<f64> { runs.iter().filter(|run| run.1 == is_reached).map(|run| run.0).collect() };
        let (reached, missed) = (spent(true), spent(false));
        let (trials, count, failures) = (runs.len(), reached.len() as f64, missed.len() as f64);
        let budget = match missed.is_empty() {
            true => budget.unwrap_or_else(|| reached.iter().copied().fold(0.0, f64::max)),
            false => missed.iter().sum::<f64>() / failures,
        };
        let quantile = |probability: f64| beta::quantile(probability, count + 0.5, failures + 0.5);
        let highest_rate = if missed.is_empty() { 1.0 } else { quantile(1.0 - tail / 2.0) };
        let odds = |rate: f64| (1.0 - rate) / rate;
        if reached.is_empty() {
            let interval = Interval { low: budget * odds(highest_rate), high: f64::INFINITY };
            return Some(Self { trials, reached: 0, mean, interval });
        }
        let mean_reached = reached.iter().sum::<f64>() / count;
        let squares: f64 = reached.iter().map(|spent| (spent - mean_reached).powi(2)).sum();
        let half = if reached.len() < 2 || squares <= 0.0 {
            0.0
        } else {
            let variation = (squares / (count - 1.0) / count).sqrt() / mean_reached;
            student::two_sided_quantile(tail, count - 1.0) * variation
        };
        let (low, high) = (mean_reached * exp(-half), (mean_reached * exp(half)).min(budget.max(mean_reached)));
        let (failure, least, most) = (failures / count, odds(highest_rate), odds(quantile(tail / 2.0)));
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
    /// interval contains 1.
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
