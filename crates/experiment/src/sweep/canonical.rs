//! The canonical values of what a level sets, and their text: the same however the level is spelled. Equal levels are found by it, and the
//! seeds of trials depend on it (`seed_key`).

use super::base::Base;
use super::factor::Level;
use super::key_path::value_at;
use super::overrides::{self, Override};
use evocube_cube::document::Node;
use evocube_engine::evolve::config::TrialConfig;

impl Level {
    /// Sets the canonical values, and returns their text. `whole` is the configuration of the base with the level, if it can be read.
    pub(super) fn set_canonical(&mut self, base: &Base, whole: Option<&TrialConfig>) -> String {
        let has_several = self.settings.len() > 1;
        for setting in &mut self.settings {
            let alone = has_several.then(|| overrides::read(base, &[setting.as_override()]).ok()).flatten();
            let point = alone.as_ref().or(whole);
            setting.canonical =
                point.and_then(|point| value(base, &setting.key, point)).unwrap_or_else(|| setting.node.value());
        }
        self.canonical_text()
    }

    /// Returns the text of all that it sets, in the order of the keys.
    fn canonical_text(&self) -> String {
        let mut texts: Vec<String> = self
            .settings
            .iter()
            .map(|setting| format!("{}:{}", quoted(&setting.key), text(&setting.canonical)))
            .collect();
        texts.sort_unstable();
        texts.join(",")
    }

    /// Returns whether it sets the same as another level, by whatever label.
    pub(crate) fn sets_same(&self, other: &Self) -> bool {
        self.canonical_text() == other.canonical_text()
    }
}

/// Returns the value of a key as a configuration has it, without those keys inside it that have their defaults: neither the spelling of a
/// level nor a key that a later version adds is part of it. `point` is the base with the level. `None` if the configuration has
/// no such key.
fn value(base: &Base, key: &str, point: &TrialConfig) -> Option<toml::Value> {
    let mut value = value_at(&toml::Value::Table(point.to_table()), key)?.clone();
    let is_same = |value: &toml::Value| {
        let value = Node::from(value);
        overrides::read(base, &[Override { key, place: 0..0, value: &value }]).is_ok_and(|other| other == *point)
    };
    let mut paths = Vec::new();
    add_paths(&value, &mut Vec::new(), &mut paths);
    for path in paths {
        let mut shorter = value.clone();
        if remove(&mut shorter, &path) && is_same(&shorter) {
            value = shorter;
        }
    }
    Some(value)
}

/// Adds the paths of all keys inside a value, each before those inside it: keys of tables and indices of items.
fn add_paths(value: &toml::Value, prefix: &mut Vec<String>, paths: &mut Vec<Vec<String>>) {
    let children: Vec<(String, &toml::Value)> = match value {
        toml::Value::Table(table) => table.iter().map(|(key, value)| (key.clone(), value)).collect(),
        toml::Value::Array(items) => items.iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect(),
        _ => return,
    };
    for (step, child) in children {
        prefix.push(step);
        if value.is_table() {
            paths.push(prefix.clone());
        }
        add_paths(child, prefix, paths);
        prefix.pop();
    }
}

/// Removes the key at a path. Returns whether it was there.
pub(super) fn remove(value: &mut toml::Value, path: &[String]) -> bool {
    let Some((step, rest)) = path.split_first() else { return false };
    if rest.is_empty() {
        return value.as_table_mut().is_some_and(|table| table.remove(step).is_some());
    }
    let inner = match value {
        toml::Value::Array(items) => step.parse::<usize>().ok().and_then(|index| items.get_mut(index)),
        other => other.get_mut(step),
    };
    inner.is_some_and(|inner| remove(inner, rest))
}

/// Returns a text in quotes, as JSON writes it.
pub(super) fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is JSON")
}

/// Returns a value in one line, with the keys of its tables in alphabetical order.
pub(super) fn text(value: &toml::Value) -> String {
    match value {
        toml::Value::Table(table) => {
            let mut fields: Vec<String> =
                table.iter().map(|(key, value)| format!("{}:{}", quoted(key), text(value))).collect();
            fields.sort_unstable();
            format!("{{{}}}", fields.join(","))
        }
        toml::Value::Array(items) => format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join(",")),
        toml::Value::String(text) => quoted(text),
        // 0 and -0 are equal.
        toml::Value::Float(number) => format!("{:?}", number + 0.0),
        other => other.to_string(),
    }
}
