//! Algorithms on the genomes of the genetic algorithm, with the same alphabet, evaluation, budget and log. Each has a file in this folder;
//! here are [`GenomeSearch`], the choice of one, with its check beside the other keys, the interfaces [`GenomeAlgorithm`] and [`Search`],
//! and how individuals are made, evaluated and counted. The course of a run is in `run`.
//!
//! Of its operators they use the key `mutation` alone, and some not even that: see [`Profile`]. A run has one thread.
//!
//! An algorithm has two types: its settings, a [`GenomeAlgorithm`], and the state of a run, a [`Search`].
//! `Run` does what is common to all: it ends a run, logs it, keeps the best genome and saves checkpoints.
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
mod pbil;
mod random_search;
mod randomized_local_search;
#[cfg(test)]
mod restarts;
mod run;
mod simulated_annealing;
mod space;
mod standard_mutation;
mod step_streams;
mod umda;
mod walk;

use std::collections::TryReserveError;
use std::fmt::Debug;
use std::ops::{Deref, Range};

use serde::{Deserialize, Serialize};

pub use chc::Chc;
pub use descriptor::Descriptor;
pub use hill_climbing::{HillClimbing, Pivot};
pub use iterated_local_search::IteratedLocalSearch;
pub use late_acceptance::LateAcceptance;
pub use map_elites::{Descriptors, MapElites};
pub use mu_lambda::{GenomeSurvival, MuLambda};
pub use one_plus_one::OnePlusOne;
pub use pbil::Pbil;
pub use random_search::RandomSearch;
pub use randomized_local_search::RandomizedLocalSearch;
pub use simulated_annealing::{CoolingSchedule, SimulatedAnnealing};
pub use umda::Umda;

pub(super) use self::descriptor::PieceTable;
pub(super) use self::run::Run;
use self::space::Space;
use super::config::{Conflict, TrialConfig};
use super::invalid_settings::InvalidSettings;
use super::island_state::Best;
use super::mutation::{Mutate, Mutation};
use super::population::Population;
use super::restart::{Restart, RestartClock};
use crate::bounded::{Rate, bounded};
use crate::evaluation::{Evaluator, Fitness, Gene, RowsMut};
use crate::optimizer::{decode, encode};
use crate::registered::components;
use crate::settings::settings;
use evocube_cube::rng::{CounterStream, Seed, Streams};
use evocube_cube::solver::Cancelled;
use evocube_cube::with_puzzle;

bounded! { integers:
    /// Number of independent walks.
    Walks, "runs" 1..=100_000, default 1;
}

/// Properties of an algorithm on genomes that do not depend on a run.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// The name of the algorithm for messages, as it stands within a sentence.
    pub title: &'static str,
    /// Number of offspring of a generation; `None` if that is the key `population`, which other algorithms do not have.
    pub offspring: Option<usize>,
    /// The reason why the key `mutation` has no effect on the algorithm; `None` if it makes the candidates.
    pub why_no_mutation: Option<&'static str>,
}

impl Profile {
    /// Returns the profile of an algorithm whose generations have this number of offspring.
    fn new(title: &'static str, offspring: Option<usize>) -> Self {
        Self { title, offspring, why_no_mutation: None }
    }

    /// Returns the profile of walks side by side.
    fn of_walks(title: &'static str, walks: Walks) -> Self {
        Self::new(title, Some(walks.get()))
    }

    /// Returns the profile of an algorithm with the key `population` and without the key `mutation`.
    fn without_mutation(title: &'static str, reason: &'static str) -> Self {
        Self { why_no_mutation: Some(reason), ..Self::new(title, None) }
    }
}

/// The settings of an algorithm on genomes.
#[allow(unused_variables)] // default methods ignore their inputs
pub trait GenomeAlgorithm: Debug + Send + Sync {
    /// Returns the properties of the algorithm.
    fn profile(&self) -> Profile;

    /// Checks that the settings are compatible with the pieces of the puzzle, the number of genes, and the key `mutation` or its
    /// absence.
    ///
    /// # Errors
    /// The invalid settings.
    fn check(&self, pieces: &PieceTable, length: usize, has_mutation: bool) -> Result<(), InvalidSettings> {
        Ok(())
    }

    /// Returns the state of a run before its initial generation.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn begin(&self, inputs: &Inputs<'_>) -> Begun;
}

components! {
    $
    /// An algorithm on genomes, with its settings.
    GenomeSearch, with_search:
    "random-search": RandomSearch(RandomSearch),
    "one-plus-one": OnePlusOne(OnePlusOne),
    "randomized-local-search": RandomizedLocalSearch(RandomizedLocalSearch),
    "hill-climbing": HillClimbing(HillClimbing),
    "simulated-annealing": SimulatedAnnealing(SimulatedAnnealing),
    "iterated-local-search": IteratedLocalSearch(IteratedLocalSearch),
    "late-acceptance": LateAcceptance(LateAcceptance),
    "mu-lambda": MuLambda(MuLambda),
    "umda": Umda(Umda),
    "pbil": Pbil(Pbil),
    "chc": Chc(Chc),
    "map-elites": MapElites(MapElites),
}

impl Deref for GenomeSearch {
    type Target = dyn GenomeAlgorithm;

    fn deref(&self) -> &Self::Target {
        with_search!(self, algorithm => algorithm)
    }
}

impl GenomeSearch {
    /// Checks that the settings go together with the other keys of a configuration.
    ///
    /// # Errors
    /// The first conflict.
    pub(super) fn check_in(&self, config: &TrialConfig) -> Result<(), Conflict> {
        let Profile { title, why_no_mutation, .. } = self.profile();
        let mutation = config.mutation.as_ref().filter(|_| why_no_mutation.is_none());
        let pieces = with_puzzle!(&config.puzzle, |puzzle| PieceTable::new(puzzle));
        let settings = self.check(&pieces, config.genome.length.get(), mutation.is_some());
        settings.map_err(|message| Conflict::new("algorithm", message))?;
        if let Some(mutation) = mutation {
            let conflict = |message| Conflict::new("mutation", message);
            mutation.check().map_err(conflict)?;
            mutation.check_as_neighborhood(title).map_err(conflict)?;
        }
        let parts = mutation.into_iter().flat_map(Mutation::parts);
        config.check_genomes(parts.map(|part| ("mutation", part.requirements())))?;
        config.check_memory(0)
    }
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
    /// The key `population`, or the limit of evaluations if that is lower.
    pub(super) population: usize,
    pub(super) restart: Restart,
    /// The limit of evaluations.
    pub(super) limit: u64,
    pub(super) seed: Seed,
}

/// Number of genomes that are evaluated before the next are made, so that they stay in the first-level cache.
const BLOCK: usize = 256;

/// Returns the blocks of these places.
fn blocks(places: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    places.clone().step_by(BLOCK).map(move |begin| begin..places.end.min(begin + BLOCK))
}

#[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
fn number(row: usize) -> u32 {
    row as u32
}

impl Inputs<'_> {
    /// Returns room for a number of individuals.
    fn empty_population(&self, size: usize) -> Result<Population, TryReserveError> {
        Population::with_strategy_parameters(size, self.space.length, 0)
    }

    /// Makes, evaluates and counts the individuals of a population at these places. `make` receives the number of each. It returns the
    /// fitness of a genome that stays a copy, which is not evaluated; `None` for a new one.
    #[inline]
    fn breed(
        &self,
        places: Range<usize>,
        population: &mut Population,
        totals: &mut Totals,
        mut make: impl FnMut(u32, &mut [Gene]) -> Result<Option<Fitness>, Cancelled>,
    ) -> Result<(), Cancelled> {
        for block in blocks(places) {
            if totals.is_cut {
                break;
            }
            let (mut rows, fitness) = population.parts_mut();
            let mut new = Vec::with_capacity(BLOCK);
            for (row, number) in block.clone().zip(number(block.start)..) {
                match make(number, rows.genome_mut(row))? {
                    Some(copied) => fitness[row] = copied,
                    None => new.push(number),
                }
            }
            self.evaluate(population, block, &new, totals)?;
        }
        Ok(())
    }

    /// Evaluates the new genomes of a block, and counts its individuals. The limit of evaluations cuts the generation at the first genome
    /// that it leaves out.
    fn evaluate(
        &self,
        population: &mut Population,
        block: Range<usize>,
        new: &[u32],
        totals: &mut Totals,
    ) -> Result<(), Cancelled> {
        let left = usize::try_from(self.limit - totals.evaluations).unwrap_or(usize::MAX);
        let end = new.get(left).map_or(block.end, |&row| row as usize);
        let new = &new[..new.len().min(left)];
        totals.is_cut |= end < block.end;
        let (rows, fitness) = population.parts_mut();
        self.evaluator.evaluate(rows.as_rows(), new, fitness)?;
        totals.count_block(population, block.start..end, new.len());
        Ok(())
    }

    /// Draws, evaluates and counts all individuals of a population: a share of the genes uniformly, the others by `draw`, which
    /// receives their position.
    #[inline]
    fn sample(
        &self,
        population: &mut Population,
        totals: &mut Totals,
        generation: u64,
        uniform: Rate,
        draw: impl Fn(usize, &mut CounterStream) -> Gene,
    ) -> Result<(), Cancelled> {
        let (key, uniform) = (self.seed.child("sample").key(generation), uniform.bernoulli());
        self.breed(0..population.size(), population, totals, |row, genome| {
            let mut stream = key.stream(row);
            for (position, gene) in genome.iter_mut().enumerate() {
                let is_uniform = stream.bernoulli(uniform);
                *gene = if is_uniform { self.space.random_gene(&mut stream) } else { draw(position, &mut stream) };
            }
            Ok(None)
        })
    }

    /// Fills a population with random genomes, as the genetic algorithm does; each generation draws others. Generation 0 begins with
    /// the seeds.
    fn initialize(&self, population: &mut Population, generation: u64, totals: &mut Totals) -> Result<(), Cancelled> {
        let key = self.seed.child("initialize").key(generation);
        let seeds = if generation == 0 { self.seeds } else { &[] };
        let Space { symbols, initial, .. } = &self.space;
        for block in blocks(0..population.size()) {
            if totals.is_cut {
                break;
            }
            let (mut rows, _) = population.parts_mut();
            symbols.randomize_rows(&mut rows, block.clone(), *initial, (key, 0), self.evaluator.kernel());
            for row in block.clone() {
                let Some(seed) = seeds.get(row) else { break };
                symbols.plant(rows.genome_mut(row), seed, &mut key.stream(number(row)));
            }
            let all: Vec<u32> = block.clone().map(number).collect();
            self.evaluate(population, block, &all, totals)?;
        }
        Ok(())
    }
}

/// A search before its initial generation, and room for its individuals.
pub type Begun = Result<(Box<dyn Search>, Population), TryReserveError>;

/// The state of a run between two generations, beside its individuals.
#[allow(unused_variables)] // default methods ignore their inputs
pub trait Search {
    /// Makes the initial generation, which is number 0, or that of a restart, which forgets what the generations before have learned.
    ///
    /// # Errors
    /// If a component fails; the run must then be dropped.
    fn start(
        &mut self,
        inputs: &Inputs<'_>,
        individuals: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled>;

    /// Makes the individuals of the generation of this number from those before. If the limit of evaluations cuts it, the run ends with
    /// those before.
    ///
    /// # Errors
    /// If a component fails; the run must then be dropped.
    fn step(
        &mut self,
        inputs: &Inputs<'_>,
        individuals: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled>;

    /// Returns whether the individuals are walks that restart one by one: `step` restarts those whose restart is due.
    fn restarts_walks(&self) -> bool {
        false
    }

    /// Returns the state for a checkpoint.
    fn save(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Restores a saved state. Returns `false` if it is not of this run; the search must then be dropped.
    fn restore(&mut self, inputs: &Inputs<'_>, individuals: &Population, saved: &[u8]) -> bool {
        saved.is_empty()
    }
}

/// Counters of a run, and its best genome.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Totals {
    evaluations: u64,
    offspring: u64,
    restarts: u64,
    best: Best,
    /// Whether the limit of evaluations cut the last generation.
    #[serde(skip)]
    is_cut: bool,
}

impl Totals {
    const NONE: Self = Self { evaluations: 0, offspring: 0, restarts: 0, best: Best::NONE, is_cut: false };

    /// Counts an individual, and its evaluation if its genome is new.
    #[inline]
    fn count<'a>(&mut self, fitness: Fitness, is_new: bool, genome: impl FnOnce() -> &'a [Gene]) {
        self.evaluations += u64::from(is_new);
        self.offspring += 1;
        if fitness < self.best.fitness {
            self.best.record(genome(), fitness);
        }
    }

    /// Counts individuals of a population, and their evaluations.
    #[inline]
    fn count_block(&mut self, population: &Population, block: Range<usize>, evaluations: usize) {
        self.evaluations += evaluations as u64;
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
