//! [`Diagnostic`]: a mistake of a sweep file, or a part without effect, with its place and what to write instead. A repair, made in
//! `repair`, lets the rest be checked. [`SweepError`]: the mistakes of a file, each [`Located`] in it. They are made where keys are read,
//! and put in order by `sources`; programs show them.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::string_places;

/// A mistake of a sweep file, or a part of it that has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The message, in one sentence.
    pub message: String,
    /// The correction, if the message does not give it.
    pub help: Option<String>,
    /// Byte range of the mistake in the text; `None` for the whole file.
    pub place: Option<Range<usize>>,
    /// Line and column of the wrong character in the value of a text at the place, from 1.
    pub(super) position: Option<(usize, usize)>,
    /// Change after which the rest of the file can be read.
    pub(super) repair: Repair,
}

/// Change of a file after which the rest of it can be checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Repair {
    /// The key, the value or the item is left out.
    #[default]
    Remove,
    /// The key has another name.
    Rename(&'static str),
    /// The value is another word.
    Word(&'static str),
    /// A key is missing in the table, which is left out.
    Complete,
}

impl Diagnostic {
    /// Returns a mistake at a place.
    pub(super) fn new(message: impl ToString, place: Option<Range<usize>>) -> Self {
        Self { message: message.to_string(), help: None, place, position: None, repair: Repair::default() }
    }

    fn message_after_position(&self) -> String {
        let position = self.position.map(|(line, column)| format!("line {line}, column {column}: "));
        position.unwrap_or_default() + &self.message
    }

    /// Sets the position of the wrong character in the text at the place.
    pub(super) fn in_text(self, position: Option<(usize, usize)>) -> Self {
        Self { position, ..self }
    }

    /// Sets the repair.
    pub(super) fn repaired(self, repair: Repair) -> Self {
        Self { repair, ..self }
    }

    /// Adds a correction.
    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Sets the place, if there is none.
    pub(super) fn or_at(mut self, place: Option<Range<usize>>) -> Self {
        self.place = self.place.filter(|place| !place.is_empty()).or(place);
        self
    }
}

impl std::error::Error for Diagnostic {}

impl fmt::Display for Diagnostic {
    /// The message, after the position of the wrong character, with the correction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message_after_position())?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, ": {help}"))
    }
}

/// Returns an error at a place.
pub(super) fn reject<T>(message: impl ToString, span: Range<usize>) -> Result<T, Diagnostic> {
    Err(Diagnostic::new(message, Some(span)))
}

/// Returns a value that was read; a mistake is recorded.
pub(super) fn keep<T>(read: Result<T, Diagnostic>, errors: &mut Vec<Diagnostic>) -> Option<T> {
    read.map_err(|wrong| errors.push(wrong)).ok()
}

/// A diagnostic with its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The file, or the argument of the command as it is written.
    pub path: PathBuf,
    /// Its text; empty for an argument, and for a file that could not be read.
    pub text: Arc<str>,
    /// The diagnostic; its place is in the text.
    pub diagnostic: Diagnostic,
}

impl Located {
    /// Returns the diagnostic of a file. A mistake of the whole file is placed at its first key, one within a string at the
    /// character.
    pub(super) fn new(path: &Path, text: &str, mut diagnostic: Diagnostic) -> Self {
        let place = diagnostic.place.as_ref().zip(diagnostic.position);
        match place.and_then(|(place, position)| string_places::character_at(text, place, position)) {
            Some(place) => diagnostic.place = Some(place),
            None => diagnostic.message = diagnostic.message_after_position(),
        }
        diagnostic.position = None;
        let place = diagnostic.place.take().filter(|_| !text.is_empty());
        diagnostic.place = place.or_else(|| first_key(text)).map(|place| {
            // The end of a file is the end of its last line.
            let start = place.start.min(text.trim_end().len());
            start..place.end.clamp(start, text.len())
        });
        Self { path: path.to_owned(), text: text.into(), diagnostic }
    }

    /// Returns the diagnostic with line and column after the name of the file, in place of the text and of a help that quotes it.
    pub(super) fn without_text(mut self) -> Self {
        if let Some((line, column)) = self.line_and_column() {
            self.path = format!("{}:{line}:{column}", self.path.display()).into();
        }
        (self.text, self.diagnostic.place, self.diagnostic.help) = ("".into(), None, None);
        self
    }

    /// Returns line and column, from 1, in characters; `None` without a place.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        let prefix = self.text.get(..self.diagnostic.place.as_ref()?.start)?;
        let line_start = prefix.rfind('\n').map_or(0, |newline| newline + 1);
        Some((prefix.matches('\n').count() + 1, prefix[line_start..].chars().count() + 1))
    }
}

impl fmt::Display for Located {
    /// `file:line:column: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some((line, column)) = self.line_and_column() {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.diagnostic.message)
    }
}

/// The mistakes of a sweep file, at most 20, in the order of their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepError {
    /// The mistakes, at least one.
    pub diagnostics: Vec<Located>,
}

impl std::error::Error for SweepError {}

impl fmt::Display for SweepError {
    /// A line for each mistake.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.diagnostics.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl SweepError {
    /// Returns the error of one mistake.
    pub(super) fn new(path: &Path, text: &str, diagnostic: Diagnostic) -> Self {
        Self { diagnostics: vec![Located::new(path, text, diagnostic)] }
    }

    /// Returns the messages without their places.
    pub fn messages(&self) -> String {
        let messages: Vec<String> = self.diagnostics.iter().map(|located| located.diagnostic.to_string()).collect();
        messages.join("; ")
    }
}

/// Returns the place of the first line that is neither empty nor a comment, without its line end.
fn first_key(text: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if !content.is_empty() && !content.starts_with('#') {
            let begin = start + line.find(content)?;
            return Some(begin..begin + content.len());
        }
        start += line.len();
    }
    None
}
