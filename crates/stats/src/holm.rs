//! Corrections for multiple testing.

/// Returns the p-values of a family of tests, adjusted by Holm's method, which controls the family-wise error rate.
///
/// S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979),
/// 65–70.
///
/// ```
/// assert_eq!(evocube_stats::holm(&[0.01, 0.75, 0.0625]), [0.03, 0.75, 0.125]);
/// ```
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![0.0; p.len()];
    let mut min = 0.0_f64;
    for (smaller, &index) in order.iter().enumerate() {
        min = min.max(((p.len() - smaller) as f64 * p[index]).min(1.0));
        adjusted[index] = min;
    }
    adjusted
}

/// Returns one p-value of a family of `tests` tests, adjusted by Bonferroni's method, which does not depend on the other
/// p-values. At least as large as [`holm`]'s.
///
/// C. E. Bonferroni, "Teoria statistica delle classi e calcolo delle probabilità", Pubblicazioni del R. Istituto
/// Superiore di Scienze Economiche e Commerciali di Firenze 8 (1936), 3–62.
///
/// ```
/// assert_eq!(evocube_stats::bonferroni(0.01, 3), 0.03);
/// assert_eq!(evocube_stats::bonferroni(0.75, 3), 1.0);
/// ```
#[must_use]
pub fn bonferroni(p: f64, tests: usize) -> f64 {
    (tests as f64 * p).min(1.0)
}

#[cfg(test)]
mod tests {
    #[test]
    fn adjusted_p_values_keep_the_order_of_the_tests() {
        assert_eq!(super::holm(&[0.25, 0.01, 0.02]), [0.25, 0.03, 0.04]);
        assert!(super::holm(&[]).is_empty());
    }
}
