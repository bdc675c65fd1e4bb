//! Student's t and Fisher's F, by the incomplete beta function of statrs.

use statrs::function::beta::{checked_beta_reg, inv_beta_reg};

/// The probability that |t| is at least this large.
pub(super) fn two_sided(t: f64, df: f64) -> f64 {
    checked_beta_reg(df / 2.0, 0.5, df / (df + t * t)).unwrap_or(1.0)
}

/// The |t| that is exceeded with a probability.
pub(super) fn two_sided_quantile(p: f64, df: f64) -> f64 {
    let x = inv_beta_reg(df / 2.0, 0.5, p);
    (df * (1.0 - x) / x).sqrt()
}

/// The probability that F is at least this large.
pub(super) fn upper_f(f: f64, df1: f64, df2: f64) -> f64 {
    checked_beta_reg(df2 / 2.0, df1 / 2.0, df2 / (df2 + df1 * f)).unwrap_or(1.0)
}
