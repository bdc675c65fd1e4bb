//! Breeding of a generation, from the selection of parents to the evaluation of offspring. Each pair of parents has its own random stream.
//! So blocks of `rows` may be bred at once, unless evaluations run out. The steps of a block are in `block`; survivors are selected in
//! `survivor`. Genomes without parents are made in `initialize`.

mod block;
mod draws;
mod initialize;
mod record;
#[cfg(test)]
mod replay;
mod rows;

use std::ops::Range;

use self::block::BreedBlock;
use self::rows::{OffspringRows, number};
use super::crossover::Cross;
use super::island_context::IslandContext;
use super::island_state::IslandState;
use super::measured_population::MeasuredPopulation;
use super::population::Population;
use super::selection::{Candidates, ParentPool, RouletteTable, Select};
use super::tally::Tally;
use crate::evaluation::Fitness;
use evocube_cube::rng::{CounterStream, Key, Streams};
use evocube_cube::solver::Cancelled;

/// The parents of offspring, and the keys of their random streams.
struct Breeding<'a> {
    /// Parents in the order of draws, in place of a parent selection.
    order: Option<&'a [u32]>,
    pool: ParentPool<'a>,
    /// Whether the selection has written the fitness of the parents into the rows of their offspring.
    selection_writes_fitness: bool,
    parents: &'a Population,
    key: Key,
    /// The number of the first pair's stream.
    first_pair: usize,
}

impl Breeding<'_> {
    /// Opens the random streams of consecutive pairs.
    #[inline(always)]
    fn open(&self, streams: &mut Streams, first: usize, pairs: usize) {
        streams.open(self.key, number(self.first_pair + first), pairs);
    }
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
    ) -> Result<Tally, Cancelled> {
        let (order, fitness) = match parents {
            ParentSource::Selection => (None, self.current.fitness()),
            ParentSource::SelectionBy(fitness) => (None, fitness),
            ParentSource::Order(order) => (Some(order), self.current.fitness()),
        };
        if order.is_none() {
            let (individuals, draws) = ((&self.current, fitness), 2 * places.len().div_ceil(2));
            let is_random = context.operators.selection.draws_to_prepare();
            let key = if is_random { self.seeds.select.key(keys.generation) } else { keys.breed };
            context.prepare(&mut self.table, individuals, draws, &mut key.stream(keys.step))?;
        }
        let pool = ParentPool { table: &self.table, fitness };
        let BreedingKeys { breed: key, first_pair, .. } = keys;
        let selection_writes_fitness = matches!(parents, ParentSource::Selection);
        let breeding = Breeding { order, pool, selection_writes_fitness, parents: &self.current, key, first_pair };
        let tally = match context.budget {
            // The evaluations of descents have no bound: if they exceed the budget, the offspring are bred again up to it.
            Some(budget) if context.operators.memetic.is_on() => {
                let whole = IslandContext { budget: None, ..*context };
                let tally = whole.breed(&breeding, &mut self.next, places.clone())?;
                if tally.evaluated <= budget.left() {
                    budget.take(tally.evaluated);
                    tally
                } else {
                    context.breed(&breeding, &mut self.next, places)?
                }
            }
            _ => context.breed(&breeding, &mut self.next, places)?,
        };
        // Before an offspring is recorded as the best: the genome that learning found has the same fitness, but other genes.
        if let Some((fitness, genes)) = &tally.learned {
            self.best.record(genes, *fitness);
        }
        Ok(tally)
    }
}

impl IslandContext<'_> {
    /// Prepares the parent selection for a number of draws from a population with these selection keys.
    pub(super) fn prepare(
        &self,
        table: &mut RouletteTable,
        (population, fitness): (&Population, &[Fitness]),
        draws: usize,
        stream: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        let individuals = &MeasuredPopulation { evaluator: self.evaluator, population };
        // Further parents of all pairs are drawn after the two of each.
        let draws = draws / 2 * (2 + self.operators.crossover.further_parents());
        self.operators.selection.prepare(table, &Candidates { fitness, draws, individuals }, stream)
    }

    /// Fills the population at these indices with offspring. If their number is odd, the row behind them is overwritten, too.
    fn breed(&self, breeding: &Breeding<'_>, next: &mut Population, places: Range<usize>) -> Result<Tally, Cancelled> {
        let children = places.len();
        let rows = places.start..places.start + 2 * children.div_ceil(2);
        let breed = |part: OffspringRows<'_>| {
            let block = BreedBlock { context: self, breeding, part, children };
            self.evaluator.kernel().run(block)
        };
        self.make(next, rows, &breed)
    }
}
