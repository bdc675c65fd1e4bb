//! Integers and reals with a range, the macro `bounded!` that declares such types, their error [`OutOfRange`], and the range of initial
//! lengths: a value of these types is always valid. Further types are declared beside their operators and algorithms. Settings that must
//! agree with each other are checked there, too: see `evolve::InvalidSettings`.

use std::fmt::{Display, LowerExp};
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use evocube_cube::rng::{Bernoulli, CounterStream};

/// Error: a value outside the range of its quantity.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{quantity} {value} is out of range: {min} to {max}")]
pub struct OutOfRange {
    pub(crate) quantity: &'static str,
    pub(crate) value: String,
    pub(crate) min: String,
    pub(crate) max: String,
}

/// Returns the value if the range contains it.
pub(crate) fn within<T: PartialOrd + Display + LowerExp>(
    quantity: &'static str,
    value: T,
    range: &RangeInclusive<T>,
) -> Result<T, OutOfRange> {
    // A number of hundreds of digits has an exponent.
    let short = |number: &T| Some(number.to_string()).filter(|text| text.len() <= 30).unwrap_or(format!("{number:e}"));
    let [written, min, max] = [&value, range.start(), range.end()].map(short);
    if range.contains(&value) { Ok(value) } else { Err(OutOfRange { quantity, value: written, min, max }) }
}

/// Declares types of numbers, `Name, "quantity" range;` on a line each, of integers or of reals. A type with a default has it behind the
/// range: `range, default number;`.
macro_rules! bounded {
    (integers: $($rows:tt)*) => { $crate::bounded::bounded!(u32, usize, i64, "i64", "integer": $($rows)*); };
    (reals: $($rows:tt)*) => { $crate::bounded::bounded!(f64, f64, f64, "f64", "number": $($rows)*); };
    ($stored:ty, $got:ty, $Number:ty, $via:literal, $kind:literal:
        $($(#[$doc:meta])* $Name:ident, $quantity:literal $range:expr $(, default $default:expr)?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd, serde::Serialize, serde::Deserialize)]
        #[serde(try_from = $via, into = $via)]
        pub struct $Name($stored);

        impl $Name {
            #[doc = concat!("The range of valid values: `", stringify!($range), "`.")]
            pub const RANGE: std::ops::RangeInclusive<$Number> = $range;

            /// Returns a valid value.
            ///
            /// # Panics
            /// If the value is out of range.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // within the range
            pub const fn new(value: $Number) -> Self {
                assert!(*Self::RANGE.start() <= value && value <= *Self::RANGE.end(), "out of range");
                Self(value as $stored)
            }

            /// Returns the value.
            pub const fn get(self) -> $got {
                self.0 as $got
            }
        }

        evocube_cube::schema!($Name, _generator => { "type": $kind, "minimum": Self::RANGE.start(), "maximum": Self::RANGE.end() });

        /// No value is NaN.
        impl Eq for $Name {}

        $(impl Default for $Name {
            fn default() -> Self {
                Self::new($default)
            }
        })?

        impl TryFrom<$Number> for $Name {
            type Error = $crate::bounded::OutOfRange;

            fn try_from(value: $Number) -> Result<Self, Self::Error> {
                $crate::bounded::within($quantity, value, &Self::RANGE).map(Self::new)
            }
        }

        impl From<$Name> for $Number {
            fn from(value: $Name) -> $Number {
                value.0.into()
            }
        }
    )*};
}

pub(crate) use bounded;

bounded! { integers:
    /// Number of individuals of a population.
    PopulationSize, "population" 2..=10_000_000;
    /// Number of genes of a genome.
    GenomeLength, "genome length" 1..=1000;
    /// Number of individuals of a tournament.
    TournamentSize, "tournament size" 1..=1000;
    /// Penalty of one wrong sticker or piece.
    Weight, "weight" 0..=800, default 0;
    /// Number of best individuals that survive unchanged.
    Elites, "elitism" 0..=1_000_000;
    /// Maximum number of moves of each part of a commutator.
    CommutatorLength, "commutator length" 1..=4;
    /// Maximum number of pieces that a macro changes.
    PieceCount, "number of pieces" 1..=64;
    /// Maximum number of moves with which a macro is conjugated.
    Conjugations, "conjugate" 0..=2;
    /// Number of offspring of a step of a steady-state algorithm.
    OffspringCount, "offspring" 1..=1_000_000;
    /// Number of islands of a run.
    IslandCount, "count" 1..=1000;
    /// Number of individuals that leave an island at a migration.
    Migrants, "migrants" 1..=100_000;
    /// Parents of an offspring.
    ParentCount, "parents" 3..=16;
}

bounded! { reals:
    /// Probability, for example of a mutation.
    Rate, "rate" 0.0..=1.0;
    /// Weight relative to other weights. Default 1.
    Proportion, "weight" 0.0..=1e6, default 1.0;
    /// Selection pressure of linear ranking: the expected number of draws of the best individual when the average
    /// individual is drawn once.
    Pressure, "pressure" 1.0..=2.0;
    /// Temperature of Boltzmann selection, in units of the penalty.
    Temperature, "temperature" 0.01..=1e6;
    /// Weight of the worst individual of exponential ranking, divided by that of the best.
    WeightRatio, "ratio" 1e-9..=1.0;
    /// Twice the probability that the shorter of two individuals wins.
    Parsimony, "parsimony" 1.0..=2.0;
    /// Exponent of a power law.
    PowerLawExponent, "beta" 1.0..=10.0;
}

impl Rate {
    /// Returns the rate as a probability prepared for drawing.
    #[inline(always)]
    pub const fn bernoulli(self) -> Bernoulli {
        Bernoulli::new(self.0)
    }

    /// Returns this share of a number, to the nearest integer.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // small numbers
    pub(crate) fn share_of(self, count: usize) -> usize {
        (self.0 * count as f64).round() as usize
    }
}

/// Range of lengths of initial genomes, in genes; every length is equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[GenomeLength; 2]", into = "[GenomeLength; 2]")]
pub struct InitialLength([GenomeLength; 2]);

evocube_cube::schema!(InitialLength, generator => {
    "type": "array", "items": generator.subschema_for::<GenomeLength>(), "minItems": 2, "maxItems": 2
});

impl InitialLength {
    /// Returns the maximum length.
    pub const fn max(self) -> usize {
        self.0[1].get()
    }

    /// Draws a length.
    pub fn draw(self, stream: &mut CounterStream) -> usize {
        let [min, max] = self.0.map(GenomeLength::get);
        min + stream.index(max - min + 1)
    }
}

impl TryFrom<[GenomeLength; 2]> for InitialLength {
    type Error = &'static str;

    fn try_from(lengths: [GenomeLength; 2]) -> Result<Self, &'static str> {
        if lengths[0] <= lengths[1] {
            Ok(Self(lengths))
        } else {
            Err("the minimal length is larger than the maximal one")
        }
    }
}

impl From<InitialLength> for [GenomeLength; 2] {
    fn from(lengths: InitialLength) -> Self {
        lengths.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_errors_with_quantity_and_range() {
        assert_eq!(Rate::try_from(1.5).unwrap_err().to_string(), "rate 1.5 is out of range: 0 to 1");
        assert!(Rate::try_from(f64::NAN).is_err());
        assert_eq!(
            PopulationSize::try_from(1_000_000_000_000).unwrap_err().to_string(),
            "population 1000000000000 is out of range: 2 to 10000000"
        );
        assert_eq!(PopulationSize::try_from(0).unwrap_err().to_string(), "population 0 is out of range: 2 to 10000000");
        assert_eq!(
            GenomeLength::try_from(1001).unwrap_err().to_string(),
            "genome length 1001 is out of range: 1 to 1000"
        );
        assert_eq!(Pressure::try_from(3.0).unwrap_err().to_string(), "pressure 3 is out of range: 1 to 2");
        assert_eq!(Proportion::try_from(-1.0).unwrap_err().to_string(), "weight -1 is out of range: 0 to 1000000");
    }
}
