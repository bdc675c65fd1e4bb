//! Convergence of a stage: the lowest penalty so far by generation or evaluations, with marks where half are solved. Instances that
//! differ more than configurations get panels of their own. The lowest penalty by moves is drawn in `fronts`.

use super::curve_panels::{band_sentence, bands_entry, panels, upward, x_axis};
use super::curves::{LineSteps, curves, data};
use super::layout::{MAX_PANELS, PanelLayout, layout_by_objective};
use super::names::center_over_trials;
use super::{Figure, StageView, fronts};
use crate::options::{Center, FigureOptions, ProgressUnit};
use crate::result_index::PointTrials;
use crate::step_series::ProgressAxis;
use crate::wording::short;
use evocube_experiment::record::ConvergenceRow;
use evocube_plot::{LegendEntry, Mark, PENALTY, look};
use evocube_rows::LoggedQuantity;
use evocube_stats::samples::{mean, sample_sd};

/// The first part of the evaluations; where most of the fall is in it, the axis is logarithmic.
const EARLY: f64 = 0.2;

/// Returns the view by evaluations, on a logarithmic axis where most of the fall is early.
pub(super) fn opening(view: &StageView<'_>) -> Option<Figure> {
    by_evaluations(view, falls_early(view))
}

/// Returns the view by evaluations on the other axis.
pub(super) fn closing(view: &StageView<'_>) -> Option<Figure> {
    by_evaluations(view, !falls_early(view))
}

pub(super) fn by_generation(view: &StageView<'_>) -> Option<Figure> {
    draw(view, ProgressAxis { unit: ProgressUnit::Generation, log: false }, ["convergence", "by generation"])
}

fn by_evaluations(view: &StageView<'_>, log: bool) -> Option<Figure> {
    let names = if log { ["log", "by evaluations, log"] } else { ["evaluations", "by evaluations"] };
    draw(view, ProgressAxis { unit: ProgressUnit::Evaluations, log }, names)
}

/// Returns whether most of the fall of the penalties is in the first part of the evaluations of the longest trial.
fn falls_early(view: &StageView<'_>) -> bool {
    let logs = || view.stage.trials().map(|trial| view.index.convergence(trial.trial));
    let longest = logs().filter_map(|log| log.last()).map(|row| row.evaluations).max().unwrap_or(0);
    let is_early = |row: &&ConvergenceRow| row.evaluations as f64 <= EARLY * longest as f64;
    let fall = |log: &[ConvergenceRow]| {
        let (first, last) = log.first().zip(log.last())?;
        let early = log.iter().take_while(is_early).last().unwrap_or(first);
        Some([early, last].map(|row| first.best.saturating_sub(row.best)))
    };
    let (early, all) = logs().filter_map(fall).fold((0, 0), |(early, all), fall| (early + fall[0], all + fall[1]));
    2 * early > all
}

/// Returns a panel for each instance, where instances differ more than configurations do and all have one objective.
pub(super) fn by_instance(view: &StageView<'_>) -> Option<Figure> {
    let is_comparable = view.stage.summary.selection.comparable_penalties;
    if view.stage.summary.factors.is_empty() || !is_comparable || !instances_differ_more(view) {
        return None;
    }
    let options = FigureOptions { by_instance: true, ..view.options.clone() };
    let view = StageView { options: &options, ..*view };
    let axis = ProgressAxis { unit: ProgressUnit::Evaluations, log: falls_early(&view) };
    draw(&view, axis, ["instances", "by instance"])
}

/// Returns whether the mean best penalties of instances vary more than those of configurations. Instances whose panels would be
/// too many have none.
fn instances_differ_more(view: &StageView<'_>) -> bool {
    let instances = &view.index.results.sweep.instances;
    if instances.len() > MAX_PANELS {
        return false;
    }
    let variance = |means: Vec<f64>| sample_sd(&means).unwrap_or(0.0);
    let finals = |name: &str| {
        let trials = view.stage.points.iter().flat_map(|point| point.on_instance(name));
        let best = trials.filter_map(|trial| trial.outcome.as_ref()).map(|outcome| outcome.best as f64);
        mean(&best.collect::<Vec<_>>())
    };
    let instance_means: Vec<f64> = instances.iter().filter_map(|instance| finals(&instance.name)).collect();
    let point_means: Vec<f64> = view.stage.points.iter().filter_map(|point| mean(&point.finals())).collect();
    variance(instance_means) > variance(point_means)
}

/// Returns the figure that the options ask for: by moves it is that of the fronts.
pub(super) fn shaped(view: &StageView<'_>) -> Option<Figure> {
    let (unit, log) = match view.options.x {
        Some(ProgressUnit::Moves) => return fronts::draw(view),
        None if view.options.x_limits.is_none() => (ProgressUnit::Evaluations, view.options.log_x || falls_early(view)),
        x => (x.unwrap_or(ProgressUnit::Evaluations), view.options.log_x),
    };
    draw(view, ProgressAxis { unit, log }, ["convergence", ""])
}

fn draw(view: &StageView<'_>, axis: ProgressAxis, [file, name]: [&'static str; 2]) -> Option<Figure> {
    let (options, layout) = (view.options, layout_by_objective(view));
    let curves = curves(view, &layout, axis, LoggedQuantity::Best);
    let x = x_axis(options, curves.iter().flatten(), axis.log)?;
    let y = upward(options, &curves)?;
    let title =
        view.title(&format!("best penalty so far{}", center_over_trials(options.center.name(), layout.trials())));
    let y_title = if options.log_y { format!("{PENALTY}, log") } else { PENALTY.to_owned() };
    let names = (&*options.axis(axis.unit.name()), &*options.axis(&y_title));
    let mut panels = panels(options, &layout, &curves);
    let has_labels = panels.len() == 1;
    for (panel, lines) in panels.iter_mut().zip(&curves) {
        panel.marks = lines.iter().filter_map(|line| half_solved(options, line, has_labels)).collect();
    }
    let has_marks = panels.iter().any(|panel| !panel.marks.is_empty());
    let mut chart = layout.chart(&title, names, (x, y), panels);
    chart.entries.extend(bands_entry(options, &chart.panels));
    chart.entries.extend(has_marks.then(|| LegendEntry::words("marks: half solved")));
    let drawing = chart.draw(options.page);
    let caption = caption(view, &layout, options, &curves);
    let data = data(options, &layout, axis, &[("best", curves)]);
    Some(Figure { view: name, ..view.figure(file, title, caption, drawing, data) })
}

/// Returns the mark where the median of a line in color reaches 0.
fn half_solved(options: &FigureOptions, line: &LineSteps, has_label: bool) -> Option<Mark> {
    let solved = line.steps.iter().find(|step| options.center == Center::Median && step.summary.median <= 0.0)?;
    let place = short(solved.place);
    Some(Mark {
        place: (solved.place, 0.0),
        color: look(Some(line.rank?)).color,
        tooltip: format!("{}: half solved by {place}", line.label),
        label: if has_label { place } else { String::new() },
    })
}

fn caption(
    view: &StageView<'_>,
    layout: &PanelLayout<'_>,
    options: &FigureOptions,
    curves: &[Vec<LineSteps>],
) -> String {
    let stage = view.stage;
    let trials = stage.points.iter().map(|point| point.outcomes().count()).max().unwrap_or(0);
    let mut caption = format!(
        "Lowest penalty found so far, {} over the trials (repetitions and instances) of each line. A trial that ended \
         keeps its last value; the axis ends where no line in color and no band changes any more.",
        options.center.name()
    );
    if trials > 1 {
        caption.push_str(&band_sentence(options, curves));
    }
    caption.push_str(&layout.sentences());
    if options.log_y {
        caption.push_str(" Penalties below 1 are drawn at 1.");
    }
    let solvers: Vec<_> = stage.points.iter().filter(|point| point.is_solvers()).map(PointTrials::label).collect();
    if !solvers.is_empty() {
        caption
            .push_str(&format!(" Deterministic solvers have no generations and so no line: {}.", solvers.join(", ")));
    }
    caption
}
