//! [`Selection`]: parent selection.

mod rank;
mod roulette;
mod stochastic_universal;
mod tournament;
mod truncation;

pub use rank::Rank;
pub use roulette::Roulette;
pub use stochastic_universal::StochasticUniversal;
pub use tournament::Tournament;
pub use truncation::Truncation;

use crate::bounded::TournamentSize;
use crate::evaluation::Fitness;
use crate::registered::components;
use crate::rng::{BatchedRange, CounterStream, Streams};

/// A parent selection. All fitness is minimized.
pub trait Select: Send + Sync {
    /// Prepares the table for a generation in which `draws` parents will be drawn.
    fn prepare(&self, table: &mut RouletteTable, fitness: &[Fitness], draws: usize, stream: &mut CounterStream);

    /// Returns the parent of draw number `draw` (less than `draws`).
    fn select(&self, pool: ParentPool<'_>, draw: usize, stream: &mut CounterStream) -> usize;

    /// Selects the parents of consecutive pairs, of which the first has the number `first`. Each pair has its stream.
    ///
    /// An override must draw the same numbers as `select` for each parent.
    #[inline(always)]
    fn select_pairs(&self, pool: ParentPool<'_>, first: usize, streams: &mut Streams, parents: &mut [[u32; 2]]) {
        select_pairs_scalar(self, pool, first, streams, parents);
    }
}

/// The individuals that parents are selected from.
#[derive(Clone, Copy, Debug)]
pub struct ParentPool<'a> {
    /// The table that the selection prepared.
    pub table: &'a RouletteTable,
    /// The selection key of each individual: its fitness, or a rank in the form of one.
    pub fitness: &'a [Fitness],
}

/// Selects the parents of one pair after the other.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
fn select_pairs_scalar(
    selection: &(impl Select + ?Sized),
    pool: ParentPool<'_>,
    first: usize,
    streams: &mut Streams,
    parents: &mut [[u32; 2]],
) {
    for (n, parents) in parents.iter_mut().enumerate() {
        let mut stream = streams.get(n);
        for (side, parent) in parents.iter_mut().enumerate() {
            *parent = selection.select(pool, 2 * (first + n) + side, &mut stream) as u32;
        }
        streams.put(n, &stream);
    }
}

/// Data that a selection prepares once a generation. Its memory is reused.
#[derive(Clone, Debug)]
pub struct RouletteTable {
    /// The range of individuals.
    individuals: BatchedRange,
    /// Running sums of weights, one for each individual.
    sums: Vec<u64>,
    /// Individuals in an order that the selection chooses.
    order: Vec<u32>,
}

impl Default for RouletteTable {
    fn default() -> Self {
        Self { individuals: BatchedRange::new(1), sums: Vec::new(), order: Vec::new() }
    }
}

impl RouletteTable {
    /// Replaces the running sums.
    fn set_weights(&mut self, weights: impl Iterator<Item = u64>) {
        self.sums.clear();
        let mut sum = 0;
        self.sums.extend(weights.map(|weight| {
            sum += weight;
            sum
        }));
    }

    /// Replaces the running sums by windowed weights: worst penalty of the generation − own penalty + 1.
    fn set_windowed_weights(&mut self, fitness: &[Fitness]) {
        let worst = fitness.iter().map(|fitness| fitness.penalty()).max().unwrap_or(0);
        self.set_weights(fitness.iter().map(|fitness| u64::from(worst - fitness.penalty()) + 1));
    }

    fn total(&self) -> u64 {
        *self.sums.last().expect("populations are not empty")
    }

    /// Draws a place in proportion to the weights.
    fn spin(&self, stream: &mut CounterStream) -> usize {
        let point = stream.below(self.total());
        self.sums.partition_point(|&sum| sum <= point)
    }

    /// Orders the individuals by fitness, best first, ties by their number.
    fn sort(&mut self, fitness: &[Fitness]) {
        self.order.clear();
        self.order.extend((0u32..).zip(fitness).map(|(individual, _)| individual));
        self.order.sort_unstable_by_key(|&individual| (fitness[individual as usize], individual));
    }
}

components! { $
    /// Parent selection of a run.
    Selection of dyn Select, with_selection:
    "tournament": Tournament(Tournament),
    "roulette": Roulette = Roulette,
    "rank": Rank(Rank),
    "truncation": Truncation(Truncation),
    "stochastic-universal": StochasticUniversal = StochasticUniversal,
}

/// A tournament of 3 with replacement.
impl Default for Selection {
    fn default() -> Self {
        Self::Tournament(Tournament { size: TournamentSize::new(3), replacement: true })
    }
}

impl Select for Selection {
    fn prepare(&self, table: &mut RouletteTable, fitness: &[Fitness], draws: usize, stream: &mut CounterStream) {
        with_selection!(self, selection => selection.prepare(table, fitness, draws, stream));
    }

    #[inline(always)]
    fn select(&self, pool: ParentPool<'_>, draw: usize, stream: &mut CounterStream) -> usize {
        with_selection!(self, selection => selection.select(pool, draw, stream))
    }

    #[inline(always)]
    fn select_pairs(&self, pool: ParentPool<'_>, first: usize, streams: &mut Streams, parents: &mut [[u32; 2]]) {
        with_selection!(self, selection => selection.select_pairs(pool, first, streams, parents));
    }
}

#[cfg(test)]
pub(crate) mod laws {
    //! The law test of every selection.

    use super::{Fitness, ParentPool, RouletteTable, Select};
    use crate::rng::Seed;

    /// Ten individuals, not in order, with different penalties 0, 10, 20 … 90.
    pub(crate) fn ten() -> Vec<Fitness> {
        [30, 0, 90, 10, 60, 20, 80, 50, 40, 70].map(|penalty| Fitness::new(penalty, 5)).to_vec()
    }

    /// Chi-square of a million draws against the probability of each *rank* (0 = best) with these penalties.
    pub(crate) fn chi_square(selection: &impl Select, fitness: &[Fitness], probability: &[f64], seed: u64) -> f64 {
        assert!((probability.iter().sum::<f64>() - 1.0).abs() < 1e-9, "probabilities add up to 1");
        let mut stream = Seed::from_number(seed).key(0).stream(0);
        let mut table = RouletteTable::default();
        let mut order: Vec<usize> = (0..fitness.len()).collect();
        order.sort_by_key(|&individual| (fitness[individual], individual));
        let (rounds, draws) = (1000, 1000);
        let mut counts = vec![0u32; fitness.len()];
        for _ in 0..rounds {
            selection.prepare(&mut table, fitness, draws, &mut stream);
            for draw in 0..draws {
                counts[selection.select(ParentPool { table: &table, fitness }, draw, &mut stream)] += 1;
            }
        }
        let mut chi = 0.0;
        for (rank, &individual) in order.iter().enumerate() {
            let expected = 1e6 * probability[rank];
            let found = f64::from(counts[individual]);
            if expected == 0.0 {
                assert!(counts[individual] == 0, "rank {rank} is never drawn");
            } else {
                chi += (found - expected).powi(2) / expected;
            }
        }
        chi
    }

    /// Value that chi-square with 9 degrees of freedom exceeds once in 1000.
    pub(crate) const LIMIT: f64 = 27.9;
}
