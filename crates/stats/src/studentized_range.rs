//! The studentized range with unlimited degrees of freedom: the range of k standard normal values.

use super::normal;

/// Step of the trapezoidal rule, which converges exponentially for a smooth integrand that vanishes at both ends. Half
/// of this step changes the fourteenth digit at the earliest.
const STEP: f64 = 0.05;

/// Returns the probability that the range of `k` standard normal values is at most `range`:
/// k ∫ φ(z) (Φ(z) − Φ(z − range))^(k−1) dz, where z is the highest.
pub(super) fn below(range: f64, k: usize) -> f64 {
    if range <= 0.0 {
        return 0.0;
    }
    let power = i32::try_from(k - 1).unwrap_or(i32::MAX);
    let density = |z: f64| (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let term = |z: f64| density(z) * (normal::below(z) - normal::below(z - range)).powi(power);
    let sum: f64 = (-180_i32..=180).map(|step| term(f64::from(step) * STEP)).sum();
    (k as f64 * sum * STEP).min(1.0)
}

/// Returns the range of `k` values that is not exceeded with a probability.
pub(super) fn quantile(probability: f64, k: usize) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    // After 60 halvings the interval is narrower than the last digit of the result.
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if below(middle, k) < probability { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}
