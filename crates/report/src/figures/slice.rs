//! Slices through a sampled design: each configuration over each factor, and the prediction of the forest.

use super::scale::FactorScale;
use super::{Figure, StageView};
use crate::data::Data;
use crate::factor_analysis::{Kind, SampledDesign};
use crate::plot::{ACCENT, Axis, Chart, Dots, LOOKS, Line, Mark, PENALTY, PLAIN, Panel};
use crate::stage_comparison::Measure;
use crate::wording::number;
use evocube_experiment::record::FactorSummary;

/// Maximum number of panels; the factors that explain most are shown.
const MAX_PANELS: usize = 6;

/// Returns the factors of a sampled design, that which explains most first.
pub(super) fn by_importance(found: &SampledDesign) -> Vec<usize> {
    let mut order: Vec<usize> = (0..found.factors.len()).collect();
    order.sort_by(|a, b| found.importances[*b].share.total_cmp(&found.importances[*a].share));
    order
}

/// Returns the name of the values of a sampled design.
pub(super) fn quantity(measure: Measure) -> String {
    match measure {
        Measure::Penalty => format!("mean {PENALTY}"),
        Measure::Solved | Measure::RunTime => "unsolved trials, %".to_owned(),
    }
}

/// Draws the slices; `None` unless the design was sampled and has a factor of numbers.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let analysis = view.factors.as_ref()?;
    let Kind::Sampled(found) = &analysis.kind else { return None };
    let (low, high) =
        found.means.iter().fold((f64::MAX, f64::MIN), |(low, high), mean| (low.min(*mean), high.max(*mean)));
    let mut data = Data::new(&["factor", "kind", "value", "mean"]);
    let mut panels = Vec::new();
    for at in by_importance(found).into_iter() {
        let factor = found.factors[at];
        let levels = view.stage.points.iter().map(|point| point.levels[factor].as_str());
        let FactorSummary { key, is_logarithmic, .. } = &view.stage.summary.factors[factor];
        let Some(scale) = FactorScale::of(levels, *is_logarithmic) else { continue };
        let mark = |(point, mean): (&crate::result_index::PointTrials<'_>, &f64)| {
            let level = &point.levels[factor];
            let place = (level.parse().ok()?, *mean);
            let color = if point.selected { ACCENT } else { PLAIN };
            let tooltip = format!("configuration {}: {key} = {level}, mean {}", point.number, number(*mean));
            Some(Mark { place, color, tooltip, label: String::new() })
        };
        let points = || view.stage.points.iter().zip(&found.means);
        points().for_each(|(point, mean)| data.row(&[key, &"configuration", &point.levels[factor], mean]));
        let predicted = found.values[at].iter().zip(found.forest.marginal(&[at]));
        let predicted = predicted.filter_map(|(value, mean)| {
            data.row(&[key, &"prediction", value, &mean]);
            Some((value.parse().ok()?, mean))
        });
        let line =
            Line::new("prediction of the forest, averaged over the other factors", LOOKS[0], predicted.collect());
        panels.push(Panel {
            title: Some((String::new(), scale.name(key))),
            x: Some(scale.axis()),
            lines: vec![line.dots(Dots::None)],
            marks: points().filter_map(mark).collect(),
            ..Panel::default()
        });
        if panels.len() == MAX_PANELS {
            break;
        }
    }
    let first = panels.pop()?;
    let title = view.title("slices through the factors");
    let room = ((high - low) * 0.06).max(0.5);
    let axes = (first.x.clone()?, Axis::new((low - room).max(0.0), high + room));
    let quantity = quantity(analysis.measure);
    let quantity = view.options.axis(&quantity);
    let mut chart = Chart::new(&title, ("value of the factor", &quantity), axes, first);
    panels.append(&mut chart.panels);
    chart.panels = panels;
    let drawing = chart.draw(view.options.page);
    let caption =
        "Each configuration over the range of each factor (the selected one orange), and the prediction of the \
                   regression forest. The factors that explain most, in their order."
            .to_owned();
    Some(Figure { file: view.file("slice"), title, caption, view: "", drawing, narrow: None, data: data.text() })
}
