//! The standard normal distribution, by the error function of statrs.

use std::f64::consts::SQRT_2;

use statrs::function::erf::{erfc, erfc_inv};

/// Returns the probability of a value up to `z`.
pub(super) fn below(z: f64) -> f64 {
    0.5 * erfc(-z / SQRT_2)
}

/// Returns the probability of a value above `z`, accurate also where it is small.
pub(super) fn above(z: f64) -> f64 {
    0.5 * erfc(z / SQRT_2)
}

/// Returns the value that is not exceeded with a probability.
pub(super) fn quantile(probability: f64) -> f64 {
    -SQRT_2 * erfc_inv(2.0 * probability)
}

/// Returns a value of χ² divided by its degrees of freedom, from a standard normal one; E. B. Wilson and M. M. Hilferty, "The
/// distribution of chi-square", Proceedings of the National Academy of Sciences 17 (1931), 684–688.
pub(super) fn chi_squared(normal: f64, df: f64) -> f64 {
    let part = 2.0 / (9.0 * df);
    (1.0 - part + normal * part.sqrt()).max(0.05).powi(3)
}
