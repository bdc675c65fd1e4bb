//! The χ² distribution, by the incomplete gamma function of statrs.

use statrs::function::gamma::checked_gamma_ur;

/// Returns the probability that χ² is at least this large.
pub(super) fn upper(value: f64, df: f64) -> f64 {
    if value <= 0.0 { 1.0 } else { checked_gamma_ur(df / 2.0, value / 2.0).unwrap_or(1.0) }
}
