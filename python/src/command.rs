//! [`command`]: runs the command line of the library in the process of Python, with trials on a dispatcher of `evocube._executor` if there
//! is one. The options of the package (`--import`, `--executor`, `--address`) are read before, in `evocube/__main__.py`.

use std::ffi::OsString;
use std::process::ExitCode;

use evocube::experiment::service::TrialService;
use evocube::{Host, main_of};
use pyo3::prelude::*;

use crate::cancellation::become_command;
use crate::executor::Executor;
use crate::extension::registry;
use crate::interrupter::Interrupter;

/// Runs the command `evocube`, and returns its exit code. `program` are the words that call it in scripts, `options` those of the package
/// that it is called with again, `arguments` those of the process, and `dispatcher` is one of `evocube._executor`, or none.
#[pyfunction]
pub(crate) fn command(
    py: Python<'_>,
    program: Vec<String>,
    options: Vec<String>,
    arguments: Vec<OsString>,
    dispatcher: Option<Bound<'_, PyAny>>,
) -> PyResult<u8> {
    become_command();
    // They live as long as the process, which ends with the command.
    let interpreter: &Interrupter = Box::leak(Box::new(Interrupter::new(None)));
    let service = dispatcher.map(|dispatcher| Executor::new(&dispatcher, interpreter)).transpose()?;
    let service = service.map(|(executor, trials)| (Box::leak(Box::new(executor)) as &dyn TrialService, trials));
    let host = Host { program, options, arguments, interpreter: Some(interpreter), service };
    let registry = registry(py)?;
    let code = py.detach(|| main_of(registry, host));
    Ok((0..=3).find(|number| ExitCode::from(*number) == code).unwrap_or(2))
}
