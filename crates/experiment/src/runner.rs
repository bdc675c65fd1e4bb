//! [`run`]: the run of what the results folder of a sweep lacks: baselines one by one, then trials on several threads, with rows in the
//! order of the plan. A shard stops where a stage needs a selection. A trial that panics fails, and the run goes on. A single stage or race
//! is in `stage_run`. Trials of `single` and `answer`, without a folder, run here, too; those in other processes run through `service`.

mod stage_run;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use super::checkpoint::Checkpoints;
use super::defect;
use super::execution::Execution;
use super::instance::Instance;
use super::interpreter::{InterpretedCheckpoint, TrialIdentity};
use super::logging::LogKeys;
use super::mutex::lock;
use super::numbers::grouped;
use super::optimizers::Optimizers;
use super::plan::{Plan, Trial};
use super::race::RaceError;
use super::record::{BaselineRow, BaselineTimingRow, TimingRow};
pub use super::run_observer::{RunObserver, StageBegin};
use super::run_state::RunState;
use super::service::Requests;
use super::store::{CheckpointFolder, RecordedBaselines, SelectedPoint, Store, StoreError};
use super::sweep::{Diagnostic, Sweep};
use super::trial::{TrialError, TrialInputs, TrialRecord};
use evocube_cube::search::SolverKind;
use evocube_cube::solver::Cancelled;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::optimizer::{Checkpoint, Generation, Observer, RunContext, WorkerPool};
pub(super) use stage_run::{StageRun, points};

/// Error of a run. The rows on disk stay and can be resumed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Error of the results folder.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The race has no valid configuration.
    #[error(transparent)]
    Race(#[from] RaceError),
    /// The configurations selected in the earlier stages conflict with a point of this stage.
    #[error("stage {stage}, point {point}, with the configurations selected in the stages before: {conflict}")]
    Config {
        /// The stage.
        stage: String,
        /// The point's number.
        point: usize,
        /// The conflict.
        conflict: Box<Diagnostic>,
    },
    /// The observer ended the run, a component failed, whose reason the observer has, or the observer of tables ended their construction.
    #[error("stopped after {} of {}{} trials", grouped(*done as u64), if *is_bound { "at most " } else { "" }, grouped(*all as u64))]
    Stopped {
        /// Trials on disk, or verified.
        done: usize,
        /// Trials of the plan.
        all: usize,
        /// Whether that is an upper bound.
        is_bound: bool,
    },
}

/// End of a run without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStatus {
    /// Everything is on disk.
    Complete,
    /// The shard has run its part of the earlier stages. The stage with this index begins when the trials of all shards have
    /// selected a point of the stage before, and [`Store::import_selected`] has received it.
    WaitingForStage {
        /// The stage's index.
        stage: usize,
    },
}

fn stopped(store: &Store, plan: &Plan) -> RunError {
    RunError::Stopped { done: store.scores().len(), all: plan.len(), is_bound: plan.is_bound() }
}

/// Runs all trials and baselines of a plan that are not on disk. A shard runs the stages whose earlier selections are known.
///
/// # Errors
/// If the folder cannot be read or written, if a race finds no valid configuration, if selected configurations conflict with a point
/// of a later stage, if the observer ends the run or the construction of tables, or if a component fails. A failed trial is a row, not an
/// error.
pub fn run(
    sweep: &Sweep,
    plan: &Plan,
    store: &mut Store,
    execution: Execution<'_>,
    observer: &dyn RunObserver,
) -> Result<RunStatus, RunError> {
    if store.is_complete() {
        return Ok(RunStatus::Complete);
    }
    let execution = execution.of_sweep(sweep);
    let say = |sentence: &str| observer.notice(sentence);
    let checkpoints = Checkpoints::new(CheckpointFolder::open(store.folder())?, execution.checkpoint, &say);
    let status = checkpoints.while_ticking(|| run_missing(sweep, plan, store, &checkpoints, execution, observer));
    checkpoints.folder().close();
    status
}

/// Runs everything that is not on disk, and saves the states of running trials.
fn run_missing(
    sweep: &Sweep,
    plan: &Plan,
    store: &mut Store,
    checkpoints: &Checkpoints<'_>,
    execution: Execution<'_>,
    observer: &dyn RunObserver,
) -> Result<RunStatus, RunError> {
    let mut optimizers = Optimizers::new(execution.tables);
    if !store.has_baselines() {
        let recorded = store.recorded_baselines(sweep)?;
        let solved = baselines(sweep, plan, &recorded, &mut optimizers, execution, observer);
        let (rows, timing) = solved.ok().filter(|_| !observer.is_over()).ok_or_else(|| stopped(store, plan))?;
        store.write_baselines(&rows, &timing)?;
    }
    let mut stage_run = StageRun { checkpoints: Some(checkpoints), optimizers, execution, observer };
    let mut state = RunState::new(sweep, plan);
    let stage = state.run_stages(|state, number| -> Result<Option<usize>, RunError> {
        stage_run.run_stage(state, number, store)?;
        let RunState { sweep, plan, selected } = state;
        Ok(match plan.shard() {
            _ if sweep.stages[number].is_held_out() => None,
            // All trials of a stage are in the merged folder only; a shard has imported the selected configurations.
            Some(_) => store.selected(number),
            None => Some(sweep.select(number, selected, store.scores()[plan.places(number)].iter().cloned())),
        })
    })?;
    if stage < sweep.stages.len() {
        store.sync()?;
        return Ok(RunStatus::WaitingForStage { stage });
    }
    if plan.shard().is_none() {
        store.set_selected(SelectedPoint::all(&state));
    }
    // A complete folder is not opened for writing again.
    checkpoints.folder().close();
    store.finish(&state.sweep, &state.plan, execution)?;
    Ok(RunStatus::Complete)
}

fn timing_row(trial: u64, seconds: f64, evaluations_per_second: Option<f64>, execution: Execution<'_>) -> TimingRow {
    let kernel = if evaluations_per_second.is_some() { execution.kernel.name() } else { "" }.to_owned();
    TimingRow { trial, seconds, evaluations_per_second, threads: execution.threads.get() as u64, kernel }
}

fn per_second(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { (count as f64 / seconds).round() } else { 0.0 }
}

/// Solves every instance of a plan with every baseline unless its row is recorded. Ends early when the observer ends the run.
///
/// # Errors
/// If the objective fails, whose reason the observer receives, or the observer of the tables ends their construction.
pub(super) fn baselines(
    sweep: &Sweep,
    plan: &Plan,
    recorded: &RecordedBaselines,
    optimizers: &mut Optimizers<'_>,
    execution: Execution<'_>,
    observer: &dyn RunObserver,
) -> Result<(Vec<BaselineRow>, Vec<BaselineTimingRow>), Cancelled> {
    let (mut rows, mut timing) = (Vec::new(), Vec::new());
    let (kernel, cancellation) = (execution.kernel, observer.cancellation());
    let context = RunContext { kernel, cancellation: &cancellation, ..RunContext::sequential() };
    let recorded = |kind: SolverKind, instance: &Instance| recorded.get(&(instance.name.clone(), kind.to_string()));
    let is_missing =
        |kind: &SolverKind| plan.baseline_instances(sweep).any(|instance| recorded(*kind, instance).is_none());
    // Baselines have no rows of convergence.
    let no_rows = LogKeys::default();
    optimizers.build(sweep.baselines.iter().copied().filter(is_missing))?;
    for instance in plan.baseline_instances(sweep) {
        for &kind in sweep.baselines.iter().take_while(|_| !observer.is_over()) {
            if let Some((row, time)) = recorded(kind, instance) {
                rows.push(row.clone());
                timing.extend(time.clone());
                continue;
            }
            let begin = Instant::now();
            let TrialConfig { objective, stop, alphabet, .. } = &sweep.base;
            let inputs =
                TrialInputs { number: 0, instance, objective, stop, seed: 0, log: &no_rows, alphabet, context };
            rows.push(optimizers.baseline(kind, &inputs).inspect_err(|ended| report(ended, observer, &context))?);
            timing.push(BaselineTimingRow {
                instance: instance.name.clone(),
                solver: kind.to_string(),
                seconds: begin.elapsed().as_secs_f64(),
                threads: execution.threads.get() as u64,
            });
        }
    }
    Ok((rows, timing))
}

/// Observer of a trial that reports new offspring to the observer of the run.
struct OffspringReporter<'a> {
    observer: &'a dyn RunObserver,
    offspring: u64,
}

impl Observer for OffspringReporter<'_> {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        self.observer.offspring(generation.offspring - self.offspring);
        self.offspring = generation.offspring;
        Ok(())
    }
}

type TrialResult = Result<TrialRecord, TrialError>;

/// State that the workers and the writer share.
struct Queue {
    /// Index of the next trial to start; after `stopped`, of the first trial that is not written.
    next: usize,
    /// Number of trials handed to the writer.
    written: usize,
    /// Finished trials that the writer has not reached.
    results: BTreeMap<usize, (TrialResult, f64)>,
    /// True if no other trial is started.
    stopped: bool,
}

/// Trials to run, in order.
#[derive(Clone, Copy)]
struct TrialBatch<'a> {
    /// The sweep of the instances.
    sweep: &'a Sweep,
    /// The trials.
    trials: &'a [Trial],
    /// The design points that the trials name by index.
    points: &'a [TrialConfig],
    /// The levels of the only trial, whose sweep has no factors; `None` where they are those of the sweep.
    levels: Option<&'a BTreeMap<String, String>>,
    /// The algorithms.
    optimizers: &'a Optimizers<'a>,
    /// Checkpoints; `None` for trials that are not written to a results folder.
    checkpoints: Option<&'a Checkpoints<'a>>,
    execution: Execution<'a>,
    observer: &'a dyn RunObserver,
}

/// Runs trials on several threads and hands each result, in order, to `write` on this one. Workers run ahead of the
/// writer by a bounded number of trials, so memory is bounded too. If the observer ends the run, all trials that have
/// begun are finished and written, up to the first that is cancelled.
fn execute<E: Send>(
    batch: TrialBatch<'_>,
    mut write: impl FnMut(&Trial, TrialResult, f64) -> Result<(), E>,
) -> Result<(), E> {
    let TrialBatch { trials, execution, observer, .. } = batch;
    // One trial per thread. If there are fewer trials than threads, several threads share a trial.
    let threads = execution.threads.get();
    let workers = threads.min(trials.len()).max(1);
    let ahead = 4 * workers + 16;
    let queue = Mutex::new(Queue { next: 0, written: 0, results: BTreeMap::new(), stopped: false });
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
                    state = room.wait(state).unwrap_or_else(PoisonError::into_inner);
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
            let mut state = lock(&queue);
            if matches!(result, Err(TrialError::Cancelled(_))) {
                // Nothing from here on is written.
                state.next = state.next.min(index);
                state.stopped = true;
                room.notify_all();
            } else {
                state.results.insert(index, (result, seconds));
            }
            ready.notify_one();
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
        for (index, trial) in trials.iter().enumerate() {
            let (result, seconds) = {
                let mut state = lock(&queue);
                loop {
                    if let Some(result) = state.results.remove(&index) {
                        state.written = index + 1;
                        break result;
                    }
                    if state.stopped && index >= state.next {
                        return Ok(());
                    }
                    state = ready.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            };
            room.notify_all();
            if let Err(error) = write(trial, result, seconds) {
                lock(&queue).stopped = true;
                room.notify_all();
                return Err(error);
            }
        }
        Ok(())
    })
}

/// Runs the trial of a sweep that is not written to a results folder. Returns its result and the seconds.
///
/// # Errors
/// If the observer has ended it, or a component failed.
pub(super) fn execute_alone(
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

/// Reports work that ended early to the observer as the failure of a component, unless the run was cancelled.
fn report(ended: &Cancelled, observer: &dyn RunObserver, context: &RunContext<'_>) {
    if ended.0.is_some() || !(observer.is_over() || context.cancellation.is_requested()) {
        observer.failure(ended.clone());
    }
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
    let attempt = || optimizers.trial(point, &inputs, OffspringReporter { observer, offspring: 0 });
    let result = catch_unwind(AssertUnwindSafe(attempt))
        .unwrap_or_else(|panic| Err(TrialError::Panicked(defect::describe(&*panic))));
    if let Err(TrialError::Cancelled(ended)) = &result {
        report(ended, observer, &context);
    }
    let elapsed = checkpoint.as_ref().map_or_else(|| begin.elapsed(), |checkpoint| checkpoint.elapsed());
    (result, elapsed.as_secs_f64())
}
