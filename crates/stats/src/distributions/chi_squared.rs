//! Upper tails of the χ² distribution, by the incomplete gamma function.

use libm::{exp, lgamma, log};

/// Returns the probability that χ² with `df` degrees of freedom is at least this large: 1 if either number is not positive.
///
/// The relative error is below 1e-13 in tests with 1, 2 and 4 degrees of freedom.
pub(crate) fn upper(value: f64, df: f64) -> f64 {
    if value <= 0.0 || df <= 0.0 {
        1.0
    } else if value.is_infinite() {
        0.0
    } else {
        gamma_above(value / 2.0, df / 2.0)
    }
}

/// Returns the regularized incomplete gamma function Q(a, x), the probability that a gamma variable of this shape is above x.
///
/// NIST Digital Library of Mathematical Functions, <https://dlmf.nist.gov>: the series 8.7.1 of its complement where x is below a + 1, the
/// continued fraction 8.9.2 above.
fn gamma_above(x: f64, a: f64) -> f64 {
    let front = exp(a * log(x) - x - lgamma(a));
    if x < a + 1.0 {
        let (mut term, mut sum, mut next) = (1.0 / a, 1.0 / a, a);
        while term > sum * f64::EPSILON / 4.0 {
            next += 1.0;
            term *= x / next;
            sum += term;
        }
        return 1.0 - front * sum;
    }
    // The even part of the fraction, by the method of W. J. Lentz.
    let mut below = x + 1.0 - a;
    let (mut numerator, mut denominator) = (f64::MAX, 1.0 / below);
    let mut fraction = denominator;
    for n in 1..100_000 {
        let part = f64::from(n) * (a - f64::from(n));
        below += 2.0;
        (numerator, denominator) = (below + part / numerator, 1.0 / (below + part * denominator));
        let factor = numerator * denominator;
        fraction *= factor;
        if (factor - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    front * fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_closed_forms() {
        // Of two degrees of freedom: an exponential distribution. Of four: (1 + x / 2) exp(-x / 2). Of one: two tails of a normal one.
        for value in [1e-6, 0.1, 1.0, 2.9, 3.1, 10.0, 80.0, 700.0] {
            let is = |df: f64, expected: f64| {
                let tail = upper(value, df);
                assert!((tail / expected - 1.0).abs() < 1e-13, "{value} {df}: {tail}, {expected}");
            };
            is(2.0, exp(-value / 2.0));
            is(4.0, (1.0 + value / 2.0) * exp(-value / 2.0));
            is(1.0, 2.0 * crate::distributions::normal::above(value.sqrt()));
        }
        // As many steps as a large parameter needs: the median is nearly df - 2 / 3 + 32 / (405 df).
        for df in [100.0, 1e4, 1e6] {
            let tail = upper(df - 2.0 / 3.0 + 32.0 / (405.0 * df), df);
            assert!((tail - 0.5).abs() < 2e-7, "{df}: {tail}");
        }
        assert_eq!((upper(0.0, 3.0), upper(f64::INFINITY, 3.0)), (1.0, 0.0));
    }
}
