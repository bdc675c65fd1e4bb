//! Arguments of commands that run the trials of a sweep.

use std::path::{Path, PathBuf};

use clap::Args;
use evocube::experiment::sweep::Sweep;

use super::execution::{ExecutionArgs, OpeningArgs};
use crate::cli::result::Failure;

/// A sweep, how it is executed, and how the command reports on it.
#[derive(Args)]
pub(crate) struct SweepArgs {
    /// The sweep file
    pub(crate) sweep: PathBuf,
    #[command(flatten)]
    pub(crate) execution: ExecutionArgs,
    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

/// The form of a command's output.
#[derive(Args)]
pub(crate) struct DisplayArgs {
    /// Show no progress bar
    #[arg(long, short)]
    quiet: bool,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl DisplayArgs {
    /// Returns whether progress bars are hidden.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet || self.json
    }
}

/// Reads a sweep file.
///
/// # Errors
/// If the file is no sweep: a failure that shows the line.
pub(crate) fn read(path: &Path) -> Result<Sweep, Failure> {
    Sweep::read(path).map_err(|error| Failure::in_sweep(&error))
}

/// Returns the results folder: the given one, or `results/<name><suffix>`.
pub(crate) fn results_folder(out: Option<&Path>, name: &str, suffix: &str) -> PathBuf {
    out.map_or_else(|| Path::new("results").join(format!("{name}{suffix}")), Path::to_owned)
}
