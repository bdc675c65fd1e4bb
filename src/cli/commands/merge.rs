//! `evocube merge`: the shards of a sweep become one folder.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use evocube::experiment::runner;
use evocube::experiment::store::{self, Merged};
use evocube::experiment::sweep::Sweep;
use serde_json::json;

use super::run::{conclude, unvaried};
use crate::cli::arguments::execution::ExecutionArgs;
use crate::cli::outcome::Outcome;
use crate::cli::terminal::cache::Cache;
use crate::cli::terminal::output::output;
use crate::cli::terminal::progress::Progress;

/// Join all shards of a sweep into the folder that one machine would have made, and report on it.
///
/// Digests are checked; a shard that is missing, unfinished, there twice or of another sweep is refused. Of a sweep of several
/// stages those are joined that all shards have run, and the shards go on from there.
#[derive(Args)]
pub(crate) struct MergeArgs {
    /// The folders of the shards
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The new folder
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    execution: ExecutionArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &MergeArgs) -> Outcome {
    let cache = Cache::new(true);
    let execution = args.execution.execution(&cache)?;
    let Merged { sweep, plan, mut store, stages } = store::merge(&args.folders, &args.out, execution)?;
    if stages < sweep.stages.len() {
        return said_next(args, &sweep, stages);
    }
    let complete = store.is_complete();
    // Nothing is left to run: this notes the winner and closes the folder.
    runner::run(&sweep, &plan, &mut store, execution, &Progress::new(true))?;
    drop(store);
    conclude(&args.out, complete, args.json)
}

/// Says who won the stages that all shards have run, and what comes next.
fn said_next(args: &MergeArgs, sweep: &Sweep, stages: usize) -> Outcome {
    let winners = store::read_selected(&args.out, sweep)?;
    let (shown, next) = (args.out.display().to_string(), &sweep.stages[stages].name);
    output(|out| {
        if args.json {
            let winners: Vec<_> =
                winners.iter().map(|w| json!({"stage": w.stage, "point": w.point, "levels": w.levels})).collect();
            return writeln!(
                out,
                "{:#}",
                json!({"folder": shown, "complete": false, "winners": winners, "next": next})
            );
        }
        for (stage, winner) in winners.iter().enumerate() {
            let levels = if winner.levels.is_empty() { unvaried(stage) } else { &winner.levels };
            writeln!(out, "Stage {}: point {} selected ({levels})", winner.stage, winner.point)?;
        }
        writeln!(out, "Run all shards again with --resume --winners {shown}: they go on with stage {next}.")
    })?;
    Ok(ExitCode::SUCCESS)
}
