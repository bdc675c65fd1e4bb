//! [`check`]: whether a results folder is as it was written, by the digests of its rows and tables. The torn end of an unfinished run is
//! allowed. Line ends that git has changed are restored. Wall-clock times and the report are not checked. [`read_checked`] and others read
//! the folder then, by the manifest that was checked, and replay solutions.
//!
//! Digests show damage. They have no secret, so they do not show a change by someone who computes them again.

use std::path::Path;

use super::checksum::{changed_since, digest_if_there};
use super::corruption::Corruption;
use super::error::StoreError;
use super::line_ends;
use super::manifest::Manifest;
use super::read::{self, MAX_LOGGED, Reading};
use super::trial_index::TrialIndex;
use crate::record::{Results, file};
use evocube_engine::registered::Registry;

/// Returns the corruption of `baselines.csv` if it differs from the digest in the manifest.
pub(super) fn baselines_corruption(folder: &Path, manifest: &Manifest) -> Result<Option<Corruption>, StoreError> {
    let Some(expected) = manifest.digests.get(file::BASELINES) else { return Ok(None) };
    let path = folder.join(file::BASELINES);
    if digest_if_there(&path)?.as_ref() == Some(expected) {
        return Ok(None);
    }
    let message = "the table does not match its digest in manifest.toml".to_owned();
    Ok(Some(Corruption { path, line: None, message, trials: None }))
}

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
    let state = read::state_of(&manifest, folder, &Registry::new())?;
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

/// Returns whether a folder is complete, and its tables have the digests in the manifest, whose text this is. Tables of wall-clock times are
/// left out, since they cannot be reproduced.
pub(super) fn has_unchanged_tables(folder: &Path, text: &str, manifest: &Manifest) -> Result<bool, StoreError> {
    // The data of figures are drawn again.
    let is_kept = |name: &String| {
        let is_table = name.ends_with(".csv") && !name.contains('/');
        name == file::MANIFEST || (is_table && !file::WALL_CLOCK.contains(&name.as_str()))
    };
    let is_listed = manifest.complete && manifest.digests.contains_key(file::TRIALS);
    Ok(is_listed && !changed_since(folder, text, manifest)?.iter().any(is_kept))
}
