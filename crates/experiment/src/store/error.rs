//! [`StoreError`]: errors of a results folder.

use std::io;
use std::path::{Path, PathBuf};

use super::corruption::Corruption;
use super::known_files::EARLIER;
use super::selected_point::SelectedPoint;
use crate::record::file;
use crate::shard::Shard;
use evocube_cube::files::reason;

/// Error of a results folder.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file cannot be read or written.
    #[error("{}: {}", path.display(), reason(cause))]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        cause: io::Error,
    },
    /// A file is corrupt or was not written by evocube.
    #[error("{}: {message}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The error, with its line.
        message: String,
    },
    /// Another program has changed the ends of lines.
    #[error("{}: line 1 ends with CRLF, expected LF: git or another program has changed the ends of lines in this folder. Put back a copy with the ends as they were; in git, write `* -text` into {}, delete the other files of the folder, and check them out again", path.display(), path.with_file_name(file::ATTRIBUTES).display())]
    LineEnds {
        /// The file.
        path: PathBuf,
    },
    /// The folder belongs to another sweep.
    #[error("{} holds the results of another sweep ({difference}): {}choose another folder with --out, or --fresh to replace them", path.display(), if *can_extend { "add --extend to keep its trials and run the others, " } else { "" })]
    OtherSweep {
        /// The folder.
        path: PathBuf,
        /// The first difference.
        difference: String,
        /// True if the sweep has all trials of the other one.
        can_extend: bool,
    },
    /// The trials of the folder were made by another program.
    #[error("{}: its trials were made by other code ({difference}): add --accept-program to run a sample of them again and go on if it is identical, choose another folder with --out, or --fresh to start over", path.display())]
    OtherProgram {
        /// The folder.
        path: PathBuf,
        /// The first difference.
        difference: String,
    },
    /// The code of components is missing.
    #[error("{}: only the program that has the code of the {components} can run its trials", path.display())]
    Unregistered {
        /// The folder.
        path: PathBuf,
        /// Kinds and names of the components.
        components: String,
    },
    /// This program does not give the recorded rows of a folder.
    #[error("{}: this program gives other rows than those recorded for trial {trial}, the first difference being in {table}: choose another folder with --out, or --fresh to start over", path.display())]
    NotAccepted {
        /// The folder.
        path: PathBuf,
        /// The trial.
        trial: u64,
        /// The table.
        table: &'static str,
    },
    /// The sweep lacks trials that the folder holds.
    #[error("{difference}; --extend only adds trials: choose another folder with --out, or --fresh to replace the results in {}", path.display())]
    NotExtendable {
        /// The folder.
        path: PathBuf,
        /// Key of the sweep file with the difference, with dots; the items of a list are numbered from 0. Empty if there is none.
        key: String,
        /// The first difference that removes trials.
        difference: String,
    },
    /// The folder is not empty and was not made by evocube.
    #[error("{} is not empty and holds no results of evocube: choose another folder with --out", path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
    },
    /// The folder holds trials, but not their sweep.
    #[error("{} holds trials, but its {} is lost: put back a copy of this file, or choose another folder with --out", path.display(), file::MANIFEST)]
    NoManifest {
        /// The folder.
        path: PathBuf,
    },
    /// The folder holds an unfinished run of this sweep.
    #[error("{} holds {done} of {}{all} trials of this sweep: add --resume to continue, or --fresh to start over{}", path.display(), if *is_bound { "at most " } else { "" }, if *is_extension { format!("; {}", kept_rows(path)) } else { String::new() })]
    Unfinished {
        /// The folder.
        path: PathBuf,
        /// Trials on disk.
        done: usize,
        /// Trials of the sweep.
        all: usize,
        /// True if that is an upper bound.
        is_bound: bool,
        /// True if the folder held rows of a smaller sweep or of damaged tables that are not all copied.
        is_extension: bool,
    },
    /// A table is not as it was written.
    #[error("{corruption}; {} {}", resume_command(corruption, *shard), corruption.repair())]
    Changed {
        /// The table and the row.
        corruption: Corruption,
        /// Shard of the folder; `None` for a whole sweep.
        shard: Option<Shard>,
    },
    /// Two folders select different configurations in a stage.
    #[error("{}: its trials were run with point {recorded} selected in stage {stage}, but point {selected} is selected: run it again with --fresh", path.display())]
    OtherSelection {
        /// The folder.
        path: PathBuf,
        /// The stage.
        stage: String,
        /// Point selected in this folder.
        recorded: u64,
        /// Point selected in the other folder.
        selected: u64,
    },
    /// Another program has removed or changed a table during the run.
    #[error("{}: another program has removed, replaced or changed it while the run was writing to it", path.display())]
    Disturbed {
        /// The table.
        path: PathBuf,
    },
    /// Another process writes to the folder.
    #[error("{} is in use by another run", path.display())]
    Locked {
        /// The folder.
        path: PathBuf,
    },
}

/// Returns a sentence on the rows of a smaller sweep or of damaged tables, until all are copied.
pub fn kept_rows(folder: &Path) -> String {
    let kept = folder.join(EARLIER);
    format!("the rows that were recorded before are in {} until the run is complete", kept.display())
}

fn resume_command(corruption: &Corruption, shard: Option<Shard>) -> String {
    let folder = corruption.path.parent().unwrap_or(Path::new("")).display();
    let shard = shard.map_or(String::new(), |shard| format!(" --shard {shard}"));
    format!("`evocube run SWEEP{shard} --out {folder} --resume`")
}

impl StoreError {
    /// Error if a folder records another selected configuration than these.
    pub(super) fn check_selected(path: &Path, recorded: &[SelectedPoint], new: &[SelectedPoint]) -> Result<(), Self> {
        let Some((recorded, new)) = recorded.iter().zip(new).find(|(recorded, new)| recorded != new) else {
            return Ok(());
        };
        let (stage, recorded, selected) = (recorded.stage.clone(), recorded.point, new.point);
        Err(Self::OtherSelection { path: path.to_owned(), stage, recorded, selected })
    }

    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |cause| Self::File { path: path.to_owned(), cause }
    }
}
