//! Races from Python.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use evocube::experiment::cost::Cost;
use evocube::experiment::race::{self as racing, HeldOut, RaceObserver, RaceOptions};
use evocube::solver::Cancellation;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::conversion;
use crate::error::{error, failure};
use crate::run::{Interrupter, execution, opening, supervised};

/// Counts the trials of a race.
struct Counter<'a> {
    interrupter: &'a Interrupter,
    budget: usize,
    done: AtomicUsize,
}

impl RaceObserver for Counter<'_> {
    fn trial(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.interrupter.report("race", self.budget, done, 0);
    }

    fn recorded(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.interrupter.is_ended()
    }

    fn cancellation(&self) -> Cancellation {
        self.interrupter.cancellation()
    }
}

#[pyfunction]
#[pyo3(signature = (sweep, budget, out = None, *, cost = "penalty", held_out = 100, mode = "resume", threads = None, progress = None))]
#[allow(clippy::too_many_arguments)] // keywords of Python
pub(crate) fn race<'py>(
    py: Python<'py>,
    sweep: &Bound<'py, PyAny>,
    budget: u64,
    out: Option<PathBuf>,
    cost: &str,
    held_out: u32,
    mode: &str,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let sweep = conversion::sweep(sweep)?;
    let cost = match cost {
        "penalty" => Cost::Penalty,
        "evaluations" => Cost::Evaluations,
        _ => return Err(error(format!("cost: \"{cost}\" is not one of penalty, evaluations"))),
    };
    if held_out > 100_000 {
        return Err(error("held_out: write a number from 0 to 100000"));
    }
    let opening = opening(mode)?;
    let folder = out.unwrap_or_else(|| Path::new("results").join(format!("{}-race", sweep.name)));
    let interrupter = Interrupter::new(progress);
    let observer = Counter {
        interrupter: &interrupter,
        budget: usize::try_from(budget).unwrap_or(usize::MAX),
        done: AtomicUsize::new(0),
    };
    let options = RaceOptions { budget, cost, held_out };
    let report = supervised(py, &interrupter, || {
        execution(threads, None, |execution| {
            racing::run(&sweep, options, &folder, opening, execution, &observer).map_err(failure)
        })
    })?;
    let document = PyDict::new(py);
    document.set_item("folder", &folder)?;
    document.set_item("trials", report.trials)?;
    document.set_item("keys", &report.keys)?;
    document.set_item("best", &report.toml)?;
    let elite = |elite: &racing::Elite| {
        (elite.configuration, elite.settings.clone(), elite.tests, elite.mean_cost, elite.median_cost)
    };
    document.set_item("elites", report.elites.iter().map(elite).collect::<Vec<_>>())?;
    let row = |row: &racing::IterationRow| {
        (row.iteration, row.configurations, row.elites, row.tests, row.trials, row.survivors, row.best, row.mean_cost)
    };
    document.set_item("iterations", report.iterations.iter().map(row).collect::<Vec<_>>())?;
    if let Some(held) = &report.held_out {
        let table = PyDict::new(py);
        for (name, costs, solved) in
            [("base", &held.base, held.solved[0]), ("selected", &held.selected, held.solved[1])]
        {
            let (median, interval) = HeldOut::median(costs);
            let interval = interval.map(|ends| (ends.low, ends.high));
            table.set_item(name, (costs.clone(), median, interval, solved))?;
        }
        table.set_item("p", held.p())?;
        table.set_item("a12", held.a12())?;
        document.set_item("held_out", table)?;
    }
    Ok(document)
}
