//! [`TrialLog`]: the trials of a race, run and appended to a table, or read from it.

use std::collections::VecDeque;

use super::{RaceError, RaceObserver};
use crate::cost::Cost;
use crate::execution::Execution;
use crate::optimizers::Optimizers;
use crate::plan::Trial;
use crate::record::TrialRow;
use crate::runner::{self, RunObserver, TrialBatch};
use crate::single::unlogged;
use crate::store::{AppendLog, StoreError, csv_line};
use crate::sweep::Sweep;
use crate::trial::{TrialError, TrialRecord};
use evocube_cube::solver::Cancellation;
use evocube_engine::evolve::config::TrialConfig;

/// Columns of `costs.csv` and `held_out.csv`.
pub(super) const COLUMNS: &str =
    "trial,iteration,configuration,instance,repetition,seed,cost,best,solved,evaluations,htm";

/// A trial to be run.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlannedTrial {
    pub(super) iteration: u32,
    /// Number of the configuration, from 1; 0 is the base.
    pub(super) configuration: usize,
    /// Place of its design point.
    pub(super) point: usize,
    pub(super) instance: usize,
    pub(super) repetition: u64,
    pub(super) seed: u64,
    /// Place of its test in the race.
    pub(super) test: usize,
}

/// Result of a trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TrialCost {
    /// Infinite for a trial that failed.
    pub(super) cost: f64,
    pub(super) solved: bool,
}

/// A table of trials, and the means to run them.
pub(super) struct TrialLog<'a> {
    sweep: Sweep,
    cost: Cost,
    optimizers: Optimizers<'a>,
    execution: Execution<'a>,
    observer: &'a dyn RaceObserver,
    recorded: VecDeque<Vec<String>>,
    pub(super) log: AppendLog,
    trials: u64,
}

impl<'a> TrialLog<'a> {
    pub(super) fn new(
        sweep: &Sweep,
        cost: Cost,
        (recorded, log): (Vec<Vec<String>>, AppendLog),
        execution: Execution<'a>,
        observer: &'a dyn RaceObserver,
    ) -> Self {
        let optimizers = Optimizers::new(execution.tables);
        Self {
            sweep: unlogged(sweep),
            cost,
            optimizers,
            execution,
            observer,
            recorded: recorded.into(),
            log,
            trials: 0,
        }
    }

    /// Runs these trials in order and appends their rows.
    pub(super) fn run(&mut self, runs: &[PlannedTrial], points: &[TrialConfig]) -> Result<Vec<TrialCost>, RaceError> {
        let mut results = Vec::with_capacity(runs.len());
        while results.len() < runs.len()
            && let Some(row) = self.recorded.pop_front()
        {
            let expected = self.beginning(&runs[results.len()]);
            let ran = (row[..expected.len()] == expected).then(|| read(&row)).flatten();
            results.push(ran.ok_or(RaceError::Recorded { trial: self.trials + 1 })?);
            self.trials += 1;
            self.observer.recorded();
        }
        let rest = &runs[results.len()..];
        if rest.is_empty() {
            return Ok(results);
        }
        let trials: Vec<Trial> = rest
            .iter()
            .map(|run| {
                let PlannedTrial { point, instance, repetition, seed, .. } = *run;
                Trial { id: 0, stage: 0, point, instance, repetition, seed }
            })
            .collect();
        self.optimizers.build_for(&trials, points);
        let (sweep, optimizers, execution, observer) = (&self.sweep, &self.optimizers, self.execution, self.observer);
        let mut new = Vec::new();
        let (log, cost, begin) = (&mut self.log, self.cost, self.trials);
        let batch = TrialBatch { sweep, trials: &trials, points, optimizers, checkpoints: None };
        runner::execute(batch, execution, &ForwardedRequests(observer), |trial, result, _| {
            let run = &rest[new.len()];
            let mut row = beginning(sweep, run, begin + new.len() as u64 + 1);
            let instance = &sweep.instances[trial.instance];
            let cost =
                result.as_ref().ok().map(|record| cost.compute(&sweep.base, &points[trial.point], instance, record));
            row.extend(end(&result, cost));
            new.push(read(&row).expect("it was written just now"));
            observer.trial();
            log.append(&csv_line(&row))?;
            if log.is_due() { log.sync() } else { Ok(()) }
        })
        .map_err(|error: StoreError| RaceError::Store(error))?;
        self.trials += new.len() as u64;
        if new.len() < rest.len() {
            return Err(RaceError::Stopped { trials: self.trials });
        }
        results.extend(new);
        Ok(results)
    }

    fn beginning(&self, run: &PlannedTrial) -> Vec<String> {
        beginning(&self.sweep, run, self.trials + 1)
    }
}

/// Returns the columns of a row that are known before the trial.
fn beginning(sweep: &Sweep, run: &PlannedTrial, trial: u64) -> Vec<String> {
    let PlannedTrial { iteration, configuration, instance, repetition, seed, .. } = *run;
    let name = &sweep.instances[instance].name;
    [&trial as &dyn ToString, &iteration, &configuration, name, &repetition, &seed].map(ToString::to_string).to_vec()
}

/// Returns the other columns; a failed trial leaves them empty.
fn end(result: &Result<TrialRecord, TrialError>, cost: Option<u64>) -> Vec<String> {
    match (result, cost) {
        (Ok(TrialRecord { outcome, .. }), Some(cost)) => vec![
            cost.to_string(),
            outcome.best.to_string(),
            u8::from(outcome.solved).to_string(),
            outcome.evolution.map_or(String::new(), |counts| counts.evaluations.to_string()),
            outcome.htm.to_string(),
        ],
        _ => vec![String::new(), String::new(), "0".to_owned(), String::new(), String::new()],
    }
}

fn read(row: &[String]) -> Option<TrialCost> {
    #[allow(clippy::cast_precision_loss)] // a cost is far below 2^53
    let cost = if row[6].is_empty() { f64::INFINITY } else { row[6].parse::<u64>().ok()? as f64 };
    Some(TrialCost { cost, solved: row[8] == "1" })
}

/// A [`RunObserver`] that forwards the requests of a race's observer.
struct ForwardedRequests<'a>(&'a dyn RaceObserver);

impl RunObserver for ForwardedRequests<'_> {
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    fn cancellation(&self) -> Cancellation {
        self.0.cancellation()
    }

    fn trial(&self, _: &TrialRow, _: u64) {}
}
