//! [`run`]: the run of what the results folder of a sweep lacks: baselines one by one, then trials stage by stage, with rows in the order
//! of the plan. A shard stops where a stage needs a selection. A single stage or race is in `stage_run`, trials on several threads are in
//! `trial_batch`.

mod stage_run;
mod trial_batch;

use std::time::Instant;

use super::checkpoint::Checkpoints;
use super::execution::Execution;
use super::instance::Instance;
use super::logging::LogKeys;
use super::optimizers::Optimizers;
use super::plan::Plan;
use super::race::RaceError;
use super::record::{BaselineRow, BaselineTimingRow};
pub use super::run_observer::{RunObserver, StageBegin};
use super::run_state::RunState;
use super::store::{CheckpointFolder, RecordedBaselines, SelectedPoint, Store, StoreError};
use super::sweep::{Diagnostic, Sweep};
use super::trial::TrialInputs;
use evocube_cube::search::SolverKind;
use evocube_cube::solver::Cancelled;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::optimizer::RunContext;
use evocube_stats::numbers::grouped;
pub(super) use stage_run::{StageRun, points};
pub(super) use trial_batch::execute_alone;
use trial_batch::report;

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
