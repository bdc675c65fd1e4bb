//! [`Select`] and [`Selection`]: parent selection, which draws the parents of each pair by their fitness, rank, length, cases or niche.
//! From [`Candidates`] with their [`Measures`] it prepares a [`RouletteTable`], and draws from a [`ParentPool`]. Each selection has a file
//! in this folder; `laws` for tests are here. The individuals that stay are selected in [`super::survivor`].

mod boltzmann;
mod cases;
mod clearing;
mod double_tournament;
mod exponential_rank;
mod lexicase;
mod rank;
mod roulette;
mod sharing;
mod stochastic_universal;
mod tournament;
mod truncation;

pub use boltzmann::Boltzmann;
pub use clearing::{Clearing, NicheCapacity};
pub use double_tournament::{DoubleTournament, Layer};
pub use exponential_rank::ExponentialRank;
pub use lexicase::Lexicase;
pub use rank::Rank;
pub use roulette::Roulette;
pub use sharing::{NicheRadius, Sharing, SharingExponent};
pub use stochastic_universal::StochasticUniversal;
pub use tournament::Tournament;
pub use truncation::Truncation;

use self::cases::CaseTable;
use super::operators::UNIT;
use super::schedule::Moment;
use crate::bounded::TournamentSize;
use crate::evaluation::{Fitness, Kernel};
use crate::registered::{Word, components, delegate};
use crate::settings::settings;
use evocube_cube::rng::{BatchedRange, CounterStream, Streams};
use evocube_cube::solver::Cancelled;

/// A parent selection. All fitness is minimized. All random numbers must come from the given stream, so that a trial can be repeated.
///
/// Another crate cannot fill the [`RouletteTable`], so its selections must override [`select`](Self::select).
pub trait Select: Send + Sync {
    /// Sets the parameters that depend on the time of the run.
    fn schedule(&mut self, moment: Moment) {
        let _ = moment;
    }

    /// Returns whether [`Select::prepare`] draws numbers. Otherwise it may get any stream, also one that others draw from.
    fn draws_to_prepare(&self) -> bool {
        true
    }

    /// Prepares the table for the draws of parents from these individuals.
    ///
    /// # Errors
    /// If the selection fails, which ends the run.
    fn prepare(
        &self,
        table: &mut RouletteTable,
        candidates: &Candidates<'_>,
        stream: &mut CounterStream,
    ) -> Result<(), Cancelled>;

    /// Returns the parent of draw number `draw`, which is less than the number of draws prepared; by default one drawn by the weights
    /// of the table.
    ///
    /// # Errors
    /// As for [`prepare`](Select::prepare).
    fn select(&self, pool: ParentPool<'_>, draw: usize, stream: &mut CounterStream) -> Result<usize, Cancelled> {
        let _ = draw;
        Ok(pool.table.spin(stream))
    }

    /// Returns the parent of a draw as [`select`](Select::select) does, and adds the individuals that it was compared with, itself
    /// included, to `contestants` in the order of their draws; none by default.
    ///
    /// # Errors
    /// As for [`prepare`](Select::prepare).
    fn select_among(
        &self,
        pool: ParentPool<'_>,
        draw: usize,
        stream: &mut CounterStream,
        contestants: &mut Vec<u32>,
    ) -> Result<usize, Cancelled> {
        let _ = contestants;
        self.select(pool, draw, stream)
    }

    /// Selects the parents of consecutive pairs from number `first` on, and writes their selection keys. Each pair has its own stream.
    /// Every kernel selects the same.
    ///
    /// An override must draw the same numbers as `select` for each parent.
    ///
    /// # Errors
    /// As for [`prepare`](Select::prepare). The parents are then not used.
    #[inline(always)]
    fn select_pairs(
        &self,
        pool: ParentPool<'_>,
        first: usize,
        (_, streams): (Kernel, &mut Streams),
        selected: (&mut [[u32; 2]], &mut [Fitness]),
    ) -> Result<(), Cancelled> {
        select_pairs_scalar(self, pool, first, streams, selected)
    }

    /// Returns whether the selection uses the penalties on single test cases.
    fn needs_cases(&self) -> bool {
        false
    }
}

impl Select for Word {
    fn prepare(&self, _: &mut RouletteTable, _: &Candidates<'_>, _: &mut CounterStream) -> Result<(), Cancelled> {
        self.run()
    }
}

/// Inputs of a parent selection for the draws from one population.
#[derive(Clone, Copy)]
pub struct Candidates<'a> {
    /// The selection key of each individual, lower is better: its fitness, or under `nsga-ii` its rank as a
    /// [`Fitness`].
    pub fitness: &'a [Fitness],
    /// Number of parents that will be drawn.
    pub draws: usize,
    /// Measures of each individual beside its fitness, which are computed on request.
    pub individuals: &'a dyn Measures,
}

/// Measures of the individuals of a population.
pub trait Measures {
    /// Returns the number of test cases: the pieces of the puzzle.
    fn cases(&self) -> usize;

    /// Writes the penalty of an individual on each test case: of each piece, in the state that is evaluated.
    fn penalties(&self, individual: usize, penalties: &mut [u16]);

    /// Returns the length of an individual: that of its best prefix, or its genes without trailing no-ops.
    fn genes(&self, individual: usize) -> usize;

    /// Writes the number of genes in which an individual differs from each individual, by its index, as far as
    /// `distances` reaches.
    fn distances(&self, individual: usize, distances: &mut [u16]);
}

/// The individuals that parents are selected from.
#[derive(Clone, Copy, Debug)]
pub struct ParentPool<'a> {
    /// The table that the selection prepared.
    pub table: &'a RouletteTable,
    /// The selection key of each individual, lower is better: its fitness, or under `nsga-ii` its rank as a
    /// [`Fitness`].
    pub fitness: &'a [Fitness],
}

/// Selects the parents pair by pair.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
fn select_pairs_scalar(
    selection: &(impl Select + ?Sized),
    pool: ParentPool<'_>,
    first: usize,
    streams: &mut Streams,
    (parents, keys): (&mut [[u32; 2]], &mut [Fitness]),
) -> Result<(), Cancelled> {
    for (n, (parents, keys)) in parents.iter_mut().zip(keys.as_chunks_mut::<2>().0).enumerate() {
        let mut stream = streams.get(n);
        for (side, parent) in parents.iter_mut().enumerate() {
            *parent = selection.select(pool, 2 * (first + n) + side, &mut stream)? as u32;
        }
        *keys = parents.map(|parent| pool.fitness[parent as usize]);
        streams.put(n, &stream);
    }
    Ok(())
}

/// Data that a selection prepares before the draws of a generation. Its memory is reused.
#[derive(Clone, Debug)]
pub struct RouletteTable {
    /// The range of individuals.
    individuals: BatchedRange,
    /// Running sums of weights, one for each individual.
    sums: Vec<u64>,
    /// Individuals in the order that the selection needs.
    order: Vec<u32>,
    /// The length of each individual.
    lengths: Vec<u16>,
    /// Penalties on single cases.
    cases: CaseTable,
}

impl Default for RouletteTable {
    fn default() -> Self {
        Self {
            individuals: BatchedRange::new(1),
            sums: Vec::new(),
            order: Vec::new(),
            lengths: Vec::new(),
            cases: CaseTable::default(),
        }
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

    /// Draws the index of a weight in proportion to the weights.
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
    "exponential-rank": ExponentialRank(ExponentialRank),
    "boltzmann": Boltzmann(Boltzmann),
    "double-tournament": DoubleTournament(DoubleTournament),
    "lexicase": Lexicase = Lexicase { has_epsilon: false },
    "epsilon-lexicase": EpsilonLexicase = Lexicase { has_epsilon: true },
    "sharing": Sharing(Sharing),
    "clearing": Clearing(Clearing),
}

impl Selection {
    /// Returns whether the selection uses the order of the selection keys alone, not penalties and lengths. A registered selection
    /// is taken to do so.
    pub(super) const fn is_by_order(&self) -> bool {
        matches!(
            self,
            Self::Tournament(_) | Self::Rank(_) | Self::Truncation(_) | Self::ExponentialRank(_) | Self::Custom(_)
        )
    }
}

/// Tournament of five with replacement.
impl Default for Selection {
    fn default() -> Self {
        Self::Tournament(Tournament { size: TournamentSize::new(5), replacement: true })
    }
}

impl Select for Selection {
    delegate! {
        self, with_selection:
        fn schedule(&mut self, moment: Moment);
        fn draws_to_prepare(&self) -> bool;
        fn prepare(
            &self,
            table: &mut RouletteTable,
            candidates: &Candidates<'_>,
            stream: &mut CounterStream
        ) -> Result<(), Cancelled>;
        fn needs_cases(&self) -> bool;
        fn select_among(
            &self,
            pool: ParentPool<'_>,
            draw: usize,
            stream: &mut CounterStream,
            contestants: &mut Vec<u32>
        ) -> Result<usize, Cancelled>;
        #[inline(always)]
        fn select(&self, pool: ParentPool<'_>, draw: usize, stream: &mut CounterStream) -> Result<usize, Cancelled>;
        #[inline(always)]
        fn select_pairs(
            &self,
            pool: ParentPool<'_>,
            first: usize,
            streams: (Kernel, &mut Streams),
            selected: (&mut [[u32; 2]], &mut [Fitness])
        ) -> Result<(), Cancelled>;
    }
}

#[cfg(test)]
pub(crate) mod laws {
    //! The law test of most selections, and its helpers.

    use super::{Candidates, Fitness, Measures, ParentPool, RouletteTable, Select};
    use evocube_cube::rng::{CounterStream, Seed};

    /// Individuals whose measures are given.
    #[derive(Default)]
    pub(crate) struct Measured {
        pub(crate) penalties: Vec<Vec<u16>>,
        pub(crate) genes: Vec<u16>,
        pub(crate) genomes: Vec<Vec<u16>>,
    }

    impl Measures for Measured {
        fn cases(&self) -> usize {
            self.penalties.first().map_or(0, Vec::len)
        }

        fn penalties(&self, individual: usize, penalties: &mut [u16]) {
            penalties.copy_from_slice(&self.penalties[individual]);
        }

        fn genes(&self, individual: usize) -> usize {
            self.genes[individual].into()
        }

        fn distances(&self, individual: usize, distances: &mut [u16]) {
            let genes = &self.genomes[individual];
            let differing = |other: &Vec<u16>| genes.iter().zip(other).filter(|(a, b)| a != b).count();
            for (distance, other) in distances.iter_mut().zip(&self.genomes) {
                *distance = u16::try_from(differing(other)).expect("few genes");
            }
        }
    }

    /// Returns the table of a selection that is prepared for some draws.
    pub(crate) fn prepared(
        selection: &dyn Select,
        fitness: &[Fitness],
        individuals: &Measured,
        draws: usize,
        stream: &mut CounterStream,
    ) -> RouletteTable {
        let mut table = RouletteTable::default();
        selection.prepare(&mut table, &Candidates { fitness, draws, individuals }, stream).unwrap();
        table
    }

    /// Returns the numbers of individuals in the order of their fitness.
    pub(crate) fn ordered(fitness: &[Fitness]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..fitness.len()).collect();
        order.sort_unstable_by_key(|&individual| (fitness[individual], individual));
        order
    }

    /// Ten individuals, not in order, with different penalties 0, 10, 20 … 90.
    pub(crate) fn ten() -> Vec<Fitness> {
        [30, 0, 90, 10, 60, 20, 80, 50, 40, 70].map(|penalty| Fitness::new(penalty, 5)).to_vec()
    }

    /// Chi-square of a million draws against the probability of each *rank* (0 = best) with these penalties.
    pub(crate) fn chi_square(selection: &dyn Select, fitness: &[Fitness], probability: &[f64], seed: u64) -> f64 {
        chi_square_of(selection, fitness, &Measured::default(), probability, seed)
    }

    /// [`chi_square`] of individuals with further measures.
    pub(crate) fn chi_square_of(
        selection: &dyn Select,
        fitness: &[Fitness],
        individuals: &Measured,
        probability: &[f64],
        seed: u64,
    ) -> f64 {
        assert!((probability.iter().sum::<f64>() - 1.0).abs() < 1e-9, "probabilities add up to 1");
        let mut stream = Seed::from_number(seed).key(0).stream(0);
        let (order, rounds, draws) = (ordered(fitness), 1000, 1000);
        let mut counts = vec![0u32; fitness.len()];
        for _ in 0..rounds {
            let table = prepared(selection, fitness, individuals, draws, &mut stream);
            for draw in 0..draws {
                counts[selection.select(ParentPool { table: &table, fitness }, draw, &mut stream).unwrap()] += 1;
            }
        }
        let mut chi = 0.0;
        for (rank, &individual) in order.iter().enumerate() {
            let expected = 1e6 * probability[rank];
            let observed = f64::from(counts[individual]);
            if expected == 0.0 {
                assert!(counts[individual] == 0, "rank {rank} is never drawn");
            } else {
                chi += (observed - expected).powi(2) / expected;
            }
        }
        chi
    }

    /// Takeover time: mean number of generations of selection alone until copies of a single best individual fill the population,
    /// over 100 runs in which it does not die out. All others are equal.
    pub(crate) fn takeover(selection: &dyn Select, size: u32, difference: u16, seed: u64) -> f64 {
        let mut stream = Seed::from_number(seed).key(0).stream(0);
        let (mut runs, mut generations) = (0, 0u32);
        while runs < 100 {
            let (mut best, mut generation) = (1, 0);
            while 0 < best && best < size {
                let penalty = |n: u32| if n < best { 0 } else { difference };
                let fitness: Vec<_> = (0..size).map(|n| Fitness::new(penalty(n), 5)).collect();
                let draws = fitness.len();
                let table = prepared(selection, &fitness, &Measured::default(), draws, &mut stream);
                let pool = ParentPool { table: &table, fitness: &fitness };
                let parents = (0..draws).map(|draw| selection.select(pool, draw, &mut stream).unwrap());
                best = u32::try_from(parents.filter(|&parent| fitness[parent].penalty() == 0).count()).unwrap();
                generation += 1;
            }
            if best == size {
                (runs, generations) = (runs + 1, generations + generation);
            }
        }
        f64::from(generations) / 100.0
    }

    /// Value that chi-square with 9 degrees of freedom exceeds once in 1000.
    pub(crate) const LIMIT: f64 = 27.9;
}
