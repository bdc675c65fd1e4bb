//! Reading of sweeps from Python: a dictionary, the text or the path of a sweep file, or the name of a shipped sweep. In a sweep that is
//! read to run, components without a named version have the digest of their code and values at their first run: [`settle`] makes it for
//! those that the sweep names. Sweeps are run in `run`.

use std::path::{Path, PathBuf};

use evocube::experiment::record::ProgramBlock;
use evocube::experiment::sweep::{Overrides, Sweep};
use evocube::shipped::ShippedSweep;
use pyo3::prelude::*;
use pyo3::types::PyMapping;

use crate::conversion::table;
use crate::error::{error, invalid_type, sweep_error};
use crate::extension::registry;

/// The name of a dictionary in messages.
const DICTIONARY: &str = "<dict>";
/// The name of a text in messages.
const TEXT: &str = "<str>";

/// Reads a sweep: a dictionary with the keys of a sweep file, the text of one (a string of several lines), the path of one, or the
/// name of a shipped sweep. It may name the registered components.
pub(crate) fn read(value: &Bound<'_, PyAny>) -> PyResult<Sweep> {
    let (registry, unchanged) = (&registry(value.py())?, &Overrides::default());
    let parse = |text: &str, path: &Path| {
        Sweep::parse_with(text, path, registry, unchanged).map_err(|mistakes| sweep_error(&mistakes))
    };
    if value.cast::<PyMapping>().is_ok() {
        let text = toml::to_string(&table(value, 0)?).map_err(error)?;
        return parse(&text, Path::new(DICTIONARY));
    }
    let text = value.extract::<String>().ok();
    if let Some(text) = text.as_ref().filter(|text| text.contains('\n')) {
        return parse(text, Path::new(TEXT));
    }
    let path: PathBuf =
        value.extract().map_err(|_| invalid_type("a sweep is a dict, the text of a sweep file, or the path of one"))?;
    let name = text.filter(|name| !name.contains(['/', '\\']) && path.try_exists().is_ok_and(|is_there| !is_there));
    let shipped = name.map(|name| ShippedSweep::named(name.strip_suffix(".toml").unwrap_or(&name)));
    if let Some(Ok(shipped)) = shipped {
        return parse(&shipped.text(), Path::new(&format!("{}.toml", shipped.name())));
    }
    Sweep::read_with(&path, registry, unchanged).map_err(|mut mistakes| {
        if let Some(Err(unknown)) = shipped {
            mistakes.diagnostics[0].diagnostic.help = Some(unknown.to_string());
        }
        sweep_error(&mistakes)
    })
}

/// Reads a sweep that is to run, as [`read`] does: the components that it names have versions now.
pub(crate) fn read_to_run(value: &Bound<'_, PyAny>) -> PyResult<Sweep> {
    let sweep = read(value)?;
    let components = components_of(&sweep);
    if components.is_empty() {
        return Ok(sweep);
    }
    settle(value.py(), Some(components))?;
    read(value)
}

/// Returns the kinds and the names of the registered components that a sweep names, all of which are in Python.
pub(crate) fn components_of(sweep: &Sweep) -> Vec<String> {
    ProgramBlock::here(sweep).components.into_keys().collect()
}

/// Makes the versions of these components, or of all.
pub(crate) fn settle(py: Python<'_>, components: Option<Vec<String>>) -> PyResult<()> {
    py.import("evocube._components")?.call_method1("settle", (components,)).map(drop)
}
