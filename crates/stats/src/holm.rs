//! Corrections for multiple testing.

/// Returns the p-values of a family of tests, adjusted by Holm's method, which controls the family-wise error rate.
///
/// S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979),
/// 65–70.
///
/// ```
/// assert_eq!(evocube_stats::holm(&[0.01, 0.75, 0.0625]), [0.03, 0.75, 0.125]);
/// ```
pub fn holm(p: &[f64]) -> Vec<f64> {
    shaffer(p, p.len())
}

/// A hypothesis of a family in which some keep their share of the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shared {
    /// The corrected p-value.
    pub p: f64,
    /// The share of the level at which it was rejected. It is that of the hypotheses within it, if it keeps its share.
    pub share: f64,
}

/// Returns the p-values corrected by Holm's method where some hypotheses, once rejected, keep their share of the level for
/// hypotheses within them. Others pass it on to those that are left. If all are rejected at `level`, those that keep shares have the
/// whole.
///
/// J. J. Goeman and A. Solari, "The sequential rejection principle of familywise error control", Annals of Statistics 38 (2010),
/// 3782–3810. With the p-values within a hypothesis divided by its share, the family and all within it have one error rate.
///
/// ```
/// use evocube_stats::holm_with_shares;
///
/// // The second keeps a third of the level: the others have two thirds together.
/// let shared = holm_with_shares(&[0.03, 0.001, 0.2], &[false, true, false], 0.05);
/// let corrected: Vec<String> = shared.iter().map(|shared| format!("{:.3}", shared.p)).collect();
/// let shares: Vec<String> = shared.iter().map(|shared| format!("{:.3}", shared.share)).collect();
/// assert_eq!((corrected.join(" "), shares.join(" ")), ("0.090 0.003 0.300".to_owned(), "0.333 0.333 0.667".to_owned()));
/// ```
///
/// # Panics
/// If the numbers of p-values and flags differ.
pub fn holm_with_shares(p: &[f64], keeps: &[bool], level: f64) -> Vec<Shared> {
    assert_eq!(p.len(), keeps.len(), "a flag for each p-value");
    let (mut free, mut largest) = (1.0, 0.0_f64);
    let mut shared = vec![Shared { p: 1.0, share: 0.0 }; p.len()];
    for (rank, index) in ascending(p).into_iter().enumerate() {
        let left = (p.len() - rank) as f64;
        let share = free / left;
        largest = largest.max((p[index] * (left / free)).min(1.0));
        shared[index] = Shared { p: largest, share };
        free -= if keeps[index] { share } else { 0.0 };
    }
    let kept_share: f64 = shared.iter().zip(keeps).filter(|(_, keeps)| **keeps).map(|(shared, _)| shared.share).sum();
    if largest < level && kept_share > 0.0 {
        shared.iter_mut().for_each(|shared| shared.share /= kept_share);
    }
    shared
}

/// Returns the p-values corrected by Holm's method where at most `max_true` of the hypotheses can be true together.
///
/// J. P. Shaffer, "Modified sequentially rejective multiple test procedures", Journal of the American Statistical Association 81
/// (1986), 826–831. If some of k means differ, at most (k − 1)(k − 2)/2 pairs of them are equal.
///
/// ```
/// // Three pairs of three means that are not all equal: one pair may be.
/// assert_eq!(evocube_stats::shaffer(&[0.01, 0.04, 0.03], 1), [0.01, 0.04, 0.03]);
/// ```
pub fn shaffer(p: &[f64], max_true: usize) -> Vec<f64> {
    let mut corrected = vec![0.0; p.len()];
    let mut largest = 0.0_f64;
    for (rank, index) in ascending(p).into_iter().enumerate() {
        largest = largest.max((p[index] * (p.len() - rank).min(max_true.max(1)) as f64).min(1.0));
        corrected[index] = largest;
    }
    corrected
}

/// Returns the places of the p-values from the smallest on.
fn ascending(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    order
}

#[cfg(test)]
mod tests {
    #[test]
    fn adjusted_p_values_keep_the_order_of_the_tests() {
        assert_eq!(super::holm(&[0.25, 0.01, 0.02]), [0.25, 0.03, 0.04]);
        assert!(super::holm(&[]).is_empty());
        // With k means of which some differ, 3 of the 6 pairs of 4 can be equal.
        assert_eq!(super::shaffer(&[0.01, 0.02, 0.03, 0.04, 0.25, 0.5], 3), [0.03, 0.06, 0.09, 0.12, 0.5, 0.5]);
    }

    #[test]
    fn hypotheses_that_keep_nothing_are_corrected_by_holm() {
        let p = [0.25, 0.01, 0.02, 0.004];
        let corrected: Vec<f64> =
            super::holm_with_shares(&p, &[false; 4], 0.05).iter().map(|shared| shared.p).collect();
        assert_eq!(corrected, super::holm(&p));
    }

    #[test]
    fn shares_of_a_family_that_is_rejected_are_the_whole_level() {
        let shared = super::holm_with_shares(&[0.001, 0.002, 0.003], &[true, false, true], 0.05);
        assert!((shared[0].share + shared[2].share - 1.0).abs() < 1e-12, "{shared:?}");
        let two_shares = super::holm_with_shares(&[0.001, 0.002, 0.3], &[true, false, true], 0.05);
        assert!(
            (two_shares[0].share - 1.0 / 3.0).abs() < 1e-12 && (two_shares[2].share - 2.0 / 3.0).abs() < 1e-12,
            "{two_shares:?}"
        );
    }
}
