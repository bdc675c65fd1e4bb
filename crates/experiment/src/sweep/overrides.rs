//! [`Base`]: a `[base]` with its puzzle, which is read here, also from a file. [`Override`]: a key of it with another value; overrides are
//! applied, and conflicts of the design point found with their places. The keys that hold one of several alternatives are listed here.
//! Changes from outside the sweep file are the [`Overrides`](super::Overrides) of `arguments`.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::algorithm;
use super::diagnostic::Diagnostic;
use super::key_path::{ALGORITHM, head};
use super::repair::read_repaired_with;
use super::variation;
use crate::named_file::{NamedFileError, read_file};
use evocube_cube::document::Node;
use evocube_cube::puzzle::spec::{FileError, MAX_BYTES, PuzzleSpec};
use evocube_cube::puzzle::{AnyPuzzle, NameTaken};
use evocube_engine::evolve::config::{Conflict, TrialConfig};
use evocube_engine::registered::Registry;

/// Keys whose table holds one of several alternatives by name. A level with another alternative replaces it.
const ALTERNATIVES: [&str; 9] =
    [ALGORITHM, "selection", "crossover", "mutation", "replacement", "replaced", "restart", "objective", "adapt"];

/// Returns whether the table of this name holds one of several alternatives.
pub(super) fn is_alternative(name: &str) -> bool {
    ALTERNATIVES.contains(&name)
}

/// Returns whether the table of a key holds one of several alternatives.
pub(super) fn has_alternatives(key: &str) -> bool {
    is_alternative(key.rsplit('.').next().unwrap_or(key))
}

/// The key of `[base]` that names the puzzle.
pub(super) const PUZZLE: &str = "puzzle";

/// The key of `[base]` with the genomes that a run begins with.
pub(super) const INITIAL: &str = "initial";

/// Returns the message about a factor or a tuner that varies a key that is read with the base; `None` for other keys.
pub(super) fn unvaried(key: &str) -> Option<&'static str> {
    match head(key) {
        PUZZLE => Some("the puzzle cannot be varied: write one sweep for each"),
        INITIAL => Some("the initial population cannot be varied: write one sweep for each"),
        _ => None,
    }
}

/// A `[base]`: its values, its puzzle, which no override changes, and the components that it may name.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    pub(super) tree: Node,
    puzzle: AnyPuzzle,
    pub(super) registry: Registry,
}

impl Base {
    /// Reads the puzzle of a base: a name, a definition, or a file with a path relative to the sweep.
    pub(super) fn new(tree: Node, sweep: &Path, registry: &Registry) -> Result<Self, Diagnostic> {
        let Some(value) = tree.get(PUZZLE) else { return Ok(Self::with_puzzle(tree, AnyPuzzle::default(), registry)) };
        let placed = |message: String| Diagnostic::new(message, value.place());
        let puzzle = if let Some(file) = value.as_text().filter(|name| name.ends_with(".toml")) {
            read_spec(Path::new(file), sweep).map_err(|error| placed(error.to_string()))?
        } else if value.is_table() {
            let spec = PuzzleSpec::read(value).map_err(|mut error| {
                error.path.insert(0, PUZZLE.to_owned());
                Diagnostic::from(error).or_at(value.place())
            })?;
            AnyPuzzle::from_spec(spec).map_err(|error| placed(error.to_string()))?
        } else {
            value.read().map_err(|error| Diagnostic::from(error).or_at(value.place()))?
        };
        Ok(Self::with_puzzle(tree, puzzle, registry))
    }

    /// Reads the base alone. Mistakes are recorded and repaired.
    pub(super) fn read_repaired(&mut self, errors: &mut Vec<Diagnostic>) -> Option<TrialConfig> {
        let puzzle = &self.puzzle;
        read_repaired_with(&mut self.tree, errors, |tree| {
            read_tree(tree.clone(), puzzle).map_err(|wrong| variation::with_factor(tree, wrong, has_alternatives))
        })
    }

    /// Returns the base with other values of the first keys of a table.
    pub(super) fn with_keys_of(&self, changed: &Node) -> Self {
        let mut base = self.clone();
        base.tree.extend(changed);
        base
    }

    /// Returns a base for a puzzle that is known.
    pub(super) fn with_puzzle(tree: Node, puzzle: AnyPuzzle, registry: &Registry) -> Self {
        Self { tree, puzzle, registry: registry.clone() }
    }
}

/// Error: a file defines no puzzle.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleFileError {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] NamedFileError),
    /// Its definition is wrong.
    #[error("{}: {}", .0.display(), .1)]
    Definition(PathBuf, FileError),
    /// Another puzzle has the name.
    #[error("{}: {}", .0.display(), .1)]
    Name(PathBuf, NameTaken),
}

/// Reads the puzzle that a file defines.
///
/// # Errors
/// If the file cannot be read or defines no puzzle, or it has the name of another puzzle that is shipped.
pub fn read_puzzle(file: &Path) -> Result<AnyPuzzle, PuzzleFileError> {
    read_spec(file, Path::new(""))
}

fn read_spec(file: &Path, sweep: &Path) -> Result<AnyPuzzle, PuzzleFileError> {
    let (_, text) = read_file(file, sweep, "a puzzle", MAX_BYTES)?;
    let spec = PuzzleSpec::parse(&text).map_err(|error| PuzzleFileError::Definition(file.to_owned(), error))?;
    AnyPuzzle::from_spec(spec).map_err(|error| PuzzleFileError::Name(file.to_owned(), error))
}

/// A key of `[base]` that is set to another value.
#[derive(Clone, Debug)]
pub(super) struct Override<'a> {
    /// The key, with dots.
    pub(super) key: &'a str,
    /// Place of the key in the text; empty if it is computed.
    pub(super) place: Range<usize>,
    pub(super) value: &'a Node,
}

/// Applies overrides to a base, in order, and checks the design point.
pub(super) fn point(base: &Base, overrides: &[Override<'_>]) -> Result<TrialConfig, Diagnostic> {
    let point = read(base, overrides)?;
    check(&point, base, overrides)?;
    Ok(point)
}

/// Applies overrides to a base, in order. The values of the design point may conflict.
pub(super) fn read(base: &Base, overrides: &[Override<'_>]) -> Result<TrialConfig, Diagnostic> {
    base.registry.scope(|| read_in_scope(base, overrides))
}

fn read_in_scope(base: &Base, overrides: &[Override<'_>]) -> Result<TrialConfig, Diagnostic> {
    let mut tree = base.tree.clone();
    overrides.iter().try_for_each(|change| apply(&mut tree, change))?;
    read_tree(tree, &base.puzzle).map_err(|diagnostic| {
        // A value without a place is a table that was added on the path of a key.
        let place = || first_unreadable(base, overrides).map(|change| change.place.clone());
        let is_known = diagnostic.place.as_ref().is_some_and(|place| !place.is_empty());
        if is_known { diagnostic } else { diagnostic.or_at(place()) }
    })
}

fn read_tree(mut tree: Node, puzzle: &AnyPuzzle) -> Result<TrialConfig, Diagnostic> {
    tree.take(PUZZLE);
    if puzzle.cube().is_none() {
        // Defaults differ from those of the cubes.
        set_default(&mut tree, "objective", Node::text("pieces"));
        set_default(&mut tree, "alphabet", Node::table());
        if let Some(alphabet) = tree.get_mut("alphabet") {
            set_default(alphabet, "macros", Node::text("none"));
        }
    }
    Ok(TrialConfig { puzzle: puzzle.clone(), ..tree.read()? }.canonical())
}

fn set_default(table: &mut Node, name: &str, value: Node) {
    if table.get(name).is_none() {
        table.insert(name, 0..0, value);
    }
}

/// Checks the values of a design point and returns the first conflict.
pub(super) fn check(point: &TrialConfig, base: &Base, overrides: &[Override<'_>]) -> Result<(), Diagnostic> {
    conflicts(point, base, overrides).into_iter().next().map_or(Ok(()), Err)
}

/// Returns all conflicts between the values of a design point.
pub(super) fn conflicts(point: &TrialConfig, base: &Base, overrides: &[Override<'_>]) -> Vec<Diagnostic> {
    let diagnostic = |Conflict { key, message, position }| {
        Diagnostic::new(message, place_of(&base.tree, overrides, &key)).in_text(position)
    };
    point.conflicts().into_iter().map(diagnostic).collect()
}

/// Returns the first override after which the values can no longer be read.
fn first_unreadable<'a, 'b>(base: &Base, overrides: &'b [Override<'a>]) -> Option<&'b Override<'a>> {
    let mut tree = base.tree.clone();
    overrides.iter().find(|change| apply(&mut tree, change).is_err() || read_tree(tree.clone(), &base.puzzle).is_err())
}

/// Returns the place of a key of `[base]` in an override or in the base. If the key is absent, its last present step counts.
pub(super) fn place_of(base: &Node, overrides: &[Override<'_>], path: &str) -> Option<Range<usize>> {
    let inner =
        |key: &str, path: &str| path.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    match overrides.iter().rev().find(|change| inner(change.key, path) || inner(path, change.key)) {
        Some(change) => {
            let rest = path.strip_prefix(change.key).unwrap_or_default();
            place_in(change.value, rest).or_else(|| Some(change.place.clone()).filter(|place| !place.is_empty()))
        }
        None => place_in(base, path),
    }
}

/// Returns the place of the last value on a path that has one; `None` if the first step is missing.
fn place_in(mut node: &Node, path: &str) -> Option<Range<usize>> {
    let steps = path.split('.').filter(|step| !step.is_empty());
    let mut place = if steps.clone().next().is_none() { node.place() } else { None };
    for step in steps {
        let Some(next) = node.get(step) else { break };
        node = next;
        place = node.place().or(place);
    }
    place
}

/// Applies an override to a tree.
///
/// # Errors
/// If a step of its key is not a table.
pub(super) fn apply(tree: &mut Node, change: &Override<'_>) -> Result<(), Diagnostic> {
    let previous = tree.get(ALGORITHM).cloned();
    set(tree, change)?;
    if head(change.key) == ALGORITHM {
        algorithm::remove_keys_of_others(tree, previous.as_ref());
    }
    Ok(())
}

/// Sets a key of a tree to the value of an override.
fn set(tree: &mut Node, change: &Override<'_>) -> Result<(), Diagnostic> {
    let mut path = change.key.split('.').peekable();
    let mut table = tree;
    let mut parent = "";
    while let Some(name) = path.next() {
        if !table.is_table() {
            let message = format!("\"{}\" leads through a value that is not a table", change.key);
            return Err(Diagnostic::new(message, Some(change.place.clone())));
        }
        if is_alternative(parent) {
            table.keep_only(name);
        }
        if path.peek().is_none() {
            table.insert(name, change.place.clone(), change.value.clone());
            return Ok(());
        }
        // An alternative without parameters of its own is written as a word, which a table replaces.
        let is_replaced = is_alternative(name) && table.get(name).is_some_and(|inner| !inner.is_table());
        if is_replaced || table.get(name).is_none() {
            table.insert(name, change.place.clone(), Node::table());
        }
        table = table.get_mut(name).expect("it is there now");
        parent = name;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_engine::evolve::crossover::Crossover;

    fn with_level(base: &str, key: &str, level: f64) -> Result<TrialConfig, Diagnostic> {
        let tree = Node::from(&toml::Value::Table(base.parse().unwrap()));
        let value = evocube_cube::document::parse_value(&level.to_string()).unwrap();
        let overrides = [Override { key, place: 0..1, value: &value }];
        point(&Base::with_puzzle(tree, AnyPuzzle::default(), &Registry::new()), &overrides)
    }

    fn crossover(base: &str, key: &str, level: f64) -> Result<Crossover, Diagnostic> {
        with_level(base, key, level).map(|point| point.crossover)
    }

    #[test]
    fn a_level_of_another_alternative_replaces_the_base() {
        for base in
            ["", "crossover.two-point = { rate = 0.5 }", "crossover = \"none\"", "crossover.one-point.rate = 0.1"]
        {
            let crossover_read = crossover(base, "crossover.one-point.rate", 0.3).unwrap();
            assert!(
                matches!(crossover_read, Crossover::OnePoint(point) if point.rate.get().get() == 0.3),
                "{base}: {crossover_read:?}"
            );
        }
        // The base of a run has every default.
        let steady = "replacement.steady-state = { offspring = 2, replaced = \"worst\" }\nelitism = 1";
        let point = with_level(steady, "replacement.steady-state.replaced.crowding", 3.0).unwrap();
        assert!(point.to_table()["replacement"].to_string().contains("crowding = 3"), "{:?}", point.replacement);
    }

    #[test]
    fn a_key_through_a_value_is_refused() {
        let message = crossover("", "population.size", 0.3).unwrap_err().message;
        assert_eq!(message, "population must be a whole number, not a table");
        let message = crossover("population = 3", "population.size", 0.3).unwrap_err().message;
        assert_eq!(message, "\"population.size\" leads through a value that is not a table");
    }
}
