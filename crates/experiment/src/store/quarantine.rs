//! The quarantine: a copy of corrupt tables, kept until their valid trials have been written again in order.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::rows::TRIAL_TABLES;
use crate::record::file;
use evocube_cube::files;

const ASIDE: &str = ".damaged";
const ASIDE_NEW: &str = ".damaged.new";

/// Returns the folder of the copies, which may be missing.
pub(super) fn path(folder: &Path) -> PathBuf {
    folder.join(ASIDE)
}

/// Returns whether [`keep`] creates a folder of this name.
pub(super) fn is_ours(name: &std::ffi::OsStr) -> bool {
    name == ASIDE || name == ASIDE_NEW
}

/// Copies the tables into the quarantine: all of them or, if the process is killed meanwhile, none.
pub(super) fn keep(folder: &Path) -> Result<(), StoreError> {
    let new = folder.join(ASIDE_NEW);
    remove_folder(&new, names())?;
    copy(folder, &new, names())?;
    fs::rename(&new, path(folder)).map_err(StoreError::file(&new))
}

/// Copies the files that exist into a new folder.
pub(super) fn copy<'a>(from: &Path, new: &Path, names: impl Iterator<Item = &'a str>) -> Result<(), StoreError> {
    fs::create_dir(new).map_err(StoreError::file(new))?;
    for name in names {
        let (from, to) = (from.join(name), new.join(name));
        if let Some(mut file) = files::open_if_there(&from).map_err(StoreError::file(&from))? {
            let mut copy_all = || {
                let mut copy = File::create_new(&to)?;
                io::copy(&mut file, &mut copy)?;
                copy.sync_all()
            };
            copy_all().map_err(StoreError::file(&to))?;
        }
    }
    Ok(())
}

/// Deletes the copies.
pub(super) fn remove(folder: &Path) -> Result<(), StoreError> {
    remove_folder(&folder.join(ASIDE_NEW), names())?;
    remove_folder(&path(folder), names())
}

/// Returns the names of the tables with rows of trials, their times and their digests.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TRIAL_TABLES.into_iter().chain([file::TIMING, file::DIGESTS])
}

/// Deletes these files of a folder, in order, and the folder. Fails if it has other files.
pub(super) fn remove_folder<'a>(path: &Path, names: impl Iterator<Item = &'a str>) -> Result<(), StoreError> {
    if !fs::symlink_metadata(path).is_ok_and(|found| found.is_dir()) {
        // A link in its place is deleted, not followed.
        return files::remove(path).map(|_| ()).map_err(StoreError::file(path));
    }
    for copy in names.map(|name| path.join(name)) {
        files::remove(&copy).map_err(StoreError::file(&copy))?;
    }
    fs::remove_dir(path).map_err(StoreError::file(path))
}
