//! Help, and errors in arguments.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};

use super::output::note;
use crate::cli::outcome::{Failure, Outcome};

/// Words that delete files: they are never suggested for a misspelled one.
const NEVER_SUGGESTED: [&str; 2] = ["--fresh", "clear"];

/// Prints help or the version; an error becomes a failure.
pub(crate) fn shown(mut error: clap::Error) -> Outcome {
    if !error.use_stderr() {
        error.print()?;
        return Ok(ExitCode::SUCCESS);
    }
    forget_deletion(&mut error);
    let text = error.render().to_string();
    match text.trim_end().strip_prefix("error: ") {
        Some(text) => Err(Failure(text.to_owned())),
        None => {
            // The help, which is shown where a command is missing.
            note(format_args!("{}", text.trim_end()));
            Ok(ExitCode::from(2))
        }
    }
}

/// Removes suggestions that would delete files if they were followed.
fn forget_deletion(error: &mut clap::Error) {
    let deletes = |word: &str| word.split([' ', '\'']).any(|word| NEVER_SUGGESTED.contains(&word));
    let suggests = |kind: ContextKind, value: &ContextValue| match (kind, value) {
        (ContextKind::SuggestedArg | ContextKind::SuggestedSubcommand, ContextValue::String(word)) => deletes(word),
        (ContextKind::SuggestedSubcommand, ContextValue::Strings(words)) => words.iter().any(|word| deletes(word)),
        (ContextKind::Suggested, ContextValue::StyledStrs(texts)) => {
            texts.iter().any(|text| deletes(&text.to_string()))
        }
        _ => false,
    };
    if error.context().any(|(kind, value)| suggests(kind, value)) {
        use ContextKind::{Suggested, SuggestedArg, SuggestedSubcommand, Usage};
        // The usage that is shown is that with the suggestion.
        for kind in [SuggestedArg, SuggestedSubcommand, Suggested, Usage] {
            error.remove(kind);
        }
    }
}
