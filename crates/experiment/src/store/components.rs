//! Registered components that a sweep names: those that this program has, and those of other programs, whose folders can be read but not
//! run. Components are registered by `evocube::Registry`.

use std::path::Path;

use toml::Value;

use super::error::StoreError;
use crate::record::ProgramBlock;
use crate::sweep::Sweep;
use evocube_engine::evaluation::Penalize;
use evocube_engine::evolve::algorithm::BuildOptimizer;
use evocube_engine::evolve::crossover::Cross;
use evocube_engine::evolve::mutation::Mutate;
use evocube_engine::evolve::selection::Select;
use evocube_engine::evolve::survivor::Survive;
use evocube_engine::optimizer::{Observe, StopRule};
use evocube_engine::registered::ComponentKind;

/// The components of a kind that can be registered.
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) versions: fn() -> Vec<(&'static str, String)>,
    words: fn() -> Vec<&'static str>,
    insert_word: fn(&str, Vec<String>),
}

/// Returns all kinds of components.
pub(super) fn kinds() -> [Kind; 8] {
    fn kind<T: ComponentKind + ?Sized>(name: &'static str) -> Kind {
        Kind {
            name,
            versions: || T::table().versions(),
            words: || T::table().words(),
            insert_word: |name, columns| T::table().insert_word(name, columns),
        }
    }
    [
        kind::<dyn Penalize>("objective"),
        kind::<dyn Cross>("crossover"),
        kind::<dyn Mutate>("mutation"),
        kind::<dyn Select>("selection"),
        kind::<dyn Survive>("survivor selection"),
        kind::<dyn StopRule>("stop rule"),
        kind::<dyn Observe>("observer"),
        kind::<dyn BuildOptimizer>("algorithm"),
    ]
}

/// Lets this program read a folder whose programs have components that are not registered here. `header` is that of
/// `convergence.csv`, which has the columns of observers.
pub(super) fn read_components(programs: &[ProgramBlock], header: &str) {
    let kinds = kinds();
    for component in programs.iter().flat_map(|program| program.components.keys()) {
        let Some((kind, name)) = component.rsplit_once(' ') else { continue };
        let of = |column: &str| column.strip_prefix(name)?.strip_prefix('.').map(str::to_owned);
        if let Some(kind) = kinds.iter().find(|other| other.name == kind) {
            (kind.insert_word)(name, header.trim_end().split(',').filter_map(of).collect());
        }
    }
}

/// Checks that this program has the code of all components of a sweep, which comes from this folder or goes into it.
///
/// # Errors
/// The components whose code is missing.
pub(crate) fn check_components(sweep: &Sweep, folder: &Path) -> Result<(), StoreError> {
    let named = words_of(sweep);
    let is_named = |name: &&str| named.iter().any(|word| word == name);
    let missing = kinds().into_iter().flat_map(|kind| {
        (kind.words)().into_iter().filter(is_named).map(|name| format!("{} {name}", kind.name)).collect::<Vec<_>>()
    });
    match missing.collect::<Vec<_>>() {
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
