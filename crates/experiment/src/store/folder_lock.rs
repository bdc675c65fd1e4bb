//! Claiming a folder for one process.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use super::checksum::remove_stale;
use super::error::StoreError;
use super::known_files::is_whole;
use crate::record::file;
use evocube_cube::files;

const LOCK: &str = ".lock";

/// Claims a folder for this process, creates it if it is missing, and removes stale temporary files. The claim ends with the
/// returned file, however the process ends.
///
/// # Errors
/// If the folder has other files, or another process holds it.
pub(super) fn claim(folder: &Path, is_ours: bool) -> Result<File, StoreError> {
    if !is_ours && folder.exists() && !is_empty(folder)? {
        let path = folder.to_owned();
        let has_trials = folder.join(file::TRIALS).exists();
        return Err(if has_trials { StoreError::NoManifest { path } } else { StoreError::Foreign { path } });
    }
    fs::create_dir_all(folder).map_err(StoreError::file(folder))?;
    let lock = lock(folder)?;
    remove_stale(folder)?;
    Ok(lock)
}

/// Returns whether a process holds a folder, so that a run or a merge is writing it. False on a file system without locks.
pub fn is_held(folder: &Path) -> bool {
    // A shared lock, held for a moment only. A run that starts meanwhile retries.
    let file = files::open(&folder.join(LOCK));
    file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(fs::TryLockError::WouldBlock)))
}

/// Returns whether a folder is empty except for files of a run that was killed before it wrote a table.
fn is_empty(folder: &Path) -> Result<bool, StoreError> {
    let mut entries = fs::read_dir(folder).map_err(StoreError::file(folder))?;
    let is_stale = |name: &OsStr| name.to_str().and_then(files::final_name).is_some_and(is_whole);
    let is_nothing = |name: &OsStr| name == LOCK || is_stale(name);
    Ok(entries.all(|entry| entry.is_ok_and(|entry| is_nothing(&entry.file_name()))))
}

/// Locks the folder. A run that has just ended may hold the lock a moment longer, through a process that it was starting,
/// so this retries for 0.2 s.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let file = files::append(&path).map_err(StoreError::file(&path))?;
    for _ in 0..20 {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(fs::TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            // On a file system without locks, concurrent runs are not detected.
            Err(fs::TryLockError::Error(_)) => return Ok(file),
        }
    }
    Err(StoreError::Locked { path: folder.to_owned() })
}
