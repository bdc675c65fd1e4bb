//! Running one trial: a pure function of its configuration, its cube and its seed.

use std::collections::TryReserveError;

use super::instance::letters;
use super::record::{ConvergenceRow, SolutionRow, TrialOutcome};
use crate::evolve::alphabet::{Alphabet, AlphabetError};
use crate::evolve::config::TrialConfig;
use crate::evolve::engine::Engine;
use crate::evolve::observer::{Generation, Observer};
use crate::evolve::stop::StopCriterion;
use crate::evolve::team::Team;
use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::kernel::{Kernel, Program};
use crate::puzzle::{Puzzle, PuzzleTask};
use crate::rng::Seed;

use super::instance::Instance;

/// The most rows that one trial may write to `convergence.csv`. A sweep whose generations are limited is held to it
/// before it runs; any other trial fails when it goes on for longer, so that memory is bounded.
pub const MOST_ROWS: usize = 100_000;

/// Every how many generations a trial is logged unless the sweep says otherwise: the least of 1, 2, 5, 10, 20, 50 …
/// that makes at most some 100 rows. A curve does not show more, and counting different genomes costs as much as breeding.
#[must_use]
pub fn usual_log_every(config: &TrialConfig) -> u64 {
    const ROWS: u64 = 100;
    let StopCriterion { generations, evaluations, .. } = config.stop;
    let by_evaluations = evaluations.map(|evaluations| evaluations / config.population.get() as u64);
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
    pub team: &'a Team,
}

/// Runs a trial. `log_every` says which generations are recorded ([`usual_log_every`] if nothing), `observer` may watch all of them.
///
/// # Errors
/// If it cannot be set up, or if the result does not stand being replayed.
pub fn run(
    config: &TrialConfig,
    conditions: Conditions<'_>,
    trial: u64,
    log_every: Option<u64>,
    observer: impl Observer + Send,
) -> Result<TrialRecord, TrialError> {
    let log_every = log_every.unwrap_or_else(|| usual_log_every(config));
    conditions.team.run(|| config.puzzle.run(Task { config, conditions, trial, log_every, observer }))
}

struct Task<'a, O> {
    config: &'a TrialConfig,
    conditions: Conditions<'a>,
    trial: u64,
    log_every: u64,
    observer: O,
}

impl<O: Observer> PuzzleTask for Task<'_, O> {
    type Output = Result<TrialRecord, TrialError>;

    fn run<P: Puzzle>(self) -> Self::Output {
        let config = self.config;
        let Conditions { instance, seed, kernel, team } = self.conditions;
        let given: P = instance.problem();
        let (start, held) = given.anchored_state();
        let alphabet = Alphabet::<P>::new(&config.alphabet)?;
        let costs = config.objective.costs::<P>();
        let program = Program::new(start, &alphabet.effects(), costs, config.genome.evaluate, kernel);
        let mut engine = Engine::with_team(&program, config.settings(), Seed::from_number(seed), team)?;
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
        let arrival = instance.puzzle_state::<P>().apply_all(&moves);
        let solved = arrival == instance.puzzle_goal();
        let penalty = config.objective.of(end);
        if penalty != best.fitness.penalty() {
            return Err(TrialError::Mismatch { evaluated: best.fitness.penalty(), replayed: penalty });
        }
        let (htm, qtm) = (moves.length(Metric::Htm) as u64, moves.length(Metric::Qtm) as u64);
        let generation = engine.generation();
        let outcome = TrialOutcome {
            best: u64::from(penalty),
            solved,
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
            instance: instance.name.clone(),
            moves: moves.to_string(),
            htm,
            qtm,
            penalty: u64::from(penalty),
            state: letters(arrival),
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
