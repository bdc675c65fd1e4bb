//! The beta distribution, by the regularized incomplete beta function of statrs.

use statrs::function::beta::checked_beta_reg;

/// Returns the value that is not exceeded with a probability, to twelve digits: further ones depend on the logarithm of the C library.
pub(super) fn quantile(probability: f64, a: f64, b: f64) -> f64 {
    let below = |value: f64| checked_beta_reg(a, b, value).unwrap_or(if value < 0.5 { 0.0 } else { 1.0 });
    let (mut low, mut high) = (0.0, 1.0);
    // Halves the interval until it is below the twelfth digit of the smaller of the value and its complement.
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if below(middle) < probability {
            low = middle
        } else {
            high = middle
        }
        if high - low <= 1e-13 * high.min(1.0 - low).max(1e-300) {
            break;
        }
    }
    format!("{:.11e}", f64::midpoint(low, high)).parse().expect("a printed number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_scipy() {
        // `scipy.stats.beta.ppf`, SciPy 1.17.1.
        for (probability, a, b, expected) in [
            (0.025, 10.5, 0.5, 0.782_803_732_49),
            (0.975, 0.5, 20.5, 0.116_638_982_90),
            (0.025, 3.5, 7.5, 0.092_694_593_94),
        ] {
            let value = quantile(probability, a, b);
            assert!((value - expected).abs() < 1e-10, "{probability} {a} {b}: {value}");
        }
    }
}
