//! Tables with damage in their midst, put aside until what is good of them has been written again in order.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::archive::TABLES;
use super::error::StoreError;
use crate::experiment::record::file;

const ASIDE: &str = ".damaged";
const ASIDE_NEW: &str = ".damaged.new";

/// Where the tables are; they may not be there.
pub(super) fn path(folder: &Path) -> PathBuf {
    folder.join(ASIDE)
}

/// Is this the name of a folder that [`keep`] makes?
pub(super) fn is_ours(name: &std::ffi::OsStr) -> bool {
    name == ASIDE || name == ASIDE_NEW
}

/// Copies the tables aside: all of them or, if the process is killed meanwhile, none.
pub(super) fn keep(folder: &Path) -> Result<(), StoreError> {
    let new = folder.join(ASIDE_NEW);
    remove_folder(&new)?;
    fs::create_dir(&new).map_err(StoreError::file(&new))?;
    for name in TABLES.into_iter().chain([file::DIGESTS]) {
        let (from, to) = (folder.join(name), new.join(name));
        if from.exists() {
            fs::copy(&from, &to).map_err(StoreError::file(&to))?;
            File::open(&to).and_then(|file| file.sync_all()).map_err(StoreError::file(&to))?;
        }
    }
    fs::rename(&new, path(folder)).map_err(StoreError::file(&new))
}

/// Deletes them.
pub(super) fn remove(folder: &Path) -> Result<(), StoreError> {
    remove_folder(&folder.join(ASIDE_NEW))?;
    remove_folder(&path(folder))
}

fn remove_folder(path: &Path) -> Result<(), StoreError> {
    if path.exists() { fs::remove_dir_all(path).map_err(StoreError::file(path)) } else { Ok(()) }
}
