//! `Recorder`: the rows of a trial, which it keeps in memory as an observer: those of logged generations, of improvements and of the last
//! generation, with the values of registered observers, and those of adaptive operators. Also the evaluations until the target. A trial
//! with more than [`MAX_ROWS`] fails. Checkpoints get the rows so far here; `store` writes them in the end.
//!
//! It records nothing more once it has more rows than [`MAX_ROWS`] or [`MAX_OPERATOR_ROWS`]. The trial then fails when it ends.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::logging::LogKeys;
use super::mutex::lock;
use super::record::{ConvergenceRow, OperatorRow};
use evocube_cube::solver::Cancelled;
use evocube_engine::evaluation::Gene;
use evocube_engine::optimizer::{
    Checkpoint, Generation, LoggedGeneration, Needed, Observer, OperatorState, Progress, decode_first, reached,
    write_to,
};

/// Maximum number of rows of one trial in `convergence.csv`, which bounds memory. A sweep that plans more is refused before it
/// runs. Any other trial fails once it needs more.
pub const MAX_ROWS: usize = 100_000;

/// Maximum number of rows of one trial in `operators.csv`, which has a row for each operator.
pub const MAX_OPERATOR_ROWS: usize = 10 * MAX_ROWS;

/// Rows of a trial that are recorded.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct RecordedRows {
    pub(super) convergence: Vec<ConvergenceRow>,
    pub(super) operators: Vec<OperatorRow>,
    /// Evaluations by the end of the generation in which the target was reached.
    pub(super) evaluations_to_reach: Option<u64>,
}

/// Text of the genomes of a trial, for registered observers.
pub(super) struct GenomeText<'a> {
    /// The name of each symbol.
    pub(super) symbols: Vec<String>,
    pub(super) moves: Box<MovesOfGenes<'a>>,
}

/// Returns the moves of genes after cancelling.
type MovesOfGenes<'a> = dyn Fn(&[Gene]) -> String + Send + 'a;

impl fmt::Debug for GenomeText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GenomeText").field("symbols", &self.symbols).finish_non_exhaustive()
    }
}

/// A recorder that observes a trial and adds its rows to the checkpoint of the trial.
#[derive(Debug)]
pub(super) struct SharedRecorder<'a>(Mutex<Recorder<'a>>);

impl<'a> SharedRecorder<'a> {
    /// Returns a recorder without rows. `text` is needed if there are registered observers.
    pub(super) fn new(trial: u64, keys: &'a LogKeys, text: Option<GenomeText<'a>>, target: Option<u32>) -> Self {
        let (rows, best, is_resumed) = (RecordedRows::default(), u64::MAX, false);
        let recorder = Recorder { trial, keys, text, target, rows, best, last: Progress::default(), is_resumed };
        Self(Mutex::new(recorder))
    }

    /// Returns the recorder when the trial is over.
    pub(super) fn into_inner(self) -> Recorder<'a> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for &SharedRecorder<'_> {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        lock(&self.0).generation(generation)
    }

    fn needs(&self) -> Needed {
        lock(&self.0).needs()
    }

    fn solution(&mut self, solution: &Generation<'_>) -> Result<(), Cancelled> {
        lock(&self.0).solution(solution)
    }

    fn end(&mut self, last: &Generation<'_>) -> Result<(), Cancelled> {
        lock(&self.0).end(last)
    }
}

/// The checkpoint of a trial with the rows that are recorded so far.
#[derive(Debug)]
pub(super) struct RecordedCheckpoint<'a, 't> {
    recorder: &'a SharedRecorder<'t>,
    checkpoint: &'a dyn Checkpoint,
    /// Rows that were read with the saved state.
    saved: Mutex<RecordedRows>,
}

impl<'a, 't> RecordedCheckpoint<'a, 't> {
    /// Adds the rows of a recorder to the states of a checkpoint.
    pub(super) fn new(recorder: &'a SharedRecorder<'t>, checkpoint: &'a dyn Checkpoint) -> Self {
        Self { recorder, checkpoint, saved: Mutex::default() }
    }
}

impl Checkpoint for RecordedCheckpoint<'_, '_> {
    fn saved(&self) -> Option<Vec<u8>> {
        let mut bytes = self.checkpoint.saved()?;
        let Some((rows, state)) = decode_first::<RecordedRows>(&bytes) else {
            self.checkpoint.opened(false);
            return None;
        };
        *lock(&self.saved) = rows;
        let begin = bytes.len() - state.len();
        bytes.drain(..begin);
        Some(bytes)
    }

    fn opened(&self, continues: bool) {
        let rows = std::mem::take(&mut *lock(&self.saved));
        if continues {
            let mut recorder = lock(&self.recorder.0);
            // Every improvement has a row.
            recorder.best = rows.convergence.iter().map(|row| row.best).min().unwrap_or(u64::MAX);
            (recorder.rows, recorder.is_resumed) = (rows, true);
        }
        self.checkpoint.opened(continues);
    }

    #[inline]
    fn is_due(&self) -> Result<bool, Cancelled> {
        self.checkpoint.is_due()
    }

    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> Result<(), Cancelled> {
        self.checkpoint.save(&mut |out| {
            let recorder = lock(&self.recorder.0);
            write_to(out, &recorder.rows)?;
            write(out)
        })
    }
}

/// Rows of the logged generations, of the improvements and of the last generation.
#[derive(Debug)]
pub(super) struct Recorder<'a> {
    trial: u64,
    keys: &'a LogKeys,
    text: Option<GenomeText<'a>>,
    target: Option<u32>,
    pub(super) rows: RecordedRows,
    /// Lowest penalty of all generations so far.
    best: u64,
    /// The progress by the last generation that was received.
    last: Progress,
    /// Whether the next generation is that of a checkpoint, which is recorded.
    is_resumed: bool,
}

impl Recorder<'_> {
    fn record(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        let individuals = generation.individuals;
        let is_empty = (0..individuals.groups()).all(|group| individuals.fitness(group).is_empty());
        if self.is_full() || is_empty {
            return Ok(());
        }
        let number = generation.progress.generations;
        let observed = self.observed(generation)?;
        // The row of a solution replaces that of its generation.
        let rows = &mut self.rows;
        rows.convergence.pop_if(|row| row.generation == number);
        rows.operators.truncate(rows.operators.partition_point(|row| row.generation < number));
        self.rows.convergence.push(convergence_row(self.trial, generation, observed));
        let operators = generation.adaptation.into_iter().flat_map(|adaptation| adaptation.operators());
        self.rows.operators.extend(operators.map(|state| operator_row(self.trial, number, state)));
        Ok(())
    }

    /// Returns the values of the registered observers.
    fn observed(&self, generation: &Generation<'_>) -> Result<Vec<Option<f64>>, Cancelled> {
        let Some(GenomeText { symbols, moves }) = &self.text else { return Ok(Vec::new()) };
        let logged = LoggedGeneration::new(*generation, symbols, moves);
        let mut observed = Vec::new();
        for observer in &self.keys.observers {
            let mut values = vec![f64::NAN; observer.columns().len()];
            observer.observe(&logged, &mut values)?;
            observed.extend(values.into_iter().map(|value| Some(value).filter(|value| value.is_finite())));
        }
        Ok(observed)
    }

    /// Returns whether there are more rows than allowed.
    pub(super) fn is_full(&self) -> bool {
        self.rows.convergence.len() > MAX_ROWS || self.rows.operators.len() > MAX_OPERATOR_ROWS
    }

    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        let (number, evaluations) = (generation.progress.generations, generation.progress.evaluations);
        let last_evaluations = std::mem::replace(&mut self.last, generation.progress).evaluations;
        if std::mem::take(&mut self.is_resumed) {
            return Ok(());
        }
        self.note_target(generation);
        let is_reached = |&number: &u64| last_evaluations < number && number <= evaluations;
        if self.improves(generation) || self.keys.is_logged(number) || self.keys.at_evaluations.iter().any(is_reached) {
            self.record(generation)?;
        }
        Ok(())
    }

    /// Returns the next generation that may have a row or be the first to reach the target.
    fn needs(&self) -> Needed {
        if self.last.best == u32::MAX {
            // An algorithm without penalties: the individuals alone tell what improves.
            return Needed::EVERY;
        }
        let reached = self.target.unwrap_or(0).saturating_add(1);
        let target = if self.rows.evaluations_to_reach.is_none() { reached } else { 0 };
        let below = u32::try_from(self.best).unwrap_or(u32::MAX).max(target);
        Needed { below, ..self.keys.next_logged(self.last.generations, self.last.evaluations) }
    }

    /// Keeps the number of evaluations of the first generation that has reached the target.
    fn note_target(&mut self, generation: &Generation<'_>) {
        let Progress { best, evaluations, .. } = generation.progress;
        if self.rows.evaluations_to_reach.is_none() && reached(best.into(), self.target) {
            self.rows.evaluations_to_reach = Some(evaluations);
        }
    }

    /// Records the first solution of a strategy, unless the population of its generation has it.
    fn solution(&mut self, solution: &Generation<'_>) -> Result<(), Cancelled> {
        self.note_target(solution);
        if self.improves(solution) {
            self.record(solution)?;
        }
        Ok(())
    }

    /// Returns whether an individual has a lower penalty than all before, and updates the lowest.
    fn improves(&mut self, generation: &Generation<'_>) -> bool {
        // The algorithm knows the lowest penalty of its run, unless it does not use penalties. One pass over the individuals
        // follows only where that is lower than all that they have had.
        let lowest = generation.progress.best;
        if lowest != u32::MAX && u64::from(lowest) >= self.best {
            return false;
        }
        let present = u64::from(generation.spread().best);
        let improves = present < self.best;
        self.best = self.best.min(present);
        improves
    }

    /// Records the last generation unless it is recorded. A solution is always recorded.
    fn end(&mut self, last: &Generation<'_>) -> Result<(), Cancelled> {
        let number = last.progress.generations;
        let is_recorded = self.rows.convergence.last().is_some_and(|row| row.generation == number);
        if !is_recorded || last.progress.best == 0 {
            self.record(last)?;
        }
        Ok(())
    }
}

fn convergence_row(trial: u64, generation: &Generation<'_>, observed: Vec<Option<f64>>) -> ConvergenceRow {
    let spread = generation.spread();
    // Four decimals suffice for a penalty and halve the file.
    let rounded = |value: f64| (value * 1e4).round() / 1e4;
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
        observed,
    }
}

fn operator_row(trial: u64, generation: u64, state: OperatorState) -> OperatorRow {
    // To six decimals, for the same reason.
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
