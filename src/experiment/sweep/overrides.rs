//! Laying levels over `[base]`.
//!
//! Written once for two kinds of trees: values that know their places in the file, so that an error in a level can be
//! shown there, and plain values, which are kept for the run.

use std::borrow::Cow;
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::former_names::other_name;
use super::{Sweep, error_text};
use crate::evolve::config::TrialConfig;
use crate::experiment::design_point::{DesignPoint, OptimizerKind, SOLVER};
use crate::puzzle::AnyPuzzle;
use crate::puzzle::spec::PuzzleSpec;

/// Keys whose table holds one of several alternatives, by its name: a level of another alternative replaces it.
const ALTERNATIVES: [&str; 8] =
    ["selection", "crossover", "mutation", "replacement", "restart", "objective", "adapt", "strategy"];

/// Does the table of a key hold one of several alternatives?
pub(super) fn has_alternatives(key: &str) -> bool {
    ALTERNATIVES.contains(&key.rsplit('.').next().unwrap_or(key))
}

/// The key of `[base]` that says which puzzle.
pub(super) const PUZZLE: &str = "puzzle";

/// What is wrong with a design point, and where in the file, if it is known.
pub(super) type Diagnostic = (String, Option<Range<usize>>);

/// One key set to one value.
#[derive(Debug)]
pub(super) struct Override<'a, T> {
    /// A key of `[base]`, with dots.
    pub(super) key: &'a str,
    /// Where the key is written.
    pub(super) place: Range<usize>,
    /// What it is set to.
    pub(super) value: &'a T,
}

impl<T> Clone for Override<'_, T> {
    fn clone(&self) -> Self {
        Self { key: self.key, place: self.place.clone(), value: self.value }
    }
}

/// Overrides that are laid over a base, each a key of it with its value.
#[derive(Clone, Debug, Default)]
pub struct Overrides(Vec<(String, toml::Value)>);

/// Why settings make no design point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PointError {
    /// A key or a value is none.
    #[error("{0}")]
    Unreadable(String),
    /// They do not go together, or the sweep could not run them.
    #[error("{0}")]
    Conflict(String),
}

impl Overrides {
    /// Adds one that is written `key=value`: the value as in a sweep file, quotes left out if it is a word, or `@N` for
    /// the Nth level of the sweep's factor.
    ///
    /// # Errors
    /// What is wrong, in one sentence.
    pub fn read(&mut self, sweep: &Sweep, text: &str) -> Result<(), String> {
        let Some((key, value)) = text.split_once('=').filter(|(key, _)| key.split('.').all(|name| !name.is_empty()))
        else {
            return Err(format!("{text:?} sets nothing: write KEY=VALUE, with a key of [base]"));
        };
        if key.split('.').next() == Some(PUZZLE) {
            return Err("the puzzle cannot be varied: write one sweep for each".to_owned());
        }
        let value = match value.strip_prefix('@') {
            Some(number) => {
                let factors = sweep.stages.iter().flat_map(|stage| &stage.factors);
                let listed = factors.filter(|factor| factor.key == key && factor.range.is_none());
                let number = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let level = number.and_then(|number| listed.clone().find_map(|factor| factor.levels.get(number)));
                level.ok_or_else(|| format!("{key}={value}: the sweep lists no such level"))?.value().clone()
            }
            None => {
                let table: Option<toml::Table> = format!("value = {value}").parse().ok();
                let only = table.filter(|table| table.len() == 1).and_then(|mut table| table.remove("value"));
                only.unwrap_or_else(|| toml::Value::String(value.to_owned()))
            }
        };
        self.set(key, value);
        Ok(())
    }

    /// Adds one.
    pub(in crate::experiment) fn set(&mut self, key: &str, value: toml::Value) {
        self.0.push((key.to_owned(), value));
    }

    /// The value of the last.
    pub(in crate::experiment) fn last(&self) -> Option<&toml::Value> {
        self.0.last().map(|(_, value)| value)
    }

    /// What they make of a base.
    pub(super) fn over(&self, base: &toml::Value) -> Result<DesignPoint, PointError> {
        let mut overrides: Vec<_> = self.0.iter().map(|(key, value)| Override { key, place: 0..0, value }).collect();
        // A key inside another after that, in whatever order a tuner gives them.
        overrides.sort_by_key(|overlay| overlay.key.matches('.').count());
        let point = read(base, &overrides).map_err(|(message, _)| PointError::Unreadable(message))?;
        check(&point, base, &overrides).map_err(|(message, _)| PointError::Conflict(message))?;
        self.0.iter().try_for_each(|(key, _)| point.optimizer.heeds(key)).map_err(PointError::Conflict)?;
        Ok(point)
    }
}

/// A tree of tables.
pub(super) trait Tree: Clone {
    fn empty_table() -> Self;
    fn word(text: &'static str) -> Self;
    fn is_table(&self) -> bool;
    /// The value of a key of a table, or of this number in a list.
    fn child(&mut self, name: &str) -> Option<&mut Self>;
    fn insert(&mut self, name: &str, place: &Range<usize>, value: Self);
    fn keep_only(&mut self, name: &str);
    fn place(&self) -> Option<Range<usize>>;
    fn take(&mut self, name: &str) -> Option<Self>;
    fn read<T: DeserializeOwned>(self) -> Result<T, Diagnostic>;

    /// What the tree says as a whole.
    fn point(mut self) -> Result<DesignPoint, Diagnostic> {
        // The evolution's settings know nothing of solvers.
        let optimizer: OptimizerKind = self.take_as(SOLVER)?;
        let puzzle = match self.take(PUZZLE) {
            None => AnyPuzzle::default(),
            Some(value) => {
                let place = value.place();
                let read = if value.is_table() { value.definition() } else { value.read() };
                read.map_err(|(message, known)| (message, known.or(place)))?
            }
        };
        if puzzle.cube().is_none() {
            // What is omitted means something else than on the cubes.
            self.default("objective", "pieces");
            if self.child("alphabet").is_none() {
                self.insert("alphabet", &(0..0), Self::empty_table());
            }
            if let Some(alphabet) = self.child("alphabet") {
                // `composites` is the key of earlier versions.
                if alphabet.child("composites").is_none() {
                    alphabet.default("macros", "none");
                }
            }
        }
        let config = TrialConfig { puzzle, ..self.read()? };
        Ok(DesignPoint { optimizer, config: config.canonical() })
    }

    /// Gives a key a word if it has no value.
    fn default(&mut self, name: &str, word: &'static str) {
        if self.child(name).is_none() {
            self.insert(name, &(0..0), Self::word(word));
        }
    }

    /// The puzzle that is defined here. By its text: that is how a file is read, too.
    fn definition(self) -> Result<AnyPuzzle, Diagnostic> {
        let table: toml::Table = self.read()?;
        let definition = PuzzleSpec::parse(&table.to_string()).map_err(|error| (error.message, None))?;
        AnyPuzzle::of_spec(definition).map_err(|message| (message, None))
    }

    /// Takes the value of a key away, or its default.
    fn take_as<T: DeserializeOwned + Default>(&mut self, name: &str) -> Result<T, Diagnostic> {
        self.take(name).map_or(Ok(T::default()), |value| {
            let place = value.place();
            value.read().map_err(|(message, known)| (message, known.or(place)))
        })
    }
}

impl Tree for Spanned<DeValue<'_>> {
    fn empty_table() -> Self {
        Self::new(0..0, DeValue::Table(DeTable::new()))
    }

    fn word(text: &'static str) -> Self {
        Self::new(0..0, DeValue::String(Cow::Borrowed(text)))
    }

    fn is_table(&self) -> bool {
        self.get_ref().is_table()
    }

    fn child(&mut self, name: &str) -> Option<&mut Self> {
        match self.get_mut() {
            DeValue::Table(table) => table.get_mut(name),
            DeValue::Array(items) => items.get_mut(name.parse::<usize>().ok()?),
            _ => None,
        }
    }

    fn insert(&mut self, name: &str, place: &Range<usize>, value: Self) {
        if let DeValue::Table(table) = self.get_mut() {
            // The key is put in anew, so that an unknown key is shown where it was written.
            table.remove(name);
            table.insert(Spanned::new(place.clone(), Cow::Owned(name.to_owned())), value);
        }
    }

    fn keep_only(&mut self, name: &str) {
        if let DeValue::Table(table) = self.get_mut() {
            let others: Vec<_> =
                table.keys().filter(|key| key.get_ref() != name).map(|key| key.get_ref().clone()).collect();
            for other in others {
                table.remove(other.as_ref());
            }
        }
    }

    fn place(&self) -> Option<Range<usize>> {
        Some(self.span()).filter(|span| !span.is_empty())
    }

    fn take(&mut self, name: &str) -> Option<Self> {
        match self.get_mut() {
            DeValue::Table(table) => table.remove(name),
            _ => None,
        }
    }

    fn read<T: DeserializeOwned>(self) -> Result<T, Diagnostic> {
        let place = |error: toml::de::Error| (error_text::plain(error.message()), error.span());
        T::deserialize(ValueDeserializer::from(self)).map_err(place)
    }
}

impl Tree for toml::Value {
    fn empty_table() -> Self {
        Self::Table(toml::Table::new())
    }

    fn word(text: &'static str) -> Self {
        Self::String(text.to_owned())
    }

    fn is_table(&self) -> bool {
        toml::Value::is_table(self)
    }

    fn child(&mut self, name: &str) -> Option<&mut Self> {
        match self {
            Self::Array(items) => items.get_mut(name.parse::<usize>().ok()?),
            _ => self.get_mut(name),
        }
    }

    fn insert(&mut self, name: &str, _: &Range<usize>, value: Self) {
        if let Self::Table(table) = self {
            table.insert(name.to_owned(), value);
        }
    }

    fn keep_only(&mut self, name: &str) {
        if let Self::Table(table) = self {
            table.retain(|key, _| key == name);
        }
    }

    fn place(&self) -> Option<Range<usize>> {
        None
    }

    fn take(&mut self, name: &str) -> Option<Self> {
        self.as_table_mut()?.remove(name)
    }

    fn read<T: DeserializeOwned>(self) -> Result<T, Diagnostic> {
        // By its text, so that there is one reader of settings to compile, not two; a place in that text means nothing.
        let text = self.to_string();
        let value = DeValue::parse(&text).map_err(|error| (error_text::plain(error.message()), None))?;
        value.read().map_err(|(message, _)| (message, None))
    }
}

/// What overrides make of the base, in order: later ones lie above earlier ones.
pub(super) fn point<T: Tree>(base: &T, overrides: &[Override<'_, T>]) -> Result<DesignPoint, Diagnostic> {
    let point = read(base, overrides)?;
    check(&point, base, overrides)?;
    Ok(point)
}

/// The same before its settings are known to go together.
pub(super) fn read<T: Tree>(base: &T, overrides: &[Override<'_, T>]) -> Result<DesignPoint, Diagnostic> {
    let mut tree = base.clone();
    for overlay in overrides {
        set(&mut tree, overlay)?;
    }
    tree.point().map_err(|(message, place)| {
        // A value that stands nowhere in the file was made on the way to a key.
        let place = place.filter(|place| !place.is_empty());
        let made = || first_wrong(base, overrides).map(|overlay| overlay.place.clone());
        (message, place.or_else(made))
    })
}

/// Do its settings go together?
fn check<T: Tree>(point: &DesignPoint, base: &T, overrides: &[Override<'_, T>]) -> Result<(), Diagnostic> {
    let DesignPoint { optimizer, config } = point;
    config.check().map_err(|conflict| (conflict.message, place_of(base, overrides, &conflict.key)))?;
    if !optimizer.solves(&config.puzzle) {
        let message = format!("the solver {optimizer} does not solve {}", config.puzzle);
        return Err((message, place_of(base, overrides, SOLVER)));
    }
    Ok(())
}

/// The first overlay with which the settings are none.
fn first_wrong<'a, 'b, T: Tree>(base: &T, overrides: &'b [Override<'a, T>]) -> Option<&'b Override<'a, T>> {
    let mut tree = base.clone();
    overrides.iter().find(|overlay| set(&mut tree, overlay).is_err() || tree.clone().point().is_err())
}

/// Where a key of `[base]` is written, in a level or in the base; if it is a path with more steps, the last of them that
/// is written.
pub(super) fn place_of<T: Tree>(base: &T, overrides: &[Override<'_, T>], path: &str) -> Option<Range<usize>> {
    let within =
        |key: &str, path: &str| path.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let blamed = overrides.iter().rev().find(|overlay| within(overlay.key, path) || within(path, overlay.key));
    match blamed {
        Some(overlay) => {
            let rest = path.strip_prefix(overlay.key).unwrap_or_default();
            place_in(overlay.value, rest).or_else(|| Some(overlay.place.clone()).filter(|place| !place.is_empty()))
        }
        None => place_in(base, path),
    }
}

/// The place of the last value on a path that has one; nothing if not even the first step is there.
fn place_in<T: Tree>(tree: &T, path: &str) -> Option<Range<usize>> {
    let mut tree = tree.clone();
    let mut here = &mut tree;
    let steps = path.split('.').filter(|step| !step.is_empty());
    let mut place = if steps.clone().next().is_none() { here.place() } else { None };
    for step in steps {
        let Some(next) = here.child(step) else { break };
        here = next;
        place = here.place().or(place);
    }
    place
}

pub(super) fn set<T: Tree>(tree: &mut T, overlay: &Override<'_, T>) -> Result<(), Diagnostic> {
    let mut path = overlay.key.split('.').peekable();
    let mut table = tree;
    let mut parent = "";
    while let Some(name) = path.next() {
        if !table.is_table() {
            return Err((
                format!("\"{}\" goes through a value that is no table", overlay.key),
                Some(overlay.place.clone()),
            ));
        }
        let alternatives = ALTERNATIVES.contains(&parent);
        if alternatives {
            table.keep_only(name);
        }
        let other = other_name(parent, name);
        if path.peek().is_none() {
            other.map(|other| table.take(other));
            table.insert(name, &overlay.place, overlay.value.clone());
            return Ok(());
        }
        let name = other.filter(|other| table.child(other).is_some()).unwrap_or(name);
        // An alternative without settings of its own is written as a word, which a table replaces.
        let replaced = ALTERNATIVES.contains(&name) && table.child(name).is_some_and(|inner| !inner.is_table());
        if replaced || table.child(name).is_none() {
            table.insert(name, &overlay.place, T::empty_table());
        }
        table = table.child(name).expect("it is there now");
        parent = name;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::crossover::Crossover;

    fn crossover(base: &str, key: &str, level: f64) -> Result<Crossover, Diagnostic> {
        let base: toml::Table = base.parse().unwrap();
        let value = toml::Value::Float(level);
        let overrides = [Override { key, place: 0..1, value: &value }];
        point(&toml::Value::Table(base), &overrides).map(|point| point.config.crossover)
    }

    #[test]
    fn a_level_of_another_alternative_replaces_the_base() {
        for base in
            ["", "crossover.two-point = { rate = 0.5 }", "crossover = \"none\"", "crossover.one-point.rate = 0.1"]
        {
            let found = crossover(base, "crossover.one-point.rate", 0.3).unwrap();
            assert!(matches!(found, Crossover::OnePoint(one) if one.rate.get() == 0.3), "{base}: {found:?}");
        }
    }

    #[test]
    fn a_key_through_a_value_is_refused() {
        let message = crossover("", "population.size", 0.3).unwrap_err().0;
        assert!(message.starts_with("invalid type: table, expected a whole number"), "{message}");
        let message = crossover("population = 3", "population.size", 0.3).unwrap_err().0;
        assert_eq!(message, "\"population.size\" goes through a value that is no table");
    }
}
