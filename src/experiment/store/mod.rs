//! The results folder.
//!
//! What is on disk is always a beginning of the final files: rows are appended in the order of the plan, a trial's row in
//! `trials.csv` last, and the digests of all of them in `digests.csv` just before. To resume is to keep the trials whose
//! rows have their digests, to cut what a torn end left over, and to go on. Wall-clock figures live in
//! `timing.csv` only, so every other table is the same byte for byte, whatever the number of threads and however often
//! the run was interrupted.

mod checksum;
mod corruption;
mod error;
mod folder;
mod inspect;
mod manifest;
mod merge;
mod quarantine;
mod race_folder;
mod read;
mod rows;
mod trial_index;

pub use checksum::{changed_files, digest, write_checksums, written_files};
pub use corruption::Corruption;
pub use error::StoreError;
pub use folder::{Opening, Store};
pub use inspect::corruption;
pub use manifest::{Manifest, SelectedPoint};
pub use merge::{MergeError, Merged, merge};
pub use race_folder::RaceManifest;
pub(super) use race_folder::{RaceFolder, RaceLog, csv_line};
pub(super) use read::{TableText, read_with, recorded_selected};
pub use read::{failed, plan_of, read, read_checked, read_selected, read_sweep};
pub(super) use rows::trial_row;
pub use rows::{Rendered, render};

#[cfg(test)]
mod tests;
