//! The largest significant interaction of two factors: a line for each level of one over the levels of the other.

use super::{Figure, StageView};
use crate::data::Data;
use crate::factor_analysis::{CompleteDesign, Kind, TestedEffect};
use crate::plot::{Axis, Chart, Dots, LOOKS, Line, PENALTY, Panel};
use crate::stage_comparison::Measure;
use crate::wording::{p_is, percent};
use evocube_stats::LEVEL;

/// Draws the interaction; `None` if none is significant.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    draw_largest(view, |effect, _| effect.p < LEVEL)
}

/// Draws the largest interaction, significant or not; if the options name a factor for the lines, the largest of that one.
pub(super) fn shaped(view: &StageView<'_>) -> Option<Figure> {
    draw_largest(view, |effect, design| {
        let key = |factor: &usize| &view.stage.summary.factors[design.factors[*factor]].key;
        view.options.color.as_ref().is_none_or(|color| effect.factors.iter().any(|factor| key(factor) == color))
    })
}

fn draw_largest(view: &StageView<'_>, is_meant: impl Fn(&TestedEffect, &CompleteDesign) -> bool) -> Option<Figure> {
    let analysis = view.factors.as_ref()?;
    let Kind::Complete(design) = &analysis.kind else { return None };
    let pairs = design.effects.iter().filter(|effect| effect.factors.len() == 2 && is_meant(effect, design));
    let effect = pairs.max_by(|a, b| a.share.total_cmp(&b.share))?;
    let factor = |place: usize| &view.stage.summary.factors[design.factors[place]];
    // The factor with more levels is the axis, unless the options say otherwise.
    let (mut across, mut lines) = (effect.factors[0], effect.factors[1]);
    if match &view.options.color {
        Some(color) => factor(across).key == *color,
        None => factor(lines).levels.len() > factor(across).levels.len(),
    } {
        (across, lines) = (lines, across);
    }
    let mean = |level: usize, line: usize| design.factorial.mean(&[(across, level), (lines, line)]);
    let mut data = Data::new(&[&factor(across).key, &factor(lines).key, "mean"]);
    let mut panel = Panel::default();
    for (line, name) in factor(lines).levels.iter().enumerate() {
        let points = factor(across).levels.iter().enumerate().map(|(level, there)| {
            data.row(&[there, name, &mean(level, line)]);
            (level as f64, mean(level, line))
        });
        let points: Vec<(f64, f64)> = points.collect();
        panel.lines.push(Line::ranked(name, (line < LOOKS.len()).then_some(line), points).dots(Dots::Each));
    }
    let means = panel_means(&panel);
    let quantity = match analysis.measure {
        Measure::Penalty => format!("mean {PENALTY}"),
        Measure::Solved | Measure::RunTime => "unsolved trials, %".to_owned(),
    };
    let quantity = view.options.axis(&quantity);
    let title = view.title(&format!("interaction of {} and {}", factor(across).key, factor(lines).key));
    let axes = (Axis::of_names(factor(across).levels.clone()), Axis::new(means.0, means.1));
    let mut chart = Chart::new(&title, (&factor(across).key, &quantity), axes, panel);
    chart.lines_are.clone_from(&factor(lines).key);
    let caption = if effect.p < LEVEL {
        format!(
            "Means over all configurations with two levels. Lines that are not parallel are the interaction: it explains \
             {} of the variance between configurations ({}).",
            percent(effect.share),
            p_is(effect.p)
        )
    } else {
        format!(
            "Means over all configurations with two levels. Lines that are not parallel would be an interaction; here it cannot be \
             told from noise ({}).",
            p_is(effect.p)
        )
    };
    let drawing = chart.draw(view.options.page);
    Some(view.figure("interaction", title, caption, drawing, data))
}

/// Returns the ends of an axis for all lines.
fn panel_means(panel: &Panel) -> (f64, f64) {
    let (low, high) = panel
        .lines
        .iter()
        .map(Line::ends)
        .fold((f64::MAX, f64::MIN), |(low, high), (lower, upper)| (low.min(lower), high.max(upper)));
    let room = ((high - low) * 0.06).max(0.5);
    ((low - room).max(0.0), high + room)
}
