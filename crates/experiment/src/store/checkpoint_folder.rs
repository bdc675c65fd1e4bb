//! [`CheckpointFolder`]: the folder `checkpoints` of a results folder, with a file for each unfinished trial that has one: their paths, and
//! what is deleted when. The files are written and read by `crate::checkpoint`. Other files of this module ask `is_folder`, which does not
//! follow links.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::error::StoreError;
use crate::mutex::lock;
use evocube_cube::files;

/// The name of the folder within a results folder.
const CHECKPOINTS: &str = "checkpoints";

/// The folder `checkpoints` of a results folder. It exists only while it has a file.
#[derive(Debug)]
pub(crate) struct CheckpointFolder {
    path: PathBuf,
    /// The trials that may have a file.
    present: Mutex<BTreeSet<u64>>,
}

impl CheckpointFolder {
    /// Opens the checkpoints of a results folder, and deletes the unfinished files of killed runs.
    ///
    /// # Errors
    /// If the folder cannot be read, or an unfinished file cannot be deleted.
    pub(crate) fn open(results: &Path) -> Result<Self, StoreError> {
        let path = results.join(CHECKPOINTS);
        Ok(Self { present: Mutex::new(present(&path)?), path })
    }

    /// Returns the file of a trial.
    pub(crate) fn file(&self, trial: u64) -> PathBuf {
        self.path.join(format!("{trial}.checkpoint"))
    }

    /// Returns whether a trial may have a file.
    pub(crate) fn has(&self, trial: u64) -> bool {
        lock(&self.present).contains(&trial)
    }

    /// Prepares the folder for the file of a trial, and returns its path.
    ///
    /// # Errors
    /// If the folder cannot be created, or something else has its name.
    pub(crate) fn prepare(&self, trial: u64) -> io::Result<PathBuf> {
        let mut present = lock(&self.present);
        if !present.contains(&trial) {
            match files::retry(|| fs::create_dir(&self.path)) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
                _ if !is_folder(&self.path)? => return Err(ErrorKind::NotADirectory.into()),
                _ => present.insert(trial),
            };
        }
        Ok(self.file(trial))
    }

    /// Deletes the file of a trial whose rows are written. Errors are ignored, since a stale checkpoint does no harm.
    pub(crate) fn remove(&self, trial: u64) {
        if lock(&self.present).remove(&trial) {
            let _ = files::remove(&self.file(trial));
        }
    }

    /// Deletes the files of all trials but these.
    pub(crate) fn keep(&self, trials: impl Iterator<Item = u64>) {
        let mut superfluous = lock(&self.present).clone();
        trials.for_each(|trial| {
            superfluous.remove(&trial);
        });
        superfluous.into_iter().for_each(|trial| self.remove(trial));
    }

    /// Deletes the folder if it has no file.
    pub(crate) fn close(&self) {
        if lock(&self.present).is_empty() {
            // Files of the user stay. An empty folder does no harm.
            let _ = files::remove_folder(&self.path);
        }
    }
}

/// Returns the number of the trial whose checkpoint has this name.
fn trial_of(name: &str) -> Option<u64> {
    let trial: u64 = name.strip_suffix(".checkpoint")?.parse().ok()?;
    (format!("{trial}.checkpoint") == name).then_some(trial)
}

/// Returns whether a path is a folder, not a link to one.
pub(super) fn is_folder(path: &Path) -> io::Result<bool> {
    Ok(files::kind(path)?.is_some_and(|kind| kind.is_dir()))
}

/// Returns the trials that have a file in a folder, and deletes unfinished files. A link in place of the folder is not
/// followed.
fn present(folder: &Path) -> Result<BTreeSet<u64>, StoreError> {
    if !is_folder(folder).map_err(StoreError::file(folder))? {
        return Ok(BTreeSet::new());
    }
    files::remove_stale(folder, |name| trial_of(name).is_some()).map_err(StoreError::file(folder))?;
    let names = files::names(folder).map_err(StoreError::file(folder))?;
    Ok(names.iter().filter_map(|name| trial_of(name.to_str()?)).collect())
}

/// Deletes the checkpoints of a results folder.
pub(super) fn remove(results: &Path) -> Result<(), StoreError> {
    let folder = CheckpointFolder::open(results)?;
    folder.keep(std::iter::empty());
    folder.close();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_files_and_links_are_not_deleted_as_checkpoints() {
        let results = tempfile::tempdir().unwrap();
        let folder = results.path().join(CHECKPOINTS);
        fs::create_dir(&folder).unwrap();
        let stale = ".7.checkpoint.0123456789abcdef.part";
        for name in ["7.checkpoint", "12.checkpoint", stale, "07.checkpoint", "notes.txt", ".notes.part"] {
            fs::write(folder.join(name), "x").unwrap();
        }
        let checkpoints = CheckpointFolder::open(results.path()).unwrap();
        assert!(!folder.join(stale).exists() && checkpoints.has(7) && checkpoints.has(12) && !checkpoints.has(1));
        checkpoints.keep([12].into_iter());
        assert!(!folder.join("7.checkpoint").exists() && folder.join("12.checkpoint").exists());
        checkpoints.close();
        remove(results.path()).unwrap();
        let mut left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [".notes.part", "07.checkpoint", "notes.txt"]);
        #[cfg(unix)]
        {
            let other = tempfile::tempdir().unwrap();
            std::os::unix::fs::symlink(&folder, other.path().join(CHECKPOINTS)).unwrap();
            fs::write(folder.join("3.checkpoint"), "x").unwrap();
            remove(other.path()).unwrap();
            assert!(folder.join("3.checkpoint").exists(), "a link is not followed");
            let error = CheckpointFolder::open(other.path()).unwrap().prepare(1).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::NotADirectory);
        }
    }

    #[test]
    fn checkpoint_folder_exists_only_while_it_has_a_file() {
        let results = tempfile::tempdir().unwrap();
        let checkpoints = CheckpointFolder::open(results.path()).unwrap();
        checkpoints.close();
        let path = checkpoints.prepare(3).unwrap();
        fs::write(&path, "x").unwrap();
        checkpoints.close();
        assert!(path.exists() && path.ends_with("checkpoints/3.checkpoint"));
        checkpoints.remove(3);
        checkpoints.remove(4);
        checkpoints.close();
        assert_eq!(fs::read_dir(results.path()).unwrap().count(), 0);
    }
}
