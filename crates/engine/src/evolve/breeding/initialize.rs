//! Given or random genomes with their fitness: those of the first generation, of restarts and of random immigrants.

use std::ops::Range;

use super::rows::{OffspringRows, number};
use crate::evaluation::Gene;
use crate::evolve::batch::BATCH_SIZE;
use crate::evolve::island_context::IslandContext;
use crate::evolve::population::Population;
use crate::evolve::tally::Tally;
use evocube_cube::rng::Key;
use evocube_cube::solver::Cancelled;

impl IslandContext<'_> {
    /// Fills the population at these indices with the genomes of `seeds`, then with random ones, and evaluates them. Each genome has
    /// its own stream.
    pub(in crate::evolve) fn initialize(
        &self,
        population: &mut Population,
        places: Range<usize>,
        key: Key,
        seeds: &[Vec<Gene>],
    ) -> Result<Tally, Cancelled> {
        let symbols = self.symbols;
        self.make(population, places, &|mut part: OffspringRows<'_>| {
            let (count, first) = (part.fitness.len(), part.first);
            let kernel = self.evaluator.kernel();
            symbols.randomize_rows(&mut part.rows, 0..count, self.initial, (key, number(first)), kernel);
            for row in 0..count {
                let (genome, strategy) = part.rows.genome_and_parameters_mut(row);
                strategy.fill(Gene(0));
                if let Some(seed) = seeds.get(first + row) {
                    symbols.plant(genome, seed, &mut key.stream(number(first + row)));
                }
            }
            let all: [u32; BATCH_SIZE] = std::array::from_fn(number);
            let (all, count) =
                self.budget.map_or((&all[..count], count), |budget| budget.take_rows(&all[..count], count));
            self.evaluator.evaluate(part.rows.as_rows(), all, part.fitness)?;
            Ok(Tally::of_rows(first, &part.fitness[..count], all.len()))
        })
    }
}
