//! Finding corruption in a folder without running a trial.

use std::path::Path;

use super::checksum::changed_files;
use super::corruption::Corruption;
use super::error::StoreError;
use super::manifest::Manifest;
use super::read;
use super::trial_index::TrialIndex;
use crate::record::{Results, file};

/// Returns the tables and trials of a folder that differ from their recorded digests. The torn end of an unfinished run is not
/// corruption.
///
/// # Errors
/// If the manifest or a file cannot be read.
pub fn corruption(folder: &Path) -> Result<Corruption, StoreError> {
    let manifest = Manifest::read(folder)?;
    let changed = changed_tables(folder, &manifest)?;
    if manifest.complete && changed.as_ref().is_some_and(Vec::is_empty) {
        return Ok(Corruption::default());
    }
    let sweep = read::sweep_of(&manifest, folder)?;
    let plan = read::plan_of(folder, &sweep)?;
    let index = TrialIndex::open(folder, &sweep, &manifest.version, &plan)?;
    Ok(reported(manifest.complete, index.count() > index.prefix().trials, index.corruption, changed))
}

/// Reads a whole folder as [`read`](super::read) does, and fills [`Results::corruption`].
///
/// # Errors
/// As [`read`](super::read).
pub fn read_checked(folder: &Path) -> Result<Results, StoreError> {
    Ok(Results { corruption: corruption(folder)?.to_string(), ..read::read(folder)? })
}

/// Returns the tables whose digest differs from the manifest's; `None` if the manifest has no digests yet. Tables of wall-clock
/// times are left out, since they cannot be reproduced.
pub(super) fn changed_tables(folder: &Path, manifest: &Manifest) -> Result<Option<Vec<String>>, StoreError> {
    if !manifest.digests.contains_key(file::TRIALS) {
        return Ok(None);
    }
    // The data of figures are drawn again.
    let is_timed = |name: &String| file::WALL_CLOCK.contains(&name.as_str());
    let is_remade = |name: &String| name.ends_with(".csv") && !is_timed(name) && !name.contains('/');
    Ok(Some(changed_files(folder)?.into_iter().filter(is_remade).collect()))
}

/// Returns the corruption to report: none for the torn end of an unfinished run.
pub(super) fn reported(
    is_complete: bool,
    has_holes: bool,
    in_rows: Corruption,
    changed: Option<Vec<String>>,
) -> Corruption {
    if !is_complete && !has_holes {
        return Corruption::default();
    }
    let mut corruption = in_rows;
    changed.into_iter().flatten().for_each(|name| corruption.add_file(&name));
    corruption
}
