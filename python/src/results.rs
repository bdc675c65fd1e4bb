//! [`ResultsFolder`]: a results folder for Python: its manifest and stages, its tables as [`Columns`], statistics, claims, figures, report
//! and verification. Data frames are made of the columns in `evocube._columns`, for the class `Results` of `evocube._results`.
//!
//! All its tables are read and checked when it is opened; of more than a million logged generations only a part is read. Whole numbers
//! above the largest `int64` become that number. A missing decimal is NaN, and missing whole numbers are marked in a mask.

use std::collections::BTreeMap;
use std::path::PathBuf;

use evocube::experiment::record::{self, Column, HeldOutRole, Kind, Results, Value, file};
use evocube::experiment::runner::RunObserver;
use evocube::experiment::store;
use evocube::experiment::verify::verify;
use evocube::report;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::conversion::to_python;
use crate::error::{error, failure};
use crate::executor::Place;
use crate::extension::registry;
use crate::figure::{Figure, Options, draw};
use crate::interrupter::Interrupter;
use crate::keywords::keywords;
use crate::supervise::supervise;
use crate::threads::with_own_threads;

/// A results folder and its rows, as they were when it was opened.
#[pyclass(frozen, subclass, module = "evocube._evocube")]
pub(crate) struct ResultsFolder {
    folder: PathBuf,
    results: Results,
}

/// Columns of a table, which become arrays without a copy.
pub(crate) struct Columns<'py>(Bound<'py, PyDict>);

impl<'py> Columns<'py> {
    pub(crate) fn new(py: Python<'py>) -> Self {
        Self(PyDict::new(py))
    }

    pub(crate) fn into_dict(self) -> Bound<'py, PyDict> {
        self.0
    }

    fn py(&self) -> Python<'py> {
        self.0.py()
    }

    pub(crate) fn numbers<T: numpy::Element>(&self, name: &str, values: impl Iterator<Item = T>) -> PyResult<()> {
        self.0.set_item(name, PyArray1::from_vec(self.py(), values.collect()))
    }

    pub(crate) fn counts(&self, name: &str, values: impl Iterator<Item = u64>) -> PyResult<()> {
        self.numbers(name, values.map(|value| i64::try_from(value).unwrap_or(i64::MAX)))
    }

    /// Whole numbers, some of which may be missing: an array, or if some are, a pair of it and a mask that is true for these.
    fn optional(&self, name: &str, values: impl Iterator<Item = Option<u64>>) -> PyResult<()> {
        let (values, mask): (Vec<i64>, Vec<bool>) = values
            .map(|value| (value.map_or(0, |value| i64::try_from(value).unwrap_or(i64::MAX)), value.is_none()))
            .unzip();
        if mask.contains(&true) {
            let pair = (PyArray1::from_vec(self.py(), values), PyArray1::from_vec(self.py(), mask));
            self.0.set_item(name, pair)
        } else {
            self.0.set_item(name, PyArray1::from_vec(self.py(), values))
        }
    }

    fn floats(&self, name: &str, values: impl Iterator<Item = Option<f64>>) -> PyResult<()> {
        self.numbers(name, values.map(|value| value.unwrap_or(f64::NAN)))
    }

    pub(crate) fn texts<'a>(&self, name: &str, values: impl Iterator<Item = &'a str>) -> PyResult<()> {
        self.0.set_item(name, values.collect::<Vec<_>>())
    }

    /// The columns of a table. `of_sweep` are the names of those that depend on the sweep.
    pub(crate) fn table<T: record::Columns>(&self, rows: &[T], of_sweep: &[String]) -> PyResult<()> {
        for (place, Column { name, kind }) in record::columns_of::<T>(of_sweep).into_iter().enumerate() {
            let values = rows.iter().map(|row| row.value(place));
            let count = |value| if let Some(Value::Count(count)) = value { count } else { None };
            match kind {
                // A seed has all 64 bits.
                Kind::Count if name == "seed" => self.numbers(&name, values.filter_map(count))?,
                Kind::Count => self.optional(&name, values.map(count))?,
                Kind::Real => {
                    self.floats(
                        &name,
                        values.map(|value| if let Some(Value::Real(real)) = value { real } else { None }),
                    )?;
                }
                Kind::Flag => self.numbers(&name, values.map(|value| value == Some(Value::Flag(Some(true)))))?,
                Kind::Text => {
                    let text = |value| if let Some(Value::Text(Some(text))) = value { text } else { "" };
                    self.texts(&name, values.map(text))?;
                }
            }
        }
        Ok(())
    }
}

#[pymethods]
impl ResultsFolder {
    #[new]
    fn new(folder: PathBuf) -> PyResult<Self> {
        let results = store::read_checked(&folder).map_err(failure)?;
        Ok(Self { folder, results })
    }

    /// The folder.
    #[getter]
    fn folder(&self) -> PathBuf {
        self.folder.clone()
    }

    /// The name of the sweep.
    #[getter]
    fn name(&self) -> &str {
        &self.results.sweep.name
    }

    /// Number of trials on disk.
    #[getter]
    fn _count(&self) -> usize {
        self.results.trials.len()
    }

    /// Whether all trials are on disk.
    #[getter]
    fn complete(&self) -> bool {
        self.results.complete
    }

    /// The keys of all factors, which are columns of :attr:`trials`.
    #[getter]
    fn factors(&self) -> Vec<String> {
        self.results.sweep.factor_columns.clone()
    }

    /// The levels of each factor in the sweep, as they are written: `""` where it does not apply.
    #[getter]
    fn _levels(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut levels: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for stage in &self.results.sweep.stages {
            for point in &stage.points {
                for (factor, level) in stage.factors.iter().zip(point).filter(|(_, level)| !level.is_empty()) {
                    levels.entry(factor.key.as_str()).or_default().push(level.as_str());
                }
            }
        }
        levels
    }

    /// Name, number of the selected design point and its levels by key, of each stage.
    #[getter]
    #[allow(clippy::type_complexity)] // a list of tuples
    fn _stages(&self) -> Vec<(&str, Option<u64>, Option<Vec<(&str, &str)>>)> {
        let selected = |stage: &'_ evocube::experiment::record::StageSummary| {
            usize::try_from(stage.selected?).ok()?.checked_sub(1)
        };
        self.results
            .sweep
            .stages
            .iter()
            .map(|stage| {
                let levels = selected(stage).and_then(|point| stage.points.get(point)).map(|levels| {
                    let pairs = stage.factors.iter().zip(levels).filter(|(_, level)| !level.is_empty());
                    pairs.map(|(factor, level)| (factor.key.as_str(), level.as_str())).collect()
                });
                (stage.name.as_str(), stage.selected, levels)
            })
            .collect()
    }

    /// The configuration that leads the last stage with trials, as the ``[base]`` of a sweep file.
    #[getter]
    fn best_configuration(&self) -> Option<&str> {
        self.results.sweep.leader.as_ref().map(|leader| leader.toml.as_str())
    }

    /// The manifest, with the sweep.
    fn _manifest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = std::fs::read_to_string(self.folder.join(file::MANIFEST)).map_err(failure)?;
        to_python(py, &toml::Value::Table(text.parse().map_err(failure)?))
    }

    /// The columns of a table.
    fn _columns<'py>(&self, py: Python<'py>, table: &str) -> PyResult<Bound<'py, PyDict>> {
        let columns = Columns::new(py);
        let all = &self.results;
        match table {
            "trials" => columns.table(&all.trials, &all.sweep.factor_columns)?,
            "convergence" => {
                let sweep = store::read_sweep(&self.folder).map_err(failure)?;
                columns.table(&all.convergence, &sweep.log.observed_columns())?;
            }
            "elites" => self.elite_columns(&columns)?,
            "solutions" => columns.table(&all.solutions, &[])?,
            "fronts" => columns.table(&all.fronts, &[])?,
            "operators" => columns.table(&all.operators, &[])?,
            "baselines" => columns.table(&all.baselines, &[])?,
            "failures" => columns.table(&all.failures, &[])?,
            "timing" => columns.table(&all.timing, &[])?,
            _ => return Err(error(format!("there is no table {table}"))),
        }
        Ok(columns.0)
    }

    /// The tables of statistics as CSV, by their files' names.
    fn _statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tables = PyDict::new(py);
        for (name, text) in py.detach(|| with_own_threads(|| report::statistics_tables(&self.results))) {
            tables.set_item(name, PyBytes::new(py, &text))?;
        }
        Ok(tables)
    }

    /// The claims of the page as JSON.
    fn _claims(&self, py: Python<'_>) -> String {
        py.detach(|| with_own_threads(|| report::claims_json(&self.results)))
    }

    /// Draws one figure.
    fn _plot(&self, kind: String, options: Bound<'_, PyDict>) -> PyResult<Figure> {
        let figure = draw(&self.results, &kind, keywords::<Options>(&options)?)?;
        Ok(Figure { figure, source: (self.folder.clone(), kind, options.unbind()) })
    }

    /// Draws the report, into the folder itself, as it is then, or into ``out``, and returns its page.
    #[pyo3(signature = (out = None))]
    fn report(&self, py: Python<'_>, out: Option<PathBuf>) -> PyResult<PathBuf> {
        py.detach(|| {
            let Some(out) = out else {
                let observer = Interrupter::new(None);
                let say = |sentence: &str| observer.notice(sentence);
                let draw = || report::write_in_place(&self.folder, &say, store::read_checked);
                with_own_threads(draw).map_err(failure)?;
                return Ok(self.folder.join(report::PAGE));
            };
            if store::exists(&out.join(file::MANIFEST)).map_err(failure)? {
                return Err(error(format!("{} is a results folder: choose another one", out.display())));
            }
            with_own_threads(|| report::write(&self.results, &out)).map_err(failure)?;
            Ok(out.join(report::PAGE))
        })
    }

    /// Runs the recorded trials again. Returns whether all is identical, the number of trials, whether the run is complete, the changed
    /// files and the first different row: its table, trial, recorded line and new line.
    #[allow(clippy::type_complexity)] // a tuple for a named tuple
    fn _verify(
        &self,
        py: Python<'_>,
        trial: Option<u64>,
        threads: Option<usize>,
        executor: Option<Py<PyAny>>,
    ) -> PyResult<(bool, usize, bool, Vec<String>, Option<(&'static str, Option<u64>, String, String)>)> {
        let registry = &registry(py)?;
        let sweep = store::read_sweep_with(&self.folder, registry).map_err(failure)?;
        let observer = Interrupter::new(None);
        let is_several = trial.is_none() && self.results.trials.len() > 1;
        let place = Place::new(py, executor, &sweep, threads, is_several, &observer)?;
        let verdict = supervise(py, place.threads, &observer, None, place.service(), |execution| {
            store::restore_line_ends(&self.folder).map_err(failure)?;
            let results = store::read(&self.folder).map_err(failure)?;
            verify(&self.folder, &results, trial, registry, execution, &observer).map_err(failure)
        });
        place.close(py)?;
        let verdict = verdict?;
        let identical = verdict.is_identical();
        let difference = verdict.difference.map(|row| (row.file, row.trial, row.recorded, row.current));
        Ok((identical, verdict.trials, verdict.complete, verdict.changed_files, difference))
    }
}

impl ResultsFolder {
    fn elite_columns(&self, columns: &Columns<'_>) -> PyResult<()> {
        let compared = evocube::report::race::compare(&self.results);
        let point = |role: HeldOutRole| match role {
            HeldOutRole::Elite(point) => Some(point as u64 + 1),
            HeldOutRole::Base | HeldOutRole::Without(_) => None,
        };
        let elites: Vec<_> =
            compared.iter().filter_map(|comparison| Some((point(comparison.role)?, comparison))).collect();
        let differences = || elites.iter().map(|(_, comparison)| comparison.difference);
        let intervals = || differences().map(|all| all.and_then(|difference| difference.interval));
        columns.counts("point", elites.iter().map(|(point, _)| *point))?;
        columns.numbers("mean_cost", elites.iter().map(|(_, comparison)| comparison.mean))?;
        columns.counts("solved", elites.iter().map(|(_, comparison)| comparison.solved as u64))?;
        columns.floats("difference", differences().map(|all| all.map(|difference| difference.mean)))?;
        columns.floats("low", intervals().map(|all| all.map(|ends| ends.low)))?;
        columns.floats("high", intervals().map(|all| all.map(|ends| ends.high)))?;
        columns.floats("p", differences().map(|all| all.map(|difference| difference.p)))
    }
}
