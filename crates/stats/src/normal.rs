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
