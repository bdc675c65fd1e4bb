//! [`ValueRange`]: the numbers between two ends, on a linear or logarithmic [`Scale`], as values of a factor. A coordinate from 0 to 1
//! gives a rounded number, which may have to stay in its [`Stratum`]. The coordinates are chosen in `design` and, in a race, in `race`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Scale of a range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Equal differences.
    #[default]
    Linear,
    /// Equal ratios.
    Log,
}

/// The numbers from a lower to an upper end: whole numbers, or numbers rounded to about four digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueRange {
    low: f64,
    high: f64,
    whole: bool,
    scale: Scale,
}

/// Minimum number of steps of a range, or of a value on a logarithmic scale, to which values are rounded.
const STEPS: f64 = 1000.0;

/// Maximum absolute value of an end; whole numbers up to it are exact.
const MAX_END: f64 = 9.0e15;

/// Error: two numbers are not the ends of a range.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub(super) enum InvalidRange {
    #[error("the ends of a range are between -{MAX_END:e} and {MAX_END:e}")]
    Ends,
    #[error("range {low} to {high} is empty: the lower end comes first")]
    Empty { low: f64, high: f64 },
    #[error("a logarithmic range begins above 0, not at {low}")]
    NoLogarithm { low: f64 },
}

impl ValueRange {
    /// Returns a range.
    pub(super) fn new(low: f64, high: f64, whole: bool, scale: Scale) -> Result<Self, InvalidRange> {
        if !(low.abs() <= MAX_END && high.abs() <= MAX_END) {
            return Err(InvalidRange::Ends);
        }
        if low >= high {
            return Err(InvalidRange::Empty { low, high });
        }
        if scale == Scale::Log && low <= 0.0 {
            return Err(InvalidRange::NoLogarithm { low });
        }
        Ok(Self { low, high, whole, scale })
    }

    /// Returns the ends.
    pub const fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Returns the scale.
    pub const fn scale(&self) -> Scale {
        self.scale
    }

    /// Returns whether it contains all numbers of another range on the same scale.
    pub(crate) fn includes(&self, other: Self) -> bool {
        self.low <= other.low && self.high >= other.high && self.scale == other.scale
    }

    /// Returns whether it has whole numbers only.
    pub const fn is_whole(&self) -> bool {
        self.whole
    }

    /// Returns whether it contains a number, rounded or not.
    pub fn has(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value) && (!self.whole || value.fract() == 0.0)
    }

    /// Returns the rounded number at a coordinate from 0 (the lower end) to 1 (the upper end). On a linear scale all whole
    /// numbers have equal shares.
    pub fn value_at(&self, coordinate: f64) -> f64 {
        let value = self.measured(coordinate);
        let value = if self.whole { value.floor() } else { round(value, self.decimals_of(value)) };
        value.clamp(self.low, self.high)
    }

    /// Returns the number at a coordinate, not rounded.
    fn measured(&self, coordinate: f64) -> f64 {
        let high = self.end();
        match self.scale {
            Scale::Linear => self.low + coordinate * (high - self.low),
            Scale::Log => self.low * libm::pow(high / self.low, coordinate),
        }
    }

    /// Returns the number at a coordinate, rounded so that it stays in the coordinate's stratum, one of `strata` equal
    /// parts. In a range of whole numbers each one has a share of the coordinates: the result is one whose share begins
    /// in the stratum or, if there is none, the one whose share contains the stratum.
    pub fn stratified(&self, coordinate: f64, strata: usize) -> f64 {
        let stratum = Stratum::containing(coordinate, strata);
        let [low, high] = stratum.ends.map(|coordinate| self.measured(coordinate));
        if self.whole {
            return beginning_within(self.value_at(coordinate), [low, high]).clamp(self.low, self.high);
        }
        // Borders are excluded, since a division may round to either side.
        let margin = 1e-6 * (high - low);
        let is_inside = |value: f64| {
            (value > low + margin || (stratum.is_first && value >= self.low))
                && (value < high - margin || (stratum.is_last && value <= self.high))
        };
        let value = self.measured(coordinate);
        let decimals = self.decimals_of(value);
        let rounded = (decimals..decimals + 9).map(|decimals| round(value, decimals).clamp(self.low, self.high));
        rounded.into_iter().find(|value| is_inside(*value)).unwrap_or(value)
    }

    /// Returns the coordinate of a number, from 0 to 1: the inverse of [`ValueRange::value_at`] up to rounding. A whole
    /// number has the coordinate of the middle of its share.
    pub fn coordinate(&self, value: f64) -> f64 {
        let high = self.end();
        // The middle of a whole number's share.
        let value = if self.whole { value + 0.5 } else { value };
        let coordinate = match self.scale {
            Scale::Linear => (value - self.low) / (high - self.low),
            Scale::Log => libm::log(value / self.low) / libm::log(high / self.low),
        };
        coordinate.clamp(0.0, 1.0)
    }

    /// Returns the end of the last number's share. The share of a whole number ends at the next one.
    fn end(&self) -> f64 {
        if self.whole { self.high + 1.0 } else { self.high }
    }

    /// Returns the maximum number of decimals of the numbers that [`ValueRange::value_at`] returns.
    pub fn decimals(&self) -> i32 {
        if self.whole { 0 } else { self.decimals_of(self.low) }
    }

    /// Returns the number of decimals of a value.
    fn decimals_of(&self, value: f64) -> i32 {
        let width = match self.scale {
            Scale::Linear => self.high - self.low,
            Scale::Log => value.min(self.high - self.low),
        };
        let mut decimals = 0;
        while 10f64.powi(-decimals) * STEPS > width && decimals < 15 {
            decimals += 1;
        }
        decimals
    }

    /// Returns a number as a value of a sweep file.
    pub(crate) fn value(&self, number: f64) -> toml::Value {
        if self.whole { toml::Value::Integer(whole(number)) } else { toml::Value::Float(number) }
    }
}

impl fmt::Display for ValueRange {
    /// `[1, 100] on a log scale`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = [self.low, self.high].map(|end| self.value(end));
        write!(f, "[{low}, {high}]{}", if self.scale == Scale::Log { " on a log scale" } else { "" })
    }
}

/// One of several equal parts of the coordinates from 0 to 1.
pub(super) struct Stratum {
    pub(super) ends: [f64; 2],
    is_first: bool,
    is_last: bool,
}

impl Stratum {
    /// Returns the stratum of a coordinate.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a few thousand
    pub(super) fn containing(coordinate: f64, strata: usize) -> Self {
        let number = ((coordinate * strata as f64) as usize).min(strata.saturating_sub(1));
        let ends = [number, number + 1].map(|number| number as f64 / strata as f64);
        Self { ends, is_first: number == 0, is_last: number + 1 == strata }
    }
}

/// Returns a whole number, or the next one if only the share of that begins between the ends of a stratum.
pub(super) fn beginning_within(number: f64, [low, high]: [f64; 2]) -> f64 {
    let margin = 1e-9 * (high - low);
    if number < low - margin && number + 1.0 < high - margin { number + 1.0 } else { number }
}

fn round(value: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    (value * scale).round() / scale
}

/// Converts a number without fraction, at most [`MAX_END`].
#[allow(clippy::cast_possible_truncation)]
fn whole(number: f64) -> i64 {
    number as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(low: f64, high: f64, whole: bool, scale: Scale) -> ValueRange {
        ValueRange::new(low, high, whole, scale).unwrap()
    }

    #[test]
    fn values_of_a_range_are_rounded_to_short_numbers() {
        let rate = range(0.01, 0.5, false, Scale::Log);
        assert_eq!([0.0, 0.3, 0.5, 1.0].map(|coordinate| rate.value_at(coordinate)), [0.01, 0.03234, 0.07071, 0.5]);
        let linear = range(0.1, 0.9, false, Scale::Linear);
        assert_eq!([0.0, 0.123_456, 0.5, 1.0].map(|coordinate| linear.value_at(coordinate)), [0.1, 0.1988, 0.5, 0.9]);
        assert_eq!(range(-4.0, 4.0, false, Scale::Linear).value_at(0.1), -3.2);
        assert_eq!((rate.decimals(), linear.decimals()), (5, 4));
    }

    #[test]
    fn whole_numbers_have_equal_shares() {
        let dice = range(1.0, 6.0, true, Scale::Linear);
        let mut counts = [0; 6];
        for coordinate in 0..600 {
            counts[usize::try_from(whole(dice.value_at(f64::from(coordinate) / 600.0))).unwrap() - 1] += 1;
        }
        assert_eq!(counts, [100; 6]);
        assert_eq!(dice.value_at(1.0), 6.0);
        let population = range(10.0, 2000.0, true, Scale::Log);
        assert_eq!([0.0, 0.5, 1.0].map(|coordinate| population.value_at(coordinate)), [10.0, 141.0, 2000.0]);
    }

    #[test]
    fn coordinates_of_range_values_are_the_inverse_of_the_values() {
        for is_whole in [false, true] {
            for scale in [Scale::Linear, Scale::Log] {
                let range = range(2.0, 77.0, is_whole, scale);
                for coordinate in 0..=100 {
                    let value = range.value_at(f64::from(coordinate) / 100.0);
                    assert_eq!(range.value_at(range.coordinate(value)), value);
                    assert!(range.has(value));
                }
            }
        }
        assert!(!range(1.0, 5.0, true, Scale::Linear).has(2.5));
    }

    #[test]
    fn an_invalid_range_is_refused() {
        let error = |low, high, scale| ValueRange::new(low, high, false, scale).unwrap_err().to_string();
        assert_eq!(error(1.0, 1.0, Scale::Linear), "range 1 to 1 is empty: the lower end comes first");
        assert_eq!(error(0.0, 1.0, Scale::Log), "a logarithmic range begins above 0, not at 0");
        for bad in [f64::NAN, f64::INFINITY] {
            assert_eq!(error(0.0, bad, Scale::Linear), "the ends of a range are between -9e15 and 9e15");
        }
    }
}
