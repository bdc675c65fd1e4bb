//! `evocube merge`: the shards of a sweep become one folder.

use std::path::PathBuf;

use clap::Args;
use evocube::experiment::runner;
use evocube::experiment::store;

use super::Outcome;
use super::cache::Cache;
use super::execution::ExecutionArgs;
use super::progress::Progress;
use super::run::conclude;

/// Join all shards of a sweep into the folder that one machine would have made, and report on it.
///
/// Digests are checked; a shard that is missing, unfinished, there twice or of another sweep is refused.
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
    let (sweep, plan, mut store) = store::merge(&args.folders, &args.out, execution)?;
    let complete = store.is_complete();
    // Nothing is left to run: this notes the winner and closes the folder.
    runner::run(&sweep, &plan, &mut store, execution, &Progress::new(true))?;
    drop(store);
    conclude(&args.out, complete, args.json)
}
