//! The module `evocube._evocube`: states, evaluation, sweeps and results for Python. The package `evocube` adds data frames,
//! documentation and types.

mod conversion;
mod cube;
mod error;
mod evaluator;
mod extension;
mod figure;
mod results;
mod run;

use pyo3::prelude::*;

/// The compiled part of the package.
#[pymodule]
mod _evocube {
    #[pymodule_export]
    use crate::cube::{Cube, Solution, invert, length, simplify};
    #[pymodule_export]
    use crate::evaluator::{Alphabet, Evaluator};
    #[pymodule_export]
    use crate::extension::{Draws, register};
    #[pymodule_export]
    use crate::figure::Figure;
    #[pymodule_export]
    use crate::results::ResultsFolder;
    #[pymodule_export]
    use crate::run::race;
    #[pymodule_export]
    use crate::run::run;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
