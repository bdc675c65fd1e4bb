//! [`WorkerPool`]: the threads of one run.

use std::sync::OnceLock;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Minimum number of rows for which threads are used: handing work to another thread takes microseconds, longer if it
/// sleeps.
const MIN_PARALLEL_ROWS: usize = 16_384;

/// The threads of one run, started on first use. Blocks of a population have their own random streams, so the number of
/// threads changes no result.
#[derive(Debug)]
pub struct WorkerPool {
    threads: usize,
    pool: OnceLock<Option<rayon::ThreadPool>>,
}

static SEQUENTIAL: WorkerPool = WorkerPool::new(1);

impl WorkerPool {
    /// The calling thread alone.
    pub const SEQUENTIAL: &'static Self = &SEQUENTIAL;

    /// Returns a pool of this number of threads. The calling thread does the work if the number is one or the system
    /// refuses more threads.
    #[must_use]
    pub const fn new(threads: usize) -> Self {
        Self { threads, pool: OnceLock::new() }
    }

    /// Returns the number of threads.
    #[must_use]
    pub const fn threads(&self) -> usize {
        self.threads
    }

    fn pool(&self) -> Option<&rayon::ThreadPool> {
        let start = || rayon::ThreadPoolBuilder::new().num_threads(self.threads).build().ok();
        self.pool.get_or_init(|| (self.threads > 1).then(start).flatten()).as_ref()
    }

    /// Calls `work` with 0 to `count` − 1 in parallel. Returns the results in order.
    pub(crate) fn map_indexed<R: Send>(&self, count: usize, work: impl Fn(usize) -> R + Send + Sync) -> Vec<R> {
        match self.pool() {
            Some(pool) => pool.install(|| (0..count).into_par_iter().map(work).collect()),
            None => (0..count).map(work).collect(),
        }
    }

    /// Returns whether the pool has several threads and `rows` are enough work for them.
    pub(crate) fn is_parallel(&self, rows: usize) -> bool {
        self.threads > 1 && rows >= MIN_PARALLEL_ROWS
    }

    /// Runs work on a thread of the pool, so that nested parallel work needs no handover.
    pub(crate) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match self.pool() {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}
