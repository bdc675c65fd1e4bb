//! Probabilities and quantiles of the standard normal distribution.

use std::f64::consts::SQRT_2;

use libm::{erfc, log};

/// Returns the probability of a value up to `z`.
pub(crate) fn below(z: f64) -> f64 {
    0.5 * erfc(-z / SQRT_2)
}

/// Returns the probability of a value above `z`, accurate also where it is small.
pub(crate) fn above(z: f64) -> f64 {
    0.5 * erfc(z / SQRT_2)
}

/// Returns the value that is not exceeded with a probability.
///
/// The rational functions of M. J. Wichura, "Algorithm AS 241: the percentage points of the normal distribution", Applied Statistics 37
/// (1988), 477–484, to about 16 digits.
pub(crate) fn quantile(probability: f64) -> f64 {
    let distance = probability - 0.5;
    if distance.abs() <= 0.425 {
        return distance * ratio(&CENTER, 0.180_625 - distance * distance);
    }
    let tail = if distance < 0.0 { probability } else { 1.0 - probability };
    if tail <= 0.0 {
        return f64::INFINITY.copysign(distance);
    }
    let place = (-log(tail)).sqrt();
    let size = if place <= 5.0 { ratio(&TAIL, place - 1.6) } else { ratio(&FAR_TAIL, place - 5.0) };
    size.copysign(distance)
}

/// The coefficients of a numerator and a denominator, those of the highest power first.
type Rational = [[f64; 8]; 2];

fn ratio(coefficients: &Rational, x: f64) -> f64 {
    let [above, below] =
        coefficients.map(|coefficients| coefficients.into_iter().fold(0.0, |sum, term| sum * x + term));
    above / below
}

const CENTER: Rational = [
    [
        2_509.080_928_730_122_7,
        33_430.575_583_588_13,
        67_265.770_927_008_7,
        45_921.953_931_549_87,
        13_731.693_765_509_46,
        1_971.590_950_306_551_3,
        133.141_667_891_784_38,
        3.387_132_872_796_366_5,
    ],
    [
        5_226.495_278_852_854,
        28_729.085_735_721_943,
        39_307.895_800_092_71,
        21_213.794_301_586_597,
        5_394.196_021_424_751,
        687.187_007_492_057_9,
        42.313_330_701_600_91,
        1.0,
    ],
];

const TAIL: Rational = [
    [
        7.745_450_142_783_414e-4,
        2.272_384_498_926_918_4e-2,
        2.417_807_251_774_506e-1,
        1.270_458_252_452_368_4,
        3.647_848_324_763_204_5,
        5.769_497_221_460_691,
        4.630_337_846_156_546,
        1.423_437_110_749_683_5,
    ],
    [
        1.050_750_071_644_416_9e-9,
        5.475_938_084_995_345e-4,
        1.519_866_656_361_645_7e-2,
        1.481_039_764_274_800_8e-1,
        6.897_673_349_851e-1,
        1.676_384_830_183_803_8,
        2.053_191_626_637_759,
        1.0,
    ],
];

const FAR_TAIL: Rational = [
    [
        2.010_334_399_292_288_1e-7,
        2.711_555_568_743_487_6e-5,
        1.242_660_947_388_078_4e-3,
        2.653_218_952_657_612_4e-2,
        2.965_605_718_285_048_7e-1,
        1.784_826_539_917_291_3,
        5.463_784_911_164_114,
        6.657_904_643_501_103,
    ],
    [
        2.044_263_103_389_939_7e-15,
        1.421_511_758_316_446e-7,
        1.846_318_317_510_054_8e-5,
        7.868_691_311_456_133e-4,
        1.487_536_129_085_061_5e-2,
        1.369_298_809_227_358e-1,
        5.998_322_065_558_88e-1,
        1.0,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_have_their_probability() {
        // Steps through the center and both tails, down to the smallest numbers.
        for step in 1..3000 {
            let tail = libm::exp(-0.23 * f64::from(step));
            for probability in [tail / 2.0, 1.0 - tail / 2.0].into_iter().filter(|probability| *probability < 1.0) {
                let z = quantile(probability);
                let (expected, value) = if z < 0.0 { (probability, below(z)) } else { (1.0 - probability, above(z)) };
                // A relative error of z is multiplied by its square.
                assert!((value - expected).abs() <= 1e-15 * expected * (2.0 + 2.0 * z * z), "{probability}: {z}");
            }
        }
        assert_eq!(quantile(0.5), 0.0);
        assert_eq!([0.0, 1.0].map(quantile), [f64::NEG_INFINITY, f64::INFINITY]);
        // `scipy.stats.norm.ppf`, SciPy 1.17.1.
        assert!((quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-15);
    }
}
