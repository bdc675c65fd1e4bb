//! Running one trial: a pure function of its configuration, its cube and its seed.

use std::collections::TryReserveError;

use super::instance::letters;
use super::record::{ConvergenceRow, SolutionRow, TrialOutcome};
use crate::evolve::alphabet::{Alphabet, AlphabetError};
use crate::evolve::config::TrialConfig;
use crate::evolve::engine::Engine;
use crate::evolve::observer::{Generation, Observer};
use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::kernel::Program;
use crate::puzzle::{Puzzle, PuzzleTask};
use crate::rng::Seed;

use super::instance::Instance;

/// The most rows that one trial may write to `convergence.csv`. A sweep whose generations are limited is held to it
/// before it runs; any other trial fails when it goes on for longer, so that memory is bounded.
pub const MOST_ROWS: usize = 100_000;

/// What a trial leaves behind.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialRecord {
    /// For `trials.csv`.
    pub outcome: TrialOutcome,
    /// For `convergence.csv`.
    pub convergence: Vec<ConvergenceRow>,
    /// For `solutions.csv`.
    pub solution: SolutionRow,
}

/// Why a trial has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrialError {
    /// The alphabet cannot be built.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
    /// There is not enough memory for the population.
    #[error("not enough memory for the population")]
    Memory(#[from] TryReserveError),
    /// It lived longer than its log may.
    #[error("more than {MOST_ROWS} rows of convergence: set log-every higher")]
    TooManyRows,
    /// A defect: the trial stopped in the middle.
    #[error("the trial panicked: {0}")]
    Panicked(String),
    /// The best genome, replayed, has another penalty than it was evaluated to: a defect of a kernel.
    #[error("the best genome was evaluated to {evaluated}, but its moves lead to {replayed}")]
    Mismatch {
        /// The kernel's penalty.
        evaluated: u32,
        /// The penalty of the state after the moves.
        replayed: u32,
    },
}

/// Runs a trial. `log_every` says which generations are recorded, `observer` may watch all of them.
///
/// # Errors
/// If it cannot be set up, or if the result does not stand being replayed.
pub fn run(
    config: &TrialConfig,
    instance: &Instance,
    trial: u64,
    seed: u64,
    log_every: u64,
    observer: impl Observer,
) -> Result<TrialRecord, TrialError> {
    config.puzzle.run(Task { config, instance, trial, seed, log_every, observer })
}

struct Task<'a, O> {
    config: &'a TrialConfig,
    instance: &'a Instance,
    trial: u64,
    seed: u64,
    log_every: u64,
    observer: O,
}

impl<O: Observer> PuzzleTask for Task<'_, O> {
    type Output = Result<TrialRecord, TrialError>;

    fn run<P: Puzzle>(self) -> Self::Output {
        let config = self.config;
        let given: P = self.instance.puzzle_state();
        let (start, held) = given.anchored_state();
        let alphabet = Alphabet::<P>::new(&config.alphabet)?;
        let costs = config.objective.costs::<P>();
        let program = Program::new(start, &alphabet.effects(), costs, config.genome.evaluate);
        let mut engine = Engine::new(&program, config.settings(), Seed::from_number(self.seed))?;
        let mut observers = (Recorder::new(self.trial, self.log_every), self.observer);
        let stop = engine.run(&mut observers);
        observers.0.record(&engine.generation());
        if observers.0.rows.len() > MOST_ROWS {
            return Err(TrialError::TooManyRows);
        }

        let best = engine.best();
        let mut moves = Algorithm::EMPTY;
        best.genes.iter().for_each(|gene| moves.extend_from_slice(&alphabet.symbols()[gene.index()].moves));
        let moves = moves.conjugate(held).simplify();
        let end = given.apply_all(&moves);
        let penalty = config.objective.of(end);
        if penalty != best.fitness.penalty() {
            return Err(TrialError::Mismatch { evaluated: best.fitness.penalty(), replayed: penalty });
        }
        let (htm, qtm) = (moves.length(Metric::Htm) as u64, moves.length(Metric::Qtm) as u64);
        let generation = engine.generation();
        let outcome = TrialOutcome {
            best: u64::from(penalty),
            solved: end.is_solved(),
            stop: stop.to_string(),
            restarts: generation.restarts,
            generations: generation.progress.generations,
            offspring: generation.offspring,
            evaluations: generation.progress.evaluations,
            htm,
            qtm,
        };
        let solution = SolutionRow {
            trial: self.trial,
            instance: self.instance.name.clone(),
            moves: moves.to_string(),
            htm,
            qtm,
            penalty: u64::from(penalty),
            state: letters(end),
        };
        Ok(TrialRecord { outcome, convergence: observers.0.rows, solution })
    }
}

/// Keeps a row of every so many generations, and of the last.
struct Recorder {
    trial: u64,
    every: u64,
    rows: Vec<ConvergenceRow>,
}

impl Recorder {
    fn new(trial: u64, every: u64) -> Self {
        Self { trial, every, rows: Vec::new() }
    }

    /// Records a generation, unless it is the last one recorded.
    fn record(&mut self, generation: &Generation<'_>) {
        let number = generation.progress.generations;
        if self.rows.len() > MOST_ROWS || self.rows.last().is_some_and(|row| row.generation == number) {
            return;
        }
        let spread = generation.spread();
        self.rows.push(ConvergenceRow {
            trial: self.trial,
            generation: number,
            evaluations: generation.progress.evaluations,
            best: u64::from(spread.best),
            worst: u64::from(spread.worst),
            mean: rounded(spread.mean),
            midrange: f64::from(spread.best + spread.worst) / 2.0,
            std: rounded(spread.std),
            distinct: generation.population.distinct() as u64,
            children_better: generation.children.better,
            children_worse: generation.children.worse,
            restarts: generation.restarts,
        });
    }
}

/// To four decimals: enough for a penalty, and half the file.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

impl Observer for Recorder {
    fn generation(&mut self, generation: &Generation<'_>) {
        if generation.progress.generations.is_multiple_of(self.every) {
            self.record(generation);
        }
    }
}
