//! What of a folder is not as it was written, found without running anything.

use std::path::Path;

use super::checksum::changed_files;
use super::corruption::Corruption;
use super::error::StoreError;
use super::manifest::Manifest;
use super::read;
use super::trial_index::TrialIndex;
use crate::experiment::record::file;

/// The tables and trials of a folder whose digests are not those that were written. The torn end of an unfinished run is
/// no corruption.
///
/// # Errors
/// If the manifest or a file cannot be read.
pub fn corruption(folder: &Path) -> Result<Corruption, StoreError> {
    let manifest = read::manifest(folder)?;
    let changed = changed_tables(folder, &manifest)?;
    if manifest.complete && changed.as_ref().is_some_and(Vec::is_empty) {
        return Ok(Corruption::default());
    }
    let sweep = read::sweep_of(&manifest, folder)?;
    let plan = read::plan_of(folder, &sweep)?;
    let index = TrialIndex::open(folder, &sweep, &manifest.version, &plan)?;
    Ok(told(&manifest, index.count() > index.prefix().trials, index.corruption, changed))
}

/// The tables whose digest is not the one in the manifest; `None` if it has none of them yet. `timing.csv` is not among
/// them: what was measured once cannot be made again.
pub(super) fn changed_tables(folder: &Path, manifest: &Manifest) -> Result<Option<Vec<String>>, StoreError> {
    if !manifest.digests.contains_key(file::TRIALS) {
        return Ok(None);
    }
    // Nor are the data of the figures, which are drawn again.
    let is_remade = |name: &String| name.ends_with(".csv") && name != file::TIMING && !name.contains('/');
    Ok(Some(changed_files(folder)?.into_iter().filter(is_remade).collect()))
}

/// What there is to tell of the corruption in an index.
pub(super) fn told(
    manifest: &Manifest,
    has_holes: bool,
    found: Corruption,
    changed: Option<Vec<String>>,
) -> Corruption {
    if !manifest.complete && !has_holes {
        return Corruption::default();
    }
    let mut corruption = found;
    changed.into_iter().flatten().for_each(|name| corruption.add_file(&name));
    corruption
}
