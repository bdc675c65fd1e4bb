//! [`answer`]: a requested trial, run in a worker. `evocube._answer` calls it; the request comes from `executor`.

use evocube::experiment::answer::answer as run_request;
use evocube::experiment::service::TrialRequest;
use evocube::optimizer::{decode, encode};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{error, failure};
use crate::extension::registry;
use crate::interrupter::Interrupter;
use crate::supervise::execution;

/// Runs a requested trial in a worker.
#[pyfunction]
pub(crate) fn answer<'py>(py: Python<'py>, request: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let request = decode::<TrialRequest>(request).ok_or_else(|| error("this is no request of a trial"))?;
    let (observer, registry) = (Interrupter::new(None), &registry(py)?);
    let run = || {
        execution(Some(1), &observer, None, None, |execution| {
            run_request(&request, registry, execution, &observer).map_err(failure)
        })
    };
    let answer = py.detach(run);
    let answer = observer.take_error().map_or(answer, Err)?;
    Ok(PyBytes::new(py, &encode(&answer)))
}
