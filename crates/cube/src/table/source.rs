//! [`TableSource`]: loads the tables of solvers from their files, or builds and saves them, and tells a [`TableObserver`] of progress and
//! of errors, [`TableError`]. The folder of the files is in `cache`; how a table is built is said in `spec`.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::{BuildOptions, CacheDir, Fault, LargePages, TableSlice, TableSpec};
use crate::solver::Cancelled;

/// Receiver of a [`TableSource`]'s events, called from several threads. It may end a construction that has become useless.
#[allow(unused_variables)] // default methods ignore their inputs
pub trait TableObserver: Sync {
    /// Receives the specification of a table before it is built, on this number of threads.
    fn begin(&self, spec: &TableSpec, threads: NonZeroUsize) {}

    /// Receives the progress of a build: `done` of `all` entries, and finally all. Builds of less than a second report none.
    fn progress(&self, table: &str, done: u64, all: u64) {}

    /// Called several times a second by each thread that builds or writes a table.
    ///
    /// # Errors
    /// If the table has become useless. The construction ends with this error and leaves no file.
    fn step(&self) -> Result<(), Cancelled> {
        Ok(())
    }

    /// Receives an error of a file that could not be used or written. The table is available nevertheless.
    fn error(&self, error: &TableError) {}
}

impl TableObserver for () {}

/// Error: a table's file cannot be used or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file exists but is invalid.
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

/// Source of tables: reads them from a folder, or builds them and saves them there.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use evocube_cube::search::{TableSource, Thistlethwaite};
/// use evocube_cube::table::cache::CacheDir;
/// use evocube_cube::{Budget, Cube3, Solver, Turn};
/// let cache = CacheDir::user();
/// let source = TableSource { cache: cache.as_ref(), threads: NonZeroUsize::MIN, observer: &() };
/// # let source = TableSource { cache: None, ..source };
/// let solution = Thistlethwaite::new(&source)?.solve(Cube3::after(&[Turn::L2]), &Budget::default());
/// assert_eq!(solution.map(|solution| solution.moves().to_string()), Ok("L2".to_owned()));
/// # Ok::<(), evocube_cube::solver::Cancelled>(())
/// ```
#[derive(Clone, Copy)]
pub struct TableSource<'a> {
    /// The folder of the files; `None` to build every table in memory only.
    pub cache: Option<&'a CacheDir>,
    /// Number of threads that read and build.
    pub threads: NonZeroUsize,
    /// Receiver of progress and errors, which may end a construction; `()` never does.
    pub observer: &'a dyn TableObserver,
}

impl TableSource<'_> {
    /// Builds every table in memory, on one thread, without an observer, so that no construction is cancelled.
    pub const IN_MEMORY: Self = TableSource { cache: None, threads: NonZeroUsize::MIN, observer: &() };

    /// Returns a table: that of its file, which is mapped, or one that is built and moved into large pages. The observer receives the
    /// errors of files, which are never fatal.
    ///
    /// # Errors
    /// If the observer ends the construction.
    pub fn load(&self, spec: &TableSpec) -> Result<TableSlice<u8>, Cancelled> {
        let table = match self.cache {
            None => self.build(spec)?,
            Some(cache) => match cache.load(spec, self.threads) {
                Ok(table) => return Ok(table),
                Err(fault) => self.build_and_keep(spec, cache, fault)?,
            },
        };
        Ok(LargePages::new(table).into())
    }

    /// Builds a table whose file cannot be used, and writes it.
    fn build_and_keep(&self, spec: &TableSpec, cache: &CacheDir, fault: Fault) -> Result<Vec<u8>, Cancelled> {
        if !matches!(fault, Fault::Absent) {
            self.observer.error(&TableError::Unusable { file: cache.file(spec), fault });
        }
        let table = self.build(spec)?;
        let step = || self.observer.step().map_err(io::Error::other);
        if let Err(error) = cache.write_in_steps(spec, &table, &step) {
            // The end by the observer is no error of the file.
            let error = error.downcast::<Cancelled>().map_or_else(Ok, Err)?;
            let folder = cache.folder().to_owned();
            self.observer.error(&TableError::NotKept { table: spec.name, folder, error });
        }
        Ok(table)
    }

    /// Builds a table, even if a file holds it.
    ///
    /// # Errors
    /// If the observer ends the construction.
    ///
    /// # Panics
    /// If the size of the table differs from its specification, which is a defect.
    pub fn build(&self, spec: &TableSpec) -> Result<Vec<u8>, Cancelled> {
        self.observer.begin(spec, self.threads);
        let progress = |done, all| self.observer.progress(spec.name, done, all);
        let step = || self.observer.step();
        let options = BuildOptions { threads: self.threads, progress: &progress, step: &step };
        let table = (spec.build)(spec.metric, options)?;
        assert_eq!(table.len(), spec.bytes, "a table has the size of its specification");
        Ok(table)
    }
}
