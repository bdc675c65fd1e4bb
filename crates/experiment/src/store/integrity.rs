//! [`check`]: whether a results folder is as it was written, by the digests of its rows and tables. The torn end of an unfinished run is
//! allowed. Line ends that git has changed are restored. Wall-clock times and the report are not checked. [`read_checked`] and others read
//! the folder then, by the manifest that was checked, and replay solutions.
//!
//! Digests show damage. They have no secret, so they do not show a change by someone who computes them again.

use std::path::Path;

use super::checksum::{baselines_corruption, has_unchanged_tables};
use super::error::StoreError;
use super::line_ends;
use super::manifest::Manifest;
use super::read::{self, MAX_LOGGED, Reading};
use super::recorded_sweep::state_of;
use super::trial_index::TrialIndex;
use crate::record::Results;
use evocube_engine::registered::Registry;

/// Checks that all recorded rows of a folder are as they were written, except wall-clock times. The torn end of an unfinished run
/// is allowed. Line ends that git has changed are restored, where the digests prove that nothing else is changed.
///
/// # Errors
/// If a row or a header differs, or a file cannot be read.
pub fn check(folder: &Path) -> Result<(), StoreError> {
    checked(folder).map(drop)
}

/// Returns the manifest of a folder after a [`check`].
fn checked(folder: &Path) -> Result<Manifest, StoreError> {
    line_ends::restore_line_ends(folder)?;
    let (text, manifest) = Manifest::read_with_text(folder)?;
    if has_unchanged_tables(folder, &text, &manifest)? {
        return Ok(manifest);
    }
    let state = state_of(&manifest, folder, &Registry::new())?;
    let index = TrialIndex::open(folder, &state.sweep, &manifest, &state.plan)?;
    let corruption = match index.corruption {
        Some(corruption) => Some(corruption),
        None => baselines_corruption(folder, &manifest)?,
    };
    match corruption {
        None => Ok(manifest),
        Some(corruption) => Err(StoreError::Changed { corruption, shard: manifest.shard }),
    }
}

/// Reads a whole folder as [`read`](super::read) does, after a [`check`], and replays all solutions.
///
/// # Errors
/// As [`read`](super::read) and [`check`], or if the moves of a solution are not those of its row.
pub fn read_checked(folder: &Path) -> Result<Results, StoreError> {
    read::read_tables(folder, checked(folder)?, MAX_LOGGED, Reading::Replayed)
}

/// Reads a whole folder as [`read_for_report`](super::read_for_report) does, after a [`check`].
///
/// # Errors
/// As [`read_for_report`](super::read_for_report) and [`check`].
pub fn read_checked_for_report(folder: &Path) -> Result<Results, StoreError> {
    read::read_tables(folder, checked(folder)?, MAX_LOGGED, Reading::Report)
}

/// Reads a folder as [`read_checked`] does, with all logged generations.
pub(crate) fn read_checked_with_log(folder: &Path) -> Result<Results, StoreError> {
    read::read_tables(folder, checked(folder)?, usize::MAX, Reading::Replayed)
}
