//! Algorithms on the genomes of the genetic algorithm, with the same alphabet, evaluation, budget and log.
//!
//! An algorithm has two types: its settings, a [`GenomeAlgorithm`], and the state of a run, a [`Search`].
//! `Run` does what is common to all: it ends a run, logs it, keeps the best genome and saves checkpoints.
//! Algorithms that move from one genome to the next implement `walk::Walk`; the others have a population.

mod chc;
mod descriptor;
mod hill_climbing;
mod iterated_local_search;
mod late_acceptance;
mod map_elites;
mod mu_lambda;
mod neighborhood;
mod one_plus_one;
mod pbil;
mod random_search;
mod randomized_local_search;
#[cfg(test)]
mod restarts;
mod run;
mod simulated_annealing;
mod space;
mod standard_mutation;
mod umda;
mod walk;

use std::collections::TryReserveError;
use std::fmt::Debug;
use std::ops::Range;

use serde::{Deserialize, Serialize};

pub use chc::Chc;
pub use descriptor::Descriptor;
pub use hill_climbing::{HillClimbing, Pivot};
pub use iterated_local_search::IteratedLocalSearch;
pub use late_acceptance::LateAcceptance;
pub use map_elites::{Descriptors, MapElites};
pub use mu_lambda::{GenomeSurvival, MuLambda};
pub use one_plus_one::OnePlusOne;
pub use pbil::Pbil;
pub use random_search::RandomSearch;
pub use randomized_local_search::RandomizedLocalSearch;
pub use simulated_annealing::{CoolingSchedule, SimulatedAnnealing};
pub use umda::Umda;

pub(super) use self::descriptor::PieceTable;
pub(super) use self::run::Run;
use self::space::Space;
use super::island_state::Best;
use super::mutation::Mutation;
use super::population::Population;
use super::restart::{Restart, RestartClock};
use crate::bounded::{Rate, bounded};
use crate::evaluation::{Evaluator, Fitness, Gene, RowsMut};
use crate::optimizer::{decode, encode};
use crate::settings::settings;
use evocube_cube::rng::{CounterStream, Seed, Streams};

bounded! { integers:
    /// Number of independent walks.
    Walks, "runs" 1..=100_000, default 1;
}

/// Properties of an algorithm on genomes that do not depend on a run.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// The name of the algorithm for messages, as it stands within a sentence.
    pub title: &'static str,
    /// Number of offspring of a generation; `None` if that is the key `population`, which other algorithms do not have.
    pub offspring: Option<usize>,
    /// The reason why the key `mutation` has no effect on the algorithm; `None` if it makes the candidates.
    pub why_no_mutation: Option<&'static str>,
}

impl Profile {
    /// Returns the profile of an algorithm whose generations have this number of offspring.
    fn new(title: &'static str, offspring: Option<usize>) -> Self {
        Self { title, offspring, why_no_mutation: None }
    }

    /// Returns the profile of walks side by side.
    fn of_walks(title: &'static str, walks: Walks) -> Self {
        Self::new(title, Some(walks.get()))
    }

    /// Returns the profile of an algorithm with the key `population` and without the key `mutation`.
    fn without_mutation(title: &'static str, reason: &'static str) -> Self {
        Self { why_no_mutation: Some(reason), ..Self::new(title, None) }
    }
}

/// The settings of an algorithm on genomes.
#[allow(unused_variables)] // default methods ignore their inputs
pub trait GenomeAlgorithm: Debug + Send + Sync {
    /// Returns the properties of the algorithm.
    fn profile(&self) -> Profile;

    /// Checks that the settings are compatible with the pieces of the puzzle, the number of genes, and the key `mutation` or its
    /// absence.
    ///
    /// # Errors
    /// A message that names the invalid settings.
    fn check(&self, pieces: &PieceTable, length: usize, has_mutation: bool) -> Result<(), String> {
        Ok(())
    }

    /// Returns the state of a run before its initial generation.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn begin(&self, inputs: &Inputs<'_>) -> Begun;
}

/// Inputs of a run.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    pub(super) evaluator: &'a Evaluator,
    pub(super) space: Space,
    /// The mutation that makes candidates; `None` for the change of the algorithm.
    pub(super) mutation: Option<&'a Mutation>,
    /// The pieces of the puzzle, for descriptors.
    pub(super) pieces: &'a PieceTable,
    /// Genomes that the run begins with.
    pub(super) seeds: &'a [Vec<Gene>],
    /// The key `population`.
    pub(super) population: usize,
    pub(super) restart: Restart,
    pub(super) seed: Seed,
}

/// Number of genomes that are evaluated before the next are made, so that they stay in the first-level cache.
const BLOCK: u32 = 256;

impl Inputs<'_> {
    /// Returns room for a number of individuals.
    fn empty_population(&self, size: usize) -> Result<Population, TryReserveError> {
        Population::with_strategy_parameters(size, self.space.length, 0)
    }

    /// Makes, evaluates and counts all individuals of a population. `make` receives the number of each.
    #[inline]
    fn breed(&self, population: &mut Population, totals: &mut Totals, mut make: impl FnMut(u32, &mut [Gene])) {
        self.breed_from(0, population, totals, |block, rows| {
            block.for_each(|row| make(row, rows.genome_mut(row as usize)));
        });
    }

    /// Makes, evaluates and counts the individuals of a population from number `first` on. `make` receives the numbers of a block, and
    /// all rows.
    #[inline]
    fn breed_from(
        &self,
        first: u32,
        population: &mut Population,
        totals: &mut Totals,
        mut make: impl FnMut(Range<u32>, &mut RowsMut<'_>),
    ) {
        let size = u32::try_from(population.size()).expect("populations are smaller than 2^32");
        for begin in (first..size).step_by(BLOCK as usize) {
            let block = begin..size.min(begin + BLOCK);
            let (mut rows, fitness) = population.parts_mut();
            make(block.clone(), &mut rows);
            let numbers: Vec<u32> = block.clone().collect();
            self.evaluator.evaluate(rows.as_rows(), &numbers, fitness);
            totals.count_block(population, begin as usize..block.end as usize);
        }
    }

    /// Draws, evaluates and counts all individuals of a population: a share of the genes uniformly, the others by `draw`, which
    /// receives their position.
    #[inline]
    fn sample(
        &self,
        population: &mut Population,
        totals: &mut Totals,
        generation: u64,
        uniform: Rate,
        draw: impl Fn(usize, &mut CounterStream) -> Gene,
    ) {
        let (key, uniform) = (self.seed.child("sample").key(generation), uniform.bernoulli());
        self.breed(population, totals, |row, genome| {
            let mut stream = key.stream(row);
            for (position, gene) in genome.iter_mut().enumerate() {
                *gene = match stream.bernoulli(uniform) {
                    true => self.space.random_gene(&mut stream),
                    false => draw(position, &mut stream),
                };
            }
        });
    }

    /// Fills a population with random genomes, as the genetic algorithm does; each generation draws others. Generation 0 begins with
    /// the seeds.
    fn initialize(&self, population: &mut Population, generation: u64, totals: &mut Totals) {
        let key = self.seed.child("initialize").key(generation);
        let seeds = if generation == 0 { self.seeds } else { &[] };
        self.breed_from(0, population, totals, |block, rows| {
            let (numbers, kernel) = (block.start as usize..block.end as usize, self.evaluator.kernel());
            self.space.symbols.randomize_rows(rows, numbers, self.space.initial, (key, 0), kernel);
            for row in block {
                let Some(seed) = seeds.get(row as usize) else { break };
                self.space.symbols.plant(rows.genome_mut(row as usize), seed, &mut key.stream(row));
            }
        });
    }
}

/// A search before its initial generation, and room for its individuals.
pub type Begun = Result<(Box<dyn Search>, Population), TryReserveError>;

/// The state of a run between two generations, beside its individuals.
#[allow(unused_variables)] // default methods ignore their inputs
pub trait Search {
    /// Makes the initial generation, which is number 0, or that of a restart, which forgets what the generations before have learned.
    fn start(&mut self, inputs: &Inputs<'_>, individuals: &mut Population, totals: &mut Totals, generation: u64);

    /// Makes the individuals of the generation of this number from those before.
    fn step(&mut self, inputs: &Inputs<'_>, individuals: &mut Population, totals: &mut Totals, generation: u64);

    /// Returns whether the individuals are walks that restart one by one: `step` restarts those whose restart is due.
    fn restarts_walks(&self) -> bool {
        false
    }

    /// Returns the state for a checkpoint.
    fn save(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Restores a saved state. Returns `false` if it is not of this run; the search must then be dropped.
    fn restore(&mut self, inputs: &Inputs<'_>, individuals: &Population, saved: &[u8]) -> bool {
        saved.is_empty()
    }
}

/// Counters of a run, and its best genome.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Totals {
    evaluations: u64,
    offspring: u64,
    restarts: u64,
    best: Best,
}

impl Totals {
    const NONE: Self = Self { evaluations: 0, offspring: 0, restarts: 0, best: Best::NONE };

    /// Counts an individual that was evaluated.
    #[inline]
    fn count<'a>(&mut self, fitness: Fitness, genome: impl FnOnce() -> &'a [Gene]) {
        self.evaluations += 1;
        self.offspring += 1;
        if fitness < self.best.fitness {
            self.best.record(genome(), fitness);
        }
    }

    /// Counts individuals of a population that were evaluated.
    #[inline]
    fn count_block(&mut self, population: &Population, block: Range<usize>) {
        self.evaluations += block.len() as u64;
        self.offspring += block.len() as u64;
        let (first, fitness) = (block.start, &population.fitness()[block]);
        let least = fitness.iter().copied().fold(Fitness::WORST, Fitness::min);
        // The first of equals is the best.
        if least < self.best.fitness
            && let Some(row) = fitness.iter().position(|&fitness| fitness == least)
        {
            self.best.record(population.genome(first + row), least);
        }
    }
}

/// OneMax, an objective with known run times, for tests of algorithms on genomes.
#[cfg(test)]
mod laws {
    use super::run::Run;
    use super::{GenomeAlgorithm, Inputs, PieceTable, Restart, Space};
    use crate::evaluation::objective::Objective;
    use crate::evaluation::{EvaluationMode, Evaluator, Kernel};
    use crate::evolve::mutation::{Mutate, Mutation};
    use crate::evolve::schedule::Moment;
    use crate::evolve::symbols::Symbols;
    use evocube_cube::puzzle::Puzzle;
    use evocube_cube::puzzle::spec::PuzzleSpec;
    use evocube_cube::rng::Seed;

    /// OneMax as a puzzle: the number of 1 genes of a genome is the number of wrong pieces.
    ///
    /// The puzzle is a ring of n pieces with two orientations. Gene 0 shifts the ring by one position. Gene 1 also flips the piece that
    /// leaves the first position. After n genes every piece is in its own position again, and the piece of each gene 1 is flipped.
    pub(super) struct OneMax {
        evaluator: Evaluator,
        pieces: PieceTable,
        bits: usize,
        mutation: Option<Mutation>,
        restart: Restart,
    }

    impl Run {
        /// Continues another run of the same algorithm from its saved state.
        pub(super) fn continue_from(&mut self, other: &Self, inputs: &Inputs<'_>) {
            (self.population, self.totals) = (other.population.clone(), other.totals.clone());
            (self.progress, self.clock) = (other.progress, other.clock.clone());
            let is_restored = self.search.restore(inputs, &self.population, &other.search.save());
            assert!(is_restored, "the state is of this algorithm");
        }
    }

    impl OneMax {
        /// Returns the objective of genomes with this number of bits, at least 2.
        pub(super) fn new(bits: usize) -> Self {
            let names: Vec<String> = (0..bits).map(|piece| format!("p{piece}")).collect();
            let ring = names.join(" ");
            let flipping = ring.replacen("p0", "p0+1", 1);
            let text = format!(
                "name = \"ring\"\n[[orbit]]\nname = \"ring\"\npieces = \"{ring}\"\norientations = 2\n\
                 [[move]]\nname = \"S\"\ncycles = {{ ring = [\"{ring}\"] }}\n\
                 [[move]]\nname = \"F\"\ncycles = {{ ring = [\"{flipping}\"] }}\n"
            );
            let puzzle = PuzzleSpec::parse(&text).expect("a puzzle");
            // Behind the powers of S, which has order n.
            let effects = [0, bits - 1].map(|number| puzzle.effect(puzzle.moves()[number]));
            let penalties = Objective::Pieces.penalty_function(&*puzzle);
            let mode = EvaluationMode::Whole;
            let evaluator = Evaluator::new(&*puzzle, puzzle.solved(), &effects, &penalties, mode, Kernel::best());
            Self { evaluator, pieces: PieceTable::new(&*puzzle), bits, mutation: None, restart: Restart::None }
        }

        /// Returns the objective with a mutation that makes the candidates of runs, in TOML.
        pub(super) fn with_mutation(self, mutation: &str) -> Self {
            let mut mutation: Mutation = crate::settings::read_value(mutation).expect("a mutation");
            mutation.schedule(Moment { generations: 0, evaluations: 0, genes: self.bits });
            Self { mutation: Some(mutation), ..self }
        }

        /// Returns the objective with restarts of runs.
        pub(super) fn with_restart(self, restart: Restart) -> Self {
            Self { restart, ..self }
        }

        /// Returns the inputs of a run.
        pub(super) fn inputs(&self, population: usize, seed: u64) -> Inputs<'_> {
            let space =
                Space::new(self.bits, None, Symbols::from_evaluator(&self.evaluator), self.evaluator.symbol_count());
            Inputs {
                evaluator: &self.evaluator,
                seeds: &[],
                space,
                mutation: self.mutation.as_ref(),
                pieces: &self.pieces,
                population,
                restart: self.restart,
                seed: Seed::from_number(seed),
            }
        }

        /// Returns the number of generations of a run until the best genome has no wrong bit.
        pub(super) fn time(&self, algorithm: &dyn GenomeAlgorithm, population: usize, seed: u64) -> f64 {
            let inputs = self.inputs(population, seed);
            let mut run = Run::begin(algorithm, &inputs).expect("little memory");
            let mut time = 0.0;
            while run.progress.best > 0 {
                run.step(&inputs);
                time += 1.0;
            }
            time
        }

        /// Returns, for each walk of one run, the number of generations until its genome has no wrong bit.
        pub(super) fn times_of_walks(&self, algorithm: &dyn GenomeAlgorithm, seed: u64) -> Vec<f64> {
            let inputs = self.inputs(2, seed);
            let mut run = Run::begin(algorithm, &inputs).expect("little memory");
            let mut times = vec![None; algorithm.profile().offspring.expect("walks")];
            let mut now = 0.0;
            loop {
                for (time, fitness) in times.iter_mut().zip(run.population.fitness()) {
                    if time.is_none() && fitness.penalty() == 0 {
                        *time = Some(now);
                    }
                }
                if let Some(times) = times.iter().copied().collect() {
                    return times;
                }
                run.step(&inputs);
                now += 1.0;
            }
        }

        /// Checks a mean: it deviates by less than 3.29 standard errors, which is exceeded once in 1000.
        pub(super) fn assert_mean(&self, times: &[f64], exact: f64) {
            let n = times.len() as f64;
            let mean = times.iter().sum::<f64>() / n;
            let variance = times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / (n - 1.0);
            let error = (variance / n).sqrt();
            assert!((mean - exact).abs() < 3.29 * error, "{} bits: {mean} ± {error}, expected {exact}", self.bits);
        }
    }

    /// Returns a binomial coefficient.
    pub(super) fn binomial(n: u32, k: u32) -> f64 {
        (1..=k).fold(1.0, |product, i| product * f64::from(n - k + i) / f64::from(i))
    }

    /// Returns the mean number of changes of one random bit until none of n random bits is wrong: it takes n / k changes on average
    /// to correct one of k wrong bits, and corrected bits stay.
    pub(super) fn coupons(n: u32) -> f64 {
        let time = |wrong: u32| (1..=wrong).map(|k| f64::from(n) / f64::from(k)).sum::<f64>();
        (0..=n).map(|wrong| binomial(n, wrong) / f64::from(1u32 << n) * time(wrong)).sum()
    }

    /// Returns the exact mean number of generations until no bit is wrong, of a (1+λ) evolutionary algorithm with standard mutation
    /// without copies, from random bits. The number of wrong bits is a Markov chain (T. Jansen, K. A. De Jong and I. Wegener, "On the
    /// choice of the offspring population size in evolutionary algorithms", 2005), solved here numerically for small n.
    pub(super) fn time_of_plus_selection(n: u32, changes: f64, lambda: i32) -> f64 {
        let mut times: Vec<f64> = vec![0.0];
        for wrong in 1..=n {
            let offspring = wrong_bits_of_offspring(n, changes, wrong);
            // The best of λ has at most k wrong bits unless all have more.
            let at_most = |k: usize| 1.0 - (1.0 - offspring[..=k].iter().sum::<f64>()).powi(lambda);
            let best = |k: usize| at_most(k) - if k == 0 { 0.0 } else { at_most(k - 1) };
            let better: f64 = (0..wrong as usize).map(best).sum();
            let rest: f64 = (0..wrong as usize).map(|k| best(k) * times[k]).sum();
            times.push((1.0 + rest) / better);
        }
        (0..=n).map(|wrong| binomial(n, wrong) / f64::from(1u32 << n) * times[wrong as usize]).sum()
    }

    /// Returns the probability of each number of wrong bits of an offspring of standard mutation that is no copy, of a parent with this
    /// number of wrong bits.
    pub(super) fn wrong_bits_of_offspring(n: u32, changes: f64, wrong: u32) -> Vec<f64> {
        let rate = changes / f64::from(n);
        let power = |base: f64, exponent: u32| base.powi(i32::try_from(exponent).expect("small"));
        let chance = |bits: u32, changed: u32| {
            binomial(bits, changed) * power(rate, changed) * power(1.0 - rate, bits - changed)
        };
        let copy = power(1.0 - rate, n);
        let mut offspring = vec![0.0; n as usize + 1];
        for fixed in 0..=wrong {
            for broken in 0..=n - wrong {
                offspring[(wrong - fixed + broken) as usize] +=
                    chance(wrong, fixed) * chance(n - wrong, broken) / (1.0 - copy);
            }
        }
        offspring[wrong as usize] -= copy / (1.0 - copy);
        offspring
    }
}
