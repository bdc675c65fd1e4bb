//! [`Condition`]: the values that a key of `[base]` must have for a factor to apply, and [`PartialConfiguration`], for which it is decided.
//! Comparisons of values are here for other conditions, too. Written conditions are read in `factors`, others follow from keys in
//! `conditions`.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::rc::Rc;

use serde::Serialize;

use super::base::Base;
use super::key_path::{has_alternatives, head, value_at};
use super::overrides::{self, Override};
use evocube_cube::document::Node;

/// A requirement of a factor: the configuration has one of these values at a key.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Condition {
    /// A key of `[base]`, with dots.
    pub(crate) key: String,
    /// Words, among them the names of alternatives, numbers, `true` or `false`; at least one.
    pub(crate) is: Vec<toml::Value>,
    /// True if it is written as `when`, false if it is inferred from the factor's key.
    #[serde(skip)]
    pub(super) is_written: bool,
}

impl fmt::Display for Condition {
    /// `crossover = "one-point"`; several values with *or* between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<String> = self.is.iter().map(ToString::to_string).collect();
        write!(f, "{} = {}", self.key, values.join(" or "))
    }
}

impl Condition {
    /// Returns whether the configuration has one of the values. An alternative is compared by its name.
    pub(crate) fn holds(&self, configuration: &PartialConfiguration<'_>) -> bool {
        configuration.get(&self.key).is_some_and(|value| self.is.iter().any(|is| equals(&self.key, &value, is)))
    }

    /// Returns the numbers among its values.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f64> {
        self.is.iter().filter_map(number)
    }
}

/// Returns whether the value of a key equals another value. An alternative is compared by its name.
pub(super) fn equals(key: &str, value: &toml::Value, other: &toml::Value) -> bool {
    let is_named = |name: &str| has_alternatives(key) && value.get(name).is_some();
    match (number(other), other) {
        (Some(other), _) => number(value) == Some(other),
        (None, toml::Value::String(name)) => value.as_str() == Some(name) || is_named(name),
        (None, other) => value == other,
    }
}

/// Returns the number of a numeric value.
pub(crate) fn number(value: &toml::Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|number| number as f64))
}

/// Default values of configurations, by their changed keys and the key of the value.
type DefaultsCache = RefCell<HashMap<(String, String), Option<toml::Value>>>;

/// A complete base with the levels of some factors. Its clones share a cache of default values.
#[derive(Clone, Debug)]
pub(crate) struct PartialConfiguration<'a> {
    base: &'a Base,
    defaults: Rc<DefaultsCache>,
    /// The changed keys below `[base]`, with all values inside them.
    changed: Node,
    /// The labels of levels, by the names of their factors.
    labels: BTreeMap<String, toml::Value>,
}

impl<'a> PartialConfiguration<'a> {
    /// Returns a complete base without levels.
    pub(crate) fn new(base: &'a Base) -> Self {
        Self { base, defaults: Rc::default(), changed: Node::table(), labels: BTreeMap::new() }
    }

    /// Sets a key. A key that cannot be set is ignored here; the check of the design point refuses it.
    pub(crate) fn set(&mut self, key: &str, value: &Node) {
        let name = head(key);
        if let (None, Some(default)) = (self.changed.get(name), self.base.tree.get(name)) {
            self.changed.insert(name, 0..0, default.clone());
        }
        let change = Override { key, place: 0..0, value };
        let _ = self.base.registry.scope(|| overrides::apply(&mut self.changed, &change));
    }

    /// Sets the label of the level of a factor.
    pub(super) fn set_label(&mut self, name: &str, label: &toml::Value) {
        self.labels.insert(name.to_owned(), label.clone());
    }

    /// Returns the value of a key, defaults included, or the label of the level of a factor.
    pub(crate) fn get(&self, key: &str) -> Option<toml::Value> {
        if let Some(label) = self.labels.get(key) {
            return Some(label.clone());
        }
        let Some(changed) = self.changed.get(head(key)) else { return self.base.tree.descend(key).map(Node::value) };
        let inner_key = key.strip_prefix(head(key)).and_then(|rest| rest.strip_prefix('.'));
        let value = inner_key.map_or(Some(changed), |key| changed.descend(key));
        value.map(Node::value).or_else(|| self.default_of(key))
    }

    fn default_of(&self, key: &str) -> Option<toml::Value> {
        let cache_key = (format!("{:?}", self.changed), key.to_owned());
        if let Some(default) = self.defaults.borrow().get(&cache_key) {
            return default.clone();
        }
        let point = overrides::read(&self.base.with_keys_of(&self.changed), &[]).ok();
        let default = point.and_then(|point| value_at(&toml::Value::Table(point.to_table()), key).cloned());
        self.defaults.borrow_mut().insert(cache_key, default.clone());
        default
    }
}
