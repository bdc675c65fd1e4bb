//! What a design can show, before anything is run.

use super::normal;

/// The smallest two-sided p-value that a rank-sum test of `repetitions` against `repetitions` values in each of `strata`
/// can give: two of all ways to deal the values out.
///
/// ```
/// let p = evocube::stats::smallest_rank_sum_p(5, 1);
/// assert!((p - 2.0 / 252.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn smallest_rank_sum_p(repetitions: u64, strata: u64) -> f64 {
    // 1 / C(2n, n) is the product of i / (n + i).
    let one: f64 = (1..=repetitions).map(|i| i as f64 / (repetitions + i) as f64).product();
    (2.0 * one.powf(strata as f64)).min(1.0)
}

/// The smallest two-sided p-value of a signed-rank test of so many pairs: two of all signs.
#[must_use]
pub fn smallest_signed_rank_p(pairs: u64) -> f64 {
    (2.0 * 0.5_f64.powf(pairs as f64)).min(1.0)
}

/// The Â₁₂ that a rank-sum test of two samples of this size finds with that power at level `alpha`, two-sided; above 1
/// if there is none.
///
/// G. E. Noether, "Sample size determination for some common nonparametric tests", Journal of the American Statistical
/// Association 82 (1987), 645–647, solved for the effect.
#[must_use]
pub fn detectable_a12(size: u64, alpha: f64, power: f64) -> f64 {
    0.5 + (normal::quantile(1.0 - alpha / 2.0) + normal::quantile(power)) / (6.0 * size as f64).sqrt()
}

/// The same for a signed-rank test of so many pairs: the probability that the mean of two differences is positive.
#[must_use]
pub fn detectable_paired(pairs: u64, alpha: f64, power: f64) -> f64 {
    0.5 + (normal::quantile(1.0 - alpha / 2.0) + normal::quantile(power)) / (3.0 * pairs as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_against_five() {
        assert!((smallest_rank_sum_p(31, 1) - 4.3e-18).abs() < 1e-19);
        assert!((smallest_signed_rank_p(5) - 0.0625).abs() < 1e-15);
        assert!(detectable_a12(5, 0.05, 0.8) > 1.0 && detectable_a12(31, 0.05, 0.8) < 0.71);
        // Noether's own formula, turned round: 4 values with N = (1.96 + 0.84)² / (6 (p − 1/2)²).
        let p = detectable_a12(40, 0.05, 0.8);
        let (a, b) = (1.959_963_984_540_054_f64, 0.841_621_233_572_914_2);
        assert!(((a + b).powi(2) / (6.0 * (p - 0.5_f64).powi(2)) - 40.0).abs() < 1e-9);
    }
}
