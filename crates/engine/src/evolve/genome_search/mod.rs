//! Algorithms on the genomes of the genetic algorithm, with the same alphabet, evaluation, budget and log.
//!
//! An algorithm has two types: its settings, a [`GenomeAlgorithm`], and the state of a run, a [`Search`].
//! [`GenomeSearch`] does what is common to all: it ends a run, logs it, keeps the best genome and saves checkpoints.
//! Algorithms that move from one genome to the next implement `walk::Walk`; the others have a population.

mod chc;
mod descriptor;
mod hill_climbing;
mod iterated_local_search;
mod late_acceptance;
#[cfg(test)]
mod laws;
mod map_elites;
mod mu_lambda;
mod neighborhood;
mod one_plus_one;
mod optimizer;
mod pbil;
mod random_search;
mod randomized_local_search;
mod simulated_annealing;
mod space;
mod standard_mutation;
mod umda;
mod walk;

use std::collections::TryReserveError;
use std::fmt::Debug;
use std::ops::Range;

use serde::{Deserialize, Serialize};

pub use chc::Chc;
pub use descriptor::Descriptor;
pub use hill_climbing::{HillClimbing, Pivot};
pub use iterated_local_search::IteratedLocalSearch;
pub use late_acceptance::LateAcceptance;
pub use map_elites::{Descriptors, MapElites};
pub use mu_lambda::{GenomeSurvival, MuLambda};
pub use one_plus_one::OnePlusOne;
pub use optimizer::GenomeSearch;
pub use pbil::Pbil;
pub use random_search::RandomSearch;
pub use randomized_local_search::RandomizedLocalSearch;
pub use simulated_annealing::{CoolingSchedule, SimulatedAnnealing};
pub use umda::Umda;

pub(super) use self::descriptor::PieceTable;
use self::space::Space;
use super::island_state::Best;
use super::mutation::Mutation;
use super::population::Population;
use crate::bounded::bounded;
use crate::evaluation::{Evaluator, Fitness, Gene, RowsMut};
use crate::optimizer::Individuals;
use evocube_cube::rng::Seed;

bounded! { integers:
    /// Number of independent walks.
    Walks, "runs" 1..=100_000;
}

impl Default for Walks {
    fn default() -> Self {
        Self::new(1)
    }
}

/// The settings of an algorithm on genomes.
pub trait GenomeAlgorithm: Debug + Send + Sync {
    /// Returns the name of the algorithm for messages, as it stands within a sentence.
    fn title(&self) -> &'static str;

    /// Returns whether the algorithm has the key `population`.
    fn has_population(&self) -> bool {
        false
    }

    /// Returns why the key `mutation` has no effect on the algorithm; `None` if it makes the candidates.
    fn why_no_mutation(&self) -> Option<&'static str>;

    /// Checks that the settings are compatible with the key `mutation`, or with its absence.
    ///
    /// # Errors
    /// A message that names the setting without effect.
    fn check_mutation(&self, has_mutation: bool) -> Result<(), String> {
        let _ = has_mutation;
        Ok(())
    }

    /// Returns the number of offspring of a generation, with a population of this size.
    fn offspring(&self, population: usize) -> usize;

    /// Checks that the settings are compatible with the pieces of the puzzle and the number of genes.
    ///
    /// # Errors
    /// A message that names the invalid settings.
    fn check(&self, pieces: &PieceTable, length: usize) -> Result<(), String> {
        let _ = (pieces, length);
        Ok(())
    }

    /// Returns the state of a run before its initial generation.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn begin(&self, inputs: &Inputs<'_>) -> Result<Box<dyn Search>, TryReserveError>;
}

/// Inputs of a run.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    pub(super) evaluator: &'a Evaluator,
    pub(super) space: Space,
    /// The mutation that makes candidates; `None` for the change of the algorithm.
    pub(super) mutation: Option<&'a Mutation>,
    /// The pieces of the puzzle, for descriptors.
    pub(super) pieces: &'a PieceTable,
    /// Genomes that the run begins with.
    pub(super) seeds: &'a [Vec<Gene>],
    /// The key `population`.
    pub(super) population: usize,
    pub(super) seed: Seed,
}

/// Number of genomes that are evaluated before the next are made, so that they stay in the first-level cache.
const BLOCK: u32 = 256;

impl Inputs<'_> {
    /// Makes, evaluates and counts all individuals of a population. `make` receives the number of each.
    #[inline]
    fn breed(&self, population: &mut Population, totals: &mut Totals, mut make: impl FnMut(u32, &mut [Gene])) {
        self.breed_blocks(population, totals, |block, rows| {
            block.for_each(|row| make(row, rows.genome_mut(row as usize)));
        });
    }

    /// Makes, evaluates and counts all individuals of a population. `make` receives the numbers of a block, and all rows.
    #[inline]
    fn breed_blocks(
        &self,
        population: &mut Population,
        totals: &mut Totals,
        mut make: impl FnMut(Range<u32>, &mut RowsMut<'_>),
    ) {
        let size = u32::try_from(population.size()).expect("populations are smaller than 2^32");
        for first in (0..size).step_by(BLOCK as usize) {
            let block = first..size.min(first + BLOCK);
            let (mut rows, fitness) = population.parts_mut();
            make(block.clone(), &mut rows);
            let numbers: Vec<u32> = block.clone().collect();
            self.evaluator.evaluate(rows.as_rows(), &numbers, fitness);
            totals.count_block(population, first as usize..block.end as usize);
        }
    }

    /// Fills a population with random genomes, as the genetic algorithm does; each generation draws others. The first generation
    /// begins with the seeds.
    fn initialize(&self, population: &mut Population, generation: u64, totals: &mut Totals) {
        let key = self.seed.child("initialize").key(generation);
        let seeds = if generation == 0 { self.seeds } else { &[] };
        self.breed_blocks(population, totals, |block, rows| {
            self.space.randomize_rows(rows, block.start as usize..block.end as usize, key, self.evaluator.kernel());
            for row in block {
                let Some(seed) = seeds.get(row as usize) else { break };
                self.space.plant(rows.genome_mut(row as usize), seed, &mut key.stream(row));
            }
        });
    }

    /// Restores a population of the same size. Returns `false` if the genes are not of such a one.
    fn restore(&self, population: &mut Population, genes: &[Gene]) -> bool {
        let size = population.size();
        population.restore(genes, size, self.evaluator) && population.size() == size
    }
}

/// The state of a run between two generations.
pub trait Search {
    /// Makes the generation of this number; 0 is the initial one.
    fn step(&mut self, inputs: &Inputs<'_>, totals: &mut Totals, generation: u64);

    /// Returns the present individuals.
    fn population(&self) -> &Population;

    /// Returns the state for a checkpoint.
    fn save(&self) -> Vec<u8>;

    /// Restores a saved state. Returns `false` if it is not of this run; the search must then be dropped.
    fn restore(&mut self, inputs: &Inputs<'_>, saved: &[u8]) -> bool;
}

/// Counters of a run, and its best genome.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Totals {
    evaluations: u64,
    offspring: u64,
    restarts: u64,
    best: Best,
}

impl Totals {
    const NONE: Self = Self { evaluations: 0, offspring: 0, restarts: 0, best: Best::NONE };

    /// Counts an individual that was evaluated.
    #[inline]
    fn count<'a>(&mut self, fitness: Fitness, genome: impl FnOnce() -> &'a [Gene]) {
        self.evaluations += 1;
        self.offspring += 1;
        if fitness < self.best.fitness {
            self.best.record(genome(), fitness);
        }
    }

    /// Counts individuals of a population that were evaluated.
    #[inline]
    fn count_block(&mut self, population: &Population, block: Range<usize>) {
        self.evaluations += block.len() as u64;
        self.offspring += block.len() as u64;
        let (first, fitness) = (block.start, &population.fitness()[block]);
        let least = fitness.iter().copied().fold(Fitness::WORST, Fitness::min);
        // The first of equals is the best.
        if least < self.best.fitness
            && let Some(row) = fitness.iter().position(|&fitness| fitness == least)
        {
            self.best.record(population.genome(first + row), least);
        }
    }
}

/// A population in one group.
impl Individuals for Population {
    fn groups(&self) -> usize {
        1
    }

    fn fitness(&self, _: usize) -> &[Fitness] {
        Self::fitness(self)
    }

    fn distinct(&self) -> usize {
        Self::distinct(self)
    }

    fn genome(&self, _: usize, individual: usize) -> &[Gene] {
        Self::genome(self, individual)
    }
}
