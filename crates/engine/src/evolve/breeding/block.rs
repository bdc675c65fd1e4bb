//! [`BreedBlock`]: the breeding of one block of offspring, from the parents that the selection draws to their fitness, and the descents of
//! a memetic algorithm. Offspring are also compared with their parents here, for observers and for operators that learn. Evaluations are
//! taken from a budget, if there is one. What is drawn before genes change is in `draws`, the division into blocks in `rows`; matings are
//! recorded in `record`.

use super::Breeding;
use super::draws::BlockDraws;
use super::rows::OffspringRows;
use crate::evaluation::{Fitness, Gene, Kernel, KernelTask, RowsMut};
use crate::evolve::batch::{BATCH_PAIRS, BATCH_SIZE, OffspringBatch, OffspringSet, PairSet};
use crate::evolve::budget::Budget;
use crate::evolve::crossover::Cross;
use crate::evolve::genetic_operators::GeneticOperators;
use crate::evolve::island_context::IslandContext;
use crate::evolve::memetic::{Inheritance, Memetic};
use crate::evolve::mutation::Mutate;
use crate::evolve::tally::{Success, Tally, fitter};
use crate::optimizer::Children;
use evocube_cube::rng::Streams;
use evocube_cube::solver::Cancelled;

/// The breeding of one block, for [`Kernel::run`].
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
        let IslandContext { evaluator, pool, symbols, budget, recorder, .. } = *context;
        let GeneticOperators { crossover, mutation, memetic, .. } = context.operators;
        let (kernel, parents) = (evaluator.kernel(), breeding.parents.rows());
        // First the fitness of the parent of which each offspring is a copy, then its own.
        let OffspringRows { first, mut rows, fitness } = part;
        let (pairs, first_pair) = (fitness.len() / 2, first / 2);
        let count = fitness.len().min(children - first);
        if parents.exceed_cache() || pool.is_parallel(children) {
            rows.prefetch_for_writing();
        }
        let mut streams = Streams::default();
        breeding.open(&mut streams, first_pair, pairs);
        let mut draws = BlockDraws::new(first_pair, pairs);
        draws.select_parents(context, breeding, &mut streams, fitness)?;
        draws.draw_changes(context, breeding, &mut streams, children)?;
        let draws = &draws;
        let selected = draws.selected().as_flattened();
        let matings = recorder.map(|_| context.matings(breeding, draws, &streams)).transpose()?;

        copy_parents(kernel, breeding, selected, &mut rows, fitness);
        let parent_sums = penalty_sums(fitness);
        let further: Vec<Vec<&[Gene]>> =
            draws.further.iter().map(|rows| rows.iter().map(|&row| parents.genome(row as usize)).collect()).collect();
        let mut operators = [0; BATCH_SIZE];
        let mut batch = OffspringBatch {
            rows,
            parents: fitness,
            kernel,
            symbols,
            streams: &mut streams,
            changed: OffspringSet::default(),
            recombined: None,
            swapped: PairSet::default(),
            operators: &mut operators,
            crossovers: &draws.crossovers,
            further: &further,
        };
        crossover.cross_batch(&draws.crossed, &mut batch)?;
        mutation.mutate_batch(&draws.mutated, &mut batch)?;
        let OffspringBatch { rows, changed: mut mutated, recombined, swapped, .. } = batch;
        if recombined.is_none() {
            mutated.insert_siblings(&draws.crossed.0);
        }

        let mut which = [0; BATCH_SIZE];
        let compared_count = mutated.write_indices(kernel, &mut which);
        let compared = &which[..compared_count];
        let mut changed = recombined_alone(recombined, &mutated);
        rows.as_rows().mark_changed(kernel, parents, selected, compared, &mut changed.0);
        changed = changed.truncate(count);
        let all_changed = changed.count();
        if budget.is_none() && !memetic.is_on() {
            exchange_fitness(&swapped, &mutated, &mut changed, fitness);
        }
        let changed_count = changed.write_indices(kernel, &mut which);
        let changed = &which[..changed_count];
        let (evaluated, count) = within_budget(budget, memetic, changed, count);
        evaluator.evaluate(rows.as_rows(), evaluated, fitness)?;
        let mut tally = Tally::of_rows(first, &fitness[..count], evaluated.len());
        tally.evaluated += (all_changed - changed_count) as u64;
        if let (Some(recorder), Some(matings)) = (recorder, matings) {
            recorder.add_block(matings, rows.as_rows(), fitness, count);
        }
        tally.success.children = compare_with_parents(draws, &parent_sums, fitness, count);
        credit_operators(
            &mut tally.success,
            context.operators,
            draws,
            (&operators, breeding.parents.fitness()),
            &fitness[..count],
        );
        if memetic.is_on() {
            let mut part = OffspringRows { first, rows, fitness };
            tally = descend(context, tally, changed, &mut part, &mut streams)?;
            tally.best = (part.fitness[..tally.made].iter().copied().min().unwrap_or(Fitness::WORST), first);
        }
        Ok(tally)
    }
}

/// Copies the selected parents, one to each row, and their fitness unless the selection has written it.
#[inline(always)]
fn copy_parents(
    kernel: Kernel,
    breeding: &Breeding<'_>,
    selected: &[u32],
    rows: &mut RowsMut<'_>,
    fitness: &mut [Fitness],
) {
    rows.copy_each(breeding.parents.rows(), selected);
    let parent_fitness = breeding.parents.fitness();
    match kernel.cache_line_ops() {
        _ if breeding.selection_writes_fitness => {}
        Some(ops) => ops.gather(parent_fitness, selected, fitness),
        None => {
            let rows = fitness.iter_mut().zip(selected);
            rows.for_each(|(fitness, &row)| *fitness = parent_fitness[row as usize]);
        }
    }
}

/// Returns the sum of the penalties of the two parents of each pair.
#[inline(always)]
fn penalty_sums(parents: &[Fitness]) -> [u32; BATCH_PAIRS] {
    let mut sums = [0; BATCH_PAIRS];
    for (sum, [a, b]) in sums.iter_mut().zip(parents.as_chunks().0) {
        *sum = a.penalty() + b.penalty();
    }
    sums
}

/// Returns the offspring of recombined pairs that are not mutated. They differ from their parents.
#[inline(always)]
fn recombined_alone(recombined: Option<PairSet>, mutated: &OffspringSet) -> OffspringSet {
    let mut changed = OffspringSet::default();
    if let Some(pairs) = recombined {
        changed.insert_siblings(&pairs.0);
    }
    changed.remove(mutated);
    changed
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

/// Returns the changed offspring that the budget lets evaluate, and the number of rows before the first that it leaves out.
#[inline(always)]
fn within_budget<'w>(
    budget: Option<&Budget>,
    memetic: &Memetic,
    changed: &'w [u32],
    count: usize,
) -> (&'w [u32], usize) {
    match budget {
        None => (changed, count),
        // Each offspring and its descent take their evaluations before the next.
        Some(budget) if memetic.is_on() => {
            let left = usize::try_from(budget.left()).unwrap_or(usize::MAX);
            (&changed[..left.min(changed.len())], count)
        }
        Some(budget) => budget.take_rows(changed, count),
    }
}

/// Compares recombined offspring, of the first `count`, with the mean of their parents, from the sum of whose penalties.
#[inline(always)]
fn compare_with_parents(draws: &BlockDraws, parent_sums: &[u32], fitness: &[Fitness], count: usize) -> Children {
    let is_crossed = &draws.is_crossed;
    let mut children = compare(&is_crossed[..count / 2], parent_sums, fitness);
    if count % 2 == 1 {
        // Only the first sibling of the last pair counts: it is compared twice.
        let (last, sibling) = (count / 2, [fitness[count - 1]; 2]);
        let twice = compare(&is_crossed[last..=last], &parent_sums[last..], &sibling);
        children.better += twice.better / 2;
        children.worse += twice.worse / 2;
    }
    children
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

/// Records the success of offspring for the operators that learn. `mutations` is the number of the mutation of each, plus one.
#[inline(always)]
fn credit_operators(
    success: &mut Success,
    GeneticOperators { crossover, mutation, .. }: &GeneticOperators,
    draws: &BlockDraws,
    (mutations, parent_fitness): (&[u8; BATCH_SIZE], &[Fitness]),
    fitness: &[Fitness],
) {
    let parent = |row: usize| parent_fitness[draws.selected().as_flattened()[row] as usize];
    if crossover.learns() {
        for row in (0..fitness.len()).filter(|row| draws.is_crossed[row / 2] == 1) {
            success.crossovers.record(draws.crossovers[row / 2].into(), parent(row), fitness[row]);
        }
    }
    if mutation.learns() {
        for (row, &number) in mutations[..fitness.len()].iter().enumerate() {
            if number > 0 {
                success.mutations.record(usize::from(number) - 1, parent(row), fitness[row]);
            }
        }
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
