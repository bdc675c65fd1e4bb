//! Genomes as arrays of NumPy: 16-bit genes in C order as they are, all others converted by `evocube._genomes`. Also their evaluation in
//! blocks, in which a gene outside the alphabet is an error with its place.

use evocube::evaluation::{Evaluator, Fitness, Genomes, MAX_GENES};
use evocube::optimizer::OptimizerError;
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::error::error;

/// Genomes that are copied and evaluated together: few enough to stay in the second cache.
const BLOCK: usize = 512;

/// Returns genomes as rows of 16-bit numbers.
pub(crate) fn as_genomes<'py>(genomes: &Bound<'py, PyAny>, symbols: usize) -> PyResult<PyReadonlyArray2<'py, u16>> {
    if let Ok(array) = genomes.cast::<PyArray2<u16>>()
        && array.is_c_contiguous()
    {
        return array.try_readonly().map_err(error);
    }
    static FUNCTION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    FUNCTION.import(genomes.py(), "evocube._genomes", "as_genomes")?.call1((genomes, symbols))?.extract()
}

/// Evaluates the rows of an array; `write` receives the number of the first row of a block, and the fitness of its rows.
///
/// # Errors
/// If they are no genomes, there is not enough memory, or the objective fails.
pub(crate) fn evaluate(
    evaluator: &Evaluator,
    genes: &[u16],
    length: usize,
    write: &mut dyn FnMut(usize, &[Fitness]),
) -> Result<(), OptimizerError> {
    let symbols = evaluator.symbol_count();
    let last = u16::try_from(symbols - 1).expect("an alphabet has at most 65,535 symbols");
    if !(1..=MAX_GENES).contains(&length) {
        return Err(OptimizerError::Failed(format!("a genome has 1 to {MAX_GENES} genes, not {length}")));
    }
    let count = genes.len() / length;
    let size = BLOCK.min(count);
    let mut genomes = Genomes::new(size, length)?;
    let mut fitness = vec![Fitness::WORST; size];
    let which: Vec<u32> = (0..).take(size).collect();
    for first in (0..count).step_by(BLOCK) {
        let rows = size.min(count - first);
        let block = &genes[first * length..(first + rows) * length];
        if genomes.rows_mut().copy_genes(block) > last {
            let place = block.iter().position(|&gene| gene > last).unwrap_or(0);
            let (row, gene, symbol) = (first + place / length, place % length, block[place]);
            return Err(OptimizerError::Failed(format!(
                "genome {row}, gene {gene}: {symbol} is no symbol: the alphabet has {symbols} (0 to {last})"
            )));
        }
        evaluator.evaluate(genomes.rows(), &which[..rows], &mut fitness)?;
        write(first, &fitness[..rows]);
    }
    Ok(())
}
