//! The conditions under which the configurations of a stage are compared, where they are not those that its sentences assume.

use crate::document::{Span, code, plain};
use crate::result_index::StageTrials;

/// Returns the sentences on the conditions of a stage; none if each trial that counts as solved has solved its instance.
pub(super) fn sentences(stage: &StageTrials<'_>) -> Vec<Vec<Span>> {
    let by_target = stage.outcomes().any(|outcome| outcome.reached && !outcome.solved);
    let target = || vec![plain("Trials that reached their "), code("stop.target"), plain(" count as solved.")];
    by_target.then(target).into_iter().collect()
}
