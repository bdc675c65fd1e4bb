//! [`Function`]: a function of Python with its settings, and its call within a trial, which an exception ends. Some calls are watched for
//! draws from the generators that all code shares. [`read_array`] reads the arrays that it returns. The kinds of components, which make the
//! arguments, have files of their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use numpy::PyArrayDyn;
use numpy::prelude::*;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::error;

/// A function of Python with its settings.
#[derive(Clone)]
pub(super) struct Function {
    pub(super) name: Arc<str>,
    /// Called as `function(*arguments, **settings)`.
    pub(super) function: Arc<Py<PyAny>>,
    pub(super) settings: Arc<Py<PyDict>>,
    /// The kind of a component that has no need of the generators which all code shares, and the number of its calls.
    pub(super) watched: Option<(&'static str, Arc<AtomicU64>)>,
}

impl Function {
    /// Calls the function. An exception names the component in a note from Python 3.11 on. Saving the generators takes as long as a small
    /// component does, so calls are watched whose number is a power of two.
    pub(super) fn call<'py, T>(
        &self,
        py: Python<'py>,
        arguments: impl pyo3::call::PyCallArgs<'py>,
        read: impl FnOnce(Bound<'py, PyAny>) -> PyResult<T>,
    ) -> PyResult<T> {
        let settings = self.settings.bind(py);
        let call = || self.function.bind(py).call(arguments, Some(settings));
        let number = self.watched.as_ref().map(|(kind, calls)| (kind, calls.fetch_add(1, Ordering::Relaxed) + 1));
        let called = match number.filter(|(_, number)| number.is_power_of_two()) {
            Some((kind, _)) => self.watch(py, kind, call),
            None => call(),
        };
        called.and_then(read).inspect_err(|error| self.note(py, error))
    }

    /// Makes a call, after which the component is named once if it has moved the generators.
    fn watch<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        call: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let before = py.import("evocube._random")?.call_method0("state")?;
        let result = call()?;
        py.import("evocube._movers")?.call_method1("watch", (kind, &*self.name, before))?;
        Ok(result)
    }

    /// Adds a note to an exception, which names the component.
    pub(super) fn note(&self, py: Python<'_>, error: &PyErr) {
        let note = format!("in the component \"{}\" of a sweep", self.name);
        drop(error.value(py).call_method1("add_note", (note,)));
    }
}

/// Reads an array of numbers from 0 to `most`, with this number of rows and of numbers in each.
pub(super) fn read_array(value: &Bound<'_, PyAny>, shape: [usize; 2], most: u64, what: &str) -> PyResult<Vec<u64>> {
    let [rows, length] = shape;
    let wrong = |array: String| {
        let count = if length == 1 { format!("{rows}") } else { format!("{rows} rows of {length}") };
        error(format!("expected {count} {what} from 0 to {most}, found {array}"))
    };
    let array = value.py().import("numpy")?.call_method1("asarray", (value,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !"iub".contains(&kind) {
        return Err(wrong(format!("an array of {}", array.getattr("dtype")?)));
    }
    let array = array.call_method1("astype", ("int64",))?;
    let array = array.cast::<PyArrayDyn<i64>>()?.readonly();
    let values = array.as_array();
    if values.shape().first() != Some(&rows) || values.len() != rows * length {
        return Err(wrong(format!("an array of shape {:?}", values.shape())));
    }
    let read = |&number: &i64| {
        u64::try_from(number).ok().filter(|number| *number <= most).ok_or_else(|| wrong(number.to_string()))
    };
    values.iter().map(read).collect()
}
