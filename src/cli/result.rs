//! The result of a command: an exit code, or an error message.

use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use evocube::experiment::sweep::SweepError;

use crate::files::reason;

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

/// A failure, as the message that is printed.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) String);

impl<E: std::error::Error> From<E> for Failure {
    /// Joins an error and its causes in one line.
    fn from(error: E) -> Self {
        Self(sentence(&error))
    }
}

impl Failure {
    /// Returns a failure that shows the line of the sweep file in the style of the Rust compiler: message, file, line and column.
    pub(crate) fn in_sweep(error: &SweepError) -> Self {
        let Some(span) = error.span.clone().filter(|span| span.end <= error.text.len()) else {
            return Self(error.to_string());
        };
        let path = error.path.display().to_string();
        let snippet = Snippet::source(&error.text)
            .path(&path)
            .annotation(AnnotationKind::Primary.span(first_line(&error.text, span)));
        let report = [Level::ERROR.primary_title(&error.message).element(snippet)];
        let text = Renderer::plain().render(&report);
        Self(text.strip_prefix("error: ").unwrap_or(&text).to_owned())
    }
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
