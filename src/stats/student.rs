//! Student's t and Fisher's F, by the incomplete beta function of statrs.

use statrs::function::beta::checked_beta_reg;

use super::normal;

/// Degrees of freedom from which on t is taken to be normal.
const MANY: f64 = 1e6;

/// Returns the probability that |t| is at least this large.
pub(super) fn two_sided(t: f64, df: f64) -> f64 {
    checked_beta_reg(df / 2.0, 0.5, df / (df + t * t)).unwrap_or(1.0)
}

/// Returns the |t| that is exceeded with a probability, by halving: the inverse of statrs does not end for some large parameters.
pub(super) fn two_sided_quantile(p: f64, df: f64) -> f64 {
    // The relative difference to the normal value is below 1e-5.
    if df > MANY {
        return normal::quantile(1.0 - p / 2.0);
    }
    let (mut low, mut high) = (0.0, 1.0);
    while two_sided(high, df) > p && high < 1e300 {
        (low, high) = (high, 2.0 * high);
    }
    // After 60 halvings the interval is narrower than the last digit of the result.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if two_sided(middle, df) > p { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Returns the probability that F is at least this large.
pub(super) fn upper_f(f: f64, df1: f64, df2: f64) -> f64 {
    checked_beta_reg(df2 / 2.0, df1 / 2.0, df2 / (df2 + df1 * f)).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_t_agree_with_scipy_for_any_degrees_of_freedom() {
        for (p, df, expected) in [
            (0.05, 1.0, 12.706_204_736_432_095),
            (0.05, 1000.0, 1.962_339_080_826_408_3),
            (0.002, 1000.0, 3.098_402_163_912_923),
        ] {
            let found = two_sided_quantile(p, df);
            assert!((found - expected).abs() < 1e-8 * expected, "{p} {df}: {found}");
        }
        for df in [1e4, 1e5, 9e5, 1e7, 1e9] {
            let found = two_sided_quantile(0.05, df);
            assert!((found - 1.959_963_985).abs() < 1e-3, "{df}: {found}");
        }
    }
}
