//! [`run`]: one trial of a configuration that comes from outside the sweep, for tuners.

use std::convert::Infallible;

use super::cost::{self, Cost};
use super::execution::Execution;
use super::logging::LogKeys;
use super::optimizers::Optimizers;
use super::plan::Trial;
use super::runner::{self, RunObserver, TrialBatch};
use super::sweep::Sweep;
use super::trial::{TrialError, TrialRecord};
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
/// configuration, instance and seed has the same result.
///
/// # Errors
/// If the trial fails, or the observer ends it.
pub fn run(
    sweep: &Sweep,
    point: TrialConfig,
    instance: usize,
    seed: u64,
    cost: Cost,
    execution: Execution<'_>,
    observer: &dyn RunObserver,
) -> Result<SingleTrial, TrialError> {
    let sweep = unlogged(sweep);
    let trial = Trial { id: 1, stage: 0, point: 0, instance, repetition: 1, seed, limit: None };
    let points = [point];
    let mut optimizers = Optimizers::new(execution.tables);
    optimizers.build_for([&trial], &points);
    let mut result = None;
    let trials = [trial];
    let batch =
        TrialBatch { sweep: &sweep, trials: &trials, points: &points, optimizers: &optimizers, checkpoints: None };
    let Ok(()) = runner::execute(batch, execution, observer, |_, outcome, _| {
        result = Some(outcome);
        Ok::<(), Infallible>(())
    });
    let record = result.unwrap_or(Err(TrialError::Cancelled))?;
    let cost = cost::compute(cost, &sweep.base, &points[0], &sweep.instances[instance], &record);
    Ok(SingleTrial { cost, record })
}

/// Returns the sweep with only the first and the last generation logged, because no rows of convergence are kept and
/// counting different genomes takes time.
fn unlogged(sweep: &Sweep) -> Sweep {
    let mut sweep = sweep.clone();
    sweep.log = LogKeys { every: Some(u64::MAX), ..LogKeys::default() };
    sweep
}
