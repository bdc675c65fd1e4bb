//! Trials that run in other processes, through an executor of Python. [`Place`] says whether those of a sweep leave the process.
//! `evocube._executor` submits them and finds their workers, which run them by `answer`; requests and rows are passed here.

use std::num::NonZeroUsize;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use evocube::experiment::service::{TrialAnswer, TrialRequest, TrialService};
use evocube::experiment::sweep::Sweep;
use evocube::optimizer::{decode, encode};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::error;
use crate::interrupter::Interrupter;
use crate::sweep::components_of;

/// The interval at which a trial that is out looks for the end of the run.
const INTERVAL: Duration = Duration::from_millis(100);

/// An executor of Python that runs trials.
pub(crate) struct Executor<'a> {
    /// A `Dispatcher` of `evocube._executor`.
    dispatcher: Py<PyAny>,
    observer: &'a Interrupter,
}

impl<'a> Executor<'a> {
    /// Returns the executor with a dispatcher, and the number of trials that are out at once.
    pub(crate) fn new(dispatcher: &Bound<'_, PyAny>, observer: &'a Interrupter) -> PyResult<(Self, NonZeroUsize)> {
        let trials = dispatcher.getattr("trials")?.extract()?;
        Ok((Self { dispatcher: dispatcher.clone().unbind(), observer }, trials))
    }

    /// Ends the processes that belong to the run.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.dispatcher.call_method0(py, "close").map(drop)
    }
}

/// Where the trials of a folder run.
pub(crate) struct Place<'a> {
    executor: Option<Executor<'a>>,
    /// The number of threads, or of the trials that are out at once; `None` for one thread on each core.
    pub(crate) threads: Option<usize>,
    /// A sentence on trials that run one at a time, though there are cores for several.
    pub(crate) notice: Option<String>,
}

impl<'a> Place<'a> {
    /// Returns this process, with this number of threads.
    pub(crate) const fn here(threads: Option<usize>) -> Self {
        Self { executor: None, threads, notice: None }
    }

    /// Returns the place of the trials of a sweep: that of an executor, or else, if they have components and are several, processes
    /// of their own.
    pub(crate) fn new(
        py: Python<'_>,
        executor: Option<Py<PyAny>>,
        sweep: &Sweep,
        threads: Option<usize>,
        is_several: bool,
        observer: &'a Interrupter,
    ) -> PyResult<Self> {
        let components = components_of(sweep);
        let may_leave = is_several && !components.is_empty() && threads != Some(1) && !observer.is_in_trial();
        let module = py.import("evocube._executor")?;
        let (dispatcher, notice) = match executor {
            Some(executor) => (module.call_method1("Dispatcher", (executor, components, threads))?, None),
            None if may_leave => module.call_method1("processes_for", (components, threads))?.extract()?,
            None => return Ok(Self::here(threads)),
        };
        if dispatcher.is_none() {
            return Ok(Self { executor: None, threads, notice });
        }
        let (executor, trials) = Executor::new(&dispatcher, observer)?;
        Ok(Self { executor: Some(executor), threads: Some(trials.get()), notice })
    }

    /// The service that runs the trials.
    pub(crate) fn service(&self) -> Option<&dyn TrialService> {
        self.executor.as_ref().map(|executor| executor as &dyn TrialService)
    }

    /// Ends the processes that belong to the run.
    pub(crate) fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.executor.as_ref().map_or(Ok(()), |executor| executor.close(py))
    }
}

impl TrialService for Executor<'_> {
    fn run(&self, request: TrialRequest, is_over: &dyn Fn() -> bool) -> Option<TrialAnswer> {
        let (sender, answers) = mpsc::channel();
        let submitted = Python::attach(|py| {
            let request = PyBytes::new(py, &encode(&request));
            self.dispatcher.call_method1(py, "submit", (request, Receiver(sender))).map(drop)
        });
        let received = submitted.and_then(|()| {
            loop {
                match answers.recv_timeout(INTERVAL) {
                    Ok(answer) => break answer.map(Some),
                    Err(RecvTimeoutError::Timeout) if !self.observer.is_ended() && !is_over() => {}
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
