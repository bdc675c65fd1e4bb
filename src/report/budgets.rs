//! Evolution beside the deterministic solvers: what it has at each budget of evaluations, and what they take.

use super::answer::{grouped, interval, k_of_n};
use super::document::{Table, plain, strong};
use super::study::{Point, Solved, Study};
use super::wording;
use crate::experiment::record::ConvergenceRow;
use crate::stats::{Summary, mean, median};

/// What the trials of a point have after each power of ten of evaluations, and at their end.
pub(super) fn evolution(study: &Study<'_>, point: &Point<'_>) -> Option<Table> {
    let logs: Vec<&[ConvergenceRow]> =
        point.trials.iter().map(|trial| study.convergence(trial.trial)).filter(|log| !log.is_empty()).collect();
    let last = logs.iter().filter_map(|log| log.last()).map(|row| row.evaluations).max()?;
    let first = logs.iter().filter_map(|log| log.first()).map(|row| row.evaluations).max()?;
    let mut budgets: Vec<u64> =
        (0..19).map(|power| 10_u64.pow(power)).filter(|budget| (first..last).contains(budget)).collect();
    budgets.push(last);
    let mut table = Table::new("Evolution at each budget").numbers(&[
        "evaluations",
        "median penalty",
        "quartiles",
        "solved",
        "rate, 95 %",
    ]);
    for budget in budgets {
        let best: Vec<f64> = logs
            .iter()
            .filter_map(|log| log.iter().take_while(|row| row.evaluations <= budget).map(|row| row.best).min())
            .map(|best| best as f64)
            .collect();
        let Some(summary) = Summary::of(&best) else { continue };
        let solved = Solved { count: best.iter().filter(|best| **best <= 0.0).count() as u64, of: best.len() as u64 };
        let quartiles = [summary.lower_quartile, summary.upper_quartile].map(wording::penalty);
        let cells = vec![
            plain(grouped(budget)),
            strong(wording::penalty(summary.median)),
            plain(quartiles.join(" to ")),
            plain(k_of_n(solved)),
            plain(interval(solved)),
        ];
        table.row(cells, false);
    }
    Some(table)
}

/// Evolution and the solvers on the same instances: how often, in how many turns, with how much work.
pub(super) fn contenders(study: &Study<'_>, point: &Point<'_>) -> Table {
    let mut table = Table::new("Evolution beside the baselines")
        .texts(plain("contender"))
        .numbers(&["solved", "turns, median", "shortest", "longest", "work, mean"])
        .texts(plain("unit of work"));
    let mut row = |name: &str, solved: Solved, turns: &[f64], work: Option<f64>, unit: &str, stands_out: bool| {
        let turns_of = |value: Option<f64>| plain(value.map_or(String::new(), wording::penalty));
        let cells = vec![
            plain(name),
            plain(k_of_n(solved)),
            turns_of(median(turns)),
            turns_of(turns.iter().copied().reduce(f64::min)),
            turns_of(turns.iter().copied().reduce(f64::max)),
            plain(work.map_or(String::new(), wording::count)),
            plain(unit),
        ];
        table.row(cells, stands_out);
    };
    let turns: Vec<f64> = point.outcomes().filter(|outcome| outcome.solved).map(|outcome| outcome.htm as f64).collect();
    row("evolution", point.solved(), &turns, point.mean_evaluations(), "genomes evaluated", true);
    for solver in study.solvers() {
        let rows: Vec<_> = study.results.baselines.iter().filter(|row| row.solver == solver).collect();
        let turns: Vec<f64> =
            rows.iter().filter(|row| row.solved == 1).filter_map(|row| row.htm).map(|h| h as f64).collect();
        let solved = Solved { count: rows.iter().filter(|row| row.solved == 1).count() as u64, of: rows.len() as u64 };
        let work = mean(&rows.iter().map(|row| row.nodes as f64).collect::<Vec<_>>());
        row(solver, solved, &turns, work, "nodes visited", false);
    }
    table
}
