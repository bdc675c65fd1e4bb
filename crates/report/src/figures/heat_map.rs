//! A stage of two factors as a map: the mean best of every pair of levels, or the share of unsolved trials where
//! penalties are of different objectives.

use std::collections::BTreeMap;

use super::{Figure, StageView};
use crate::data::Data;
use crate::plot::{Cell, Cells};
use crate::result_index::{PointTrials, SolvedCount};
use crate::wording::number;
use evocube_stats::mean;

/// Smallest difference between both ends of the colors: the smallest weight of a wrong piece.
const MIN_SPAN: f64 = 4.0;

/// Draws the map; `None` without two factors in all combinations, or as long as nothing is finished.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let stage = view.stage;
    let [rows, columns] = &stage.summary.factors[..] else { return None };
    if !stage.has_all_pairs(rows, columns) {
        // Of a space-filling design hardly any pair of levels occurs.
        return None;
    }
    let penalties = stage.summary.selection.comparable_penalties;
    let [quantity, column, words] = if penalties {
        ["mean best penalty", "mean_best", "Mean of the lowest penalties over the trials"]
    } else {
        ["unsolved trials, %", "unsolved_percent", "Trials that did not solve their instance, in percent,"]
    };
    let value = |point: &PointTrials<'_>| {
        let SolvedCount { count, trials } = point.solved();
        if penalties {
            mean(&point.finals())
        } else {
            (trials > 0).then(|| 100.0 * (trials - count) as f64 / trials as f64)
        }
    };
    let values: Vec<f64> = stage.points.iter().filter_map(value).collect();
    let low = values.iter().copied().reduce(f64::min)?;
    let high = values.iter().copied().reduce(f64::max)?.max(low + MIN_SPAN);
    let any_solved = stage.solved().count > 0;
    let points: BTreeMap<&[String], &PointTrials<'_>> =
        stage.points.iter().map(|point| (point.levels, point)).collect();
    let cell_of = |row: &String, column: &String| {
        let point = points.get(&[row.clone(), column.clone()][..])?;
        let (value, SolvedCount { count, trials }) = (value(point), point.solved());
        let value_text = value.map_or(String::new(), number);
        let tooltip = format!("{}: {quantity} {value_text}, solved {count} of {trials}", point.label());
        Some(Cell { value, note: if any_solved { format!("{count}/{trials}") } else { String::new() }, tooltip })
    };
    let place = |levels: &[String], level: &String| levels.iter().position(|other| other == level);
    let selected = stage.points.iter().find(|point| point.selected);
    let title = view.title(quantity);
    let cells = Cells {
        title: &title,
        names: (view.name(&rows.key), view.name(&columns.key)),
        rows: &rows.levels,
        columns: &columns.levels,
        quantity,
        ends: (low, high),
        cells: rows
            .levels
            .iter()
            .map(|row| columns.levels.iter().map(|column| cell_of(row, column)).collect())
            .collect(),
        framed: selected.and_then(|point| {
            Some((place(&rows.levels, &point.levels[0])?, place(&columns.levels, &point.levels[1])?))
        }),
    };
    let drawing = cells.draw(view.options.page);
    let mut caption = format!(
        "{words} of each pair of levels; rows: {}, columns: {}. Darker is better.",
        view.name(&rows.key),
        view.name(&columns.key)
    );
    if selected.is_some() {
        caption.push_str(" The frame marks the selected configuration.");
    }
    if any_solved {
        caption.push_str(" Below each value, in small type: how many trials solved their instance.");
    }
    let mut data = Data::new(&[&rows.key, &columns.key, column, "solved", "trials"]);
    for point in &stage.points {
        if let ([row, column], Some(value)) = (point.levels, value(point)) {
            let SolvedCount { count, trials } = point.solved();
            data.row(&[row, column, &value, &count, &trials]);
        }
    }
    Some(view.figure("map", title, caption, drawing, data))
}
