//! Copies of the tables of a folder before its sweep was enlarged.
//!
//! The folder `.earlier` holds the manifest and the tables of each smaller sweep until the folder of the larger one is complete.
//! A run of the larger sweep can therefore be interrupted and resumed at any moment without losing a recorded trial.

use std::fs;
use std::path::{Path, PathBuf};

use super::checksum::digest;
use super::error::StoreError;
use super::quarantine;
use crate::record::file;

const EARLIER: &str = ".earlier";
const EARLIER_NEW: &str = ".earlier.new";

/// Copies the manifest and the tables of a folder into its `.earlier`: all of them or, if the process is killed meanwhile, none.
pub(super) fn keep(folder: &Path) -> Result<(), StoreError> {
    let (home, new) = (folder.join(EARLIER), folder.join(EARLIER_NEW));
    quarantine::remove_folder(&new, names())?;
    fs::create_dir_all(&home).map_err(StoreError::file(&home))?;
    let kept = entries(folder)?;
    let mut number = kept.last().map_or(1, |(number, _)| number + 1);
    // An interrupted repair has trials that the tables lack.
    for from in [folder.to_owned(), quarantine::path(folder)].iter().filter(|from| from.is_dir()) {
        if is_kept(from, folder, &kept)? {
            continue;
        }
        quarantine::copy(from, &new, names().filter(|name| *name != file::MANIFEST))?;
        fs::copy(folder.join(file::MANIFEST), new.join(file::MANIFEST)).map_err(StoreError::file(&new))?;
        let to = home.join(number.to_string());
        fs::rename(&new, &to).map_err(StoreError::file(&to))?;
        number += 1;
    }
    Ok(())
}

/// Returns whether a process that was killed later has kept the tables of a folder already.
fn is_kept(from: &Path, folder: &Path, kept: &[(u64, PathBuf)]) -> Result<bool, StoreError> {
    let same =
        |a: &Path, b: &Path| Ok::<_, StoreError>(a.exists() == b.exists() && (!a.exists() || digest(a)? == digest(b)?));
    for (_, copy) in kept {
        let mut is_same = same(&folder.join(file::MANIFEST), &copy.join(file::MANIFEST))?;
        for name in names().filter(|name| *name != file::MANIFEST) {
            is_same = is_same && same(&from.join(name), &copy.join(name))?;
        }
        if is_same {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Deletes the copies.
pub(super) fn remove(folder: &Path) -> Result<(), StoreError> {
    quarantine::remove_folder(&folder.join(EARLIER_NEW), names())?;
    // A copy without its manifest, which goes first, counts as deleted.
    for (_, copy) in entries(folder)? {
        quarantine::remove_folder(&copy, names())?;
    }
    quarantine::remove_folder(&folder.join(EARLIER), std::iter::empty())
}

/// Returns the kept folders in the order in which they were kept.
pub(super) fn all(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let has_manifest = |(_, path): (u64, PathBuf)| path.join(file::MANIFEST).exists().then_some(path);
    Ok(entries(folder)?.into_iter().filter_map(has_manifest).collect())
}

fn entries(folder: &Path) -> Result<Vec<(u64, PathBuf)>, StoreError> {
    let home = folder.join(EARLIER);
    if !fs::symlink_metadata(&home).is_ok_and(|found| found.is_dir()) {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(&home).map_err(StoreError::file(&home))? {
        let path = entry.map_err(StoreError::file(&home))?.path();
        let number = path.file_name().and_then(|name| name.to_str()?.parse().ok());
        found.extend(number.map(|number| (number, path)));
    }
    found.sort();
    Ok(found)
}

fn names() -> impl Iterator<Item = &'static str> {
    [file::MANIFEST, file::BASELINES, file::BASELINE_TIMING].into_iter().chain(quarantine::names())
}
