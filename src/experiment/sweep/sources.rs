//! [`Sources`]: the texts that a sweep is read from, one after the other, so that a place identifies its text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::error::SweepError;
use super::tree::Diagnostic;

/// Largest sweep file that is read, in bytes.
pub(super) const MAX_BYTES: u64 = 1 << 20;

/// The origin of a sweep, as the manifest keeps it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The arguments that override the file, as they are written.
    pub overrides: Vec<String>,
    /// BLAKE3 of the sweep file and the file that it includes, by their names.
    pub files: BTreeMap<String, String>,
}

/// The texts of a sweep: its file first.
#[derive(Debug)]
pub(super) struct Sources<'t>(Vec<Source<'t>>);

#[derive(Debug)]
struct Source<'t> {
    /// The file, or the argument as it is written.
    name: PathBuf,
    text: Cow<'t, str>,
    /// The place of its first byte.
    start: usize,
    is_argument: bool,
}

impl<'t> Sources<'t> {
    /// Returns the sources of a sweep file, whose places are those in its text.
    pub(super) fn of_file(path: &Path, text: &'t str) -> Self {
        Self(vec![Source { name: path.to_owned(), text: text.into(), start: 0, is_argument: false }])
    }

    /// Returns sources without a file.
    pub(super) const fn none() -> Self {
        Self(Vec::new())
    }

    /// Adds a file and returns the place of its first byte.
    pub(super) fn add_file(&mut self, path: &Path, text: String) -> usize {
        self.add(path.to_owned(), text.into(), false)
    }

    /// Adds an argument, by its name and its text, and returns the place of its first byte.
    pub(super) fn add_argument(&mut self, argument: &str, text: String) -> usize {
        self.add(argument.into(), text.into(), true)
    }

    fn add(&mut self, name: PathBuf, text: Cow<'t, str>, is_argument: bool) -> usize {
        // The end of a text is no place of the next one.
        let start = self.0.last().map_or(0, |last| last.start + last.text.len() + 1);
        self.0.push(Source { name, text, start, is_argument });
        start
    }

    fn at(&self, place: &Range<usize>) -> Option<&Source<'t>> {
        self.0.iter().rev().find(|source| source.start <= place.start)
    }

    /// Returns the file beside which a file named at a place is looked for; empty for a place in an argument.
    pub(super) fn path_at(&self, place: &Range<usize>) -> &Path {
        self.at(place).filter(|source| !source.is_argument).map_or(Path::new(""), |source| &source.name)
    }

    /// Returns a diagnostic with its file, or after its argument.
    pub(super) fn error(&self, (message, place): Diagnostic) -> SweepError {
        let place = place.filter(|place| !place.is_empty());
        match place.as_ref().and_then(|place| self.at(place)).or(self.0.first()) {
            Some(Source { name, is_argument: true, .. }) => SweepError::new(name, "", None, message),
            Some(Source { name, text, start, .. }) => {
                let local = place.map(|place| place.start - start..(place.end - start).min(text.len()));
                SweepError::new(name, text, local, message)
            }
            None => SweepError::new(Path::new(""), "", None, message),
        }
    }

    /// Returns a diagnostic as a message, after the argument that it is about.
    pub(super) fn message(&self, (message, place): Diagnostic) -> String {
        match place.filter(|place| !place.is_empty()).and_then(|place| self.at(&place)) {
            Some(source) => format!("{}: {message}", source.name.display()),
            None => message,
        }
    }
}
