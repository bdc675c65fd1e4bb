//! Parallel coordinates of a sampled design: a line for each configuration over all factors.

use super::scale::FactorScale;
use super::slice::by_importance;
use super::{Figure, StageView};
use crate::data::Data;
use crate::factor_analysis::Kind;
use crate::plot::{Axis, Chart, Dots, Line, Panel};
use crate::wording::number;

/// Maximum number of factors; those that explain most are shown.
const MAX_FACTORS: usize = 12;

/// Draws the lines; `None` unless the design was sampled and has three factors.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let analysis = view.factors.as_ref()?;
    let Kind::Sampled(found) = &analysis.kind else { return None };
    let mut order = by_importance(found);
    order.truncate(MAX_FACTORS);
    if order.len() < 3 {
        return None;
    }
    let stage = view.stage;
    let scales: Vec<Option<FactorScale>> = order
        .iter()
        .map(|at| {
            let factor = found.factors[*at];
            let levels = stage.points.iter().map(|point| point.levels[factor].as_str());
            FactorScale::of(levels, stage.summary.factors[factor].is_logarithmic)
        })
        .collect();
    // Levels that are not numbers are evenly spaced.
    let place = |axis: usize, level: &str| match &scales[axis] {
        Some(scale) => scale.place(level),
        None => {
            let names = &found.values[order[axis]];
            let at = names.iter().position(|name| name == level)?;
            Some(at as f64 / (names.len() - 1).max(1) as f64)
        }
    };
    let mut data = Data::new(&["configuration", "factor", "value", "place", "mean"]);
    let mut panel = Panel::default();
    for (rank, point) in view.ranked() {
        let mean = found.means[point.index()];
        let places = order.iter().enumerate().filter_map(|(axis, at)| {
            let factor = found.factors[*at];
            let level = &point.levels[factor];
            let place = place(axis, level)?;
            data.row(&[&point.number, &stage.summary.factors[factor].key, level, &place, &mean]);
            Some((axis as f64, place))
        });
        let label = format!("{}: {}", point.number, number(mean));
        panel.lines.push(Line::ranked(label, rank, places.collect()).dots(if rank.is_some() {
            Dots::Each
        } else {
            Dots::None
        }));
    }
    let name = |(at, scale): (&usize, &Option<FactorScale>)| {
        let key = &stage.summary.factors[found.factors[*at]].key;
        scale.as_ref().map_or(key.clone(), |scale| format!("{key}: {}", scale.words()))
    };
    let ranges: Vec<String> = order.iter().zip(&scales).map(name).collect();
    let names = order.iter().map(|at| {
        let key = &stage.summary.factors[found.factors[*at]].key;
        key.rsplit('.').next().unwrap_or(key).to_owned()
    });
    let title = view.title("configurations over all factors");
    let axes = (Axis::of_names(names.collect()), Axis::shares());
    let mut chart = Chart::new(&title, ("factor", "place in the range of the factor"), axes, panel);
    "configuration: mean".clone_into(&mut chart.lines_are);
    let drawing = chart.draw(view.options.page);
    let caption = format!(
        "A line for each configuration; those that lead have colors. The factor that explains most is at the left. Ranges: {}.",
        ranges.join("; ")
    );
    Some(Figure { file: view.file("parallel"), title, caption, view: "", drawing, narrow: None, data: data.text() })
}
