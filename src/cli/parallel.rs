//! [`map_in_order`]: work of a command on several threads, with results in order; and [`threads`], their default number. Trials of a sweep
//! are run by `runner` of `experiment`.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::thread;

use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Returns the results of `work` for 0 to `count` − 1, in this order, computed on at most `threads` threads.
///
/// # Panics
/// If `work` panics, or the system starts no threads.
pub(crate) fn map_in_order<T: Send>(
    threads: NonZeroUsize,
    count: usize,
    work: impl Fn(usize) -> T + Send + Sync,
) -> Vec<T> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.get().min(count.max(1))).build();
    pool.expect("the system has threads").install(|| (0..count).into_par_iter().map(work).collect())
}

/// Returns the given number of threads, or the number of cores.
pub(crate) fn threads(count: Option<NonZeroUsize>) -> NonZeroUsize {
    // The limits of control groups are read from files.
    static CORES: OnceLock<NonZeroUsize> = OnceLock::new();
    count.unwrap_or_else(|| *CORES.get_or_init(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parallel_results_keep_the_order_of_their_inputs() {
        for count in [0, 1, 16, 1000] {
            assert_eq!(
                map_in_order(NonZeroUsize::new(3).unwrap(), count, |number| 3 * number),
                (0..count).map(|number| 3 * number).collect::<Vec<_>>()
            );
        }
    }
}
