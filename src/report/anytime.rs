//! Evolution beside the deterministic solvers: what it has at each budget of evaluations, and what they take.

use super::axis::{Axis, PENALTY, round_up, tick_count};
use super::conclusions::{grouped, interval, k_of_n};
use super::convergence::Over;
use super::data::Data;
use super::document::{Table, plain, strong};
use super::drawing::{Stroke, WIDTH};
use super::figure::Figure;
use super::lines::{Band, HIGH, Line, Lines, Mark, SIDES};
use super::palette::{ACCENT, BACKGROUND_LINE, PLAIN};
use super::result_index::{Point, ResultIndex, Solved};
use super::step_series::steps;
use super::wording;
use crate::experiment::record::ConvergenceRow;
use crate::stats::{Summary, mean, median};

/// What the trials of a point have after each power of ten of evaluations, and at their end.
pub(super) fn evolution(index: &ResultIndex<'_>, point: &Point<'_>) -> Option<Table> {
    let logs: Vec<&[ConvergenceRow]> =
        point.trials.iter().map(|trial| index.convergence(trial.trial)).filter(|log| !log.is_empty()).collect();
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

/// Places on the lines of the figure, at most.
const PLACES: u64 = 240;

/// The same as a figure, with the solvers where they are done; `None` as long as nothing is logged.
pub(super) fn figure(index: &ResultIndex<'_>, point: &Point<'_>) -> Option<Figure> {
    let steps = steps(index, &point.trials, Over::LogEvaluations, PLACES);
    let (first, last) = (steps.first()?.0, steps.last()?.0);
    let mut data =
        Data::new(&["evaluations", "least", "lower_quartile", "median", "upper_quartile", "greatest", "trials"]);
    for (at, summary) in &steps {
        let of = summary;
        let numbers = [of.min, of.lower_quartile, of.median, of.upper_quartile, of.max].map(|n| n.to_string());
        let [least, lower, median, upper, greatest] = numbers;
        let evaluations = format!("{:.0}", 10.0_f64.powf(*at));
        data.row(&[&evaluations, &least, &lower, &median, &upper, &greatest, &summary.count.to_string()]);
    }
    let line = |label: &str, stroke, of: fn(&Summary) -> f64| Line {
        label: label.to_owned(),
        named: true,
        stroke,
        points: steps.iter().map(|(x, summary)| (*x, of(summary))).collect(),
        dots: false,
    };
    let marks: Vec<Mark> = index
        .solvers()
        .into_iter()
        .filter_map(|solver| {
            let rows = index.results.baselines.iter().filter(|row| row.solver == solver && row.solved == 1);
            let nodes = mean(&rows.map(|row| row.nodes as f64).collect::<Vec<_>>())?;
            let place = (nodes.max(1.0).log10(), 0.0);
            let words = format!("{solver}: {} nodes visited on average", wording::count(nodes));
            Some(Mark { place, color: ACCENT, words, label: solver.to_owned() })
        })
        .collect();
    let (from, to) = marks.iter().map(|mark| mark.place.0).fold((first, last), |(a, b), x| (a.min(x), b.max(x)));
    let (from, to) = (from.floor(), to.max(from.floor() + 1.0));
    let highest = steps.iter().map(|(_, summary)| summary.max).fold(1.0, f64::max);
    let up = tick_count(HIGH, 26.0);
    let title = "Penalty at each budget of evaluations".to_owned();
    let has_solvers = !marks.is_empty();
    let chart = Lines {
        title: &title,
        names: ("evaluations (log)", PENALTY),
        lines: vec![
            line("median trial", Stroke::solid(PLAIN, 2.2), |of| of.median),
            line("best trial", Stroke { dash: &[2.0, 2.5], ..Stroke::solid(PLAIN, 1.3) }, |of| of.min),
            line("worst trial", Stroke { dash: &[9.0, 3.0], ..Stroke::solid(BACKGROUND_LINE, 1.3) }, |of| of.max),
        ],
        bands: vec![Band {
            color: PLAIN,
            points: steps.iter().map(|(x, of)| (*x, of.lower_quartile, of.upper_quartile)).collect(),
        }],
        marks,
        entries: vec![],
    };
    let drawing = chart.draw(
        Axis::powers_of_ten(from, to, tick_count(WIDTH - SIDES.0 - SIDES.1, 40.0)),
        Axis::new(0.0, round_up(0.0, highest, up), up),
    );
    let mut caption = String::from(
        "What the leading configuration of the last stage has reached after so many evaluations. Band: the middle half of the \
         trials. Trials that ended earlier keep their last value.",
    );
    if has_solvers {
        caption.push_str(
            " Dots: the deterministic solvers, at the nodes that they visit on average to solve an instance.",
        );
    }
    Some(Figure { file: "budgets".to_owned(), title, caption, drawing, data: data.text() })
}

/// Evolution and the solvers on the same instances: how often, in how many turns, with how much work.
pub(super) fn contenders(index: &ResultIndex<'_>, point: &Point<'_>) -> Table {
    let mut table = Table::new("Evolution beside the baselines")
        .texts(plain("algorithm"))
        .numbers(&["solved", "moves, median", "shortest", "longest", "work, mean"])
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
    row("leading configuration", point.solved(), &turns, point.mean_evaluations(), "genomes evaluated", true);
    for solver in index.solvers() {
        let rows: Vec<_> = index.results.baselines.iter().filter(|row| row.solver == solver).collect();
        let turns: Vec<f64> =
            rows.iter().filter(|row| row.solved == 1).filter_map(|row| row.htm).map(|h| h as f64).collect();
        let solved = Solved { count: rows.iter().filter(|row| row.solved == 1).count() as u64, of: rows.len() as u64 };
        let work = mean(&rows.iter().map(|row| row.nodes as f64).collect::<Vec<_>>());
        row(solver, solved, &turns, work, "nodes visited", false);
    }
    table
}
