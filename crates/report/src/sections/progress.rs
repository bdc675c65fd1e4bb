//! The section about the progress of an unfinished folder: the trials of each stage that are there and that are missing, and whether a run
//! writes the folder now. [`missing`] counts the missing ones, for `evocube report`, too.

use super::{Analysis, Live};
use crate::document::{Block, Table, plain};
use crate::wording::grouped;
use evocube_experiment::record::{Results, StageSummary};

/// Returns the trials of each stage that are there and that are missing; empty for a complete folder.
pub(super) fn section(analysis: &Analysis<'_>) -> Vec<Block> {
    let results = analysis.index.results;
    if missing(results).is_empty() {
        return vec![];
    }
    let mut table = Table::new("Progress").texts(plain("stage")).texts(plain("state"));
    table = table.numbers(&["trials on disk", "missing", "of"]);
    let mut is_first = true;
    for stage in all_stages(results) {
        let (there, planned) = (there(results, stage), stage.planned_trials);
        let state = match (planned.saturating_sub(there), there, analysis.live) {
            (0, ..) => "complete",
            (_, _, Some(Live::Running)) if is_first => "running",
            (_, 0, _) => "not begun",
            _ => "begun",
        };
        is_first &= state == "complete";
        let most = if stage.planned_is_bound { "at most " } else { "" };
        let cells = vec![
            plain(&stage.name),
            plain(state),
            plain(grouped(there)),
            plain(format!("{most}{}", grouped(planned.saturating_sub(there)))),
            plain(format!("{most}{}", grouped(planned))),
        ];
        table.row(cells, state == "running");
    }
    let note = analysis.live.map(|live| match live {
        Live::Running => "This page reloads itself every few seconds until the run ends.",
        Live::Stopped => "No run writes this folder now. This page reloads itself every few seconds.",
    });
    [Block::Table(table)].into_iter().chain(note.map(|note| Block::Paragraph(vec![plain(note)]))).collect()
}

/// Returns the stages with missing trials: the name, the number of those trials, and whether it is an upper bound.
pub fn missing(results: &Results) -> Vec<(&str, u64, bool)> {
    let missing_of = |stage: &StageSummary| stage.planned_trials.saturating_sub(there(results, stage));
    let stages = all_stages(results).filter(|stage| !results.complete && missing_of(stage) > 0);
    stages.map(|stage| (&*stage.name, missing_of(stage), stage.planned_is_bound)).collect()
}

/// Returns all stages, that on held-out instances last.
fn all_stages(results: &Results) -> impl Iterator<Item = &StageSummary> {
    results.sweep.stages.iter().chain(results.sweep.held_out.as_ref().map(|held_out| &held_out.stage))
}

/// Returns the number of trials of a stage that are there.
fn there(results: &Results, stage: &StageSummary) -> u64 {
    results.trials.iter().filter(|trial| *trial.stage == *stage.name).count() as u64
}
