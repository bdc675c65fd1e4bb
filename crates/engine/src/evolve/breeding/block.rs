//! [`BreedBlock`]: the breeding of one block of offspring, from the parents that the selection draws to their fitness, and the descents of
//! a memetic algorithm. Offspring are also compared with their parents here, for observers and for operators that learn. Evaluations are
//! taken from a budget, if there is one. Which blocks there are is up to `breeding`; matings are recorded in `record`.

use super::record::BlockDraws;
use super::{Breeding, IslandContext, OffspringRows};
use crate::evaluation::{Fitness, Gene, KernelTask};
use crate::evolve::batch::{BATCH_PAIRS, BATCH_SIZE, OffspringBatch, OffspringSet, PairSet};
use crate::evolve::crossover::Cross;
use crate::evolve::genetic_operators::GeneticOperators;
use crate::evolve::memetic::Inheritance;
use crate::evolve::mutation::Mutate;
use crate::evolve::recombination::{draw_crossovers, further_parents};
use crate::evolve::selection::Select;
use crate::evolve::tally::{Tally, fitter};
use crate::optimizer::Children;
use evocube_cube::rng::{CounterStream, Streams};
use evocube_cube::solver::Cancelled;

/// The breeding of one block, for [`Kernel::run`](crate::evaluation::Kernel::run).
pub(super) struct BreedBlock<'a, 'b> {
    pub(super) context: &'a IslandContext<'a>,
    pub(super) breeding: &'a Breeding<'a>,
    pub(super) part: OffspringRows<'b>,
    /// Number of offspring of the generation.
    pub(super) children: usize,
}

impl KernelTask for BreedBlock<'_, '_> {
    type Output = Result<Tally, Cancelled>;

    /// Breeds the pairs of one block. If the number of offspring is odd, the sibling of the last one is bred but not kept.
    ///
    /// Each step is done for all pairs before the next. Numbers that every pair needs are drawn first, without an
    /// unpredictable branch; operators then run over sets of those pairs and offspring that they apply to.
    #[inline(always)]
    fn run(self) -> Result<Tally, Cancelled> {
        let Self { context, breeding, part, children } = self;
        let IslandContext { evaluator, pool, operators, symbols, .. } = *context;
        let GeneticOperators { selection, crossover, mutation, memetic } = operators;
        let (parents, parent_fitness) = (breeding.parents.rows(), breeding.parents.fitness());
        // First the fitness of the parent of which each offspring is a copy, then its own.
        let OffspringRows { first, mut rows, fitness } = part;
        let (pairs, first_pair) = (fitness.len() / 2, first / 2);
        let count = fitness.len().min(children - first);
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
                selection.select_pairs(
                    breeding.pool,
                    first_pair,
                    (evaluator.kernel(), &mut streams),
                    (selected, fitness),
                )?;
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
                further_parents(&crossed, more, first, select, &mut streams)?
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
        let matings = matings.transpose()?;
        rows.copy_each(parents, selected.as_flattened());
        match evaluator.kernel().cache_line_ops() {
            _ if breeding.selection_writes_fitness => {}
            Some(ops) => ops.gather(parent_fitness, selected.as_flattened(), fitness),
            None => {
                let rows = fitness.iter_mut().zip(selected.as_flattened());
                rows.for_each(|(fitness, &row)| *fitness = parent_fitness[row as usize]);
            }
        }
        // The sum of the penalties of two parents.
        let mut parent_sums = [0; BATCH_PAIRS];
        for (sum, [a, b]) in parent_sums.iter_mut().zip(fitness.as_chunks().0) {
            *sum = a.penalty() + b.penalty();
        }
        let mut operators = [0; BATCH_SIZE];
        let mut batch = OffspringBatch {
            rows,
            parents: fitness,
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
        crossover.cross_batch(&crossed, &mut batch)?;
        mutation.mutate_batch(&mutated, &mut batch)?;
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
            exchange_fitness(&swapped, &mutated, &mut changed, fitness);
        }
        let changed_count = changed.write_indices(evaluator.kernel(), &mut which);
        let mut part = OffspringRows { first, rows, fitness };
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
        let mut tally = part.evaluate(evaluator, evaluated, count)?;
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
                let parent = parent_fitness[selected.as_flattened()[row] as usize];
                tally.success.crossovers.record(crossovers[row / 2].into(), parent, part.fitness[row]);
            }
        }
        if mutation.learns() {
            for (row, &operator) in operators[..count].iter().enumerate() {
                if operator > 0 {
                    let parent = parent_fitness[selected.as_flattened()[row] as usize];
                    tally.success.mutations.record(usize::from(operator) - 1, parent, part.fitness[row]);
                }
            }
        }
        if memetic.is_on() {
            tally = descend(context, tally, changed, &mut part, &mut streams)?;
            tally.best = (part.fitness[..tally.made].iter().copied().min().unwrap_or(Fitness::WORST), first);
        }
        Ok(tally)
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
) -> Result<Tally, Cancelled> {
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
                memetic.descend(&mut genome, part.fitness[row], evaluator, &mut stream, *budget)?;
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
    Ok(tally)
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
