//! Breeding of a generation, from the selection of parents to the evaluation of offspring, block by block. Each pair of parents has its
//! own random stream, so blocks may be bred in any order, or at once.

mod record;
#[cfg(test)]
mod replay;

pub(super) use record::BreedingRecorder;

use std::ops::Range;

use record::BlockDraws;

use super::batch::{BATCH_PAIRS, BATCH_SIZE, OffspringBatch, OffspringSet, PairSet};
use super::budget::Budget;
use super::crossover::Cross;
use super::genetic_operators::GeneticOperators;
use super::measured_population::MeasuredPopulation;
use super::memetic::Inheritance;
use super::mutation::Mutate;
use super::pareto::LengthMetric;
use super::population::Population;
use super::recombination::{draw_crossovers, further_parents};
use super::restart::Restart;
use super::selection::{Candidates, ParentPool, RouletteTable, Select};
use super::symbols::Symbols;
use super::tally::{Tally, fitter};
use crate::bounded::{InitialLength, Rate};
use crate::evaluation::{Evaluator, Fitness, Gene, KernelTask, RowsMut};
use crate::optimizer::{Children, WorkerPool};
use evocube_cube::rng::{CounterStream, Key, Streams};

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
    /// pool if there are enough rows.
    fn make(self, pool: &WorkerPool, work: &(impl Fn(OffspringRows<'_>) -> Tally + Sync)) -> Tally {
        let rows = self.fitness.len();
        if pool.is_parallel(rows) {
            pool.run(rows, || self.work_in_blocks(true, work))
        } else {
            self.work_in_blocks(false, work)
        }
    }

    fn work_in_blocks(self, parallel: bool, work: &(impl Fn(OffspringRows<'_>) -> Tally + Sync)) -> Tally {
        let count = self.fitness.len();
        if count <= BATCH_SIZE {
            return work(self);
        }
        let half = (count / 2).next_multiple_of(BATCH_SIZE);
        let (rows, other_rows) = self.rows.split_at(half);
        let (fitness, other_fitness) = self.fitness.split_at_mut(half);
        let first = OffspringRows { first: self.first, rows, fitness };
        let second = OffspringRows { first: self.first + half, rows: other_rows, fitness: other_fitness };
        let (first, second) = if parallel {
            rayon::join(|| first.work_in_blocks(true, work), || second.work_in_blocks(true, work))
        } else {
            (first.work_in_blocks(false, work), second.work_in_blocks(false, work))
        };
        first.merge(second)
    }

    /// Evaluates the rows `which` and finds the best of the first `count` rows.
    #[inline(always)]
    fn evaluate(&mut self, evaluator: &Evaluator, which: &[u32], count: usize) -> Tally {
        evaluator.evaluate(self.rows.as_rows(), which, self.fitness);
        let least = self.fitness[..count].iter().fold(Fitness::WORST, |least, &fitness| least.min(fitness));
        Tally { made: count, evaluated: which.len() as u64, best: (least, self.first), ..Tally::NONE }
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
pub(super) struct Breeding<'a> {
    /// Parents in the order of draws, in place of a parent selection.
    pub(super) order: Option<&'a [u32]>,
    pub(super) pool: ParentPool<'a>,
    /// Whether the parents are selected by their fitness, which the selection then writes.
    pub(super) is_by_fitness: bool,
    pub(super) parents: &'a Population,
    pub(super) key: Key,
    /// The number of the first pair's stream.
    pub(super) first_pair: usize,
}

impl Breeding<'_> {
    /// Opens the random streams of consecutive pairs.
    #[inline(always)]
    fn open(&self, streams: &mut Streams, first: usize, pairs: usize) {
        streams.open(self.key, number(self.first_pair + first), pairs);
    }
}

impl IslandContext<'_> {
    /// Returns whether the budget left out a genome of the generation, which has then no survivors.
    pub(super) fn is_cut(&self) -> bool {
        self.budget.is_some_and(Budget::is_cut)
    }

    /// Makes rows in blocks. After the first genome that the budget leaves out no block is made.
    fn make(&self, rows: OffspringRows<'_>, work: &(impl Fn(OffspringRows<'_>) -> Tally + Sync)) -> Tally {
        let Some(budget) = self.budget else { return rows.make(self.pool, work) };
        let left = budget.left();
        let work = |part: OffspringRows<'_>| if budget.is_cut() { Tally::NONE } else { work(part) };
        let tally = rows.make(WorkerPool::SEQUENTIAL, &work);
        Tally { evaluated: left - budget.left(), ..tally }
    }

    /// Fills the population at these indices with the genomes of `seeds`, then with random ones, and evaluates them. Each genome has
    /// its own stream.
    pub(super) fn initialize(
        &self,
        population: &mut Population,
        places: Range<usize>,
        key: Key,
        seeds: &[Vec<Gene>],
    ) -> Tally {
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
        });
        self.locate_best(tally, population.fitness(), places)
    }

    /// Prepares the parent selection for a number of draws from a population with these selection keys.
    pub(super) fn prepare(
        &self,
        table: &mut RouletteTable,
        (population, fitness): (&Population, &[Fitness]),
        draws: usize,
        stream: &mut CounterStream,
    ) {
        let individuals = &MeasuredPopulation { evaluator: self.evaluator, population };
        // Further parents of all pairs are drawn after the two of each.
        let draws = draws / 2 * (2 + self.operators.crossover.further_parents());
        self.operators.selection.prepare(table, &Candidates { fitness, draws, individuals }, stream);
    }

    /// Fills the population at these indices with offspring. If their number is odd, the row behind them is overwritten, too.
    pub(super) fn breed(&self, breeding: &Breeding<'_>, next: &mut Population, places: Range<usize>) -> Tally {
        let children = places.len();
        let rows = places.start..places.start + 2 * children.div_ceil(2);
        let breed = |part: OffspringRows<'_>| {
            let block = BreedBlock { context: self, breeding, part, children };
            self.evaluator.kernel().run(block)
        };
        let tally = self.make(OffspringRows::new(next, rows), &breed);
        self.locate_best(tally, next.fitness(), places)
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

/// The breeding of one block, for [`Kernel::run`](crate::evaluation::Kernel::run).
struct BreedBlock<'a, 'b> {
    context: &'a IslandContext<'a>,
    breeding: &'a Breeding<'a>,
    part: OffspringRows<'b>,
    children: usize,
}

impl KernelTask for BreedBlock<'_, '_> {
    type Output = Tally;

    /// Breeds the pairs of one block. If the number of offspring is odd, the sibling of the last one is bred but not kept.
    ///
    /// Each step is done for all pairs before the next. Numbers that every pair needs are drawn first, without an
    /// unpredictable branch; operators then run over sets of those pairs and offspring that they apply to.
    #[inline(always)]
    fn run(self) -> Tally {
        let Self { context, breeding, part, children } = self;
        let IslandContext { evaluator, pool, operators, symbols, .. } = *context;
        let GeneticOperators { selection, crossover, mutation, memetic } = operators;
        let (parents, fitness) = (breeding.parents.rows(), breeding.parents.fitness());
        let OffspringRows { first, mut rows, fitness: kin } = part;
        let (pairs, first_pair) = (kin.len() / 2, first / 2);
        let count = kin.len().min(children - first);
        let is_far = parents.exceed_cache();
        if is_far || pool.is_parallel(children) {
            rows.prefetch_for_writing();
        }

        let mut streams = Streams::default();
        breeding.open(&mut streams, first_pair, pairs);
        let mut selected = [[0; 2]; BATCH_PAIRS];
        let selected = &mut selected[..pairs];
        match breeding.order {
            Some(order) => selected.copy_from_slice(&order.as_chunks().0[first_pair..first_pair + pairs]),
            None => {
                selection.select_pairs(breeding.pool, first_pair, (evaluator.kernel(), &mut streams), (selected, kin));
            }
        }
        if is_far {
            parents.prefetch(selected.as_flattened());
        }
        let (crossover_rate, mutation_rate) = (crossover.rate(), mutation.individual_rate());
        let (mut cross, mutate) = streams.bernoulli_triple([crossover_rate, mutation_rate, mutation_rate]);
        let mut crossed = PairSet::from_flags(evaluator.kernel(), cross.as_chunks().0);
        let mut crossovers = [0; BATCH_PAIRS];
        if crossover.is_mixture() {
            draw_crossovers(crossover, &mut streams, &mut cross[..pairs], &mut crossovers);
            crossed = PairSet::from_flags(evaluator.kernel(), cross.as_chunks().0);
        }
        let further = match crossover.further_parents() {
            0 => Vec::new(),
            more => {
                let first = |pair: usize| 2 * children.div_ceil(2) + (first_pair + pair) * more;
                let select = |draw, stream: &mut CounterStream| selection.select(breeding.pool, draw, stream);
                further_parents(&crossed, more, first, select, &mut streams)
            }
        };
        let further_genomes: Vec<Vec<&[Gene]>> =
            further.iter().map(|rows| rows.iter().map(|&row| parents.genome(row as usize)).collect()).collect();
        let mut mutates = [[0; 2]; BATCH_PAIRS];
        for pair in 0..BATCH_PAIRS {
            mutates[pair] = mutate[pair].to_le_bytes();
        }
        let mutated = OffspringSet::from_flags(evaluator.kernel(), mutates.as_flattened().as_chunks().0);
        let matings = context.recorder.map(|_| {
            let draws = BlockDraws {
                selected,
                crossed: &cross,
                crossovers: &crossovers,
                further: &further,
                mutated: &mutates,
                streams: &streams,
            };
            context.matings(breeding, first_pair, &draws)
        });
        rows.copy_each(parents, selected.as_flattened());
        match evaluator.kernel().cache_line_ops() {
            _ if breeding.is_by_fitness => {}
            Some(ops) => ops.gather(fitness, selected.as_flattened(), kin),
            None => kin.iter_mut().zip(selected.as_flattened()).for_each(|(kin, &row)| *kin = fitness[row as usize]),
        }
        // The sum of the penalties of two parents.
        let mut parent_sums = [0; BATCH_PAIRS];
        for (sum, [a, b]) in parent_sums.iter_mut().zip(kin.as_chunks().0) {
            *sum = a.penalty() + b.penalty();
        }
        let mut operators = [0; BATCH_SIZE];
        let mut batch = OffspringBatch {
            rows,
            parents: kin,
            kernel: evaluator.kernel(),
            symbols,
            streams: &mut streams,
            changed: OffspringSet::default(),
            recombined: None,
            swapped: PairSet::default(),
            operators: &mut operators,
            crossovers: &crossovers,
            further: &further_genomes,
        };
        crossover.cross_batch(&crossed, &mut batch);
        mutation.mutate_batch(&mutated, &mut batch);
        let OffspringBatch { rows, changed: mut mutated, recombined, swapped, .. } = batch;
        let mut changed = OffspringSet::default();
        match recombined {
            Some(pairs) => changed.insert_siblings(&pairs.0),
            None => mutated.insert_siblings(&crossed.0),
        }
        let mut which = [0; BATCH_SIZE];
        let count_compared = mutated.write_indices(evaluator.kernel(), &mut which);
        changed.remove(&mutated);
        let compared = &which[..count_compared];
        rows.as_rows().mark_changed(evaluator.kernel(), parents, selected.as_flattened(), compared, &mut changed.0);
        changed = changed.truncate(count);
        let all_changed = changed.count();
        if context.budget.is_none() && !memetic.is_on() {
            exchange_fitness(&swapped, &mutated, &mut changed, kin);
        }
        let changed_count = changed.write_indices(evaluator.kernel(), &mut which);
        let mut part = OffspringRows { first, rows, fitness: kin };
        let changed = &which[..changed_count];
        let (evaluated, count) = match context.budget {
            None => (changed, count),
            // Each offspring and its descent take their evaluations before the next.
            Some(budget) if memetic.is_on() => (
                &changed[..usize::try_from(budget.left()).map_or(changed_count, |left| left.min(changed_count))],
                count,
            ),
            Some(budget) => budget.take_rows(changed, count),
        };
        let mut tally = part.evaluate(evaluator, evaluated, count);
        if let (Some(recorder), Some(matings)) = (context.recorder, matings) {
            recorder.add(matings, part.rows.as_rows(), part.fitness, count);
        }
        tally.evaluated += (all_changed - changed_count) as u64;
        tally.success.children = compare(&cross[..count / 2], &parent_sums, part.fitness);
        if count % 2 == 1 {
            // Only the first sibling of the last pair counts: it is compared twice.
            let (last, sibling) = (count / 2, [part.fitness[count - 1]; 2]);
            let twice = compare(&cross[last..=last], &parent_sums[last..], &sibling);
            tally.success.children.better += twice.better / 2;
            tally.success.children.worse += twice.worse / 2;
        }
        if crossover.learns() {
            for row in (0..count).filter(|row| cross[row / 2] == 1) {
                let parent = fitness[selected.as_flattened()[row] as usize];
                tally.success.crossovers.record(crossovers[row / 2].into(), parent, part.fitness[row]);
            }
        }
        if mutation.learns() {
            for (row, &operator) in operators[..count].iter().enumerate() {
                if operator > 0 {
                    let parent = fitness[selected.as_flattened()[row] as usize];
                    tally.success.mutations.record(usize::from(operator) - 1, parent, part.fitness[row]);
                }
            }
        }
        if memetic.is_on() {
            tally = descend(context, tally, changed, &mut part, &mut streams);
            tally.best = (part.fitness[..tally.made].iter().copied().min().unwrap_or(Fitness::WORST), first);
        }
        tally
    }
}

/// Gives exchanged siblings the fitness of the other parent, and removes them from those that have to be evaluated. Mutated ones stay.
#[inline(always)]
fn exchange_fitness(swapped: &PairSet, mutated: &OffspringSet, changed: &mut OffspringSet, fitness: &mut [Fitness]) {
    let mut copies = OffspringSet::default();
    copies.insert_siblings(&swapped.0);
    copies.remove(mutated);
    changed.remove(&copies);
    for pair in swapped.members() {
        let [a, b] = [fitness[2 * pair], fitness[2 * pair + 1]];
        fitness[2 * pair] = if copies.contains(2 * pair) { b } else { a };
        fitness[2 * pair + 1] = if copies.contains(2 * pair + 1) { a } else { b };
    }
}

/// Applies the local search to changed offspring at its rate, each with the stream of its pair. Returns the results with those of the
/// descents.
#[inline(never)]
fn descend(
    context: &IslandContext<'_>,
    mut tally: Tally,
    changed: &[u32],
    part: &mut OffspringRows<'_>,
    streams: &mut Streams,
) -> Tally {
    let IslandContext { evaluator, operators: GeneticOperators { memetic, .. }, budget, .. } = context;
    for row in changed.iter().map(|&row| row as usize) {
        if budget.is_some_and(|budget| budget.take(1) == 0) {
            tally.made = row;
            break;
        }
        let mut stream = streams.get(row / 2);
        if stream.bernoulli(memetic.rate.bernoulli()) {
            let mut genome = part.rows.genome_mut(row).to_vec();
            let (fitness, evaluations) =
                memetic.descend(&mut genome, part.fitness[row], evaluator, &mut stream, *budget);
            tally.evaluated += evaluations;
            part.fitness[row] = fitness;
            match memetic.inheritance {
                Inheritance::Lamarckian => part.rows.genome_mut(row).copy_from_slice(&genome),
                Inheritance::Baldwinian => tally.learned = fitter(tally.learned, Some((fitness, genome))),
            }
            if context.is_cut() {
                tally.made = row + 1;
                break;
            }
        }
        streams.put(row / 2, &stream);
    }
    tally
}

/// Counts the offspring of crossed pairs that are better or worse than the mean of their parents.
#[inline(always)]
fn compare(crossed: &[u8], parent_sums: &[u32], children: &[Fitness]) -> Children {
    let (mut better, mut worse) = (0, 0);
    for ((&crossed, &parent_sum), pair) in crossed.iter().zip(parent_sums).zip(children.as_chunks::<2>().0) {
        for child in pair {
            let twice = 2 * child.penalty();
            better += u32::from(crossed) & u32::from(twice < parent_sum);
            worse += u32::from(crossed) & u32::from(twice > parent_sum);
        }
    }
    Children { better: better.into(), worse: worse.into() }
}
