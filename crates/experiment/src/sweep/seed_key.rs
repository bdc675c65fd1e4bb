//! The keys that a design point gives to the seeds of its trials: canonical values of its levels as text, the same however a level is
//! spelled, by which equal levels are found, too. On held-out instances a key is the name of the stage that selected or, after a race, the
//! role of the point. The keys of starts and goals are in `instance::seed_keys`; `plan` derives the seeds from both.

use super::Stage;
use super::key_path::{is_below, value_at};
use super::overrides::{self, Base, Override};
use evocube_cube::document::Node;
use evocube_engine::evolve::config::TrialConfig;

impl Stage {
    /// Returns what the seeds of the trials of a design point depend on: the keys that the levels set, each with its canonical value,
    /// in alphabetical order. Labels are no part of it. On held-out instances it is the stage that selected the configuration, or after
    /// a race its role.
    pub(crate) fn seed_key(&self, point: usize) -> String {
        if let Some(stage) = self.held_out.get(point) {
            return stage.clone();
        }
        let levels = self.levels_of(point);
        let applying = self.factors.iter().zip(levels).filter_map(|(factor, level)| Some(&factor.levels[level?]));
        let settings: Vec<_> = applying.flat_map(|level| level.settings()).collect();
        let pairs = settings.iter().map(|setting| {
            let key = &setting.key;
            let inner = settings.iter().filter(|other| is_below(&other.key, key));
            let value = setting.canonical_without(inner.map(|other| &other.key[key.len() + 1..]));
            format!("{}:{value}", quoted(key))
        });
        let mut pairs: Vec<String> = pairs.collect();
        pairs.sort_unstable();
        format!("{{{}}}", pairs.join(","))
    }
}

/// Returns the value of a key as a configuration has it, without those keys inside it that have their defaults: neither the spelling of a
/// level nor a key that a later version adds is part of it. `point` is the base with the level. `None` if the configuration has
/// no such key.
pub(super) fn value(base: &Base, key: &str, point: &TrialConfig) -> Option<toml::Value> {
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
fn remove(value: &mut toml::Value, path: &[String]) -> bool {
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

/// Removes the value at a path with dots.
pub(super) fn remove_key(value: &mut toml::Value, path: &str) {
    remove(value, &path.split('.').map(str::to_owned).collect::<Vec<_>>());
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
