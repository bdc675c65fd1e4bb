//! `evocube slurm`: prints a batch script that runs the shards of a sweep on a Slurm cluster and merges them, stage by stage. The text of
//! the script is `slurm.sh`, which is filled in here. The command submits nothing; the script submits itself.

use std::num::NonZeroUsize;
use std::path::{PathBuf, absolute};

use clap::Args;
use evocube::experiment::plan::Plan;
use evocube::experiment::shard::Shard;

use crate::cli::arguments::{quoted, read_threads, shell_word, sweep};
use crate::cli::invocation;
use crate::cli::result::CommandResult;
use crate::cli::terminal::output;

/// Write a batch script that runs a sweep on a Slurm cluster: for every stage an array of shards and a job that merges them.
///
/// The script submits itself: `evocube slurm SWEEP --shards 8 > job.sh`, then `bash job.sh`.
#[derive(Args)]
pub(crate) struct SlurmArgs {
    /// The sweep file
    sweep: PathBuf,
    /// The number of shards, each a task of the array
    #[arg(long, value_name = "N")]
    shards: usize,
    /// The number of threads of each shard
    #[arg(long, value_name = "N", default_value = "1", value_parser = read_threads)]
    cpus: NonZeroUsize,
    /// The folder of the merged results [default: results/NAME for the sweep NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &SlurmArgs) -> CommandResult {
    let file = sweep::full_path(&args.sweep)?;
    let sweep = sweep::read(&args.sweep)?;
    let first = Shard::new(1, args.shards)?;
    Plan::of_shard(&sweep, first)?;
    let out = absolute(sweep::results_folder(args.out.as_deref(), &sweep.name, ""))?;
    let parts = first.folder(&out);
    let (program, options) = invocation::program()?;
    let options: String = options.iter().map(|option| format!(" {}", quoted(option))).collect();
    let text = include_str!("slurm.sh")
        .replace("@NAME@", &sweep.name)
        .replace("@PROGRAM@", &format!("({}{options})", shell_word(&program)))
        .replace("@SWEEP@", &shell_word(&file))
        .replace("@OUT@", &shell_word(&out))
        .replace("@PARTS@", &shell_word(parts.parent().unwrap_or(&out)))
        .replace("@SHARDS@", &args.shards.to_string())
        .replace("@STAGES@", &sweep.stages.len().to_string())
        .replace("@CPUS@", &args.cpus.to_string());
    output(|out| write!(out, "{text}"))
}
