//! The configuration that a stage selects.

pub use super::record::Score;
use super::record::TrialRow;
use super::sweep::Stage;

/// The selected design point (its index) among the trials of a stage. Failed trials count as worse than all others.
/// Ties go to the point that comes first. Rows of other stages do not count.
#[must_use]
pub fn winner<'a>(stage: &Stage, rows: impl IntoIterator<Item = &'a TrialRow>) -> usize {
    winner_of(stage, rows.into_iter().filter(|row| row.stage == stage.name).map(Score::of))
}

/// The same among the scores of a stage's trials.
#[must_use]
pub fn winner_of(stage: &Stage, scores: impl IntoIterator<Item = Score>) -> usize {
    stage.selection().order(stage.points(), scores).first().map_or(0, |ranked| ranked.point)
}
