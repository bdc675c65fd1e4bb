//! Tails and quantiles of Student's t, and tails of Fisher's F, by the distribution function of beta. Degrees of freedom are positive and
//! may have a fraction.

use libm::{exp, log};

use super::root::root;
use super::{beta, normal};

/// Degrees of freedom from which on t is taken to be normal.
const MANY: f64 = 1e6;

/// Returns the probability that |t| is at least this large.
pub(crate) fn two_sided(t: f64, df: f64) -> f64 {
    beta::below(df / (df + t * t), df / 2.0, 0.5)
}

/// Returns the |t| that is exceeded with a probability. The logarithm of the probability is nearly a line over that of t.
pub(crate) fn two_sided_quantile(p: f64, df: f64) -> f64 {
    // The relative difference to the normal value is below 1e-5.
    if df > MANY {
        return normal::quantile(1.0 - p / 2.0);
    }
    if p >= 1.0 {
        return 0.0;
    }
    let log_ratio = |log_t: f64| log(two_sided(exp(log_t), df)) - log(p);
    // Above the normal value, which rounding may exceed.
    let mut low = log(normal::quantile(1.0 - p / 2.0).clamp(1e-300, 10.0)) - 1e-9;
    let mut step = 0.05;
    while log_ratio(low + step) > 0.0 && step < 600.0 {
        (low, step) = (low + step, 2.0 * step);
    }
    exp(root(log_ratio, low, low + step, 1e-14))
}

/// Returns the probability that F is at least this large.
pub(crate) fn upper_f(f: f64, df1: f64, df2: f64) -> f64 {
    beta::below(df2 / (df2 + df1 * f), df2 / 2.0, df1 / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_have_twelve_digits() {
        let expected = [12.706_204_736_174_7, 2.144_786_687_917_80, 1.962_339_080_826_4, 1.959_963_984_540_05];
        for (df, expected) in [1.0, 14.0, 1000.0, 1e7].into_iter().zip(expected) {
            let quantile = two_sided_quantile(0.05, df);
            assert!((quantile / expected - 1.0).abs() < 1e-12, "{df}: {quantile}");
        }
    }

    #[test]
    fn quantiles_of_t_agree_with_scipy_for_any_degrees_of_freedom() {
        for (p, df, expected) in [
            (0.05, 1.0, 12.706_204_736_432_095),
            (0.05, 1000.0, 1.962_339_080_826_408_3),
            (0.002, 1000.0, 3.098_402_163_912_923),
        ] {
            let quantile = two_sided_quantile(p, df);
            assert!((quantile - expected).abs() < 1e-8 * expected, "{p} {df}: {quantile}");
        }
        // The quantile has its probability, for usual and for extreme ones.
        for df in [0.3, 1.0, 2.5, 7.0, 19.0, 30.3, 400.0] {
            for p in [1.0, 0.99, 0.5, 0.05, 1e-4, 1e-12, 1e-40] {
                let probability = two_sided(two_sided_quantile(p, df), df);
                assert!((probability - p).abs() < 1e-9 * p, "{p} {df}: {probability}");
            }
        }
        for df in [1e4, 1e5, 9e5, 1e7, 1e9] {
            let quantile = two_sided_quantile(0.05, df);
            assert!((quantile - 1.959_963_985).abs() < 1e-3, "{df}: {quantile}");
        }
    }
}
