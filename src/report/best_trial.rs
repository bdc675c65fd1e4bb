//! One trial by generation: best, midrange and worst of the population, as in source 003, with the baselines' result
//! as the line to reach.

use plotters::element::{EmptyElement, PathElement};
use plotters::series::LineSeries;

use super::axis::{Axis, PENALTY, Surroundings, frame, overhang, round_up, tick_count};
use super::canvas::{at, fine, line, record};
use super::data::Data;
use super::drawing::{Stroke, WIDTH};
use super::figure::Figure;
use super::legend::{Entry, Head};
use super::palette::{ACCENT, INK, LINES};
use super::primitives::{Curve, Explained};
use super::result_index::{ResultIndex, slug};
use crate::experiment::record::{BaselineRow, ConvergenceRow};

/// Height of the panel.
const HIGH: f64 = 340.0;
/// Room at its left and, at least, at its right.
const SIDES: (f64, f64) = (62.0, 22.0);
/// Room below it, for numbers and the name of the axis.
const FOOT: f64 = 44.0;
/// Groups of generations of which the turning points are drawn, at most: about one a pixel.
const GROUPS: usize = 700;

/// The lines.
const NAMES: [&str; 3] = ["best", "midrange", "worst"];

/// Draws the best trial on an instance; `None` if there is none with a log. `number` is the instance's, from 1.
pub(super) fn draw(index: &ResultIndex<'_>, number: usize, instance: &str) -> Option<Figure> {
    let (trial, outcome) = index.best_trial(instance)?;
    let log = index.convergence(trial.trial);
    let last = log.last()?.generation;
    let highest = log.iter().map(|row| row.worst).max()?;
    let restarts = restarts(log);

    let title = format!("Trial {} on {instance}: best, midrange and worst by generation", trial.trial);
    let reference = Stroke { color: ACCENT, width: 2.2, dash: &[6.0, 3.0] };
    let looks = looks();
    let mut entries: Vec<Entry> = NAMES
        .iter()
        .zip(looks)
        .map(|(label, stroke)| Entry { stroke: Some(stroke), label: (*label).to_owned() })
        .collect();
    entries.push(Entry { stroke: Some(reference), label: goal(index.baselines(instance)) });
    if !restarts.is_empty() {
        entries.push(Entry { stroke: None, label: "ticks above the axis: restarts".to_owned() });
    }

    let head = Head::new(&title, &entries);
    let top = head.height + 6.0;
    let up = tick_count(HIGH, 26.0);
    let ceiling = round_up(0.0, highest as f64, up);
    // A little below 0, so that the line to reach is not the axis.
    let floor = -0.045 * ceiling;
    let end = last.max(1) as f64;
    let right = SIDES.1.max(overhang(end));
    let drawing = record(top + HIGH + FOOT + 10.0, |area| {
        head.draw(area)?;
        let body = area.margin(fine(top), fine(10.0), fine(8.0), fine(right));
        let names = Some(("generation", PENALTY));
        let around = Surroundings { above: 0.0, left: SIDES.0 - 8.0, below: FOOT, names };
        let x = Axis::new(0.0, end, tick_count(WIDTH - SIDES.0 - right, 70.0));
        let mut chart = frame(&body, x, Axis::new(floor, ceiling, up), around)?;
        chart.draw_series([Curve::new(vec![(0.0, 0.0), (end, 0.0)], reference)])?;
        chart.draw_series(restarts.iter().map(|generation| {
            EmptyElement::at((*generation as f64, floor))
                + PathElement::new(vec![(0, 0), at(0.0, -11.0)], line(INK, 1.2))
        }))?;
        let values = |row: &ConvergenceRow| [row.best as f64, row.midrange, row.worst as f64];
        // The best last, so that nothing hides it.
        for (which, (name, stroke)) in NAMES.iter().zip(looks).enumerate().rev() {
            let points: Vec<_> = log.iter().map(|row| (row.generation as f64, values(row)[which])).collect();
            chart.draw_series([Explained::Begin((*name).to_owned())])?;
            chart.draw_series(LineSeries::new(turning_points(&points), line(stroke.color, stroke.width)))?;
            chart.draw_series([Explained::End])?;
        }
        Ok(())
    });

    let ended = if outcome.solved { "solved".to_owned() } else { format!("best penalty {}", outcome.best) };
    let whose = if index.has_solvers(&trial.stage) { "The evolution's" } else { "The" };
    let caption = format!(
        "{whose} best trial of stage {} on {instance} ({ended}, repetition {}). Midrange is (best + worst) / 2. Best is that \
         of the population of the moment, so it can rise again.",
        trial.stage, trial.repetition
    );
    let stem = slug(instance);
    let file = if stem.is_empty() { format!("best-{number}") } else { format!("best-{number}-{stem}") };
    let mut data = Data::new(&["generation", "evaluations", "best", "midrange", "worst", "restarts"]);
    for row in log {
        let counts =
            [row.generation, row.evaluations, row.best, row.worst, row.restarts].map(|count| count.to_string());
        let [generation, evaluations, best, worst, restarts] = &counts;
        data.row(&[generation, evaluations, best, &row.midrange.to_string(), worst, restarts]);
    }
    Some(Figure { file, title, caption, drawing, data: data.text() })
}

/// The looks of best, midrange and worst. The last two are noisy, which dashes would hide; they lie in this order, so
/// that nobody needs dashes to tell them apart.
fn looks() -> [Stroke; 3] {
    [Stroke::solid(LINES[0].color, 2.2), Stroke::solid(LINES[2].color, 1.2), Stroke::solid(LINES[7].color, 0.9)]
}

/// What the line at 0 means: who gets there, and in how many moves.
fn goal<'a>(baselines: impl Iterator<Item = &'a BaselineRow>) -> String {
    let solved: Vec<String> = baselines
        .filter(|row| row.solved == 1)
        .filter_map(|row| Some(format!("{} in {}", row.solver, row.htm?)))
        .collect();
    match &solved[..] {
        [] => "solved (0)".to_owned(),
        // The word once, so that all solvers fit into a line.
        solved => format!("solved (0): {} moves", solved.join(", ")),
    }
}

/// The generations whose count of restarts is higher than before.
fn restarts(log: &[ConvergenceRow]) -> Vec<u64> {
    log.windows(2).filter(|pair| pair[1].restarts > pair[0].restarts).map(|pair| pair[1].generation).collect()
}

/// First, lowest, highest and last of each group of neighbors, in order: on a screen of as many columns as groups the
/// line looks as if all were there (U. Jugel et al., "M4: a visualization-oriented time series data aggregation",
/// Proceedings of the VLDB Endowment 7 (2014), 797–808).
fn turning_points(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let size = points.len().div_ceil(GROUPS);
    if size <= 4 {
        return points.to_vec();
    }
    let mut kept = Vec::new();
    for group in points.chunks(size) {
        let by_height = |a: &usize, b: &usize| group[*a].1.total_cmp(&group[*b].1);
        let lowest = (0..group.len()).min_by(by_height).expect("no group is empty");
        let highest = (0..group.len()).max_by(by_height).expect("no group is empty");
        let mut places = [0, lowest, highest, group.len() - 1];
        places.sort_unstable();
        let mut before = None;
        for place in places {
            if before.replace(place) != Some(place) {
                kept.push(group[place]);
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_stay_whole() {
        let points: Vec<_> = (0..2000).map(|x| (f64::from(x), 1.0)).collect();
        assert_eq!(turning_points(&points), points);
    }

    #[test]
    fn long_lines_keep_their_extremes() {
        let points: Vec<_> = (0..100_000).map(|x| (f64::from(x), f64::from((x * 7919) % 1009))).collect();
        let kept = turning_points(&points);
        assert!(kept.len() <= 4 * GROUPS && kept.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!((kept[0], kept[kept.len() - 1]), (points[0], points[99_999]));
        let ends = |of: &[(f64, f64)]| of.iter().fold((f64::MAX, f64::MIN), |e, p| (e.0.min(p.1), e.1.max(p.1)));
        assert_eq!(ends(&kept), ends(&points));
    }
}
