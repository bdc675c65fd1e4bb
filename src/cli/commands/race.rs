//! `evocube race`: races configurations and selects the best.

mod print;
mod progress;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use evocube::experiment::race::{self, RaceOptions};

use crate::cli::arguments::cost::CostArg;
use crate::cli::arguments::sweep::{self, SweepArgs};
use crate::cli::result::{CommandResult, Failure};
use crate::cli::terminal::cache::TableCache;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::{output, print_json};
use progress::RaceBars;

/// Race the configurations of a sweep: eliminate clearly worse ones early, and sample new ones around the best.
///
/// Iterated racing, as in irace. Races the factors of the only stage of the sweep on its instances, with [base] as the
/// reference; the number of design points is irrelevant. The result does not depend on the number of threads or on
/// interruptions; --resume continues an interrupted race.
#[derive(Args)]
pub(crate) struct RaceArgs {
    #[command(flatten)]
    common: SweepArgs,
    /// The maximum number of trials
    #[arg(long, value_name = "N")]
    budget: u64,
    /// The quantity to minimize
    #[arg(long, value_enum, default_value_t)]
    cost: CostArg,
    /// The number of held-out instances on which the selected configuration is finally compared with the reference
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    cubes: u32,
    /// The results folder [default: results/NAME-race, NAME being that of the sweep]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &RaceArgs) -> CommandResult {
    let SweepArgs { input, execution, opening, display } = &args.common;
    let sweep = input.read()?;
    let cache = TableCache::new(display.is_quiet());
    let execution = execution.execution(&cache)?;
    let folder = sweep::results_folder(args.out.as_deref(), &sweep.name, "-race");
    let options = RaceOptions { budget: args.budget, cost: args.cost.into(), held_out: args.cubes };
    interrupt::listen()?;
    let progress = RaceBars::new(display.is_quiet(), args.budget);
    let result = race::run(&sweep, options, &folder, opening.opening(), execution, &progress);
    progress.finish();
    let report = result.map_err(|error| {
        let stopped = matches!(error, race::RaceError::Stopped { .. });
        let Failure { text, .. } = Failure::from(error);
        let advice =
            if stopped { "\nall written results are kept: the same command with --resume continues" } else { "" };
        Failure::new(format!("{text}{advice}"))
    })?;
    if display.json {
        print_json(&print::as_json(&report, &folder))?;
    } else {
        output(|out| write!(out, "{}", print::as_text(&report, &folder)))?;
    }
    Ok(ExitCode::SUCCESS)
}
