//! `evocube race`: races configurations and selects the best.

mod print;
mod progress;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use evocube::experiment::race::{self, RaceOptions};

use crate::cli::arguments::cost::CostArg;
use crate::cli::arguments::sweep::{self, SweepArgs, shell_word};
use crate::cli::result::{CommandResult, Failure, failure, success_if};
use crate::cli::terminal::cache::TableCache;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::numbers::counted;
use crate::cli::terminal::output::{note, output, print_json};
use progress::RaceProgress;

/// The default number of held-out instances.
const HELD_OUT: u32 = 100;

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
    #[arg(long, value_name = "N", default_value_t = HELD_OUT, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    cubes: u32,
    /// The results folder [default: results/NAME-race for the sweep NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl RaceArgs {
    /// Returns the command that resumes this race.
    fn resume_command(&self) -> String {
        let mut words = format!("evocube race {} --budget {}", self.common.input.words().join(" "), self.budget);
        if let Some(cost) = self.cost.to_possible_value().filter(|_| self.cost != CostArg::default()) {
            words.push_str(&format!(" --cost {}", cost.get_name()));
        }
        if self.cubes != HELD_OUT {
            words.push_str(&format!(" --cubes {}", self.cubes));
        }
        if let Some(out) = &self.out {
            words.push_str(&format!(" --out {}", shell_word(out)));
        }
        words + " --resume"
    }
}

/// Runs the command.
pub(crate) fn run(args: &RaceArgs) -> CommandResult {
    let SweepArgs { input, execution, opening, display } = &args.common;
    let sweep = input.read()?;
    if !sweep.held_out.is_empty() && !display.quiet {
        note(format_args!("note: holdout has no effect on a race: --cubes is the number of its held-out instances"));
    }
    let cache = TableCache::new(display.progress());
    let execution = execution.execution(&cache)?;
    let folder = sweep::results_folder(args.out.as_deref(), &sweep.name, "-race");
    let options = RaceOptions { budget: args.budget, cost: args.cost.into(), held_out: args.cubes };
    let resume = args.resume_command();
    interrupt::listen(resume.clone(), display.quiet)?;
    let progress = RaceProgress::new(display.progress(), args.budget);
    progress.log(&format!("race of {}: at most {} in {}", sweep.name, counted(args.budget, "trial"), folder.display()));
    let result = race::run(&sweep, options, &folder, opening.opening(), execution, &progress);
    if result.is_ok() {
        progress.log("the race is complete");
    }
    drop(progress);
    let report = result.map_err(|error| {
        let stopped = matches!(error, race::RaceError::Stopped { .. });
        let Failure { text, .. } = Failure::from(error);
        let advice = if stopped { format!("\n{}", interrupt::advice(&resume)) } else { String::new() };
        failure!("{text}{advice}")
    })?;
    match (display.json, display.quiet) {
        (true, _) => print_json(&print::as_json(&report, &folder)),
        (_, true) => success_if(true),
        _ => output(|out| write!(out, "{}", print::as_text(&report, &folder))),
    }
}
