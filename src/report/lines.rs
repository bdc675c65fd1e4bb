//! A chart of a few lines, with bands behind them and marks on top: what several figures are.

use plotters::coord::ranged1d::Ranged;
use plotters::element::{Circle, EmptyElement, Polygon, Text};
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::{Axis, Surroundings, TICK_TYPE, frame};
use super::canvas::{at, fine, letters, record};
use super::drawing::{Drawing, Stroke};
use super::legend::{Entry, Head};
use super::palette::{INK, Rgb};
use super::primitives::{Curve, Explained};

/// Height of the panel.
pub(super) const HIGH: f64 = 300.0;
/// Room at its left and right.
pub(super) const SIDES: (f64, f64) = (62.0, 26.0);
/// Room below it, for numbers and the name of the axis.
const FOOT: f64 = 44.0;

/// A line.
#[derive(Debug)]
pub(super) struct Line {
    /// What it shows.
    pub(super) label: String,
    /// Is it in the legend, or only explained when pointed at?
    pub(super) named: bool,
    /// How it looks.
    pub(super) stroke: Stroke,
    /// Its points, from left to right.
    pub(super) points: Vec<(f64, f64)>,
    /// Does a dot mark each?
    pub(super) dots: bool,
}

/// An area between two lines.
#[derive(Debug)]
pub(super) struct Band {
    /// Its color, which lets what is behind through.
    pub(super) color: Rgb,
    /// From left to right: where it is, its lower and its upper end.
    pub(super) points: Vec<(f64, f64, f64)>,
}

/// A single place with a word.
#[derive(Debug)]
pub(super) struct Mark {
    /// Where.
    pub(super) place: (f64, f64),
    /// Its color.
    pub(super) color: Rgb,
    /// What is said when it is pointed at.
    pub(super) words: String,
    /// What stands beside it.
    pub(super) label: String,
}

/// A chart.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    /// Its title.
    pub(super) title: &'a str,
    /// The names of the axes: to the right, upward.
    pub(super) names: (&'a str, &'a str),
    /// The lines, the most important first.
    pub(super) lines: Vec<Line>,
    /// The bands, which lie behind all lines.
    pub(super) bands: Vec<Band>,
    /// The marks, which lie on top.
    pub(super) marks: Vec<Mark>,
    /// What else the legend says.
    pub(super) entries: Vec<Entry>,
}

impl Lines<'_> {
    /// Draws it between these axes.
    pub(super) fn draw(self, x: Axis, y: Axis) -> Drawing {
        let named = self.lines.iter().filter(|line| line.named);
        let mut entries: Vec<Entry> =
            named.map(|line| Entry { stroke: Some(line.stroke), label: line.label.clone() }).collect();
        entries.extend(self.entries);
        let head = Head::new(self.title, &entries);
        let (top, range) = (head.height + 6.0, x.range());
        record(top + HIGH + FOOT + 10.0, |area| {
            head.draw(area)?;
            let body = area.margin(fine(top), fine(10.0), fine(8.0), fine(SIDES.1));
            let around = Surroundings { above: 0.0, left: SIDES.0 - 8.0, below: FOOT, names: Some(self.names) };
            let mut chart = frame(&body, x, y, around)?;
            for Band { color, points } in &self.bands {
                let above = points.iter().map(|(x, _, high)| (*x, *high));
                let below = points.iter().rev().map(|(x, low, _)| (*x, *low));
                chart.draw_series([Polygon::new(above.chain(below).collect::<Vec<_>>(), color.mix(0.16))])?;
            }
            for Line { label, stroke, points, dots, .. } in self.lines.iter().rev() {
                chart.draw_series([Explained::Begin(label.clone())])?;
                chart.draw_series([Curve::new(points.clone(), *stroke)])?;
                let marked = points.iter().filter(|_| *dots);
                chart.draw_series(marked.map(|point| Circle::new(*point, fine(2.8), stroke.color.filled())))?;
                chart.draw_series([Explained::End])?;
            }
            // Words stand above their places, on the side with more room, one higher than the other.
            let (start, end) = (range.start, range.end);
            for (higher, Mark { place, color, words, label }) in self.marks.iter().enumerate() {
                let is_left = place.0 - start < (end - start) / 2.0;
                let (side, right) = if is_left { (HPos::Left, 7.0) } else { (HPos::Right, -7.0) };
                let ink = letters(TICK_TYPE, &INK).pos(Pos::new(side, VPos::Center));
                let word = Text::new(label.clone(), at(right, -9.0 - 14.0 * higher as f64), ink);
                chart.draw_series([Explained::Begin(words.clone())])?;
                chart.draw_series([Circle::new(*place, fine(4.0), color.filled())])?;
                chart.draw_series([EmptyElement::at(*place) + word])?;
                chart.draw_series([Explained::End])?;
            }
            Ok(())
        })
    }
}

/// The points of a rising share as stairs, without those on the level.
pub(super) fn stairs(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut stairs: Vec<(f64, f64)> = Vec::new();
    for &(x, y) in points {
        if let Some(&(_, before)) = stairs.last() {
            if y > before {
                stairs.push((x, before));
                stairs.push((x, y));
            }
        } else {
            stairs.push((x, y));
        }
    }
    stairs.extend(points.last().map(|last| (last.0, stairs.last().map_or(0.0, |at| at.1))));
    stairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stairs_climb_at_once() {
        let climbed = stairs(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.5), (3.0, 0.5)]);
        assert_eq!(climbed, [(0.0, 0.0), (2.0, 0.0), (2.0, 0.5), (3.0, 0.5)]);
    }
}
