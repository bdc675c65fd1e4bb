//! [`Tables`]: the tables of a results folder that rows are appended to, and when these are flushed to the disk. The lines are made by
//! `rows`; torn ends are cut before a table is opened.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::StoreError;
use super::headers;
use crate::sweep::Sweep;
use evocube_cube::files;

/// The open tables, by name. A rare table is created with its first rows.
#[derive(Debug)]
pub(super) struct Tables {
    folder: PathBuf,
    logs: Vec<(&'static str, AppendLog)>,
}

impl Tables {
    /// Opens the tables whose torn ends have been cut.
    pub(super) fn open(folder: &Path, sweep: &Sweep) -> Result<Self, StoreError> {
        let common = headers::appended_tables().filter(|name| !headers::is_rare(name));
        let open = |name| Ok((name, AppendLog::open(folder, name, &headers::header(name, sweep))?));
        Ok(Self { folder: folder.to_owned(), logs: common.map(open).collect::<Result<_, StoreError>>()? })
    }

    /// Appends whole lines to a table.
    pub(super) fn append(&mut self, name: &'static str, text: &str) -> Result<(), StoreError> {
        if text.is_empty() {
            return Ok(());
        }
        if let Some((_, log)) = self.logs.iter_mut().find(|(table, _)| *table == name) {
            return log.append(text);
        }
        let mut log = AppendLog::open(&self.folder, name, &headers::fixed_header(name))?;
        log.append(text)?;
        self.logs.push((name, log));
        Ok(())
    }

    /// Returns whether a table was last flushed at least a second ago.
    pub(super) fn is_due(&self) -> bool {
        self.logs.iter().any(|(_, log)| log.is_due())
    }

    /// Flushes all tables to the disk, at the same time, so that a file system with a journal writes it once.
    pub(super) fn sync(&mut self) -> Result<(), StoreError> {
        std::thread::scope(|scope| {
            let started = self.logs.iter_mut().map(|(_, log)| scope.spawn(|| log.sync())).collect::<Vec<_>>();
            started.into_iter().try_for_each(|log| log.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }
}

/// An open table. Appended rows survive a killed process at once, and a power cut after [`AppendLog::sync`].
#[derive(Debug)]
struct AppendLog {
    path: PathBuf,
    file: File,
    length: u64,
    synced: Instant,
}

impl AppendLog {
    /// Opens a table whose torn end has been cut. A new table begins with `header`, a whole line.
    fn open(folder: &Path, name: &str, header: &str) -> Result<Self, StoreError> {
        let path = folder.join(name);
        let file = files::append(&path).map_err(StoreError::file(&path))?;
        let length = files::retry(|| file.metadata()).map_err(StoreError::file(&path))?.len();
        let mut log = Self { path, file, length, synced: Instant::now() };
        if length == 0 {
            log.append(header)?;
        }
        Ok(log)
    }

    /// Appends whole lines.
    fn append(&mut self, lines: &str) -> Result<(), StoreError> {
        self.file.write_all(lines.as_bytes()).map_err(StoreError::file(&self.path))?;
        self.length += lines.len() as u64;
        Ok(())
    }

    /// Returns whether the last sync was at least a second ago.
    fn is_due(&self) -> bool {
        self.synced.elapsed() >= Duration::from_secs(1)
    }

    /// Flushes the appended rows to the disk.
    ///
    /// # Errors
    /// If they cannot be flushed, or another program has removed or changed the table.
    fn sync(&mut self) -> Result<(), StoreError> {
        self.file.sync_data().map_err(StoreError::file(&self.path))?;
        if !files::is_still(&self.file, &self.path, self.length).map_err(StoreError::file(&self.path))? {
            return Err(StoreError::Disturbed { path: self.path.clone() });
        }
        self.synced = Instant::now();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_due_a_second_after_they_were_flushed() {
        let folder = tempfile::tempdir().unwrap();
        let mut tables = Tables { folder: folder.path().to_owned(), logs: vec![] };
        tables.append(crate::record::file::FAILURES, "1,none\n").unwrap();
        assert!(!tables.is_due());
        tables.logs[0].1.synced -= Duration::from_secs(1);
        assert!(tables.is_due());
        tables.sync().unwrap();
        assert!(!tables.is_due());
    }
}
