//! [`answer`]: runs a trial for another process, which has sent it to a [`TrialService`](super::service::TrialService). It refuses one of a
//! process with other code, writes no file, and keeps no checkpoint.

use std::path::Path;

use super::execution::Execution;
use super::plan::Trial;
use super::record::ProgramBlock;
use super::runner::{self, RunObserver};
use super::service::{TrialAnswer, TrialRequest};
use super::sweep::{Overrides, Sweep, SweepError};
use evocube_cube::solver::Cancelled;
use evocube_engine::registered::Registry;

/// Error of a process that cannot run a requested trial as the process that asks would.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    /// The processes run other code.
    #[error("the run has other code than this worker: {0}")]
    OtherProgram(String),
    /// The configuration is no valid sweep here.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// The observer ended the trial, or a component failed.
    #[error("the trial was cancelled")]
    Cancelled(#[from] Cancelled),
}

/// Runs a requested trial with the components of a registry. Its rows have the bytes that the process which asks would compute.
///
/// # Errors
/// If the program or a registered component is another one there, if the configuration is no valid sweep here, if the observer ends the
/// trial, or if a component fails. A failed trial is an answer.
pub fn answer(
    request: &TrialRequest,
    registry: &Registry,
    execution: Execution<'_>,
    observer: &dyn RunObserver,
) -> Result<TrialAnswer, AnswerError> {
    let TrialRequest { sweep, trial, seed, levels, limit, identity, components } = request;
    let here = ProgramBlock::with_all_components(registry);
    let asks = ProgramBlock { identity: identity.clone(), components: components.clone(), ..here.clone() };
    if let Some(difference) = asks.difference(&here) {
        return Err(AnswerError::OtherProgram(difference));
    }
    let sweep = Sweep::parse_with(sweep, Path::new("<trial>"), registry, &Overrides::default())?;
    let trial = Trial { id: *trial, stage: 0, point: 0, instance: 0, repetition: 1, seed: *seed, limit: *limit };
    let answer = runner::execute_alone(&sweep, trial, levels, sweep.base.clone(), execution, observer);
    let (result, seconds) = answer?;
    Ok(TrialAnswer { result: result.map_err(|error| error.to_string()), seconds })
}
