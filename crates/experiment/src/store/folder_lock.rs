//! The lock of a results folder: one process writes it, or any number draw its report. To claim a folder also creates it, refuses one with
//! other files and no results, removes stale temporary files, and restores line ends. Beside a run, a report is drawn without the lock, and
//! once more if the run may have ended. File systems without locks keep nothing apart.

use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use super::checksum::exists;
use super::error::StoreError;
use super::known_files::is_whole;
use super::line_ends;
use super::listed_files::remove_stale;
use super::manifest::Manifest;
use crate::record::file;
use crate::run_observer::RunObserver;
use evocube_cube::files;

const LOCK: &str = ".lock";

/// Time between two tries to get a lock.
const PAUSE: Duration = Duration::from_millis(10);
/// Number of tries before another process counts as the holder of a lock. A run that has just ended may hold it a moment longer,
/// through a process that it was starting.
const TRIES: u32 = 20;

/// The claim of a folder for the process that writes it. It ends when it is dropped, however the process ends.
#[derive(Debug)]
pub struct FolderLock {
    folder: PathBuf,
    is_new: bool,
    _file: File,
}

impl FolderLock {
    /// Claims a folder, creates it if it is missing, removes stale temporary files, and restores line ends that git has changed. Waits
    /// while a report is drawn into it; the observer is told, and can end the wait.
    ///
    /// # Errors
    /// If the folder has other files than those of evocube, another process writes it, or the observer ends the wait: it is unchanged
    /// then. If it cannot be read or written.
    pub fn claim(folder: &Path, observer: &dyn RunObserver) -> Result<Self, StoreError> {
        // A foreign folder gets no lock.
        is_new(folder)?;
        files::create_folders(folder).map_err(StoreError::file(folder))?;
        let file = lock(folder, observer)?;
        // Another process may have written the folder before the lock was free.
        let is_new = is_new(folder)?;
        remove_stale(folder)?;
        if !is_new {
            line_ends::restore_line_ends(folder)?;
        }
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

/// Returns whether a run or a merge is writing a folder. False on a file system without locks.
///
/// # Errors
/// If the lock cannot be opened.
pub fn is_held(folder: &Path) -> Result<bool, StoreError> {
    // A shared lock, held for a moment only. A run that starts meanwhile retries.
    let path = folder.join(LOCK);
    match files::open_if_there(&path) {
        // The folder of another user.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(false),
        file => Ok(file.map_err(StoreError::file(&path))?.as_ref().is_some_and(is_written)),
    }
}

/// Returns whether another process holds a lock alone.
fn is_written(file: &File) -> bool {
    matches!(files::try_lock_shared(file), Err(TryLockError::WouldBlock))
}

/// Returns whether a folder holds no results.
///
/// # Errors
/// If it holds other files than those of evocube, or cannot be read.
fn is_new(folder: &Path) -> Result<bool, StoreError> {
    let is_empty = is_empty(folder)?;
    // The manifest is asked for last, since a run writes it before all other files.
    if exists(&folder.join(file::MANIFEST))? {
        return Ok(false);
    }
    if is_empty {
        return Ok(true);
    }
    let path = folder.to_owned();
    let has_trials = exists(&folder.join(file::TRIALS))?;
    Err(if has_trials { StoreError::NoManifest { path } } else { StoreError::Foreign { path } })
}

/// Returns whether a folder is missing, or empty except for files of a run that was killed before it wrote a table.
fn is_empty(folder: &Path) -> Result<bool, StoreError> {
    let names = match files::names(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        names => names.map_err(StoreError::file(folder))?,
    };
    let is_stale = |name: &OsStr| name.to_str().and_then(files::final_name).is_some_and(is_whole);
    Ok(names.iter().all(|name| name == LOCK || is_stale(name)))
}

/// Locks the folder for a run.
fn lock(folder: &Path, observer: &dyn RunObserver) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let file = files::append(&path).map_err(StoreError::file(&path))?;
    let (mut writer_tries, mut report_tries) = (0, 0);
    loop {
        match files::try_lock(&file) {
            Err(TryLockError::WouldBlock) => {}
            // On a file system without locks, concurrent runs are not detected.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(file),
        }
        // Reports share the lock.
        if files::try_lock_shared(&file).is_ok() {
            files::retry(|| file.unlock()).map_err(StoreError::file(&path))?;
            report_tries += 1;
            if report_tries == TRIES {
                observer.notice(&format!("waits for a report that is drawn into {}", folder.display()));
            }
        } else {
            writer_tries += 1;
        }
        if writer_tries == TRIES || observer.is_over() {
            return Err(StoreError::Locked { path: folder.to_owned() });
        }
        sleep(PAUSE);
    }
}

/// The lock of a folder that a report shares with others; `None` without the permission to lock.
struct ReportLock {
    _file: Option<File>,
}

/// Locks a folder for a report; `None` if a run or a merge is writing it.
fn share(folder: &Path) -> Result<Option<ReportLock>, StoreError> {
    if !exists(&folder.join(file::MANIFEST))? {
        // A folder without results gets no lock.
        return Ok(Some(ReportLock { _file: None }));
    }
    let path = folder.join(LOCK);
    let file = match files::open_if_there(&path) {
        Ok(None) => files::append(&path).map(Some),
        file => file,
    };
    match file {
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
            Ok(Some(ReportLock { _file: None }))
        }
        file => {
            let file = file.map_err(StoreError::file(&path))?;
            Ok(if file.as_ref().is_some_and(is_written) { None } else { Some(ReportLock { _file: file }) })
        }
    }
}

/// Calls `draw`, which reads a results folder and draws its report into it, with the lock of the folder. A run that begins meanwhile
/// waits.
///
/// A folder that a run is writing is drawn without the lock, and `draw` gets false. The run draws its own page at its end, so `draw`
/// is called again with the lock if the run may have done so before: the last page shows all trials. `say` gets a sentence if a run
/// that is at its end, or has not written its manifest, is waited for.
///
/// # Errors
/// Those of `draw`; if the manifest or the lock cannot be read.
pub fn draw_in_place<T, E: From<StoreError>>(
    folder: &Path,
    say: &dyn Fn(&str),
    mut draw: impl FnMut(bool) -> Result<T, E>,
) -> Result<T, E> {
    let mut is_told = false;
    loop {
        if !exists(&folder.join(file::MANIFEST))? && is_held(folder)? {
            if !std::mem::replace(&mut is_told, true) {
                say(&format!("waits for the run that begins in {}", folder.display()));
            }
            sleep(PAUSE);
            continue;
        }
        let lock = share(folder)?;
        if lock.is_none() && Manifest::read(folder)?.complete {
            if !std::mem::replace(&mut is_told, true) {
                say(&format!("waits for the run that writes {}", folder.display()));
            }
            sleep(PAUSE);
            continue;
        }
        let drawn = draw(lock.is_some())?;
        // The lock is asked for first: a run that holds it and is complete a moment later draws its page after this one.
        if lock.is_some() || (is_held(folder)? && !Manifest::read(folder)?.complete) {
            return Ok(drawn);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An observer that ends the run at once.
    struct Ended;

    impl RunObserver for Ended {
        fn is_over(&self) -> bool {
            true
        }
    }

    #[test]
    fn an_observer_ends_the_wait_for_a_report() {
        let folder = tempfile::tempdir().unwrap();
        assert!(FolderLock::claim(folder.path(), &Ended).unwrap().is_new(), "a free folder is not waited for");
        let report = File::open(folder.path().join(LOCK)).unwrap();
        report.lock_shared().unwrap();
        let error = FolderLock::claim(folder.path(), &Ended).unwrap_err();
        assert!(matches!(error, StoreError::Locked { .. }), "{error}");
        assert!(!is_held(folder.path()).unwrap(), "a report is no run");
        report.unlock().unwrap();
        let claimed = FolderLock::claim(folder.path(), &()).unwrap();
        assert!(is_held(folder.path()).unwrap() && FolderLock::claim(folder.path(), &()).is_err());
        drop(claimed);
        assert!(!is_held(folder.path()).unwrap());
    }
}
