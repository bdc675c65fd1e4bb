//! The levels of a configuration as text of the page, in a sentence or in a cell of a table; and the whole leading configuration as TOML.

use crate::document::{Block, Span, code, folded, listed, plain};
use crate::result_index::{PointTrials, StageTrials};
use evocube_experiment::record::Results;

/// Returns the leading configuration as TOML; in complete results it is the one with this adjective.
pub(super) fn leader_file(results: &Results, adjective: &str) -> Option<Block> {
    let title = if results.complete {
        format!("The {adjective} configuration, to paste into a sweep file")
    } else {
        "The configuration that leads so far".to_owned()
    };
    folded(title, vec![Block::Code(results.sweep.leader.as_ref()?.toml.clone())])
}

/// Returns a level for a cell of a table, a whole TOML table as code.
pub(super) fn level_cell(level: &String) -> Span {
    if level.contains(' ') { code(level) } else { plain(level) }
}

/// Returns the levels of a configuration: `key = level, key = level and key = level`.
pub(super) fn levels(stage: &StageTrials<'_>, point: &PointTrials<'_>) -> Vec<Span> {
    // A factor that does not apply has no level.
    let keys = stage.summary.short_keys();
    let applying = keys.into_iter().zip(point.levels).filter(|(_, level)| !level.is_empty());
    let mut spans = listed(applying.map(|(key, level)| vec![code(format!("{key} = {level}"))]).collect());
    if spans.is_empty() && !stage.summary.factors.is_empty() {
        let before =
            if stage.number > 1 { "the configuration selected before" } else { "the configuration of the base" };
        spans.push(plain(before));
    }
    spans
}
