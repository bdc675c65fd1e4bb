//! The best trial on an instance by generation: its best so far, and midrange and worst of the population, as in B. L. Sousa's paper, with
//! the lengths of the baselines' solutions. There is no figure without logged generations.

use std::collections::BTreeSet;

use super::Figure;
use crate::label::slug;
use crate::result_index::ResultIndex;
use evocube_experiment::record::{BaselineRow, ConvergenceRow};
use evocube_plot::{ACCENT, Axis, Chart, INK, LOOKS, LegendEntry, Line, PENALTY, Page, Panel, Stroke, stairs};
use evocube_rows::Data;

/// Maximum number of groups of generations, of each of which the turning points are drawn: about one group per pixel.
const GROUPS: usize = 700;
/// Room below a penalty of 0, so that the goal is not the axis.
const ROOM: f64 = 0.045;

/// Draws the best trial on an instance; `None` if there is none with a log. `number` is the instance's, from 1.
pub(crate) fn draw(index: &ResultIndex<'_>, number: usize, instance: &str, page: Page) -> Option<Figure> {
    let (trial, outcome) = index.best_trial(instance)?;
    let log = index.convergence(trial.trial);
    let end = log.last()?.generation.max(1) as f64;
    let highest = log.iter().map(|row| row.worst).max()? as f64;

    let line = |name: &str, stroke, value: fn(&ConvergenceRow) -> f64| {
        let points: Vec<_> = index.scheduled(trial.trial).map(|row| (row.generation as f64, value(row))).collect();
        Line::new(name, stroke, turning_points(&points))
    };
    let best_so_far: Vec<u64> = log
        .iter()
        .scan(u64::MAX, |best, row| {
            *best = row.best.min(*best);
            Some(*best)
        })
        .collect();
    let improvements: Vec<_> =
        log.iter().zip(&best_so_far).map(|(row, best)| (row.generation as f64, *best as f64)).collect();
    // Dashes would hide the noise of midrange and worst. The best lies on top.
    let mut lines = vec![
        Line::new("best so far", Stroke::solid(LOOKS[0].color, 2.2), stairs(&improvements)),
        line("midrange", Stroke::solid(LOOKS[2].color, 1.2), |row| row.midrange),
        line("worst", Stroke::solid(LOOKS[7].color, 0.9), |row| row.worst as f64),
        Line::new(
            goal(index.baselines(instance)),
            Stroke::solid(ACCENT, 2.2).dashed(&[6.0, 3.0]),
            vec![(0.0, 0.0), (end, 0.0)],
        ),
    ];
    let restarts = restarts(log);
    lines.extend(restarts.iter().map(|generation| {
        let x = *generation as f64;
        Line::new("restart", Stroke::solid(INK, 1.2), vec![(x, -ROOM * highest), (x, -0.2 * ROOM * highest)]).unnamed()
    }));
    let title = format!("Trial {} on {instance}: best, midrange and worst by generation", trial.trial);
    let axes = (Axis::new(0.0, end), Axis::up_to(highest).room_below(ROOM));
    let mut chart = Chart::new(&title, ("generation", PENALTY), axes, Panel { lines, ..Panel::default() });
    if !restarts.is_empty() {
        chart.entries.push(LegendEntry::words("ticks above the axis: restarts, at the next logged generation"));
    }
    let drawing = chart.draw(page);

    let ended = if outcome.solved { "solved".to_owned() } else { format!("best penalty {}", outcome.best) };
    let best = if index.has_solvers(&trial.stage) { "The evolution's best" } else { "The best" };
    let caption = format!(
        "{best} trial of stage {} on {instance} ({ended}, repetition {}). Midrange is (best + worst) / 2 of the population. It \
         and worst are not drawn where a generation is logged for an improvement alone.",
        trial.stage, trial.repetition
    );
    let stem = slug(instance);
    let file = if stem.is_empty() { format!("best-{number}") } else { format!("best-{number}-{stem}") };
    let mut data = Data::new(&["generation", "evaluations", "best", "midrange", "worst", "restarts"]);
    for (row, best) in log.iter().zip(&best_so_far) {
        data.row(&[&row.generation, &row.evaluations, best, &row.midrange, &row.worst, &row.restarts]);
    }
    Some(Figure::new(file, title, caption, drawing, data))
}

/// Returns the label of the line at 0: the moves of each baseline that solved the instance.
fn goal<'a>(baselines: impl Iterator<Item = &'a BaselineRow>) -> String {
    let solved: Vec<String> =
        baselines.filter(|row| row.solved).filter_map(|row| Some(format!("{} in {}", row.solver, row.htm?))).collect();
    if solved.is_empty() { "solved (0)".to_owned() } else { format!("solved (0): {} moves", solved.join(", ")) }
}

/// Returns the generations at which the count of restarts rises.
fn restarts(log: &[ConvergenceRow]) -> Vec<u64> {
    log.windows(2).filter(|pair| pair[1].restarts > pair[0].restarts).map(|pair| pair[1].generation).collect()
}

/// Returns the first, lowest, highest and last point of each group of neighbors, in order. On a screen with one column per
/// group the line looks the same as with all points (U. Jugel et al., "M4: a visualization-oriented time series data
/// aggregation", Proceedings of the VLDB Endowment 7 (2014), 797–808).
fn turning_points(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let size = points.len().div_ceil(GROUPS);
    if size <= 4 {
        return points.to_vec();
    }
    let mut ends_of_groups = Vec::new();
    for group in points.chunks(size) {
        let lower_first = |a: &usize, b: &usize| group[*a].1.total_cmp(&group[*b].1);
        let lowest = (0..group.len()).min_by(lower_first).expect("no group is empty");
        let highest = (0..group.len()).max_by(lower_first).expect("no group is empty");
        let places = BTreeSet::from([0, lowest, highest, group.len() - 1]);
        ends_of_groups.extend(places.into_iter().map(|place| group[place]));
    }
    ends_of_groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_series_keep_every_point() {
        let points: Vec<_> = (0..2000).map(|x| (f64::from(x), 1.0)).collect();
        assert_eq!(turning_points(&points), points);
    }

    #[test]
    fn thinned_series_keep_their_extremes() {
        let points: Vec<_> = (0..100_000).map(|x| (f64::from(x), f64::from((x * 7919) % 1009))).collect();
        let ends_of_groups = turning_points(&points);
        assert!(ends_of_groups.len() <= 4 * GROUPS && ends_of_groups.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!((ends_of_groups[0], ends_of_groups[ends_of_groups.len() - 1]), (points[0], points[99_999]));
        let ends =
            |points: &[(f64, f64)]| points.iter().fold((f64::MAX, f64::MIN), |e, p| (e.0.min(p.1), e.1.max(p.1)));
        assert_eq!(ends(&ends_of_groups), ends(&points));
    }
}
