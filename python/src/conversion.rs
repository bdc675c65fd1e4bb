//! Values of TOML from Python and back. Only what TOML cannot hold is refused here; sweeps are read in `sweep`. Arguments that are words
//! are in `keywords`.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyMapping, PySequence, PyString};
use toml::{Table, Value};

use crate::error::{invalid_type, invalid_value, is_too_deep, too_deep};

/// Maximum number of dicts and lists inside each other, that of the parser of TOML.
const MAX_DEPTH: usize = 80;

/// Converts a mapping to a table, with this number of dicts and lists around it. What a level with a label sets has keys with dots, which
/// are those of a sweep file in quotes.
pub(crate) fn table(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Table> {
    let mut table = Table::new();
    let has_label = value.cast::<PyMapping>()?.contains("label")?;
    for item in value.cast::<PyMapping>()?.items()? {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let key: String = key.extract().map_err(|_| invalid_type(format!("the key {key} is not a string")))?;
        let py = value.py();
        let depth = depth + key.matches('.').count();
        if depth >= MAX_DEPTH {
            return Err(too_many_levels());
        }
        let is_set = has_label && key == "set" && value.cast::<PyMapping>().is_ok();
        let converted = if is_set { set(&value, depth + 1).map(Value::Table) } else { convert(&value, depth + 1) };
        let value = converted.map_err(|cause| {
            // The keys of a dict within itself would be written 80 times.
            if is_too_deep(py, &cause) { cause } else { invalid_value(format!("{key}: {}", cause.value(py))) }
        })?;
        insert(&mut table, &key, value)?;
    }
    Ok(table)
}

/// Converts what a level sets, with this number of dicts and lists around it.
fn set(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Table> {
    let mut set = Table::new();
    for item in value.cast::<PyMapping>()?.items()? {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let key: String = key.extract().map_err(|_| invalid_type(format!("the key {key} is not a string")))?;
        set.insert(key, convert(&value, depth + 1)?);
    }
    Ok(set)
}

/// Inserts a value. Dots in a key lead into tables, as in TOML.
fn insert(table: &mut Table, key: &str, value: Value) -> PyResult<()> {
    let Some((first, rest)) = key.split_once('.') else {
        match (table.get_mut(key), value) {
            (Some(Value::Table(table)), Value::Table(more)) => table.extend(more),
            (_, value) => drop(table.insert(key.to_owned(), value)),
        }
        return Ok(());
    };
    match table.entry(first).or_insert_with(|| Value::Table(Table::new())) {
        Value::Table(inner) => insert(inner, rest, value),
        _ => Err(invalid_value(format!("{key}: {first} is not a table"))),
    }
}

fn too_many_levels() -> PyErr {
    too_deep(format!("more than {MAX_DEPTH} dicts and lists are inside each other: is one of them inside itself?"))
}

/// Converts a value of Python or NumPy, with this number of dicts and lists around it.
pub(crate) fn convert(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth >= MAX_DEPTH {
        Err(too_many_levels())
    } else if value.cast::<PyBool>().is_ok() {
        Ok(Value::Boolean(value.extract()?))
    } else if value.cast::<PyInt>().is_ok() {
        value.extract().map(Value::Integer).map_err(|_| {
            invalid_value(format!("{value} is out of range: integers are from {} to {}", i64::MIN, i64::MAX))
        })
    } else if value.cast::<PyFloat>().is_ok() {
        Ok(Value::Float(value.extract()?))
    } else if value.cast::<PyString>().is_ok() {
        Ok(Value::String(value.extract()?))
    } else if value.cast::<PyMapping>().is_ok() {
        table(value, depth).map(Value::Table)
    } else if value.cast::<PySequence>().is_ok() {
        value.try_iter()?.map(|item| convert(&item?, depth + 1)).collect::<PyResult<_>>().map(Value::Array)
    } else if value.hasattr("tolist")? {
        // Numbers and arrays of NumPy.
        convert(&value.call_method0("tolist")?, depth + 1)
    } else if let Ok(path) = value.extract::<PathBuf>() {
        Ok(Value::String(path.display().to_string()))
    } else if value.is_none() {
        Err(invalid_value("None is no value of a sweep: leave the key out"))
    } else {
        Err(invalid_type(format!("{} is no value of a sweep", value.get_type().name()?)))
    }
}

/// Converts a value to Python; dates and times become texts.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Integer(number) => number.into_pyobject(py)?.into_any(),
        Value::Float(number) => number.into_pyobject(py)?.into_any(),
        Value::Boolean(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Value::Datetime(time) => time.to_string().into_pyobject(py)?.into_any(),
        Value::Array(items) => {
            let items = items.iter().map(|item| to_python(py, item)).collect::<PyResult<Vec<_>>>()?;
            items.into_pyobject(py)?.into_any()
        }
        Value::Table(table) => {
            let dict = PyDict::new(py);
            for (key, value) in table {
                dict.set_item(key, to_python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}
