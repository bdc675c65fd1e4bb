//! [`OffspringRows`]: rows of a next population, with genes and fitness. [`IslandContext::make`] fills them block by block, on several
//! threads if there are enough, and finds the best of them. What a block does is in `initialize` and `block`.

use std::ops::Range;

use crate::evaluation::{Fitness, RowsMut};
use crate::evolve::batch::BATCH_SIZE;
use crate::evolve::island_context::IslandContext;
use crate::evolve::population::Population;
use crate::evolve::tally::Tally;
use crate::optimizer::WorkerPool;
use evocube_cube::solver::Cancelled;

/// Rows of the next generation with their fitness, and the number of the first of them.
pub(super) struct OffspringRows<'a> {
    pub(super) first: usize,
    pub(super) rows: RowsMut<'a>,
    pub(super) fitness: &'a mut [Fitness],
}

impl<'a> OffspringRows<'a> {
    /// Returns the rows of a population at these indices, numbered from 0.
    fn new(population: &'a mut Population, places: Range<usize>) -> Self {
        let (rows, fitness) = population.parts_mut();
        let (rows, _) = rows.split_at(places.end);
        let (_, rows) = rows.split_at(places.start);
        Self { first: 0, rows, fitness: &mut fitness[places] }
    }

    /// Applies `work` to blocks of at most [`BATCH_SIZE`] rows and merges their results. The blocks run on the threads of the
    /// pool if there are enough rows. The first error in the order of rows is returned.
    fn make(
        self,
        pool: &WorkerPool,
        work: &(impl Fn(OffspringRows<'_>) -> Result<Tally, Cancelled> + Sync),
    ) -> Result<Tally, Cancelled> {
        let rows = self.fitness.len();
        if pool.is_parallel(rows) {
            pool.run(rows, || self.work_in_blocks(true, work))
        } else {
            self.work_in_blocks(false, work)
        }
    }

    fn work_in_blocks(
        self,
        parallel: bool,
        work: &(impl Fn(OffspringRows<'_>) -> Result<Tally, Cancelled> + Sync),
    ) -> Result<Tally, Cancelled> {
        let count = self.fitness.len();
        if count <= BATCH_SIZE {
            return work(self);
        }
        let half = (count / 2).next_multiple_of(BATCH_SIZE);
        let (rows, other_rows) = self.rows.split_at(half);
        let (fitness, other_fitness) = self.fitness.split_at_mut(half);
        let first = OffspringRows { first: self.first, rows, fitness };
        let second = OffspringRows { first: self.first + half, rows: other_rows, fitness: other_fitness };
        if parallel {
            let (first, second) =
                rayon::join(|| first.work_in_blocks(true, work), || second.work_in_blocks(true, work));
            return Ok(first?.merge(second?));
        }
        Ok(first.work_in_blocks(false, work)?.merge(second.work_in_blocks(false, work)?))
    }
}

impl IslandContext<'_> {
    /// Makes rows of a population in blocks by `work`. After the first genome that the budget leaves out no block is made. Returns the
    /// results with the index of the best individual; a cut generation has none.
    pub(super) fn make(
        &self,
        population: &mut Population,
        places: Range<usize>,
        work: &(impl Fn(OffspringRows<'_>) -> Result<Tally, Cancelled> + Sync),
    ) -> Result<Tally, Cancelled> {
        let rows = OffspringRows::new(population, places.clone());
        let mut tally = match self.budget {
            None => rows.make(self.pool, work)?,
            Some(budget) => {
                let left = budget.left();
                let work = |part: OffspringRows<'_>| if budget.is_cut() { Ok(Tally::NONE) } else { work(part) };
                let tally = rows.make(WorkerPool::SEQUENTIAL, &work)?;
                Tally { evaluated: left - budget.left(), ..tally }
            }
        };
        if !self.is_cut() {
            // The first row of the best block becomes the best row in it.
            let (least, block) = tally.best;
            let block = places.start + block;
            let offset = population.fitness()[block..].iter().position(|&fitness| fitness == least);
            tally.best.1 = block + offset.unwrap_or(0);
        }
        Ok(tally)
    }
}

/// Returns the number of a row as that of a stream.
#[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
pub(super) fn number(row: usize) -> u32 {
    row as u32
}
