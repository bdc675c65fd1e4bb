//! How low a penalty is reached within how many turns: the fronts of trials that minimize both.

use plotters::element::Polygon;
use plotters::style::Color;

use super::axis::{Axis, PENALTY, Surroundings, frame, round_up, tick_count};
use super::canvas::{fine, record};
use super::convergence::{by_rank, stroke};
use super::data::Data;
use super::drawing::WIDTH;
use super::figure::Figure;
use super::legend::{Entry, Head};
use super::palette::LINES;
use super::primitives::{Curve, Explained};
use super::result_index::{Point, ResultIndex, Stage};
use crate::experiment::record::FrontRow;
use crate::stats::Summary;

/// Height of the panel.
const HIGH: f64 = 320.0;
/// Room at its left and right.
const SIDES: (f64, f64) = (62.0, 26.0);
/// Room below it, for numbers and the name of the axis.
const FOOT: f64 = 44.0;

/// What the trials of a setting have reached within so many turns.
type Step = (u64, Summary);

/// The lowest penalty of a front within so many turns; `None` if it begins beyond.
fn within(front: &[FrontRow], turns: u64) -> Option<f64> {
    front.iter().filter(|row| row.htm <= turns).map(|row| row.penalty).min().map(|penalty| penalty as f64)
}

/// The steps of a setting, from the number of turns within which all its trials have something. C. M. Fonseca and P. J.
/// Fleming, "On the performance assessment and comparison of stochastic multiobjective optimizers" (1996): the median and
/// the quartiles of what is attained.
fn steps(index: &ResultIndex<'_>, point: &Point<'_>, last: u64) -> Vec<Step> {
    let fronts: Vec<&[FrontRow]> =
        point.trials.iter().map(|trial| index.front(trial.trial)).filter(|front| !front.is_empty()).collect();
    let at = |turns| {
        let reached: Option<Vec<f64>> = fronts.iter().map(|front| within(front, turns)).collect();
        Some((turns, Summary::of(&reached?)?))
    };
    (0..=last).filter_map(at).collect()
}

/// Draws a stage's figure; `None` if no trial of it minimizes two objectives.
pub(super) fn draw(index: &ResultIndex<'_>, stage: &Stage<'_>) -> Option<Figure> {
    let all = || stage.points.iter().flat_map(|point| &point.trials).flat_map(|trial| index.front(trial.trial));
    let last = all().map(|row| row.htm).max()?.max(1);
    let lines: Vec<_> = by_rank(stage)
        .into_iter()
        .map(|ranked| (ranked.look, ranked.point, steps(index, ranked.point, last)))
        .filter(|(_, _, steps)| !steps.is_empty())
        .collect();
    let highest = lines.iter().flat_map(|(_, _, steps)| steps).map(|step| step.1.upper_quartile).fold(1.0, f64::max);

    let title = format!("{}: penalty within a number of moves", stage.facts.name);
    let mut entries: Vec<Entry> = Vec::new();
    for (look, point, _) in lines.iter().filter(|(look, ..)| look.is_some()) {
        entries.push(Entry { stroke: Some(stroke(*look)), label: point.label() });
    }
    let gray = lines.iter().filter(|(look, ..)| look.is_none()).count();
    if gray > 0 {
        entries.push(Entry { stroke: Some(stroke(None)), label: format!("the {gray} others") });
    }
    let head = Head::new(&title, &entries);
    let top = head.height + 6.0;
    let drawing = record(top + HIGH + FOOT + 10.0, |area| {
        head.draw(area)?;
        let body = area.margin(fine(top), fine(10.0), fine(8.0), fine(SIDES.1));
        let around = Surroundings { above: 0.0, left: SIDES.0 - 8.0, below: FOOT, names: Some(("moves", PENALTY)) };
        let ticks = tick_count(HIGH, 30.0);
        let x = Axis::new(0.0, last as f64, tick_count(WIDTH - SIDES.0 - SIDES.1, 40.0));
        let y = Axis::new(0.0, round_up(0.0, highest, ticks), ticks);
        let mut chart = frame(&body, x, y, around)?;
        // Bands first, and the first lines last, so that they lie on top.
        for (look, _, steps) in lines.iter().rev() {
            let Some(look) = *look else { continue };
            let above = stairs(steps, |at| at.upper_quartile);
            let below = stairs(steps, |at| at.lower_quartile);
            if above != below {
                let outline: Vec<_> = above.into_iter().chain(below.into_iter().rev()).collect();
                chart.draw_series([Polygon::new(outline, LINES[look].color.mix(0.14))])?;
            }
        }
        for (look, point, steps) in lines.iter().rev() {
            chart.draw_series([Explained::Begin(point.label())])?;
            chart.draw_series([Curve::new(stairs(steps, |at| at.median), stroke(*look))])?;
            chart.draw_series([Explained::End])?;
        }
        Ok(())
    });
    let mut data = Data::new(&["configuration", "moves", "lower_quartile", "median", "upper_quartile", "trials"]);
    for (_, point, steps) in &lines {
        for (turns, at) in steps {
            let [lower, median, upper] = [at.lower_quartile, at.median, at.upper_quartile].map(|n| n.to_string());
            data.row(&[&point.label(), &turns.to_string(), &lower, &median, &upper, &at.count.to_string()]);
        }
    }
    let caption = "The fronts of trials that minimize penalty and length at once: the lowest penalty that a trial has \
                   reached with at most so many moves, the median over the trials of each line; its end at the right is \
                   the longest solution of any. Bands: the middle half of the trials. A line begins where all its trials have \
                   something."
        .to_owned();
    Some(Figure { file: format!("{}-fronts", stage.file_stem()), title, caption, drawing, data: data.text() })
}

/// The steps as stairs: a value holds until the next number of turns.
fn stairs(steps: &[Step], value: fn(&Summary) -> f64) -> Vec<(f64, f64)> {
    let mut stairs: Vec<(f64, f64)> = Vec::new();
    for (turns, at) in steps {
        let (x, y) = (*turns as f64, value(at));
        stairs.extend(stairs.last().map(|last| (x, last.1)).filter(|corner| corner.1 > y));
        stairs.push((x, y));
    }
    stairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(penalty: u64, htm: u64) -> FrontRow {
        FrontRow { trial: 1, penalty, htm, qtm: htm, moves: String::new() }
    }

    #[test]
    fn a_front_says_what_is_reached_within_so_many_turns() {
        let front = [row(90, 1), row(40, 3), row(0, 7)];
        let reached: Vec<_> = [0, 1, 2, 3, 6, 7, 9].map(|turns| within(&front, turns)).into();
        assert_eq!(reached, [None, Some(90.0), Some(90.0), Some(40.0), Some(40.0), Some(0.0), Some(0.0)]);
    }

    #[test]
    fn stairs_go_down_at_once() {
        let at = |turns, value: f64| (turns, Summary::of(&[value]).unwrap());
        let found = stairs(&[at(1, 9.0), at(2, 9.0), at(3, 4.0)], |at| at.median);
        assert_eq!(found, [(1.0, 9.0), (2.0, 9.0), (3.0, 9.0), (3.0, 4.0)]);
    }
}
