//! [`CommandResult`]: what a command ends with: an exit code, or a [`Failure`] with its exit code, also as JSON. Errors are put into words
//! here: remedies in those of the command line, mistakes of sweep files with their lines. The parent module prints them.

use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use evocube::experiment::store::{Remedy, StoreError};
use evocube::experiment::sweep::{Diagnostic, Located, SweepError};
use evocube::folder_error;
use serde_json::{Value, json};

use crate::files::reason;

/// A [`Failure`] with a formatted message.
macro_rules! failure {
    ($($message:tt)+) => { $crate::cli::result::Failure::new(format!($($message)+)) };
}
pub(crate) use failure;

/// The exit code of a command, or the failure that ended it, with an exit code of its own.
pub(crate) type CommandResult = Result<ExitCode, Failure>;

/// The exit code for "finished, but not solved, not identical, or wrong".
pub(crate) const NEGATIVE: u8 = 1;

/// The exit code for bad input, a failure, or a run that was stopped.
pub(crate) const FAILED: u8 = 2;

/// The exit code for a results folder that another process is writing, so that a script takes the next shard.
pub(crate) const IN_USE: u8 = 3;

/// Returns success, or the exit code for a negative result.
pub(crate) fn success_if(is_positive: bool) -> CommandResult {
    Ok(if is_positive { ExitCode::SUCCESS } else { ExitCode::from(NEGATIVE) })
}

/// A failure.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The message that is printed.
    pub(crate) text: String,
    /// The exit code of the program.
    pub(crate) code: u8,
    /// The mistakes of a sweep file, if these are what failed.
    mistakes: Vec<Located>,
}

impl<E: std::error::Error + 'static> From<E> for Failure {
    /// Joins an error and its causes in one line.
    fn from(error: E) -> Self {
        let code = if matches!(folder_error(&error), Some(StoreError::Locked { .. })) { IN_USE } else { FAILED };
        Self { code, ..Self::new(sentence(&error)) }
    }
}

/// Returns a remedy in the words of the command line.
fn words(remedy: &Remedy) -> String {
    match remedy {
        Remedy::Extend => "add --extend to keep its trials and run the others".to_owned(),
        Remedy::AcceptProgram => {
            "add --accept-program to run a sample of them again and go on if it is identical".to_owned()
        }
        Remedy::Resume => "add --resume to continue".to_owned(),
        Remedy::ResumeRun { folder, shard, effect } => {
            let shard = shard.map_or(String::new(), |shard| format!(" --shard {shard}"));
            format!("`evocube run SWEEP{shard} --out {} --resume` {effect}", folder.display())
        }
        Remedy::Verify => "`evocube verify` names the rows".to_owned(),
        Remedy::WriteHeader(header) => format!("write {header} there"),
        Remedy::PutBack => "put back a copy of the file".to_owned(),
        Remedy::AnotherFolder => "choose another folder with --out".to_owned(),
        Remedy::StartOver => "start over with --fresh".to_owned(),
    }
}

impl Failure {
    /// Returns a failure with a message.
    pub(crate) fn new(text: String) -> Self {
        Self { text, code: FAILED, mistakes: Vec::new() }
    }

    /// Returns a failure that shows each mistake of a sweep file.
    pub(crate) fn from_sweep(error: &SweepError) -> Self {
        let snippets = error.diagnostics.iter().map(snippet);
        Self { mistakes: error.diagnostics.clone(), ..Self::new(snippets.collect::<Vec<_>>().join("\n\nerror: ")) }
    }

    /// Returns the errors as a JSON document: each mistake of a sweep file, or the message. What is unknown is null.
    pub(crate) fn document(&self) -> Value {
        let entry = |message: &str, file: Option<String>, place: Option<(usize, usize)>, help: Option<&str>| {
            let (line, column) = place.unzip();
            json!({"message": message, "file": file, "line": line, "column": column, "help": help})
        };
        let mistake = |located: &Located| {
            let Diagnostic { message, help, .. } = &located.diagnostic;
            entry(message, Some(located.path.display().to_string()), located.line_and_column(), help.as_deref())
        };
        let mut errors: Vec<Value> = self.mistakes.iter().map(mistake).collect();
        if errors.is_empty() {
            errors.push(entry(&self.text, None, None, None));
        }
        json!({"errors": errors})
    }
}

/// Shows a diagnostic: `file:line:column: message`, the line with a caret, and what to write instead.
pub(crate) fn snippet(located: &Located) -> String {
    let (title, text, Diagnostic { place, help, .. }) = (located.to_string(), &*located.text, &located.diagnostic);
    let Some(place) = place.clone().filter(|_| !text.is_empty()) else {
        return help.as_ref().map_or_else(|| title.clone(), |help| format!("{title}: {help}"));
    };
    let annotation = AnnotationKind::Primary.span(first_line(text, place));
    let mut group = Level::ERROR.no_name().primary_title(&title).element(Snippet::source(text).annotation(annotation));
    if let Some(help) = help {
        group = group.element(Level::HELP.message(help));
    }
    Renderer::plain().render(&[group])
}

/// Joins an error with its remedies and its causes in one line.
pub(crate) fn sentence(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = folder_error(error).map_or_else(|| error.to_string(), |error| error.advice(words));
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
