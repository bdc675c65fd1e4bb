//! Power and detectable effects of rank tests, computed before a sweep runs.

use super::normal;
use super::tails::Sums;

/// The maximum number of values per sample, over all strata, for an enumerated power of the rank-sum test.
const ENUMERATED_VALUES: u64 = 40;
/// The maximum number of pairs for an enumerated power of the signed-rank test, the same as for its exact p-values.
const ENUMERATED_PAIRS: u64 = 100;
/// The number of halvings of an interval of effects: the result is finer than its printed digits.
const HALVINGS: u32 = 20;

/// Returns the smallest possible two-sided p-value of a rank-sum test of two samples of `repetitions` values in each of
/// `strata` strata: 2 divided by the number of partitions. With one repetition it equals the smallest p-value of the
/// signed-rank test.
///
/// ```
/// let p = evocube_stats::smallest_rank_sum_p(5, 1);
/// assert!((p - 2.0 / 252.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn smallest_rank_sum_p(repetitions: u64, strata: u64) -> f64 {
    // 1 / C(2n, n) is the product of i / (n + i).
    let stratum_p: f64 = (1..=repetitions).map(|i| i as f64 / (repetitions + i) as f64).product();
    (2.0 * stratum_p.powf(strata as f64)).min(1.0)
}

/// Returns the power of the exact two-sided rank-sum test at level `alpha`, without ties, for two samples of `size` values in
/// each of `strata` strata. A value of the first sample is below one of the second with probability `a12`.
///
/// The alternative is E. L. Lehmann's ("The power of rank tests", Annals of Mathematical Statistics 24 (1953), 23–43):
/// one distribution function is a power of the other, so `a12` determines the distribution of all ranks. The
/// distribution of U is enumerated value by value in ascending order (G. R. Shorack, "Recursive generation of the
/// distribution of the Mann–Whitney–Wilcoxon U-statistic under generalized Lehmann alternatives", Annals of
/// Mathematical Statistics 37 (1966), 284–286).
#[must_use]
pub fn rank_sum_power(size: u64, strata: u64, a12: f64, alpha: f64) -> f64 {
    let over_all = |a12| {
        let distribution = lehmann(usize::try_from(size).expect("a sample in memory"), a12);
        (1..strata).fold(distribution.clone(), |sums, _| sums.plus(&distribution))
    };
    over_all(a12).rejected(&over_all(0.5), alpha)
}

/// Returns the distribution of U of the first sample. The lowest remaining value belongs to the first sample with odds of
/// `a12` · (its remaining values) to (1 − `a12`) · (those of the second).
fn lehmann(size: usize, a12: f64) -> Sums {
    let max = size * size;
    // ways[second][u]: the probability that the lowest values are the first sample's so far and `second` of the second
    // sample, with this U.
    let mut ways = vec![vec![0.0; max + 1]; size + 1];
    ways[0][0] = 1.0;
    for first in 0..=size {
        let left = (size - first) as f64 * a12;
        let mut next = vec![vec![0.0; max + 1]; size + 1];
        for second in 0..=size {
            let other = (size - second) as f64 * (1.0 - a12);
            let take_first = if first == size { 0.0 } else { left / (left + other) };
            for u in 0..=max {
                let way = ways[second][u];
                if way <= 0.0 {
                    continue;
                }
                if first < size {
                    // The value is above those of the second sample so far.
                    next[second][u + second] += way * take_first;
                }
                if second < size {
                    ways[second + 1][u] += way * (1.0 - take_first);
                }
            }
        }
        if first < size {
            ways = next;
        }
    }
    Sums(ways.swap_remove(size))
}

/// Returns the power of the exact two-sided signed-rank test of `pairs` pairs at level `alpha`, without ties. The first value
/// of a pair is the lower one with probability `share`, independently of the size of the difference.
#[must_use]
pub fn signed_rank_power(pairs: u64, share: f64, alpha: f64) -> f64 {
    let ranks: Vec<usize> = (1..=usize::try_from(pairs).expect("pairs in memory")).collect();
    Sums::from_biased_coins(&ranks, 1.0 - share).rejected(&Sums::from_coins(&ranks), alpha)
}

/// Returns the smallest Â₁₂ that a rank-sum test of two samples of `size` values in each of `strata` strata detects with this
/// power at level `alpha`; `None` if there is none. Up to 40 values per sample it comes from [`rank_sum_power`], above
/// that from the normal approximation (G. E. Noether, "Sample size determination for some common nonparametric tests",
/// Journal of the American Statistical Association 82 (1987), 645–647), solved for the effect.
#[must_use]
pub fn detectable_rank_sum(size: u64, strata: u64, alpha: f64, power: f64) -> Option<f64> {
    if size * strata <= ENUMERATED_VALUES {
        return smallest_effect(power, |a12| rank_sum_power(size, strata, a12, alpha));
    }
    let (n, strata) = (size as f64, strata as f64);
    // The standard error of U divided by the number of pairs, under the null hypothesis.
    let error = ((2.0 * n + 1.0) / (12.0 * strata)).sqrt() / n;
    normal_effect(error, alpha, power)
}

/// Returns the smallest share of pairs with the lower first value that a signed-rank test of `pairs` pairs detects with this
/// power at level `alpha`; `None` if there is none. Up to 100 pairs it comes from [`signed_rank_power`], above that
/// from the normal approximation.
#[must_use]
pub fn detectable_signed_rank(pairs: u64, alpha: f64, power: f64) -> Option<f64> {
    if pairs <= ENUMERATED_PAIRS {
        return smallest_effect(power, |share| signed_rank_power(pairs, share, alpha));
    }
    let n = pairs as f64;
    normal_effect(((2.0 * n + 1.0) / (6.0 * n * (n + 1.0))).sqrt(), alpha, power)
}

fn normal_effect(error: f64, alpha: f64, power: f64) -> Option<f64> {
    let effect = 0.5 + error * (normal::quantile(1.0 - alpha / 2.0) + normal::quantile(power));
    (effect < 1.0).then_some(effect)
}

/// Returns the smallest effect from 0.5 to 1 with a power; `power_of` increases with the effect.
fn smallest_effect(power: f64, power_of: impl Fn(f64) -> f64) -> Option<f64> {
    let (mut low, mut high) = (0.5, 1.0);
    if power_of(high) < power {
        return None;
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if power_of(middle) < power { low = middle } else { high = middle }
    }
    Some(high)
}

impl Sums {
    /// Returns the probability of the rejection region of a two-sided test at level `alpha`, for a symmetric null distribution.
    fn rejected(&self, null: &Self, alpha: f64) -> f64 {
        let last = null.0.len() - 1;
        let mut tail = 0.0;
        let lower = null.0.iter().take_while(|p| {
            tail += **p;
            2.0 * tail < alpha
        });
        let count = lower.count();
        self.0[..count].iter().sum::<f64>() + self.0[last + 1 - count..].iter().sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LEVEL;

    #[test]
    fn the_smallest_p_is_two_over_the_number_of_partitions() {
        assert!((smallest_rank_sum_p(31, 1) - 4.3e-18).abs() < 1e-19);
        assert!((smallest_rank_sum_p(1, 5) - 0.0625).abs() < 1e-15);
    }

    #[test]
    fn five_against_five_values_detect_a_complete_separation() {
        assert!((rank_sum_power(5, 1, 1.0, LEVEL) - 1.0).abs() < 1e-12);
        assert!((signed_rank_power(6, 1.0, LEVEL) - 1.0).abs() < 1e-12);
        let effect = detectable_rank_sum(5, 1, LEVEL, 0.8).unwrap();
        assert!((rank_sum_power(5, 1, effect, LEVEL) - 0.8).abs() < 1e-4 && effect < 0.96, "{effect}");
        assert_eq!(detectable_rank_sum(3, 1, LEVEL, 0.8), None);
        assert_eq!(detectable_signed_rank(5, LEVEL, 0.8), None);
    }

    #[test]
    fn the_power_without_an_effect_is_the_actual_level() {
        // U is at most 2 or at least 23 in 8 of 252 partitions: 0.0317 is the largest level below 5 %.
        assert!((rank_sum_power(5, 1, 0.5, LEVEL) - 8.0 / 252.0).abs() < 1e-12);
        assert!((signed_rank_power(6, 0.5, LEVEL) - 2.0 / 64.0).abs() < 1e-12);
    }

    #[test]
    fn the_normal_approximation_continues_the_enumeration() {
        for (size, strata) in [(40, 1), (20, 2), (10, 4), (5, 8)] {
            for alpha in [LEVEL, LEVEL / 300.0] {
                let exact = detectable_rank_sum(size, strata, alpha, 0.8).unwrap();
                let normal = detectable_rank_sum(size, strata + 1, alpha, 0.8).unwrap();
                assert!(exact > normal - 0.02 && exact - normal < 0.1, "{size} × {strata}: {exact}, {normal}");
            }
        }
        let (exact, normal) =
            (detectable_signed_rank(100, LEVEL, 0.8).unwrap(), detectable_signed_rank(101, LEVEL, 0.8).unwrap());
        assert!((exact - normal).abs() < 0.02, "{exact} {normal}");
    }
}
