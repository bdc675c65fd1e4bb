//! The plan of a sweep as columns, single trials for tuners, and a sweep as text for the command line, for Python. No results folder is
//! written.

use std::time::Instant;

use evocube::experiment::plan::Plan;
use evocube::experiment::single;
use evocube::experiment::sweep::{Overrides, Sweep};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::conversion::convert;
use crate::error::{error, failure};
use crate::interrupter::Interrupter;
use crate::keywords::cost_named;
use crate::results::Columns;
use crate::supervise::supervise;
use crate::sweep::{self, components_of};

/// Returns the index of the instance with a name.
fn instance_named(sweep: &Sweep, name: Option<&str>) -> PyResult<usize> {
    let Some(name) = name else { return Ok(0) };
    sweep.instances.iter().position(|instance| instance.name == name).ok_or_else(|| {
        let names: Vec<&str> = sweep.instances.iter().map(|instance| instance.name.as_str()).take(5).collect();
        let more = if sweep.instances.len() > 5 { " …" } else { "" };
        error(format!("the sweep has no instance \"{name}\": expected {}{more}", names.join(", ")))
    })
}

/// Runs a trial of `[base]` with some keys changed. Returns its values by name.
#[pyfunction]
pub(crate) fn trial<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = sweep::read)] sweep: Sweep,
    settings: Bound<'py, PyDict>,
    seed: u64,
    instance: Option<&str>,
    cost: Option<&str>,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let mut overrides = Overrides::default();
    for (key, value) in settings {
        let setting = format!("{key}={}", convert(&value, 0)?);
        overrides.set("", &setting).map_err(error)?;
    }
    let point = sweep.configure(&overrides).map_err(failure)?;
    let (instance, cost) = (instance_named(&sweep, instance)?, cost_named(cost)?.unwrap_or_default());
    let begin = Instant::now();
    let observer = Interrupter::new(None);
    let single = supervise(py, Some(threads), &observer, None, None, |execution| {
        single::run(&sweep, point, instance, seed, cost, execution, &observer).map_err(failure)
    })?;
    let values = PyDict::new(py);
    let outcome = &single.record.outcome;
    values.set_item("cost", single.cost)?;
    values.set_item("instance", &sweep.instances[instance].name)?;
    values.set_item("seed", seed)?;
    values.set_item("best", outcome.best)?;
    values.set_item("solved", outcome.solved)?;
    values.set_item("reached", outcome.reached)?;
    values.set_item("stop", &*outcome.stop)?;
    values.set_item("evaluations", outcome.evolution.map(|counts| counts.evaluations))?;
    values.set_item("htm", outcome.htm)?;
    values.set_item("qtm", outcome.qtm)?;
    values.set_item("evaluations_to_reach", outcome.evaluations_to_reach)?;
    values.set_item("moves", &single.record.solution.moves)?;
    values.set_item("seconds", begin.elapsed().as_secs_f64())?;
    let logged = Columns::new(py);
    logged.table(&single.record.convergence, &sweep.log.observed_columns())?;
    values.set_item("logged", logged.into_dict())?;
    Ok(values)
}

/// The planned trials of a sweep as columns; those that depend on selections are the most that there can be.
#[pyfunction]
pub(crate) fn plan<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = sweep::read)] sweep: Sweep,
) -> PyResult<(Bound<'py, PyDict>, bool)> {
    let plan = Plan::new(&sweep);
    let rows = || plan.trials();
    let columns = Columns::new(py);
    columns.counts("trial", rows().map(|trial| trial.id))?;
    columns.texts("stage", rows().map(|trial| sweep.stages[trial.stage].name.as_str()))?;
    columns.counts("point", rows().map(|trial| trial.point as u64 + 1))?;
    for key in sweep.factor_keys() {
        let mut levels = Vec::new();
        for stage in &sweep.stages {
            let place = stage.factors.iter().position(|factor| factor.key == *key);
            let level =
                |point: usize| place.and_then(|place| stage.texts_of(point)[place].as_deref().map(str::to_owned));
            levels.push((0..stage.points()).map(|point| level(point).unwrap_or_default()).collect::<Vec<_>>());
        }
        columns.texts(key, rows().map(|trial| levels[trial.stage][trial.point].as_str()))?;
    }
    columns.texts("instance", rows().map(|trial| trial.instance_of(&sweep).name.as_str()))?;
    columns.counts("repetition", rows().map(|trial| trial.repetition))?;
    columns.numbers("seed", rows().map(|trial| trial.seed))?;
    Ok((columns.into_dict(), plan.is_bound()))
}

/// The text of a sweep file, with the defaults, for the command line, and the registered components that it names.
#[pyfunction]
pub(crate) fn sweep_text(#[pyo3(from_py_with = sweep::read)] sweep: Sweep) -> PyResult<(String, Vec<String>)> {
    Ok((toml::to_string(&sweep.to_table()).map_err(error)?, components_of(&sweep)))
}
