//! [`StoreError`]: errors of a results folder, or of the folder of an export, with their remedies as values, which programs put into words.
//! The place of damage is a `Corruption`. [`kept_rows`] is a sentence on rows that are not copied yet.

use std::io;
use std::path::{Path, PathBuf};

use super::corruption::Corruption;
use super::known_files::EARLIER;
use super::remedy::{Remedy, joined};
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
        /// The remedies, the gentlest first.
        remedies: Vec<Remedy>,
    },
    /// Another program has changed the ends of lines.
    #[error("{}: line 1 ends with CRLF, expected LF: git or another program has changed the ends of lines in this folder. Put back a copy with the ends as they were; in git, write `* -text` into {}, delete the other files of the folder, and check them out again", path.display(), path.with_file_name(file::ATTRIBUTES).display())]
    LineEnds {
        /// The file.
        path: PathBuf,
    },
    /// The folder belongs to another sweep.
    #[error("{} holds the results of another sweep ({difference})", path.display())]
    OtherSweep {
        /// The folder.
        path: PathBuf,
        /// The first difference.
        difference: String,
        /// True if the sweep has all trials of the other one.
        can_extend: bool,
    },
    /// The trials of the folder were made by another program.
    #[error("{}: its trials were made by other code ({difference})", path.display())]
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
    #[error("{}: this program gives other rows than those recorded for trial {trial}, the first difference being in {table}", path.display())]
    NotAccepted {
        /// The folder.
        path: PathBuf,
        /// The trial.
        trial: u64,
        /// The table.
        table: &'static str,
    },
    /// The sweep lacks trials that the folder holds.
    #[error("{difference}; an extension only adds trials")]
    NotExtendable {
        /// Key of the sweep file with the difference, with dots; the items of a list are numbered from 0. Empty if there is none.
        key: String,
        /// The first difference that removes trials.
        difference: String,
    },
    /// The folder is not empty and was not made by evocube.
    #[error("{} is not empty and holds no results of evocube", path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
    },
    /// The folder of an export has files that the export did not write.
    #[error("{} is not empty", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// The folder holds trials, but not their sweep.
    #[error("{} holds trials, but its {} is lost", path.display(), file::MANIFEST)]
    NoManifest {
        /// The folder.
        path: PathBuf,
    },
    /// The folder is of a sweep or of a shard without this trial.
    #[error("{}: {}", path.display(), match shard { Some(shard) => format!("trial {id} is of another shard than {shard}"), None => format!("the sweep has no trial {id}") })]
    NoTrial {
        /// The folder.
        path: PathBuf,
        /// The number of the trial.
        id: u64,
        /// The shard of the folder, if another one has the trial.
        shard: Option<Shard>,
    },
    /// The folder holds an unfinished run of this sweep.
    #[error("{} holds {done} of {}{all} trials of this sweep{}", path.display(), if *is_bound { "at most " } else { "" }, if *has_kept_rows { format!("; {}", kept_rows(path)) } else { String::new() })]
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
        has_kept_rows: bool,
    },
    /// A shard has not completed its first stage.
    #[error("{}: shard {shard} is not complete", path.display())]
    UnfinishedShard {
        /// The folder.
        path: PathBuf,
        /// Its shard.
        shard: Shard,
    },
    /// A table is not as it was written.
    #[error("{corruption}")]
    Changed {
        /// The table and the row.
        corruption: Corruption,
        /// Shard of the folder; `None` for a whole sweep.
        shard: Option<Shard>,
    },
    /// Two folders select different configurations in a stage.
    #[error("{}: its trials were run with point {recorded} selected in stage {stage}, but point {selected} is selected", path.display())]
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
    /// Another program has removed or changed a table meanwhile.
    #[error("{}: another program has removed, replaced or changed it meanwhile", path.display())]
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

impl StoreError {
    /// Returns what can be done about it, the gentlest first; nothing if the message says all.
    pub fn remedies(&self) -> Vec<Remedy> {
        use Remedy::{AcceptProgram, AnotherFolder, Extend, PutBack, Resume, StartOver};
        match self {
            Self::Corrupt { remedies, .. } => remedies.clone(),
            Self::OtherSweep { can_extend: true, .. } => vec![Extend, AnotherFolder, StartOver],
            Self::OtherSweep { .. } | Self::NotAccepted { .. } | Self::NotExtendable { .. } => {
                vec![AnotherFolder, StartOver]
            }
            Self::OtherProgram { .. } => vec![AcceptProgram, AnotherFolder, StartOver],
            Self::Foreign { .. } | Self::NotEmpty { .. } => vec![AnotherFolder],
            Self::NoManifest { .. } => vec![PutBack, AnotherFolder],
            Self::Unfinished { .. } => vec![Resume, StartOver],
            Self::UnfinishedShard { path, shard } => {
                vec![Remedy::ResumeRun { folder: path.clone(), shard: Some(*shard), effect: "completes it".to_owned() }]
            }
            Self::Changed { corruption, shard } => {
                vec![Remedy::resume_table(&corruption.path, *shard, corruption.repair())]
            }
            Self::OtherSelection { .. } => vec![StartOver],
            Self::File { .. }
            | Self::LineEnds { .. }
            | Self::NoTrial { .. }
            | Self::Unregistered { .. }
            | Self::Disturbed { .. }
            | Self::Locked { .. } => vec![],
        }
    }

    /// Returns the message with the remedies in the words of a program.
    pub fn advice(&self, words: impl Fn(&Remedy) -> String) -> String {
        let remedies = joined(&self.remedies().iter().map(words).collect::<Vec<_>>());
        match self {
            _ if remedies.is_empty() => self.to_string(),
            Self::Corrupt { .. } | Self::Changed { .. } | Self::UnfinishedShard { .. } => format!("{self}; {remedies}"),
            _ => format!("{self}: {remedies}"),
        }
    }

    /// Error if a folder records another selected configuration than these.
    pub(super) fn check_selected(path: &Path, recorded: &[SelectedPoint], new: &[SelectedPoint]) -> Result<(), Self> {
        let Some((recorded, new)) = recorded.iter().zip(new).find(|(recorded, new)| recorded != new) else {
            return Ok(());
        };
        let (stage, recorded, selected) = (recorded.stage.clone(), recorded.point, new.point);
        Err(Self::OtherSelection { path: path.to_owned(), stage, recorded, selected })
    }

    pub(super) fn corrupt(path: impl Into<PathBuf>, message: impl Into<String>, remedies: Vec<Remedy>) -> Self {
        Self::Corrupt { path: path.into(), message: message.into(), remedies }
    }

    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |cause| Self::File { path: path.to_owned(), cause }
    }
}
