//! Running the trials of a stage with [`StageRun`], which all stages of a run share: into a results folder those that the store lacks, with
//! their checkpoints and for a race batch by batch, or recorded ones for `verify`. The observer is told, and rows come in the order of the
//! plan. [`points`] are the configurations of a stage. The threads, and the order, are those of `trial_batch`.

use super::trial_batch::{TrialBatch, execute};
use super::{RunError, RunObserver, StageBegin, stopped};
use crate::checkpoint::Checkpoints;
use crate::execution::Execution;
use crate::optimizers::Optimizers;
use crate::plan::Trial;
use crate::race;
use crate::record::TimingRow;
use crate::run_state::RunState;
use crate::store::{CheckpointFolder, FinishedTrial, Store, render};
use evocube_engine::evolve::config::TrialConfig;

/// State that the stages of a run share.
pub(crate) struct StageRun<'a> {
    /// Checkpoints; `None` for trials that are not written to a results folder.
    pub(crate) checkpoints: Option<&'a Checkpoints<'a>>,
    pub(crate) optimizers: Optimizers<'a>,
    pub(crate) execution: Execution<'a>,
    pub(crate) observer: &'a dyn RunObserver,
}

impl StageRun<'_> {
    /// Runs trials of a stage with its design points, whose solvers are built, and hands their rows, in order, to `sink`, those of short
    /// trials together. An error of it ends the stage.
    pub(crate) fn run<E: Send>(
        &self,
        state: &RunState<'_>,
        points: &[TrialConfig],
        trials: &[Trial],
        mut sink: impl FnMut(&[FinishedTrial]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Self { checkpoints, ref optimizers, execution, observer } = *self;
        let sweep = &*state.sweep;
        let batch = TrialBatch { sweep, trials, points, levels: None, optimizers, checkpoints, execution, observer };
        let finish = |trial: &Trial, result, seconds| {
            let (row, rendered) = render(sweep, trial, &result);
            let counts = row.outcome.as_ref().and_then(|outcome| outcome.evolution);
            let rate = counts.map(|counts| per_second(counts.evaluations, seconds));
            FinishedTrial { timing: timing_row(trial.id, seconds, rate, execution), row, rendered }
        };
        let mut planned = trials.iter().map(|trial| points[trial.point].planned_offspring());
        execute(batch, finish, |finished| {
            sink(finished)?;
            for (FinishedTrial { row, .. }, planned) in finished.iter().zip(planned.by_ref()) {
                let counts = row.outcome.as_ref().and_then(|outcome| outcome.evolution);
                let offspring = counts.map_or(0, |counts| counts.offspring);
                observer.trial(row, planned.map_or(0, |planned| planned.saturating_sub(offspring)));
            }
            Ok(())
        })
    }

    /// Runs the planned trials of a stage that are not on disk, and appends their rows.
    fn write(
        &mut self,
        state: &RunState<'_>,
        points: &[TrialConfig],
        missing: &[Trial],
        store: &mut Store,
    ) -> Result<(), RunError> {
        let folder = self.checkpoints.map(Checkpoints::folder);
        folder.inspect(|folder| folder.keep(missing.iter().map(|trial| trial.id)));
        self.optimizers.build_for(missing, points).map_err(|_| stopped(store, &state.plan))?;
        self.run(state, points, missing, |finished| {
            let written = store.append(finished);
            let remove = |folder: &CheckpointFolder| finished.iter().for_each(|trial| folder.remove(trial.row.trial));
            written.inspect(|()| folder.into_iter().for_each(remove))
        })?;
        // The observer may have ended the run before the last trial.
        let last = missing.last().and_then(|trial| state.plan.place(trial.id));
        if last < Some(store.scores().len()) { Ok(()) } else { Err(stopped(store, &state.plan)) }
    }

    /// Runs a stage into a results folder.
    pub(super) fn run_stage(
        &mut self,
        state: &mut RunState<'_>,
        number: usize,
        store: &mut Store,
    ) -> Result<(), RunError> {
        if state.sweep.stages[number].race_design().is_some() {
            return self.race(state, store);
        }
        let points = points(state, number, 0)?;
        let missing = store.enter_stage(state, number, &points)?;
        let planned = |trials: &[Trial]| {
            let parts = trials.iter().map(|trial| points[trial.point].planned_offspring());
            parts.into_iter().try_fold(0u64, |sum, part| Some(sum.saturating_add(part?)))
        };
        let trials = state.plan.stage(number);
        let scores = store.scores().get(state.plan.places(number).start..).unwrap_or_default();
        let (offspring, missing_offspring) = (planned(trials), planned(&missing).unwrap_or(0));
        self.observer.stage(&StageBegin {
            name: &state.sweep.stages[number].name,
            trials: trials.len(),
            done: trials.len() - missing.len(),
            solved: scores.iter().filter(|score| score.has_reached()).count(),
            offspring,
            offspring_done: offspring.map_or(0, |all| all.saturating_sub(missing_offspring)),
        });
        self.write(state, &points, &missing, store)
    }

    /// Runs a race, the first stage, whose design points and trials become those of the state.
    fn race(&mut self, state: &mut RunState<'_>, store: &mut Store) -> Result<(), RunError> {
        let sweep = state.sweep.clone();
        let design = sweep.race_design().unwrap_or_default();
        let (name, trials) = (&*sweep.stages[0].name, usize::try_from(design.budget).unwrap_or(usize::MAX));
        let done = store.scores().len().min(trials);
        let solved = store.scores()[..done].iter().filter(|score| score.has_reached()).count();
        self.observer.stage(&StageBegin { name, trials, done, solved, ..StageBegin::default() });
        let mut configurations = Vec::new();
        let race = race::run(&sweep, |race, first| -> Result<Vec<f64>, RunError> {
            let planned = race.trials.len();
            state.set_race(race);
            configurations.extend(points(state, 0, configurations.len())?);
            if store.scores().len() < planned {
                let missing = store.enter_stage(state, 0, &configurations)?;
                self.write(state, &configurations, &missing, store)?;
            }
            Ok(store.scores()[first..planned].iter().map(|score| design.cost.cost(score)).collect())
        })?;
        state.set_race(race);
        Ok(())
    }
}

/// Returns the design points of a stage from an index on.
pub(crate) fn points(state: &RunState<'_>, stage: usize, first: usize) -> Result<Vec<TrialConfig>, RunError> {
    let RunState { sweep, selected, .. } = state;
    let point = |point| {
        let name = || sweep.stages[stage].name.clone();
        let error = |wrong| RunError::Config { stage: name(), point: point + 1, conflict: Box::new(wrong) };
        sweep.point(stage, selected, point).map_err(error)
    };
    (first..sweep.stages[stage].points()).map(point).collect()
}

fn timing_row(trial: u64, seconds: f64, evaluations_per_second: Option<f64>, execution: Execution<'_>) -> TimingRow {
    let kernel = if evaluations_per_second.is_some() { execution.kernel.name() } else { "" }.to_owned();
    TimingRow { trial, seconds, evaluations_per_second, threads: execution.threads.get() as u64, kernel }
}

fn per_second(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { (count as f64 / seconds).round() } else { 0.0 }
}
