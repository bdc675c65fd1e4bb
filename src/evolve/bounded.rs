//! Numbers that a user gives, within their bounds: a value that exists is one that makes sense.

use serde::{Deserialize, Serialize};

use crate::rng::{Bernoulli, CounterStream};

/// A number that is not within its bounds.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{what} {value} is out of range: {least} to {most}")]
pub struct OutOfRange {
    pub(in crate::evolve) what: &'static str,
    pub(in crate::evolve) value: String,
    pub(in crate::evolve) least: String,
    pub(in crate::evolve) most: String,
}

macro_rules! bounded_integer {
    ($(#[$doc:meta])* $name:ident, $what:literal, $least:literal ..= $most:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "i64", into = "i64")]
        pub struct $name(u32);

        impl $name {
            /// The least and the greatest value.
            pub const RANGE: std::ops::RangeInclusive<u32> = $least..=$most;

            /// The value.
            #[must_use]
            pub const fn get(self) -> usize {
                self.0 as usize
            }
        }

        impl TryFrom<i64> for $name {
            type Error = $crate::evolve::bounded::OutOfRange;

            fn try_from(value: i64) -> Result<Self, $crate::evolve::bounded::OutOfRange> {
                match u32::try_from(value) {
                    Ok(number) if Self::RANGE.contains(&number) => Ok(Self(number)),
                    _ => Err($crate::evolve::bounded::OutOfRange {
                        what: $what,
                        value: value.to_string(),
                        least: Self::RANGE.start().to_string(),
                        most: Self::RANGE.end().to_string(),
                    }),
                }
            }
        }

        impl From<$name> for i64 {
            fn from(value: $name) -> i64 {
                i64::from(value.0)
            }
        }
    };
}

pub(in crate::evolve) use bounded_integer;

bounded_integer!(
    /// How many individuals a population has.
    PopulationSize, "population", 2..=10_000_000
);
bounded_integer!(
    /// How many genes a genome has.
    GenomeLength, "genome length", 1..=1000
);
bounded_integer!(
    /// How many individuals meet in a tournament.
    TournamentSize, "tournament size", 1..=1000
);
bounded_integer!(
    /// What one wrong sticker or piece costs.
    Weight, "weight", 0..=800
);
/// Nothing.
impl Default for Weight {
    fn default() -> Self {
        Self(0)
    }
}

bounded_integer!(
    /// How many of the best go over unchanged.
    Elites, "elitism", 0..=1_000_000
);
bounded_integer!(
    /// How many turns each part of a commutator has at most.
    CommutatorLength, "commutator length", 1..=4
);
bounded_integer!(
    /// How many pieces may be changed.
    Pieces, "number of pieces", 1..=64
);
bounded_integer!(
    /// Between how many turns a composite may stand.
    Conjugations, "conjugate", 0..=2
);

/// How many genes an initial genome has: any number from the least to the most, each as likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[GenomeLength; 2]", into = "[GenomeLength; 2]")]
pub struct InitialLength([GenomeLength; 2]);

impl InitialLength {
    /// The most.
    #[must_use]
    pub const fn most(self) -> usize {
        self.0[1].get()
    }

    /// One of the lengths.
    pub fn draw(self, stream: &mut CounterStream) -> usize {
        let [least, most] = self.0.map(GenomeLength::get);
        least + stream.index(most - least + 1)
    }
}

impl TryFrom<[GenomeLength; 2]> for InitialLength {
    type Error = &'static str;

    fn try_from(lengths: [GenomeLength; 2]) -> Result<Self, &'static str> {
        if lengths[0] <= lengths[1] { Ok(Self(lengths)) } else { Err("the least length is larger than the most") }
    }
}

impl From<InitialLength> for [GenomeLength; 2] {
    fn from(lengths: InitialLength) -> Self {
        lengths.0
    }
}

bounded_integer!(
    /// How many children are made at a time.
    BatchSize, "children", 1..=1_000_000
);
bounded_integer!(
    /// How many populations there are.
    IslandCount, "count", 1..=1000
);
bounded_integer!(
    /// How many individuals leave an island at a time.
    Migrants, "migrants", 1..=100_000
);
bounded_integer!(
    /// How many times as many individuals the population has after a restart.
    GrowthFactor, "factor", 2..=100
);

/// A probability between 0 and 1, ready to be tossed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Rate {
    value: f64,
    chance: Bernoulli,
}

impl Rate {
    /// As a number.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.value
    }

    /// As a coin.
    #[must_use]
    pub const fn bernoulli(self) -> Bernoulli {
        self.chance
    }
}

fn probability(what: &'static str, value: f64) -> Result<f64, OutOfRange> {
    if (0.0..=1.0).contains(&value) {
        Ok(value)
    } else {
        Err(OutOfRange { what, value: value.to_string(), least: "0".into(), most: "1".into() })
    }
}

impl TryFrom<f64> for Rate {
    type Error = OutOfRange;

    fn try_from(value: f64) -> Result<Self, OutOfRange> {
        probability("rate", value).map(|value| Self { value, chance: Bernoulli::new(value) })
    }
}

impl From<Rate> for f64 {
    fn from(rate: Rate) -> f64 {
        rate.value
    }
}

/// A weight among others: 0 to 1,000,000; 1 if nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Proportion(f64);

impl Proportion {
    const MOST: f64 = 1e6;

    /// As a number.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Default for Proportion {
    fn default() -> Self {
        Self(1.0)
    }
}

impl TryFrom<f64> for Proportion {
    type Error = OutOfRange;

    fn try_from(value: f64) -> Result<Self, OutOfRange> {
        if (0.0..=Self::MOST).contains(&value) {
            Ok(Self(value))
        } else {
            let (least, most) = ("0".to_owned(), Self::MOST.to_string());
            Err(OutOfRange { what: "weight", value: value.to_string(), least, most })
        }
    }
}

impl From<Proportion> for f64 {
    fn from(proportion: Proportion) -> f64 {
        proportion.0
    }
}

/// The selection pressure of linear ranking: how often the best is expected to be drawn when the average individual
/// is drawn once.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Pressure(f64);

impl Pressure {
    /// As a number between 1 and 2.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Pressure {
    type Error = OutOfRange;

    fn try_from(value: f64) -> Result<Self, OutOfRange> {
        if (1.0..=2.0).contains(&value) {
            Ok(Self(value))
        } else {
            Err(OutOfRange { what: "pressure", value: value.to_string(), least: "1".into(), most: "2".into() })
        }
    }
}

impl From<Pressure> for f64 {
    fn from(pressure: Pressure) -> f64 {
        pressure.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_range_says_so() {
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
    }
}
