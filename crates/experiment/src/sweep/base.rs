//! [`Base`]: a `[base]` with its puzzle, which is read here, also from a file. [`ReadBase`]: that of a sweep, as written and with every
//! default; its mistakes are repaired. Its keys are given other values in `overrides`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::diagnostic::Diagnostic;
use super::key_path::{INITIAL, PUZZLE};
use super::repair::{read_repaired_with, repair};
use super::sources::Sources;
use super::{initial, keys, variation};
use crate::named_file::{NamedFileError, read_file};
use evocube_cube::document::Node;
use evocube_cube::puzzle::spec::{FileError, MAX_BYTES, PuzzleSpec};
use evocube_cube::puzzle::{AnyPuzzle, NameTaken};
use evocube_cube::text::similar;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::registered::Registry;

/// The `[base]` of a sweep.
pub(super) struct ReadBase {
    /// As written, without its mistakes.
    pub(super) written: Base,
    /// With every default.
    pub(super) complete: Base,
    /// Its configuration.
    pub(super) point: TrialConfig,
    pub(super) is_puzzle_known: bool,
    /// Whether it has no mistake.
    pub(super) is_right: bool,
}

impl ReadBase {
    /// Reads a `[base]`. Mistakes are recorded and repaired; `None` if one cannot be repaired.
    pub(super) fn read(
        tree: Node,
        sources: &Sources,
        registry: &Registry,
        errors: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let (mut written, is_puzzle_known) = read_puzzle_of(tree, sources, registry, errors);
        let count = errors.len();
        let point = written.read_repaired(errors)?;
        let is_right = is_puzzle_known && errors.len() == count;
        let values = Node::from(&toml::Value::Table(point.to_table()));
        let complete = Base::with_puzzle(values, point.puzzle.clone(), registry);
        let complete = Base { point: Some(Arc::new(point.clone())), ..complete };
        Some(Self { written, complete, point, is_puzzle_known, is_right })
    }
}

/// Reads the puzzle of a `[base]`, and returns whether it is valid.
fn read_puzzle_of(
    mut tree: Node,
    sources: &Sources,
    registry: &Registry,
    errors: &mut Vec<Diagnostic>,
) -> (Base, bool) {
    if !tree.is_table() {
        errors.push(Diagnostic::new("base is written as [base]", Some(tree.span())));
        tree = Node::table();
    }
    // The puzzle is repaired first, since the other keys depend on it.
    let keys = keys::of_base();
    let is_puzzle = |key: &str| !keys.contains(&key) && similar(key, keys.iter().copied()) == Some(PUZZLE);
    let misspelled = tree.entries().find(|(key, ..)| is_puzzle(key));
    let wrong = misspelled.map(|(key, place, _)| keys::unknown(key, keys, &[]).or_at(Some(place.clone())));
    if let Some(wrong) = wrong {
        repair(&mut tree, &wrong);
        errors.push(wrong);
    }
    let place = tree.get(INITIAL).and_then(Node::place).unwrap_or_default();
    if let Err(wrong) = initial::resolve(&mut tree, sources.path_at(&place)) {
        errors.push(wrong);
        tree.take(INITIAL);
    }
    let place = tree.get(PUZZLE).and_then(Node::place).unwrap_or_default();
    match Base::new(tree.clone(), sources.path_at(&place), registry) {
        Ok(base) => (base, true),
        Err(wrong) => {
            errors.push(wrong);
            tree.take(PUZZLE);
            (Base::with_puzzle(tree, AnyPuzzle::default(), registry), false)
        }
    }
}

/// A `[base]`: its values, its puzzle, which no override changes, and the components that it may name.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    pub(super) tree: Node,
    pub(super) puzzle: AnyPuzzle,
    pub(super) registry: Registry,
    /// The configuration without overrides, where it has been read.
    pub(super) point: Option<Arc<TrialConfig>>,
}

impl Base {
    /// Reads the puzzle of a base: a name, a definition, or a file with a path relative to the sweep.
    fn new(tree: Node, sweep: &Path, registry: &Registry) -> Result<Self, Diagnostic> {
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
    fn read_repaired(&mut self, errors: &mut Vec<Diagnostic>) -> Option<TrialConfig> {
        let puzzle = &self.puzzle;
        read_repaired_with(&mut self.tree, errors, |tree| {
            read_tree(tree.clone(), puzzle).map_err(|wrong| variation::with_factor(tree, wrong))
        })
    }

    /// Returns the base with other values of the first keys of a table.
    pub(super) fn with_keys_of(&self, changed: &Node) -> Self {
        let mut base = Self { point: None, ..self.clone() };
        base.tree.extend(changed);
        base
    }

    /// Returns a base for a puzzle that is known.
    pub(super) fn with_puzzle(tree: Node, puzzle: AnyPuzzle, registry: &Registry) -> Self {
        Self { tree, puzzle, registry: registry.clone(), point: None }
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

/// Reads the configuration of a base for its puzzle.
pub(super) fn read_tree(mut tree: Node, puzzle: &AnyPuzzle) -> Result<TrialConfig, Diagnostic> {
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
