//! The penalties that settings are timed to.

use super::result_index::ResultIndex;
use super::stage_comparison::Measure;
use crate::experiment::record::TrialRow;

/// Penalties to come down to: solved, then twice as far each.
const TARGETS: [u64; 8] = [0, 1, 2, 4, 8, 16, 32, 64];

/// The targets of a stage. Where it varies what a penalty is, only solving means the same for all.
pub(super) fn targets(measure: Measure) -> &'static [u64] {
    if measure == Measure::Solved { &TARGETS[..1] } else { &TARGETS }
}

/// The evaluations after which a trial came down to a target, as finely as it was logged; `None` if it never did.
pub(super) fn reached_after(index: &ResultIndex<'_>, trial: &TrialRow, target: u64) -> Option<f64> {
    let reached = index.convergence(trial.trial).iter().find(|row| row.best <= target);
    reached.map(|row| row.evaluations.max(1) as f64)
}
