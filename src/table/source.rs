//! [`TableSource`]: where solvers get their tables from.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::cache::{CacheDir, Fault};
use super::nibbles::Build;
use super::spec::TableSpec;

/// Somebody who watches tables being made ready; called from several threads.
pub trait TableObserver: Sync {
    /// So many entries of all are built; all of all when the table is ready.
    fn progress(&self, table: &str, done: u64, all: u64) {
        let _ = (table, done, all);
    }

    /// Something about a file is not as it should be; the table is there all the same.
    fn trouble(&self, trouble: &Trouble) {
        let _ = trouble;
    }
}

impl TableObserver for () {}

/// What is wrong with a table's file.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// A file is there, but cannot be used.
    #[error("\"{}\" is not used, the table is built again", .file.display())]
    Unusable {
        /// The file.
        file: PathBuf,
        /// Why.
        #[source]
        fault: Fault,
    },
    /// A table could not be written.
    #[error("the table {table} cannot be kept in \"{}\" and is in memory only", .folder.display())]
    NotKept {
        /// The table.
        table: &'static str,
        /// The folder.
        folder: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
}

/// Makes tables ready: reads them from a folder, or builds them and keeps them there.
#[derive(Clone, Copy)]
pub struct TableSource<'a> {
    /// Where tables are kept; without a folder every table is built for this run only.
    pub cache: Option<&'a CacheDir>,
    /// How many threads read and build.
    pub threads: NonZeroUsize,
    /// Who watches.
    pub observer: &'a dyn TableObserver,
}

impl TableSource<'_> {
    /// Builds every table for this run, on one thread; nobody watches.
    pub const IN_MEMORY: Self = TableSource { cache: None, threads: NonZeroUsize::MIN, observer: &() };

    /// A table. Trouble with files is told to the observer and never fatal.
    #[must_use]
    pub fn load(&self, spec: &TableSpec) -> Vec<u8> {
        let Some(cache) = self.cache else { return self.build(spec) };
        match cache.read(spec, self.threads) {
            Ok(table) => return table,
            Err(Fault::Absent) => {}
            Err(fault) => self.observer.trouble(&Trouble::Unusable { file: cache.file(spec), fault }),
        }
        let table = self.build(spec);
        if let Err(error) = cache.write(spec, &table) {
            let folder = cache.folder().to_owned();
            self.observer.trouble(&Trouble::NotKept { table: spec.name, folder, error });
        }
        table
    }

    /// A table that is built now, whether it is kept somewhere or not.
    ///
    /// # Panics
    /// If the table is of another size than it says: a defect.
    #[must_use]
    pub fn build(&self, spec: &TableSpec) -> Vec<u8> {
        let progress = |done, all| self.observer.progress(spec.name, done, all);
        let table = (spec.build)(Build { threads: self.threads, progress: &progress });
        assert_eq!(table.len(), spec.bytes, "a table has the size that it says");
        table
    }
}
