//! [`run`]: runs one trial of a configuration that comes from outside the sweep, for tuners such as irace. It returns the cost and the
//! rows, and writes no file. A cost that is a penalty is one by the objective of `[base]`, also where the configuration has another one.

use std::collections::BTreeMap;

use super::execution::Execution;
use super::instance::Instance;
use super::plan::Trial;
use super::record::Cost;
use super::runner::{self, RunObserver};
use super::sweep::Sweep;
use super::trial::{TrialError, TrialRecord};
use evocube_cube::puzzle::Puzzle;
use evocube_cube::puzzle::notation::Dialect;
use evocube_cube::solver::Cancelled;
use evocube_cube::with_puzzle;
use evocube_engine::evolve::config::TrialConfig;

/// Result of a single trial.
#[derive(Clone, Debug)]
pub struct SingleTrial {
    /// Cost of the configuration on the instance with the seed.
    pub cost: u64,
    /// Rows of the trial.
    pub record: TrialRecord,
}

/// Runs a design point on an instance, by its index in the sweep, with a seed. A trial of a sweep with the same
/// configuration, instance and seed has the same result. A cost that is a penalty is one by the objective of the sweep's `[base]`.
///
/// # Errors
/// If the trial or a component fails, or the observer ends it.
///
/// # Panics
/// If the sweep has no instance of this index.
pub fn run(
    sweep: &Sweep,
    point: TrialConfig,
    instance: usize,
    seed: u64,
    cost: Cost,
    execution: Execution<'_>,
    observer: &dyn RunObserver,
) -> Result<SingleTrial, TrialError> {
    let mut alone = sweep.clone();
    alone.base = point.clone();
    let trial = Trial { id: 1, stage: 0, point: 0, instance, repetition: 1, seed, limit: None };
    let result = runner::execute_alone(&alone, trial, &BTreeMap::new(), point.clone(), execution, observer);
    let record = result.map_err(TrialError::Cancelled)?.0?;
    let cost = compute(cost, &sweep.base, &point, &sweep.instances[instance], &record);
    let cost = cost.map_err(|reason| {
        observer.failure(reason.clone());
        TrialError::Cancelled(reason)
    })?;
    Ok(SingleTrial { cost, record })
}

/// Returns the cost of a trial of `point` on `instance`, in a sweep with this base. A penalty is that of the final state by the
/// objective of the base, so configurations with different objectives are comparable.
fn compute(
    cost: Cost,
    base: &TrialConfig,
    point: &TrialConfig,
    instance: &Instance,
    record: &TrialRecord,
) -> Result<u64, Cancelled> {
    let outcome = &record.outcome;
    if cost == Cost::Penalty && point.objective != base.objective {
        return with_puzzle!(&base.puzzle, |puzzle| {
            let moves = puzzle.read_moves(&record.solution.moves, Dialect::Wca);
            let moves = moves.expect("moves are printed as they are read").moves;
            let end = puzzle.apply_all(instance.problem(puzzle), &moves);
            base.objective.penalty(puzzle, end).map(u64::from)
        });
    }
    Ok(cost.compute(outcome.best, outcome.evaluations_until_reached().unwrap_or(0), outcome.reached))
}
