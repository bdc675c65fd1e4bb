//! The standard normal distribution.

use std::f64::consts::SQRT_2;

use libm::{erfc, log};

/// Returns the probability of a value up to `z`.
pub(super) fn below(z: f64) -> f64 {
    0.5 * erfc(-z / SQRT_2)
}

/// Returns the probability of a value above `z`, accurate also where it is small.
pub(super) fn above(z: f64) -> f64 {
    0.5 * erfc(z / SQRT_2)
}

/// Returns the value that is not exceeded with a probability.
///
/// The rational functions of M. J. Wichura, "Algorithm AS 241: the percentage points of the normal distribution", Applied Statistics 37
/// (1988), 477–484, to about 16 digits.
pub(super) fn quantile(probability: f64) -> f64 {
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
        2_509.080_928_730_122_672_7,
        33_430.575_583_588_128_105,
        67_265.770_927_008_700_853,
        45_921.953_931_549_871_457,
        13_731.693_765_509_461_125,
        1_971.590_950_306_551_442_7,
        133.141_667_891_784_377_45,
        3.387_132_872_796_366_608,
    ],
    [
        5_226.495_278_852_854_561,
        28_729.085_735_721_942_674,
        39_307.895_800_092_710_61,
        21_213.794_301_586_595_867,
        5_394.196_021_424_751_107_7,
        687.187_007_492_057_908_3,
        42.313_330_701_600_911_252,
        1.0,
    ],
];

const TAIL: Rational = [
    [
        7.745_450_142_783_414_076_4e-4,
        2.272_384_498_926_918_458_33e-2,
        2.417_807_251_774_506_117_7e-1,
        1.270_458_252_452_368_382_58,
        3.647_848_324_763_204_605_04,
        5.769_497_221_460_691_405_5,
        4.630_337_846_156_545_295_9,
        1.423_437_110_749_683_577_34,
    ],
    [
        1.050_750_071_644_416_843_24e-9,
        5.475_938_084_995_344_946e-4,
        1.519_866_656_361_645_719_66e-2,
        1.481_039_764_274_800_745_9e-1,
        6.897_673_349_851_000_045_5e-1,
        1.676_384_830_183_803_849_4,
        2.053_191_626_637_758_821_87,
        1.0,
    ],
];

const FAR_TAIL: Rational = [
    [
        2.010_334_399_292_288_132_65e-7,
        2.711_555_568_743_487_578_15e-5,
        1.242_660_947_388_078_438_6e-3,
        2.653_218_952_657_612_309_3e-2,
        2.965_605_718_285_048_912_3e-1,
        1.784_826_539_917_291_335_8,
        5.463_784_911_164_114_369_9,
        6.657_904_643_501_103_777_2,
    ],
    [
        2.044_263_103_389_939_785_64e-15,
        1.421_511_758_316_445_888_7e-7,
        1.846_318_317_510_054_681_8e-5,
        7.868_691_311_456_132_591e-4,
        1.487_536_129_085_061_485_25e-2,
        1.369_298_809_227_358_053_1e-1,
        5.998_322_065_558_879_376_9e-1,
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
