//! The beta distribution: probabilities below a value, and quantiles.

use libm::{exp, lgamma, log, log1p};

use super::root::root;

/// Returns the regularized incomplete beta function, the probability that a variable of these parameters is at most `x`; 1 if a
/// parameter is not positive or `x` is not a number.
///
/// The continued fraction 8.17.22 of the NIST Digital Library of Mathematical Functions, <https://dlmf.nist.gov>, by the method of
/// W. J. Lentz.
pub(crate) fn below(x: f64, a: f64, b: f64) -> f64 {
    if a <= 0.0 || b <= 0.0 || x.is_nan() || x >= 1.0 {
        return 1.0;
    }
    if x <= 0.0 {
        return 0.0;
    }
    // The fraction converges fast up to the mean.
    if x > (a + 1.0) / (a + b + 2.0) { 1.0 - lower_tail(1.0 - x, b, a) } else { lower_tail(x, a, b) }
}

fn lower_tail(x: f64, a: f64, b: f64) -> f64 {
    let front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a;
    let (mut numerator, mut denominator) = (1.0, 1.0 / (1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = denominator;
    for n in 1..100_000 {
        let n = f64::from(n);
        let even = n * (b - n) * x / ((a + 2.0 * n - 1.0) * (a + 2.0 * n));
        let odd = -(a + n) * (a + b + n) * x / ((a + 2.0 * n) * (a + 2.0 * n + 1.0));
        let mut factor = 1.0;
        for part in [even, odd] {
            (numerator, denominator) = (nonzero(1.0 + part / numerator), 1.0 / nonzero(1.0 + part * denominator));
            factor = numerator * denominator;
            fraction *= factor;
        }
        if (factor - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    front * fraction
}

fn nonzero(value: f64) -> f64 {
    if value.abs() > 0.0 { value } else { 1e-300 }
}

/// Returns the value that a variable of these parameters does not exceed with a probability. The smaller of the value and its complement to
/// 1 has twelve correct digits.
pub(crate) fn quantile(probability: f64, a: f64, b: f64) -> f64 {
    let is_low = probability <= below(a / (a + b), a, b);
    if is_low { low_quantile(probability, a, b) } else { 1.0 - low_quantile(1.0 - probability, b, a) }
}

/// Returns the quantile of a probability that is at most that of the mean.
fn low_quantile(probability: f64, a: f64, b: f64) -> f64 {
    if probability <= 0.0 {
        return 0.0;
    }
    // The logarithm of the probability is nearly a line over that of the value.
    let log_ratio = |log_value: f64| log(probability) - log(below(exp(log_value), a, b));
    let (high, mut step) = (log(a / (a + b)), 0.5);
    while log_ratio(high - step) < 0.0 && step < 700.0 {
        step *= 2.0;
    }
    exp(root(log_ratio, high - step, high, 1e-14))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_scipy() {
        // `scipy.stats.beta.ppf`, SciPy 1.17.1.
        for (probability, a, b, expected) in [
            (0.025, 10.5, 0.5, 0.782_803_732_490_789_4),
            (0.975, 0.5, 20.5, 0.116_638_982_904_875_39),
            (0.025, 3.5, 7.5, 0.092_694_593_938_153_15),
        ] {
            let value = quantile(probability, a, b);
            assert!((value / expected - 1.0).abs() < 1e-12, "{probability} {a} {b}: {value}");
        }
    }

    #[test]
    fn probabilities_are_those_of_closed_forms() {
        for x in [1e-12, 0.01, 0.3, 0.5, 0.7, 0.999] {
            let is = |a: f64, b: f64, expected: f64| {
                let share = below(x, a, b);
                assert!((share / expected - 1.0).abs() < 1e-13, "{x} {a} {b}: {share}, {expected}");
            };
            is(1.0, 1.0, x);
            is(3.0, 1.0, x * x * x);
            is(1.0, 2.0, x * (2.0 - x));
            is(0.5, 0.5, 2.0 / std::f64::consts::PI * libm::asin(x.sqrt()));
            // Of whole numbers: that many coins or more.
            is(2.0, 3.0, x * x * (6.0 - 8.0 * x + 3.0 * x * x));
        }
        // Where both parameters are the same, half of it is below 1/2; a large parameter needs many steps.
        for a in [0.1, 1.0, 40.0, 5e3, 5e5] {
            assert!((below(0.5, a, a) - 0.5).abs() < 1e-8, "{a}: {}", below(0.5, a, a));
        }
        assert_eq!([0.0, 1.0, -1.0, 2.0, f64::NAN].map(|x| below(x, 2.0, 3.0)), [0.0, 1.0, 0.0, 1.0, 1.0]);
    }
}
