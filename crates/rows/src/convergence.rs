//! [`ConvergenceRow`]: a row of `convergence.csv`. [`is_on_grid`] and [`next_on_grid`]: the generations that every trial logs, beside
//! improvements and its last generation. The keys of `logging` add others; `recorder` makes the rows.

use serde::{Deserialize, Serialize};

use super::columns::row;
use super::reader::{TableError, TableReader};

row! {
    /// A row of `convergence.csv`: one generation of one trial, over the whole population.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct ConvergenceRow {
        /// The trial's number.
        pub trial: u64,
        /// 0 is the initial population.
        pub generation: u64,
        /// Genomes evaluated so far.
        pub evaluations: u64,
        /// Lowest penalty in the population.
        pub best: u64,
        /// Highest penalty.
        pub worst: u64,
        /// Mean penalty.
        pub mean: f64,
        /// (best + worst) / 2, which B. L. Sousa's paper calls the mean.
        pub midrange: f64,
        /// Standard deviation of the penalties (sum of squares divided by the population size).
        pub std: f64,
        /// Number of different genomes.
        pub distinct: u64,
        /// Recombined offspring of this generation with a lower penalty than their parents' mean.
        pub children_better: u64,
        /// Recombined offspring with a higher penalty than their parents' mean.
        pub children_worse: u64,
        /// Restarts so far.
        pub restarts: u64,
        /// Values of the registered observers, in the order of their columns.
        pub observed: Vec<Option<f64>>,
    }
}

impl ConvergenceRow {
    /// Reads the logged generations of a table, with the values of observers: of each trial the first and the last one, every n-th in
    /// between, and those in which its best so far improves. `capacity` is the expected number of rows.
    ///
    /// # Errors
    /// If the table cannot be read, or a row is malformed.
    pub fn every(mut table: TableReader, n: usize, capacity: usize) -> Result<Vec<Self>, TableError> {
        let mut rows = Vec::with_capacity(capacity);
        let (mut trial, mut place, mut best, mut left_out) = (None, 0, 0, None);
        while let Some(row) = table.next_row::<Self>(0)? {
            let is_first = trial.replace(row.trial) != Some(row.trial);
            if is_first {
                rows.extend(left_out.take());
            }
            let improves = is_first || row.best < best;
            place = if is_first { 0 } else { place + 1 };
            best = if improves { row.best } else { best };
            if improves || place % n == 0 {
                left_out = None;
                rows.push(row);
            } else {
                left_out = Some(row);
            }
        }
        rows.extend(left_out);
        Ok(rows)
    }

    /// Returns the evaluations and the lowest penalty.
    pub fn step(&self) -> (u64, u64) {
        (self.evaluations, self.best)
    }
}

/// Returns whether a generation is on the grid of the default log: 0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150 …
pub fn is_on_grid(generation: u64) -> bool {
    let mut digits = generation;
    while digits >= 10 && digits.is_multiple_of(10) {
        digits /= 10;
    }
    matches!(digits, 0 | 1 | 2 | 3 | 5 | 7 | 15)
}

/// Returns whether a generation is logged whether it improves or not: on the grid, or a multiple of `every`.
pub fn is_logged(generation: u64, every: Option<u64>) -> bool {
    is_on_grid(generation) || every.is_some_and(|every| generation.is_multiple_of(every))
}

/// Returns the next generation on the grid after this one; `u64::MAX` if there is none.
pub fn next_on_grid(generation: u64) -> u64 {
    let unit = generation.checked_ilog10().map_or(1, |digits| 10_u64.pow(digits));
    let units = |count: u64| unit.saturating_mul(count);
    // Before 10 a unit and a half is a unit.
    let numbers = [unit, unit + unit / 2, units(2), units(3), units(5), units(7), units(10)];
    numbers.into_iter().find(|&number| number > generation).unwrap_or(u64::MAX)
}
