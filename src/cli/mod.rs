//! The command line: one file a command. Only here is anything printed.
//!
//! Exit codes: 0 = done (solved, identical, correct), 1 = finished but not solved, not identical or wrong, 2 = bad
//! input or failure.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod arguments;
mod commands;
mod outcome;
mod parallel;
mod terminal;

use std::backtrace::{Backtrace, BacktraceStatus};
use std::process::ExitCode;

use clap::Parser;
use commands::Cli;
use evocube::Registry;
use evocube::experiment::defect;
use outcome::{FAILED, Failure};
use terminal::{output, usage};

/// Runs the `evocube` program with the components of a registry, and returns its exit code.
#[must_use]
pub fn main_with(registry: Registry) -> ExitCode {
    let Registry { .. } = registry;
    run(Cli::try_parse)
}

/// Parses and runs a command; an error is printed on stderr. A defect of the program is a sentence too, with its place,
/// and a trial's is a row of its results. A backtrace is printed if `RUST_BACKTRACE` asks for it.
fn run(parse: impl FnOnce() -> Result<Cli, clap::Error>) -> ExitCode {
    std::panic::set_hook(Box::new(|info| {
        defect::record(info);
        let trace = Backtrace::capture();
        if trace.status() == BacktraceStatus::Captured {
            output::note(format_args!("{info}\n{trace}"));
        }
    }));
    let failed = |text: &str| {
        output::note(format_args!("error: {text}"));
        ExitCode::from(FAILED)
    };
    let parsed_and_run = || match parse() {
        Ok(cli) => cli.command.run(),
        Err(error) => usage::shown(error),
    };
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(parsed_and_run)) {
        Ok(Ok(code)) => code,
        Ok(Err(Failure(text))) => failed(&text),
        Err(panic) => {
            failed(&format!("a defect of evocube stopped it ({}); please report it", defect::describe(&*panic)))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    /// Not a test of its own: what the next one runs in a process of its own.
    #[test]
    #[ignore = "panics, to be looked at from outside"]
    fn panics() {
        let code = super::run(|| panic!("a wall \u{1b}[31m"));
        assert_eq!(code, super::ExitCode::from(2));
    }

    #[test]
    fn a_defect_is_a_sentence_with_its_place_and_a_backtrace_if_asked_for() {
        let sentence = "error: a defect of evocube stopped it (a wall \\u001b[31m, at src/cli/mod.rs:";
        for (backtrace, is_there) in [("0", false), ("1", true)] {
            let output = Command::new(std::env::current_exe().unwrap())
                .args(["cli::tests::panics", "--exact", "--ignored", "--nocapture"])
                .env("RUST_BACKTRACE", backtrace)
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && said.contains(sentence), "{said}");
            assert!(said.contains("; please report it\n"), "{said}");
            assert_eq!(said.contains("panicked at src/cli/mod.rs:"), is_there, "{said}");
            assert_eq!(said.contains("evocube::cli::run"), is_there, "a frame of the backtrace: {said}");
        }
    }
}
