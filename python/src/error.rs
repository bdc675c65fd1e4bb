//! Errors as exceptions of the package, with the place of the mistake.

use std::error::Error;
use std::fmt::Display;

use evocube::Unsolved;
use evocube::experiment::sweep::{Located, SweepError};
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

/// Returns an `evocube.Error` with an error and its causes.
pub(crate) fn failure(cause: impl Error) -> PyErr {
    fn text(cause: &dyn Error) -> String {
        let source = cause.source().map(|source| format!(": {}", text(source)));
        format!("{cause}{}", source.unwrap_or_default())
    }
    error(text(&cause))
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
