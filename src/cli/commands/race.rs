//! `evocube race`: races the configurations of a sweep into a results folder, selects the best, and compares it and the other elites with
//! `[base]` on held-out instances. The race itself is in `evocube::experiment::race`; the trials are run as by `evocube run`.

use std::path::PathBuf;

use clap::Args;
use evocube::experiment::design::RaceDesign;
use evocube::experiment::execution::Execution;
use evocube::experiment::plan::Plan;
use evocube::experiment::record::Cost;

use crate::cli::arguments::{CheckpointArgs, SweepArgs, choice, sweep};
use crate::cli::commands::run::{self, OutputForm, Request};
use crate::cli::result::{CommandResult, Failure};
use crate::cli::terminal::TableCache;

/// The default number of held-out instances.
const HELD_OUT: u32 = 50;

/// Race the configurations of a sweep: eliminate clearly worse ones early, and sample new ones around the best.
///
/// Iterated racing, as in irace. Races the factors of the only stage of the sweep on its instances, beginning with [base]; the
/// design and its number of points are irrelevant, and so is what a question expects. The elites, and the selected one without each of its changes, are then compared
/// with [base] on held-out instances. The results folder is that of a sweep with `design.race`: `report`, `plot` and `verify` read
/// it. It does not depend on the number of threads or on interruptions; --resume continues an interrupted race.
#[derive(Args)]
pub(crate) struct RaceArgs {
    #[command(flatten)]
    common: SweepArgs,
    /// The maximum number of trials, those on held-out instances not included [default: that of design.race, or 1000]
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
    /// The quantity to minimize [default: that of design.race, or penalty]
    #[arg(long, value_parser = choice::cost())]
    cost: Option<Cost>,
    /// The number of held-out instances [default: that of the sweep, or 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    holdout: Option<u32>,
    /// The results folder [default: results/NAME-race for the sweep NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
}

impl RaceArgs {
    /// Returns the command that resumes this race.
    fn resume_command(&self) -> String {
        let options = [
            ("--budget", self.budget.map(|budget| budget.to_string())),
            ("--cost", self.cost.map(|cost| cost.to_string())),
            ("--holdout", self.holdout.map(|holdout| holdout.to_string())),
            ("--out", self.out.as_ref().map(|out| out.display().to_string())),
        ];
        self.common.input.resume_command("race", options)
    }
}

/// Runs the command.
pub(crate) fn run(args: &RaceArgs) -> CommandResult {
    let SweepArgs { input, execution, opening, display } = &args.common;
    let mut sweep = input.read_sampled()?;
    if !display.quiet {
        sweep::print_notes(sweep::remarks(&sweep));
    }
    let defaults = sweep.race_design().unwrap_or_default();
    let design =
        RaceDesign { budget: args.budget.unwrap_or(defaults.budget), cost: args.cost.unwrap_or(defaults.cost) };
    let held_out = u32::try_from(sweep.held_out.len()).unwrap_or(u32::MAX);
    let holdout = args.holdout.unwrap_or(if held_out > 0 { held_out } else { HELD_OUT });
    sweep.to_race(design, holdout).map_err(|error| Failure::from_sweep(&error))?;
    let cache = TableCache::new(display.progress());
    let execution = Execution { checkpoint: args.checkpoint.interval(), ..execution.execution(&cache)? };
    let request = Request {
        plan: Plan::new(&sweep),
        folder: sweep::results_folder(args.out.as_deref(), &sweep.name, "-race"),
        opening: opening.opening(),
        selected: Vec::new(),
        resume: args.resume_command(),
        form: OutputForm::new(display, false),
        mode: display.progress(),
        sweep,
    };
    run::execute(request, execution)
}
