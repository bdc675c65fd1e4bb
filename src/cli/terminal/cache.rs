//! Where tables are kept on this machine, and the bar that shows how they are built.

use std::env;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;

use evocube::table::cache::CacheDir;
use evocube::table::{TableError, TableObserver, TableSource};
use indicatif::{ProgressBar, ProgressStyle};

use super::output::note;
use crate::cli::outcome::sentence;
use crate::cli::parallel;

/// The user's tables.
pub(crate) struct Cache {
    pub(crate) folder: Option<CacheDir>,
    bar: TableBar,
}

impl Cache {
    /// The folder that `EVOCUBE_CACHE` names, else the platform's; nothing is read yet.
    pub(crate) fn new(quiet: bool) -> Self {
        Self { folder: folder().map(CacheDir::new), bar: TableBar { quiet, bar: Mutex::new(None) } }
    }

    /// Tables from that folder, built on all cores if they are not there.
    pub(crate) fn source(&self) -> TableSource<'_> {
        let threads = NonZeroUsize::new(parallel::threads()).unwrap_or(NonZeroUsize::MIN);
        TableSource { cache: self.folder.as_ref(), threads, observer: &self.bar }
    }
}

/// `EVOCUBE_CACHE`, or `evocube` in the folder where this platform keeps what can be made again; nothing if the
/// environment does not say where that is.
fn folder() -> Option<PathBuf> {
    let path = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let platform = || {
        if cfg!(windows) {
            path("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            path("HOME").map(|home| home.join("Library/Caches"))
        } else {
            // A relative path is to be ignored (XDG Base Directory Specification).
            let own = path("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
            own.or_else(|| path("HOME").map(|home| home.join(".cache")))
        }
    };
    path("EVOCUBE_CACHE").or_else(|| platform().map(|folder| folder.join("evocube")))
}

/// A bar for each table that is built, on a terminal; what is wrong with files, always.
struct TableBar {
    quiet: bool,
    bar: Mutex<Option<ProgressBar>>,
}

impl TableBar {
    fn with(&self, work: impl FnOnce(&mut Option<ProgressBar>)) {
        work(&mut self.bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    }
}

impl TableObserver for TableBar {
    fn progress(&self, table: &str, done: u64, all: u64) {
        if self.quiet {
            return;
        }
        self.with(|bar| {
            let shown = bar.get_or_insert_with(|| {
                let style = ProgressStyle::with_template("building the table {prefix} {wide_bar} {percent:>3} %");
                ProgressBar::new(all).with_style(style.expect("the template is right")).with_prefix(table.to_owned())
            });
            shown.set_position(shown.position().max(done));
            if done == all {
                shown.finish_and_clear();
                *bar = None;
            }
        });
    }

    fn error(&self, error: &TableError) {
        note(format_args!("note: {}", sentence(error)));
    }
}
