//! The program `evocube`: [`main_with`] reads the command line and runs one of `commands`, [`main_of`] does so for a host such as Python.
//! Their errors and panics are reported here. Of the crate, this module and its submodules alone print. [`read_shard`], the shard that a
//! text or a job scheduler names, is exported for other programs.
//!
//! Exit codes: 0 = done (solved, identical, correct), 1 = finished but not solved, not identical or wrong, 2 = bad
//! input, failure, or a run that a signal stopped, 3 = another process is writing the results folder, 130 = stopped at once by a second
//! signal.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod arguments;
mod batch;
mod commands;
mod disk;
mod invocation;
mod parallel;
mod result;
mod terminal;

use std::backtrace::{Backtrace, BacktraceStatus};
use std::process::ExitCode;

pub use arguments::shard::{NoShard, read as read_shard};
use commands::Cli;
use evocube::Registry;
use evocube::experiment::defect;
pub use invocation::Host;
use result::FAILED;
use terminal::{note, print_json, usage};

/// Runs the `evocube` program on the arguments of the process, with the components of a registry. Returns its exit code.
///
/// It is the main function of a program: it sets handlers of panics and signals, and a signal may end the process within it.
pub fn main_with(registry: Registry) -> ExitCode {
    invocation::set_registry(registry);
    run(Cli::parse_arguments)
}

/// Runs the `evocube` program as [`main_with`] does, for a host, whose arguments are read and which the process keeps.
pub fn main_of(registry: Registry, host: Host) -> ExitCode {
    invocation::set(host);
    main_with(registry)
}

/// Parses and runs a command. An error is printed on stderr, and so is a panic, as a message with its source line.
///
/// A panic within a trial becomes a row of the results. `RUST_BACKTRACE` switches backtraces on.
fn run(parse: impl FnOnce() -> Result<Cli, clap::Error>) -> ExitCode {
    std::panic::set_hook(Box::new(|info| {
        defect::record(info);
        let trace = Backtrace::capture();
        if trace.status() == BacktraceStatus::Captured {
            note(format_args!("{info}\n{trace}"));
        }
    }));
    let failed = |text: &str, code: u8| {
        note(format_args!("error: {text}"));
        ExitCode::from(code)
    };
    terminal::interrupt::ignore_file_size_signal();
    terminal::interrupt::report_lost_tables();
    let parsed_and_run = || match parse() {
        Ok(cli) => cli.command.run(),
        Err(error) => usage::print(error),
    };
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(parsed_and_run)) {
        Ok(Ok(code)) => code,
        Ok(Err(failure)) => {
            if is_json_requested() {
                // The message is also printed on standard error.
                drop(print_json(&failure.document()));
            }
            failed(&failure.text, failure.code)
        }
        Err(panic) => {
            let defect = defect::describe(&*panic);
            failed(&format!("evocube stopped because of a defect ({defect}); please report it"), FAILED)
        }
    }
}

/// Returns whether the arguments contain `--json`, even if they cannot be parsed.
fn is_json_requested() -> bool {
    invocation::arguments().skip(1).take_while(|argument| argument != "--").any(|argument| argument == "--json")
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    /// Panics for the test below, which runs it in a separate process.
    #[test]
    #[ignore = "panics for another test"]
    fn panics() {
        let code = super::run(|| panic!("a wall \u{1b}[31m"));
        assert_eq!(code, super::ExitCode::from(2));
    }

    #[test]
    fn a_panic_is_reported_with_its_source_line_and_a_backtrace_on_request() {
        let sentence = "error: evocube stopped because of a defect (a wall \\u001b[31m, at src/cli/mod.rs:";
        for (backtrace, is_there) in [("0", false), ("1", true)] {
            let output = Command::new(std::env::current_exe().unwrap())
                .args(["cli::tests::panics", "--exact", "--ignored", "--nocapture"])
                .env("RUST_BACKTRACE", backtrace)
                .output()
                .unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && stderr.contains(sentence), "{stderr}");
            assert!(stderr.contains("; please report it\n"), "{stderr}");
            assert_eq!(stderr.contains("panicked at src/cli/mod.rs:"), is_there, "{stderr}");
            // Only a build with symbols names the frames.
            assert_eq!(stderr.contains("\n   0: "), is_there, "a frame of the backtrace: {stderr}");
        }
    }
}
