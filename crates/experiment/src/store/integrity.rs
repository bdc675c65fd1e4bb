//! [`check`]: whether a results folder is as it was written, by the digests of its rows and tables. The torn end of an unfinished run is
//! allowed. Line ends that git has changed are restored. Wall-clock times and the report are not checked. [`read_checked`] reads the
//! folder then and replays its solutions.
//!
//! Digests show damage. They have no secret, so they do not show a change by someone who computes them again.

use std::path::Path;

use super::checksum::{changed_files, digest_if_there};
use super::corruption::Corruption;
use super::error::StoreError;
use super::manifest::Manifest;
use super::trial_index::TrialIndex;
use super::{line_ends, read};
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
    line_ends::restore_line_ends(folder)?;
    let manifest = Manifest::read(folder)?;
    if has_unchanged_tables(folder, &manifest)? {
        return Ok(());
    }
    let state = read::state_of(&manifest, folder, &Registry::new())?;
    let index = TrialIndex::open(folder, &state.sweep, &manifest, &state.plan)?;
    let corruption = match index.corruption {
        Some(corruption) => Some(corruption),
        None => baselines_corruption(folder, &manifest)?,
    };
    corruption.map_or(Ok(()), |corruption| Err(StoreError::Changed { corruption, shard: manifest.shard }))
}

/// Reads a whole folder as [`read`](super::read) does, after a [`check`], and replays all solutions.
///
/// # Errors
/// As [`read`](super::read) and [`check`], or if the moves of a solution are not those of its row.
pub fn read_checked(folder: &Path) -> Result<Results, StoreError> {
    check(folder)?;
    read::read_replayed(folder)
}

/// Returns whether a folder is complete, and its tables have the digests in the manifest. Tables of wall-clock times are left out,
/// since they cannot be reproduced.
pub(super) fn has_unchanged_tables(folder: &Path, manifest: &Manifest) -> Result<bool, StoreError> {
    // The data of figures are drawn again.
    let is_kept = |name: &String| {
        let is_table = name.ends_with(".csv") && !name.contains('/');
        name == file::MANIFEST || (is_table && !file::WALL_CLOCK.contains(&name.as_str()))
    };
    let is_listed = manifest.complete && manifest.digests.contains_key(file::TRIALS);
    Ok(is_listed && !changed_files(folder)?.iter().any(is_kept))
}
