//! Degrees of freedom of estimated variances.

/// Returns the degrees of freedom of a sum of variances, each with its own; B. L. Welch, "The generalization of 'Student's' problem
/// when several different population variances are involved", Biometrika 34 (1947), 28–35. F. E. Satterthwaite's estimate is
/// half as large for many variances of two values each.
pub(super) fn welch(variances: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut sum, mut squares, mut all) = (0.0, 0.0, 0.0);
    for (variance, df) in variances {
        sum += variance;
        squares += variance * variance / (df + 2.0);
        all += df;
    }
    if squares > 0.0 { (sum * sum / squares - 2.0).min(all) } else { 0.0 }
}

/// Returns by how much the square of a sum of estimated variances, each with its degrees of freedom, exceeds the square of the sum of
/// the true ones on average: the estimated variance of the sum of normal samples.
pub(super) fn square_bias(variances: &[(f64, f64)]) -> f64 {
    variances.iter().map(|(variance, df)| 2.0 * variance * variance / (df + 2.0)).sum()
}

/// Returns the degrees of freedom of an effect of several contrasts over instances, from Box's estimate of them, which is too
/// small; H. Huynh and L. S. Feldt, "Estimation of the Box correction for degrees of freedom from sample data in randomized block and
/// split-plot designs", Journal of Educational Statistics 1 (1976), 69–82. With few instances their correction claims too often, so
/// Box's estimate stays.
pub(super) fn huynh_feldt(box_df: f64, df: f64, contrasts: f64) -> f64 {
    if df <= contrasts { box_df } else { (((df + 1.0) * box_df - 2.0) / (df - box_df)).min(contrasts) }
}
