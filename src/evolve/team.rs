//! [`Team`]: the threads that breed one large population together.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Threads that work on one run. Blocks of a population have their own random streams, so the number of threads changes
/// no result.
#[derive(Debug)]
pub struct Team(Option<rayon::ThreadPool>);

impl Team {
    /// Nobody but the caller.
    pub const ALONE: &'static Self = &Self(None);

    /// So many threads. With one, or if the system gives no more, the caller does the work.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let start = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
        Self((threads > 1).then_some(threads).and_then(start))
    }

    /// What comes of the numbers 0 to `count` − 1, in order.
    pub fn each<R: Send>(&self, count: usize, work: impl Fn(usize) -> R + Send + Sync) -> Vec<R> {
        match &self.0 {
            Some(pool) => pool.install(|| (0..count).into_par_iter().map(work).collect()),
            None => (0..count).map(work).collect(),
        }
    }

    /// Does it have more than one member?
    pub(super) fn is_several(&self) -> bool {
        self.0.is_some()
    }

    /// Works among the team, which saves the way there for everything that the work gives it to do.
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}
