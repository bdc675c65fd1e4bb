//! Claiming a folder for one process.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use super::checksum::remove_stale;
use super::error::StoreError;
use super::known_files::is_whole;
use crate::record::file;
use evocube_cube::files;

const LOCK: &str = ".lock";

/// Time between two tries to get a lock.
const PAUSE: Duration = Duration::from_millis(10);
/// Number of tries. A run that has just ended may hold the lock a moment longer, through a process that it was starting.
const TRIES: u32 = 20;

/// The claim of a folder for the process that writes it. It ends when it is dropped, however the process ends.
#[derive(Debug)]
pub struct FolderLock {
    folder: PathBuf,
    is_new: bool,
    _file: File,
}

impl FolderLock {
    /// Claims a folder, creates it if it is missing, and removes stale temporary files.
    ///
    /// # Errors
    /// If the folder has other files than those of evocube, or another process holds it. The folder is unchanged then.
    pub fn claim(folder: &Path) -> Result<Self, StoreError> {
        // A foreign folder gets no lock.
        is_new(folder)?;
        fs::create_dir_all(folder).map_err(StoreError::file(folder))?;
        let file = lock(folder)?;
        // Another process may have written the folder before the lock was free.
        let is_new = is_new(folder)?;
        remove_stale(folder)?;
        Ok(Self { folder: folder.to_owned(), is_new, _file: file })
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns whether the folder held no results when it was claimed.
    pub fn is_new(&self) -> bool {
        self.is_new
    }
}

/// Returns whether a process holds a folder, so that a run or a merge is writing it. False on a file system without locks.
pub fn is_held(folder: &Path) -> bool {
    // A shared lock, held for a moment only. A run that starts meanwhile retries.
    let file = files::open(&folder.join(LOCK));
    file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Returns whether a folder holds no results.
///
/// # Errors
/// If it holds other files than those of evocube, or cannot be read.
fn is_new(folder: &Path) -> Result<bool, StoreError> {
    let is_empty = is_empty(folder)?;
    // The manifest is asked for last, since a run writes it before all other files.
    if folder.join(file::MANIFEST).exists() {
        return Ok(false);
    }
    if is_empty {
        return Ok(true);
    }
    let path = folder.to_owned();
    let has_trials = folder.join(file::TRIALS).exists();
    Err(if has_trials { StoreError::NoManifest { path } } else { StoreError::Foreign { path } })
}

/// Returns whether a folder is missing, or empty except for files of a run that was killed before it wrote a table.
fn is_empty(folder: &Path) -> Result<bool, StoreError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        entries => entries.map_err(StoreError::file(folder))?,
    };
    let is_stale = |name: &OsStr| name.to_str().and_then(files::final_name).is_some_and(is_whole);
    for entry in entries {
        let name = entry.map_err(StoreError::file(folder))?.file_name();
        if name != LOCK && !is_stale(&name) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Locks the folder.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let file = files::append(&path).map_err(StoreError::file(&path))?;
    for _ in 0..TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => sleep(PAUSE),
            // On a file system without locks, concurrent runs are not detected.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
    Err(StoreError::Locked { path: folder.to_owned() })
}
