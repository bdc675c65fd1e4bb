//! [`run_on_threads`]: the same work on several threads, for tables, their files and searches.

use std::panic::resume_unwind;

/// Runs work on several threads, including the calling one, and waits for all of them. Work that can fail returns its first error. A
/// thread that unwinds unwinds the caller.
pub(crate) fn run_on_threads<R: FromIterator<R> + Send>(threads: usize, work: impl Fn() -> R + Sync) -> R {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(&work)).collect();
        let mut results = vec![work()];
        results.extend(others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))));
        results.into_iter().collect()
    })
}
