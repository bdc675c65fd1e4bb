//! [`TableSource`]: loads or builds the tables of solvers.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::bfs_builder::BuildOptions;
use super::cache::{CacheDir, Fault};
use super::spec::TableSpec;

/// Receiver of a [`TableSource`]'s events, called from several threads.
pub trait TableObserver: Sync {
    /// `done` of `all` entries of a table are built; all of them when the table is ready.
    fn progress(&self, table: &str, done: u64, all: u64) {
        let _ = (table, done, all);
    }

    /// A file could not be used or written. The table is available all the same.
    fn error(&self, error: &TableError) {
        let _ = error;
    }
}

impl TableObserver for () {}

/// Error of a table's file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file exists, but it is not valid.
    #[error("\"{}\" is not used, the table is built again", .file.display())]
    Unusable {
        /// The file.
        file: PathBuf,
        /// The reason.
        #[source]
        fault: Fault,
    },
    /// The table could not be written.
    #[error("the table {table} cannot be kept in \"{}\" and is in memory only", .folder.display())]
    NotKept {
        /// The table.
        table: &'static str,
        /// The folder.
        folder: PathBuf,
        /// The reason.
        #[source]
        error: io::Error,
    },
}

/// Source of tables: reads them from a folder, or builds them and keeps them there.
#[derive(Clone, Copy)]
pub struct TableSource<'a> {
    /// The folder of the files. Without one every table is built for this run only.
    pub cache: Option<&'a CacheDir>,
    /// Number of threads that read and build.
    pub threads: NonZeroUsize,
    /// Receiver of progress and errors.
    pub observer: &'a dyn TableObserver,
}

impl TableSource<'_> {
    /// Builds every table for this run, on one thread, without an observer.
    pub const IN_MEMORY: Self = TableSource { cache: None, threads: NonZeroUsize::MIN, observer: &() };

    /// Returns a table. The observer receives the errors of files, which are never fatal.
    #[must_use]
    pub fn load(&self, spec: &TableSpec) -> Vec<u8> {
        let Some(cache) = self.cache else { return self.build(spec) };
        match cache.read(spec, self.threads) {
            Ok(table) => return table,
            Err(Fault::Absent) => {}
            Err(fault) => self.observer.error(&TableError::Unusable { file: cache.file(spec), fault }),
        }
        let table = self.build(spec);
        if let Err(error) = cache.write(spec, &table) {
            let folder = cache.folder().to_owned();
            self.observer.error(&TableError::NotKept { table: spec.name, folder, error });
        }
        table
    }

    /// Builds a table, whether it is kept in a file or not.
    ///
    /// # Panics
    /// If the size of the table is not the one in its specification: a defect.
    #[must_use]
    pub fn build(&self, spec: &TableSpec) -> Vec<u8> {
        let progress = |done, all| self.observer.progress(spec.name, done, all);
        let table = (spec.build)(BuildOptions { threads: self.threads, progress: &progress });
        assert_eq!(table.len(), spec.bytes, "a table has the size of its specification");
        table
    }
}
