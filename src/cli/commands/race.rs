//! `evocube race`: races configurations and selects the best.

use std::path::PathBuf;

use clap::Args;
use evocube::experiment::design::RaceDesign;
use evocube::experiment::execution::Execution;
use evocube::experiment::plan::Plan;
use evocube::experiment::record::{Cost, HeldOutRole, HeldOutSummary, RaceSummary, Results, StageSummary};
use evocube::report::race::{self, Comparison};
use serde_json::{Value, json};

use crate::cli::arguments::{CheckpointArgs, SweepArgs, choice, sweep};
use crate::cli::commands::run::{self, OutputForm, Request};
use crate::cli::result::{CommandResult, Failure};
use crate::cli::terminal::{TableCache, counted, decimal, p_is, prose, table};

/// The default number of held-out instances.
const HELD_OUT: u32 = 50;

/// Race the configurations of a sweep: eliminate clearly worse ones early, and sample new ones around the best.
///
/// Iterated racing, as in irace. Races the factors of the only stage of the sweep on its instances, beginning with [base]; the
/// design and its number of points are irrelevant. The elites, and the selected one without each of its changes, are then compared
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
    let mut sweep = input.read()?;
    if !display.quiet {
        sweep::print_notes(sweep::remarks(&sweep));
    }
    let defaults = sweep.race_design().unwrap_or_default();
    let design =
        RaceDesign { budget: args.budget.unwrap_or(defaults.budget), cost: args.cost.unwrap_or(defaults.cost) };
    let held_out = u32::try_from(sweep.held_out.len()).unwrap_or(u32::MAX);
    let holdout = args.holdout.unwrap_or(if held_out > 0 { held_out } else { HELD_OUT });
    sweep.to_race(design, holdout).map_err(|(key, message)| Failure::from_sweep(&sweep.error_at(&key, message)))?;
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

/// Summarizes a race: the elites, their comparison on held-out instances, and the keys to paste.
pub(crate) fn summary(results: &Results, stage: &StageSummary, race: &RaceSummary) -> String {
    let trials = race.iterations.last().map_or(0, |iteration| iteration.trials);
    let mut text = prose(&format!(
        "\nRace of {} in {}, {}\n",
        counted(race.configurations.len() as u64, "configuration"),
        counted(race.iterations.len() as u64, "iteration"),
        counted(trials as u64, "trial")
    ));
    let comparisons = race::compare(results);
    let keys = stage.factors.iter().map(|factor| factor.key.as_str());
    let heads = ["point"].into_iter().chain(keys).chain(["tests", "held out"]);
    let mut elites = table(heads, 1 + stage.factors.len());
    for (rank, &point) in race.elites.iter().enumerate() {
        let held_out = comparisons.iter().find(|comparison| comparison.role == HeldOutRole::Elite(point));
        let tests =
            results.trials.iter().filter(|row| row.stage == stage.name && row.point == point as u64 + 1).count();
        let mark = if rank == 0 { " ←" } else { "" };
        let mut row = vec![format!("{}{mark}", point + 1)];
        row.extend(stage.points[point].iter().cloned());
        row.extend([tests.to_string(), held_out.map_or("–".to_owned(), |compared| decimal(compared.mean))]);
        elites.add_row(row);
    }
    text.push_str(&format!("{elites}\n"));
    for comparison in comparisons.iter().take(1) {
        text.push_str(&prose(&format!("\n{}\n", sentence(comparison, race))));
    }
    if let Some(leader) = &results.sweep.leader {
        text.push_str(&format!("\n{}", leader.toml));
    }
    text
}

/// Compares the selected configuration with `[base]`.
fn sentence(comparison: &Comparison, race: &RaceSummary) -> String {
    let Some(difference) = &comparison.difference else {
        let is_base = race.elites.first().copied() == race.base;
        return if is_base {
            "The selected configuration is [base].".to_owned()
        } else {
            "A trial of the selected configuration or of [base] failed on a held-out instance.".to_owned()
        };
    };
    let verdict = match difference.is_better() {
        None => "not told apart from [base]",
        Some(true) => "better than [base]",
        Some(false) => "worse than [base]",
    };
    let ends = difference.interval.map(|ends| format!(" ({} to {})", decimal(ends.low), decimal(ends.high)));
    format!(
        "On {} the selected configuration is {verdict}: mean {} {} against {}, difference {}{}; {} \
         (Wilcoxon's signed ranks by instance, Holm); solved {} against {}.",
        counted(comparison.instances as u64, "held-out instance"),
        race.cost.description(),
        decimal(comparison.mean),
        decimal(difference.other_mean),
        decimal(difference.mean),
        ends.unwrap_or_default(),
        p_is(difference.p),
        comparison.solved,
        difference.other_solved,
    )
}

/// Returns the elites and the iterations.
pub(crate) fn as_json(race: &RaceSummary) -> Value {
    let elites: Vec<usize> = race.elites.iter().map(|point| point + 1).collect();
    let iterations: Vec<Value> = race
        .iterations
        .iter()
        .map(|iteration| {
            json!({"configurations": iteration.configurations, "elites": iteration.elites, "tests": iteration.tests,
                "trials": iteration.trials, "survivors": iteration.survivors, "best": iteration.best + 1})
        })
        .collect();
    json!({"elites": elites, "iterations": iterations})
}

/// Returns the comparisons on held-out instances.
pub(crate) fn held_out_json(results: &Results, held_out: &HeldOutSummary) -> Value {
    let entry = |comparison: Comparison| {
        let (role, name) = match comparison.role {
            HeldOutRole::Base => ("base", Value::Null),
            HeldOutRole::Elite(point) => ("elite", json!(point + 1)),
            HeldOutRole::Without(factor) => ("without", json!(held_out.stage.factors[factor].key)),
        };
        let difference = comparison.difference.map(|difference| {
            let (low, high) = difference.interval.map(|ends| (ends.low, ends.high)).unzip();
            json!({"mean": difference.mean, "low": low, "high": high, "p": difference.p})
        });
        json!({"role": role, "name": name, "trials": comparison.instances, "mean_cost": comparison.mean,
            "solved": comparison.solved, "difference": difference})
    };
    race::compare(results).into_iter().map(entry).collect()
}
