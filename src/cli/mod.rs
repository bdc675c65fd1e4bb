//! The command line: one file a command. Only here is anything printed.
//!
//! Exit codes: 0 = done (solved, identical, correct), 1 = finished but not solved, not identical or wrong, 2 = bad
//! input or failure.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod alphabet;
mod budget;
mod cache;
mod check;
mod damage;
mod doctor;
mod execution;
mod export;
mod goal;
mod instance;
mod interrupt;
mod landscape;
mod merge;
mod output;
mod pages;
mod parallel;
mod plan;
mod power;
mod progress;
mod race;
mod refine;
mod report;
mod route;
mod run;
mod scramble;
mod shard;
mod show;
mod slurm;
mod solve;
mod solver;
mod stats;
mod sweep_error;
mod table;
mod tables;
mod trial;
mod usage;
mod verify;

use std::backtrace::{Backtrace, BacktraceStatus};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use evocube::experiment::defect;
use evocube::experiment::sweep::reason;

/// Genetic-algorithm experiments on the Rubik's cube.
#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::RunArgs),
    Plan(plan::PlanArgs),
    Alphabet(alphabet::AlphabetArgs),
    Landscape(landscape::LandscapeArgs),
    Report(report::ReportArgs),
    Verify(verify::VerifyArgs),
    Race(race::RaceArgs),
    Trial(trial::TrialArgs),
    Merge(merge::MergeArgs),
    Slurm(slurm::SlurmArgs),
    Export(export::ExportArgs),
    Doctor(doctor::DoctorArgs),
    Completions(pages::CompletionsArgs),
    Man(pages::ManArgs),
    /// Solve a cube.
    Solve(solve::Args),
    /// Solve many random states and count the moves.
    Stats(stats::Args),
    Scramble(scramble::ScrambleArgs),
    Show(show::ShowArgs),
    Check(check::CheckArgs),
    Route(route::RouteArgs),
    Refine(refine::RefineArgs),
    Tables(tables::TablesArgs),
}

/// How a command ended: the exit code, or what went wrong (exit code 2).
pub(crate) type Outcome = Result<ExitCode, Failure>;

/// The exit code for "finished, but not solved, not identical, or wrong".
pub(crate) const NEGATIVE: u8 = 1;

/// The exit code for bad input, a failure, or a run that was stopped.
pub(crate) const FAILED: u8 = 2;

/// A failure, in the words the user will read.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) String);

impl<E: std::error::Error> From<E> for Failure {
    /// The error and its causes, in one line.
    fn from(error: E) -> Self {
        Self(sentence(&error))
    }
}

/// An error and its causes, in one line.
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

/// Parses and runs a command; an error is printed on stderr. A defect of the program is a sentence too, with its place,
/// and a trial's is a row of its results. A backtrace is printed if `RUST_BACKTRACE` asks for it.
pub(crate) fn run(parse: impl FnOnce() -> Result<Cli, clap::Error>) -> ExitCode {
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
        Ok(cli) => cli.run(),
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

impl Cli {
    fn run(self) -> Outcome {
        match self.command {
            Command::Run(args) => run::run(&args),
            Command::Plan(args) => plan::run(&args),
            Command::Alphabet(args) => alphabet::run(&args),
            Command::Landscape(args) => landscape::run(&args),
            Command::Report(args) => report::run(&args),
            Command::Verify(args) => verify::run(&args),
            Command::Race(args) => race::run(&args),
            Command::Trial(args) => trial::run(&args),
            Command::Merge(args) => merge::run(&args),
            Command::Slurm(args) => slurm::run(&args),
            Command::Export(args) => export::run(&args),
            Command::Doctor(args) => doctor::run(&args),
            Command::Completions(args) => pages::completions(&args),
            Command::Man(args) => pages::man(&args),
            Command::Solve(args) => solve::run(&args),
            Command::Stats(args) => stats::run(&args),
            Command::Scramble(args) => scramble::run(&args),
            Command::Show(args) => show::run(&args),
            Command::Check(args) => check::run(&args),
            Command::Route(args) => route::run(&args),
            Command::Refine(args) => refine::run(&args),
            Command::Tables(args) => tables::run(&args),
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
