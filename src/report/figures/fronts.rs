//! The penalty that is reached within a number of moves: the fronts of trials that minimize both.

use super::{Figure, StageView};
use crate::experiment::record::FrontRow;
use crate::report::data::Data;
use crate::report::plot::{Axis, Band, Chart, LOOKS, Line, PENALTY, Panel, stairs};
use crate::report::result_index::{PointTrials, ResultIndex};
use crate::stats::Summary;

/// Returns the lowest penalty of a front within a number of moves; `None` if it begins beyond.
fn within(front: &[FrontRow], moves: u64) -> Option<f64> {
    front.iter().filter(|row| row.htm <= moves).map(|row| row.penalty).min().map(|penalty| penalty as f64)
}

/// Returns the penalties that the trials of a configuration attain, by number of moves, from the number within which all of them
/// have a solution (C. M. Fonseca and P. J. Fleming, "On the performance assessment and comparison of stochastic
/// multiobjective optimizers", 1996).
fn attained(index: &ResultIndex<'_>, point: &PointTrials<'_>, last: u64) -> Vec<(f64, Summary)> {
    let fronts: Vec<&[FrontRow]> =
        point.trials.iter().map(|trial| index.front(trial.trial)).filter(|front| !front.is_empty()).collect();
    let at = |moves| {
        let reached: Option<Vec<f64>> = fronts.iter().map(|front| within(front, moves)).collect();
        Some((moves as f64, Summary::of(&reached?)?))
    };
    (0..=last).filter_map(at).collect()
}

/// Draws a stage's figure; `None` if no trial of it minimizes two objectives.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let index = view.index;
    let all = || view.stage.points.iter().flat_map(|point| &point.trials).flat_map(|trial| index.front(trial.trial));
    let last = all().map(|row| row.htm).max()?.max(1);
    let mut data = Data::new(&["configuration", "moves", "lower_quartile", "median", "upper_quartile", "trials"]);
    let (mut panel, mut highest) = (Panel::default(), 1.0_f64);
    for (rank, point) in view.ranked() {
        let steps = attained(index, point, last);
        if steps.is_empty() {
            continue;
        }
        for (moves, at) in &steps {
            data.row(&[&point.label(), moves, &at.lower_quartile, &at.median, &at.upper_quartile, &at.count]);
            highest = highest.max(at.upper_quartile);
        }
        if let Some(rank) = rank {
            panel.bands.push(Band(LOOKS[rank].color, band(&steps)));
        }
        let medians: Vec<_> = steps.iter().map(|(moves, at)| (*moves, at.median)).collect();
        panel.lines.push(Line::ranked(point.label(), rank, stairs(&medians)));
    }
    let title = view.title("penalty within a number of moves");
    let axes = (Axis::new(0.0, last as f64), Axis::up_to(highest));
    let drawing = Chart::new(&title, (&view.options.axis("moves"), &view.options.axis(PENALTY)), axes, panel)
        .draw(view.options.page);
    let caption = "The fronts of trials that minimize penalty and length at once: the lowest penalty that a trial has reached \
                   within a number of moves, median over the trials of each line. A line ends at the longest solution of any \
                   trial and begins where all its trials have a solution. Bands: the middle half of the trials."
        .to_owned();
    Some(Figure { file: view.file("fronts"), title, caption, view: "", drawing, data: data.text() })
}

/// Returns the quartiles as a band that changes at once: values hold until the next number of moves.
fn band(steps: &[(f64, Summary)]) -> Vec<(f64, f64, f64)> {
    let ends = |at: &Summary| (at.lower_quartile, at.upper_quartile);
    let before = steps.first().into_iter().chain(steps);
    let corners = steps.iter().zip(before).flat_map(|((x, at), (_, before))| [(*x, ends(before)), (*x, ends(at))]);
    corners.map(|(x, (low, high))| (x, low, high)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_front_gives_the_lowest_penalty_within_a_number_of_moves() {
        let row = |penalty, htm| FrontRow { trial: 1, penalty, htm, qtm: htm, moves: String::new() };
        let front = [row(90, 1), row(40, 3), row(0, 7)];
        let reached: Vec<_> = [0, 1, 2, 3, 6, 7, 9].map(|moves| within(&front, moves)).into();
        assert_eq!(reached, [None, Some(90.0), Some(90.0), Some(40.0), Some(40.0), Some(0.0), Some(0.0)]);
    }

    #[test]
    fn attainment_bands_of_fronts_are_step_functions() {
        let at = |moves, value: f64| (moves, Summary::of(&[value]).unwrap());
        let found = band(&[at(1.0, 9.0), at(3.0, 4.0)]);
        assert_eq!(found, [(1.0, 9.0, 9.0), (1.0, 9.0, 9.0), (3.0, 9.0, 9.0), (3.0, 4.0, 4.0)]);
    }
}
