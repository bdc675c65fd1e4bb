//! Lines over generations, evaluations or moves, with bands, for the figures of convergence, diversity and fronts: their panels and axes,
//! words on bands, and data.

use super::StageView;
use super::layout::{LineTrials, PanelLayout, PanelTrials};
use crate::data::{Data, Field, ends};
use crate::options::{BandKind, Center, FigureOptions};
use crate::plot::{Axis, Band, LOOKS, LegendEntry, Line, Page, Panel, band_stairs, look, stairs};
use crate::step_series::{LoggedQuantity, ProgressAxis, SeriesStep, step_series};
use evocube_experiment::record::TrialRow;
use evocube_stats::samples::Summary;

/// Maximum number of places on a line: about one every three units of a wide panel.
const PLACES: u64 = 240;
/// Maximum number of places on a line if there are many lines, and on telephones.
const FEW_PLACES: u64 = 90;

/// Maximum part of an axis that is shown if the rest is cut off.
const MAX_SHOWN: f64 = 0.9;

/// The steps of a line.
pub(super) struct LineSteps {
    pub(super) label: String,
    pub(super) rank: Option<usize>,
    /// Whether values hold until the next place, as the best so far does.
    pub(super) holds: bool,
    pub(super) steps: Vec<SeriesStep>,
}

/// Returns the curves of each panel of a layout, until no line in color and no band changes any more.
pub(super) fn curves(
    view: &StageView<'_>,
    layout: &PanelLayout<'_>,
    axis: ProgressAxis,
    quantity: LoggedQuantity,
) -> Vec<Vec<LineSteps>> {
    let end = view.options.x_limits.map(|(_, end)| end);
    let whole = curves_until(view, layout, axis, quantity, end);
    // The places are spread over the part of the axis that is shown.
    match places(view.options, whole.iter().flatten()) {
        Some((_, shown, last)) if shown < MAX_SHOWN * last && end.is_none() => {
            curves_until(view, layout, axis, quantity, Some(shown))
        }
        _ => whole,
    }
}

/// Returns the curves of each panel of a layout until a place, if there is one, or the end of each line.
pub(super) fn curves_until(
    view: &StageView<'_>,
    layout: &PanelLayout<'_>,
    axis: ProgressAxis,
    quantity: LoggedQuantity,
    end: Option<f64>,
) -> Vec<Vec<LineSteps>> {
    let is_small = layout.lines() > 2 * LOOKS.len() || view.options.page == Page::TELEPHONE;
    let places = if is_small { FEW_PLACES } else { PLACES };
    let holds = quantity == LoggedQuantity::Best;
    line_steps(layout, holds, |trials| step_series(view.index, trials, axis, quantity, (places, end)))
}

/// Returns the steps of each line of each panel.
pub(super) fn line_steps(
    layout: &PanelLayout<'_>,
    holds: bool,
    steps: impl Fn(&[&TrialRow]) -> Vec<SeriesStep>,
) -> Vec<Vec<LineSteps>> {
    let line = |LineTrials { label, rank, trials, .. }: &LineTrials<'_>| LineSteps {
        label: label.clone(),
        rank: *rank,
        holds,
        steps: steps(trials),
    };
    layout.panels.iter().map(|panel| panel.lines.iter().map(line).collect()).collect()
}

/// Returns the value of a line at a place.
pub(super) fn center(options: &FigureOptions, step: &SeriesStep) -> f64 {
    match options.center {
        Center::Median => step.summary.median,
        Center::Mean => step.summary.mean,
    }
}

/// Returns the ends of the band at a place.
pub(super) fn band(options: &FigureOptions, step: &SeriesStep) -> Option<(f64, f64)> {
    match options.band {
        BandKind::Quartiles => Some((step.summary.lower_quartile, step.summary.upper_quartile)),
        BandKind::Interval => step.mean_95.map(|ends| (ends.low.max(0.0), ends.high)),
        BandKind::Range => Some((step.summary.min, step.summary.max)),
        BandKind::None => None,
    }
}

/// Returns the axis of the values of all lines and bands.
pub(super) fn upward(options: &FigureOptions, curves: &[Vec<LineSteps>]) -> Option<Axis> {
    let (low, high) = extent(options, curves)?;
    let axis = if options.log_y { Axis::log(low, high.max(10.0 * low.max(1.0))) } else { Axis::covering(low, high) };
    Some(axis.within(options.y_limits))
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

/// Returns the lowest and the highest value of all lines and bands.
pub(super) fn extent(options: &FigureOptions, curves: &[Vec<LineSteps>]) -> Option<(f64, f64)> {
    let steps = || curves.iter().flatten().flat_map(|curve| &curve.steps);
    let ends = |step: &SeriesStep| {
        let (value, (low, high)) = (center(options, step), band(options, step).unwrap_or((f64::MAX, f64::MIN)));
        (value.min(low), value.max(high))
    };
    steps().map(ends).reduce(|(low, high), (lower, upper)| (low.min(lower), high.max(upper)))
}

/// Returns the first place of the lines in color, one slightly after the last change of a line or of its band, and the last.
fn places<'c>(options: &FigureOptions, curves: impl Iterator<Item = &'c LineSteps> + Clone) -> Option<(f64, f64, f64)> {
    let colored: Vec<&LineSteps> = curves.clone().filter(|curve| curve.rank.is_some()).collect();
    let colored = if colored.is_empty() { curves.collect() } else { colored };
    let ends = |step: &SeriesStep| (center(options, step), band(options, step));
    let change = |curve: &&LineSteps| {
        let mut pairs = curve.steps.windows(2).rev();
        pairs.find(|pair| ends(&pair[0]) != ends(&pair[1])).map(|pair| pair[1].place)
    };
    let places = || colored.iter().flat_map(|curve| &curve.steps).map(|step| step.place);
    let (first, last) = (places().reduce(f64::min)?, places().reduce(f64::max)?);
    let settled = colored.iter().filter_map(change).reduce(f64::max).unwrap_or(last);
    Some((first, last.min(1.05 * settled), last))
}

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

/// Returns the data with one row for each place of each line, with the levels of the line; empty on telephones, for which there are
/// only drawings.
pub(super) fn data(
    options: &FigureOptions,
    layout: &PanelLayout<'_>,
    axis: ProgressAxis,
    quantities: &[(&str, Vec<Vec<LineSteps>>)],
) -> Data {
    if options.page == Page::TELEPHONE {
        return Data::default();
    }
    let several = quantities.len() > 1;
    let mut columns = if several { vec!["quantity"] } else { vec![] };
    columns.extend(layout.columns());
    columns.extend([axis.unit.name(), "trials", "mean", "mean_low_95", "mean_high_95", "min", "lower_quartile"]);
    columns.extend(["median", "upper_quartile", "max"]);
    let mut data = Data::new(&columns);
    for (quantity, curves) in quantities {
        for (panel, panel_curves) in layout.panels.iter().zip(curves) {
            for (line, curve) in panel.lines.iter().zip(panel_curves) {
                for SeriesStep { place, summary, mean_95 } in &curve.steps {
                    let Summary { count, mean, min, lower_quartile, median, upper_quartile, max, .. } = summary;
                    let mut row: Vec<&dyn Field> = if several { vec![quantity] } else { vec![] };
                    row.extend(panel.levels.iter().chain(&line.levels).map(|level| level as &dyn Field));
                    let [low, high] = ends(*mean_95);
                    row.extend([place as &dyn Field, count, mean, &low, &high]);
                    row.extend([min, lower_quartile, median, upper_quartile, max].map(|number| number as &dyn Field));
                    data.row(&row);
                }
            }
        }
    }
    data
}
