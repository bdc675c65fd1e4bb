//! Help for tests of algorithms on genomes: OneMax, a puzzle of counted 1 bits with known run times, the formulas of these times, a test of
//! a mean, and runs that continue from a saved state. Crossovers and selections have `laws` of their own in their `mod.rs`, mutations in
//! `mutation/laws.rs`, islands in `island.rs`.

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
            limit: u64::MAX,
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
            run.step(&inputs).unwrap();
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
            run.step(&inputs).unwrap();
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
    let chance =
        |bits: u32, changed: u32| binomial(bits, changed) * power(rate, changed) * power(1.0 - rate, bits - changed);
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
