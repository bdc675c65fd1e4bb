//! Conover's post-hoc test of configurations against the best one. Its p-values are not corrected: Friedman's test must come first.

use crate::distributions::student;
use crate::samples::ranks::doubled_by_block;

/// Returns two-sided p-values of each configuration against the one with the lowest rank sum over the blocks, uncorrected;
/// `None` with fewer than two configurations or blocks. The best configuration itself, the first of several with equal
/// rank sums, has p = 1. Where all blocks agree, those with a higher rank sum have p = 0.
///
/// A significant [`friedman`](fn@super::friedman) test must come first: it controls the level of all these comparisons.
///
/// W. J. Conover, "Practical Nonparametric Statistics", 3rd edition, 1999, section 5.8: differences of rank sums,
/// divided by their standard error within blocks, follow Student's t with (n − 1)(k − 1) degrees of freedom.
///
/// # Panics
/// If blocks differ in length.
pub fn conover_p(blocks: &[Vec<f64>]) -> Option<Vec<f64>> {
    // Ranks are doubled, so that all sums are whole numbers.
    let (ranks, sums) = doubled_by_block(blocks)?;
    let squares: u64 = ranks.iter().flatten().map(|rank| rank * rank).sum();
    let lowest = *sums.iter().min()?;
    let best = sums.iter().position(|sum| *sum == lowest)?;
    let (n, k) = (blocks.len() as u64, sums.len() as u64);
    let left = n * squares - sums.iter().map(|sum| sum * sum).sum::<u64>();
    let df = ((n - 1) * (k - 1)) as f64;
    let error = 2.0 * left as f64 / df;
    let p = |(place, sum): (usize, &u64)| {
        let distance = (sum - lowest) as f64;
        match distance {
            _ if place == best || distance <= 0.0 => 1.0,
            // All blocks agree.
            _ if error <= 0.0 => 0.0,
            _ => student::two_sided(distance / error.sqrt(), df),
        }
    };
    Some(sums.iter().enumerate().map(p).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_is_0_if_all_blocks_agree_and_1_for_ties() {
        assert_eq!(conover_p(&vec![vec![2.0, 1.0, 3.0]; 5]), Some(vec![0.0, 1.0, 0.0]));
        assert_eq!(conover_p(&vec![vec![7.0; 3]; 5]), Some(vec![1.0; 3]));
        assert_eq!(conover_p(&[vec![1.0, 2.0]]), None);
    }
}
