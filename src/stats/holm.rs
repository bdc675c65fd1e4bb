//! Many tests at once.

/// The p-values of a family of tests, adjusted so that the chance of any false claim in the family stays below the
/// level that the adjusted ones are held against.
///
/// S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979),
/// 65–70.
///
/// ```
/// assert_eq!(evocube::stats::holm(&[0.01, 0.75, 0.0625]), [0.03, 0.75, 0.125]);
/// ```
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![0.0; p.len()];
    let mut least = 0.0_f64;
    for (smaller, &at) in order.iter().enumerate() {
        least = least.max(((p.len() - smaller) as f64 * p[at]).min(1.0));
        adjusted[at] = least;
    }
    adjusted
}

/// One p-value of a family of so many tests, adjusted for the same purpose without knowing the others. Never less than
/// [`holm`] makes of it.
///
/// C. E. Bonferroni, "Teoria statistica delle classi e calcolo delle probabilità", Pubblicazioni del R. Istituto
/// Superiore di Scienze Economiche e Commerciali di Firenze 8 (1936), 3–62.
///
/// ```
/// assert_eq!(evocube::stats::bonferroni(0.01, 3), 0.03);
/// assert_eq!(evocube::stats::bonferroni(0.75, 3), 1.0);
/// ```
#[must_use]
pub fn bonferroni(p: f64, tests: usize) -> f64 {
    (tests as f64 * p).min(1.0)
}

#[cfg(test)]
mod tests {
    #[test]
    fn order_is_kept() {
        assert_eq!(super::holm(&[0.25, 0.01, 0.02]), [0.25, 0.03, 0.04]);
        assert!(super::holm(&[]).is_empty());
    }
}
