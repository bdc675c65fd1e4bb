//! [`Tables`]: the tables of a results folder that rows are appended to, when these are flushed to the disk, and whether they are as written.
//! The lines are made by `rows`; torn ends are cut before a table is opened.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::checksum::{digest_if_there, exists};
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

    /// Adds whole lines to those that are written next to a table.
    pub(super) fn add(&mut self, name: &'static str, lines: &str) -> Result<(), StoreError> {
        if lines.is_empty() {
            return Ok(());
        }
        if let Some((_, log)) = self.logs.iter_mut().find(|(table, _)| *table == name) {
            log.added.push_str(lines);
            return Ok(());
        }
        let mut log = AppendLog::open(&self.folder, name, &headers::fixed_header(name))?;
        log.added.push_str(lines);
        // Other rows of a trial are written before that of `trials.csv`, the first table.
        self.logs.push((name, log));
        Ok(())
    }

    /// Returns whether a table has so many lines to write that no others are to be added first.
    pub(super) fn are_full(&self) -> bool {
        self.logs.iter().any(|(_, log)| log.added.len() >= MAX_ADDED)
    }

    /// Writes the lines that were added, those of `trials.csv` last. They survive a killed process at once, and a power cut after about a
    /// second.
    pub(super) fn write(&mut self) -> Result<(), StoreError> {
        self.logs.iter_mut().rev().try_for_each(|(_, log)| log.write())?;
        let is_due = self.logs.iter().any(|(_, log)| log.is_due());
        if is_due { self.sync() } else { Ok(()) }
    }

    /// Returns whether every table is new, and on disk as it was written here, so that no row need be checked alone.
    pub(super) fn are_as_written(&self) -> Result<bool, StoreError> {
        for name in headers::appended_tables() {
            let is_as_written = match self.logs.iter().find(|(table, _)| *table == name) {
                Some((_, log)) => log.is_as_written()?,
                None => !exists(&self.folder.join(name))?,
            };
            if !is_as_written {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Flushes all tables to the disk, at the same time, so that a file system with a journal writes it once.
    pub(super) fn sync(&mut self) -> Result<(), StoreError> {
        std::thread::scope(|scope| {
            let started = self.logs.iter_mut().map(|(_, log)| scope.spawn(|| log.sync())).collect::<Vec<_>>();
            started.into_iter().try_for_each(|log| log.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }
}

/// Number of added bytes of a table from which on they are written.
const MAX_ADDED: usize = 1 << 16;

/// An open table. Written rows survive a killed process, and a power cut after [`AppendLog::sync`].
#[derive(Debug)]
struct AppendLog {
    path: PathBuf,
    file: File,
    length: u64,
    synced: Instant,
    /// Whole lines that are not written yet.
    added: String,
    /// The digest of all that was written; `None` if the table was there before.
    written: Option<blake3::Hasher>,
}

impl AppendLog {
    /// Opens a table whose torn end has been cut. A new table begins with `header`, a whole line.
    fn open(folder: &Path, name: &str, header: &str) -> Result<Self, StoreError> {
        let path = folder.join(name);
        let file = files::append(&path).map_err(StoreError::file(&path))?;
        let length = files::retry(|| file.metadata()).map_err(StoreError::file(&path))?.len();
        let written = (length == 0).then(blake3::Hasher::new);
        let mut log = Self { path, file, length, synced: Instant::now(), added: String::new(), written };
        if length == 0 {
            log.added.push_str(header);
            log.write()?;
        }
        Ok(log)
    }

    /// Writes the lines that were added.
    fn write(&mut self) -> Result<(), StoreError> {
        if !self.added.is_empty() {
            self.file.write_all(self.added.as_bytes()).map_err(StoreError::file(&self.path))?;
            self.length += self.added.len() as u64;
            self.written.as_mut().map(|written| written.update(self.added.as_bytes()));
            self.added.clear();
        }
        Ok(())
    }

    /// Returns whether the file is new, and as it was written here.
    fn is_as_written(&self) -> Result<bool, StoreError> {
        let Some(written) = &self.written else { return Ok(false) };
        Ok(digest_if_there(&self.path)?.as_deref() == Some(written.finalize().to_hex().as_str()))
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
        tables.add(crate::record::file::FAILURES, "1,none\n").unwrap();
        tables.write().unwrap();
        assert!(!tables.logs[0].1.is_due());
        tables.logs[0].1.synced -= Duration::from_secs(1);
        assert!(tables.logs[0].1.is_due());
        tables.write().unwrap();
        assert!(!tables.logs[0].1.is_due());
    }

    #[test]
    fn tables_are_as_written_if_they_are_new_and_no_byte_differs() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(crate::record::file::FAILURES);
        let open = || Tables { folder: folder.path().to_owned(), logs: vec![] };
        let mut tables = open();
        assert!(tables.are_as_written().unwrap());
        tables.add(crate::record::file::FAILURES, "1,none\n").unwrap();
        tables.write().unwrap();
        assert!(tables.are_as_written().unwrap());
        assert!(!open().are_as_written().unwrap(), "another process has made a table");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("none", "None")).unwrap();
        assert!(!tables.are_as_written().unwrap());
        let mut tables = open();
        tables.add(crate::record::file::FAILURES, "2,none\n").unwrap();
        tables.write().unwrap();
        assert!(!tables.are_as_written().unwrap(), "the table was there before");
    }
}
