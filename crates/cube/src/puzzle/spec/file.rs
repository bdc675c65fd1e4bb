//! Puzzles from TOML.

use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::error::PathStep;
use super::{Description, PuzzleSpec};

/// The maximum length of a description, in bytes.
pub const MAX_BYTES: u64 = 1 << 18;

/// Error: a text does not define a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {}", plain_sentence(message))]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The message without the place, in the words of the parser.
    pub message: String,
}

impl PuzzleSpec {
    /// Reads a puzzle from TOML.
    ///
    /// # Errors
    /// The first error, with its line and column.
    ///
    /// ```
    /// use evocube_cube::puzzle::spec::PuzzleSpec;
    /// let text = "
    /// name = 'beads'
    /// [[orbit]]
    /// name = 'beads'
    /// pieces = 'A B C D'
    /// [[move]]
    /// name = 'X'
    /// cycles.beads = ['A B C']
    /// ";
    /// assert_eq!(PuzzleSpec::parse(text)?.states(), "3");
    /// let error = PuzzleSpec::parse("name = 1").expect_err("no name");
    /// assert_eq!((error.line, error.column), (1, 8));
    /// # Ok::<(), evocube_cube::puzzle::spec::FileError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Arc<Self>, FileError> {
        let error = |message: String, place: Option<Range<usize>>| {
            let begin = place.map_or(0, |place| place.start.min(text.len()));
            let before = String::from_utf8_lossy(&text.as_bytes()[..begin]);
            let last = before.rsplit('\n').next().unwrap_or_default();
            FileError { line: before.matches('\n').count() + 1, column: last.chars().count() + 1, message }
        };
        if text.len() as u64 > MAX_BYTES {
            return Err(error(format!("a puzzle has at most {MAX_BYTES} bytes"), None));
        }
        let plain =
            |wrong: toml::de::Error| error(wrong.message().lines().collect::<Vec<_>>().join(", "), wrong.span());
        let root = DeTable::parse(text).map_err(plain)?;
        let root = Spanned::new(root.span(), DeValue::Table(root.into_inner()));
        let description = Description::deserialize(ValueDeserializer::from(root.clone())).map_err(plain)?;
        Self::new(description).map_err(|wrong| error(wrong.message, Some(place(&root, &wrong.path))))
    }
}

/// Returns a message of the parser in the words of the documentation.
fn plain_sentence(message: &str) -> String {
    let quoted = |rest: &str| rest.replace('`', "\"");
    if let Some(name) = message.strip_prefix("missing field ") {
        return format!("the key {} is missing", quoted(name));
    }
    if let Some((value, expected)) =
        message.strip_prefix("invalid type: ").and_then(|rest| rest.rsplit_once(", expected "))
    {
        let value = match value {
            "map" => "table",
            "sequence" => "list",
            value => value,
        };
        let expected = match expected {
            "i64" => "a whole number",
            "a sequence" => "a list",
            table if table == "a map" || table.starts_with("struct ") => "a table",
            expected => expected,
        };
        return format!("wrong type: {value}, expected {expected}");
    }
    match message.strip_prefix("unknown field ") {
        Some(rest) => format!("unknown key {}", quoted(rest)),
        None if message.starts_with("string values must be quoted") => "a value is missing or not in quotes".to_owned(),
        None => message.to_owned(),
    }
}

/// Returns the range of the value at a path, or of the last part of the path that exists.
fn place(root: &Spanned<DeValue<'_>>, path: &[PathStep]) -> Range<usize> {
    let mut here = root;
    for key in path {
        let next = match (key, here.get_ref()) {
            (PathStep::Name(name), DeValue::Table(table)) => table.get(name.as_str()),
            (PathStep::Item(number), DeValue::Array(items)) => items.get(*number),
            _ => None,
        };
        let Some(next) = next else { break };
        here = next;
    }
    here.span()
}
