//! Stop rules written in Python: a function that receives the penalties and the progress of a generation, and returns whether the run ends.
//! They are registered by names in the parent module. Observers receive the same [`progress`].

use evocube::optimizer::{Generation, StopRule};
use evocube::solver::Cancelled;
use numpy::PyArray1;
use pyo3::prelude::*;

use super::function::Function;
use crate::cancellation::cancelled;

/// A function of the penalties of a generation and of the progress of the run.
pub(super) struct Rule(pub(super) Function);

impl StopRule for Rule {
    fn is_met(&self, generation: &Generation<'_>) -> Result<bool, Cancelled> {
        let groups = 0..generation.individuals.groups();
        let fitness = groups.flat_map(|group| generation.individuals.fitness(group));
        let penalties: Vec<u32> = fitness.map(|fitness| fitness.penalty()).collect();
        let is_met = Python::attach(|py| {
            let arguments = (PyArray1::from_vec(py, penalties), progress(py, generation)?);
            self.0.call(py, arguments, |result| result.is_truthy())
        });
        is_met.map_err(cancelled)
    }
}

/// Returns the progress of a run as an object.
pub(super) fn progress<'py>(py: Python<'py>, generation: &Generation<'_>) -> PyResult<Bound<'py, PyAny>> {
    let progress = generation.progress;
    let numbers = (progress.generations, progress.evaluations, progress.best, progress.stagnation, generation.restarts);
    py.import("evocube._arguments")?.getattr("Progress")?.call1(numbers)
}
