//! [`Draws`]: random numbers for operators in Python; each row of a batch draws from its own stream. Algorithms draw from a generator of
//! NumPy, which `evocube._arguments` seeds.

use std::sync::{Mutex, MutexGuard, PoisonError};

use evocube::rng::CounterStream;
use numpy::PyArrayDyn;
use numpy::prelude::*;
use pyo3::prelude::*;

use crate::error::error;

/// Random numbers of an operator: each row draws from a stream of its own, so that a result depends on no other row.
#[pyclass(frozen, module = "evocube")]
pub(crate) struct Draws(Mutex<Vec<CounterStream>>);

impl Draws {
    pub(crate) fn new(streams: Vec<CounterStream>) -> Self {
        Self(Mutex::new(streams))
    }

    /// Returns the streams after all draws.
    pub(crate) fn streams(&self) -> MutexGuard<'_, Vec<CounterStream>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws `count` numbers for each row; without a count an array of one dimension.
    fn array<'py, T: numpy::Element>(
        &self,
        py: Python<'py>,
        count: Option<usize>,
        mut draw: impl FnMut(&mut CounterStream) -> T,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        let mut streams = self.streams();
        let rows = streams.len();
        let mut numbers = Vec::new();
        numbers.try_reserve_exact(rows.saturating_mul(count.unwrap_or(1))).map_err(error)?;
        for stream in streams.iter_mut() {
            numbers.extend((0..count.unwrap_or(1)).map(|_| draw(stream)));
        }
        let shape = count.map_or(vec![rows], |count| vec![rows, count]);
        numpy::PyArray1::from_vec(py, numbers).reshape(shape)
    }
}

#[pymethods]
impl Draws {
    /// Returns numbers from 0 (included) to 1 (excluded): one for each row, or ``count`` in each row.
    #[pyo3(signature = (count = None))]
    fn random<'py>(&self, py: Python<'py>, count: Option<usize>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        self.array(py, count, |stream| (stream.word() >> 11) as f64 / (1u64 << 53) as f64)
    }

    /// Returns whole numbers from 0 to ``high`` (excluded): one for each row, or ``count`` in each row.
    #[pyo3(signature = (high, count = None))]
    fn integers<'py>(&self, py: Python<'py>, high: u64, count: Option<usize>) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
        if high == 0 || i64::try_from(high).is_err() {
            return Err(error("integers: write a bound from 1"));
        }
        self.array(py, count, |stream| stream.below(high).cast_signed())
    }

    fn __len__(&self) -> usize {
        self.streams().len()
    }
}
