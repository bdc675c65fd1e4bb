//! [`SurvivorSelection`]: the rule by which parents and offspring form the next generation. The interface of these rules is here, too: each
//! breeds its generations, takes migrants, saves its state, and tells its offspring and its memory. Rules have a file each; those of other
//! crates implement [`Survive`], in `custom`.
//!
//! Under nearly every survivor selection, a generation has as many offspring as the population has individuals that are not copied.
//! Limits, intervals and logs count generations.

mod alps;
mod cellular;
mod custom;
mod deterministic_crowding;
mod generational;
mod nsga_ii;
mod steady_state;

pub use alps::{AgeGap, Alps, LayerCount};
pub use cellular::{Cellular, GridRows, Neighborhood};
pub use custom::Survive;
pub use steady_state::{ReplacementPolicy, SteadyState};

use std::fmt;
use std::ops::Range;

use self::deterministic_crowding::DeterministicCrowding;
use self::generational::Generational;
use self::nsga_ii::NsgaTwo;
use super::breeding::{BreedingKeys, ParentSource};
use super::invalid_settings::InvalidSettings;
use super::island_context::IslandContext;
use super::island_state::IslandState;
use super::pareto::Front;
use super::population::Population;
use super::tally::Tally;
use crate::evaluation::{Fitness, Gene};
use crate::optimizer::{decode, encode};
use crate::registered::components;
use crate::settings::settings;
use evocube_cube::rng::CounterStream;
use evocube_cube::solver::Cancelled;

/// An individual from another island: the index of the individual that it replaces, its genes and its fitness.
pub(super) type Migrant<'a> = (u32, (&'a [Gene], Fitness));

/// The settings of a survivor selection.
#[allow(unused_variables)] // default methods ignore their inputs
trait SurvivorRule {
    /// Returns the survivor selection of one island.
    fn start(&self) -> Box<dyn SelectSurvivors>;

    /// Returns the number of offspring of a generation.
    fn offspring(&self, population: usize, elitism: usize) -> usize {
        population
    }

    /// Returns the number of populations in memory.
    fn populations(&self) -> usize {
        2
    }

    /// Returns the bytes of memory per individual beside these populations.
    fn bytes_per_individual(&self) -> usize;

    /// Checks that the settings go together with the population and the elites.
    ///
    /// # Errors
    /// If they do not.
    fn check(&self, population: usize, elitism: usize) -> Result<(), InvalidSettings> {
        Ok(())
    }
}

/// The survivor selection of one island, with its state between generations.
#[allow(unused_variables)] // default methods ignore their inputs
pub(super) trait SelectSurvivors: fmt::Debug + Send + Sync {
    /// Receives a reinitialized population, and the index of its best individual.
    fn begin(&mut self, state: &mut IslandState, context: &IslandContext<'_>, best: usize) {
        state.record_best(best);
    }

    /// Breeds a generation and selects its survivors. A generation that the budget [cuts](IslandContext::is_cut) has none: it ends with
    /// [`record_cut`](Self::record_cut).
    fn breed(
        &mut self,
        state: &mut IslandState,
        context: &IslandContext<'_>,
        generation: u64,
    ) -> Result<Tally, Cancelled>;

    /// Records the individuals of a cut generation that were made, at these places of the next population.
    fn record_cut(&mut self, state: &mut IslandState, context: &IslandContext<'_>, places: Range<usize>) {
        places.for_each(|individual| state.record_best_offspring(individual));
    }

    /// Returns the selection key of each individual, the lower the better: its fitness, or a rank in the form of one.
    fn selection_key<'a>(&'a self, state: &'a IslandState) -> &'a [Fitness] {
        state.current.fitness()
    }

    /// Inserts individuals from other islands.
    fn insert_migrants(&mut self, state: &mut IslandState, context: &IslandContext<'_>, migrants: &[Migrant<'_>]) {
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
    "cellular": Cellular(Cellular),
    "alps": Alps(Alps),
}

impl SurvivorSelection {
    /// Returns the survivor selection of one island.
    pub(super) fn start(&self) -> Box<dyn SelectSurvivors> {
        with_survivor_selection!(self, rule => rule.start())
    }

    /// Returns the number of offspring of a generation, in a population of this size.
    pub fn offspring(&self, population: usize, elitism: usize) -> usize {
        with_survivor_selection!(self, rule => rule.offspring(population, elitism))
    }

    /// Returns the bytes of memory of an island with this number of individuals.
    pub(super) fn bytes(&self, population: usize, genes: usize) -> usize {
        let (populations, more) =
            with_survivor_selection!(self, rule => (rule.populations(), rule.bytes_per_individual()));
        populations * Population::bytes(population, genes) + population * more
    }

    /// Checks that the settings go together with the population and the elites.
    ///
    /// # Errors
    /// If they do not.
    pub(super) fn check(&self, population: usize, elitism: usize) -> Result<(), InvalidSettings> {
        with_survivor_selection!(self, rule => rule.check(population, elitism))
    }

    /// Returns whether parents are selected by the parent selection of the run.
    pub const fn uses_selection(&self) -> bool {
        !matches!(self, Self::DeterministicCrowding | Self::Cellular(_) | Self::Alps(_))
    }
}
