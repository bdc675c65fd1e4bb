//! [`IslandState`]: the populations of an island, with the seeds of its random numbers and its [`Best`] genome so far, a type that runs in
//! `genome_search` have, too. The next population is filled in `breeding`; generations are made in `island`, and survivors selected in
//! `survivor`.

use serde::{Deserialize, Serialize};

use super::population::Population;
use super::selection::RouletteTable;
use crate::evaluation::{Fitness, Gene};
use evocube_cube::rng::Seed;

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

impl IslandState {
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
