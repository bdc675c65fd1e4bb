//! [`ProgramBlock`]: the code that made trials of a folder, by digests of its sources. Another program continues the folder once a
//! sample of its trials has run again.

use std::path::Path;

use toml::Value;

use super::error::StoreError;
use super::manifest::Manifest;
use super::{read, seal};
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

impl ProgramBlock {
    /// Returns the block of this program, with the registered components that a sweep names.
    pub fn here(sweep: &Sweep) -> Self {
        let mut words = Vec::new();
        for (key, value) in sweep.to_table() {
            if !["name", "notes"].contains(&key.as_str()) {
                collect_words(value, &mut words);
            }
        }
        Self::with_components(|name| words.iter().any(|word| word == name))
    }

    /// Returns the block of this program with all registered components.
    pub(crate) fn with_all_components() -> Self {
        Self::with_components(|_| true)
    }

    fn with_components(is_named: impl Fn(&str) -> bool) -> Self {
        let components = registered().into_iter().filter(|(_, name, _)| is_named(name));
        let components = components.map(|(kind, name, version)| (format!("{kind} {name}"), version)).collect();
        Self { identity: env!("EVOCUBE_IDENTITY").to_owned(), trials: None, components }
    }

    /// Returns the first difference of the code that made trials to that of another program, which may have further components.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        if self.identity != other.identity {
            return Some(format!("program {} there, {} here", self.identity, other.identity));
        }
        let mut recorded = self.components.iter();
        let (name, version) = recorded.find(|(name, version)| other.components.get(*name) != Some(version))?;
        let here = other.components.get(name).map_or("none", String::as_str);
        Some(format!("{name}: version {version} there, {here} here"))
    }

    fn is_same_code(&self, other: &Self) -> bool {
        (&self.identity, &self.components) == (&other.identity, &other.components)
    }
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

/// Kind, name and version of a registered component.
type Component = (&'static str, &'static str, String);

/// Returns all registered components.
fn registered() -> Vec<Component> {
    fn versions<T: ComponentKind + ?Sized>(kind: &'static str) -> impl Iterator<Item = Component> {
        T::table().versions().into_iter().map(move |(name, version)| (kind, name, version))
    }
    versions::<dyn Penalize>("objective")
        .chain(versions::<dyn Cross>("crossover"))
        .chain(versions::<dyn Mutate>("mutation"))
        .chain(versions::<dyn Select>("selection"))
        .chain(versions::<dyn Survive>("survivor selection"))
        .chain(versions::<dyn StopRule>("stop rule"))
        .chain(versions::<dyn Observe>("observer"))
        .chain(versions::<dyn BuildOptimizer>("algorithm"))
        .collect()
}

/// Returns the programs of a folder with this many recorded trials, continued by `here`.
pub(super) fn continued(recorded: &[ProgramBlock], here: ProgramBlock, trials: u64) -> Vec<ProgramBlock> {
    let mut programs = Vec::new();
    let mut rest = trials;
    for block in recorded {
        let trials = block.trials.map_or(rest, |trials| trials.min(rest));
        rest -= trials;
        if trials > 0 && !(block.trials.is_none() && block.is_same_code(&here)) {
            programs.push(ProgramBlock { trials: Some(trials), ..block.clone() });
        }
    }
    programs.push(here);
    programs
}

/// Adds the accepted programs of a folder that is merged or enlarged to those of the new folder, before this program.
pub(super) fn add_accepted(programs: &mut Vec<ProgramBlock>, recorded: &[ProgramBlock]) {
    for block in recorded.iter().filter(|block| block.trials.is_some()) {
        let same = programs.iter_mut().find(|other| other.trials.is_some() && other.is_same_code(block));
        match same {
            Some(same) => same.trials = same.trials.zip(block.trials).map(|(a, b)| a.saturating_add(b)),
            None => programs.insert(programs.len().saturating_sub(1), block.clone()),
        }
    }
}

/// Returns whether this program is that of the latest run of a folder.
///
/// # Errors
/// If the manifest cannot be read.
pub(crate) fn is_of_this_program(folder: &Path) -> Result<bool, StoreError> {
    let manifest = Manifest::read(folder)?;
    Ok(manifest.program_difference(&read::sweep_of(&manifest, folder)?).is_none())
}

/// Records this program as that of the latest run of a claimed folder with this many recorded trials.
///
/// # Errors
/// If the manifest cannot be read or written.
pub(crate) fn add_this_program(folder: &Path, trials: u64) -> Result<(), StoreError> {
    let manifest = Manifest::read(folder)?;
    let here = ProgramBlock::here(&read::sweep_of(&manifest, folder)?);
    let accepted = manifest.programs.iter().filter_map(|program| program.trials).fold(0, u64::saturating_add);
    let programs = continued(&manifest.programs, here, trials.max(accepted));
    seal::write_manifest(folder, &Manifest { programs, ..manifest })
}
