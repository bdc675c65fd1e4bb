//! The run of trials with components in Python, for which `Interrupter` is the `Interpreter` of the library: one at a time in a process,
//! each with the shared generators of random numbers seeded for it by `evocube._random`. Checkpoints have the states of these. Components
//! are called in `extension`.

use std::collections::BTreeMap;
use std::process;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use evocube::experiment::interpreter::{Interpreter, TrialIdentity};
use evocube::experiment::sweep::Sweep;
use evocube::solver::Cancelled;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::cancellation::cancelled;
use crate::interrupter::{Interrupter, TRIAL};
use crate::sweep::components_of;

/// The process of the trial with components that runs; `None` if none runs. A fork of that process does not run it.
static RUNNING: Mutex<Option<u32>> = Mutex::new(None);

/// Wakes those that wait for the end of the trial.
static ENDED: Condvar = Condvar::new();

/// The interval at which a trial that waits looks for the end of its run.
const INTERVAL: Duration = Duration::from_millis(100);

/// The right of a trial to run in this process.
struct Turn;

impl Turn {
    /// Waits until no trial runs. `None` if the run is over before.
    fn wait(observer: &Interrupter) -> Option<Self> {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        while *running == Some(process::id()) {
            if observer.is_ended() {
                return None;
            }
            running = ENDED.wait_timeout(running, INTERVAL).unwrap_or_else(PoisonError::into_inner).0;
        }
        *running = Some(process::id());
        Some(Self)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = None;
        ENDED.notify_one();
    }
}

/// Calls a function of `evocube._random`.
fn call<'py>(py: Python<'py>, name: &str, arguments: impl PyCallArgs<'py>) -> PyResult<Bound<'py, PyAny>> {
    py.import("evocube._random")?.call_method1(name, arguments)
}

impl Interpreter for Interrupter {
    fn has_components_of(&self, sweep: &Sweep) -> bool {
        !components_of(sweep).is_empty()
    }

    fn libraries(&self, sweep: &Sweep) -> BTreeMap<String, String> {
        let components = (components_of(sweep),);
        let libraries =
            Python::attach(|py| py.import("evocube._libraries")?.call_method1("libraries", components)?.extract());
        libraries.unwrap_or_else(|error| {
            self.fail(error);
            BTreeMap::new()
        })
    }

    fn run(&self, trial: &TrialIdentity, run: &mut dyn FnMut()) {
        let turn = if self.is_in_trial() { Some(None) } else { Turn::wait(self).map(Some) };
        let Some(_turn) = turn else { return };
        let before = match Python::attach(|py| call(py, "seed", (trial.seed,)).map(Bound::unbind)) {
            Ok(before) => before,
            Err(error) => return self.fail(error),
        };
        let outer = TRIAL.replace(Some(trial.clone()));
        run();
        TRIAL.set(outer);
        if let Err(error) = Python::attach(|py| call(py, "set_state", (before,)).map(drop)) {
            self.fail(error);
        }
    }

    fn state(&self) -> Result<Vec<u8>, Cancelled> {
        Python::attach(|py| call(py, "save", ())?.extract()).map_err(cancelled)
    }

    fn set_state(&self, state: &[u8]) -> Result<(), Cancelled> {
        Python::attach(|py| call(py, "restore", (PyBytes::new(py, state),)).map(drop)).map_err(cancelled)
    }
}
