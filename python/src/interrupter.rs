//! [`Interrupter`]: the observer of a run from Python, which calls a function for progress, logs notes, and ends work on Ctrl-C, for which
//! `supervise` looks. [`TRIAL`]: the trial that a thread runs. Exceptions of components are carried by `cancellation`.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use evocube::experiment::interpreter::TrialIdentity;
use evocube::experiment::record::TrialRow;
use evocube::experiment::runner::{RunObserver, StageBegin};
use evocube::solver::{Cancellation, Cancelled};
use evocube::table::TableObserver;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cancellation::{end_with, exception_of};

thread_local! {
    /// The trial with components that this thread runs; `None` if it runs none. Such a component may run trials itself.
    pub(crate) static TRIAL: RefCell<Option<TrialIdentity>> = const { RefCell::new(None) };
}

/// Progress of a stage.
#[derive(Clone, Default)]
struct Stage {
    name: String,
    trials: usize,
    done: usize,
    solved: usize,
}

/// An observer that calls a function of Python after each trial, and ends work on Ctrl-C or when that function fails.
pub(crate) struct Interrupter {
    progress: Option<Py<PyAny>>,
    stage: Mutex<Stage>,
    /// Ends the run.
    flag: Arc<AtomicBool>,
    error: Mutex<Option<PyErr>>,
    /// The first exception of a component.
    raised: Mutex<Option<PyErr>>,
    /// Whether a component of a trial does this work.
    is_in_trial: bool,
}

impl Interrupter {
    /// Returns an observer with a function for progress.
    pub(crate) fn new(progress: Option<Py<PyAny>>) -> Self {
        let (stage, is_in_trial) = (Mutex::default(), TRIAL.with_borrow(Option::is_some));
        Self { progress, stage, flag: Arc::default(), error: Mutex::default(), raised: Mutex::default(), is_in_trial }
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the run with an exception, the first one; that of a command at once.
    pub(crate) fn fail(&self, error: PyErr) {
        let error = end_with(error);
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Takes the exception that ended the run. A component may fail while it saves its state at an interruption.
    pub(crate) fn take_error(&self) -> Option<PyErr> {
        [&self.raised, &self.error]
            .into_iter()
            .find_map(|error| error.lock().unwrap_or_else(PoisonError::into_inner).take())
    }

    /// Returns whether a component of a trial does this work.
    pub(crate) const fn is_in_trial(&self) -> bool {
        self.is_in_trial
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    pub(crate) fn cancellation(&self) -> Cancellation {
        self.flag.clone().into()
    }

    /// Calls the function for progress.
    pub(crate) fn report(&self, stage: &str, trials: usize, done: usize, solved: usize) {
        let Some(progress) = &self.progress else { return };
        let called = Python::attach(|py| {
            let event = PyDict::new(py);
            event.set_item("stage", stage)?;
            event.set_item("trials", trials)?;
            event.set_item("done", done)?;
            event.set_item("solved", solved)?;
            progress.call1(py, (event,))
        });
        if let Err(error) = called {
            self.fail(error);
        }
    }
}

impl RunObserver for Interrupter {
    fn stage(&self, begin: &StageBegin<'_>) {
        let StageBegin { name, trials, done, solved, .. } = *begin;
        *self.stage() = Stage { name: name.to_owned(), trials, done, solved };
        self.report(name, trials, done, solved);
    }

    fn is_over(&self) -> bool {
        self.is_ended()
    }

    fn cancellation(&self) -> Cancellation {
        Self::cancellation(self)
    }

    fn failure(&self, failed: Cancelled) {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| exception_of(&failed));
    }

    /// Logs the message as `logging.getLogger("evocube").warning`, which Python prints on standard error unless told otherwise.
    fn notice(&self, sentence: &str) {
        let logged = Python::attach(|py| {
            let logger = py.import("logging")?.call_method1("getLogger", ("evocube",))?;
            logger.call_method1("warning", ("%s", sentence)).map(drop)
        });
        if let Err(error) = logged {
            self.fail(error);
        }
    }

    fn trial(&self, row: &TrialRow, _: u64) {
        let stage = {
            let mut stage = self.stage();
            stage.done += 1;
            stage.solved += usize::from(row.outcome.as_ref().is_some_and(|outcome| outcome.reached));
            stage.clone()
        };
        self.report(&stage.name, stage.trials, stage.done, stage.solved);
    }
}

/// A table is not built to its end when the work is over.
impl TableObserver for Interrupter {
    fn step(&self) -> Result<(), Cancelled> {
        if self.is_ended() { Err(Cancelled::default()) } else { Ok(()) }
    }
}
