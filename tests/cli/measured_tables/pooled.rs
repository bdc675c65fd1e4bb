//! Ratios of several master seeds as one: their logarithms are pooled, with the variance between seeds (R. DerSimonian and N. Laird 1986).

use evocube::stats::Interval;

/// The logarithm of a ratio, and its variance.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogRatio {
    pub(super) value: f64,
    pub(super) variance: f64,
}

/// Returns the pooled ratio and its 95 % interval.
pub(super) fn pooled(seeds: &[LogRatio]) -> (f64, Interval) {
    let sum = |part: &dyn Fn(&LogRatio) -> f64| seeds.iter().map(part).sum::<f64>();
    let weights = sum(&|seed| 1.0 / seed.variance);
    let fixed = sum(&|seed| seed.value / seed.variance) / weights;
    let scatter = sum(&|seed| (seed.value - fixed).powi(2) / seed.variance);
    let spread = weights - sum(&|seed| seed.variance.powi(-2)) / weights;
    let between = ((scatter - (seeds.len() as f64 - 1.0)) / spread).max(0.0);
    let weight = |seed: &LogRatio| 1.0 / (seed.variance + between);
    let value = sum(&|seed| seed.value * weight(seed)) / sum(&weight);
    let half = 1.96 / sum(&weight).sqrt();
    (value.exp(), Interval { low: (value - half).exp(), high: (value + half).exp() })
}

#[test]
fn seeds_that_differ_more_than_by_chance_widen_the_interval() {
    let seeds = |values: [f64; 3]| values.map(|value| LogRatio { value, variance: 0.01 });
    let (equal, near) = pooled(&seeds([0.5; 3]));
    // Without a variance between seeds: 0.1 / √3.
    assert!((equal.ln() - 0.5).abs() < 1e-12 && (near.high.ln() - 0.5 - 1.96 * 0.1 / 3f64.sqrt()).abs() < 1e-12);
    // By hand: scatter 18, between (18 − 2) / 200 = 0.08, half 1.96 · √(0.09 / 3).
    let (mean, far) = pooled(&seeds([0.2, 0.5, 0.8]));
    assert!((mean.ln() - 0.5).abs() < 1e-12 && (far.high.ln() - 0.5 - 1.96 * 0.03f64.sqrt()).abs() < 1e-9, "{far:?}");
}
