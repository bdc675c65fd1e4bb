//! [`Tables`]: the tables of a results folder that rows are appended to.

use std::path::{Path, PathBuf};

use super::append_log::AppendLog;
use super::error::StoreError;
use super::rows;
use crate::record::file;
use crate::sweep::Sweep;

/// The open tables, by name. A rare table is created with its first rows.
#[derive(Debug)]
pub(super) struct Tables {
    folder: PathBuf,
    logs: Vec<(&'static str, AppendLog)>,
}

impl Tables {
    /// All tables, those that every folder has first.
    const ALL: [&str; 8] = [
        file::CONVERGENCE,
        file::SOLUTIONS,
        file::TIMING,
        file::DIGESTS,
        file::TRIALS,
        file::FRONTS,
        file::OPERATORS,
        file::FAILURES,
    ];

    /// Opens the tables whose torn ends have been cut.
    pub(super) fn open(folder: &Path, sweep: &Sweep) -> Result<Self, StoreError> {
        let common = Self::ALL.into_iter().filter(|name| !rows::is_rare(name));
        let open = |name| Ok((name, AppendLog::open(folder, name, &rows::header(name, sweep))?));
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
        let mut log = AppendLog::open(&self.folder, name, &rows::fixed_header(name))?;
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
