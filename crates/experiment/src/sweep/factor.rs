//! [`Factor`]: a key, or a group of keys, that a stage varies, with its [`Level`]s and what each sets. [`FactorValue`]: the index of a
//! level, or a number of its range, also at a coordinate of a sample. Factors are read in `factors`, labeled levels in `labels`, others
//! here; where factors apply is decided by `condition`.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::condition::{Condition, PartialConfiguration};
use super::diagnostic::Diagnostic;
use super::key_path::head;
use super::overrides::Override;
use super::range::{Stratum, ValueRange, beginning_within};
use evocube_cube::document::Node;
use evocube_cube::text::is_printable;

/// One key that a stage varies, or several keys that vary together under a name.
#[derive(Clone, Debug)]
pub struct Factor {
    /// A key of `[base]`, with dots, or the name of a factor whose levels have labels: its column in tables.
    pub key: String,
    /// Whether its levels have labels.
    pub(super) is_labeled: bool,
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
    /// Text in tables, in one line: the label, a string without quotes, or any other value as TOML. Control characters are escaped as
    /// `\n`, `\t`, `\u{…}`.
    pub text: String,
    /// The value, or the label.
    pub(super) value: toml::Value,
    /// Keys and values that it sets: the key of its factor, or those beside its label.
    pub(super) settings: Vec<Setting>,
    /// Place of the value or of the label; empty for a computed value.
    pub(super) place: Range<usize>,
}

/// A key of `[base]` with the value that a level gives it.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// The key, with dots.
    pub(crate) key: String,
    /// Place of the key in the file.
    pub(super) place: Range<usize>,
    /// The value, with its place in the file.
    pub(crate) node: Node,
    /// The canonical value; the value as written if other keys complete it.
    pub(super) canonical: toml::Value,
}

impl Setting {
    /// Returns a setting whose canonical value is the one that is written.
    pub(super) fn new(key: &str, place: Range<usize>, node: Node) -> Self {
        Self { key: key.to_owned(), place, canonical: node.value(), node }
    }

    /// Returns it as an override of a base.
    pub(super) fn as_override(&self) -> Override<'_> {
        Override { key: &self.key, place: self.place.clone(), value: &self.node }
    }
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
    /// Returns whether this is the level of a value or of a label.
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

    /// Reads a level of a key, which is written at a place.
    pub(super) fn read(key: &str, place: &Range<usize>, node: Node) -> Result<Self, Diagnostic> {
        Ok(Self::new(key, place, node.read()?, node))
    }

    fn new(key: &str, place: &Range<usize>, value: toml::Value, node: Node) -> Self {
        let (text, level_place) = (text_of(&value), node.span());
        Self { text, value, settings: vec![Setting::new(key, place.clone(), node)], place: level_place }
    }

    /// Returns a level with a label.
    pub(super) fn labeled(label: &str, place: Range<usize>, settings: Vec<Setting>) -> Self {
        let value = toml::Value::String(label.to_owned());
        Self { text: text_of(&value), value, settings, place }
    }

    /// Returns the value, or the label.
    pub(crate) fn value(&self) -> &toml::Value {
        &self.value
    }

    /// Returns the keys that it sets, with their values.
    pub(crate) fn settings(&self) -> &[Setting] {
        &self.settings
    }
}

/// Returns the text of a value in tables.
pub(super) fn text_of(value: &toml::Value) -> String {
    let whole = match value {
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
    text
}

impl Factor {
    /// Returns the value at a coordinate from 0 to 1. Every level has an equal share.
    pub(crate) fn value(&self, coordinate: f64) -> FactorValue {
        match &self.range {
            Some(range) => FactorValue::Number(range.value_at(coordinate)),
            None => self.level_at(coordinate * self.number_of_levels()),
        }
    }

    /// Returns the value at a coordinate within its stratum, one of `strata` equal parts. Rounding leaves no stratum, and the
    /// numbers of strata per level or whole number differ by at most one.
    pub(crate) fn stratified(&self, coordinate: f64, strata: Option<usize>) -> FactorValue {
        let Some(strata) = strata else { return self.value(coordinate) };
        match &self.range {
            Some(range) => FactorValue::Number(range.stratified(coordinate, strata)),
            None => {
                let levels = self.number_of_levels();
                let ends = Stratum::containing(coordinate, strata).ends.map(|end| end * levels);
                self.level_at(beginning_within((coordinate * levels).floor(), ends))
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
    pub(crate) fn coordinate(&self, value: FactorValue) -> f64 {
        match value {
            FactorValue::Number(number) => self.range.map_or(number, |range| range.coordinate(number)),
            FactorValue::Level(level) => (level as f64 + 0.5) / self.levels.len() as f64,
        }
    }

    /// Returns the level of a value.
    pub(crate) fn level(&self, value: FactorValue) -> Level {
        match value {
            FactorValue::Level(level) => self.levels[level].clone(),
            FactorValue::Number(number) => {
                let value = self.range.map_or(toml::Value::Float(number), |range| range.value(number));
                let node = Node::from(&value).with_place(self.places.levels.clone());
                Level::new(&self.key, &self.places.key, value, node)
            }
        }
    }

    /// Returns the distinct keys of `[base]` that its levels set.
    pub fn keys(&self) -> Vec<&str> {
        if !self.is_labeled {
            return vec![&self.key];
        }
        let settings = self.levels.iter().flat_map(Level::settings);
        let mut seen = BTreeSet::new();
        settings.map(|setting| setting.key.as_str()).filter(|key| seen.insert(*key)).collect()
    }

    /// Returns the keys of `[base]` that each of its levels sets.
    pub fn keys_of_all_levels(&self) -> Vec<&str> {
        let sets = |level: &Level, key: &str| level.settings.iter().any(|setting| setting.key == key);
        self.keys().into_iter().filter(|key| self.levels.iter().all(|level| sets(level, key))).collect()
    }

    /// Returns whether its levels have labels, so that its key is a name.
    pub fn is_labeled(&self) -> bool {
        self.is_labeled
    }

    /// Returns whether conditions with these first keys may depend on it.
    pub(super) fn is_decisive(&self, first_keys: &BTreeSet<String>) -> bool {
        first_keys.contains(head(&self.key)) || self.keys().iter().any(|key| first_keys.contains(head(key)))
    }

    /// Sets what a level sets, and its label.
    pub(crate) fn set_level(&self, level: &Level, configuration: &mut PartialConfiguration<'_>) {
        level.settings.iter().for_each(|setting| configuration.set(&setting.key, &setting.node));
        if self.is_labeled {
            configuration.set_label(&self.key, &level.value);
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
