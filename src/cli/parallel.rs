//! Work on all cores, with results in order.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The results of `work` for 0 to `count` − 1, in order, computed on so many threads.
pub(crate) fn in_order<T: Send>(threads: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let taken = AtomicUsize::new(0);
    let take = || {
        let mut results = Vec::new();
        loop {
            let index = taken.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return results;
            }
            results.push((index, work(index)));
        }
    };
    let mut results = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads.min(count)).map(|_| scope.spawn(take)).collect();
        let join = |handle: thread::ScopedJoinHandle<'_, _>| handle.join().unwrap_or_else(|panic| resume_unwind(panic));
        handles.into_iter().flat_map(join).collect::<Vec<_>>()
    });
    results.sort_unstable_by_key(|result| result.0);
    results.into_iter().map(|result| result.1).collect()
}

/// How many threads there are to use.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        for count in [0, 1, 16, 1000] {
            assert_eq!(
                in_order(3, count, |number| 3 * number),
                (0..count).map(|number| 3 * number).collect::<Vec<_>>()
            );
        }
    }
}
