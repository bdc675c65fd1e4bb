//! [`supervise`]: work of the library, run on another thread without the lock of the interpreter, until it ends or Ctrl-C ends it.
//! [`execution`] gives it threads and tables. The observer that a signal ends is in `interrupter`.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use evocube::evaluation::Kernel;
use evocube::experiment::execution::Execution;
use evocube::experiment::interpreter::Interpreter;
use evocube::experiment::service::TrialService;
use evocube::search::TableSource;
use evocube::table::cache::CacheDir;
use pyo3::prelude::*;

use crate::error::invalid_value;
use crate::interrupter::Interrupter;

/// The interval at which signals are looked for.
const TICK: Duration = Duration::from_millis(20);

/// Runs work on another thread without the lock of the interpreter, with the [`execution`] of these threads, and looks for signals
/// meanwhile. An exception that ends the work is returned instead of its result.
pub(crate) fn supervise<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    observer: &Interrupter,
    checkpoint: Option<Duration>,
    service: Option<&dyn TrialService>,
    work: impl FnOnce(Execution<'_>) -> PyResult<T> + Send,
) -> PyResult<T> {
    let work = || execution(threads, observer, checkpoint, service, work);
    let (result, raised) = supervise_to_the_end(py, observer, work);
    raised.map_or(result, Err)
}

/// Runs work without an execution as [`supervise`] does. Returns its result, and the exception that ended it before.
pub(crate) fn supervise_to_the_end<T: Send>(
    py: Python<'_>,
    observer: &Interrupter,
    work: impl FnOnce() -> PyResult<T> + Send,
) -> (PyResult<T>, Option<PyErr>) {
    let result = py.detach(|| {
        thread::scope(|scope| {
            let (ends, ended) = mpsc::channel();
            let worker = scope.spawn(move || {
                let result = work();
                let _ = ends.send(());
                result
            });
            while ended.recv_timeout(TICK) == Err(mpsc::RecvTimeoutError::Timeout) {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    observer.fail(error);
                }
            }
            worker.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    });
    (result, observer.take_error())
}

/// Calls a function with the execution of these threads, 1 to 4096; `None` is one on each core.
pub(crate) fn execution<T>(
    threads: Option<usize>,
    observer: &Interrupter,
    checkpoint: Option<Duration>,
    service: Option<&dyn TrialService>,
    run: impl FnOnce(Execution<'_>) -> PyResult<T>,
) -> PyResult<T> {
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = match threads {
        None => cores,
        Some(threads @ 1..=4096) => NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
        Some(_) => return Err(invalid_value("threads: write a number from 1 to 4096")),
    };
    let cache = CacheDir::user();
    let tables = TableSource { cache: cache.as_ref(), threads: cores, observer };
    let interpreter = Some(observer as &dyn Interpreter);
    run(Execution { threads, kernel: Kernel::best(), tables, checkpoint, service, interpreter })
}
