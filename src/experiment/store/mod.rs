//! The results folder.
//!
//! What is on disk is always a beginning of the final files: rows are appended in the order of the plan, a trial's row in
//! `trials.csv` last, and the digests of all of them in `digests.csv` just before. To resume is to keep the trials whose
//! rows have their digests, to cut what a torn end left over, and to go on. Wall-clock figures live in
//! `timing.csv` only, so every other table is the same byte for byte, whatever the number of threads and however often
//! the run was interrupted.

mod archive;
mod damage;
mod error;
mod folder;
mod inspect;
mod manifest;
mod merge;
mod race;
mod read;
mod rows;
mod salvage;
mod seal;

pub use damage::Damage;
pub use error::StoreError;
pub use folder::{Opening, Store};
pub use inspect::damage;
pub use manifest::{Manifest, Winner};
pub use merge::{MergeError, Merged, merge};
pub use race::RaceManifest;
pub(super) use race::{RaceFolder, RaceLog, csv_line};
pub(super) use read::{TableText, noted_winners, read_with};
pub use read::{failed, plan_of, read, read_checked, read_sweep, winners};
pub(super) use rows::trial_row;
pub use rows::{Rendered, render};
pub use seal::{changed_files, digest, seal, written_files};

#[cfg(test)]
mod tests;
