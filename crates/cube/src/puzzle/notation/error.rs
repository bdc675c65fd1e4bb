//! [`NotationError`]: an error in the text of a state or of moves, with its place, or the reasons why a state is unreachable. Also what its
//! makers need: functions that refuse a text, [`characters`] with their places, and [`quoted`] words (`text::quoted` is another function).
//! `FormatError` is in `notation`.

use std::fmt;

use crate::puzzle::{Reason, Unreachable};

/// Error: a text is not a state or not an algorithm. The message begins with the place: `line 7: face "Fronte" is not
/// one of …`.
///
/// ```
/// use evocube_cube::notation::{Dialect, read_moves};
/// let error = read_moves("R U Q", Dialect::Wca).expect_err("Q is no move");
/// assert_eq!((error.line, error.column), (Some(1), Some(5)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The line, from 1; `None` for an error of the whole text.
    pub line: Option<usize>,
    /// The column in characters, from 1; `None` for an error of a whole line or text.
    pub column: Option<usize>,
    /// The message without the place.
    pub message: String,
    /// All reasons why the cube is unreachable; empty if the text is malformed.
    pub reasons: Vec<Reason>,
}

impl NotationError {
    /// Returns the message and the line and column of the wrong character, from 1. Without a character the message has the line.
    pub fn into_message(self) -> (String, Option<(usize, usize)>) {
        match self.line.zip(self.column) {
            None => (self.to_string(), None),
            position => (self.message, position),
        }
    }

    /// Returns an error of the whole text.
    pub fn whole(message: impl Into<String>) -> Self {
        Self { line: None, column: None, message: message.into(), reasons: Vec::new() }
    }

    /// Returns an error of a line.
    pub(super) fn with_line(line: usize, message: impl Into<String>) -> Self {
        Self { line: Some(line), ..Self::whole(message) }
    }

    /// Returns an error at a character.
    pub(super) fn with_place(place: TextPlace, message: impl Into<String>) -> Self {
        Self { line: Some(place.line), column: Some(place.column), ..Self::whole(message) }
    }
}

/// Returns the error of a place.
pub(super) fn refuse<T>(place: TextPlace, message: impl Into<String>) -> Result<T, NotationError> {
    Err(NotationError::with_place(place, message))
}

/// Returns the error of a line.
pub(super) fn refuse_line<T>(line: usize, message: impl Into<String>) -> Result<T, NotationError> {
    Err(NotationError::with_line(line, message))
}

/// Returns the error of a whole text.
pub(in crate::puzzle) fn refuse_text<T>(message: impl Into<String>) -> Result<T, NotationError> {
    Err(NotationError::whole(message))
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: {}", self.message),
            (Some(line), None) => write!(f, "line {line}: {}", self.message),
            (None, _) => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for NotationError {}

impl From<Unreachable> for NotationError {
    fn from(unreachable: Unreachable) -> Self {
        Self { reasons: unreachable.reasons.clone(), ..Self::whole(unreachable.to_string()) }
    }
}

/// Quotes a word for an error message: control characters are escaped, long words are cut.
pub(super) fn quoted(word: &str) -> String {
    const LONGEST: usize = 40;
    let more = if word.chars().count() > LONGEST { "…" } else { "" };
    let beginning: String = word.chars().take(LONGEST).collect();
    format!("\"{}{more}\"", beginning.escape_debug())
}

/// A line and a column of a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextPlace {
    /// The line.
    pub(super) line: usize,
    /// The column, in characters.
    pub(super) column: usize,
}

/// Returns the characters of a text and their places.
pub(super) fn characters(text: &str) -> impl Iterator<Item = (TextPlace, char)> + Clone {
    let (mut line, mut column) = (1, 0);
    text.chars().map(move |character| {
        column += 1;
        let place = TextPlace { line, column };
        if character == '\n' {
            (line, column) = (line + 1, 0);
        }
        (place, character)
    })
}
