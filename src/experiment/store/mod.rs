//! The results folder.
//!
//! What is on disk is always a beginning of the final files: rows are appended in the order of the plan, a trial's row in
//! `trials.csv` last. To resume is to cut what a torn end left over, to count, and to go on. Wall-clock figures live in
//! `timing.csv` only, so every other table is the same byte for byte, whatever the number of threads and however often
//! the run was interrupted.

mod folder;
mod manifest;
mod read;
mod rows;
mod seal;

pub use folder::{Opening, Store, StoreError};
pub use manifest::{Manifest, Winner};
pub(super) use read::TableText;
pub use read::{read, read_sweep};
pub(super) use rows::trial_row;
pub use rows::{Rendered, render};
pub use seal::{changed_files, digest, seal};

#[cfg(test)]
mod tests;
