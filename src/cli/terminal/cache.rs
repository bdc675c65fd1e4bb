//! The folder of solver tables on this machine, and the progress bar of their construction.

use std::sync::{Mutex, PoisonError};

use evocube::table::cache::CacheDir;
use evocube::table::{TableError, TableObserver, TableSource};

use super::output::note;
use super::progress::{ProgressMode, ProgressReporter, Task, WorkUnit};
use crate::cli::parallel;
use crate::cli::result::sentence;

/// The user's solver tables.
pub(crate) struct TableCache {
    pub(crate) folder: Option<CacheDir>,
    bar: TableBar,
}

impl TableCache {
    /// Locates the folder of the user.
    pub(crate) fn new(mode: ProgressMode) -> Self {
        Self { folder: CacheDir::user(), bar: TableBar { mode, bar: Mutex::new(None) } }
    }

    /// Returns the source of tables: the folder, or their construction on all cores.
    pub(crate) fn source(&self) -> TableSource<'_> {
        TableSource { cache: self.folder.as_ref(), threads: parallel::threads(None), observer: &self.bar }
    }
}

/// The progress of each table under construction; messages about unusable files, always.
struct TableBar {
    mode: ProgressMode,
    bar: Mutex<Option<ProgressReporter>>,
}

impl TableObserver for TableBar {
    fn progress(&self, table: &str, done: u64, all: u64) {
        if self.mode == ProgressMode::Silent {
            return;
        }
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        let progress = bar.get_or_insert_with(|| {
            let progress = ProgressReporter::new(self.mode);
            progress.begin(Task::new(format!("building the table {table}"), WorkUnit::Parts, all));
            progress
        });
        progress.update(|task| task.reach(done));
        if done == all {
            progress.end();
            progress.log(&format!("the table {table} is built"));
            *bar = None;
        }
    }

    fn error(&self, error: &TableError) {
        note(format_args!("note: {}", sentence(error)));
    }
}
