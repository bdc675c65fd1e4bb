//! [`print`]: prints help texts, and makes errors in arguments failures, with suggestions for misspelled words and for words of other
//! programs. Nothing that deletes files is suggested.

use std::error::Error;
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::output::{has_color, note, painted_output};
use crate::cli::result::{CommandResult, FAILED, Failure};

/// Options and commands that delete files; they are never suggested for a misspelled word.
const NEVER_SUGGESTED: [&str; 2] = ["--fresh", "clear"];

/// Prints help or the version; an error becomes a failure.
pub(crate) fn print(mut error: clap::Error) -> CommandResult {
    if !error.use_stderr() {
        let text = error.render();
        return painted_output(|out| if has_color() { write!(out, "{}", text.ansi()) } else { write!(out, "{text}") });
    }
    remove_deleting_suggestions(&mut error);
    add_meaning(&mut error);
    let mut text = error.render().to_string();
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        note(format_args!("{}", text.trim_end()));
        return Ok(ExitCode::from(FAILED));
    }
    if let Some(number) = error.source().and_then(|source| source.downcast_ref::<ParseIntError>()) {
        text = text.replace(&number.to_string(), meaning(number));
    }
    // The failure is printed with a title of its own.
    Err(Failure::new(text.trim_end().trim_start_matches("error: ").to_owned()))
}

/// Returns what is wrong with a number that cannot be read.
fn meaning(error: &ParseIntError) -> &'static str {
    match error.kind() {
        IntErrorKind::PosOverflow => "the number is too large",
        _ => "write a whole number from 0, in digits",
    }
}

/// Commands and options of other programs, and what does the same here.
const ELSEWHERE: [(&str, &str); 6] = [
    ("compare", "`evocube report DIR DIR` compares results folders"),
    ("tune", "`evocube race SWEEP` tunes a configuration"),
    (
        "list",
        "`evocube tables` lists tables, `evocube new --from SHIPPED` copies a shipped sweep; docs/experiments.md lists them",
    ),
    ("init", "`evocube new` writes a sweep to start from"),
    ("--dry-run", "`evocube plan SWEEP` shows what would run"),
    ("--jobs", "`--threads N` sets the number of threads"),
];

/// Replaces the suggestions for a word of another program by what does the same here.
fn add_meaning(error: &mut clap::Error) {
    use ContextKind::{InvalidArg, InvalidSubcommand, Suggested, SuggestedArg, SuggestedSubcommand};
    let word = [InvalidSubcommand, InvalidArg].into_iter().find_map(|kind| error.get(kind));
    let Some(ContextValue::String(word)) = word else { return };
    let Some((_, meaning)) = ELSEWHERE.iter().find(|(other, _)| other == word) else { return };
    [SuggestedSubcommand, SuggestedArg].into_iter().for_each(|kind| drop(error.remove(kind)));
    error.insert(Suggested, ContextValue::StyledStrs(vec![(*meaning).into()]));
}

/// Removes suggestions of words that delete files.
fn remove_deleting_suggestions(error: &mut clap::Error) {
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
        // The usage line contains the suggestion.
        for kind in [SuggestedArg, SuggestedSubcommand, Suggested, Usage] {
            error.remove(kind);
        }
    }
}
