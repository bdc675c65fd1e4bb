//! [`SurvivorSelection`]: selects the individuals of the next generation.
//!
//! Under every survivor selection, a generation has as many offspring as the population has individuals that are not copied.
//! Limits, intervals and logs count such generations.

mod custom;
mod deterministic_crowding;
mod generational;
mod nsga_ii;
mod steady_state;

pub use custom::Survive;
pub use steady_state::{ReplacementPolicy, SteadyState};

use std::fmt;

use self::deterministic_crowding::DeterministicCrowding;
use self::generational::Generational;
use self::nsga_ii::NsgaTwo;
use super::breeding::Tally;
use super::island_state::{IslandContext, IslandState};
use super::pareto::Front;
use crate::evaluation::{Fitness, Gene};
use crate::registered::components;

/// An individual from another island: the index of the individual that it replaces, its genes and its fitness.
pub(super) type Migrant<'a> = (u32, (&'a [Gene], Fitness));

/// The settings of a survivor selection.
trait SurvivorRule {
    /// Returns the survivor selection of one island.
    fn start(&self) -> Box<dyn SelectSurvivors>;

    /// Returns the number of offspring of a generation.
    fn offspring(&self, population: usize, elitism: usize) -> usize {
        let _ = elitism;
        population
    }

    /// Returns the bytes of memory per individual, without its genes.
    fn bytes_per_individual(&self) -> usize;
}

/// The survivor selection of one island, with its state between generations.
pub(super) trait SelectSurvivors: fmt::Debug + Send + Sync {
    /// Receives a reinitialized population, and the index of its best individual.
    fn begin(&mut self, state: &mut IslandState, context: &IslandContext<'_>, best: usize) {
        let _ = context;
        state.record_best(best);
    }

    /// Breeds a generation and selects its survivors.
    fn breed(&mut self, state: &mut IslandState, context: &IslandContext<'_>, generation: u64) -> Tally;

    /// Returns the selection key of each individual, the lower the better: its fitness, or a rank in the form of one.
    fn selection_key<'a>(&'a self, state: &'a IslandState) -> &'a [Fitness] {
        state.current.fitness()
    }

    /// Inserts individuals from other islands.
    fn insert_migrants(&mut self, state: &mut IslandState, context: &IslandContext<'_>, migrants: &[Migrant<'_>]) {
        let _ = context;
        for &(place, (genes, fitness)) in migrants {
            state.current.replace_with(place as usize, genes, fitness);
        }
    }

    /// Returns the state for a checkpoint, as far as it does not follow from the population.
    fn save(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Restores a saved state beside its population. Returns `false` if it is not of this survivor selection.
    fn restore(&mut self, state: &IslandState, saved: &[u8]) -> bool {
        let _ = state;
        saved.is_empty()
    }

    /// Returns the front of the run, if length is an objective.
    fn front(&self) -> Option<&Front> {
        None
    }
}

components! { $
    /// Survivor selection of a run.
    #[derive(Default)]
    SurvivorSelection of dyn Survive, with_survivor_selection:
    #[default]
    "generational": Generational = Generational,
    "steady-state": SteadyState(SteadyState),
    "deterministic-crowding": DeterministicCrowding = DeterministicCrowding,
    "nsga-ii": NsgaTwo = NsgaTwo::default(),
}

impl SurvivorSelection {
    /// Returns the survivor selection of one island.
    pub(super) fn start(&self) -> Box<dyn SelectSurvivors> {
        with_survivor_selection!(self, rule => rule.start())
    }

    /// Returns the number of offspring of a generation, in a population of this size.
    pub(crate) fn offspring(&self, population: usize, elitism: usize) -> usize {
        with_survivor_selection!(self, rule => rule.offspring(population, elitism))
    }

    /// Returns the bytes of memory per individual, without its genes.
    pub(super) fn bytes_per_individual(&self) -> usize {
        with_survivor_selection!(self, rule => rule.bytes_per_individual())
    }
}
