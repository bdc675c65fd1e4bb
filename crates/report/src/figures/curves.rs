//! The values of lines over generations, evaluations or moves, and of their bands, for the figures of convergence, diversity and fronts,
//! also as their data. They are drawn by `curve_panels`.

use super::StageView;
use super::ends;
use super::layout::{LineTrials, PanelLayout};
use crate::options::{BandKind, Center, FigureOptions};
use crate::step_series::{ProgressAxis, step_series};
use evocube_experiment::record::TrialRow;
use evocube_plot::{LOOKS, Page};
use evocube_rows::{Data, Field, LoggedQuantity, SeriesStep, StepSeries};
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
    // On telephones there are no data.
    let has_intervals = view.options.page != Page::TELEPHONE || view.options.band == BandKind::Interval;
    let series = StepSeries { end, has_intervals, ..axis.series(quantity, places) };
    line_steps(layout, holds, |trials| step_series(view.index, trials, &series))
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

/// Returns the first place of the lines in color, one slightly after the last change of a line or of its band, and the last.
pub(super) fn places<'c>(
    options: &FigureOptions,
    curves: impl Iterator<Item = &'c LineSteps> + Clone,
) -> Option<(f64, f64, f64)> {
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
                let mut names: Vec<&dyn Field> = if several { vec![quantity] } else { vec![] };
                names.extend(panel.levels.iter().chain(&line.levels).map(|level| level as &dyn Field));
                for SeriesStep { place, summary, mean_95 } in &curve.steps {
                    let Summary { count, mean, min, lower_quartile, median, upper_quartile, max, .. } = summary;
                    let [low, high] = ends(*mean_95);
                    data.row(&names);
                    data.row(&[place, count, mean, &low, &high, min, lower_quartile, median, upper_quartile, max]);
                }
            }
        }
    }
    data
}
