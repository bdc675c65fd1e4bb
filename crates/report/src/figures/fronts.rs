//! The figure of fronts, for trials that minimize penalty and length: the lowest penalty within each number of moves (half-turn metric), as
//! the mean or the median of a line's trials.

use super::curve_panels::{band_sentence, extent, panels};
use super::curves::{LineSteps, data, line_steps};
use super::layout::layout_by_objective;
use super::names::center_over_trials;
use super::{Figure, StageView};
use crate::options::ProgressUnit;
use crate::result_index::ResultIndex;
use crate::step_series::ProgressAxis;
use evocube_experiment::record::{FrontRow, TrialRow};
use evocube_plot::{Axis, PENALTY};
use evocube_rows::SeriesStep;
use evocube_stats::intervals::mean_interval;
use evocube_stats::samples::Summary;

/// Returns the lowest penalty of a front within a number of moves; `None` if it begins beyond.
fn lowest_penalty(front: &[FrontRow], moves: u64) -> Option<f64> {
    front.iter().filter(|row| row.htm <= moves).map(|row| row.penalty).min().map(|penalty| penalty as f64)
}

/// Returns the penalties that the trials of a line attain, by number of moves, from the number within which all of them
/// have a solution (C. M. Fonseca and P. J. Fleming, "On the performance assessment and comparison of stochastic
/// multiobjective optimizers", 1996).
fn attained(index: &ResultIndex<'_>, trials: &[&TrialRow], last: u64) -> Vec<SeriesStep> {
    let mut fronts: Vec<(&str, &[FrontRow])> =
        trials.iter().map(|trial| (&trial.instance[..], index.front(trial.trial))).collect();
    fronts.retain(|(_, front)| !front.is_empty());
    fronts.sort_by_key(|(instance, _)| *instance);
    let step = |moves| {
        let penalties =
            |fronts: &[(&str, &[FrontRow])]| fronts.iter().map(|(_, front)| lowest_penalty(front, moves)).collect();
        let strata: Option<Vec<Vec<f64>>> = fronts.chunk_by(|a, b| a.0 == b.0).map(penalties).collect();
        let strata = strata?;
        let groups: Vec<&[f64]> = strata.iter().map(Vec::as_slice).collect();
        let (summary, mean_95) = (Summary::new(&strata.concat())?, mean_interval(&groups, 0.05));
        Some(SeriesStep { place: moves as f64, summary, mean_95 })
    };
    (0..=last).filter_map(step).collect()
}

/// Draws a stage's figure; `None` if no trial of it minimizes two objectives.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let (index, options, layout) = (view.index, view.options, layout_by_objective(view));
    let rows = view.stage.trials().flat_map(|trial| index.front(trial.trial));
    let last = rows.map(|row| row.htm).max()?.max(1);
    let curves = line_steps(&layout, false, |trials| attained(index, trials, last));
    let panel_curves =
        |lines: &Vec<LineSteps>| lines.iter().filter(|line| !line.steps.is_empty()).map(stairs).collect();
    let drawn: Vec<Vec<LineSteps>> = curves.iter().map(panel_curves).collect();
    let (lowest, highest) = extent(options, &drawn)?;
    let title = view.title(&format!(
        "lowest penalty within a number of moves{}",
        center_over_trials(options.center.name(), layout.trials())
    ));
    let names = (&*options.axis("moves"), &*options.axis(PENALTY));
    let x_axis = Axis::new(0.0, last as f64).within(options.x_limits);
    let axes = (x_axis, Axis::covering(lowest, highest).within(options.y_limits));
    let drawing = layout.chart(&title, names, axes, panels(options, &layout, &drawn)).draw(options.page);
    let caption = format!(
        "The fronts of trials that minimize penalty and length at once: the lowest penalty that a trial has reached \
         within a number of moves, {} over the trials of each line. A line ends at the longest solution of any trial and \
         begins where all its trials have a solution.{}{}",
        options.center.name(),
        band_sentence(options, &drawn),
        layout.sentences()
    );
    let data = data(options, &layout, ProgressAxis { unit: ProgressUnit::Moves, log: false }, &[("penalty", curves)]);
    Some(view.figure("fronts", title, caption, drawing, data))
}

/// Returns the curve with values that hold until the next number of moves.
fn stairs(curve: &LineSteps) -> LineSteps {
    let before = curve.steps.first().into_iter().chain(&curve.steps);
    let corners = curve.steps.iter().zip(before);
    let steps = corners.flat_map(|(step, before)| [SeriesStep { place: step.place, ..*before }, *step]).collect();
    LineSteps { label: curve.label.clone(), rank: curve.rank, holds: false, steps }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_front_gives_the_lowest_penalty_within_a_number_of_moves() {
        let row = |penalty, htm| FrontRow { trial: 1, penalty, htm, qtm: htm, moves: String::new() };
        let front = [row(90, 1), row(40, 3), row(0, 7)];
        let penalties: Vec<_> = [0, 1, 2, 3, 6, 7, 9].map(|moves| lowest_penalty(&front, moves)).into();
        assert_eq!(penalties, [None, Some(90.0), Some(90.0), Some(40.0), Some(40.0), Some(0.0), Some(0.0)]);
    }

    #[test]
    fn attained_penalties_hold_until_the_next_number_of_moves() {
        let step = |place, value: f64| SeriesStep { place, summary: Summary::new(&[value]).unwrap(), mean_95: None };
        let curve =
            LineSteps { label: String::new(), rank: None, holds: false, steps: vec![step(1.0, 9.0), step(3.0, 4.0)] };
        let corners: Vec<_> = stairs(&curve).steps.iter().map(|step| (step.place, step.summary.median)).collect();
        assert_eq!(corners, [(1.0, 9.0), (1.0, 9.0), (3.0, 9.0), (3.0, 4.0)]);
    }
}
