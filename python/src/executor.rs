//! Trials that run in other processes, through an executor of Python.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use evocube::experiment::answer::answer as run_request;
use evocube::experiment::record::ProgramBlock;
use evocube::experiment::service::{TrialAnswer, TrialRequest, TrialService};
use evocube::experiment::sweep::Sweep;
use evocube::optimizer::{decode, encode};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{error, failure};
use crate::extension::catch_cancellation;
use crate::run::{Interrupter, execution};

/// The interval at which a trial that is out looks for the end of the run.
const INTERVAL: Duration = Duration::from_millis(100);

/// An executor of Python that runs the trials of a sweep.
pub(crate) struct Executor<'a> {
    /// A `Dispatcher` of `evocube._executor`.
    dispatcher: Py<PyAny>,
    observer: &'a Interrupter,
}

impl<'a> Executor<'a> {
    /// Returns the dispatcher to an executor, which sends the components that the sweep names, and the number of trials that are
    /// out at once.
    pub(crate) fn new(
        executor: &Bound<'_, PyAny>,
        sweep: &Sweep,
        threads: Option<usize>,
        observer: &'a Interrupter,
    ) -> PyResult<(Self, usize)> {
        let components: Vec<String> = ProgramBlock::here(sweep).components.into_keys().collect();
        let class = executor.py().import("evocube._executor")?.getattr("Dispatcher")?;
        let dispatcher = class.call1((executor, components, threads))?;
        let trials = dispatcher.getattr("trials")?.extract()?;
        Ok((Self { dispatcher: dispatcher.unbind(), observer }, trials))
    }

    /// Ends the processes that belong to the run.
    pub(crate) fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.dispatcher.call_method0(py, "close").map(drop)
    }
}

impl TrialService for Executor<'_> {
    fn run(&self, request: TrialRequest) -> Option<TrialAnswer> {
        let (sender, answers) = mpsc::channel();
        let submitted = Python::attach(|py| {
            let request = PyBytes::new(py, &encode(&request));
            self.dispatcher.call_method1(py, "submit", (request, Receiver(sender))).map(drop)
        });
        let received = submitted.and_then(|()| {
            loop {
                match answers.recv_timeout(INTERVAL) {
                    Ok(answer) => break answer.map(Some),
                    Err(RecvTimeoutError::Timeout) if !self.observer.is_ended() => {}
                    // The dispatcher drops the receiver only when the run is over.
                    Err(_) => break Ok(None),
                }
            }
        });
        let read =
            |bytes: Vec<u8>| decode::<TrialAnswer>(&bytes).ok_or_else(|| error("a worker has sent no rows of a trial"));
        let answer = received.and_then(|bytes| bytes.map(read).transpose());
        answer.unwrap_or_else(|error| {
            self.observer.fail(error);
            None
        })
    }
}

/// A function that receives the answer of a worker, or the exception that it raised.
#[pyclass(frozen)]
struct Receiver(mpsc::Sender<PyResult<Vec<u8>>>);

#[pymethods]
impl Receiver {
    fn __call__(&self, answer: Option<Vec<u8>>, exception: Option<Bound<'_, PyAny>>) {
        let answer = match (answer, exception) {
            (_, Some(exception)) => Err(PyErr::from_value(exception)),
            (Some(answer), None) => Ok(answer),
            (None, None) => Err(error("a worker has sent nothing")),
        };
        // After the end of the run nothing waits for it.
        let _ = self.0.send(answer);
    }
}

/// Runs a requested trial in a worker.
#[pyfunction]
pub(crate) fn answer<'py>(py: Python<'py>, request: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let request = decode::<TrialRequest>(request).ok_or_else(|| error("this is no request of a trial"))?;
    let observer = Interrupter::new(None);
    let run = || {
        execution(Some(1), &observer, None, None, |execution| {
            run_request(&request, execution, &observer).map_err(failure)
        })
    };
    let answer = py.detach(|| catch_cancellation(run).and_then(|answer| answer));
    let answer = observer.take_error().map_or(answer, Err)?;
    Ok(PyBytes::new(py, &encode(&answer)))
}
