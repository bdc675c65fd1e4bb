//! Drawing curves, whose values are in `curves`: their panels and axes, and the words on bands.

use super::curves::{LineSteps, band, center, places};
use super::layout::{PanelLayout, PanelTrials};
use crate::options::{BandKind, FigureOptions};
use evocube_plot::{Axis, Band, LegendEntry, Line, Panel, band_stairs, look, stairs};
use evocube_rows::SeriesStep;

/// Returns the horizontal axis. It ends where lines and bands do not change any more, and is a decade long at least if it is
/// logarithmic.
pub(super) fn x_axis<'c>(
    options: &FigureOptions,
    curves: impl Iterator<Item = &'c LineSteps> + Clone,
    log: bool,
) -> Option<Axis> {
    let (first, shown, _) = places(options, curves)?;
    let last = shown.max(if log { 10.0 } else { 1.0 });
    let axis = if log { Axis::log(first.min(last / 10.0).max(1.0), last) } else { Axis::new(0.0, 1.02 * last) };
    Some(axis.within(options.x_limits))
}

/// Returns the axis of the values of all lines and bands.
pub(super) fn upward(options: &FigureOptions, curves: &[Vec<LineSteps>]) -> Option<Axis> {
    let (low, high) = extent(options, curves)?;
    let axis = if options.log_y { Axis::log(low, high.max(10.0 * low.max(1.0))) } else { Axis::covering(low, high) };
    Some(axis.within(options.y_limits))
}

/// Returns the lowest and the highest value of all lines and bands.
pub(super) fn extent(options: &FigureOptions, curves: &[Vec<LineSteps>]) -> Option<(f64, f64)> {
    let steps = || curves.iter().flatten().flat_map(|curve| &curve.steps);
    let ends = |step: &SeriesStep| {
        let (value, (low, high)) = (center(options, step), band(options, step).unwrap_or((f64::MAX, f64::MIN)));
        (value.min(low), value.max(high))
    };
    steps().map(ends).reduce(|(low, high), (lower, upper)| (low.min(lower), high.max(upper)))
}

/// Returns the panels of a layout. Those of different objectives have axes of their own.
pub(super) fn panels(options: &FigureOptions, layout: &PanelLayout<'_>, curves: &[Vec<LineSteps>]) -> Vec<Panel> {
    let ends = curves.iter().flatten().filter_map(|curve| curve.steps.last()).map(|step| step.place);
    let end = ends.fold(0.0, f64::max);
    let panel_curves = |(trials, lines): (&PanelTrials<'_>, &Vec<LineSteps>)| {
        let y = layout.is_by_objective.then(|| upward(options, std::slice::from_ref(lines))).flatten();
        Panel { y, ..panel(options, layout.title(trials), lines, end) }
    };
    layout.panels.iter().zip(curves).map(panel_curves).collect()
}

/// Returns a panel of these lines. Those in color have bands, unless their trials are equal. Values that hold do until the end.
pub(super) fn panel(
    options: &FigureOptions,
    title: Option<(String, String)>,
    curves: &[LineSteps],
    last_place: f64,
) -> Panel {
    let mut curves: Vec<&LineSteps> = curves.iter().collect();
    curves.sort_by_key(|curve| curve.rank.unwrap_or(usize::MAX));
    let mut panel = Panel { title, ..Panel::default() };
    for LineSteps { label, rank, holds, steps } in curves {
        let held = steps.last().filter(|step| *holds && step.place < last_place);
        let held = held.map(|step| SeriesStep { place: last_place, ..*step });
        let steps = || steps.iter().chain(&held);
        let points: Vec<_> = steps().map(|step| (step.place, center(options, step))).collect();
        let line = Line::ranked(label, *rank, if *holds { stairs(&points) } else { points });
        panel.lines.push(line);
        let Some(rank) = rank else { continue };
        let ends: Vec<(f64, f64, f64)> =
            steps().filter_map(|step| band(options, step).map(|(low, high)| (step.place, low, high))).collect();
        if ends.iter().any(|(_, low, high)| high > low) {
            panel.bands.push(Band(look(Some(*rank)).color, if *holds { band_stairs(&ends) } else { ends }));
        }
    }
    panel
}

/// Returns the entry of a legend about bands, if there are any.
pub(super) fn bands_entry(options: &FigureOptions, panels: &[Panel]) -> Option<LegendEntry> {
    let what = match options.band {
        BandKind::Quartiles => "quartiles",
        BandKind::Interval => "95 % interval",
        BandKind::Range => "all trials",
        BandKind::None => return None,
    };
    let has_bands = panels.iter().any(|panel| !panel.bands.is_empty());
    has_bands.then(|| LegendEntry::words(format!("band: {what}")))
}

/// Returns the sentence of a caption about bands.
pub(super) fn band_sentence(options: &FigureOptions, curves: &[Vec<LineSteps>]) -> String {
    let what = match options.band {
        BandKind::Quartiles => "the middle half of the trials, from the first to the third quartile",
        BandKind::Interval => {
            "the 95 % interval of the mean by Student's t, for the instances that were tried if their trials repeat"
        }
        BandKind::Range => "from the lowest to the highest trial",
        BandKind::None => return String::new(),
    };
    let is_gray = curves.iter().flatten().any(|curve| curve.rank.is_none());
    format!(" Bands{}: {what}.", if is_gray { " of the lines in color" } else { "" })
}
