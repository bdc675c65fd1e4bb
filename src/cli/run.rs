//! `evocube run`: a sweep, from file to report.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{CellAlignment, Table};
use evocube::experiment::plan::Plan;
use evocube::experiment::record::{Results, file};
use evocube::experiment::runner::{self, Execution};
use evocube::experiment::store::{self, Opening, Store};
use evocube::experiment::sweep::Sweep;
use evocube::report;
use serde_json::json;

use super::output::output;
use super::progress::Progress;
use super::{Failure, NEGATIVE, Outcome};

/// Run a sweep on every core, and report on it.
///
/// Results do not depend on the number of threads or on interruptions; a run that was stopped goes on with --resume.
#[derive(Args)]
pub(crate) struct RunArgs {
    /// The sweep file
    sweep: PathBuf,
    /// The results folder; results/<name of the sweep> if absent
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many trials run at once; as many as there are cores if absent
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Go on with an unfinished run
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Delete the results of evocube that are in the folder, and begin again
    #[arg(long)]
    fresh: bool,
    /// No progress bar
    #[arg(long, short)]
    quiet: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The threads a command may use: what the user says, or what the machine has.
pub(crate) fn execution(threads: Option<NonZeroUsize>) -> Result<Execution, Failure> {
    const MOST: usize = 4096;
    let threads = threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    if threads.get() > MOST {
        return Err(Failure(format!("--threads {threads} is out of range: 1 to {MOST}")));
    }
    Ok(Execution { threads })
}

pub(crate) fn run(args: &RunArgs) -> Outcome {
    let sweep = Sweep::read(&args.sweep).map_err(|error| Failure::in_sweep(&error))?;
    let execution = execution(args.threads)?;
    let folder = args.out.clone().unwrap_or_else(|| Path::new("results").join(&sweep.name));
    let plan = Plan::new(&sweep);
    let opening = match (args.resume, args.fresh) {
        (true, _) => Opening::Resume,
        (_, true) => Opening::Fresh,
        _ => Opening::New,
    };
    let mut store = Store::open(&folder, &sweep, &plan, opening, execution.threads.get())?;
    let complete = store.is_complete();
    let progress = Progress::new(args.quiet || args.json);
    let result = runner::run(&sweep, &plan, &mut store, execution, &progress);
    progress.finish();
    result.map_err(|error| match Failure::from(error) {
        Failure(text) => Failure(format!("{text}\nwhat is written is kept: `evocube run {} --resume` goes on", args.sweep.display())),
    })?;
    let results = store::read(&folder)?;
    report::write(&results, &folder)?;
    store::seal(&folder)?;
    if args.json {
        output(|out| writeln!(out, "{:#}", summary_json(&results, &folder)))?;
    } else {
        output(|out| write!(out, "{}", summary(&results, &folder, complete)))?;
    }
    let failed = results.trials.iter().filter(|row| row.outcome.is_none()).count();
    if failed > 0 {
        eprintln!("{failed} trials failed: see {}", folder.join(file::FAILURES).display());
        return Ok(ExitCode::from(NEGATIVE));
    }
    Ok(ExitCode::SUCCESS)
}

/// The design points of a stage worth showing on a terminal.
const SHOWN: usize = 8;

/// One design point's results.
struct PointSummary {
    point: u64,
    levels: String,
    trials: usize,
    solved: usize,
    mean_best: f64,
}

#[allow(clippy::cast_precision_loss)] // small sums
fn points(results: &Results, stage: usize) -> Vec<PointSummary> {
    let facts = &results.sweep.stages[stage];
    (1u64..)
        .zip(&facts.points)
        .map(|(point, levels)| {
            let own = results.trials.iter().filter(|row| row.stage == facts.name && row.point == point);
            let outcomes: Vec<_> = own.filter_map(|row| row.outcome.as_ref()).collect();
            let sum: u64 = outcomes.iter().map(|outcome| outcome.best).sum();
            let named: Vec<String> = facts.factors.iter().zip(levels).map(|(factor, level)| format!("{} = {level}", factor.key)).collect();
            PointSummary {
                point,
                levels: named.join(", "),
                trials: outcomes.len(),
                solved: outcomes.iter().filter(|outcome| outcome.solved).count(),
                mean_best: sum as f64 / outcomes.len().max(1) as f64,
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
        let mut points = points(results, number);
        points.sort_by(|a, b| a.mean_best.total_cmp(&b.mean_best));
        let mut table = Table::new();
        table.load_style(UTF8_HORIZONTAL_ONLY).set_header(["point", "settings", "solved", "mean best penalty"]);
        for point in points.iter().take(SHOWN) {
            let mark = if stage.winner == Some(point.point) { " ←" } else { "" };
            table.add_row([
                point.point.to_string(),
                format!("{}{mark}", point.levels),
                format!("{}/{}", point.solved, point.trials),
                format!("{:.1}", point.mean_best),
            ]);
        }
        for column in [0, 2, 3] {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        text.push_str(&format!("\nStage {} (← wins by {})\n{table}\n", stage.name, stage.choose));
        if points.len() > SHOWN {
            text.push_str(&format!("… and {} points more\n", points.len() - SHOWN));
        }
    }
    for row in &results.baselines {
        let length = row.htm.map_or("not solved".to_owned(), |htm| format!("solved in {htm} moves"));
        text.push_str(&format!("Baseline {} on {}: {length}\n", row.solver, row.instance));
    }
    text.push_str(&format!("\n{} trials in {}\nOpen {} in a browser.\n", results.trials.len(), folder.display(), folder.join("report.html").display()));
    text
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
            json!({"stage": stage.name, "winner": stage.winner, "points": points})
        })
        .collect();
    json!({"folder": folder.display().to_string(), "complete": results.complete, "trials": results.trials.len(), "stages": stages})
}
