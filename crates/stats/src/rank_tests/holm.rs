//! [`holm`]: p-values of a family of tests with Holm's correction of the family-wise error rate.

/// Returns the p-values of a family of tests, adjusted by Holm's method, which controls the family-wise error rate.
///
/// S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979),
/// 65–70.
///
/// ```
/// assert_eq!(evocube_stats::rank_tests::holm(&[0.01, 0.75, 0.0625]), [0.03, 0.75, 0.125]);
/// ```
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let mut corrected = vec![0.0; p.len()];
    let mut largest = 0.0_f64;
    for (rank, index) in order.into_iter().enumerate() {
        largest = largest.max((p[index] * (p.len() - rank) as f64).min(1.0));
        corrected[index] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    #[test]
    fn adjusted_p_values_keep_the_order_of_the_tests() {
        assert_eq!(super::holm(&[0.25, 0.01, 0.02]), [0.25, 0.03, 0.04]);
        assert!(super::holm(&[]).is_empty());
    }
}
