//! [`WorkerPool`]: the threads of one run, how many rows of a generation (its genomes) are worth a thread, and how long idle threads look
//! for work. Several runs at a time are on threads of the caller.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use evocube_cube::solver::Cancelled;
use rayon::Yield;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Rows of a generation that are worth a thread of their own: handing them to it, and fetching them from the memory near its core, takes
/// microseconds. Two threads for 800 rows lost 4 % on a Xeon; for 1000 they gained a tenth.
const ROWS_PER_THREAD: usize = 480;

/// Time for which a thread without work looks for some before it sleeps. The next generation usually begins within it; to wake
/// a sleeping thread takes longer than to breed a small population.
const PATIENCE: Duration = Duration::from_micros(50);

/// The threads of one run, started on first use. Blocks of a population have their own random streams, so the number of
/// threads changes no result.
#[derive(Debug)]
pub struct WorkerPool {
    threads: usize,
    team: OnceLock<Option<Team>>,
}

/// Started threads.
#[derive(Debug)]
struct Team {
    pool: rayon::ThreadPool,
    /// Number of threads that look for work without sleeping, or will soon.
    lookouts: Arc<AtomicUsize>,
}

thread_local! {
    /// Whether the thread is doing a run or looking for work.
    static IS_ENGAGED: Cell<bool> = const { Cell::new(false) };
    /// Whether the thread is looking for work, or doing work that it found so.
    static IS_LOOKOUT: Cell<bool> = const { Cell::new(false) };
}

static SEQUENTIAL: WorkerPool = WorkerPool::new(1);

impl WorkerPool {
    /// The calling thread alone.
    pub const SEQUENTIAL: &'static Self = &SEQUENTIAL;

    /// Returns a pool of this number of threads. The calling thread does the work if the number is at most one or the system
    /// refuses more threads.
    pub const fn new(threads: usize) -> Self {
        Self { threads, team: OnceLock::new() }
    }

    /// Returns the number of threads.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    fn team(&self) -> Option<&Team> {
        let start = || {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build().ok()?;
            Some(Team { pool, lookouts: Arc::default() })
        };
        self.team.get_or_init(|| (self.threads > 1).then(start).flatten()).as_ref()
    }

    /// Calls `work` with 0 to `count` − 1 in parallel. Returns the results in order.
    pub(crate) fn map_indexed<R: Send>(&self, count: usize, work: impl Fn(usize) -> R + Send + Sync) -> Vec<R> {
        match self.team() {
            Some(team) => team.pool.install(|| (0..count).into_par_iter().map(work).collect()),
            None => (0..count).map(work).collect(),
        }
    }

    /// Calls `work` as [`map_indexed`](Self::map_indexed) does, until one call fails.
    pub(crate) fn try_map_indexed<R: Send>(
        &self,
        count: usize,
        work: impl Fn(usize) -> Result<R, Cancelled> + Send + Sync,
    ) -> Result<Vec<R>, Cancelled> {
        match self.team() {
            Some(team) => team.pool.install(|| (0..count).into_par_iter().map(work).collect()),
            None => (0..count).map(work).collect(),
        }
    }

    /// Returns whether the pool has several threads and `rows` are enough work for them.
    pub(crate) fn is_parallel(&self, rows: usize) -> bool {
        self.threads > 1 && rows >= 2 * ROWS_PER_THREAD
    }

    /// Runs work on so many rows on a thread of the pool, so that nested parallel work needs no handover. Other threads look for
    /// parts of it without sleeping, until they find none for a while.
    pub(crate) fn run<R: Send>(&self, rows: usize, work: impl FnOnce() -> R + Send) -> R {
        match self.team() {
            Some(team) => team.pool.install(|| {
                team.engage_others(self.threads.min(rows / ROWS_PER_THREAD).saturating_sub(1));
                while_engaged(work)
            }),
            None => work(),
        }
    }
}

impl Team {
    /// Makes this number of threads beside the calling one look for work, unless they do.
    fn engage_others(&self, others: usize) {
        let caller = usize::from(IS_LOOKOUT.get());
        while self.lookouts.load(Ordering::Relaxed) < others + caller {
            self.lookouts.fetch_add(1, Ordering::Relaxed);
            let lookouts = Arc::clone(&self.lookouts);
            self.pool.spawn(move || {
                if !IS_ENGAGED.get() {
                    while_engaged(look_for_work);
                }
                lookouts.fetch_sub(1, Ordering::Relaxed);
            });
        }
    }
}

/// Calls a function on a thread that is engaged meanwhile.
fn while_engaged<R>(work: impl FnOnce() -> R) -> R {
    struct Engagement(bool);

    impl Drop for Engagement {
        fn drop(&mut self) {
            IS_ENGAGED.set(self.0);
        }
    }

    let _engagement = Engagement(IS_ENGAGED.replace(true));
    work()
}

/// Does work of other threads of the pool until there has been none for a while.
fn look_for_work() {
    IS_LOOKOUT.set(true);
    let mut last = Instant::now();
    loop {
        match rayon::yield_now() {
            Some(Yield::Executed) => last = Instant::now(),
            _ if last.elapsed() >= PATIENCE => break,
            _ => std::hint::spin_loop(),
        }
    }
    IS_LOOKOUT.set(false);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of threads that look for work.
    fn lookouts(pool: &WorkerPool) -> usize {
        pool.team().map_or(0, |team| team.lookouts.load(Ordering::Relaxed))
    }

    fn wait_for_lookouts(pool: &WorkerPool) {
        while lookouts(pool) > 0 {
            std::thread::yield_now();
        }
    }

    #[test]
    fn threads_that_find_no_work_stop_looking_for_it() {
        let pool = WorkerPool::new(3);
        for _ in 0..3 {
            assert!(pool.run(9 * ROWS_PER_THREAD, || lookouts(&pool)) <= 2, "two threads beside the one that runs");
            wait_for_lookouts(&pool);
        }
        assert_eq!(pool.run(2 * ROWS_PER_THREAD - 1, || lookouts(&pool)), 0, "one thread is enough");
    }

    #[test]
    fn nested_work_of_a_run_is_done_once_by_any_thread() {
        fn sum(numbers: &[u64]) -> u64 {
            match numbers {
                [number] => *number,
                _ => {
                    let (left, right) = numbers.split_at(numbers.len() / 2);
                    let (left, right) = rayon::join(|| sum(left), || sum(right));
                    left + right
                }
            }
        }
        let numbers: Vec<u64> = (1..=1000).collect();
        for threads in [1, 2, 3, 7] {
            let pool = WorkerPool::new(threads);
            for _ in 0..20 {
                assert_eq!(pool.run(10_000, || pool.run(10_000, || sum(&numbers))), 500_500);
            }
        }
    }

    #[test]
    fn a_run_that_panics_leaves_the_pool_as_it_was() {
        let pool = WorkerPool::new(2);
        for _ in 0..2 {
            let run = || pool.run(1000, || assert!(!IS_ENGAGED.replace(true), "the work fails"));
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
        }
        wait_for_lookouts(&pool);
        let engaged = pool.team().map(|team| team.pool.broadcast(|_| IS_ENGAGED.get()));
        assert!(!engaged.unwrap_or_default().contains(&true), "each thread can look for work again");
    }
}
