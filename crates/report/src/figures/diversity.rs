//! The figure of the diversity of populations: different genomes, and mean and standard deviation of penalties that can be compared. It is
//! not drawn over moves.

use super::curve_panels::{band_sentence, panel, upward, x_axis};
use super::curves::{curves_until, data};
use super::layout::layout;
use super::{Figure, StageView};
use crate::options::{FigureOptions, ProgressUnit};
use crate::step_series::ProgressAxis;
use crate::wording::listed;
use evocube_plot::{Axis, Chart, LegendEntry};
use evocube_rows::LoggedQuantity;

/// The quantities from top to bottom, with their words and their names in the data.
const QUANTITIES: [(LoggedQuantity, &str, &str); 3] = [
    (LoggedQuantity::Distinct, "different genomes", "distinct"),
    (LoggedQuantity::Deviation, "penalty, std. dev.", "std"),
    (LoggedQuantity::Mean, "mean penalty", "mean"),
];

/// Minimum width of a column of panels, in units of layout.
const COLUMN: f64 = 132.0;
/// Width of the margins beside all columns, in units of layout.
const MARGINS: f64 = 50.0;

/// Draws the figure; `None` as long as nothing is logged, and by moves.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let mut layout = layout(view);
    let mut too_many = String::new();
    let without_panels = FigureOptions {
        facet: None,
        by_instance: false,
        color: layout.line_keys.first().cloned(),
        ..view.options.clone()
    };
    let view = &StageView { options: &without_panels, ..*view };
    if layout.panels.len() as f64 * COLUMN > view.options.page.units() - MARGINS {
        too_many = format!(" The page is too narrow for panels of {}.", layout.panels_are);
        layout = super::layout::layout(view);
    }
    let options = view.options;
    // Gray lines of many configurations would hide the others, in the panels of three quantities.
    let all = layout.lines();
    layout.panels.iter_mut().for_each(|panel| panel.lines.retain(|line| line.rank.is_some()));
    let some_missing = layout.lines() < all;
    let unit = options.x.unwrap_or(ProgressUnit::Generation);
    let axis = ProgressAxis { unit, log: options.log_x };
    let end = options.x_limits.map(|(_, end)| end);
    let curves_of = |quantity| curves_until(view, &layout, axis, quantity, end);
    // Penalties of different objectives have no common axis.
    let is_comparable = view.stage.summary.selection.comparable_penalties;
    let quantities = if is_comparable { &QUANTITIES[..] } else { &QUANTITIES[..1] };
    let named_curves: Vec<(&str, Vec<Vec<_>>)> =
        quantities.iter().map(|(quantity, _, name)| (*name, curves_of(*quantity))).collect();
    let x = x_axis(options, named_curves.iter().flat_map(|(_, curves)| curves).flatten(), axis.log)?;
    let mut panels = Vec::new();
    for ((_, words, _), (_, curves)) in quantities.iter().zip(&named_curves) {
        let y = upward(options, curves)?;
        for (panel_trials, lines) in layout.panels.iter().zip(curves) {
            // The level is beside the quantity, and its factor in the legend.
            let title = match layout.title(panel_trials) {
                Some((_, level)) => format!("{words}, {level}"),
                None => (*words).to_owned(),
            };
            let panel_of_lines = panel(options, Some((String::new(), title)), lines, 0.0);
            panels.push(evocube_plot::Panel { y: Some(y.clone()), ..panel_of_lines });
        }
    }
    let title = view.title("diversity of populations");
    let columns = layout.panels.len();
    let words = (!layout.panel_keys.is_empty()).then(|| format!("columns: {}", layout.panels_are));
    let entries = words.map(LegendEntry::words).into_iter().collect();
    let name = options.axis(axis.unit.name());
    let chart = layout.chart(&title, (&name, ""), (x, Axis::new(0.0, 1.0)), panels);
    let drawing = Chart { columns: Some(columns), entries, ..chart }.draw(options.page);
    let penalties = if is_comparable { ", standard deviation of penalties and mean penalty" } else { "" };
    let mut caption = format!(
        "Number of different genomes{penalties} in the population, {} over the trials of each line. A trial that ended earlier \
         keeps its last values.",
        options.center.name()
    );
    if !is_comparable {
        caption.push_str(" Penalties are left out: those of different objectives are different measures.");
    }
    if view.stage.has_several_trials() {
        caption.push_str(&band_sentence(options, &named_curves[0].1));
    }
    caption.push_str(&too_many);
    if some_missing {
        caption.push_str(" The other configurations are left out.");
    }
    if !layout.panel_keys.is_empty() {
        caption.push_str(&format!(" One column for each level of {}.", layout.panels_are));
    }
    if !layout.pooled.is_empty() {
        caption.push_str(&format!(" Lines take the levels of {} together.", listed(&layout.pooled)));
    }
    let data = data(options, &layout, axis, &named_curves);
    Some(view.figure("diversity", title, caption, drawing, data))
}
