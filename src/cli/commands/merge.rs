//! `evocube merge`: joins the shards of a sweep by `store::merge`, selects for the next stage, and draws the page once all stages are
//! there. Missing trials are refused, not run; only `--accept-program` runs some again.

use std::path::PathBuf;

use clap::Args;
use evocube::experiment::runner;
use evocube::experiment::store::{self, Merged, SelectedPoint};
use evocube::experiment::sweep::{Stage, Sweep};
use serde_json::json;

use super::run::summary::unvaried;
use super::run::{OutputForm, accept_program, conclude};
use crate::cli::arguments::{DisplayArgs, ExecutionArgs};
use crate::cli::invocation;
use crate::cli::result::{CommandResult, success_if};
use crate::cli::terminal::{ProgressMode, ProgressReporter, TableCache, output, print_json, prose};

/// Join all shards of a sweep into the folder that a single run would have written, and report on it.
///
/// Digests are checked; missing, unfinished and duplicate shards and those of another sweep are refused. In a sweep of
/// several stages, the stages that all shards have run are joined, and the shards continue from there. The exit code is 3 if another
/// process is writing the new folder.
#[derive(Args)]
pub(crate) struct MergeArgs {
    /// The folders of the shards
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The new folder
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Join shards that were made by other code, if this program gives identical rows for a sample of each: the first trial of each
    /// design point, at most 20
    #[arg(long)]
    accept_program: bool,
    #[command(flatten)]
    execution: ExecutionArgs,
    #[command(flatten)]
    display: DisplayArgs,
}

/// Runs the command.
pub(crate) fn run(args: &MergeArgs) -> CommandResult {
    let cache = TableCache::new(ProgressMode::Silent);
    let execution = args.execution.execution(&cache)?;
    if args.accept_program {
        let folders = args.folders.iter().chain([&args.out]);
        folders.into_iter().try_for_each(|folder| accept_program(folder, execution, ProgressMode::Silent))?;
    }
    let progress = ProgressReporter::new(args.display.progress());
    let merged = store::merge(&args.folders, &args.out, &invocation::registry(), execution, &progress)?;
    let Merged { sweep, plan, mut store, stages } = merged;
    drop(progress);
    if stages < sweep.stages.len() {
        return report_next_stage(args, &sweep, store.selected_points(), stages);
    }
    let was_complete = store.is_complete();
    // No trial is left to run: the runner records the selected configuration. The folder stays claimed until its page is drawn.
    runner::run(&sweep, &plan, &mut store, execution, &())?;
    let _claim = store.close();
    drop(plan);
    conclude(&args.out, was_complete, OutputForm::new(&args.display, false))
}

/// Prints the selected configurations of the stages that all shards have run, and the next stage.
fn report_next_stage(args: &MergeArgs, sweep: &Sweep, selected: &[SelectedPoint], stages: usize) -> CommandResult {
    let (shown, next) = (args.out.display().to_string(), &sweep.stages[stages].name);
    if args.display.json {
        let levels =
            |stage: &Stage, point: u64| usize::try_from(point - 1).map(|point| stage.levels_by_key(point)).ok();
        let each = selected.iter().zip(&sweep.stages);
        let stages: Vec<_> = each
            .map(|(it, stage)| json!({"stage": it.stage, "point": it.point, "levels": levels(stage, it.point)}))
            .collect();
        return print_json(&json!({"folder": shown, "complete": false, "selected": stages, "next": next}));
    }
    if args.display.quiet {
        return success_if(true);
    }
    output(|out| {
        for (stage, configuration) in selected.iter().enumerate() {
            let levels = if configuration.levels.is_empty() { unvaried(stage) } else { &configuration.levels };
            let selected = format!("Stage {}: point {} selected ({levels})", configuration.stage, configuration.point);
            writeln!(out, "{}", prose(&selected))?;
        }
        let advice = format!("Run all shards again with --resume --selected {shown}: they continue with stage {next}.");
        writeln!(out, "{}", prose(&advice))
    })
}
