//! Running one trial of the evolution: a pure function of its configuration, its cube and its seed.

use std::collections::TryReserveError;

use super::record::{ConvergenceRow, EvolutionCounts, FrontRow, OperatorRow, SolutionRow, TrialOutcome};
use super::strategy;
use crate::alphabet::{Alphabet, AlphabetError, AlphabetOf};
use crate::evaluation::objective::Objective;
use crate::evaluation::{Evaluator, Fitness, Gene, Kernel};
use crate::evolve::config::TrialConfig;
use crate::evolve::engine::{self, Engine};
use crate::evolve::mutation::OperatorState;
use crate::evolve::observer::{Generation, Observer};
use crate::evolve::pareto::LengthMetric;
use crate::evolve::stop::{StopCriterion, StopReason};
use crate::evolve::strategy::Strategy;
use crate::evolve::worker_pool::WorkerPool;
use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::{CubeState, Puzzle};
use crate::rng::Seed;
use crate::solver::{Cancellation, Unsolved};
use crate::{with_cube, with_puzzle};

use super::instance::Instance;

/// The most rows that one trial may write to `convergence.csv`. A sweep whose generations are limited is held to it
/// before it runs; any other trial fails when it goes on for longer, so that memory is bounded.
pub const MAX_ROWS: usize = 100_000;

/// The same for `operators.csv`, which has a row for each operator.
pub const MAX_OPERATOR_ROWS: usize = 10 * MAX_ROWS;

/// Every how many generations a trial is logged unless the sweep says otherwise: the least of 1, 2, 5, 10, 20, 50 …
/// that makes at most some 100 rows. A curve does not show more, and counting different genomes costs as much as breeding.
#[must_use]
pub fn usual_log_every(config: &TrialConfig) -> u64 {
    const ROWS: u64 = 100;
    if config.strategy.is_some() {
        // Their generations are few and large.
        return 1;
    }
    let StopCriterion { generations, evaluations, .. } = config.stop;
    let individuals = config.population.get() * config.islands.count.get();
    let by_evaluations = evaluations.map(|evaluations| evaluations / individuals as u64);
    let expected = generations.or(by_evaluations).unwrap_or(1000);
    let steps = (0..=18).flat_map(|power| [1, 2, 5].map(|step| step * 10u64.pow(power)));
    steps.into_iter().find(|step| expected / step <= ROWS).unwrap_or(u64::MAX)
}

/// What a trial leaves behind.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialRecord {
    /// For `trials.csv`.
    pub outcome: TrialOutcome,
    /// For `convergence.csv`.
    pub convergence: Vec<ConvergenceRow>,
    /// For `solutions.csv`.
    pub solution: SolutionRow,
    /// For `fronts.csv`; empty unless two objectives are minimized.
    pub front: Vec<FrontRow>,
    /// For `operators.csv`; empty unless operators adapt.
    pub operators: Vec<OperatorRow>,
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
    #[error("more than {MAX_ROWS} rows of convergence, or {MAX_OPERATOR_ROWS} of operators: set log-every higher")]
    TooManyRows,
    /// A defect: the trial stopped in the middle.
    #[error("the trial panicked: {0}")]
    Panicked(String),
    /// The run of the sweep was ended first. Such a trial leaves no row.
    #[error("the trial was cancelled")]
    Cancelled,
    /// A deterministic solver found nothing, although nothing limited it: a defect of it.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
    /// The best genome, replayed, has another penalty than it was evaluated to: a defect of a kernel.
    #[error("the best genome was evaluated to {evaluated}, but its moves lead to {replayed}")]
    Mismatch {
        /// The kernel's penalty.
        evaluated: u32,
        /// The penalty of the state after the moves.
        replayed: u32,
    },
}

/// What a trial begins with, and what does its work (which changes no result).
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// The cube.
    pub instance: &'a Instance,
    /// The seed.
    pub seed: u64,
    /// What evaluates genomes.
    pub kernel: Kernel,
    /// Who breeds large populations.
    pub pool: &'a WorkerPool,
    /// A request to end the trial.
    pub cancellation: Cancellation,
}

/// Runs a trial. `log_every` says which generations are recorded ([`usual_log_every`] if nothing), `observer` may watch all of them.
///
/// # Errors
/// If it cannot be set up, if it is cancelled, or if the result does not stand being replayed.
pub fn run(
    config: &TrialConfig,
    conditions: Conditions<'_>,
    trial: u64,
    log_every: Option<u64>,
    observer: impl Observer + Send,
) -> Result<TrialRecord, TrialError> {
    let log_every = log_every.unwrap_or_else(|| usual_log_every(config));
    let task = Task { config, conditions, trial, log_every, observer };
    conditions.pool.run(|| match (&config.strategy, config.puzzle.cube()) {
        (Some(strategy), Some(cube)) => with_cube!(cube, |State| task.run_strategy::<State>(strategy)),
        _ => with_puzzle!(&config.puzzle, |puzzle| task.run(puzzle)),
    })
}

/// A trial to be run.
struct Task<'a, O> {
    config: &'a TrialConfig,
    conditions: Conditions<'a>,
    trial: u64,
    log_every: u64,
    observer: O,
}

impl<O: Observer> Task<'_, O> {
    /// Breeds until it is time to stop.
    fn evolve<'p>(self, evaluator: &'p Evaluator, length_metric: &'p LengthMetric) -> Result<Bred<'p>, TrialError>
    where
        Self: 'p,
    {
        let Conditions { seed, pool, cancellation, .. } = self.conditions;
        let length_metric = Some(length_metric);
        let conditions = engine::Conditions { evaluator, pool, length_metric, cancellation };
        let mut engine = Engine::under(conditions, self.config.settings(), Seed::from_number(seed))?;
        let mut observers = (Recorder::new(self.trial, self.log_every), self.observer);
        let stop = engine.run(&mut observers);
        if stop == StopReason::Cancelled {
            return Err(TrialError::Cancelled);
        }
        observers.0.record(&engine.generation());
        if observers.0.is_full() {
            return Err(TrialError::TooManyRows);
        }
        let Recorder { rows, operators, .. } = observers.0;
        Ok(Bred { engine, trial: self.trial, stop, convergence: rows, operators })
    }
}

/// A run that is over.
struct Bred<'a> {
    engine: Engine<'a>,
    trial: u64,
    stop: StopReason,
    convergence: Vec<ConvergenceRow>,
    operators: Vec<OperatorRow>,
}

impl<O: Observer> Task<'_, O> {
    /// Runs a strategy.
    fn run_strategy<S: CubeState>(self, strategy: &Strategy) -> Result<TrialRecord, TrialError> {
        let log = (self.trial, self.log_every);
        let row = |generation: &Generation<'_>| row(self.trial, generation);
        strategy::run::<S>(self.config, strategy, self.conditions, log, self.observer, row)
    }

    /// Evolves genomes.
    fn run<P: Puzzle>(self, puzzle: &P) -> Result<TrialRecord, TrialError> {
        let (config, Conditions { instance, kernel, .. }) = (self.config, self.conditions);
        let given = instance.problem(puzzle);
        let (start, held) = puzzle.anchor(given);
        let alphabet = Alphabet::new(puzzle, &config.alphabet)?;
        let costs = config.objective.penalty_table(puzzle);
        let evaluator = Evaluator::new(puzzle, start, &alphabet.effects(), &costs, config.genome.evaluate, kernel)
            .with_parsimony_tiebreak(config.genome.shorter == Some(true));
        let length_metric = LengthMetric::new(puzzle, alphabet.symbols().iter().map(|symbol| &symbol.moves[..]));
        let bred = self.evolve(&evaluator, &length_metric)?;
        let replay = Replay { puzzle, objective: &config.objective, alphabet: &alphabet, given, held };
        bred.record(instance, &replay)
    }
}

impl Bred<'_> {
    /// What the trial leaves behind.
    fn record<P: Puzzle>(self, instance: &Instance, replay: &Replay<'_, P>) -> Result<TrialRecord, TrialError> {
        let Self { engine, trial, stop, convergence, operators } = self;
        let puzzle = replay.puzzle;
        let lengths = |moves: &[P::Move]| {
            let length = |metric| puzzle.length(moves, metric) as u64;
            (length(Metric::Htm), length(Metric::Qtm))
        };
        let best = engine.best();
        let moves = replay.check(&best.genes, best.fitness)?;
        let solved = puzzle.is_solved(puzzle.apply_all(replay.given, &moves));
        let state = puzzle.write_state(puzzle.apply_all(instance.start(puzzle), &moves));
        let penalty = u64::from(best.fitness.penalty());
        let (htm, qtm) = lengths(&moves);
        let mut front = Vec::new();
        for member in engine.front().iter().flat_map(|front| front.members().iter().rev()) {
            let moves = replay.check(&member.genes, member.fitness)?;
            let (htm, qtm) = lengths(&moves);
            let penalty = u64::from(member.point.penalty);
            front.push(FrontRow { trial, penalty, htm, qtm, moves: puzzle.write_moves(&moves) });
        }
        let generation = engine.generation();
        let evolution = Some(EvolutionCounts {
            restarts: generation.restarts,
            generations: generation.progress.generations,
            offspring: generation.offspring,
            evaluations: generation.progress.evaluations,
        });
        let outcome = TrialOutcome { best: penalty, solved, stop: stop.to_string(), evolution, htm, qtm };
        let (instance, moves) = (instance.name.clone(), puzzle.write_moves(&moves));
        let solution = SolutionRow { trial, instance, moves, htm, qtm, penalty, state };
        Ok(TrialRecord { outcome, convergence, solution, front, operators })
    }
}

/// What genes mean on the instance of a trial.
struct Replay<'a, P: Puzzle> {
    puzzle: &'a P,
    objective: &'a Objective,
    alphabet: &'a AlphabetOf<P>,
    given: P::State,
    /// How the puzzle is held when genes are performed.
    held: P::Symmetry,
}

impl<P: Puzzle> Replay<'_, P> {
    /// The moves of these genes after cancelling.
    ///
    /// # Errors
    /// If the state they lead to has another penalty than the genes were evaluated to.
    fn check(&self, genes: &[Gene], fitness: Fitness) -> Result<Algorithm<P::Move>, TrialError> {
        let symbols = self.alphabet.symbols();
        let moves: Vec<P::Move> = genes.iter().flat_map(|gene| symbols[gene.index()].moves.iter().copied()).collect();
        let moves = self.puzzle.simplify(&self.puzzle.conjugate(&moves, self.held));
        let end = self.puzzle.apply_all(self.given, &moves);
        let (evaluated, replayed) = (fitness.penalty(), self.objective.of(self.puzzle, end));
        if evaluated == replayed { Ok(moves) } else { Err(TrialError::Mismatch { evaluated, replayed }) }
    }
}

/// Keeps a row of every so many generations, and of the last.
struct Recorder {
    trial: u64,
    every: u64,
    rows: Vec<ConvergenceRow>,
    operators: Vec<OperatorRow>,
}

impl Recorder {
    fn new(trial: u64, every: u64) -> Self {
        Self { trial, every, rows: Vec::new(), operators: Vec::new() }
    }

    /// Records a generation, unless it is the last one recorded.
    fn record(&mut self, generation: &Generation<'_>) {
        let number = generation.progress.generations;
        if self.is_full() || self.rows.last().is_some_and(|row| row.generation == number) {
            return;
        }
        self.rows.push(row(self.trial, generation));
        let operators = generation.operators().into_iter();
        self.operators.extend(operators.map(|state| operator_row(self.trial, number, state)));
    }

    /// Are there more rows than there may be?
    fn is_full(&self) -> bool {
        self.rows.len() > MAX_ROWS || self.operators.len() > MAX_OPERATOR_ROWS
    }
}

/// A generation as a row.
fn row(trial: u64, generation: &Generation<'_>) -> ConvergenceRow {
    let spread = generation.spread();
    ConvergenceRow {
        trial,
        generation: generation.progress.generations,
        evaluations: generation.progress.evaluations,
        best: u64::from(spread.best),
        worst: u64::from(spread.worst),
        mean: rounded(spread.mean),
        midrange: f64::from(spread.best + spread.worst) / 2.0,
        std: rounded(spread.std),
        distinct: generation.individuals.distinct() as u64,
        children_better: generation.children.better,
        children_worse: generation.children.worse,
        restarts: generation.restarts,
    }
}

/// What an operator has come to, as a row.
fn operator_row(trial: u64, generation: u64, state: OperatorState) -> OperatorRow {
    // To six decimals, for the same reason as below.
    let rounded = |value: f64| (value * 1e6).round() / 1e6;
    OperatorRow {
        trial,
        generation,
        operator: state.operator,
        probability: state.probability.map(rounded),
        rate: state.rate.map(rounded),
        individuals: state.individuals,
        uses: state.credit.map(|credit| credit.uses),
        successes: state.credit.map(|credit| credit.successes),
        gain: state.credit.map(|credit| credit.gain),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_100_rows_are_usual() {
        let every = |generations, evaluations| {
            let stop = StopCriterion { generations, evaluations, ..StopCriterion::default() };
            usual_log_every(&TrialConfig { stop, ..TrialConfig::default() })
        };
        assert_eq!(every(Some(20), None), 1);
        assert_eq!(every(Some(500), None), 5);
        assert_eq!(every(Some(1000), None), 10);
        assert_eq!(every(Some(1001), None), 10);
        assert_eq!(every(Some(5000), Some(10)), 50);
        // 1500 individuals.
        assert_eq!(every(None, Some(600_000)), 5);
        assert_eq!(every(Some(u64::MAX), None), 200_000_000_000_000_000);
    }
}
