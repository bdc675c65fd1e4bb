//! Work on all cores, with results in order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many items a thread takes at once: enough that the counter costs nothing, few enough that nobody waits long.
const CHUNK: usize = 16;

/// The results of `work` for 0 to `count` − 1, in order, computed on all cores.
pub(crate) fn in_order<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = threads().min(count.div_ceil(CHUNK)).max(1);
    let taken = AtomicUsize::new(0);
    let take = || {
        let mut chunks = Vec::new();
        loop {
            let start = taken.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= count {
                return chunks;
            }
            let results: Vec<T> = (start..count.min(start + CHUNK)).map(&work).collect();
            chunks.push((start, results));
        }
    };
    let mut chunks = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(take)).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("a worker does not panic")).collect::<Vec<_>>()
    });
    chunks.sort_unstable_by_key(|chunk| chunk.0);
    chunks.into_iter().flat_map(|chunk| chunk.1).collect()
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
            assert_eq!(in_order(count, |number| 3 * number), (0..count).map(|number| 3 * number).collect::<Vec<_>>());
        }
    }
}
