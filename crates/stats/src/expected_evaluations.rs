//! [`ExpectedEvaluations`]: the evaluations until a target is reached, with restarts at a budget.

use libm::{exp, hypot, log};

use crate::interval::clopper_pearson;
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
    /// The mean evaluations of those that reached it, and half the width of its interval on the logarithmic scale.
    mean_reached: f64,
    half: f64,
    budget: f64,
    tail: f64,
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
    /// largest number of evaluations. Intervals miss with probability `tail`, such as 0.05. `None` without runs.
    ///
    /// Trials on several instances are one sample.
    pub fn new(runs: &[(f64, bool)], budget: Option<f64>, tail: f64) -> Option<Self> {
        let mean = Self::mean(runs)?;
        let spent =
            |is_reached: bool| -> Vec<f64> { runs.iter().filter(|run| run.1 == is_reached).map(|run| run.0).collect() };
        let (reached, missed) = (spent(true), spent(false));
        let count = reached.len() as f64;
        let budget = match missed.is_empty() {
            true => budget.unwrap_or_else(|| reached.iter().copied().fold(0.0, f64::max)),
            false => missed.iter().sum::<f64>() / missed.len() as f64,
        };
        let mean_reached = reached.iter().sum::<f64>() / count.max(1.0);
        let squares: f64 = reached.iter().map(|spent| (spent - mean_reached).powi(2)).sum();
        let half = if reached.len() < 2 || squares <= 0.0 {
            0.0
        } else {
            let variation = (squares / (count - 1.0) / count).sqrt() / mean_reached;
            student::two_sided_quantile(tail, count - 1.0) * variation
        };
        Some(Self { trials: runs.len(), reached: reached.len(), mean, mean_reached, half, budget, tail })
    }

    /// Returns the interval of the expectation. Its upper end is infinite if no trial reached the target.
    ///
    /// It combines Clopper and Pearson's of the rate, whose upper end is 1 if all trials reached the target, with Student's t of the mean
    /// on the logarithmic scale: G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures: a general approach",
    /// Statistics in Medicine 27 (2008), 1693–1702. Its lower end agrees to the second order with that of Student's t without a logarithm:
    /// of nine or more configurations whose intervals hold together, the logarithmic end missed in up to 10 %.
    ///
    /// ```
    /// use evocube_stats::ExpectedEvaluations;
    ///
    /// let runs = [(800.0, true), (1200.0, true), (1000.0, true), (1000.0, true), (10_000.0, false)];
    /// let expected = ExpectedEvaluations::new(&runs, None, 0.05).expect("five trials");
    /// assert_eq!(expected.mean, 3500.0);
    /// assert!(expected.interval().low >= 700.0 && expected.interval().high > 10_000.0);
    /// ```
    pub fn interval(&self) -> Interval {
        let rate = clopper_pearson(self.reached as f64, self.trials as f64, self.tail);
        self.combined(rate, self.half + self.half * self.half / 2.0)
    }

    /// Returns the interval of which ratios are made, with Jeffreys' of the rate: L. D. Brown, T. T. Cai and A. DasGupta, "Interval
    /// estimation for a binomial proportion", Statistical Science 16 (2001), 101–133. That no failure was seen has no branch of its own.
    fn part_of_ratio(&self) -> Interval {
        let (count, failures) = (self.reached as f64, (self.trials - self.reached) as f64);
        let quantile = |probability: f64| beta::quantile(probability, count + 0.5, failures + 0.5);
        let high = if failures > 0.0 { quantile(1.0 - self.tail / 2.0) } else { 1.0 };
        self.combined(Interval { low: quantile(self.tail / 2.0), high }, self.half)
    }

    /// Combines the interval of the rate with that of the mean evaluations of trials that reached the target.
    fn combined(&self, rate: Interval, lower_half: f64) -> Interval {
        let Self { mean, mean_reached, half, budget, .. } = *self;
        let odds = |rate: f64| (1.0 - rate) / rate;
        if self.reached == 0 {
            return Interval { low: budget * odds(rate.high), high: f64::INFINITY };
        }
        let failure = (self.trials - self.reached) as f64 / self.reached as f64;
        let (low, high) = (mean_reached * exp(-lower_half), (mean_reached * exp(half)).min(budget.max(mean_reached)));
        Interval {
            low: (mean - hypot(mean_reached - low, budget * (failure - odds(rate.high)))).max(low),
            high: mean + hypot(high - mean_reached, budget * (odds(rate.low) - failure)),
        }
    }

    /// Returns the ratio to other expected evaluations, and its interval with the confidence of both; `None` if neither reached the
    /// target. Of a ratio to or of infinite evaluations, one end is known.
    ///
    /// Zou and Donner's method on the logarithmic scale, from Jeffreys' interval of the rate, which is shorter than that of
    /// [`ExpectedEvaluations::interval`] and holds for a ratio of two; the test of equal expectations is whether the interval contains 1.
    pub fn ratio(&self, other: &Self) -> Option<(f64, Interval)> {
        let (a, b) = (self.part_of_ratio(), other.part_of_ratio());
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
