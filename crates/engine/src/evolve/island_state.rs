//! [`IslandState`]: the populations of an island, with the seeds of its random numbers and its [`Best`] genome so far. Generations are made
//! in `island`, and survivors selected in `survivor`.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::breeding::{Breeding, IslandContext};
use super::population::Population;
use super::selection::{ParentPool, RouletteTable, Select};
use super::tally::Tally;
use crate::evaluation::{Fitness, Gene};
use evocube_cube::rng::{Key, Seed};

/// Seeds of the random numbers of an island.
#[derive(Debug)]
pub(super) struct IslandSeeds {
    pub(super) initialize: Seed,
    pub(super) select: Seed,
    pub(super) breed: Seed,
    pub(super) replace: Seed,
    pub(super) immigrate: Seed,
}

impl IslandSeeds {
    pub(super) fn new(seed: Seed) -> Self {
        Self {
            initialize: seed.child("initialize"),
            select: seed.child("select"),
            breed: seed.child("breed"),
            replace: seed.child("replace"),
            immigrate: seed.child("immigrate"),
        }
    }
}

/// The populations of an island and their best.
#[derive(Debug)]
pub(super) struct IslandState {
    pub(super) seeds: IslandSeeds,
    pub(super) current: Population,
    /// Room for the next population, of the same size. Its content is undefined between generations.
    pub(super) next: Population,
    pub(super) table: RouletteTable,
    /// Index of the best individual of the present population.
    pub(super) best_index: usize,
    /// The best individual so far.
    pub(super) best: Best,
    /// Number of individuals made so far.
    pub(super) offspring: u64,
}

/// The source of the parents of offspring.
#[derive(Clone, Copy)]
pub(super) enum ParentSource<'a> {
    /// The parent selection, by fitness.
    Selection,
    /// The parent selection, by these selection keys.
    SelectionBy(&'a [Fitness]),
    /// These individuals, in this order.
    Order(&'a [u32]),
}

/// The keys of the random numbers of offspring.
#[derive(Clone, Copy)]
pub(super) struct BreedingKeys {
    pub(super) breed: Key,
    pub(super) generation: u64,
    /// Number of the stream that prepares the parent selection.
    pub(super) step: u32,
    /// Number of the stream of the first pair.
    pub(super) first_pair: usize,
}

impl IslandState {
    /// Returns the keys of the first offspring of a generation.
    pub(super) fn breeding_keys(&self, generation: u64) -> BreedingKeys {
        BreedingKeys { breed: self.seeds.breed.key(generation), generation, step: 0, first_pair: 0 }
    }

    /// Fills the next population at these indices with offspring of the present one: only the first ones if the budget of evaluations ends.
    /// Returns their tally.
    ///
    /// The caller selects the survivors and records the best individual.
    pub(super) fn breed(
        &mut self,
        context: &IslandContext<'_>,
        parents: ParentSource<'_>,
        keys: BreedingKeys,
        places: Range<usize>,
    ) -> Tally {
        let (order, fitness) = match parents {
            ParentSource::Selection => (None, self.current.fitness()),
            ParentSource::SelectionBy(fitness) => (None, fitness),
            ParentSource::Order(order) => (Some(order), self.current.fitness()),
        };
        if order.is_none() {
            let (individuals, draws) = ((&self.current, fitness), 2 * places.len().div_ceil(2));
            let is_random = context.operators.selection.draws_to_prepare();
            let key = if is_random { self.seeds.select.key(keys.generation) } else { keys.breed };
            context.prepare(&mut self.table, individuals, draws, &mut key.stream(keys.step));
        }
        let pool = ParentPool { table: &self.table, fitness };
        let BreedingKeys { breed: key, first_pair, .. } = keys;
        let is_by_fitness = matches!(parents, ParentSource::Selection);
        let breeding = Breeding { order, pool, is_by_fitness, parents: &self.current, key, first_pair };
        let tally = match context.budget {
            // The evaluations of descents have no bound: if they exceed the budget, the offspring are bred again up to it.
            Some(budget) if context.operators.memetic.is_on() => {
                let whole = IslandContext { budget: None, ..*context };
                let tally = whole.breed(&breeding, &mut self.next, places.clone());
                if tally.evaluated <= budget.left() {
                    budget.take(tally.evaluated);
                    tally
                } else {
                    context.breed(&breeding, &mut self.next, places)
                }
            }
            _ => context.breed(&breeding, &mut self.next, places),
        };
        // Before an offspring is recorded as the best: the genome that learning found has the same fitness, but other genes.
        if let Some((fitness, genes)) = &tally.learned {
            self.best.record(genes, *fitness);
        }
        tally
    }

    /// Records an individual of the present population if it is the best so far.
    #[inline(always)]
    pub(super) fn record_best(&mut self, individual: usize) {
        self.best.record(self.current.genome(individual), self.current.fitness()[individual]);
    }

    /// Records an offspring, which may not survive, if it is the best so far.
    pub(super) fn record_best_offspring(&mut self, offspring: usize) {
        self.best.record(self.next.genome(offspring), self.next.fitness()[offspring]);
    }
}

/// The best genome so far, of an island or of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Best {
    /// The genes that count: the first [`Fitness::genes`] ones.
    pub genes: Vec<Gene>,
    /// The fitness of the genome.
    pub fitness: Fitness,
    /// Penalty, then length: in genes, or by a length metric.
    pub(super) order: (u32, u32),
}

impl Best {
    /// No genome; every genome is better.
    pub(super) const NONE: Self = Self { genes: Vec::new(), fitness: Fitness::WORST, order: (u32::MAX, u32::MAX) };

    /// Replaces the best genome by this one if it is fitter.
    #[inline(always)]
    pub(super) fn record(&mut self, genome: &[Gene], fitness: Fitness) {
        if fitness < self.fitness {
            let length = u32::try_from(fitness.genes()).expect("genomes are short");
            self.set(&genome[..fitness.genes()], fitness, length);
        }
    }

    /// Replaces the best genome by this one if its penalty is lower, or equal and its length is lower. `genes` are those that
    /// count.
    pub(super) fn record_measured(&mut self, genes: &[Gene], fitness: Fitness, length: u32) {
        if (fitness.penalty(), length) < self.order {
            self.set(genes, fitness, length);
        }
    }

    fn set(&mut self, genes: &[Gene], fitness: Fitness, length: u32) {
        *self = Self { genes: genes.to_vec(), fitness, order: (fitness.penalty(), length) };
    }
}
