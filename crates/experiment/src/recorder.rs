//! Rows of the logged generations of a trial.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::logging::{LogKeys, Logging};
use super::record::{ConvergenceRow, OperatorRow};
use evocube_engine::evaluation::{Fitness, Gene};
use evocube_engine::optimizer::{Birth, Checkpoint, Generation, Observer, OperatorState, decode_first, write_to};

/// Maximum number of rows of one trial in `convergence.csv`, which bounds memory. A sweep that plans more is refused before it
/// runs. A trial without a limit of generations fails when it needs more.
pub const MAX_ROWS: usize = 100_000;

/// Maximum number of rows of one trial in `operators.csv`, which has a row for each operator.
pub const MAX_OPERATOR_ROWS: usize = 10 * MAX_ROWS;

/// Maximum number of rows of one trial in `snapshots.csv`.
pub const MAX_SNAPSHOT_ROWS: usize = 1_000_000;

/// Maximum number of rows of one trial in `genealogy.csv`.
pub const MAX_GENEALOGY_ROWS: usize = 1_000_000;

/// Rows of a trial that are recorded.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct RecordedRows {
    pub(super) convergence: Vec<ConvergenceRow>,
    pub(super) operators: Vec<OperatorRow>,
    pub(super) snapshots: Vec<Snapshot>,
    /// The fittest first; of equals that which was found first.
    pub(super) hall: Vec<FamousGenome>,
    pub(super) births: RecordedBirths,
}

/// An individual of a logged generation.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Snapshot {
    pub(super) generation: u64,
    /// Numbers from 0.
    pub(super) island: usize,
    pub(super) individual: usize,
    pub(super) fitness: Fitness,
    pub(super) genome: Vec<Gene>,
}

/// One of the fittest genomes of a trial: the genes that count.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FamousGenome {
    pub(super) fitness: Fitness,
    pub(super) generation: u64,
    pub(super) evaluations: u64,
    pub(super) genome: Vec<Gene>,
}

/// Individuals with their parents, in the order in which they were made.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct RecordedBirths {
    /// Names of operators; empty for none.
    operators: Vec<String>,
    births: Vec<RecordedBirth>,
}

/// An individual with its parents. Operators are numbers in a list of names.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RecordedBirth {
    pub(super) generation: u64,
    /// Number from 0.
    pub(super) island: u32,
    pub(super) id: u64,
    pub(super) parents: Box<[u64]>,
    crossover: u16,
    mutation: u16,
    pub(super) penalty: u32,
}

impl RecordedBirths {
    pub(super) const fn len(&self) -> usize {
        self.births.len()
    }

    /// Returns each individual with its crossover and its mutation.
    pub(super) fn each(&self) -> impl Iterator<Item = (&RecordedBirth, &str, &str)> {
        let name = |number: u16| &*self.operators[usize::from(number)];
        self.births.iter().map(move |birth| (birth, name(birth.crossover), name(birth.mutation)))
    }

    fn push(&mut self, generation: u64, birth: &Birth<'_>) {
        let Birth { island, id, parents, fitness, .. } = *birth;
        let [crossover, mutation] = [birth.crossover, birth.mutation].map(|name| self.number(name.unwrap_or_default()));
        let island = u32::try_from(island).expect("there are few islands");
        let (parents, penalty) = (parents.into(), fitness.penalty());
        self.births.push(RecordedBirth { generation, island, id, parents, crossover, mutation, penalty });
    }

    /// Returns the number of an operator.
    fn number(&mut self, name: &str) -> u16 {
        let number = self.operators.iter().position(|known| known == name).unwrap_or_else(|| {
            self.operators.push(name.to_owned());
            self.operators.len() - 1
        });
        u16::try_from(number).expect("operators have few names")
    }
}

/// A recorder that observes a trial and adds its rows to the checkpoint of the trial.
#[derive(Debug)]
pub(super) struct SharedRecorder(Mutex<Recorder>);

impl SharedRecorder {
    /// Returns a recorder without rows.
    pub(super) fn new(trial: u64, logging: &Logging<'_>) -> Self {
        let (keys, rows) = (logging.keys.clone(), RecordedRows::default());
        Self(Mutex::new(Recorder { trial, keys, rows, best: u64::MAX, evaluations: 0, is_resumed: false }))
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

    fn follows_births(&self) -> bool {
        self.lock().keys.genealogy
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
        let rows = std::mem::take(&mut *self.saved_rows());
        if continues {
            let mut recorder = self.recorder.lock();
            // Every improvement has a row.
            recorder.best = rows.convergence.iter().map(|row| row.best).min().unwrap_or(u64::MAX);
            (recorder.rows, recorder.is_resumed) = (rows, true);
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
            write_to(out, &recorder.rows)?;
            write(out)
        });
    }
}

/// Rows of the logged generations and of the last one.
#[derive(Debug)]
pub(super) struct Recorder {
    trial: u64,
    keys: LogKeys,
    pub(super) rows: RecordedRows,
    /// Lowest penalty of all generations so far; not counted with an interval of logged generations.
    best: u64,
    /// Evaluations by the end of the last generation.
    evaluations: u64,
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
        self.rows.convergence.push(convergence_row(self.trial, generation));
        let operators = generation.adaptation.into_iter().flat_map(|adaptation| adaptation.operators());
        self.rows.operators.extend(operators.map(|state| operator_row(self.trial, number, state)));
    }

    /// Records all individuals.
    fn take_snapshot(&mut self, now: &Generation<'_>) {
        let generation = now.progress.generations;
        for island in 0..now.individuals.groups() {
            for (individual, &fitness) in now.individuals.fitness(island).iter().enumerate() {
                if self.is_full() {
                    return;
                }
                let genome = now.individuals.genome(island, individual).to_vec();
                self.rows.snapshots.push(Snapshot { generation, island, individual, fitness, genome });
            }
        }
    }

    /// Admits the individuals that are fitter than the last of the hall of fame, unless their genes are in it.
    fn admit(&mut self, now: &Generation<'_>, size: usize) {
        let (generation, evaluations) = (now.progress.generations, now.progress.evaluations);
        let hall = &mut self.rows.hall;
        for island in 0..now.individuals.groups() {
            for (individual, &fitness) in now.individuals.fitness(island).iter().enumerate() {
                if hall.get(size - 1).is_some_and(|last| fitness >= last.fitness) {
                    continue;
                }
                let genome = now.individuals.genome(island, individual);
                let Some(genome) = genome.get(..fitness.genes()).filter(|_| !genome.is_empty()) else { continue };
                let place = hall.partition_point(|famous| famous.fitness <= fitness);
                let equals = hall[..place].iter().rev().take_while(|famous| famous.fitness == fitness);
                if !equals.into_iter().any(|famous| famous.genome == genome) {
                    hall.insert(place, FamousGenome { fitness, generation, evaluations, genome: genome.to_vec() });
                    hall.truncate(size);
                }
            }
        }
    }

    /// Returns whether there are more rows than allowed.
    pub(super) fn is_full(&self) -> bool {
        let RecordedRows { convergence, operators, snapshots, births, .. } = &self.rows;
        convergence.len() > MAX_ROWS
            || operators.len() > MAX_OPERATOR_ROWS
            || snapshots.len() > MAX_SNAPSHOT_ROWS
            || births.len() > MAX_GENEALOGY_ROWS
    }
}

impl Recorder {
    fn generation(&mut self, generation: &Generation<'_>) {
        let (number, evaluations) = (generation.progress.generations, generation.progress.evaluations);
        let before = std::mem::replace(&mut self.evaluations, evaluations);
        if std::mem::take(&mut self.is_resumed) {
            return;
        }
        let is_reached = |&at: &u64| before < at && at <= evaluations;
        let improves = self.keys.every.is_none() && self.improves(generation);
        if improves || self.keys.is_logged(number) || self.keys.at_evaluations.iter().any(is_reached) {
            self.record(generation);
        }
        if self.keys.snapshot_every.is_some_and(|every| number.is_multiple_of(every)) {
            self.take_snapshot(generation);
        }
        if let Some(genealogy) = generation.genealogy
            && !self.is_full()
        {
            genealogy.births(&mut |birth| self.rows.births.push(number, birth));
        }
        if let Some(size) = self.keys.hall_of_fame {
            self.admit(generation, usize::try_from(size).unwrap_or(usize::MAX));
        }
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

    /// Records the last generation unless it is recorded. The row of a solution replaces that of its generation.
    fn end(&mut self, last: &Generation<'_>) {
        let number = last.progress.generations;
        let rows = &mut self.rows;
        let has_snapshot = rows.snapshots.last().is_some_and(|individual| individual.generation == number);
        let is_recorded = rows.convergence.last().is_some_and(|row| row.generation == number);
        if !is_recorded || last.progress.best == 0 {
            rows.convergence.retain(|row| row.generation != number);
            rows.operators.retain(|row| row.generation != number);
            self.record(last);
        }
        if self.keys.snapshot_every.is_some() && !has_snapshot {
            self.take_snapshot(last);
        }
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
