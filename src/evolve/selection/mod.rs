//! [`Selection`]: who becomes a parent.

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

use serde::{Deserialize, Serialize};

use super::bounded::TournamentSize;
use crate::puzzle::kernel::Fitness;
use crate::rng::{BatchedRange, CounterStream, Streams};

/// A way to choose parents. All fitness is minimised.
pub trait Select: Send + Sync {
    /// Makes ready for a generation in which `draws` parents will be drawn.
    fn prepare(&self, wheel: &mut Wheel, fitness: &[Fitness], draws: usize, stream: &mut CounterStream);

    /// The parent of draw number `draw` (less than `draws`).
    fn select(&self, wheel: &Wheel, fitness: &[Fitness], draw: usize, stream: &mut CounterStream) -> usize;

    /// The parents of some pairs, of which the first has this number; each pair has its stream.
    fn select_pairs(
        &self,
        wheel: &Wheel,
        fitness: &[Fitness],
        first: usize,
        streams: &mut Streams,
        parents: &mut [[u32; 2]],
    ) {
        one_by_one(self, wheel, fitness, first, streams, parents);
    }
}

/// The parents of pairs, drawn for one pair after the other.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
fn one_by_one(
    selection: &(impl Select + ?Sized),
    wheel: &Wheel,
    fitness: &[Fitness],
    first: usize,
    streams: &mut Streams,
    parents: &mut [[u32; 2]],
) {
    for (n, parents) in parents.iter_mut().enumerate() {
        let mut stream = streams.get(n);
        for (side, parent) in parents.iter_mut().enumerate() {
            *parent = selection.select(wheel, fitness, 2 * (first + n) + side, &mut stream) as u32;
        }
        streams.put(n, &stream);
    }
}

/// What a selection keeps for one generation; its memory is used again in the next.
#[derive(Clone, Debug)]
pub struct Wheel {
    /// BatchedRange whose sides are the individuals.
    individuals: BatchedRange,
    /// Running sums of weights, one an individual.
    sums: Vec<u64>,
    /// Individuals in some order.
    order: Vec<u32>,
}

impl Default for Wheel {
    fn default() -> Self {
        Self { individuals: BatchedRange::new(1), sums: Vec::new(), order: Vec::new() }
    }
}

impl Wheel {
    /// Fills the running sums.
    fn spin_ready(&mut self, weights: impl Iterator<Item = u64>) {
        self.sums.clear();
        let mut sum = 0;
        self.sums.extend(weights.map(|weight| {
            sum += weight;
            sum
        }));
    }

    fn total(&self) -> u64 {
        *self.sums.last().expect("populations are not empty")
    }

    /// The individual under a point of the wheel, less than the total.
    fn at(&self, point: u64) -> usize {
        self.sums.partition_point(|&sum| sum <= point)
    }

    /// Puts the individuals in order of fitness, best first, ties in the order of the population.
    fn sort(&mut self, fitness: &[Fitness]) {
        self.order.clear();
        self.order.extend((0u32..).zip(fitness).map(|(individual, _)| individual));
        self.order.sort_unstable_by_key(|&individual| (fitness[individual as usize], individual));
    }
}

/// Which selection a run uses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// See [`Tournament`].
    Tournament(Tournament),
    /// See [`Roulette`]; without settings, so also written as a word.
    Roulette,
    /// See [`Rank`].
    Rank(Rank),
    /// See [`Truncation`].
    Truncation(Truncation),
    /// See [`StochasticUniversal`]; without settings.
    StochasticUniversal,
}

impl Default for Selection {
    fn default() -> Self {
        let size = TournamentSize::new(3);
        Self::Tournament(Tournament { size, replacement: true })
    }
}

impl Select for Selection {
    fn prepare(&self, wheel: &mut Wheel, fitness: &[Fitness], draws: usize, stream: &mut CounterStream) {
        match self {
            Self::Tournament(selection) => selection.prepare(wheel, fitness, draws, stream),
            Self::Roulette => Roulette.prepare(wheel, fitness, draws, stream),
            Self::Rank(selection) => selection.prepare(wheel, fitness, draws, stream),
            Self::Truncation(selection) => selection.prepare(wheel, fitness, draws, stream),
            Self::StochasticUniversal => StochasticUniversal.prepare(wheel, fitness, draws, stream),
        }
    }

    #[inline(always)]
    fn select(&self, wheel: &Wheel, fitness: &[Fitness], draw: usize, stream: &mut CounterStream) -> usize {
        match self {
            Self::Tournament(selection) => selection.select(wheel, fitness, draw, stream),
            Self::Roulette => Roulette.select(wheel, fitness, draw, stream),
            Self::Rank(selection) => selection.select(wheel, fitness, draw, stream),
            Self::Truncation(selection) => selection.select(wheel, fitness, draw, stream),
            Self::StochasticUniversal => StochasticUniversal.select(wheel, fitness, draw, stream),
        }
    }

    #[inline(always)]
    fn select_pairs(
        &self,
        wheel: &Wheel,
        fitness: &[Fitness],
        first: usize,
        streams: &mut Streams,
        parents: &mut [[u32; 2]],
    ) {
        match self {
            Self::Tournament(selection) => selection.select_pairs(wheel, fitness, first, streams, parents),
            Self::Roulette => Roulette.select_pairs(wheel, fitness, first, streams, parents),
            Self::Rank(selection) => selection.select_pairs(wheel, fitness, first, streams, parents),
            Self::Truncation(selection) => selection.select_pairs(wheel, fitness, first, streams, parents),
            Self::StochasticUniversal => StochasticUniversal.select_pairs(wheel, fitness, first, streams, parents),
        }
    }
}

#[cfg(test)]
pub(crate) mod laws {
    //! What every selection is tested with.

    use super::{Fitness, Select, Wheel};
    use crate::rng::Seed;

    /// Ten individuals, not in order, with different penalties 0, 10, 20 … 90.
    pub(crate) fn ten() -> Vec<Fitness> {
        [30, 0, 90, 10, 60, 20, 80, 50, 40, 70].map(|penalty| Fitness::new(penalty, 5)).to_vec()
    }

    /// Chi-square of a million draws against the probability of each *rank* (0 = best) with these penalties.
    pub(crate) fn chi_square(selection: &impl Select, fitness: &[Fitness], probability: &[f64], seed: u64) -> f64 {
        assert!((probability.iter().sum::<f64>() - 1.0).abs() < 1e-9, "probabilities add up to 1");
        let mut stream = Seed::from_number(seed).key(0).stream(0);
        let mut wheel = Wheel::default();
        let mut order: Vec<usize> = (0..fitness.len()).collect();
        order.sort_by_key(|&individual| (fitness[individual], individual));
        let (rounds, draws) = (1000, 1000);
        let mut counts = vec![0u32; fitness.len()];
        for _ in 0..rounds {
            selection.prepare(&mut wheel, fitness, draws, &mut stream);
            for draw in 0..draws {
                counts[selection.select(&wheel, fitness, draw, &mut stream)] += 1;
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

    /// With 9 degrees of freedom exceeded once in 1000.
    pub(crate) const LIMIT: f64 = 27.9;
}
