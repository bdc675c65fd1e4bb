//! [`Factor`]: a key that a stage varies, and [`FactorValue`]: one value of it.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::canonical;
use super::condition::{Condition, PartialConfiguration};
use super::diagnostic::Diagnostic;
use super::overrides::has_alternatives;
use super::range::{Stratum, ValueRange, beginning_within};
use super::tree::Node;
use evocube_cube::text::is_printable;

/// One key that a stage varies.
#[derive(Clone, Debug)]
pub struct Factor {
    /// A key of `[base]`, with dots.
    pub key: String,
    /// The levels; for a range the values of the stage's points, in ascending order.
    pub levels: Vec<Level>,
    /// The range of its values, if they are not listed.
    pub range: Option<ValueRange>,
    /// The factor applies where all of these hold.
    pub(crate) conditions: Vec<Condition>,
    pub(super) places: FactorPlaces,
}

/// Places of the parts of a factor in the file.
#[derive(Clone, Debug, Default)]
pub(super) struct FactorPlaces {
    pub(super) key: Range<usize>,
    /// Of the list of levels, or of the range.
    pub(super) levels: Range<usize>,
    pub(super) when: Option<Range<usize>>,
}

impl FactorPlaces {
    /// Returns the place of the written condition, or else of the key.
    pub(super) fn condition(&self) -> Range<usize> {
        self.when.as_ref().unwrap_or(&self.key).clone()
    }
}

/// One value of a factor.
#[derive(Clone, Debug)]
pub struct Level {
    /// Text in tables, in one line: a string without quotes, any other value as TOML. Control characters are escaped as `\n`,
    /// `\t`, `\u{…}`.
    pub text: String,
    pub(super) value: toml::Value,
    /// The canonical value; the value as written if other factors complete it.
    pub(super) canonical: toml::Value,
    /// The value, with its place in the file.
    node: Node,
}

/// A value of a factor: one that is listed, or a number of its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FactorValue {
    /// The index of a level.
    Level(usize),
    /// A number of the range.
    Number(f64),
}

/// The values of each factor of a configuration; `None` where a factor does not apply.
pub(crate) type Values = Vec<Option<FactorValue>>;

impl Eq for FactorValue {}

impl Hash for FactorValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Level(level) => level.hash(state),
            // 0 and -0 are equal.
            Self::Number(number) => (number + 0.0).to_bits().hash(state),
        }
    }
}

impl Level {
    /// Returns whether this is the level of a value.
    pub(crate) fn is(&self, value: &toml::Value) -> bool {
        self.value == *value
    }

    /// Returns the text for a message, cut after 200 characters.
    pub(super) fn shown(&self) -> Cow<'_, str> {
        match self.text.char_indices().nth(200) {
            Some((end, _)) => Cow::Owned(format!("{}…", &self.text[..end])),
            None => Cow::Borrowed(&self.text),
        }
    }

    /// Returns the text of the level without the values at some paths inside it, which other factors set. An alternative without
    /// remaining values is written as its name.
    pub(crate) fn text_without<'a>(&self, key: &str, inner_keys: impl Iterator<Item = &'a str>) -> Cow<'_, str> {
        let (mut value, mut is_less) = (self.value.clone(), false);
        for path in inner_keys {
            is_less |= remove(&mut value, key, path);
        }
        if is_less { Cow::Owned(Self::new(value, self.node.clone()).text) } else { Cow::Borrowed(&self.text) }
    }

    /// Returns the text of the canonical value without the values at some paths inside it, which other factors set.
    pub(super) fn canonical_without<'a>(&self, inner_keys: impl Iterator<Item = &'a str>) -> String {
        let mut value = Cow::Borrowed(&self.canonical);
        inner_keys.for_each(|path| canonical::remove_key(value.to_mut(), path));
        canonical::text(&value)
    }

    /// Reads a level.
    pub(super) fn read(node: Node) -> Result<Self, Diagnostic> {
        Ok(Self::new(node.read()?, node))
    }

    fn new(value: toml::Value, node: Node) -> Self {
        let whole = match &value {
            toml::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let mut text = String::with_capacity(whole.len());
        for character in whole.chars() {
            if is_printable(character) {
                text.push(character);
            } else {
                text.extend(character.escape_default());
            }
        }
        Self { text, canonical: value.clone(), value, node }
    }

    /// Returns the value.
    pub(crate) fn value(&self) -> &toml::Value {
        &self.value
    }

    /// Returns the value with its place in the file.
    pub(crate) fn node(&self) -> &Node {
        &self.node
    }
}

/// Removes the value at a path of the value of a key. Returns whether there was one.
fn remove(value: &mut toml::Value, key: &str, path: &str) -> bool {
    let Some(table) = value.as_table_mut() else { return false };
    let Some((name, rest)) = path.split_once('.') else { return table.remove(path).is_some() };
    let Some(inner) = table.get_mut(name) else { return false };
    let is_removed = remove(inner, name, rest);
    let is_left_empty = inner.as_table().is_some_and(toml::Table::is_empty);
    if is_removed && is_left_empty && table.len() == 1 && has_alternatives(key) {
        *value = toml::Value::String(name.to_owned());
    }
    is_removed
}

impl Factor {
    /// Returns the value at a coordinate from 0 to 1. Every level has an equal share.
    pub(crate) fn value(&self, place: f64) -> FactorValue {
        match &self.range {
            Some(range) => FactorValue::Number(range.value_at(place)),
            None => self.level_at(place * self.number_of_levels()),
        }
    }

    /// Returns the value at a coordinate within its stratum, one of `strata` equal parts. Rounding leaves no stratum, and the
    /// numbers of strata per level or whole number differ by at most one.
    pub(crate) fn stratified(&self, place: f64, strata: Option<usize>) -> FactorValue {
        let Some(strata) = strata else { return self.value(place) };
        match &self.range {
            Some(range) => FactorValue::Number(range.stratified(place, strata)),
            None => {
                let levels = self.number_of_levels();
                let ends = Stratum::containing(place, strata).ends.map(|end| end * levels);
                self.level_at(beginning_within((place * levels).floor(), ends))
            }
        }
    }

    fn number_of_levels(&self) -> f64 {
        self.levels.len() as f64
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a few levels
    fn level_at(&self, number: f64) -> FactorValue {
        FactorValue::Level((number as usize).min(self.levels.len() - 1))
    }

    /// Returns the coordinate of a value, the inverse of [`Factor::value`].
    pub(crate) fn place(&self, setting: FactorValue) -> f64 {
        match setting {
            FactorValue::Number(number) => self.range.map_or(number, |range| range.place(number)),
            FactorValue::Level(level) => (level as f64 + 0.5) / self.levels.len() as f64,
        }
    }

    /// Returns the level of a value.
    pub(crate) fn level(&self, setting: FactorValue) -> Level {
        match setting {
            FactorValue::Level(level) => self.levels[level].clone(),
            FactorValue::Number(number) => {
                let value = self.range.map_or(toml::Value::Float(number), |range| range.value(number));
                let node = Node::from(&value).with_place(self.places.levels.clone());
                Level::new(value, node)
            }
        }
    }

    /// Returns whether it applies to a configuration, as far as that is known.
    pub(crate) fn applies_to(&self, configuration: &PartialConfiguration<'_>) -> bool {
        self.conditions.iter().all(|condition| condition.holds(configuration))
    }

    /// Returns its condition, as in `crossover = "one-point"`; `None` if it always applies.
    pub fn applies_where(&self) -> Option<String> {
        let conditions: Vec<String> = self.conditions.iter().map(ToString::to_string).collect();
        (!conditions.is_empty()).then(|| conditions.join(" and "))
    }

    /// Returns whether its values have an order: a range, or numbers that are listed in ascending order.
    pub fn is_ordered(&self) -> bool {
        let number = |level: &Level| match level.value {
            toml::Value::Integer(number) => Some(number as f64),
            toml::Value::Float(number) => Some(number),
            _ => None,
        };
        let numbers: Option<Vec<f64>> = self.levels.iter().map(number).collect();
        self.range.is_some() || numbers.is_some_and(|numbers| numbers.len() > 1 && numbers.is_sorted())
    }
}
