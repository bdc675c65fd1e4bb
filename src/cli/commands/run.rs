//! `evocube run`: a sweep, from file to report.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use evocube::experiment::plan::Plan;
use evocube::experiment::record::{Results, file};
use evocube::experiment::runner::{self, RunStatus};
use evocube::experiment::shard::Shard;
use evocube::experiment::store::{self, Store};
use evocube::experiment::sweep::Sweep;
use evocube::report;
use evocube::stats::mean;
use serde_json::json;

use crate::cli::arguments::execution::{ExecutionArgs, OpeningArgs};
use crate::cli::arguments::shard;
use crate::cli::outcome::{Failure, NEGATIVE, Outcome};
use crate::cli::terminal::cache::Cache;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::{note, output};
use crate::cli::terminal::progress::Progress;
use crate::cli::terminal::table::table;

/// Run a sweep on every core, and report on it.
///
/// Results do not depend on the number of threads or on interruptions; a run that was stopped goes on with --resume.
/// Ctrl-C and SIGTERM end a run with exit code 2: trials that have begun and end within 5 s are written, longer ones are run
/// again by --resume. The second signal ends it at once.
#[derive(Args)]
pub(crate) struct RunArgs {
    /// The sweep file
    sweep: PathBuf,
    /// The results folder; results/<name of the sweep> if absent
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    execution: ExecutionArgs,
    /// Run one part of several, into results/<name>-shards/I-of-N if --out is absent, to be joined by `evocube merge`;
    /// `env` takes it from a scheduler's variables (SLURM_ARRAY_TASK_ID …), `env/N` only the number I
    #[arg(long, value_name = "I/N", value_parser = shard::read)]
    shard: Option<Shard>,
    /// With --shard, in a sweep of several stages: the merged folder, which says who won the stages so far;
    /// results/<name of the sweep> if absent
    #[arg(long, value_name = "DIR", requires = "shard")]
    winners: Option<PathBuf>,
    #[command(flatten)]
    opening: OpeningArgs,
    /// No progress bar
    #[arg(long, short)]
    quiet: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl RunArgs {
    /// The command that goes on with this run.
    fn again(&self) -> String {
        let mut words = format!("evocube run {}", self.sweep.display());
        if let Some(out) = &self.out {
            words.push_str(&format!(" --out {}", out.display()));
        }
        if let Some(shard) = self.shard {
            words.push_str(&format!(" --shard {shard}"));
        }
        if let Some(winners) = &self.winners {
            words.push_str(&format!(" --winners {}", winners.display()));
        }
        words + " --resume"
    }
}

pub(crate) fn run(args: &RunArgs) -> Outcome {
    let sweep = Sweep::read(&args.sweep).map_err(|error| Failure::in_sweep(&error))?;
    let cache = Cache::new(args.quiet || args.json);
    let execution = args.execution.execution(&cache)?;
    let usual = Path::new("results").join(&sweep.name);
    let mut plan = Plan::new(&sweep);
    let mut winners = Vec::new();
    let folder = match args.shard {
        Some(shard) => {
            plan = plan.of_shard(shard)?;
            if sweep.stages.len() > 1 {
                winners = store::read_selected(args.winners.as_ref().unwrap_or(&usual), &sweep)?;
            }
            args.out.clone().unwrap_or_else(|| shard::folder(&usual, shard))
        }
        None => args.out.clone().unwrap_or(usual),
    };
    let opening = args.opening.opening();
    let mut store = Store::open(&folder, &sweep, &plan, opening, execution)?;
    let complete = store.is_complete();
    if !store.corruption().is_empty() {
        note(format_args!("note: not as it was written, and made again: {}", store.corruption()));
    }
    store.import_selected(&winners)?;
    interrupt::listen()?;
    let progress = Progress::new(args.quiet || args.json);
    let result = runner::run(&sweep, &plan, &mut store, execution, &progress);
    progress.finish();
    let ending = result.map_err(|error| match Failure::from(error) {
        Failure(text) => Failure(format!("{text}\nwhat is written is kept: `{}` goes on", args.again())),
    })?;
    match args.shard {
        Some(shard) => conclude_shard(&folder, shard, &sweep, ending, args.json),
        None => conclude(&folder, complete, args.json),
    }
}

/// Writes the digests of a shard's folder, and says how it went.
fn conclude_shard(folder: &Path, shard: Shard, sweep: &Sweep, ending: RunStatus, as_json: bool) -> Outcome {
    store::write_checksums(folder, &[])?;
    // As it was run: the folder knows what the stages before have selected.
    let plan = store::plan_of(folder, &store::read_sweep(folder)?)?;
    let shown = folder.display().to_string();
    let waits = match ending {
        RunStatus::Complete => None,
        RunStatus::WaitingForStage { stage } => Some((&sweep.stages[stage - 1].name, &sweep.stages[stage].name)),
    };
    let trials = match ending {
        RunStatus::Complete => plan.len(),
        RunStatus::WaitingForStage { stage } => plan.places(stage - 1).end,
    };
    let text = if as_json {
        let next = waits.map(|(_, next)| next);
        let shard = shard.to_string();
        format!(
            "{:#}",
            json!({"folder": shown, "complete": next.is_none(), "trials": trials, "shard": shard, "next": next})
        )
    } else {
        let there = format!("Shard {shard}: {trials} trials in {shown}");
        match waits {
            None => format!("{there}\nWhen all are there, `evocube merge` joins them."),
            Some((done, next)) => format!(
                "{there}\nStage {done} is run. When all shards have run it, `evocube merge` says who won; then this command with \
                 --resume goes on with stage {next}."
            ),
        }
    };
    output(|out| writeln!(out, "{text}"))?;
    said_failed(folder, store::failed(folder)?)
}

/// Draws the report of a finished folder, writes the digests, and says how it went.
pub(crate) fn conclude(folder: &Path, complete: bool, as_json: bool) -> Outcome {
    let results = store::read(folder)?;
    let drawn = report::write(&results, folder)?;
    store::write_checksums(folder, &drawn)?;
    if as_json {
        output(|out| writeln!(out, "{:#}", summary_json(&results, folder)))?;
    } else {
        output(|out| write!(out, "{}", summary(&results, folder, complete)))?;
    }
    said_failed(folder, results.trials.iter().filter(|row| row.outcome.is_none()).count())
}

/// Says how many trials failed, if any did.
fn said_failed(folder: &Path, failed: usize) -> Outcome {
    if failed == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    note(format_args!("{failed} trials failed: see {}", folder.join(file::FAILURES).display()));
    Ok(ExitCode::from(NEGATIVE))
}

/// The settings of a point at which its stage, by its index, varies nothing.
pub(crate) fn unvaried(stage: usize) -> &'static str {
    if stage == 0 { "that of [base]" } else { "the one selected before" }
}

/// The design points of a stage worth showing on a terminal.
const SHOWN: usize = 8;

/// One design point's results.
struct PointSummary {
    point: u64,
    levels: String,
    trials: usize,
    solved: usize,
    /// `None` when every trial failed.
    mean_best: Option<f64>,
    /// `None` when every trial failed, and of a deterministic solver.
    mean_evaluations: Option<f64>,
}

#[allow(clippy::cast_precision_loss)] // small sums
fn points(results: &Results, stage: usize) -> Vec<PointSummary> {
    let facts = &results.sweep.stages[stage];
    let mut sorted = vec![Vec::new(); facts.points.len()];
    for row in results.trials.iter().filter(|row| row.stage == facts.name) {
        let point = usize::try_from(row.point).ok().and_then(|point| sorted.get_mut(point.checked_sub(1)?));
        if let Some(point) = point {
            point.push(row);
        }
    }
    (1u64..)
        .zip(facts.points.iter().zip(sorted))
        .map(|(point, (levels, own))| {
            let outcomes: Vec<_> = own.iter().filter_map(|row| row.outcome.as_ref()).collect();
            let best: Vec<f64> = outcomes.iter().map(|outcome| outcome.best as f64).collect();
            let counts = outcomes.iter().filter_map(|outcome| outcome.evolution);
            let evaluations: Vec<f64> = counts.map(|counts| counts.evaluations as f64).collect();
            // A factor that does not apply has no level.
            let applying = facts.factors.iter().zip(levels).filter(|(_, level)| !level.is_empty());
            let named: Vec<String> = applying.map(|(factor, level)| format!("{} = {level}", factor.key)).collect();
            PointSummary {
                point,
                levels: named.join(", "),
                trials: outcomes.len(),
                solved: outcomes.iter().filter(|outcome| outcome.solved).count(),
                mean_best: mean(&best),
                mean_evaluations: mean(&evaluations),
            }
        })
        .collect()
}

fn summary(results: &Results, folder: &Path, complete: bool) -> String {
    let mut text = String::new();
    if complete {
        text.push_str("Everything was there already; the figures were drawn again.\n");
    }
    for (number, stage) in results.sweep.stages.iter().enumerate() {
        let points = points(results, number);
        let comparable = stage.selection.comparable_penalties;
        let last = if comparable { "mean best penalty" } else { "mean evaluations" };
        let mut table = table(["configuration", "point", "solved", last], 1);
        for point in stage.order(&results.trials).iter().take(SHOWN).map(|ranked| &points[ranked.point]) {
            let mark = if stage.selected == Some(point.point) { " ←" } else { "" };
            let levels = if point.levels.is_empty() { unvaried(number) } else { &point.levels };
            let mean = if comparable { point.mean_best } else { point.mean_evaluations };
            table.add_row([
                format!("{levels}{mark}"),
                point.point.to_string(),
                format!("{}/{}", point.solved, point.trials),
                mean.map_or("–".to_owned(), |mean| format!("{mean:.1}")),
            ]);
        }
        text.push_str(&format!("\nStage {} (← selected by {})\n{table}\n", stage.name, stage.selection.choose));
        if points.len() > SHOWN {
            text.push_str(&format!("… and {} points more\n", points.len() - SHOWN));
        }
    }
    for solver in &results.sweep.baselines {
        text.push_str(&baseline_line(results, solver));
    }
    text.push_str(&format!(
        "\n{} trials in {}\nOpen {} in a browser.\n",
        results.trials.len(),
        folder.display(),
        folder.join("report.html").display()
    ));
    text
}

/// How a deterministic solver did on all instances.
#[allow(clippy::cast_precision_loss)] // small sums
fn baseline_line(results: &Results, solver: &str) -> String {
    let rows: Vec<_> = results.baselines.iter().filter(|row| row.solver == solver).collect();
    let lengths: Vec<u64> = rows.iter().filter_map(|row| row.htm).collect();
    let (Some(least), Some(most)) = (lengths.iter().min(), lengths.iter().max()) else {
        return format!("Baseline {solver}: solved 0/{}\n", rows.len());
    };
    let mean = lengths.iter().sum::<u64>() as f64 / lengths.len() as f64;
    format!(
        "Baseline {solver}: solved {}/{} in {mean:.1} moves on average ({least} to {most})\n",
        lengths.len(),
        rows.len()
    )
}

fn summary_json(results: &Results, folder: &Path) -> serde_json::Value {
    let stages: Vec<_> = results
        .sweep
        .stages
        .iter()
        .enumerate()
        .map(|(number, stage)| {
            let points: Vec<_> = points(results, number)
                .into_iter()
                .map(|point| json!({"point": point.point, "settings": point.levels, "trials": point.trials, "solved": point.solved, "mean_best": point.mean_best}))
                .collect();
            json!({"stage": stage.name, "winner": stage.selected, "points": points})
        })
        .collect();
    json!({"folder": folder.display().to_string(), "complete": results.complete, "trials": results.trials.len(), "stages": stages})
}
