//! Observers written in Python: a function that receives a logged generation and returns values for further columns. Its random draws are
//! undone.

use evocube::evaluation::{Fitness, Gene};
use evocube::experiment::interpreter::TrialIdentity;
use evocube::optimizer::{LoggedGeneration, Observe};
use evocube::solver::Cancelled;
use numpy::PyArray1;
use numpy::prelude::*;
use pyo3::prelude::*;

use super::function::Function;
use super::operators::{array, fitness_arrays};
use super::stop_rule::progress;
use crate::cancellation::cancelled;
use crate::error::error;
use crate::interrupter::TRIAL;

/// A function of a logged generation, with the names of its values.
pub(super) struct Observer {
    pub(super) function: Function,
    pub(super) columns: Vec<String>,
}

impl Observer {
    /// Reads a number for each column; `None` is a missing one.
    fn read(&self, value: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
        let numpy = value.py().import("numpy")?;
        let numbers = numpy.call_method1("asarray", (value, "float64")).and_then(|array| {
            let array = array.call_method0("ravel")?;
            array.cast::<PyArray1<f64>>()?.to_vec().map_err(error)
        });
        numbers
            .ok()
            .filter(|numbers| numbers.len() == self.columns.len())
            .ok_or_else(|| error(format!("expected a number for {}, found {value}", self.columns.join(" and for "))))
    }
}

impl Observe for Observer {
    fn columns(&self) -> Vec<String> {
        self.columns.clone()
    }

    fn observe(&self, generation: &LoggedGeneration<'_>, values: &mut [f64]) -> Result<(), Cancelled> {
        let individuals: Vec<_> = generation.individuals().collect();
        let genomes: Vec<&[Gene]> = individuals.iter().map(|individual| individual.genome).collect();
        let fitness: Vec<Fitness> = individuals.iter().map(|individual| individual.fitness).collect();
        let islands: Vec<usize> = individuals.iter().map(|individual| individual.island).collect();
        let moves = generation.moves(&generation.best());
        let observed = Python::attach(|py| {
            let (penalties, genes) = fitness_arrays(py, &fitness);
            let genomes = array(py, &genomes, genomes[0].len())?;
            let islands = PyArray1::from_vec(py, islands);
            let names = generation.symbols.to_vec();
            let population = py.import("evocube._arguments")?.getattr("Population")?;
            // Number 0 where no trial runs, such as in a landscape.
            let TrialIdentity { number, seed, levels } = TRIAL.with_borrow(Clone::clone).unwrap_or_default();
            let population =
                population.call1((penalties, genes, genomes, islands, names, moves, number, seed, levels))?;
            let arguments = (population, progress(py, &generation.generation)?);
            // A logged generation changes no result.
            let generators = py.import("evocube._random")?;
            let before = generators.call_method0("state")?;
            let values = self.function.call(py, arguments, |value| self.read(&value))?;
            generators.call_method1("set_state", (before,))?;
            Ok(values)
        });
        values.copy_from_slice(&observed.map_err(cancelled)?);
        Ok(())
    }
}
