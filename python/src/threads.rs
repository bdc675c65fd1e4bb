//! [`with_own_threads`]: parallel work of reports and figures. The threads of trials are in `supervise`.

/// Calls a function whose parallel work is done by threads of its own. Those of the process are lost in a fork of it.
pub(crate) fn with_own_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().build() {
        Ok(threads) => threads.install(work),
        Err(_) => work(),
    }
}
