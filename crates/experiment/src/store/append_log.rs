//! [`AppendLog`]: a table of a results folder that rows are appended to.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::StoreError;
use evocube_cube::files;

/// An open table. Appended rows survive a killed process at once, and a power cut after [`AppendLog::sync`].
#[derive(Debug)]
pub(super) struct AppendLog {
    path: PathBuf,
    file: File,
    length: u64,
    synced: Instant,
}

impl AppendLog {
    /// Opens a table whose torn end has been cut. A new table begins with `header`, a whole line.
    pub(super) fn open(folder: &Path, name: &str, header: &str) -> Result<Self, StoreError> {
        let path = folder.join(name);
        let file = files::append(&path).map_err(StoreError::file(&path))?;
        let length = file.metadata().map_err(StoreError::file(&path))?.len();
        let mut log = Self { path, file, length, synced: Instant::now() };
        if length == 0 {
            log.append(header)?;
        }
        Ok(log)
    }

    /// Appends whole lines.
    pub(super) fn append(&mut self, lines: &str) -> Result<(), StoreError> {
        self.file.write_all(lines.as_bytes()).map_err(StoreError::file(&self.path))?;
        self.length += lines.len() as u64;
        Ok(())
    }

    /// Returns whether the last sync was at least a second ago.
    pub(super) fn is_due(&self) -> bool {
        self.synced.elapsed() >= Duration::from_secs(1)
    }

    /// Flushes the appended rows to the disk.
    ///
    /// # Errors
    /// If they cannot be flushed, or another program has removed or changed the table.
    pub(super) fn sync(&mut self) -> Result<(), StoreError> {
        self.file.sync_data().map_err(StoreError::file(&self.path))?;
        if !files::is_still(&self.file, &self.path, self.length) {
            return Err(StoreError::Disturbed { path: self.path.clone() });
        }
        self.synced = Instant::now();
        Ok(())
    }
}
