//! The result of a command: an exit code, or an error message.

use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use evocube::experiment::sweep::{Diagnostic, Located, SweepError};

use serde::Serialize;

use crate::files::reason;

/// A [`Failure`] with a formatted message.
macro_rules! failure {
    ($($message:tt)+) => { $crate::cli::result::Failure::new(format!($($message)+)) };
}
pub(crate) use failure;

/// The exit code of a command, or the failure that ended it (exit code 2).
pub(crate) type CommandResult = Result<ExitCode, Failure>;

/// The exit code for "finished, but not solved, not identical, or wrong".
pub(crate) const NEGATIVE: u8 = 1;

/// The exit code for bad input, a failure, or a run that was stopped.
pub(crate) const FAILED: u8 = 2;

/// Returns success, or the exit code for a negative result.
pub(crate) fn success_if(is_positive: bool) -> CommandResult {
    Ok(if is_positive { ExitCode::SUCCESS } else { ExitCode::from(NEGATIVE) })
}

/// A failure.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The message that is printed.
    pub(crate) text: String,
    /// The mistakes of a sweep file, if these are what failed.
    mistakes: Vec<Located>,
}

impl<E: std::error::Error> From<E> for Failure {
    /// Joins an error and its causes in one line.
    fn from(error: E) -> Self {
        Self::new(sentence(&error))
    }
}

/// The errors of a command, as JSON.
#[derive(Serialize)]
pub(crate) struct ErrorDocument<'a> {
    errors: Vec<ErrorEntry<'a>>,
}

/// An error; what is unknown is null.
#[derive(Serialize)]
struct ErrorEntry<'a> {
    message: &'a str,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    help: Option<&'a str>,
}

impl<'a> From<&'a Located> for ErrorEntry<'a> {
    fn from(located: &'a Located) -> Self {
        let (line, column) = located.line_and_column().unzip();
        let Diagnostic { message, help, .. } = &located.diagnostic;
        Self { message, file: Some(located.path.display().to_string()), line, column, help: help.as_deref() }
    }
}

impl Failure {
    /// Returns a failure with a message.
    pub(crate) fn new(text: String) -> Self {
        Self { text, mistakes: Vec::new() }
    }

    /// Returns a failure that shows each mistake of a sweep file.
    pub(crate) fn from_sweep(error: &SweepError) -> Self {
        let shown = error.diagnostics.iter().map(snippet);
        Self { mistakes: error.diagnostics.clone(), ..Self::new(shown.collect::<Vec<_>>().join("\n\nerror: ")) }
    }

    /// Returns the errors as a JSON document: each mistake of a sweep file, or the message.
    pub(crate) fn document(&self) -> ErrorDocument<'_> {
        let mut errors: Vec<ErrorEntry<'_>> = self.mistakes.iter().map(ErrorEntry::from).collect();
        if errors.is_empty() {
            errors.push(ErrorEntry { message: &self.text, file: None, line: None, column: None, help: None });
        }
        ErrorDocument { errors }
    }
}

/// Shows a diagnostic: `file:line:column: message`, the line with a caret, and what to write instead.
pub(crate) fn snippet(located: &Located) -> String {
    let (title, text, Diagnostic { place, help, .. }) = (located.to_string(), &*located.text, &located.diagnostic);
    let Some(place) = place.clone().filter(|_| !text.is_empty()) else {
        return help.as_ref().map_or_else(|| title.clone(), |help| format!("{title}: {help}"));
    };
    let annotation = AnnotationKind::Primary.span(first_line(text, place));
    let mut group = Level::ERROR.primary_title(&title).element(Snippet::source(text).annotation(annotation));
    if let Some(help) = help {
        group = group.element(Level::HELP.message(help));
    }
    let text = Renderer::plain().render(&[group]);
    text.strip_prefix("error: ").unwrap_or(&text).to_owned()
}

/// Joins an error and its causes in one line.
pub(crate) fn sentence(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        match cause.downcast_ref::<std::io::Error>() {
            Some(error) => text.push_str(&reason(error)),
            None => text.push_str(&cause.to_string()),
        }
        source = cause.source();
    }
    text
}

/// Cuts a span after its first line, so that only the header of a table is underlined.
fn first_line(text: &str, span: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let length = text[span.clone()].find('\n').unwrap_or(span.len());
    span.start..span.start + length
}
