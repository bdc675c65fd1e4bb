//! The user's folder of solver tables, the messages about their construction, and the time limit that ends it.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use evocube::experiment::mutex::lock;
use evocube::solver::Cancelled;
use evocube::table::cache::CacheDir;
use evocube::table::{TableError, TableObserver, TableSource, TableSpec};

use super::numbers::{bytes, counted};
use super::output::note;
use super::progress::{ProgressMode, ProgressReporter, Task, WorkUnit};
use crate::cli::parallel;
use crate::cli::result::sentence;

/// The user's solver tables.
pub(crate) struct TableCache {
    pub(crate) folder: Option<CacheDir>,
    construction: Construction,
}

impl TableCache {
    /// Locates the folder of the user.
    pub(crate) fn new(mode: ProgressMode) -> Self {
        Self::with_limit(None, mode)
    }

    /// Locates the folder of the user, for tables whose construction counts towards a time limit.
    pub(crate) fn with_limit(limit: Option<Duration>, mode: ProgressMode) -> Self {
        let folder = CacheDir::user();
        let name = folder.as_ref().map(|folder| folder.folder().display().to_string());
        let (bar, latest) = (Mutex::new(None), Mutex::new(None));
        Self { folder, construction: Construction { mode, folder: name, limit, bar, latest } }
    }

    /// Returns the source of tables: the folder, or their construction on all cores.
    pub(crate) fn source(&self) -> TableSource<'_> {
        TableSource { cache: self.folder.as_ref(), threads: parallel::threads(None), observer: &self.construction }
    }

    /// Builds a solver with its tables. Returns the result with the rest of the time limit.
    ///
    /// # Errors
    /// If the limit ends before the last missing table is built.
    pub(crate) fn build<T>(
        &self,
        build: impl FnOnce(&TableSource<'_>) -> T,
    ) -> Result<(T, Option<Duration>), TableNotBuilt> {
        let built = build(&self.source());
        let latest = *lock(&self.construction.latest);
        let spent = latest.map_or(Duration::ZERO, |latest| latest.begin.elapsed());
        let rest = self.construction.limit.map(|limit| limit.saturating_sub(spent));
        match latest {
            Some(Latest { table, .. }) if rest == Some(Duration::ZERO) => {
                Err(TableNotBuilt { table, seconds: spent.as_secs_f64() })
            }
            _ => Ok((built, rest)),
        }
    }
}

/// Error: a time limit ended before a table was built.
pub(crate) struct TableNotBuilt {
    table: &'static str,
    pub(crate) seconds: f64,
}

impl fmt::Display for TableNotBuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = self.table;
        write!(
            f,
            "the time limit ended before the table {table} was built: `evocube tables build {table}` builds it without a limit"
        )
    }
}

/// The construction of tables: its announcements, its progress and its time limit; messages about unusable files, always.
struct Construction {
    mode: ProgressMode,
    /// The folder that keeps the tables.
    folder: Option<String>,
    limit: Option<Duration>,
    bar: Mutex<Option<ProgressReporter>>,
    latest: Mutex<Option<Latest>>,
}

/// The latest table that was begun.
#[derive(Clone, Copy)]
struct Latest {
    /// When the first table was begun.
    begin: Instant,
    table: &'static str,
    /// Whether the limit ends its construction. A small table is built and kept all the same, and a complete one is kept.
    is_limited: bool,
}

impl TableObserver for Construction {
    fn begin(&self, spec: &TableSpec, threads: NonZeroUsize) {
        let mut latest = lock(&self.latest);
        let begin = latest.map_or_else(Instant::now, |latest| latest.begin);
        *latest = Some(Latest { begin, table: spec.name, is_limited: spec.build_seconds > 0 });
        if self.mode != ProgressMode::Silent && spec.build_seconds > 0 {
            note(format_args!("{}", announcement(spec, threads, self.folder.as_deref())));
        }
    }

    fn progress(&self, table: &str, done: u64, all: u64) {
        if done == all {
            lock(&self.latest).iter_mut().for_each(|latest| latest.is_limited = false);
        }
        if self.mode == ProgressMode::Silent {
            return;
        }
        let mut bar = lock(&self.bar);
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

    fn step(&self) -> Result<(), Cancelled> {
        let is_over =
            |limit| lock(&self.latest).is_some_and(|latest| latest.is_limited && latest.begin.elapsed() >= limit);
        if self.limit.is_some_and(is_over) { Err(Cancelled::default()) } else { Ok(()) }
    }

    fn error(&self, error: &TableError) {
        note(format_args!("note: {}", sentence(error)));
    }
}

/// Returns the announcement of a construction: what is built, how large it is, how long that takes, and where it is kept.
fn announcement(spec: &TableSpec, threads: NonZeroUsize, folder: Option<&str>) -> String {
    let seconds = u64::from(spec.build_seconds).div_ceil(threads.get() as u64);
    let time = if seconds < 100 { format!("{seconds} s") } else { format!("{} min", seconds.div_ceil(60)) };
    let place = folder.map_or_else(|| "in memory only".to_owned(), |folder| format!("kept in {folder}"));
    format!(
        "building the table {}: {}, about {time} on {}, {place}",
        spec.name,
        bytes(spec.bytes as u64),
        counted(threads.get() as u64, "core")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube::search::tables::table;

    #[test]
    fn a_construction_is_announced_with_size_time_and_place() {
        let axis = TableSpec { build_seconds: 486, ..*table("axis").unwrap() };
        assert_eq!(
            announcement(&axis, NonZeroUsize::new(2).unwrap(), Some("/cache")),
            "building the table axis: 2.6 GB, about 5 min on 2 cores, kept in /cache"
        );
        let corners = TableSpec { build_seconds: 5, ..*table("corners").unwrap() };
        assert_eq!(
            announcement(&corners, NonZeroUsize::MIN, None),
            "building the table corners: 44 MB, about 5 s on 1 core, in memory only"
        );
    }
}
