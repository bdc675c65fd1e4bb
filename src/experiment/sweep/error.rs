//! [`SweepError`]: an error of a sweep file, with its place.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::algorithm;
use super::overrides;
use super::tree::Node;

/// An error of a sweep file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepError {
    /// The file.
    pub path: PathBuf,
    /// Its text; empty when it could not be read.
    pub text: String,
    /// The bytes of the text that are wrong; `None` for the whole file.
    pub span: Option<Range<usize>>,
    /// The message, in one sentence.
    pub message: String,
}

impl std::error::Error for SweepError {}

impl fmt::Display for SweepError {
    /// `file:line:column: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some((line, column)) = self.place() {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl SweepError {
    pub(super) fn new(path: &Path, text: &str, span: Option<Range<usize>>, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), text: text.to_owned(), span, message: message.into() }
    }

    /// Returns the error of a key of `[base]` in a sweep file.
    #[must_use]
    pub fn at_key(path: &Path, key: &str, message: impl Into<String>) -> Self {
        // A file that is gone by now is named all the same.
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let root = DeTable::parse(&text).ok();
        let base = root.as_ref().and_then(|root| root.get_ref().get("base"));
        let place = base.and_then(|base| {
            let mut base = Node::from(base);
            // The file has been read: it has no two keys for the algorithm.
            let _ = algorithm::adopt(&mut base);
            overrides::place_of(&base, &[], key)
        });
        Self::new(path, &text, place, message)
    }

    /// Returns the error of a key of a sweep file: names with dots, and the numbers of items from 0, as in `stage.1.factor.0.levels`. The
    /// only stage of a file without `[[stage]]` is `stage.0`.
    #[must_use]
    pub fn at_path(path: &Path, key: &str, message: impl Into<String>) -> Self {
        // A file that is gone by now is named all the same.
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let place = DeTable::parse(&text).ok().and_then(|root| {
            let has_stages = root.get_ref().contains_key("stage");
            let root = Node::from(&Spanned::new(root.span(), DeValue::Table(root.into_inner())));
            let key = if has_stages { key } else { key.strip_prefix("stage.0").unwrap_or(key).trim_start_matches('.') };
            overrides::place_of(&root, &[], key).filter(|_| !key.is_empty())
        });
        Self::new(path, &text, place, message)
    }

    /// Returns line and column, from 1, in characters.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        let before = self.text.get(..self.span.as_ref()?.start)?;
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Some((before.matches('\n').count() + 1, before[line_start..].chars().count() + 1))
    }
}
