//! The Friedman test of several configurations on the same blocks, with one value each: mean ranks, χ², its p-value, and that of Iman and
//! Davenport's F. It does not say which of them differ: see `conover`.

use libm::pow;

use crate::distributions::{beta, chi_squared};
use crate::samples::ranks::{doubled_by_block, tie_term};

/// The result of a Friedman test.
#[derive(Clone, Debug, PartialEq)]
pub struct Friedman {
    /// The mean rank of each configuration, 1 if it is always lowest.
    pub mean_ranks: Vec<f64>,
    /// The number of blocks.
    pub blocks: usize,
    /// Friedman's χ² with its correction for ties.
    pub chi_squared: f64,
    /// Its p-value.
    pub p_chi_squared: f64,
    /// The p-value of Iman and Davenport's F, a better approximation. It is at least the probability that all blocks
    /// agree by chance, which is the smallest exact p-value.
    pub p: f64,
}

/// Returns the Friedman test of blocks (such as instances) with one value per configuration; `None` with fewer than two
/// configurations or blocks.
///
/// M. Friedman, "The use of ranks to avoid the assumption of normality implicit in the analysis of variance", Journal
/// of the American Statistical Association 32 (1937), 675–701; R. L. Iman and J. M. Davenport, "Approximations of the
/// critical region of the Friedman statistic", Communications in Statistics A9 (1980), 571–595; for comparing
/// algorithms: J. Demšar, "Statistical comparisons of classifiers over multiple data sets", Journal of Machine Learning
/// Research 7 (2006), 1–30.
///
/// # Panics
/// If blocks differ in length.
pub fn friedman(blocks: &[Vec<f64>]) -> Option<Friedman> {
    let (ranks, sums) = doubled_by_block(blocks)?;
    let (n, configurations) = (blocks.len() as f64, sums.len() as f64);
    let ties: f64 = ranks.into_iter().map(tie_term).sum();
    let mean_ranks: Vec<f64> = sums.iter().map(|sum| *sum as f64 / 2.0 / n).collect();
    let spread: f64 = mean_ranks.iter().map(|rank| (rank - (configurations + 1.0) / 2.0).powi(2)).sum();
    let untied = 1.0 - ties / (n * configurations * (configurations * configurations - 1.0));
    if untied <= 0.0 {
        // All values of each block are tied.
        return Some(Friedman { mean_ranks, blocks: blocks.len(), chi_squared: 0.0, p_chi_squared: 1.0, p: 1.0 });
    }
    let chi_squared = 12.0 * n / (configurations * (configurations + 1.0)) * spread / untied;
    let (df1, df2) = (configurations - 1.0, (configurations - 1.0) * (n - 1.0));
    let rest = n * (configurations - 1.0) - chi_squared;
    // F = (n − 1) χ² / rest, and its upper tail in terms of df2 / (df2 + df1 F) = rest / (n (k − 1)).
    let share = (rest / (n * (configurations - 1.0))).clamp(0.0, 1.0);
    Some(Friedman {
        mean_ranks,
        blocks: blocks.len(),
        chi_squared,
        p_chi_squared: chi_squared::upper(chi_squared, df1),
        p: beta::below(share, df2 / 2.0, df1 / 2.0).max(agreement(sums.len(), blocks.len())),
    })
}

/// Returns the probability that all blocks have the order of the first, if all orders are equally likely.
fn agreement(configurations: usize, blocks: usize) -> f64 {
    let orders: f64 = (1..=configurations).map(|order| order as f64).product();
    pow(orders, 1.0 - blocks as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tied_blocks_have_p_1() {
        let test = friedman(&[vec![1.0; 3], vec![7.0; 3]]).unwrap();
        assert_eq!((test.mean_ranks, test.p), (vec![2.0; 3], 1.0));
        assert_eq!(friedman(&[vec![1.0, 2.0]]), None);
    }

    #[test]
    fn p_is_at_least_the_probability_that_all_blocks_agree() {
        let test = friedman(&vec![vec![1.0, 2.0, 3.0]; 10]).unwrap();
        assert!((test.chi_squared - 20.0).abs() < 1e-12 && (test.p - 6.0_f64.powi(-9)).abs() < 1e-20);
        // Two blocks of two configurations agree in half of all cases.
        assert_eq!(friedman(&[vec![1.0, 2.0], vec![3.0, 9.0]]).unwrap().p, 0.5);
    }
}
