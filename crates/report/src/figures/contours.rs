//! Contours of the response surface of a sampled design over the two numeric factors that explain most. Both must be shown to matter. The
//! surface is that of `model`.

use std::collections::BTreeMap;

use super::response::in_units;
use super::{Figure, StageView, axis_beside};
use crate::model::Factors;
use crate::wording::rounded;
use evocube_experiment::record::Outcome;
use evocube_plot::{Axis, Chart, LegendEntry, Line, Panel, decimals, look, ordered_rank, powers};
use evocube_rows::Data;

/// Number of steps from the first to the last place on each axis.
const PLACES: u32 = 40;
/// Maximum number of contours: as many as there are ordered looks.
const MAX_CONTOURS: usize = 7;

/// An edge between two neighboring places of a grid: the first place, and whether the second is above it.
type Edge = (usize, usize, bool);

/// Draws the contours; `None` unless a response surface has two numbers that are shown to matter.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let Factors::Surface(surface) = &view.model.primary()?.factors else { return None };
    let mut effects: Vec<_> =
        surface.effects.iter().filter(|effect| effect.factors.len() == 1 && effect.is_shown()).collect();
    effects.sort_by(|a, b| b.share.value.total_cmp(&a.share.value));
    let places =
        effects.iter().filter_map(|effect| surface.factors.iter().position(|factor| *factor == effect.factors[0]));
    let numeric: Vec<(usize, (f64, f64))> = places.filter_map(|place| Some((place, surface.range(place)?))).collect();
    let [(across, (left, right)), (up, (low, high)), ..] = numeric[..] else { return None };
    let spread = |from: f64, to: f64| -> Vec<f64> {
        (0..=PLACES).map(|step| from + (to - from) * f64::from(step) / f64::from(PLACES)).collect()
    };
    let (xs, ys) = (spread(left, right), spread(low, high));
    let outcome = view.model.outcome;
    let predictions = surface.predictions([across, up], [&xs, &ys]);
    let heights: Vec<Vec<f64>> =
        predictions.iter().map(|row| row.iter().map(|value| in_units(outcome, *value)).collect()).collect();
    let (least, most) = heights
        .iter()
        .flatten()
        .fold((f64::MAX, f64::MIN), |(least, most), height| (least.min(*height), most.max(*height)));
    let levels = match outcome {
        Outcome::RunTime => powers(libm::log10(least), libm::log10(most), MAX_CONTOURS as f64 - 1.0),
        _ => decimals(least, most, MAX_CONTOURS),
    };
    if levels.is_empty() {
        return None;
    }
    let value = |place: usize, number: f64| if surface.logarithmic[place] { libm::exp(number) } else { number };
    let value_between = |axis: &[f64], place: usize, share: f64| {
        // A place of the grid.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let before = (share as usize).min(axis.len() - 2);
        value(place, axis[before] + (share - before as f64) * (axis[before + 1] - axis[before]))
    };
    let mut panel = Panel::default();
    let mut data = Data::new(&["contour", "line", "x", "y"]);
    for (number, level) in levels.iter().enumerate() {
        let label = rounded(*level, false);
        for (line, points) in contour(&heights, *level).into_iter().enumerate() {
            let points: Vec<(f64, f64)> =
                points.into_iter().map(|(x, y)| (value_between(&xs, across, x), value_between(&ys, up, y))).collect();
            points.iter().for_each(|(x, y)| data.row(&[&label, &line, x, y]));
            panel.lines.push(Line::new(&*label, look(Some(ordered_rank(number, levels.len().max(2)))), points));
        }
    }
    let compared = view.stage.points.iter().filter(|point| view.stage.is_compared(point.index()));
    let number = |levels: &[String], place: usize| levels[surface.factors[place]].parse::<f64>().ok();
    panel.dots =
        compared.filter_map(|point| Some((number(point.levels, across)?, number(point.levels, up)?))).collect();
    let key = |place: usize| view.stage.summary.factors[surface.factors[place]].key.as_str();
    let [x_name, y_name] = [across, up].map(|place| view.name(key(place)));
    let axis = |place: usize, from: f64, to: f64| {
        Axis::of_numbers(value(place, from), value(place, to), surface.logarithmic[place])
    };
    let title = view.title_of_names(&format!("{x_name} and {y_name}"));
    let axes = (axis(across, left, right), axis(up, low, high));
    let mut chart = Chart::new(&title, (&x_name, &y_name), axes, panel);
    chart.lines_are = view.options.axis(&axis_beside(outcome));
    chart.entries.push(LegendEntry::words("dots: configurations"));
    let drawing = chart.draw(view.options.page);
    let caption = "Contours of the mean prediction of the response surface over the two numbers that explain most, on average over the \
                   values of the other factors in the configurations."
        .to_owned();
    Some(view.figure("contours", title, caption, drawing, data))
}

/// Returns the lines at a height over a grid of heights, in places of the grid: W. E. Lorensen and H. E. Cline's marching cubes (1987) in
/// two dimensions.
fn contour(heights: &[Vec<f64>], level: f64) -> Vec<Vec<(f64, f64)>> {
    let is_above = |x: usize, y: usize| heights[y][x] >= level;
    let mut neighbors: BTreeMap<Edge, Vec<Edge>> = BTreeMap::new();
    for y in 0..heights.len() - 1 {
        for x in 0..heights[y].len() - 1 {
            let edges: [(Edge, [(usize, usize); 2]); 4] = [
                ((x, y, false), [(x, y), (x + 1, y)]),
                ((x + 1, y, true), [(x + 1, y), (x + 1, y + 1)]),
                ((x, y + 1, false), [(x, y + 1), (x + 1, y + 1)]),
                ((x, y, true), [(x, y), (x, y + 1)]),
            ];
            let crossed = edges.iter().filter(|(_, [a, b])| is_above(a.0, a.1) != is_above(b.0, b.1));
            let crossed: Vec<Edge> = crossed.map(|(edge, _)| *edge).collect();
            for pair in crossed.chunks_exact(2) {
                neighbors.entry(pair[0]).or_default().push(pair[1]);
                neighbors.entry(pair[1]).or_default().push(pair[0]);
            }
        }
    }
    let place = |(x, y, is_up): Edge| {
        let (x2, y2) = if is_up { (x, y + 1) } else { (x + 1, y) };
        let share = (level - heights[y][x]) / (heights[y2][x2] - heights[y][x]);
        if is_up { (x as f64, y as f64 + share) } else { (x as f64 + share, y as f64) }
    };
    let mut lines = vec![];
    // Lines that end at the border, then closed ones.
    loop {
        let open = neighbors.iter().find(|(_, next)| next.len() == 1).map(|(edge, _)| *edge);
        let Some(first) = open.or_else(|| neighbors.keys().next().copied()) else { break };
        let (mut line, mut edge) = (vec![first], first);
        while let Some(next) =
            neighbors.remove(&edge).and_then(|all| all.into_iter().find(|next| neighbors.contains_key(next)))
        {
            line.push(next);
            edge = next;
        }
        line.extend(open.is_none().then_some(first));
        lines.push(line.into_iter().map(place).collect::<Vec<_>>());
    }
    lines.retain(|line| line.len() > 1);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contours_of_a_bowl_are_closed_and_those_of_a_slope_end_at_the_border() {
        let grid = |height: fn(f64, f64) -> f64| -> Vec<Vec<f64>> {
            (0..=20).map(|y| (0..=20).map(|x| height(f64::from(x), f64::from(y))).collect()).collect()
        };
        let bowl = grid(|x, y| (x - 10.0).powi(2) + (y - 10.0).powi(2));
        let [ring] = &contour(&bowl, 25.5)[..] else { panic!("one ring") };
        assert_eq!(ring.first(), ring.last());
        let radius = |(x, y): &(f64, f64)| ((x - 10.0).powi(2) + (y - 10.0).powi(2)).sqrt();
        assert!(ring.iter().all(|point| (radius(point) - 25.5_f64.sqrt()).abs() < 0.05));
        let [line] = &contour(&grid(|x, _| x), 7.25)[..] else { panic!("one line") };
        assert_eq!((line.len(), line[0].1, line[20].1), (21, 0.0, 20.0));
        assert!(line.iter().all(|point| (point.0 - 7.25).abs() < 1e-9));
        assert!(contour(&bowl, 1e4).is_empty());
    }
}
