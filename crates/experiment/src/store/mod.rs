//! The results folder.
//!
//! The files on disk are always a prefix of the final files. Rows are appended in the order of the plan: a trial's row in
//! `trials.csv` last, and the digests of its rows in `digests.csv` just before. A resumed run keeps the trials before the first whose
//! rows are torn or do not match their digests, cuts the rest and continues. A folder whose sweep is enlarged becomes an unfinished run of the larger
//! sweep, into which the recorded trials are copied in the order of the plan. Wall-clock times are in two tables of their own, so
//! every other table is the same byte for byte, for any number of threads and interruptions.

mod append_log;
mod checkpoint_folder;
mod checksum;
mod corruption;
mod earlier;
mod earlier_folders;
mod error;
mod extension;
mod folder_lock;
mod known_files;
mod machine;
mod manifest;
mod merge;
mod open_tables;
mod other_commits;
mod race_folder;
mod read;
mod results_folder;
mod rows;
mod selected_point;
mod tables;
mod timing;
mod trial_index;

pub(super) use append_log::AppendLog;
pub(super) use checkpoint_folder::CheckpointFolder;
pub use checksum::{changed_files, digest, write_checksums, written_files};
pub use corruption::{Corruption, check, read_checked};
pub(super) use earlier::RecordedBaselines;
pub use error::StoreError;
pub use extension::{ExtensionPreview, preview_extension};
pub use folder_lock::is_held;
pub use machine::Machine;
pub(super) use machine::now;
pub use manifest::Manifest;
pub use merge::{MergeError, Merged, merge};
pub use other_commits::OtherCommits;
pub use race_folder::RaceManifest;
pub(super) use race_folder::{RaceFolder, csv_line};
pub use read::{failed, plan_of, read, read_selected, read_sweep};
pub(super) use read::{read_with, recorded_selected};
pub use results_folder::{Opening, Store};
pub(super) use rows::trial_row;
pub use rows::{Rendered, render};
pub use selected_point::SelectedPoint;
pub(super) use tables::RecordedTexts;

#[cfg(test)]
mod tests;
