//! The largest significant interaction of two factors: a line for each level of one over the levels of the other.

use super::{Figure, StageView};
use crate::data::Data;
use crate::model::{Effect, TestedDesign, in_unit, of_means};
use crate::plot::{Axis, Chart, Dots, LOOKS, Line, Panel};
use crate::wording::{p_is, percent};

/// Draws the interaction; `None` if none is significant.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    draw_largest(view, |effect| effect.test.is_significant())
}

/// Draws the largest interaction, significant or not; if the options name a factor for the lines, the largest of that one.
pub(super) fn shaped(view: &StageView<'_>) -> Option<Figure> {
    draw_largest(view, |effect| {
        let key = |factor: &usize| &view.stage.summary.factors[*factor].key;
        view.options.color.as_ref().is_none_or(|color| effect.factors.iter().any(|factor| key(factor) == color))
    })
}

fn draw_largest(view: &StageView<'_>, is_meant: impl Fn(&Effect) -> bool) -> Option<Figure> {
    let outcome = view.model.outcome;
    let all = view.model.designs().iter().flat_map(|design| design.effects.iter().map(move |effect| (design, effect)));
    let pairs = all.filter(|(_, effect)| effect.factors.len() == 2 && effect.share.is_some() && is_meant(effect));
    let (design, effect): (&TestedDesign, &Effect) =
        pairs.max_by(|a, b| a.1.share.partial_cmp(&b.1.share).unwrap_or(std::cmp::Ordering::Equal))?;
    let factorial = design.factorial.as_ref()?;
    let factor = |factor: usize| &view.stage.summary.factors[factor];
    let levels = |factor: usize| {
        let place = design.place(factor);
        (
            place,
            design.design.levels[place]
                .iter()
                .map(|level| view.stage.summary.factors[factor].levels[*level].clone())
                .collect::<Vec<_>>(),
        )
    };
    // The factor with more levels is the axis, unless the options say otherwise.
    let (mut across, mut lines) = (effect.factors[0], effect.factors[1]);
    if match &view.options.color {
        Some(color) => factor(across).key == *color,
        None => factor(lines).levels.len() > factor(across).levels.len(),
    } {
        (across, lines) = (lines, across);
    }
    let ((across_place, across_levels), (lines_place, lines_levels)) = (levels(across), levels(lines));
    let mean =
        |level: usize, line: usize| in_unit(outcome, factorial.mean(&[(across_place, level), (lines_place, line)]));
    let mut data = Data::new(&[&factor(across).key, &factor(lines).key, "mean"]);
    let mut panel = Panel::default();
    for (line, name) in lines_levels.iter().enumerate() {
        let points = across_levels.iter().enumerate().map(|(level, there)| {
            data.row(&[there, name, &mean(level, line)]);
            (level as f64, mean(level, line))
        });
        let points: Vec<(f64, f64)> = points.collect();
        panel.lines.push(Line::ranked(name, (line < LOOKS.len()).then_some(line), points).dots(Dots::Each));
    }
    let means = panel_means(&panel);
    let quantity = view.options.axis(of_means(outcome).1);
    let title = view.title(&format!("interaction of {} and {}", factor(across).key, factor(lines).key));
    let axes = (Axis::of_names(across_levels.clone()), Axis::new(means.0, means.1));
    let mut chart = Chart::new(&title, (&factor(across).key, &quantity), axes, panel);
    chart.lines_are.clone_from(&factor(lines).key);
    let caption = if effect.test.is_significant() {
        format!(
            "Means over all configurations with two levels. Lines that are not parallel are the interaction: it explains \
             {} of the variance between configurations ({}).",
            percent(effect.share.unwrap_or(0.0)),
            p_is(effect.test.p_corrected)
        )
    } else {
        format!(
            "Means over all configurations with two levels. Lines that are not parallel would be an interaction; here it cannot be \
             told from noise ({}).",
            p_is(effect.test.p_corrected)
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
