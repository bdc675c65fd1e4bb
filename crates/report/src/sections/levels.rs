//! A configuration in words.

use crate::document::{Span, code, listed, plain};
use crate::result_index::{PointTrials, StageTrials};
use evocube_experiment::record::FactorSummary;

/// Returns a level with the key of its factor: `key = level`.
pub(super) fn level_of(factor: &FactorSummary, level: usize) -> Span {
    code(format!("{} = {}", factor.key, factor.levels[level]))
}

/// Returns the levels of a configuration: `key = level, key = level and key = level`.
pub(super) fn levels(stage: &StageTrials<'_>, point: &PointTrials<'_>) -> Vec<Span> {
    // A factor that does not apply has no level.
    let applying = stage.summary.factors.iter().zip(point.levels).filter(|(_, level)| !level.is_empty());
    let mut spans = listed(applying.map(|(factor, level)| vec![code(format!("{} = {level}", factor.key))]).collect());
    if spans.is_empty() && !stage.summary.factors.is_empty() {
        let before =
            if stage.number > 1 { "the configuration selected before" } else { "the configuration of the base" };
        spans.push(plain(before));
    }
    spans
}
