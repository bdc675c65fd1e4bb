//! Running trials on several threads: `execute` hands their results to a writer in the order of the plan, those of short trials together. A
//! trial continues from its checkpoint, and one that panics fails, while the others go on. Trials in other processes run through `service`.
//! A single trial without a folder, of `single` or `answer`, runs here, too.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::RunObserver;
use crate::checkpoint::Checkpoints;
use crate::defect;
use crate::execution::Execution;
use crate::interpreter::{InterpretedCheckpoint, TrialIdentity};
use crate::mutex::lock;
use crate::optimizers::Optimizers;
use crate::plan::Trial;
use crate::service::Requests;
use crate::sweep::Sweep;
use crate::trial::{TrialError, TrialInputs, TrialRecord};
use evocube_cube::solver::Cancelled;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::optimizer::{Checkpoint, Generation, Needed, Observer, Progress, RunContext, WorkerPool};

pub(crate) type TrialResult = Result<TrialRecord, TrialError>;

/// State that the workers and the writer share.
struct Queue<T> {
    /// Index of the next trial to start; after `stopped`, of the first trial that is not written.
    next: usize,
    /// Number of trials handed to the writer.
    written: usize,
    /// Results of finished trials that the writer has not reached.
    results: BTreeMap<usize, T>,
    /// True if no other trial is started.
    stopped: bool,
    /// Number of results that the writer waits for, the next one among them.
    awaited: usize,
    /// Number of workers that wait for the writer.
    waiting: usize,
}

impl<T> Queue<T> {
    fn has_next(&self) -> bool {
        self.results.contains_key(&self.written)
    }

    /// Returns whether no other trial is left, of this number.
    fn are_all(&self, trials: usize) -> bool {
        self.written + self.results.len() == trials
    }

    /// Takes the results from the next one on up to the first that is missing.
    fn take_next(&mut self) -> Vec<T> {
        let mut taken = Vec::with_capacity(self.results.len());
        while let Some(result) = self.results.remove(&self.written) {
            taken.push(result);
            self.written += 1;
        }
        taken
    }
}

/// Time for which the writer waits for more short trials, so that it is not woken for each of them.
const GATHERING: Duration = Duration::from_millis(1);

/// Trials to run, in order.
#[derive(Clone, Copy)]
pub(super) struct TrialBatch<'a> {
    /// The sweep of the instances.
    pub(super) sweep: &'a Sweep,
    /// The trials.
    pub(super) trials: &'a [Trial],
    /// The design points that the trials name by index.
    pub(super) points: &'a [TrialConfig],
    /// The levels of the only trial, whose sweep has no factors; `None` where they are those of the sweep.
    pub(super) levels: Option<&'a BTreeMap<String, String>>,
    /// The algorithms.
    pub(super) optimizers: &'a Optimizers<'a>,
    /// Checkpoints; `None` for trials that are not written to a results folder.
    pub(super) checkpoints: Option<&'a Checkpoints<'a>>,
    pub(super) execution: Execution<'a>,
    pub(super) observer: &'a dyn RunObserver,
}

/// Runs trials on several threads, which `finish` each, and hands their results, in order, to `write` on this one. Workers run
/// ahead of the writer by a bounded number of trials, so memory is bounded too. If the observer ends the run, all trials that
/// have begun are finished and written, up to the first that is cancelled.
pub(super) fn execute<T: Send, E: Send>(
    batch: TrialBatch<'_>,
    finish: impl Fn(&Trial, TrialResult, f64) -> T + Sync,
    mut write: impl FnMut(&[T]) -> Result<(), E>,
) -> Result<(), E> {
    let TrialBatch { trials, execution, observer, .. } = batch;
    // One trial per thread. If there are fewer trials than threads, several threads share a trial.
    let threads = execution.threads.get();
    let workers = threads.min(trials.len()).max(1);
    let ahead = 4 * workers + 16;
    let results = BTreeMap::new();
    let queue = Mutex::new(Queue { next: 0, written: 0, results, stopped: false, awaited: 1, waiting: 0 });
    let (room, ready) = (Condvar::new(), Condvar::new());
    let requests = execution.service.map(|service| Requests::new(service, batch.sweep));
    let work = || {
        let pool = WorkerPool::new(if requests.is_some() { 1 } else { threads / workers });
        loop {
            let index = {
                let mut state = lock(&queue);
                if observer.is_over() && !state.stopped {
                    state.stopped = true;
                    room.notify_all();
                    // The writer may wait for a trial that no worker will begin.
                    ready.notify_one();
                }
                while !state.stopped && state.next < trials.len() && state.next >= state.written + ahead {
                    state.waiting += 1;
                    state = room.wait(state).unwrap_or_else(PoisonError::into_inner);
                    state.waiting -= 1;
                }
                if state.stopped || state.next >= trials.len() {
                    return;
                }
                state.next += 1;
                state.next - 1
            };
            let (kernel, cancellation) = (execution.kernel, observer.cancellation());
            let context = RunContext { kernel, pool: &pool, cancellation: &cancellation, ..RunContext::sequential() };
            let (result, seconds) = run_one(batch, &trials[index], context, requests.as_ref());
            if matches!(result, Err(TrialError::Cancelled(_))) {
                // Nothing from here on is written.
                let mut state = lock(&queue);
                state.next = state.next.min(index);
                state.stopped = true;
                room.notify_all();
                ready.notify_one();
                continue;
            }
            let finished = finish(&trials[index], result, seconds);
            let mut state = lock(&queue);
            state.results.insert(index, finished);
            if state.has_next() && (state.results.len() >= state.awaited || state.are_all(trials.len())) {
                ready.notify_one();
            }
        }
    };
    // Takes the next results; none at the end.
    let next = || {
        let mut state = lock(&queue);
        while !state.has_next() {
            if state.written == trials.len() || (state.stopped && state.written >= state.next) {
                return Vec::new();
            }
            state.awaited = 1;
            state = ready.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let begin = Instant::now();
        state.awaited = ahead / 2;
        while let Some(left) = GATHERING.checked_sub(begin.elapsed()) {
            if state.results.len() >= state.awaited || state.are_all(trials.len()) || state.stopped {
                break;
            }
            state = ready.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        if state.waiting > 0 {
            room.notify_all();
        }
        state.take_next()
    };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
        loop {
            let finished = next();
            if finished.is_empty() {
                return Ok(());
            }
            if let Err(error) = write(&finished) {
                lock(&queue).stopped = true;
                room.notify_all();
                return Err(error);
            }
        }
    })
}

/// Runs the trial of a sweep that is not written to a results folder. Returns its result and the seconds.
///
/// # Errors
/// If the observer has ended it, or a component failed.
pub(crate) fn execute_alone(
    sweep: &Sweep,
    trial: Trial,
    levels: &BTreeMap<String, String>,
    point: TrialConfig,
    execution: Execution<'_>,
    observer: &dyn RunObserver,
) -> Result<(TrialResult, f64), Cancelled> {
    let execution = execution.of_sweep(sweep);
    let (trials, points, mut optimizers) = ([trial], [point], Optimizers::new(execution.tables));
    optimizers.build_for(&trials, &points)?;
    let (trials, points, optimizers) = (&trials[..], &points[..], &optimizers);
    let levels = Some(levels);
    let batch = TrialBatch { sweep, trials, points, levels, optimizers, checkpoints: None, execution, observer };
    let requests = execution.service.map(|service| Requests::new(service, sweep));
    let pool = &WorkerPool::new(if requests.is_some() { 1 } else { execution.threads.get() });
    let (kernel, cancellation) = (execution.kernel, &observer.cancellation());
    let context = RunContext { kernel, pool, cancellation, ..RunContext::sequential() };
    let (result, seconds) = run_one(batch, &trials[0], context, requests.as_ref());
    if let Err(TrialError::Cancelled(ended)) = result { Err(ended) } else { Ok((result, seconds)) }
}

/// Runs one trial here or elsewhere. Returns the result and the seconds.
fn run_one(
    batch: TrialBatch<'_>,
    trial: &Trial,
    context: RunContext<'_>,
    requests: Option<&Requests<'_>>,
) -> (TrialResult, f64) {
    let TrialBatch { sweep, points, levels, execution, observer, .. } = batch;
    if let Some(requests) = requests.filter(|_| points[trial.point].algorithm.solver().is_none()) {
        let (result, seconds) = requests.run(trial, &points[trial.point], &|| observer.is_over());
        let counts = result.as_ref().ok().and_then(|record| record.outcome.evolution);
        observer.offspring(counts.map_or(0, |counts| counts.offspring));
        return (result, seconds);
    }
    let Some(interpreter) = execution.interpreter else { return run_here(batch, trial, context) };
    let mut result = (Err(TrialError::Cancelled(Cancelled::default())), 0.0);
    let levels = levels.cloned().unwrap_or_else(|| sweep.stages[trial.stage].levels_by_key(trial.point));
    let identity = TrialIdentity { number: trial.id, seed: trial.seed, levels };
    interpreter.run(&identity, &mut || result = run_here(batch, trial, context));
    result
}

/// Runs one trial on this thread, from its checkpoint if it has one; a panic in it becomes a failed trial. Returns the result and
/// the seconds.
fn run_here(batch: TrialBatch<'_>, trial: &Trial, context: RunContext<'_>) -> (TrialResult, f64) {
    let TrialBatch { sweep, points, optimizers, checkpoints, execution, observer, .. } = batch;
    let begin = Instant::now();
    let mut point = Cow::Borrowed(&points[trial.point]);
    if let Some(limit) = trial.limit {
        let evaluations = &mut point.to_mut().stop.evaluations;
        *evaluations = Some(evaluations.map_or(limit, |evaluations| evaluations.min(limit)));
    }
    let point = &*point;
    let planned = TrialInputs::new(sweep, trial, point, context);
    let identity = || {
        let (instance, table) = (planned.instance, point.to_table());
        format!("{}\n{:?}\n{instance:?}\n{table}", trial.seed, sweep.log)
    };
    let checkpoint = checkpoints.map(|checkpoints| checkpoints.trial(trial.id, &identity));
    let checkpointed = checkpoint.as_ref().map(|checkpoint| checkpoint as &dyn Checkpoint);
    let interpreted = execution.interpreter.zip(checkpointed);
    let interpreted = interpreted.map(|(interpreter, checkpoint)| InterpretedCheckpoint::new(interpreter, checkpoint));
    let checkpointed = interpreted.as_ref().map_or(checkpointed, |checkpoint| Some(checkpoint));
    let inputs = TrialInputs { context: RunContext { checkpoint: checkpointed, ..context }, ..planned };
    let attempt = || {
        optimizers.trial(
            point,
            &inputs,
            OffspringReporter { observer, generation: 0, offspring: 0, needed: Needed::EVERY },
        )
    };
    let result = catch_unwind(AssertUnwindSafe(attempt))
        .unwrap_or_else(|panic| Err(TrialError::Panicked(defect::describe(&*panic))));
    if let Err(TrialError::Cancelled(ended)) = &result {
        report(ended, observer, &context);
    }
    let elapsed = checkpoint.as_ref().map_or_else(|| begin.elapsed(), |checkpoint| checkpoint.elapsed());
    (result, elapsed.as_secs_f64())
}

/// Number of offspring of small generations that are reported together.
const OFFSPRING_REPORTED: u64 = 64;

/// Observer of a trial that reports new offspring to the observer of the run.
struct OffspringReporter<'a> {
    observer: &'a dyn RunObserver,
    generation: u64,
    offspring: u64,
    needed: Needed,
}

impl Observer for OffspringReporter<'_> {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        let Generation { offspring, progress: Progress { generations, .. }, .. } = *generation;
        self.observer.offspring(offspring.saturating_sub(self.offspring));
        self.offspring = offspring;
        // Generations are about equal, and longer than they were at most by degrees.
        let since = generations - std::mem::replace(&mut self.generation, generations);
        let together = (OFFSPRING_REPORTED * generations.max(1) / offspring.max(1)).min(2 * since);
        self.needed = Needed { generation: generations + together.max(1), ..Needed::NONE };
        Ok(())
    }

    fn needs(&self) -> Needed {
        self.needed
    }

    fn end(&mut self, last: &Generation<'_>) -> Result<(), Cancelled> {
        self.generation(last)
    }
}

/// Reports work that ended early to the observer as the failure of a component, unless the run was cancelled.
pub(super) fn report(ended: &Cancelled, observer: &dyn RunObserver, context: &RunContext<'_>) {
    if ended.0.is_some() || !(observer.is_over() || context.cancellation.is_requested()) {
        observer.failure(ended.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_taken_in_order_up_to_the_first_that_is_missing() {
        let results = BTreeMap::from([(4, 'c'), (2, 'a'), (3, 'b'), (6, 'e')]);
        let mut queue = Queue { next: 7, written: 2, results, stopped: false, awaited: 1, waiting: 0 };
        assert_eq!(queue.take_next(), ['a', 'b', 'c']);
        assert!(!queue.has_next() && queue.take_next().is_empty());
        queue.results.insert(5, 'd');
        assert_eq!((queue.take_next(), queue.written), (vec!['d', 'e'], 7));
    }
}
