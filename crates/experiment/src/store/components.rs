//! Registered components that a sweep names. It is checked that this program has their code. The names of those of other programs are
//! entered as words, so that their folders can be read but not run. The keys and texts of a sweep, among which names are looked for, are
//! here for `program`, too. Components with code are registered by `evocube::Registry`.

use std::cell::LazyCell;
use std::path::Path;

use toml::Value;

use super::error::StoreError;
use crate::record::ProgramBlock;
use crate::sweep::Sweep;
use evocube_engine::registered::{Kind, Registry};

/// Returns a registry with those components of the programs of a folder that it lacks, as words. `header` is that of `convergence.csv`,
/// which has the columns of observers.
pub(super) fn with_components(registry: &Registry, programs: &[ProgramBlock], header: &str) -> Registry {
    let components = programs.iter().flat_map(|program| program.components.keys());
    components.fold(registry.clone(), |registry, component| {
        let Some((kind, name)) = component.rsplit_once(' ') else { return registry };
        let Some(kind) = Kind::ALL.into_iter().find(|other| other.to_string() == kind) else { return registry };
        let of = |column: &str| column.strip_prefix(name)?.strip_prefix('.').map(str::to_owned);
        registry.with_word(kind, name, header.trim_end().split(',').filter_map(of).collect())
    })
}

/// Checks that this program has the code of all components of a sweep, which comes from this folder or goes into it.
///
/// # Errors
/// The components whose code is missing.
pub(crate) fn check_components(sweep: &Sweep, folder: &Path) -> Result<(), StoreError> {
    // Few programs know components without code.
    let named = LazyCell::new(|| words_of(sweep));
    let is_missing = |name: &str, version: Option<&str>| version.is_none() && named.iter().any(|word| word == name);
    let missing = sweep.registry().components().filter(|(_, name, version)| is_missing(name, *version));
    match missing.map(|(kind, name, _)| format!("{kind} {name}")).collect::<Vec<_>>() {
        missing if missing.is_empty() => Ok(()),
        missing => Err(StoreError::Unregistered { path: folder.to_owned(), components: missing.join(", ") }),
    }
}

/// Returns the keys and the texts of a sweep.
pub(super) fn words_of(sweep: &Sweep) -> Vec<String> {
    let mut words = Vec::new();
    for (key, value) in sweep.to_table() {
        if !["name", "notes"].contains(&key.as_str()) {
            collect_words(value, &mut words);
        }
    }
    words
}

/// Adds the keys and the texts of a value.
fn collect_words(value: Value, words: &mut Vec<String>) {
    match value {
        Value::String(text) => words.push(text),
        Value::Array(values) => values.into_iter().for_each(|value| collect_words(value, words)),
        Value::Table(table) => table.into_iter().for_each(|(key, value)| {
            // The key of a factor ends with the name of a component or with one of its settings.
            words.extend(key.split('.').map(str::to_owned));
            collect_words(value, words);
        }),
        _ => {}
    }
}
