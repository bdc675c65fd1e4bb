//! The table of the moves of each configuration's solutions in a stage. It is made only where penalties are not comparable, and at least
//! two configurations solve.

use crate::document::{Block, Table, plain};
use crate::result_index::PointTrials;
use crate::stage_view::StageView;
use crate::wording::{k_of_n, number};
use evocube_stats::samples::Summary;

/// Returns a table of the moves of each configuration's solutions. Empty where penalties are compared, and with fewer than two
/// configurations that solve.
pub(super) fn blocks(view: &StageView<'_>) -> Vec<Block> {
    let (stage, Some(leader)) = (view.stage, view.stage.leader()) else { return vec![] };
    let lengths = |point: &PointTrials<'_>| Summary::new(&point.moves_of_solved());
    let rows: Vec<_> = stage.ranking().filter_map(|point| Some((point, lengths(point)?))).collect();
    if stage.summary.selection.comparable_penalties || rows.len() < 2 {
        return vec![];
    }
    let mut table = Table::new(format!("Moves of the solutions of stage {}", stage.summary.name))
        .texts(plain("configuration"))
        .numbers(&["solved", "shortest", "lower quartile", "median", "upper quartile", "longest"]);
    for (point, summary) in rows {
        let mut cells = vec![plain(point.label()), plain(k_of_n(point.solved()))];
        let ends = [summary.min, summary.lower_quartile, summary.median, summary.upper_quartile, summary.max];
        cells.extend(ends.map(|value| plain(number(value))));
        table.row(cells, point.number == leader.number);
    }
    let text = "Moves (HTM) of the trials that solved their instance. A configuration that solves few trials may solve the easy ones \
                alone.";
    vec![Block::Table(table), Block::Paragraph(vec![plain(text)])]
}
