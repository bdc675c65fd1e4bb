//! `evocube race`: settings against each other, until few are left.

mod print;
mod progress;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use evocube::experiment::race::{self, RaceOptions};
use evocube::experiment::sweep::Sweep;

use crate::cli::arguments::cost::CostArg;
use crate::cli::arguments::execution::{ExecutionArgs, OpeningArgs};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::terminal::cache::Cache;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::output;
use progress::Progress;

/// Race the settings of a sweep: those that are clearly worse leave early, new ones are drawn around the best.
///
/// Iterated F-race as irace does it. The result does not depend on the number of threads or on interruptions; a race that
/// was stopped goes on with --resume.
#[derive(Args)]
pub(crate) struct RaceArgs {
    /// The sweep file: what its only stage varies is raced, on its instances; its [base] is the reference. The number of points
    /// of its design does not matter
    sweep: PathBuf,
    /// The most trials
    #[arg(long, value_name = "N")]
    budget: u64,
    /// What is minimized
    #[arg(long, value_enum, default_value_t)]
    cost: CostArg,
    /// Number of held-out cubes on which the selected configuration is tested against the reference at the end
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    cubes: u32,
    /// The results folder; results/<name of the sweep>-race if absent
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    execution: ExecutionArgs,
    #[command(flatten)]
    opening: OpeningArgs,
    /// No progress bar
    #[arg(long, short)]
    quiet: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &RaceArgs) -> Outcome {
    let sweep = Sweep::read(&args.sweep).map_err(|error| Failure::in_sweep(&error))?;
    let cache = Cache::new(args.quiet || args.json);
    let execution = args.execution.execution(&cache)?;
    let folder = args.out.clone().unwrap_or_else(|| Path::new("results").join(format!("{}-race", sweep.name)));
    let opening = args.opening.opening();
    let settings = RaceOptions { budget: args.budget, cost: args.cost.into(), held_out: args.cubes };
    interrupt::listen()?;
    let progress = Progress::new(args.quiet || args.json, args.budget);
    let result = race::run(&sweep, settings, &folder, opening, execution, &progress);
    progress.finish();
    let report = result.map_err(|error| {
        let stopped = matches!(error, race::RaceError::Stopped { .. });
        let Failure(text) = Failure::from(error);
        let again = if stopped { "\nwhat is written is kept: the same command with --resume goes on" } else { "" };
        Failure(format!("{text}{again}"))
    })?;
    output(|out| {
        if args.json {
            writeln!(out, "{:#}", print::as_json(&report, &folder))
        } else {
            write!(out, "{}", print::as_text(&report, &folder))
        }
    })?;
    Ok(ExitCode::SUCCESS)
}
