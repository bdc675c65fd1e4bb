//! Work on several threads, with results in order.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Returns the results of `work` for 0 to `count` − 1, in this order, computed on at most `threads` threads.
pub(crate) fn map_in_order<T: Send>(threads: NonZeroUsize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return results;
            }
            results.push((index, work(index)));
        }
    };
    let mut results = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads.get().min(count)).map(|_| scope.spawn(take)).collect();
        let join = |handle: thread::ScopedJoinHandle<'_, _>| handle.join().unwrap_or_else(|panic| resume_unwind(panic));
        handles.into_iter().flat_map(join).collect::<Vec<_>>()
    });
    results.sort_unstable_by_key(|result| result.0);
    results.into_iter().map(|result| result.1).collect()
}

/// Returns the given number of threads, or the number of cores.
pub(crate) fn threads(count: Option<NonZeroUsize>) -> NonZeroUsize {
    count.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
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
