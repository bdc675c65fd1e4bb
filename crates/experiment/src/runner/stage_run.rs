//! [`StageRun`]: running the trials of one stage, or of a race, into a results folder.

use super::{RunError, RunObserver, StageBegin, TrialBatch, execute, per_second, stopped, timing_row};
use crate::checkpoint::Checkpoints;
use crate::execution::Execution;
use crate::optimizers::Optimizers;
use crate::plan::{Plan, Trial};
use crate::race;
use crate::store::{Store, render, trial_row};
use crate::sweep::Sweep;
use evocube_engine::evolve::config::TrialConfig;

/// State that the stages of a run share.
pub(super) struct StageRun<'a> {
    pub(super) store: &'a mut Store,
    pub(super) checkpoints: &'a Checkpoints<'a>,
    pub(super) optimizers: Optimizers<'a>,
    pub(super) execution: Execution<'a>,
    pub(super) observer: &'a dyn RunObserver,
}

impl StageRun<'_> {
    /// Returns the trials of a stage that are not on disk.
    fn missing(&self, plan: &Plan, number: usize) -> Vec<Trial> {
        let missing = plan.places(number).zip(plan.stage(number)).filter(|(place, _)| !self.store.has(*place));
        missing.map(|(_, trial)| *trial).collect()
    }

    /// Reports the beginning of a stage.
    pub(super) fn begin(&self, sweep: &Sweep, plan: &Plan, number: usize, points: &[TrialConfig]) {
        let planned = |trials: &[Trial]| {
            let parts = trials.iter().map(|trial| points[trial.point].planned_offspring());
            parts.into_iter().try_fold(0u64, |sum, part| Some(sum.saturating_add(part?)))
        };
        let (trials, missing) = (plan.stage(number), self.missing(plan, number));
        let scores = self.store.scores().get(plan.places(number).start..).unwrap_or_default();
        let (offspring, missing_offspring) = (planned(trials), planned(&missing).unwrap_or(0));
        self.observer.stage(&StageBegin {
            name: &sweep.stages[number].name,
            trials: trials.len(),
            done: trials.len() - missing.len(),
            solved: scores.iter().filter(|score| score.has_reached()).count(),
            offspring,
            offspring_done: offspring.map_or(0, |all| all.saturating_sub(missing_offspring)),
        });
    }

    /// Runs the planned trials of a stage that are not on disk.
    pub(super) fn run(
        &mut self,
        sweep: &Sweep,
        plan: &Plan,
        number: usize,
        points: &[TrialConfig],
    ) -> Result<(), RunError> {
        let missing = self.missing(plan, number);
        let Self { store, checkpoints, optimizers, execution, observer } = self;
        let planned = |trial: &Trial| points[trial.point].planned_offspring();
        optimizers.build_for(&missing, points);
        let folder = checkpoints.folder();
        folder.keep(missing.iter().map(|trial| trial.id));
        let (trials, optimizers) = (&missing[..], &*optimizers);
        let (execution, observer, checkpoints) = (*execution, *observer, Some(&**checkpoints));
        let batch = TrialBatch { sweep, trials, points, optimizers, checkpoints, execution, observer };
        execute(batch, |trial, result, seconds| {
            let rendered = render(sweep, trial, &result);
            let outcome = result.ok().map(|record| record.outcome);
            let row = trial_row(sweep, trial, outcome);
            let counts = row.outcome.as_ref().and_then(|outcome| outcome.evolution);
            let offspring = counts.map_or(0, |counts| counts.offspring);
            let rate = counts.map(|counts| per_second(counts.evaluations, seconds));
            observer.trial(&row, planned(trial).unwrap_or(offspring).saturating_sub(offspring));
            let result = store.append(&row, &rendered, &timing_row(trial.id, seconds, rate, execution));
            result.inspect(|()| folder.remove(trial.id))
        })?;
        if store.scores().len() < plan.places(number).end { Err(stopped(store, plan)) } else { Ok(()) }
    }

    /// Runs a race, the first stage. Returns the sweep with the design points and the trials of the race.
    pub(super) fn race(&mut self, sweep: &Sweep) -> Result<Sweep, RunError> {
        let design = sweep.race_design().unwrap_or_default();
        let (name, trials) = (&*sweep.stages[0].name, usize::try_from(design.budget).unwrap_or(usize::MAX));
        let done = self.store.scores().len().min(trials);
        let solved = self.store.scores()[..done].iter().filter(|score| score.has_reached()).count();
        self.observer.stage(&StageBegin { name, trials, done, solved, offspring: None, offspring_done: 0 });
        let mut raced = sweep.clone();
        let mut points = Vec::new();
        let state = race::run(sweep, |state, first| -> Result<Vec<f64>, RunError> {
            let (planned, configurations) = (state.trials.len(), state.configurations.len());
            raced.set_race(state);
            for point in points.len()..configurations {
                let error = |message| RunError::Config { stage: name.to_owned(), point: point + 1, message };
                points.push(raced.point(0, &[], point).map_err(error)?);
            }
            if self.store.scores().len() < planned {
                self.run(&raced, &Plan::new(&raced), 0, &points)?;
            }
            Ok(self.store.scores()[first..planned].iter().map(|score| design.cost.cost(score)).collect())
        })?;
        raced.set_race(state);
        Ok(raced)
    }
}
