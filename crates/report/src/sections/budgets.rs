//! Two tables of a logged stage: the expected evaluations until a penalty, and the median penalty within a budget. They show its first
//! twenty configurations without solvers; the second is left out where objectives differ. They have no intervals and no tests.

use crate::document::{Block, Span, Table, plain};
use crate::result_index::PointTrials;
use crate::stage_view::StageView;
use crate::targets::{beginnings, expected_evaluations, targets};
use crate::wording::{grouped, number, ratio, short};
use evocube_experiment::record::TrialRow;
use evocube_stats::samples::median;

/// Maximum number of configurations; the first in the order of selection are shown.
const MAX_ROWS: usize = 20;
/// The budgets in evaluations: the longest log of a trial, divided by each of these.
const PARTS: [u64; 4] = [100, 30, 10, 3];

/// Returns both tables; nothing with a single configuration, or without a log.
pub(super) fn blocks(view: &StageView<'_>) -> Vec<Block> {
    let (index, stage) = (view.index, view.stage);
    let points: Vec<&PointTrials<'_>> = stage.ranking().filter(|point| !point.is_solvers()).take(MAX_ROWS).collect();
    let log = |trial: &TrialRow| index.convergence(trial.trial).last().map(|row| row.evaluations);
    let Some((longest, (_, begun))) = stage.trials().filter_map(log).max().zip(beginnings(index, stage)) else {
        return vec![];
    };
    if points.len() < 2 {
        return vec![];
    }
    let name = |point: &PointTrials<'_>| plain(point.label());
    let mut targets = targets(index, stage);
    targets.reverse();
    let heads: Vec<String> = targets.iter().map(|target| format!("penalty {target}")).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new(format!("Expected evaluations of stage {}", stage.summary.name));
    table = table.texts(plain("configuration")).numbers(&heads);
    let costs: Vec<Vec<f64>> = points
        .iter()
        .map(|point| {
            targets.iter().map(|target| expected_evaluations(index, point.trials.iter().copied(), *target)).collect()
        })
        .collect();
    for (point, costs_of_point) in points.iter().zip(&costs) {
        let cell = |(place, cost): (usize, &f64)| {
            let least = costs.iter().map(|costs| costs[place]).fold(f64::INFINITY, f64::min);
            if cost.is_finite() { Span::Estimate(short(*cost), ratio(cost / least)) } else { plain("–") }
        };
        let cells: Vec<Span> = [name(point)].into_iter().chain(costs_of_point.iter().enumerate().map(cell)).collect();
        table.row(cells, point.selected);
    }
    let words = "Expected evaluations until a penalty is reached, trials being started again until one reaches it, and in parentheses their \
                 ratio to the lowest of a column; a dash where no trial has reached it. Trials are as they ended.";
    let mut blocks = vec![Block::Table(table), Block::Paragraph(vec![plain(words)])];
    // Penalties of different objectives are different measures.
    let budgets: Vec<u64> =
        PARTS.iter().map(|part| longest / part).chain([longest]).filter(|budget| *budget >= begun).collect();
    if stage.summary.selection.comparable_penalties {
        let heads: Vec<String> = budgets.iter().map(|budget| format!("at {}", grouped(*budget))).collect();
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let mut table = Table::new(format!("Penalties within budgets of stage {}", stage.summary.name));
        table = table.texts(plain("configuration")).numbers(&heads);
        for point in &points {
            let lowest = |trial: &&TrialRow, budget: u64| {
                let rows = index.convergence(trial.trial).iter().take_while(|row| row.evaluations <= budget);
                rows.map(|row| row.best as f64).reduce(f64::min)
            };
            let cell = |budget: &u64| {
                let values: Vec<f64> = point.trials.iter().filter_map(|trial| lowest(trial, *budget)).collect();
                plain(median(&values).map_or(String::new(), number))
            };
            table.row([name(point)].into_iter().chain(budgets.iter().map(cell)).collect(), point.selected);
        }
        let words = "Median of the lowest penalties within a number of evaluations.";
        blocks.extend([Block::Table(table), Block::Paragraph(vec![plain(words)])]);
    }
    blocks
}
