//! [`with_factor`]: for a mistake in `[base]` where a value was probably meant to vary, the help that shows the `[[factor]]` to write. It
//! covers lists in place of a single value, and numbers in place of an operator.

use toml::Value;

use super::diagnostic::{Diagnostic, Repair};
use super::key_path::{has_alternatives, value_at};
use evocube_cube::document::Node;
use evocube_engine::evolve::config::TrialConfig;

/// Changes the help of a mistake of `[base]` to the factor that was probably meant: of a list in place of a single value, and of a number
/// in place of an operator.
pub(super) fn with_factor(base: &Node, wrong: Diagnostic) -> Diagnostic {
    let path = wrong.place.as_ref().filter(|place| !place.is_empty()).and_then(|place| base.path_of(place));
    let Some(path) = path.filter(|_| wrong.repair == Repair::Remove) else { return wrong };
    let key = path.join(".");
    match base.descend(&key).map(Node::value) {
        Some(Value::Array(levels)) if !levels.is_empty() && takes_one_value(&key) => {
            let levels = Value::Array(levels);
            wrong.help(format!("to vary it, add [[factor]] with key = \"{key}\" and levels = {levels}"))
        }
        Some(number @ (Value::Float(_) | Value::Integer(_))) if has_alternatives(&key) => match number_inside(&key) {
            Some(inner) => {
                wrong.help(format!("write {inner} = {number}; to vary it, add [[factor]] with key = \"{inner}\""))
            }
            None => wrong,
        },
        _ => wrong,
    }
}

/// Returns whether the default of a key is a single value.
fn takes_one_value(key: &str) -> bool {
    let default = Value::Table(TrialConfig::default().to_printed_table());
    value_at(&default, key).is_some_and(|value| !value.is_array() && !value.is_table())
}

/// Returns the key of the only number inside the default of a key.
fn number_inside(key: &str) -> Option<String> {
    let default = Value::Table(TrialConfig::default().to_printed_table());
    let mut keys = vec![];
    add_numbers(value_at(&default, key)?, key, &mut keys);
    let only = keys.pop()?;
    keys.is_empty().then_some(only)
}

/// Adds the keys of all numbers inside a value.
fn add_numbers(value: &Value, path: &str, keys: &mut Vec<String>) {
    match value {
        Value::Table(table) => {
            table.iter().for_each(|(name, inner)| add_numbers(inner, &format!("{path}.{name}"), keys))
        }
        Value::Float(_) | Value::Integer(_) => keys.push(path.to_owned()),
        _ => {}
    }
}
