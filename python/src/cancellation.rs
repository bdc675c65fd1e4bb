//! Cancellation by an exception in Python code: it ends the work that called the component, and the caller receives it. If the process is
//! the command, it ends the process. Ctrl-C is looked for in `supervise`.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use evocube::solver::Cancelled;
use pyo3::prelude::*;

use crate::error::error;

/// Whether this process is the command.
static IS_COMMAND: AtomicBool = AtomicBool::new(false);

/// Makes this process the command, which an exception ends.
pub(crate) fn become_command() {
    IS_COMMAND.store(true, Ordering::Relaxed);
}

/// Ends the command with the traceback of an exception and the exit code of failures: rows on disk are kept. Returns the exception if
/// this process is not the command.
pub(crate) fn end_with(error: PyErr) -> PyErr {
    if IS_COMMAND.load(Ordering::Relaxed) {
        Python::attach(|py| error.print(py));
        exit(2);
    }
    error
}

/// Returns the error of a component that raised an exception: no row of its trial is written.
pub(crate) fn cancelled(error: PyErr) -> Cancelled {
    Cancelled(Some(Arc::new(Box::new(end_with(error)))))
}

/// Returns the exception of the component that failed.
pub(crate) fn exception_of(failed: &Cancelled) -> PyErr {
    let raised = failed.0.as_ref().and_then(|reason| reason.downcast_ref::<PyErr>());
    raised.map_or_else(|| error(failed), |raised| Python::attach(|py| raised.clone_ref(py)))
}
