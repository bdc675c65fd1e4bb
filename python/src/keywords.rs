//! Keyword arguments of Python by their types, and those that are words, such as costs, by their values. An error names the keyword. The
//! keys and values of sweeps are read in `conversion`.

use evocube::experiment::record::Cost;
use pyo3::prelude::*;

use crate::error::{invalid_type, invalid_value};

/// Reads keywords from a dictionary. A value of another type is an error with its keyword.
pub(crate) fn keywords<'a, 'py, T: FromPyObject<'a, 'py, Error = PyErr>>(value: &'a Bound<'py, PyAny>) -> PyResult<T> {
    value.extract().map_err(|error: PyErr| {
        let (field, cause) = (error.to_string(), error.cause(value.py()));
        let keyword = field.rsplit('.').next().unwrap_or_default();
        invalid_type(format!("{keyword}: {}", cause.map_or(field.clone(), |cause| cause.value(value.py()).to_string())))
    })
}

/// Returns the value of a word that is the argument of an option.
pub(crate) fn word<T: Copy>(option: &str, word: &str, values: &[(&str, T)]) -> PyResult<T> {
    let value = values.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    value.ok_or_else(|| invalid_value(format!("{option}: \"{word}\" is not one of {}", names.join(", "))))
}

/// Returns the cost of trials with a name.
pub(crate) fn cost_named(name: Option<&str>) -> PyResult<Option<Cost>> {
    name.map(|name| word("cost", name, &Cost::ALL.map(|cost| (cost.name(), cost)))).transpose()
}
