//! The compiled module `evocube._evocube`: a list of what the files of this folder export to Python. The package `evocube` around it adds
//! data frames, exceptions, executors, the registration of components, options of the command, and types.

mod answer;
mod cancellation;
mod command;
mod conversion;
mod cube;
mod error;
mod evaluator;
mod executor;
mod extension;
mod figure;
mod genomes;
mod interpreter;
mod interrupter;
mod keywords;
mod results;
mod run;
mod supervise;
mod sweep;
mod threads;
mod trial;

use pyo3::prelude::*;

/// The compiled part of the package.
#[pymodule]
mod _evocube {
    #[pymodule_export]
    use crate::answer::answer;
    #[pymodule_export]
    use crate::command::command;
    #[pymodule_export]
    use crate::cube::{Cube, Solution, invert, length, simplify};
    #[pymodule_export]
    use crate::evaluator::{Alphabet, Evaluator};
    #[pymodule_export]
    use crate::extension::{Draws, check_component};
    #[pymodule_export]
    use crate::figure::Figure;
    #[pymodule_export]
    use crate::results::ResultsFolder;
    #[pymodule_export]
    use crate::run::{merge, race, run};
    #[pymodule_export]
    use crate::trial::{plan, sweep_text, trial};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
