//! Breeding of a generation, from the selection of parents to the evaluation of offspring, block by block; and given or random genomes, of
//! the first generation, restarts and immigrants. [`IslandContext`] has what islands share. Each pair of parents has its own random stream.
//! So blocks may be bred at once, unless evaluations run out. The steps of a block are in `block`; survivors are selected in `survivor`.

mod block;
mod record;
#[cfg(test)]
mod replay;

pub(super) use record::BreedingRecorder;

use std::ops::Range;

use block::BreedBlock;

use super::batch::BATCH_SIZE;
use super::budget::Budget;
use super::crossover::Cross;
use super::genetic_operators::GeneticOperators;
use super::island_state::IslandState;
use super::measured_population::MeasuredPopulation;
use super::pareto::LengthMetric;
use super::population::Population;
use super::restart::Restart;
use super::selection::{Candidates, ParentPool, RouletteTable, Select};
use super::symbols::Symbols;
use super::tally::Tally;
use crate::bounded::{InitialLength, Rate};
use crate::evaluation::{Evaluator, Fitness, Gene, RowsMut};
use crate::optimizer::WorkerPool;
use evocube_cube::rng::{CounterStream, Key, Streams};
use evocube_cube::solver::Cancelled;

/// Rows of the next generation with their fitness, and the number of the first of them.
struct OffspringRows<'a> {
    first: usize,
    rows: RowsMut<'a>,
    fitness: &'a mut [Fitness],
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

    /// Evaluates the rows `which` and finds the best of the first `count` rows.
    #[inline(always)]
    fn evaluate(&mut self, evaluator: &Evaluator, which: &[u32], count: usize) -> Result<Tally, Cancelled> {
        evaluator.evaluate(self.rows.as_rows(), which, self.fitness)?;
        let least = self.fitness[..count].iter().fold(Fitness::WORST, |least, &fitness| least.min(fitness));
        Ok(Tally { made: count, evaluated: which.len() as u64, best: (least, self.first), ..Tally::NONE })
    }
}

#[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
fn number(row: usize) -> u32 {
    row as u32
}

/// The operators and the inputs that all islands of a run share.
#[derive(Clone, Copy)]
pub(super) struct IslandContext<'a> {
    pub(super) evaluator: &'a Evaluator,
    pub(super) pool: &'a WorkerPool,
    pub(super) length_metric: Option<&'a LengthMetric>,
    pub(super) operators: &'a GeneticOperators,
    pub(super) symbols: &'a Symbols,
    /// Genomes that the run begins with.
    pub(super) seeds: &'a [Vec<Gene>],
    /// Lengths of initial genomes; all genes if `None`.
    pub(super) initial: Option<InitialLength>,
    pub(super) elitism: usize,
    /// Share of a generation that is random immigrants.
    pub(super) immigrants: Rate,
    pub(super) restart: Restart,
    /// The evaluations that are left, if the generation may need more. It is then made on one thread.
    pub(super) budget: Option<&'a Budget>,
    /// The recorder of the matings, if the observer of the run asks for them.
    pub(super) recorder: Option<&'a BreedingRecorder>,
}

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
    /// Returns whether the budget left out a genome of the generation, which has then no survivors.
    pub(super) fn is_cut(&self) -> bool {
        self.budget.is_some_and(Budget::is_cut)
    }

    /// Makes rows in blocks. After the first genome that the budget leaves out no block is made.
    fn make(
        &self,
        rows: OffspringRows<'_>,
        work: &(impl Fn(OffspringRows<'_>) -> Result<Tally, Cancelled> + Sync),
    ) -> Result<Tally, Cancelled> {
        let Some(budget) = self.budget else { return rows.make(self.pool, work) };
        let left = budget.left();
        let work = |part: OffspringRows<'_>| if budget.is_cut() { Ok(Tally::NONE) } else { work(part) };
        let tally = rows.make(WorkerPool::SEQUENTIAL, &work)?;
        Ok(Tally { evaluated: left - budget.left(), ..tally })
    }

    /// Fills the population at these indices with the genomes of `seeds`, then with random ones, and evaluates them. Each genome has
    /// its own stream.
    pub(super) fn initialize(
        &self,
        population: &mut Population,
        places: Range<usize>,
        key: Key,
        seeds: &[Vec<Gene>],
    ) -> Result<Tally, Cancelled> {
        let symbols = self.symbols;
        let tally = self.make(OffspringRows::new(population, places.clone()), &|mut part: OffspringRows<'_>| {
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
            part.evaluate(self.evaluator, all, count)
        })?;
        Ok(self.locate_best(tally, population.fitness(), places))
    }

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
        let tally = self.make(OffspringRows::new(next, rows), &breed)?;
        Ok(self.locate_best(tally, next.fitness(), places))
    }

    /// Replaces the first row of the best block by the best row in it, as an index into the population. A cut generation has no best.
    fn locate_best(&self, mut tally: Tally, fitness: &[Fitness], places: Range<usize>) -> Tally {
        if !self.is_cut() {
            let (least, block) = tally.best;
            let block = places.start + block;
            let offset = fitness[block..places.end].iter().position(|&fitness| fitness == least);
            tally.best.1 = block + offset.unwrap_or(0);
        }
        tally
    }
}
