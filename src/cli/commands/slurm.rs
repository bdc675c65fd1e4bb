//! `evocube slurm`: a batch script for a cluster.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf, absolute};
use std::process::ExitCode;

use clap::Args;
use evocube::experiment::plan::Plan;
use evocube::experiment::shard::Shard;
use evocube::experiment::sweep::Sweep;

use crate::cli::arguments::shard;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::terminal::output::output;

/// Write a batch script that runs a sweep on a Slurm cluster: an array of shards, and a job that merges them; of a sweep of
/// several stages one of each for every stage.
///
/// The script submits itself: `evocube slurm SWEEP --nodes 8 > job.sh`, then `bash job.sh`.
#[derive(Args)]
pub(crate) struct SlurmArgs {
    /// The sweep file
    sweep: PathBuf,
    /// How many shards, each a task of the array
    #[arg(long, value_name = "N")]
    nodes: NonZeroUsize,
    /// Threads of each shard
    #[arg(long, value_name = "N", default_value = "1")]
    cpus: NonZeroUsize,
    /// The folder of the merged results; results/<name of the sweep> if absent
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &SlurmArgs) -> Outcome {
    let sweep = Sweep::read(&args.sweep).map_err(|error| Failure::in_sweep(&error))?;
    let first = Shard::new(1, args.nodes.get())?;
    Plan::new(&sweep).of_shard(first)?;
    let out = args.out.clone().unwrap_or_else(|| Path::new("results").join(&sweep.name));
    let out = absolute(out)?;
    let parts = shard::folder(&out, first);
    let text = include_str!("slurm.sh")
        .replace("@NAME@", &sweep.name)
        .replace("@PROGRAM@", &quoted(&std::env::current_exe()?))
        .replace("@SWEEP@", &quoted(&absolute(&args.sweep)?))
        .replace("@OUT@", &quoted(&out))
        .replace("@PARTS@", &quoted(parts.parent().unwrap_or(&out)))
        .replace("@SHARDS@", &args.nodes.to_string())
        .replace("@STAGES@", &sweep.stages.len().to_string())
        .replace("@CPUS@", &args.cpus.to_string());
    output(|out| write!(out, "{text}"))?;
    Ok(ExitCode::SUCCESS)
}

/// A path as one word of a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}
