//! The section that puts evolution, by the leading configuration of the last stage with trials, beside the deterministic solvers: results
//! at each budget of evaluations, moves, and work; without baselines the first alone. Algorithms that a factor varies are compared as
//! configurations, in `stages`.

use super::Analysis;
use crate::document::{Block, Table, code, folded, heading, plain, strong};
use crate::estimate::tail;
use crate::figures::{anytime, draw_for_screens};
use crate::result_index::{PointTrials, ResultIndex, SolvedCount};
use crate::wording::{self, count, grouped, interval, k_of_n, number};
use evocube_experiment::record::{ConvergenceRow, TrialRow, file};
use evocube_stats::samples::{Summary, mean, median};

/// Returns the section; empty before the first trial.
pub(super) fn section(analysis: &Analysis<'_>) -> Vec<Block> {
    let (index, Some(leader)) = (&analysis.index, analysis.leader()) else { return vec![] };
    let figure = draw_for_screens(|page| anytime::draw(index, leader, page)).map(|figure| Block::Figure(vec![figure]));
    let configurations = analysis.index.stages.last().map_or(1, |stage| stage.summary.configurations());
    let budgets = evolution(index, leader, tail(configurations)).map(Block::Table);
    if index.results.baselines.is_empty() {
        return [heading("Evolution at each budget")].into_iter().chain(figure).chain(budgets).collect();
    }
    let mut blocks = vec![
        heading("Baselines beside evolution"),
        Block::Paragraph(vec![
            plain(format!(
                "The {} configuration of the last stage, and the deterministic solvers on the same instances. Work is counted, not timed, so that it is the same on every machine; seconds are in ",
                wording::leader(index.results)
            )),
            code(file::TIMING),
            plain("."),
        ]),
        Block::Table(algorithms(index, leader)),
    ];
    blocks.extend(figure.into_iter().chain(budgets));
    blocks.extend(folded("Moves of the solvers", vec![Block::Table(baselines(index))]));
    blocks
}

/// Returns the results of a point's trials after each power of ten of evaluations, and at their end.
fn evolution(index: &ResultIndex<'_>, point: &PointTrials<'_>, tail: f64) -> Option<Table> {
    let (trials, logs): (Vec<&TrialRow>, Vec<&[ConvergenceRow]>) = point
        .trials
        .iter()
        .map(|&trial| (trial, index.convergence(trial.trial)))
        .filter(|(_, log)| !log.is_empty())
        .unzip();
    let last = logs.iter().filter_map(|log| log.last()).map(|row| row.evaluations).max()?;
    let first = logs.iter().filter_map(|log| log.first()).map(|row| row.evaluations).max()?;
    let powers = (0..19).map(|power| 10_u64.pow(power)).filter(|budget| (first..last).contains(budget));
    let columns = ["evaluations", "median penalty", "quartiles", "solved", "rate, 95 %"];
    let mut table = Table::new("Evolution at each budget").numbers(&columns);
    for budget in powers.chain([last]) {
        let best_so_far =
            |log: &&[ConvergenceRow]| log.iter().take_while(|row| row.evaluations <= budget).map(|row| row.best).min();
        let best: Vec<f64> = logs.iter().filter_map(best_so_far).map(|best| best as f64).collect();
        let Some(summary) = Summary::new(&best) else { continue };
        let reached = |trial: &&TrialRow| trial.outcome.as_ref().and_then(|outcome| outcome.evaluations_to_reach);
        let solved: SolvedCount =
            trials.iter().map(|trial| reached(trial).is_some_and(|made| made <= budget)).collect();
        let quartiles = [summary.lower_quartile, summary.upper_quartile].map(number);
        let cells = vec![
            plain(grouped(budget)),
            strong(number(summary.median)),
            plain(quartiles.join(" to ")),
            plain(k_of_n(solved)),
            plain(interval(solved, tail)),
        ];
        table.row(cells, false);
    }
    Some(table)
}

/// Returns the table of success, moves and work of the leading configuration and of each solver.
fn algorithms(index: &ResultIndex<'_>, leader: &PointTrials<'_>) -> Table {
    let mut table = Table::new("Evolution beside the baselines")
        .texts(plain("algorithm"))
        .numbers(&["solved", "moves, median", "shortest", "longest", "work, mean"])
        .texts(plain("unit of work"));
    let mut row = |name: &str, solved: SolvedCount, moves: &[f64], work: Option<f64>, unit: &str, highlighted: bool| {
        let ends = [f64::min, f64::max].map(|end| moves.iter().copied().reduce(end));
        let [median, shortest, longest] =
            [median(moves), ends[0], ends[1]].map(|value| plain(value.map_or(String::new(), number)));
        let work = plain(work.map_or(String::new(), count));
        table.row(vec![plain(name), plain(k_of_n(solved)), median, shortest, longest, work, plain(unit)], highlighted);
    };
    let moves = leader.moves_of_solved();
    let name = format!("{} configuration", wording::leader(index.results));
    row(&name, leader.solved(), &moves, leader.mean_evaluations(), "genomes evaluated", true);
    for solver in index.solvers() {
        let rows: Vec<_> = index.results.baselines.iter().filter(|row| row.solver == solver).collect();
        let moves: Vec<f64> = rows.iter().filter_map(|row| row.htm).map(|htm| htm as f64).collect();
        let solved = rows.iter().map(|row| row.solved).collect();
        let work = mean(&rows.iter().map(|row| row.nodes as f64).collect::<Vec<_>>());
        row(solver, solved, &moves, work, "nodes visited", false);
    }
    table
}

/// Returns the deterministic solvers on each instance.
fn baselines(index: &ResultIndex<'_>) -> Table {
    let table = Table::new("Baselines").texts(plain("instance")).texts(plain("solver")).texts(plain("solved"));
    let mut table = table.numbers(&["htm", "qtm", "nodes"]).texts(plain("moves"));
    for row in &index.results.baselines {
        let length = |moves: Option<u64>| plain(moves.map_or(String::new(), grouped));
        let cells = vec![
            plain(&row.instance),
            plain(&row.solver),
            plain(if row.solved { "yes" } else { "no" }),
            length(row.htm),
            length(row.qtm),
            plain(grouped(row.nodes)),
            code(&row.moves),
        ];
        table.row(cells, false);
    }
    table
}
