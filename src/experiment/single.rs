//! One trial of a sweep with settings that are said from outside, as tuners ask for it.

use std::convert::Infallible;

use super::cost::Cost;
use super::design_point::DesignPoint;
use super::execution::Execution;
use super::optimizers::Optimizers;
use super::plan::Trial;
use super::runner;
use super::sweep::Sweep;
use super::trial::{TrialError, TrialRecord};

/// What came out of it.
#[derive(Clone, Debug)]
pub struct Single {
    /// What the settings are worth on that instance with that seed.
    pub cost: u64,
    /// Everything else.
    pub record: TrialRecord,
}

/// Runs a design point on one instance (its place in the sweep), whose random numbers start from `seed`: a trial of a
/// sweep with the same settings, instance and seed gives the same.
///
/// # Errors
/// If the trial fails.
pub fn run(
    sweep: &Sweep,
    point: DesignPoint,
    instance: usize,
    seed: u64,
    cost: Cost,
    execution: Execution<'_>,
) -> Result<Single, TrialError> {
    let sweep = unlogged(sweep);
    let trial = Trial { id: 1, stage: 0, point: 0, instance, repetition: 1, seed };
    let points = [point];
    let mut optimizers = Optimizers::new(execution.tables);
    optimizers.build_for([&trial], &points);
    let mut result = None;
    let Ok(()) = runner::execute(&sweep, &[trial], &points, &optimizers, execution, &(), |_, outcome, _| {
        result = Some(outcome);
        Ok::<(), Infallible>(())
    });
    let record = result.expect("nobody ended it early")?;
    let cost = cost.of(&sweep.base, &points[0], &sweep.instances[instance], &record);
    Ok(Single { cost, record })
}

/// The sweep with rows of convergence for the first and the last generation only: nobody reads them, and counting
/// different genomes takes its time.
pub(super) fn unlogged(sweep: &Sweep) -> Sweep {
    let mut sweep = sweep.clone();
    sweep.log_every = Some(u64::MAX);
    sweep
}
