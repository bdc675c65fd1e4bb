//! Copies of the manifest and the tables of a folder, kept before its sweep is enlarged or before valid rows are cut. They are deleted when
//! the folder is complete or begun afresh. Their rows are reused by `known_rows`.
//!
//! The folder `.earlier` holds the manifest and the tables of each smaller sweep, or of damaged tables, until the folder is complete.
//! A run of the larger sweep can therefore be interrupted and resumed at any moment without losing a recorded trial.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::checkpoint_folder::is_folder;
use super::checksum::{digest_if_there, exists};
use super::error::StoreError;
use super::headers::appended_tables;
use super::known_files::EARLIER;
use crate::record::file;
use evocube_cube::files;

const EARLIER_NEW: &str = ".earlier.new";

/// Copies the manifest and the tables of a folder into its `.earlier`: all of them or, if the process is killed meanwhile, none.
pub(super) fn keep(folder: &Path) -> Result<(), StoreError> {
    let (home, new) = (folder.join(EARLIER), folder.join(EARLIER_NEW));
    remove_folder(&new, names())?;
    files::create_folders(&home).map_err(StoreError::file(&home))?;
    let copies = entries(folder)?;
    if is_kept(folder, &copies)? {
        return Ok(());
    }
    copy(folder, &new)?;
    let number = copies.last().map_or(1, |(number, _)| number + 1);
    let path = home.join(number.to_string());
    files::retry(|| fs::rename(&new, &path)).map_err(StoreError::file(&path))
}

/// Copies the files that exist into a new folder.
fn copy(folder: &Path, new: &Path) -> Result<(), StoreError> {
    files::retry(|| fs::create_dir(new)).map_err(StoreError::file(new))?;
    for name in names() {
        let (source, target) = (folder.join(name), new.join(name));
        if let Some(mut file) = files::open_if_there(&source).map_err(StoreError::file(&source))? {
            let mut copy_all = || {
                let mut copy = File::create_new(&target)?;
                copy_bytes(&mut file, &mut copy)?;
                copy.sync_all()
            };
            copy_all().map_err(StoreError::file(&target))?;
        }
    }
    Ok(())
}

/// Copies the bytes of a file. `io::copy` asks the system to copy, which it does not repeat after an interruption.
fn copy_bytes(source: &mut File, target: &mut File) -> io::Result<()> {
    let mut bytes = vec![0; 1 << 16];
    loop {
        let length = files::retry(|| source.read(&mut bytes))?;
        if length == 0 {
            return Ok(());
        }
        target.write_all(&bytes[..length])?;
    }
}

/// Returns whether a process that was killed later has kept the tables of a folder already.
fn is_kept(folder: &Path, copies: &[(u64, PathBuf)]) -> Result<bool, StoreError> {
    for (_, copy) in copies {
        let mut is_same = true;
        for name in names() {
            is_same = is_same && digest_if_there(&folder.join(name))? == digest_if_there(&copy.join(name))?;
        }
        if is_same {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Deletes these files of a folder, in order, and the folder. Fails if it has other files.
fn remove_folder<'a>(path: &Path, names: impl Iterator<Item = &'a str>) -> Result<(), StoreError> {
    if !is_folder(path).map_err(StoreError::file(path))? {
        // A link in its place is deleted, not followed.
        return files::remove(path).map(|_| ()).map_err(StoreError::file(path));
    }
    for copy in names.map(|name| path.join(name)) {
        files::remove(&copy).map_err(StoreError::file(&copy))?;
    }
    files::retry(|| fs::remove_dir(path)).map_err(StoreError::file(path))
}

/// Deletes the copies.
pub(super) fn remove(folder: &Path) -> Result<(), StoreError> {
    remove_folder(&folder.join(EARLIER_NEW), names())?;
    // A copy without its manifest, which goes first, counts as deleted.
    for (_, copy) in entries(folder)? {
        remove_folder(&copy, names())?;
    }
    remove_folder(&folder.join(EARLIER), std::iter::empty())
}

/// Returns the kept folders in the order in which they were kept.
///
/// # Errors
/// If the folder cannot be read.
pub fn all(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let mut folders = Vec::new();
    for (_, path) in entries(folder)? {
        if exists(&path.join(file::MANIFEST))? {
            folders.push(path);
        }
    }
    Ok(folders)
}

fn entries(folder: &Path) -> Result<Vec<(u64, PathBuf)>, StoreError> {
    let home = folder.join(EARLIER);
    if !is_folder(&home).map_err(StoreError::file(&home))? {
        return Ok(Vec::new());
    }
    let mut copies = Vec::new();
    for name in files::names(&home).map_err(StoreError::file(&home))? {
        let number = name.to_str().and_then(|name| name.parse().ok());
        copies.extend(number.map(|number| (number, home.join(name))));
    }
    copies.sort();
    Ok(copies)
}

fn names() -> impl Iterator<Item = &'static str> {
    let whole = [file::MANIFEST, file::BASELINES, file::BASELINE_TIMING];
    whole.into_iter().chain(appended_tables())
}
