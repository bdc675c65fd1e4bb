//! Reading a file-defined puzzle from TOML, at most [`MAX_BYTES`] of text, or from a table of another file. A [`FileError`] has the line
//! and the column of the first error. No file is opened here.

use std::ops::Range;
use std::sync::Arc;

use super::error::PathStep;
use super::{Description, PuzzleSpec, SpecError};
use crate::document::{Mistake, Node, ReadError, parse};

/// The maximum length of a description, in bytes.
pub const MAX_BYTES: u64 = 1 << 18;

/// Error: a text does not define a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The message without the place.
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
        let wrong = |error: ReadError| {
            let (line, column) = error.line_and_column(text);
            FileError { line, column, message: error.to_string() }
        };
        if text.len() as u64 > MAX_BYTES {
            return Err(FileError { line: 1, column: 1, message: format!("a puzzle has at most {MAX_BYTES} bytes") });
        }
        let root = parse(text).map_err(|mut errors| wrong(errors.swap_remove(0)))?;
        Self::read(&root).map_err(wrong)
    }

    /// Reads a puzzle from a table of a file.
    ///
    /// # Errors
    /// The first error, with its place in the file.
    #[doc(hidden)]
    pub fn read(root: &Node) -> Result<Arc<Self>, ReadError> {
        let description: Description = root.read()?;
        let refused =
            |wrong: SpecError| ReadError::new(Mistake::Refused(wrong.message), Some(place(root, &wrong.path)));
        Self::new(description).map_err(refused)
    }
}

/// Returns the range of the value at a path, or of the last part of the path that exists.
fn place(root: &Node, path: &[PathStep]) -> Range<usize> {
    let mut here = root;
    for step in path {
        let next = match step {
            PathStep::Name(name) => here.get(name),
            PathStep::Item(number) => here.items().and_then(|items| items.get(*number)),
        };
        let Some(next) = next else { break };
        here = next;
    }
    here.span()
}
