//! Making the exceptions of the Python package. Those of the library's errors have the place of the mistake, and remedies in words of the
//! package. Others are for arguments that the package refuses itself. The classes are in `evocube._errors`.

use std::error::Error;
use std::fmt::Display;

use evocube::Unsolved;
use evocube::experiment::store::Remedy;
use evocube::experiment::sweep::{Located, SweepError};
use evocube::folder_error;
use evocube::notation::NotationError;
use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;

/// Returns an exception of a class of `evocube._errors`.
fn exception<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let make = || -> PyResult<PyErr> {
        Ok(PyErr::from_value(py.import("evocube._errors")?.getattr(class)?.call1(arguments)?))
    };
    make().unwrap_or_else(|failure| failure)
}

/// Returns an `evocube.Error` with a message.
pub(crate) fn error(message: impl Display) -> PyErr {
    Python::attach(|py| exception(py, "Error", (message.to_string(),)))
}

/// Returns an `evocube.InvalidValue`, which is a `ValueError`.
pub(crate) fn invalid_value(message: impl Display) -> PyErr {
    Python::attach(|py| exception(py, "InvalidValue", (message.to_string(),)))
}

/// Returns an `evocube.InvalidType`, which is a `TypeError`.
pub(crate) fn invalid_type(message: impl Display) -> PyErr {
    Python::attach(|py| exception(py, "InvalidType", (message.to_string(),)))
}

/// Returns an `evocube.TooDeep`, which is a `RecursionError`.
pub(crate) fn too_deep(message: impl Display) -> PyErr {
    Python::attach(|py| exception(py, "TooDeep", (message.to_string(),)))
}

/// Returns whether an exception is one of [`too_deep`].
pub(crate) fn is_too_deep(py: Python<'_>, exception: &PyErr) -> bool {
    exception.is_instance_of::<PyRecursionError>(py)
}

/// Returns an `evocube.InvalidIndex`, which is an `IndexError`: an iteration over indices ends with it.
pub(crate) fn invalid_index(message: impl Display) -> PyErr {
    Python::attach(|py| exception(py, "InvalidIndex", (message.to_string(),)))
}

/// Returns an `evocube.Error` with an error, its remedies and its causes.
pub(crate) fn failure(cause: impl Error + 'static) -> PyErr {
    fn causes(cause: &dyn Error) -> String {
        cause.source().map_or(String::new(), |source| format!(": {source}{}", causes(source)))
    }
    let text = folder_error(&cause).map_or_else(|| cause.to_string(), |error| error.advice(words));
    error(text + &causes(&cause))
}

/// Returns a remedy in the words of the package.
fn words(remedy: &Remedy) -> String {
    match remedy {
        Remedy::Extend => "keep its trials and run the others with mode=\"extend\"".to_owned(),
        Remedy::AcceptProgram => {
            "run a sample of them again, and go on if it is identical, with accept_program=True".to_owned()
        }
        Remedy::Resume => "continue with mode=\"resume\"".to_owned(),
        Remedy::ResumeRun { folder, shard, effect } => {
            let call = shard.map_or("run(sweep".to_owned(), |shard| format!("shard(sweep, \"{shard}\""));
            format!("`evocube.{call}, out={:?})` {effect}", folder.display().to_string())
        }
        Remedy::Verify => "`verify()` names the rows".to_owned(),
        Remedy::WriteHeader(header) => format!("write {header} there"),
        Remedy::PutBack => "put back a copy of the file".to_owned(),
        Remedy::AnotherFolder => "choose another folder with out=".to_owned(),
        Remedy::StartOver => "start over with mode=\"fresh\"".to_owned(),
    }
}

/// Returns an `evocube.SweepError` with all mistakes.
pub(crate) fn sweep_error(cause: &SweepError) -> PyErr {
    let diagnostic = |located: &Located| {
        let (line, column) = located.line_and_column().unzip();
        let text = line.and_then(|line| located.text.lines().nth(line - 1)).map(str::to_owned);
        let diagnostic = &located.diagnostic;
        (located.path.display().to_string(), line, column, diagnostic.message.clone(), diagnostic.help.clone(), text)
    };
    let mistakes: Vec<_> = cause.diagnostics.iter().map(diagnostic).collect();
    Python::attach(|py| exception(py, "SweepError", (mistakes,)))
}

/// Returns an `evocube.NotationError`.
pub(crate) fn notation_error(cause: &NotationError) -> PyErr {
    let reasons: Vec<String> = cause.reasons.iter().map(ToString::to_string).collect();
    Python::attach(|py| exception(py, "NotationError", (cause.to_string(), cause.line, cause.column, reasons)))
}

/// Returns an `evocube.Unsolved`.
pub(crate) fn unsolved(cause: &Unsolved) -> PyErr {
    Python::attach(|py| exception(py, "Unsolved", (cause.to_string(), cause.lower_bound())))
}
