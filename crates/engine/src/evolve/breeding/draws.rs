//! [`BlockDraws`]: what is drawn for the offspring of a block before genes change: the parents, the pairs that are recombined, by which
//! crossover of a mixture and with which further parents, and the offspring that are mutated. The operators draw cuts and genes themselves.

use super::Breeding;
use crate::evaluation::Fitness;
use crate::evolve::batch::{BATCH_PAIRS, OffspringSet, PairSet};
use crate::evolve::crossover::Cross;
use crate::evolve::genetic_operators::GeneticOperators;
use crate::evolve::island_context::IslandContext;
use crate::evolve::mutation::Mutate;
use crate::evolve::selection::Select;
use evocube_cube::rng::{CounterStream, Streams};
use evocube_cube::solver::Cancelled;

/// The numbers of a block that are drawn before the crossover.
pub(super) struct BlockDraws {
    /// The number of the first pair.
    pub(super) first_pair: usize,
    pairs: usize,
    selected: [[u32; 2]; BATCH_PAIRS],
    /// 1 for each pair that is recombined.
    pub(super) is_crossed: [u8; BATCH_PAIRS],
    /// The pairs that are recombined.
    pub(super) crossed: PairSet,
    /// The crossover of each pair, in a mixture.
    pub(super) crossovers: [u8; BATCH_PAIRS],
    /// Further parents of each pair; empty if the crossover has none.
    pub(super) further: Vec<Vec<u32>>,
    /// 1 for each sibling that is mutated.
    pub(super) is_mutated: [[u8; 2]; BATCH_PAIRS],
    /// The offspring that are mutated.
    pub(super) mutated: OffspringSet,
}

impl BlockDraws {
    /// Returns the draws of this number of pairs before any is made.
    #[inline(always)]
    pub(super) fn new(first_pair: usize, pairs: usize) -> Self {
        Self {
            first_pair,
            pairs,
            selected: [[0; 2]; BATCH_PAIRS],
            is_crossed: [0; BATCH_PAIRS],
            crossed: PairSet::default(),
            crossovers: [0; BATCH_PAIRS],
            further: Vec::new(),
            is_mutated: [[0; 2]; BATCH_PAIRS],
            mutated: OffspringSet::default(),
        }
    }

    /// Returns the parents of each pair.
    #[inline(always)]
    pub(super) fn selected(&self) -> &[[u32; 2]] {
        &self.selected[..self.pairs]
    }

    /// Selects the parents, and requests those of a large population. The selection may write their fitness.
    #[inline(always)]
    pub(super) fn select_parents(
        &mut self,
        context: &IslandContext<'_>,
        breeding: &Breeding<'_>,
        streams: &mut Streams,
        fitness: &mut [Fitness],
    ) -> Result<(), Cancelled> {
        let (first, selected) = (self.first_pair, &mut self.selected[..self.pairs]);
        match breeding.order {
            Some(order) => selected.copy_from_slice(&order.as_chunks().0[first..first + self.pairs]),
            None => {
                let streams = (context.evaluator.kernel(), streams);
                context.operators.selection.select_pairs(breeding.pool, first, streams, (selected, fitness))?;
            }
        }
        let parents = breeding.parents.rows();
        if parents.exceed_cache() {
            parents.prefetch(self.selected().as_flattened());
        }
        Ok(())
    }

    /// Draws which pairs are recombined, with which further parents, and which siblings are mutated. `children` is the number of offspring
    /// of the generation.
    #[inline(always)]
    pub(super) fn draw_changes(
        &mut self,
        context: &IslandContext<'_>,
        breeding: &Breeding<'_>,
        streams: &mut Streams,
        children: usize,
    ) -> Result<(), Cancelled> {
        let (kernel, GeneticOperators { selection, crossover, mutation, .. }) =
            (context.evaluator.kernel(), context.operators);
        let mutation_rate = mutation.individual_rate();
        let (is_crossed, is_mutated) = streams.bernoulli_triple([crossover.rate(), mutation_rate, mutation_rate]);
        self.is_crossed = is_crossed;
        if crossover.is_mixture() {
            draw_crossovers(crossover, streams, &mut self.is_crossed[..self.pairs], &mut self.crossovers);
        }
        self.crossed = PairSet::from_flags(kernel, self.is_crossed.as_chunks().0);
        let more = crossover.further_parents();
        if more > 0 {
            let first = |pair: usize| 2 * children.div_ceil(2) + (self.first_pair + pair) * more;
            let select = |draw, stream: &mut CounterStream| selection.select(breeding.pool, draw, stream);
            self.further = further_parents(&self.crossed, more, first, select, streams)?;
        }
        for pair in 0..BATCH_PAIRS {
            self.is_mutated[pair] = is_mutated[pair].to_le_bytes();
        }
        self.mutated = OffspringSet::from_flags(kernel, self.is_mutated.as_flattened().as_chunks().0);
        Ok(())
    }
}

/// Draws the crossover of each pair from a mixture. The flag of a pair that is copied becomes 0.
#[inline(never)]
fn draw_crossovers(
    crossover: &impl Cross,
    streams: &mut Streams,
    flags: &mut [u8],
    crossovers: &mut [u8; BATCH_PAIRS],
) {
    for (pair, flag) in flags.iter_mut().enumerate() {
        let mut stream = streams.get(pair);
        match crossover.draw(&mut stream) {
            Some(part) => crossovers[pair] = u8::try_from(part).expect("there are at most MAX_OPERATORS"),
            None => *flag = 0,
        }
        streams.put(pair, &stream);
    }
}

/// Selects `count` further parents of each pair that is recombined, as rows of the population. `first` returns the number of the
/// first draw of a pair.
#[inline(never)]
fn further_parents(
    crossed: &PairSet,
    count: usize,
    first: impl Fn(usize) -> usize,
    select: impl Fn(usize, &mut CounterStream) -> Result<usize, Cancelled>,
    streams: &mut Streams,
) -> Result<Vec<Vec<u32>>, Cancelled> {
    let mut further = vec![Vec::new(); BATCH_PAIRS];
    for pair in crossed.members() {
        let mut stream = streams.get(pair);
        let draws = first(pair)..first(pair) + count;
        let row = |draw| Ok(u32::try_from(select(draw, &mut stream)?).expect("populations are smaller than 2^32"));
        further[pair] = draws.map(row).collect::<Result<_, _>>()?;
        streams.put(pair, &stream);
    }
    Ok(further)
}
