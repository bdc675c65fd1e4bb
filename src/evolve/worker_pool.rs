//! [`WorkerPool`]: the threads of one run.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Minimum of rows for which threads are used. Handing work to another thread takes some microseconds, more if it sleeps.
pub(super) const MIN_PARALLEL_ROWS: usize = 16_384;

/// Threads that work on one run. Blocks of a population have their own random streams, so the number of threads changes
/// no result.
#[derive(Debug)]
pub struct WorkerPool(Option<rayon::ThreadPool>);

impl WorkerPool {
    /// The calling thread alone.
    pub const SEQUENTIAL: &'static Self = &Self(None);

    /// Starts this number of threads. With one, or if the system gives no more, the calling thread does the work.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let start = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
        Self((threads > 1).then_some(threads).and_then(start))
    }

    /// Returns the results for the numbers 0 to `count` − 1, in order.
    pub(crate) fn map_indexed<R: Send>(&self, count: usize, work: impl Fn(usize) -> R + Send + Sync) -> Vec<R> {
        match &self.0 {
            Some(pool) => pool.install(|| (0..count).into_par_iter().map(work).collect()),
            None => (0..count).map(work).collect(),
        }
    }

    /// Returns whether there is more than one thread and enough work for them.
    pub(super) fn is_parallel(&self, rows: usize) -> bool {
        self.0.is_some() && rows >= MIN_PARALLEL_ROWS
    }

    /// Runs work on a thread of the pool, so that nested work starts there at once.
    pub(crate) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}
