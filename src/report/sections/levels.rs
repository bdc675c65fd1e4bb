//! A configuration in words.

use crate::report::document::{Span, code, plain};
use crate::report::result_index::{PointTrials, StageTrials};

/// Returns the levels of a configuration: `key = level and key = level`.
pub(super) fn levels(stage: &StageTrials<'_>, point: &PointTrials<'_>) -> Vec<Span> {
    let mut spans = vec![];
    // A factor that does not apply has no level.
    for (factor, level) in stage.summary.factors.iter().zip(point.levels).filter(|(_, level)| !level.is_empty()) {
        if !spans.is_empty() {
            spans.push(plain(" and "));
        }
        spans.push(code(format!("{} = {level}", factor.key)));
    }
    if spans.is_empty() && !stage.summary.factors.is_empty() {
        let before =
            if stage.number > 1 { "the configuration selected before" } else { "the configuration of the base" };
        spans.push(plain(before));
    }
    spans
}
