//! The programs that made the trials of a folder, each a [`ProgramBlock`] of its manifest with a digest of sources and the versions of
//! components and libraries. The blocks are made, compared and recorded here. Another program continues the folder once `verify` has run a
//! sample of its trials again. Of other versions of libraries, `verify` only warns.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::path::Path;

use super::components::words_of;
use super::error::StoreError;
use super::machine::nonempty;
use super::manifest::{Manifest, VERSION};
use super::recorded_sweep::sweep_of;
use super::seal;
use crate::execution::Execution;
use crate::record::ProgramBlock;
use crate::sweep::Sweep;
use evocube_engine::registered::Registry;

impl ProgramBlock {
    /// Returns the block of this program, with the registered components that a sweep names.
    pub fn here(sweep: &Sweep) -> Self {
        let words = LazyCell::new(|| words_of(sweep));
        Self::with_components(sweep.registry(), |name| words.iter().any(|word| word == name))
    }

    /// Returns the block of this program with all components of a registry.
    pub fn with_all_components(registry: &Registry) -> Self {
        Self::with_components(registry, |_| true)
    }

    /// Returns the block of this program as [`here`](Self::here), with the libraries of components in another language.
    pub(crate) fn of_execution(sweep: &Sweep, execution: Execution<'_>) -> Self {
        let interpreter = execution.of_sweep(sweep).interpreter;
        Self { libraries: interpreter.map_or_else(Default::default, |it| it.libraries(sweep)), ..Self::here(sweep) }
    }

    /// Returns a sentence on each library whose version is another one, `there` being that of the recorded trials.
    pub(crate) fn other_libraries(&self, there: &Self) -> Vec<String> {
        let version = |of: &Self, name: &str| of.libraries.get(name).map_or("none", String::as_str).to_owned();
        let names = there.libraries.keys().filter(|name| self.libraries.get(*name) != there.libraries.get(*name));
        names.map(|name| format!("{name} {} there, {} here", version(there, name), version(self, name))).collect()
    }

    fn with_components(registry: &Registry, is_named: impl Fn(&str) -> bool) -> Self {
        let named = registry.components().filter(|(_, name, _)| is_named(name));
        let components =
            named.filter_map(|(kind, name, version)| Some((format!("{kind} {name}"), version?.to_owned())));
        Self {
            version: VERSION.to_owned(),
            commit: nonempty(env!("EVOCUBE_COMMIT")),
            commit_date: nonempty(env!("EVOCUBE_COMMIT_DATE")),
            identity: env!("EVOCUBE_IDENTITY").to_owned(),
            trials: None,
            components: components.collect(),
            libraries: BTreeMap::new(),
        }
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

    fn is_same(&self, other: &Self) -> bool {
        let compared = |it: &Self| (it.identity.clone(), it.components.clone(), it.libraries.clone());
        compared(self) == compared(other)
    }
}

/// Returns the programs of a folder with this many recorded trials, continued by `here`.
pub(super) fn continued(recorded: &[ProgramBlock], here: ProgramBlock, trials: u64) -> Vec<ProgramBlock> {
    let mut programs = Vec::new();
    let mut rest = trials;
    for block in recorded {
        let trials = block.trials.map_or(rest, |trials| trials.min(rest));
        rest -= trials;
        if trials > 0 && !(block.trials.is_none() && block.is_same(&here)) {
            programs.push(ProgramBlock { trials: Some(trials), ..block.clone() });
        }
    }
    programs.push(here);
    programs
}

/// Adds the accepted programs of a folder that is merged or enlarged to those of the new folder, before this program.
pub(super) fn add_accepted(programs: &mut Vec<ProgramBlock>, recorded: &[ProgramBlock]) {
    for block in recorded.iter().filter(|block| block.trials.is_some()) {
        let same = programs.iter_mut().find(|other| other.trials.is_some() && other.is_same(block));
        match same {
            Some(same) => same.trials = same.trials.zip(block.trials).map(|(a, b)| a.saturating_add(b)),
            None => programs.insert(programs.len().saturating_sub(1), block.clone()),
        }
    }
}

/// Returns whether this program, with the components of a registry, is that of the latest run of a folder.
///
/// # Errors
/// If the manifest cannot be read.
pub(crate) fn is_of_this_program(folder: &Path, registry: &Registry) -> Result<bool, StoreError> {
    let manifest = Manifest::read(folder)?;
    Ok(manifest.program_difference(&sweep_of(&manifest, folder, registry)?).is_none())
}

/// Records this program, with the components of a registry, as that of the latest run of a claimed folder with this many recorded trials.
///
/// # Errors
/// If the manifest cannot be read or written.
pub(crate) fn add_this_program(
    folder: &Path,
    trials: u64,
    registry: &Registry,
    execution: Execution<'_>,
) -> Result<(), StoreError> {
    let manifest = Manifest::read(folder)?;
    let here = ProgramBlock::of_execution(&sweep_of(&manifest, folder, registry)?, execution);
    let accepted = manifest.programs.iter().filter_map(|program| program.trials).fold(0, u64::saturating_add);
    let programs = continued(&manifest.programs, here, trials.max(accepted));
    seal::write_manifest(folder, &Manifest { programs, ..manifest })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(identity: &str, commit: &str, trials: Option<u64>) -> ProgramBlock {
        let components = BTreeMap::new();
        let commit = Some(commit.to_owned());
        let identity = identity.to_owned();
        ProgramBlock { commit, identity, trials, components, ..ProgramBlock::with_all_components(&Registry::new()) }
    }

    #[test]
    fn another_commit_of_the_same_code_is_no_other_program() {
        let (first, second) = (block("same", "1", None), block("same", "2", None));
        assert_eq!(first.difference(&second), None);
        assert_eq!(continued(std::slice::from_ref(&first), second.clone(), 5), std::slice::from_ref(&second));
        let other = block("other", "3", None);
        assert_eq!(first.difference(&other).unwrap(), "program same there, other here");
        // The manifest keeps what each program was built from.
        assert_eq!(continued(&[first], other.clone(), 5), [block("same", "1", Some(5)), other.clone()]);
        let mut programs = vec![block("same", "1", Some(5)), other.clone()];
        add_accepted(&mut programs, &[block("same", "2", Some(4)), other.clone()]);
        assert_eq!(programs, [block("same", "1", Some(9)), other]);
    }
}
