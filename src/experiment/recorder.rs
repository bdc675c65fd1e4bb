//! Rows of the generations of a trial, and their interval.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::record::{ConvergenceRow, OperatorRow};
use crate::evolve::config::TrialConfig;
use crate::optimizer::{Checkpoint, Generation, Observer, OperatorState, StopCriterion, decode_first, write_to};

/// Maximum number of rows of one trial in `convergence.csv`, which bounds memory. A sweep that plans more is refused before it
/// runs. A trial without a limit of generations fails when it needs more.
pub const MAX_ROWS: usize = 100_000;

/// Maximum number of rows of one trial in `operators.csv`, which has a row for each operator.
pub const MAX_OPERATOR_ROWS: usize = 10 * MAX_ROWS;

/// Returns the default interval of logged generations: the smallest of 1, 2, 5, 10, 20, 50 … with which a trial logs at most
/// about 100 rows. More rows are not visible in a curve, and counting different genomes costs as much as breeding.
#[must_use]
pub fn default_log_every(config: &TrialConfig) -> u64 {
    const ROWS: u64 = 100;
    let population = config.population.get();
    let individuals = match config.strategy.map(|strategy| strategy.on_genomes().map(|on| on.offspring(population))) {
        None => population * config.islands.count.get(),
        Some(Some(offspring)) => offspring,
        // Generations of an algorithm on states are few and large.
        Some(None) => return 1,
    };
    let StopCriterion { generations, evaluations, .. } = config.stop;
    let by_evaluations = evaluations.map(|evaluations| evaluations / individuals as u64);
    let expected = generations.or(by_evaluations).unwrap_or(1000);
    let steps = (0..=18).flat_map(|power| [1, 2, 5].map(|step| step * 10u64.pow(power)));
    steps.into_iter().find(|step| expected / step <= ROWS).unwrap_or(u64::MAX)
}

/// Rows of a trial for `convergence.csv` and for `operators.csv`.
type RecordedRows = (Vec<ConvergenceRow>, Vec<OperatorRow>);

/// A recorder that observes a trial and adds its rows to the checkpoint of the trial.
#[derive(Debug)]
pub(super) struct SharedRecorder(Mutex<Recorder>);

impl SharedRecorder {
    /// Returns a recorder without rows.
    pub(super) fn new(trial: u64, log_every: u64) -> Self {
        Self(Mutex::new(Recorder { trial, log_every, rows: Vec::new(), operators: Vec::new(), is_resumed: false }))
    }

    /// Returns the recorder when the trial is over.
    pub(super) fn into_inner(self) -> Recorder {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Recorder> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for &SharedRecorder {
    fn generation(&mut self, generation: &Generation<'_>) {
        self.lock().generation(generation);
    }

    fn end(&mut self, last: &Generation<'_>) {
        self.lock().end(last);
    }
}

/// The checkpoint of a trial with the rows that are recorded so far.
#[derive(Debug)]
pub(super) struct RecordedCheckpoint<'a> {
    recorder: &'a SharedRecorder,
    checkpoint: &'a dyn Checkpoint,
    /// Rows that were read with the saved state.
    saved: Mutex<RecordedRows>,
}

impl<'a> RecordedCheckpoint<'a> {
    /// Adds the rows of a recorder to the states of a checkpoint.
    pub(super) fn new(recorder: &'a SharedRecorder, checkpoint: &'a dyn Checkpoint) -> Self {
        Self { recorder, checkpoint, saved: Mutex::default() }
    }

    fn saved_rows(&self) -> MutexGuard<'_, RecordedRows> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Checkpoint for RecordedCheckpoint<'_> {
    fn saved(&self) -> Option<Vec<u8>> {
        let mut bytes = self.checkpoint.saved()?;
        let Some((rows, state)) = decode_first::<RecordedRows>(&bytes) else {
            self.checkpoint.opened(false);
            return None;
        };
        *self.saved_rows() = rows;
        let begin = bytes.len() - state.len();
        bytes.drain(..begin);
        Some(bytes)
    }

    fn opened(&self, continues: bool) {
        let (rows, operators) = std::mem::take(&mut *self.saved_rows());
        if continues {
            let mut recorder = self.recorder.lock();
            (recorder.rows, recorder.operators, recorder.is_resumed) = (rows, operators, true);
        }
        self.checkpoint.opened(continues);
    }

    #[inline]
    fn is_due(&self) -> bool {
        self.checkpoint.is_due()
    }

    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        self.checkpoint.save(&mut |out| {
            let recorder = self.recorder.lock();
            write_to(out, &(&recorder.rows, &recorder.operators))?;
            write(out)
        });
    }
}

/// Rows of the logged generations and of the last one.
#[derive(Debug)]
pub(super) struct Recorder {
    trial: u64,
    log_every: u64,
    pub(super) rows: Vec<ConvergenceRow>,
    pub(super) operators: Vec<OperatorRow>,
    /// Whether the next generation is that of a checkpoint, which is recorded.
    is_resumed: bool,
}

impl Recorder {
    fn record(&mut self, generation: &Generation<'_>) {
        let individuals = generation.individuals;
        let is_empty = (0..individuals.groups()).all(|group| individuals.fitness(group).is_empty());
        if self.is_full() || is_empty {
            return;
        }
        let number = generation.progress.generations;
        self.rows.push(convergence_row(self.trial, generation));
        let operators = generation.adaptation.into_iter().flat_map(|adaptation| adaptation.operators());
        self.operators.extend(operators.map(|state| operator_row(self.trial, number, state)));
    }

    /// Returns whether there are more rows than allowed.
    pub(super) fn is_full(&self) -> bool {
        self.rows.len() > MAX_ROWS || self.operators.len() > MAX_OPERATOR_ROWS
    }
}

impl Recorder {
    fn generation(&mut self, generation: &Generation<'_>) {
        if std::mem::take(&mut self.is_resumed) {
            return;
        }
        if generation.progress.generations.is_multiple_of(self.log_every) {
            self.record(generation);
        }
    }

    /// Records the last generation unless it is recorded. The row of a solution replaces that of its generation.
    fn end(&mut self, last: &Generation<'_>) {
        let number = last.progress.generations;
        let is_recorded = self.rows.last().is_some_and(|row| row.generation == number);
        if is_recorded && last.progress.best > 0 {
            return;
        }
        self.rows.retain(|row| row.generation != number);
        self.operators.retain(|row| row.generation != number);
        self.record(last);
    }
}

fn convergence_row(trial: u64, generation: &Generation<'_>) -> ConvergenceRow {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_interval_logs_about_100_rows() {
        let every = |generations, evaluations| {
            let stop = StopCriterion { generations, evaluations, ..StopCriterion::default() };
            default_log_every(&TrialConfig { stop, ..TrialConfig::default() })
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
