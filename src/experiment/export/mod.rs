//! Results for other tools: IOHprofiler's readers, and whoever reads Parquet.

mod ioh;
mod parquet;
mod tables;

pub use ioh::ioh;
pub use tables::parquet;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::store::StoreError;

/// Why results cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The results folder cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file cannot be written.
    #[error("{}: {}", path.display(), super::sweep::reason(cause))]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A table is not what evocube writes.
    #[error("{}: {message}", path.display())]
    Table {
        /// The table.
        path: PathBuf,
        /// What is wrong, with the line.
        message: String,
    },
    /// Somebody's files are there.
    #[error("{} is not empty: choose another folder with --out", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// The format counts them in 16 bits.
    #[error("the sweep has {count} instances: the format holds at most 65535")]
    Instances {
        /// How many there are.
        count: usize,
    },
}

/// What was exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Runs of the evolution.
    pub runs: usize,
    /// Trials without evaluations: those that failed, and those of deterministic solvers.
    pub left_out: usize,
}

/// Refuses a folder that has anything in it.
fn empty(out: &Path) -> Result<(), ExportError> {
    match fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        true => Err(ExportError::NotEmpty { path: out.to_owned() }),
        false => Ok(()),
    }
}
