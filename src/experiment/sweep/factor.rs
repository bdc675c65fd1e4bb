//! [`Factor`]: what a stage varies, and [`Setting`]: one value of it.

use super::range::ValueRange;
use crate::text::is_printable;

/// One key that a stage varies.
#[derive(Clone, Debug)]
pub struct Factor {
    /// A key of `[base]`, with dots.
    pub key: String,
    /// The values it takes; of a range those of the stage's points, in ascending order.
    pub levels: Vec<Level>,
    /// What its values are taken from, if they are not listed.
    pub range: Option<ValueRange>,
}

/// One value of a factor.
#[derive(Clone, Debug)]
pub struct Level {
    /// As it is shown in tables: a string without quotes, anything else as TOML, in one line: control characters are
    /// written as `\n`, `\t`, `\u{…}`.
    pub text: String,
    pub(super) value: toml::Value,
}

/// A value of a factor: one that is listed, or a number of its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// The index of a level.
    Level(usize),
    /// A number of the range.
    Number(f64),
}

impl Level {
    pub(in crate::experiment) fn new(value: toml::Value) -> Self {
        let written = match &value {
            toml::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let mut text = String::with_capacity(written.len());
        for character in written.chars() {
            if is_printable(character) {
                text.push(character);
            } else {
                text.extend(character.escape_default());
            }
        }
        Self { text, value }
    }

    /// The value.
    pub(in crate::experiment) fn value(&self) -> &toml::Value {
        &self.value
    }
}

impl Factor {
    /// The setting at a place from 0 to 1: every level has an equal share.
    pub(in crate::experiment) fn at(&self, place: f64) -> Setting {
        match &self.range {
            Some(range) => Setting::Number(range.at(place)),
            None => {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
                let level = (place * self.levels.len() as f64) as usize;
                Setting::Level(level.min(self.levels.len() - 1))
            }
        }
    }

    /// Where a setting is: [`Factor::at`] gives it back.
    #[allow(clippy::cast_precision_loss)] // a few levels
    pub(in crate::experiment) fn place(&self, setting: Setting) -> f64 {
        match setting {
            Setting::Number(number) => self.range.map_or(number, |range| range.place(number)),
            Setting::Level(level) => (level as f64 + 0.5) / self.levels.len() as f64,
        }
    }

    /// What a setting sets the key to.
    pub(in crate::experiment) fn level(&self, setting: Setting) -> Level {
        match setting {
            Setting::Level(level) => self.levels[level].clone(),
            Setting::Number(number) => {
                Level::new(self.range.map_or(toml::Value::Float(number), |range| range.value(number)))
            }
        }
    }

    /// Do its values have an order: a range, or numbers that are listed in ascending order?
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        let number = |level: &Level| match level.value {
            #[allow(clippy::cast_precision_loss)] // only compared
            toml::Value::Integer(number) => Some(number as f64),
            toml::Value::Float(number) => Some(number),
            _ => None,
        };
        let numbers: Option<Vec<f64>> = self.levels.iter().map(number).collect();
        self.range.is_some() || numbers.is_some_and(|numbers| numbers.len() > 1 && numbers.is_sorted())
    }
}
