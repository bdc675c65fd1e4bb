//! [`Scheduled`]: a [`Quantity`] of a configuration, a rate or temperature, that is constant or follows a [`Schedule`] over generations or
//! evaluations. A rate may depend on the genome length instead. The value is set at each [`Moment`], the beginning of a generation.
//! Temperatures of simulated annealing are in `genome_search`.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU64;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bounded::{OutOfRange, Rate, Temperature};
use evocube_cube::rng::Bernoulli;

/// Time of a run at the beginning of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Generations made after the initial one.
    pub generations: u64,
    /// Genomes evaluated, on all islands.
    pub evaluations: u64,
    /// Genes of a genome.
    pub genes: usize,
}

/// A quantity that may be scheduled.
pub trait Quantity: Copy + PartialEq + fmt::Debug + TryFrom<f64, Error = OutOfRange> + Into<f64> {
    /// Whether `"1/length"` is a value of it.
    const PER_LENGTH: bool;
}

impl Quantity for Rate {
    const PER_LENGTH: bool = true;
}

impl Quantity for Temperature {
    const PER_LENGTH: bool = false;
}

/// A number of a configuration that an operator reads in every generation: a constant, `"1/length"`, or a
/// [`Schedule`].
#[derive(Clone, Copy, Debug)]
pub struct Scheduled<T> {
    law: Law<T>,
    now: T,
}

/// A rate that may be scheduled.
pub type ScheduledRate = Scheduled<Rate>;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Law<T> {
    Constant,
    /// This number divided by the genes of a genome.
    PerLength(f64),
    Over(Schedule<T>),
}

/// A quantity that changes from one value to another, and then stays.
///
/// The change takes a number of generations or of evaluations. The value is set at the beginning of each generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(bound = "T: schemars::JsonSchema"))]
pub struct Schedule<T> {
    /// Value in the first generation.
    #[serde(rename = "from")]
    pub start: T,
    /// Value at the end of the change.
    #[serde(rename = "to")]
    pub end: T,
    /// Duration of the change in generations.
    pub generations: Option<NonZeroU64>,
    /// Duration of the change in evaluations, in place of generations.
    pub evaluations: Option<NonZeroU64>,
    /// Course between the two values. Default `linear`.
    #[serde(default)]
    pub shape: ScheduleShape,
}

/// The course of a schedule between its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ScheduleShape {
    /// By equal differences.
    #[default]
    Linear,
    /// By equal ratios; both ends are at least 1e-300.
    Exponential,
}

impl<T: Quantity> Schedule<T> {
    /// Error unless the schedule has exactly one duration and, if it is exponential, ends whose ratio is a normal number.
    fn check(&self) -> Result<(), &'static str> {
        if self.generations.is_some() == self.evaluations.is_some() {
            return Err("a schedule changes over either generations or evaluations: write one of the two");
        }
        if self.shape == ScheduleShape::Exponential && self.start.into().min(self.end.into()) < 1e-300 {
            return Err("an exponential schedule has both ends at least 1e-300");
        }
        Ok(())
    }

    fn value(&self, moment: Moment) -> T {
        let (time, duration) = match (self.generations, self.evaluations) {
            (Some(generations), _) => (moment.generations, generations.get()),
            (None, evaluations) => (moment.evaluations, evaluations.map_or(1, NonZeroU64::get)),
        };
        let (start, end): (f64, f64) = (self.start.into(), self.end.into());
        if time >= duration {
            return self.end;
        }
        let share = time as f64 / duration as f64;
        let value = match self.shape {
            ScheduleShape::Linear => start + share * (end - start),
            ScheduleShape::Exponential => start * libm::pow(end / start, share),
        };
        T::try_from(value.clamp(start.min(end), start.max(end))).unwrap_or(self.end)
    }
}

impl<T: Quantity> Scheduled<T> {
    /// Returns a constant.
    pub const fn constant(value: T) -> Self {
        Self { law: Law::Constant, now: value }
    }

    /// Returns the value in the present generation, for which [`set`](Self::set) must have been called unless it is a constant.
    #[inline(always)]
    pub const fn get(&self) -> T {
        self.now
    }

    /// Returns whether the value changes during a run.
    pub const fn is_scheduled(&self) -> bool {
        matches!(self.law, Law::Over(_))
    }

    /// Sets the value for the generation that begins at this moment.
    pub fn set(&mut self, moment: Moment) {
        self.now = match &self.law {
            Law::Constant => return,
            Law::PerLength(times) => {
                T::try_from((times / moment.genes as f64).min(1.0)).expect("a share of 1 is a rate")
            }
            Law::Over(schedule) => schedule.value(moment),
        };
    }
}

impl ScheduledRate {
    /// Returns a constant rate that is known to be valid.
    ///
    /// # Panics
    /// If the rate is not between 0 and 1.
    pub const fn new(rate: f64) -> Self {
        Self::constant(Rate::new(rate))
    }

    /// Returns the rate of the present generation as a probability prepared for drawing.
    #[inline(always)]
    pub const fn bernoulli(&self) -> Bernoulli {
        self.now.bernoulli()
    }
}

impl From<Rate> for ScheduledRate {
    fn from(rate: Rate) -> Self {
        Self::constant(rate)
    }
}

/// Constants are equal by value, schedules by their laws: the value at a moment is no part of a schedule.
impl<T: PartialEq> PartialEq for Scheduled<T> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.law, &other.law) {
            (Law::Constant, Law::Constant) => self.now == other.now,
            (law, other) => law == other,
        }
    }
}

impl<T: Quantity + Serialize> Serialize for Scheduled<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.law {
            Law::Constant => self.now.serialize(serializer),
            Law::PerLength(times) => serializer.collect_str(&format_args!("{times}/length")),
            Law::Over(schedule) => schedule.serialize(serializer),
        }
    }
}

/// Returns the number of a text such as `1/length`.
fn parse_per_length(text: &str) -> Option<f64> {
    let times: f64 = text.strip_suffix("/length")?.trim().parse().ok()?;
    (times > 0.0 && times <= 1000.0).then_some(times)
}

impl<'de, T: Quantity + Deserialize<'de>> Deserialize<'de> for Scheduled<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Written<T>(PhantomData<T>);

        impl<'de, T: Quantity + Deserialize<'de>> Visitor<'de> for Written<T> {
            type Value = Scheduled<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(if T::PER_LENGTH {
                    "a number, \"1/length\" or a table { from, to, generations }"
                } else {
                    "a number or a table { from, to, generations }"
                })
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
                T::try_from(number).map(Scheduled::constant).map_err(E::custom)
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
                self.visit_f64(number as f64)
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
                self.visit_f64(number as f64)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                match parse_per_length(text).filter(|_| T::PER_LENGTH) {
                    Some(times) => {
                        let now = T::try_from(times.min(1.0)).map_err(E::custom)?;
                        Ok(Scheduled { law: Law::PerLength(times), now })
                    }
                    None => Err(E::invalid_type(serde::de::Unexpected::Str(text), &self)),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let schedule = Schedule::<T>::deserialize(MapAccessDeserializer::new(map))?;
                schedule.check().map_err(A::Error::custom)?;
                Ok(Scheduled { now: schedule.start, law: Law::Over(schedule) })
            }
        }

        deserializer.deserialize_any(Written(PhantomData))
    }
}

#[cfg(feature = "schema")]
impl<T: Quantity + schemars::JsonSchema> schemars::JsonSchema for Scheduled<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Scheduled{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let (number, schedule) = (generator.subschema_for::<T>(), generator.subschema_for::<Schedule<T>>());
        if T::PER_LENGTH {
            let text = schemars::json_schema!({ "type": "string", "pattern": "^[0-9.]+ */length$" });
            schemars::json_schema!({ "anyOf": [number, text, schedule] })
        } else {
            schemars::json_schema!({ "anyOf": [number, schedule] })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{read_value, to_value};

    fn read(value: &str) -> Result<ScheduledRate, String> {
        read_value(value)
    }

    fn rate_at(value: &str, generations: u64, evaluations: u64) -> f64 {
        let mut rate = read(value).unwrap();
        rate.set(Moment { generations, evaluations, genes: 25 });
        rate.get().get()
    }

    #[test]
    fn rates_are_constants_multiples_of_one_over_the_length_or_schedules() {
        assert_eq!([rate_at("0.3", 0, 0), rate_at("0.3", 90, 7), rate_at("1", 5, 5)], [0.3, 0.3, 1.0]);
        assert_eq!(
            [rate_at("\"1/length\"", 0, 0), rate_at("'2.5/length'", 9, 9), rate_at("'50/length'", 9, 9)],
            [0.04, 0.1, 1.0]
        );
        let linear = "{ from = 0.5, to = 0.1, generations = 100 }";
        for (generations, rate) in [(0, 0.5), (50, 0.3), (75, 0.2), (100, 0.1), (1000, 0.1)] {
            assert!((rate_at(linear, generations, 1) - rate).abs() < 1e-12, "{generations}");
        }
        let exponential = "{ from = 0.01, to = 0.16, evaluations = 4000, shape = 'exponential' }";
        for (evaluations, rate) in [(0, 0.01), (1000, 0.02), (2000, 0.04), (3000, 0.08), (4000, 0.16), (9999, 0.16)] {
            assert!((rate_at(exponential, 1, evaluations) - rate).abs() < 1e-12, "{evaluations}");
        }
        // The end is exact, and no value between is outside the range.
        assert_eq!((rate_at("{ from = 0.0, to = 1.0, generations = 3 }", 3, 0), rate_at(linear, 100, 0)), (1.0, 0.1));
    }

    #[test]
    fn scheduled_rates_are_written_as_they_are_read() {
        let schedule = "{ from = 0.5, to = 0.1, evaluations = 100, shape = 'exponential' }";
        for value in ["0.25", "'1/length'", "'2.5 /length'", schedule] {
            let rate = read(value).unwrap();
            assert_eq!(read(&to_value(&rate).to_string()), Ok(rate), "{value}");
        }
        assert_eq!(to_value(&read("0.25").unwrap()).to_string(), "0.25");
        assert_ne!(read("'1/length'"), read("1.0"));
    }

    #[test]
    fn wrong_rates_have_a_message() {
        for (value, message) in [
            ("1.5", "rate 1.5 is out of range: 0 to 1"),
            ("{ from = 0.5, to = 0.1 }", "a schedule changes over either generations or evaluations"),
            ("{ from = 0.5, to = 0.1, generations = 1, evaluations = 1 }", "write one of the two"),
            ("{ from = 0.5, to = 0, generations = 1, shape = 'exponential' }", "has both ends at least 1e-300"),
            ("{ from = 0.5, to = 1e-320, generations = 1, shape = 'exponential' }", "has both ends at least 1e-300"),
            ("{ from = 9e-301, to = 1.0, generations = 1, shape = 'exponential' }", "has both ends at least 1e-300"),
            ("{ from = 1.5, to = 0, generations = 1 }", "rate 1.5 is out of range"),
            ("'length/1'", "expected a number, \"1/length\" or a table"),
            ("'0/length'", "expected a number"),
            ("true", "expected a number"),
        ] {
            let error = read(value).unwrap_err();
            assert!(error.contains(message), "{value}: {error}");
        }
    }
}
