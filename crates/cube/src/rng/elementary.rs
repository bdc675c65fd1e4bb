//! Exponential function and logarithm by IEEE arithmetic alone, so that every platform has the same bits.

use std::f64::consts::{LN_2, SQRT_2};

/// Returns e to the power of a number, to about 13 digits; 0 below −700 and infinity above 700.
///
/// ```
/// use evocube_cube::rng::elementary::{exp, ln};
/// assert_eq!(exp(0.0), 1.0);
/// assert!((ln(exp(2.5)) - 2.5).abs() < 1e-12);
/// ```
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the exponent is between -1011 and 1011
pub fn exp(x: f64) -> f64 {
    if x < -700.0 {
        return 0.0;
    }
    if x > 700.0 {
        return f64::INFINITY;
    }
    let exponent = (x / LN_2).round();
    let rest = x - exponent * LN_2;
    // The series of Taylor, from its smallest term: |rest| is at most half of ln 2.
    let series = (1..=18).rev().fold(1.0, |sum, n| 1.0 + sum * rest / f64::from(n));
    series * f64::from_bits(((exponent as i64 + 1023) as u64) << 52)
}

/// Returns the natural logarithm of a normal positive number, to about 14 digits.
///
/// # Panics
/// If the number is not positive and normal.
pub fn ln(x: f64) -> f64 {
    assert!(x.is_normal() && x > 0.0, "{x} has no logarithm");
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as i64 - 1023;
    let mut mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    if mantissa > SQRT_2 {
        mantissa /= 2.0;
        exponent += 1;
    }
    // ln m = 2 artanh z with z = (m − 1) / (m + 1), which is at most 0.172.
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let series = (0..=11).rev().fold(0.0, |sum, n| sum * z * z + 1.0 / f64::from(2 * n + 1));
    2.0 * z * series + exponent as f64 * LN_2
}

/// Returns a positive number to a power, to about 12 digits.
///
/// # Panics
/// If the base is not positive and normal.
///
/// ```
/// use evocube_cube::rng::elementary::pow;
/// assert!((pow(2.0, 0.5) - 2.0f64.sqrt()).abs() < 1e-12);
/// ```
pub fn pow(base: f64, exponent: f64) -> f64 {
    exp(exponent * ln(base))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elementary_functions_are_those_of_the_standard_library_to_twelve_digits() {
        for n in -2000..=2000 {
            let x = f64::from(n) / 7.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-12, "exp {x}");
            let y = x.exp();
            assert!((ln(y) - y.ln()).abs() < 1e-13 * (1.0 + y.ln().abs()), "ln {y}");
        }
        for (base, exponent) in [(0.5, 10.0), (7.0, -1.5), (1000.0, 0.1), (1.0, 5.0)] {
            assert!((pow(base, exponent) / base.powf(exponent) - 1.0).abs() < 1e-12, "{base} to {exponent}");
        }
        assert_eq!((exp(0.0), ln(1.0), exp(-800.0), exp(800.0)), (1.0, 0.0, 0.0, f64::INFINITY));
    }

    #[test]
    fn elementary_functions_have_pinned_bits() {
        let bits = [exp(1.0), exp(-12.3), ln(10.0), pow(3.0, -1.5)].map(f64::to_bits);
        assert_eq!(bits, [0x4005_BF0A_8B14_576A, 0x3ED3_1765_FDAF_4F36, 0x4002_6BB1_BBB5_5515, 0x3FC8_A234_5CC0_4427]);
    }
}
