//! The penalties that serve as targets of run times.

use super::result_index::ResultIndex;
use super::stage_comparison::Measure;
use crate::experiment::record::TrialRow;

/// Solved, then each twice the one before.
const TARGETS: [u64; 8] = [0, 1, 2, 4, 8, 16, 32, 64];

/// The targets of a stage. Where objectives vary, only solving means the same for all.
pub(crate) fn targets(measure: Measure) -> &'static [u64] {
    if measure == Measure::Solved { &TARGETS[..1] } else { &TARGETS }
}

/// The evaluations after which a trial reached a target, rounded up to a logged generation; `None` if it never did.
pub(crate) fn reached_after(index: &ResultIndex<'_>, trial: &TrialRow, target: u64) -> Option<f64> {
    let reached = index.convergence(trial.trial).iter().find(|row| row.best <= target);
    reached.map(|row| row.evaluations.max(1) as f64)
}
