//! [`Sources`]: the texts of a sweep (files and arguments), numbered as one sequence of bytes, so that the place of a mistake identifies
//! its text. It puts mistakes in order, at most 20, and hides lines of files outside the folder of the sweep. [`Written`]: the same with
//! the keys, for the mistake of a key. [`Origin`]: the overrides and the digests of the files, for manifests.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::diagnostic::{Diagnostic, Located, SweepError};
use super::key_path::place_in;
use evocube_cube::document::Node;

/// Maximum number of mistakes in an error; further ones are dropped.
const MAX_SHOWN: usize = 20;

/// Maximum size of a sweep file, in bytes.
pub(super) const MAX_BYTES: u64 = 1 << 20;

/// The origin of a sweep, as recorded in the manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The arguments that override the file, as they are written.
    pub overrides: Vec<String>,
    /// BLAKE3 of the sweep file and the file that it includes, by their names.
    pub files: BTreeMap<String, String>,
}

/// The texts of a sweep: its file first.
#[derive(Debug)]
pub(super) struct Sources(Vec<Source>);

#[derive(Debug)]
struct Source {
    /// The file, or the argument as it is written.
    name: PathBuf,
    text: Arc<str>,
    /// Place of its first byte.
    start: usize,
    is_argument: bool,
    /// Whether messages show its lines.
    is_shown: bool,
}

impl Sources {
    /// Returns the sources of a sweep file, whose places are those in its text.
    pub(super) fn from_file(path: &Path, text: &str) -> Self {
        Self(vec![Source { name: path.to_owned(), text: text.into(), start: 0, is_argument: false, is_shown: true }])
    }

    /// Returns sources without a file.
    pub(super) const fn none() -> Self {
        Self(Vec::new())
    }

    /// Adds a file and returns the place of its first byte. Messages show its lines only if it lies in the folder of the sweep file,
    /// so that no other file of the machine is printed.
    pub(super) fn add_file(&mut self, path: &Path, text: &str) -> usize {
        let start = self.add(path.to_owned(), text, false);
        let folder = self.0.first().and_then(|sweep| sweep.name.parent()).unwrap_or(Path::new(""));
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        let is_within = path.canonicalize().ok().zip(folder.canonicalize().ok());
        if let Some(source) = self.0.last_mut() {
            source.is_shown = is_within.is_some_and(|(path, folder)| path.starts_with(folder));
        }
        start
    }

    /// Adds an argument, by its name and its text, and returns the place of its first byte.
    pub(super) fn add_argument(&mut self, argument: &str, text: &str) -> usize {
        self.add(argument.into(), text, true)
    }

    fn add(&mut self, name: PathBuf, text: &str, is_argument: bool) -> usize {
        // A gap of one byte separates the end of a text from the next one.
        let start = self.0.last().map_or(0, |last| last.start + last.text.len() + 1);
        self.0.push(Source { name, text: text.into(), start, is_argument, is_shown: true });
        start
    }

    fn source(&self, place: &Range<usize>) -> Option<&Source> {
        self.0.iter().rev().find(|source| source.start <= place.start)
    }

    /// Returns the file to which paths at a place are relative; empty for a place in an argument.
    pub(super) fn path_at(&self, place: &Range<usize>) -> &Path {
        self.source(place).filter(|source| !source.is_argument).map_or(Path::new(""), |source| &source.name)
    }

    /// Returns a diagnostic with its file, or with its argument as the file.
    pub(super) fn locate(&self, diagnostic: Diagnostic) -> Located {
        let place = diagnostic.place.clone();
        match place.as_ref().and_then(|place| self.source(place)).or(self.0.first()) {
            Some(Source { name, is_argument: true, .. }) => Located::new(name, "", diagnostic),
            Some(Source { name, text, start, is_shown, .. }) => {
                let place = place.map(|place| place.start - start..(place.end - start).min(text.len()));
                let located = Located::new(name, text, Diagnostic { place, ..diagnostic });
                if *is_shown { located } else { located.without_text() }
            }
            None => Located::new(Path::new(""), "", diagnostic),
        }
    }

    /// Returns the distinct mistakes in the order of their places, at most [`MAX_SHOWN`].
    pub(super) fn error(&self, mut errors: Vec<Diagnostic>) -> SweepError {
        errors.sort_by_key(|diagnostic| diagnostic.place.clone().map_or(0, |place| place.start));
        let mut distinct = HashSet::new();
        errors.retain(|diagnostic| distinct.insert((diagnostic.message.clone(), diagnostic.place.clone())));
        errors.truncate(MAX_SHOWN);
        SweepError { diagnostics: errors.into_iter().map(|diagnostic| self.locate(diagnostic)).collect() }
    }

    /// Returns the file and the line of a place, as in `cubes.txt:3`.
    pub(super) fn line(&self, place: &Range<usize>) -> Option<String> {
        let source = self.source(place).filter(|source| !source.is_argument)?;
        let prefix = source.text.get(..place.start - source.start)?;
        Some(format!("{}:{}", source.name.display(), prefix.matches('\n').count() + 1))
    }

    /// Returns the message of a diagnostic, after the argument in which it is placed.
    pub(super) fn message(&self, diagnostic: &Diagnostic) -> String {
        let message = diagnostic.to_string();
        match diagnostic.place.clone().filter(|place| !place.is_empty()).and_then(|place| self.source(&place)) {
            Some(source) => format!("{}: {message}", source.name.display()),
            None => message,
        }
    }
}

/// The keys and the texts of a sweep, for messages about its keys.
#[derive(Debug)]
pub(super) struct Written {
    /// The keys of all texts.
    pub(super) root: Node,
    pub(super) sources: Sources,
}

impl Written {
    /// Returns the error of a key: names with dots, and the numbers of items from 0, as in `stage.1.factor.0.levels`. The only stage of
    /// a file without `[[stage]]` is `stage.0`. An absent key has the place of the table in which it is missing.
    pub(super) fn error(&self, key: &str, message: String) -> SweepError {
        let without_stage = key.strip_prefix("stage.0").map(|rest| rest.trim_start_matches('.'));
        let key = without_stage.filter(|_| self.root.get("stage").is_none()).unwrap_or(key);
        let place = place_in(&self.root, key).filter(|_| !key.is_empty());
        SweepError { diagnostics: vec![self.sources.locate(Diagnostic::new(message, place))] }
    }
}
