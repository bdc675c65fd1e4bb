//! [`Remedy`]: what can be done about an error of a results folder. A program says it in its own words.

use std::path::{Path, PathBuf};

use crate::shard::Shard;

/// A remedy for an error of a results folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Keep the trials of the folder, and run those that the sweep has beside them.
    Extend,
    /// Run a sample of the trials again, and go on if it is identical.
    AcceptProgram,
    /// Continue the run.
    Resume,
    /// Continue the run of a folder that another command has met.
    ResumeRun {
        /// The folder.
        folder: PathBuf,
        /// Its shard; `None` for a whole sweep.
        shard: Option<Shard>,
        /// The effect of the run, from the verb on.
        effect: String,
    },
    /// Compare the folder with its trials, run again: the differing rows are named.
    Verify,
    /// Write the line at the beginning of the table.
    WriteHeader(String),
    /// Put back a copy of the file.
    PutBack,
    /// Choose another folder.
    AnotherFolder,
    /// Delete the results of the folder, and run all trials.
    StartOver,
}

impl Remedy {
    /// The remedy for a damaged table of a folder.
    pub(super) fn resume_table(table: &Path, shard: Option<Shard>, effect: String) -> Self {
        Self::ResumeRun { folder: table.parent().unwrap_or(Path::new("")).to_owned(), shard, effect }
    }
}

/// Returns alternatives as a part of a sentence: `a, b, or c`.
pub(super) fn joined(alternatives: &[String]) -> String {
    match alternatives {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{}, or {last}", others.join(", ")),
    }
}
