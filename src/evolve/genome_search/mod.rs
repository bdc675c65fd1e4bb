//! Algorithms on the genomes of the genetic algorithm, with the same alphabet, evaluation, budget and log.
//!
//! An algorithm is its settings, a [`GenomeAlgorithm`], and the state of a run, a [`Search`]. [`GenomeSearch`] holds what all of
//! them share: the end of a run, the log, the best genome and the checkpoint. Algorithms that move from one genome to the next
//! are a `walk`; the others have a population.

mod chc;
mod hill_climbing;
mod iterated_local_search;
mod late_acceptance;
#[cfg(test)]
mod laws;
mod mu_lambda;
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

use serde::{Deserialize, Serialize};

pub use chc::Chc;
pub use hill_climbing::{HillClimbing, Pivot};
pub use iterated_local_search::IteratedLocalSearch;
pub use late_acceptance::LateAcceptance;
pub use mu_lambda::{GenomeSurvival, MuLambda};
pub use one_plus_one::OnePlusOne;
pub use optimizer::GenomeSearch;
pub use pbil::Pbil;
pub use random_search::RandomSearch;
pub use randomized_local_search::RandomizedLocalSearch;
pub use simulated_annealing::{Schedule, SimulatedAnnealing};
pub use umda::Umda;

use self::space::Space;
use super::island_state::Best;
use super::population::Population;
use crate::bounded::bounded;
use crate::evaluation::{Evaluator, Fitness, Gene};
use crate::optimizer::Individuals;
use crate::rng::Seed;

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
    /// Returns the name of the algorithm in sentences.
    fn title(&self) -> &'static str;

    /// Returns the keys of the genetic algorithm that it has, too.
    fn shared_keys(&self) -> &'static [&'static str] {
        &["genome"]
    }

    /// Returns the number of individuals that it makes in a generation, with a population of this size.
    fn offspring(&self, population: usize) -> usize;

    /// Checks that the settings go together.
    ///
    /// # Errors
    /// A message, if they do not.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// Begins a run: no generation is made yet.
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
    /// The key `population`.
    pub(super) population: usize,
    pub(super) seed: Seed,
}

/// Genomes that are evaluated before the next are made, so that they stay in the nearest cache.
const BLOCK: u32 = 256;

impl Inputs<'_> {
    /// Makes all individuals of a population, each by its number, and evaluates and counts them.
    #[inline]
    fn breed(&self, population: &mut Population, tally: &mut Tally, mut make: impl FnMut(u32, &mut [Gene])) {
        let size = u32::try_from(population.size()).expect("populations are smaller than 2^32");
        for first in (0..size).step_by(BLOCK as usize) {
            let block: Vec<u32> = (first..size.min(first + BLOCK)).collect();
            let (mut rows, fitness) = population.parts_mut();
            block.iter().for_each(|&row| make(row, rows.genome_mut(row as usize)));
            self.evaluator.evaluate(rows.as_rows(), &block, fitness);
            for row in block {
                tally.count(population.genome(row as usize), population.fitness()[row as usize]);
            }
        }
    }

    /// Draws a population at random, as the genetic algorithm initializes its own, for the generation of this number.
    fn initialize(&self, population: &mut Population, generation: u64, tally: &mut Tally) {
        let key = self.seed.child("initialize").key(generation);
        self.breed(population, tally, |row, genome| self.space.randomize(genome, &mut key.stream(row)));
    }

    /// Restores a population of a size that does not change. Returns `false` if the genes are not of one.
    fn restore(&self, population: &mut Population, genes: &[Gene]) -> bool {
        let size = population.size();
        population.restore(genes, size, self.evaluator) && population.size() == size
    }
}

/// The state of a run between two generations.
pub trait Search {
    /// Makes a generation; number 0 is the initial one.
    fn step(&mut self, inputs: &Inputs<'_>, tally: &mut Tally, generation: u64);

    /// Returns the present individuals.
    fn population(&self) -> &Population;

    /// Returns the state for a checkpoint.
    fn save(&self) -> Vec<u8>;

    /// Restores a saved state. Returns `false` if it is not one of this run.
    fn restore(&mut self, inputs: &Inputs<'_>, saved: &[u8]) -> bool;
}

/// Sums over a run, and its best genome.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tally {
    evaluations: u64,
    offspring: u64,
    restarts: u64,
    best: Best,
}

impl Tally {
    const NONE: Self = Self { evaluations: 0, offspring: 0, restarts: 0, best: Best::NONE };

    /// Counts an individual that was evaluated.
    #[inline]
    fn count(&mut self, genome: &[Gene], fitness: Fitness) {
        self.evaluations += 1;
        self.offspring += 1;
        self.best.record(genome, fitness);
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
}
