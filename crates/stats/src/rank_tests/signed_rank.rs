//! The Wilcoxon signed-rank test of two paired samples, exact for up to 100 pairs with a difference. Unpaired samples are compared in
//! `rank_sum`.

use super::Method;
use crate::distributions::normal;
use crate::distributions::sums::Sums;
use crate::samples::ranks::{doubled, tie_term};

/// The maximum number of pairs with a difference for an exact p-value.
const EXACT: usize = 100;

/// The result of a signed-rank test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// The sum of the ranks of the positive differences.
    pub positive: f64,
    /// The sum of the ranks of the negative differences. If it is the larger sum, the first values tend to be lower.
    pub negative: f64,
    /// The number of pairs, including those without a difference.
    pub pairs: usize,
    /// Two-sided p-value: twice the smaller tail, at most 1.
    pub p: f64,
    /// The method of the p-value.
    pub method: Method,
}

/// Returns the Wilcoxon signed-rank test of paired values; `None` without pairs. The result is exact for up to 100 pairs with a
/// difference.
///
/// F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1 (1945), 80–83; pairs without a
/// difference are ranked and then left out (J. W. Pratt, "Remarks on zeros and ties in the Wilcoxon signed rank
/// procedures", Journal of the American Statistical Association 54 (1959), 655–667). Up to 100 differences the p-value
/// is exact, conditional on the ties: the probability over all signs. Above that it is the normal approximation with
/// corrections for ties and continuity. The difference of two equal values is 0, also of infinite ones.
///
/// # Panics
/// If the samples differ in length.
///
/// ```
/// let test = evocube_stats::rank_tests::signed_rank(&[1.0, 2.0, 3.0, 4.0, 5.0], &[2.0, 4.0, 6.0, 8.0, 10.0]).expect("pairs");
/// assert!((test.p - 0.0625).abs() < 1e-12);
/// ```
pub fn signed_rank(first: &[f64], second: &[f64]) -> Option<SignedRank> {
    assert_eq!(first.len(), second.len(), "paired samples have the same length");
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| if a == b { 0.0 } else { a - b }).collect();
    from_differences(&differences)
}

fn from_differences(differences: &[f64]) -> Option<SignedRank> {
    let pairs = differences.len();
    if pairs == 0 {
        return None;
    }
    let sizes: Vec<f64> = differences.iter().map(|difference| difference.abs()).collect();
    let ranks = doubled(&sizes);
    let nonzero: Vec<(u64, bool)> =
        ranks.iter().zip(differences).filter(|(_, d)| **d != 0.0).map(|(rank, d)| (*rank, *d > 0.0)).collect();
    let all: u64 = nonzero.iter().map(|(rank, _)| rank).sum();
    let positive: u64 = nonzero.iter().filter(|(_, positive)| *positive).map(|(rank, _)| rank).sum();
    let (p, method) = if nonzero.len() <= EXACT {
        (exact_p(&nonzero, positive), Method::Exact)
    } else {
        (normal_p(&nonzero, positive, pairs), Method::Normal)
    };
    Some(SignedRank { positive: positive as f64 / 2.0, negative: (all - positive) as f64 / 2.0, pairs, p, method })
}

fn exact_p(nonzero: &[(u64, bool)], positive: u64) -> f64 {
    let index = |rank: u64| usize::try_from(rank).expect("a sum of ranks of a sample in memory");
    let weights: Vec<usize> = nonzero.iter().map(|(rank, _)| index(*rank)).collect();
    Sums::from_coins(&weights).two_sided(index(positive))
}

fn normal_p(nonzero: &[(u64, bool)], positive: u64, pairs: usize) -> f64 {
    let (n, zeros) = (pairs as f64, (pairs - nonzero.len()) as f64);
    let mean = |n: f64| n * (n + 1.0) / 4.0;
    let squares = |n: f64| n * (n + 1.0) * (2.0 * n + 1.0);
    let ties = tie_term(nonzero.iter().map(|(rank, _)| *rank));
    let variance = (squares(n) - squares(zeros) - ties / 2.0) / 24.0;
    let distance = (positive as f64 / 2.0 - (mean(n) - mean(zeros))).abs() - 0.5;
    (2.0 * normal::above(distance / variance.sqrt())).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_without_a_difference_are_ranked_and_left_out() {
        assert_eq!(signed_rank(&[], &[]), None);
        let infinite = [f64::INFINITY; 3];
        let test = signed_rank(&infinite, &infinite).unwrap();
        assert_eq!((test.positive, test.negative, test.pairs, test.p), (0.0, 0.0, 3, 1.0));
        // Zero has rank 1 and is left out.
        let test = signed_rank(&[5.0, 1.0, 3.0], &[5.0, 3.0, 2.0]).unwrap();
        assert_eq!((test.positive, test.negative), (2.0, 3.0));
    }
}
