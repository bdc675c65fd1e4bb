//! Levels with labels: reading, checking and writing them. The label of a level stands for several keys of `[base]` that it sets together.

use std::collections::{HashMap, HashSet};

use super::base::Base;
use super::diagnostic::{Diagnostic, Repair, keep, reject};
use super::factor::{Factor, Level, Setting};
use super::key_path::{ALGORITHM, head, is_below, unvaried, value_at};
use super::overrides::{self, Override};
use evocube_cube::document::Node;
use evocube_cube::text::{is_formula, is_printable, quoted};
use evocube_engine::evolve::config::TrialConfig;

/// Maximum number of characters of a label.
const MAX_LABEL: usize = 100;

/// How a level with a label is written.
const FORM: &str =
    "{ label = \"paper\", set = { \"crossover.one-point.rate\" = 0.3, \"alphabet.expand\" = \"none\" } }";

/// A level of a factor with a name: a label, and the keys of `[base]` that it sets.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(dead_code)] // read by the schema
pub(super) struct LabeledLevel {
    /// The label, which stands in tables, figures and sentences. Random numbers do not depend on it.
    #[schemars(length(min = 1, max = 100))]
    label: String,
    /// Keys of `[base]` in quotes, with dots, and their values.
    set: std::collections::BTreeMap<String, serde_json::Value>,
}

/// Returns whether a level is written with a label.
pub(super) fn is_labeled(level: &Node) -> bool {
    level.get("label").is_some() && level.get("set").is_some()
}

/// Reads a level with a label.
pub(super) fn read(node: &Node) -> Result<Level, Diagnostic> {
    let (Some(label), Some(set)) = (node.get("label"), node.get("set")) else {
        let message = format!("a factor with a name has levels with labels, as in {FORM}");
        return reject(message, node.span());
    };
    if let Some((key, place, _)) = node.entries().find(|(key, ..)| !["label", "set"].contains(key)) {
        let wrong = Diagnostic::new(format!("unknown key {}", quoted(key)), Some(place.clone()));
        return Err(wrong.help("a level with a label has the keys label and set"));
    }
    let text = label.as_text().unwrap_or_default();
    let is_label = |text: &str| text.chars().all(is_printable) && text.chars().count() <= MAX_LABEL;
    if text.trim() != text || text.is_empty() || !is_label(text) || text.starts_with(['@', '{', '[']) {
        let message = format!(
            "a label is a text of 1 to {MAX_LABEL} characters in one line, without blanks around it, that begins with \
             no bracket and no @, as in label = \"paper\""
        );
        return reject(message, label.span());
    }
    if is_formula(text) {
        let message = format!(
            "label {} begins like a spreadsheet formula, and would be a cell of trials.csv: write it with a letter first",
            quoted(text)
        );
        return reject(message, label.span());
    }
    if !set.is_table() {
        return reject(format!("set is a table of keys of [base] in quotes, as in {FORM}"), set.span());
    }
    let mut settings: Vec<Setting> =
        set.entries().map(|(key, place, value)| Setting::new(key, place.clone(), value.clone())).collect();
    // Another algorithm resets the keys that belong to the former one.
    settings.sort_by_key(|setting| head(&setting.key) != ALGORITHM);
    let place = label.place().unwrap_or_else(|| node.span());
    Ok(Level::labeled(text, place, settings))
}

/// Returns a level as a sweep file writes it.
pub(super) fn to_value(level: &Level) -> toml::Value {
    let set: toml::Table = level.settings.iter().map(|setting| (setting.key.clone(), setting.node.value())).collect();
    let fields = [("label", level.value.clone()), ("set", toml::Value::Table(set))];
    toml::Value::Table(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// Checks the levels of a factor with labels, sets the canonical values, and refuses a level that sets the same as another one.
pub(super) fn check(factor: &mut Factor, base: &Base, errors: &mut Vec<Diagnostic>) {
    let complete = overrides::read(base, &[]).ok();
    let mut texts: HashMap<String, String> = HashMap::new();
    for level in &mut factor.levels {
        let Some(text) = keep(check_set(level, base, complete.as_ref()), errors) else { continue };
        if let Some(other) = texts.insert(text, level.text.clone()) {
            let message = format!("level {} sets what {} sets: leave one out", quoted(&level.text), quoted(&other));
            errors.push(Diagnostic::new(message, Some(level.place.clone())));
        }
    }
}

/// Checks what a level sets, sets the canonical values, and returns their text. `complete` is the configuration of the base.
fn check_set(level: &mut Level, base: &Base, complete: Option<&TrialConfig>) -> Result<String, Diagnostic> {
    for Setting { key, place, .. } in &level.settings {
        let wrong = |message: String| Err(Diagnostic::new(message, Some(place.clone())));
        if key.split('.').any(str::is_empty) {
            let help = "write a key of [base] with dots and in quotes, as in \"genome.length\" = 20";
            return wrong(format!("{} is not a key", quoted(key))).map_err(|diagnostic| diagnostic.help(help));
        }
        if let Some(message) = unvaried(key) {
            return wrong(message.to_owned());
        }
        if let Some(outer) = level.settings.iter().find(|other| is_below(key, &other.key)) {
            return wrong(format!("\"{key}\" is inside \"{}\", which is set beside it: write it in there", outer.key));
        }
    }
    let all: Vec<Override<'_>> = level.settings.iter().map(Setting::as_override).collect();
    let whole = match overrides::read(base, &all) {
        Ok(point) => Some(point),
        Err(wrong) if wrong.repair == Repair::Complete => None,
        Err(wrong) => return Err(wrong.or_at(Some(level.place.clone()))),
    };
    if let Some(lost) = complete.zip(whole.as_ref()).and_then(|(base, point)| lost_key(level, base, point)) {
        return Err(lost);
    }
    Ok(level.set_canonical(base, whole.as_ref()))
}

/// Returns the mistake of a table that replaces the one of `[base]` and omits a key that has another value there: a key with dots
/// but without quotes is such a table.
fn lost_key(level: &Level, base: &TrialConfig, point: &TrialConfig) -> Option<Diagnostic> {
    let [base, point] = [base, point].map(|config| toml::Value::Table(config.to_table()));
    level.settings.iter().filter(|setting| setting.node.is_table()).find_map(|setting| {
        let Setting { key, place, node, .. } = setting;
        let set = node.value();
        let lost = differing_key(value_at(&base, key)?, value_at(&point, key)?, &set, key)?;
        let message = format!("the table {key} replaces that of [base], and leaves out {lost}, which [base] sets");
        let single = single_key(&set, key);
        let help = format!("write \"{single}\" = … in quotes to set this key alone, or {lost} in the table, too");
        Some(Diagnostic::new(message, Some(place.clone())).help(help))
    })
}

/// Returns the first key below a path that differs between two values and that a third one does not set.
fn differing_key(base: &toml::Value, point: &toml::Value, set: &toml::Value, path: &str) -> Option<String> {
    let (toml::Value::Table(base), toml::Value::Table(point)) = (base, point) else { return None };
    base.iter().find_map(|(name, value)| {
        let (other, path) = (point.get(name)?, format!("{path}.{name}"));
        match set.get(name) {
            Some(set) => differing_key(value, other, set, &path),
            None => (value != other).then_some(path),
        }
    })
}

/// Returns the key of the first value inside a table.
fn single_key(value: &toml::Value, path: &str) -> String {
    match value.as_table().and_then(|table| table.iter().next()) {
        Some((name, inner)) => single_key(inner, &format!("{path}.{name}")),
        None => path.to_owned(),
    }
}

/// Refuses keys that a level with a label and another factor of the stage set.
pub(super) fn check_keys(factors: &[Factor], errors: &mut Vec<Diagnostic>) {
    let mut places = HashSet::new();
    for (number, factor) in factors.iter().enumerate().filter(|(_, factor)| factor.is_labeled) {
        let others = || factors.iter().enumerate().filter(|(other, _)| *other != number).map(|(_, other)| other);
        for setting in factor.levels.iter().flat_map(|level| &level.settings) {
            let is_shared =
                |key: &&str| **key == setting.key || is_below(key, &setting.key) || is_below(&setting.key, key);
            let other = others().find_map(|other| Some((other, other.keys().into_iter().find(is_shared)?)));
            let Some((other, _)) = other.filter(|_| places.insert(setting.place.start)) else { continue };
            let message = format!(
                "\"{}\" is set by factor \"{}\", too: leave it out here, or leave that factor out and write a level for \
                 each of its values",
                setting.key, other.key
            );
            errors.push(Diagnostic::new(message, Some(setting.place.clone())));
        }
    }
}
