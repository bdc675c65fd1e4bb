//! Export of results for IOHprofiler's readers, which `ioh` writes, and its result [`Exported`]; for all exports [`ExportError`] and the
//! opening of the new folder that they are written to, which is in `new_folder`. The export of a sweep for irace is in `irace`.

mod ioh;
mod new_folder;

pub use ioh::ioh;
use new_folder::NewFolder;

use std::path::Path;

use super::store::StoreError;
use super::sweep::Sweep;

/// Error of an export.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A file of the results or of the export cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The sweep has more instances than the format counts, in 16 bits.
    #[error("the sweep has {count} instances: the format holds at most 65535")]
    Instances {
        /// Number of instances.
        count: usize,
    },
}

/// Result of an export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Exported runs.
    pub runs: usize,
    /// All other trials of the stages: those without evaluations, which failed or are of deterministic solvers. Trials on held-out
    /// instances are in neither number.
    pub left_out: usize,
}

/// Opens the folder for an export of a sweep's results in a format.
fn folder_of_sweep(out: &Path, format: &str, sweep: &Sweep) -> Result<NewFolder, ExportError> {
    new_folder(out, format, &toml::to_string(&sweep.to_table()).expect("a table prints"))
}

/// Opens the folder for an export in a format. `source` identifies the exported data.
///
/// # Errors
/// If the folder holds other files than those of an unfinished export of the same data, or cannot be read or written.
pub(super) fn new_folder(out: &Path, format: &str, source: &str) -> Result<NewFolder, ExportError> {
    let content = format!("{format} of {}\n", blake3::hash(source.as_bytes()).to_hex());
    let folder = NewFolder::open(out, &content).map_err(StoreError::file(out))?;
    folder.ok_or_else(|| StoreError::NotEmpty { path: out.to_owned() }.into())
}
