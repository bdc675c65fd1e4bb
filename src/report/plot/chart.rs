//! Charts of lines, bands, bars and marks over two axes, in one panel or several.

use plotters::element::{Circle, Polygon, Rectangle};
use plotters::style::Color;

use super::axis::{Axis, Plane, frame};
use super::canvas::{Area, Drawn, at, fine, record};
use super::drawing::{Drawing, Rgb, Stroke, Type};
use super::head::{ChartHead, LegendEntry};
use super::palette::{INK, look};
use super::primitives::{Curve, LINE_FEED, Words, explained};
use super::typeface::{lines, width};
use super::{NAME_TYPE, TICK_TYPE, WIDTH};

/// Left of all panels: the name of the axis.
const NAME: f64 = 26.0;
/// Left of each panel: its numbers.
const NUMBERS: f64 = 36.0;
/// Below each panel: its numbers.
const FOOT: f64 = 24.0;
/// Right of the panels, at least.
const RIGHT: f64 = 22.0;
/// Below all panels: the name of the axis.
const BOTTOM: f64 = 30.0;

/// Points of a line with a dot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dots {
    None,
    Each,
    Last,
}

/// Entry of a line in the legend.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    /// By an entry of its own; lines of the same label share it.
    Own,
    /// By the entry "the n others".
    Others,
    /// Not at all.
    Not,
}

/// A line from left to right.
pub(crate) struct Line {
    /// Its name in the legend and its tooltip.
    label: String,
    named: Named,
    stroke: Stroke,
    points: Vec<(f64, f64)>,
    dots: Dots,
}

impl Line {
    /// A line with an entry in the legend.
    pub(crate) fn new(label: impl Into<String>, stroke: Stroke, points: Vec<(f64, f64)>) -> Self {
        Self { label: label.into(), named: Named::Own, stroke, points, dots: Dots::None }
    }

    /// Its lowest and its highest value.
    pub(crate) fn ends(&self) -> (f64, f64) {
        let values = self.points.iter().map(|point| point.1);
        (values.clone().fold(f64::MAX, f64::min), values.fold(f64::MIN, f64::max))
    }

    /// A line among many: with a look of the palette, or without one in the gray background.
    pub(crate) fn ranked(label: impl Into<String>, rank: Option<usize>, points: Vec<(f64, f64)>) -> Self {
        let named = if rank.is_some() { Named::Own } else { Named::Others };
        Self { named, ..Self::new(label, look(rank), points) }
    }

    /// The same without an entry in the legend.
    pub(crate) fn unnamed(self) -> Self {
        Self { named: Named::Not, ..self }
    }

    /// The same with dots.
    pub(crate) fn dots(self, dots: Dots) -> Self {
        Self { dots, ..self }
    }
}

/// The area between two lines: places from left to right, with its lower and its upper end.
pub(crate) struct Band(pub(crate) Rgb, pub(crate) Vec<(f64, f64, f64)>);

/// A dot with a tooltip and, unless that is empty, a label beside it.
pub(crate) struct Mark {
    pub(crate) place: (f64, f64),
    pub(crate) color: Rgb,
    pub(crate) tooltip: String,
    pub(crate) label: String,
}

/// A filled rectangle between two corners, with a tooltip.
pub(crate) struct Bar {
    pub(crate) corners: [(f64, f64); 2],
    pub(crate) color: Rgb,
    pub(crate) tooltip: String,
}

/// A panel: bands lie behind bars, lines and marks.
#[derive(Default)]
pub(crate) struct Panel {
    /// Its factor and level, if there are several panels.
    pub(crate) title: Option<(String, String)>,
    /// The first line lies on top.
    pub(crate) lines: Vec<Line>,
    pub(crate) bands: Vec<Band>,
    pub(crate) bars: Vec<Bar>,
    pub(crate) marks: Vec<Mark>,
}

impl Panel {
    /// Factor and level if they fit above the panel, otherwise the level in up to two lines.
    fn title_lines(&self, wide: f64) -> Vec<String> {
        let Some((factor, level)) = &self.title else { return vec![] };
        let full = format!("{factor} = {level}");
        if width(&full, TICK_TYPE, true) <= wide { vec![full] } else { lines(level, TICK_TYPE, true, wide, 2) }
    }

    fn draw(&self, plane: &Plane, x: &Axis) -> Drawn {
        for Band(color, points) in self.bands.iter().rev() {
            let above = points.iter().map(|(x, _, high)| (*x, *high));
            let below = points.iter().rev().map(|(x, low, _)| (*x, *low));
            plane.draw(&Polygon::new(above.chain(below).collect::<Vec<_>>(), color.mix(0.15)))?;
        }
        for Bar { corners, color, tooltip } in &self.bars {
            explained(plane, tooltip, |plane| plane.draw(&Rectangle::new(*corners, color.filled())))?;
        }
        for Line { label, stroke, points, dots, .. } in self.lines.iter().rev() {
            let marked = match dots {
                Dots::None => &[],
                Dots::Each => &points[..],
                Dots::Last => &points[points.len().saturating_sub(1)..],
            };
            explained(plane, label, |plane| {
                plane.draw(&Curve(points.clone(), *stroke))?;
                marked.iter().try_for_each(|dot| plane.draw(&Circle::new(*dot, fine(2.7), stroke.color.filled())))
            })?;
        }
        // Labels stand above their places, on the side with more room, one higher than the other.
        for (higher, Mark { place, color, tooltip, label }) in self.marks.iter().enumerate() {
            let letters = Type::new(TICK_TYPE, INK);
            let (letters, right) =
                if x.share(place.0) < 0.5 { (letters.left_aligned(), 7.0) } else { (letters.right_aligned(), -7.0) };
            explained(plane, tooltip, |plane| {
                plane.draw(&Circle::new(*place, fine(4.0), color.filled()))?;
                plane.draw(&Words::new(label, *place, letters).shifted(right, -9.0 - 14.0 * higher as f64))
            })?;
        }
        Ok(())
    }
}

/// A chart.
pub(crate) struct Chart<'a> {
    pub(crate) title: &'a str,
    /// The names of the axes.
    pub(crate) names: (&'a str, &'a str),
    /// The axes, which all panels share.
    pub(crate) axes: (Axis, Axis),
    /// The heading of the legend; may be empty.
    pub(crate) lines_are: String,
    pub(crate) panels: Vec<Panel>,
    /// Further entries of the legend.
    pub(crate) entries: Vec<LegendEntry>,
}

impl<'a> Chart<'a> {
    /// A chart of one panel.
    pub(crate) fn new(title: &'a str, names: (&'a str, &'a str), axes: (Axis, Axis), panel: Panel) -> Self {
        Self { title, names, axes, lines_are: String::new(), panels: vec![panel], entries: vec![] }
    }

    fn legend(&self) -> Vec<LegendEntry> {
        let lines = || self.panels.iter().flat_map(|panel| &panel.lines);
        let mut entries: Vec<LegendEntry> = Vec::new();
        for line in lines().filter(|line| line.named == Named::Own) {
            if !entries.iter().any(|entry| entry.label == line.label) {
                entries.push(LegendEntry::line(line.stroke, &line.label));
            }
        }
        let others = lines().filter(|line| line.named == Named::Others).count();
        if others > 0 {
            entries.push(LegendEntry::line(look(None), format!("the {others} others")));
        }
        if !self.lines_are.is_empty() {
            entries.insert(0, LegendEntry::words(format!("{}:", self.lines_are)));
        }
        entries.extend_from_slice(&self.entries);
        entries
    }

    /// Draws it.
    pub(crate) fn draw(self) -> Drawing {
        let columns = match self.panels.len() {
            1 => 1,
            2 | 4 => 2,
            _ => 3,
        };
        let rows = self.panels.len().div_ceil(columns);
        let high = match (rows, columns) {
            (1, 1) => 320.0,
            (1, _) => 230.0,
            _ => 165.0,
        };
        let (x, y) = self.axes.clone();
        // Half of the last number stands beyond the end of its axis.
        let right = RIGHT.max(x.widest() / 2.0 + 4.0);
        let wide = (WIDTH - NAME - right) / columns as f64 - NUMBERS;
        let apart = x.widest() + 22.0;
        let (x, y) = (x.fitted(wide, apart), y.fitted(high, 26.0));
        let titles: Vec<_> = self.panels.iter().map(|panel| panel.title_lines(wide)).collect();
        let above = 8.0 + titles.iter().map(Vec::len).max().unwrap_or(0) as f64 * TICK_TYPE * LINE_FEED;
        let head = ChartHead::new(self.title, &self.legend());
        let (top, middle) = (head.height, head.height + (rows as f64 * (above + high + FOOT) - FOOT) / 2.0);
        let height = top + rows as f64 * (above + high + FOOT) + BOTTOM;
        let drawing = record(height, |area| {
            head.draw(area)?;
            let body = area.margin(fine(top), fine(BOTTOM), fine(NAME), fine(right));
            let parts = body.split_evenly((rows, columns));
            for (number, ((part, panel), title)) in parts.iter().zip(&self.panels).zip(titles).enumerate() {
                let title_type = Type::new(TICK_TYPE, INK).bold(true).left_aligned().above();
                part.draw(&Words::of_lines(title, at(NUMBERS, above - 5.0), title_type))?;
                // Numbers only at the outermost panels.
                let x = x.clone().numbers(number + columns >= self.panels.len());
                let y = y.clone().numbers(number % columns == 0);
                let part: Area = part.margin(fine(above), 0, 0, 0);
                panel.draw(&frame(&part, x.clone(), y, (NUMBERS, FOOT), false)?, &x)?;
            }
            let name = Type::new(NAME_TYPE, INK);
            let below = at((NAME + NUMBERS + WIDTH - right) / 2.0, height - 10.0);
            area.draw(&Words::new(self.names.0, below, name.above()))?;
            area.draw(&Words::new(self.names.1, at(8.0, middle), name.below().upward()))
        });
        // Between names there are no values.
        let x_name = if self.axes.0.is_of_names() { String::new() } else { self.names.0.to_owned() };
        Drawing { x_name, ..drawing }
    }
}

/// Turns points into stairs: values hold until the next change. Points between changes are left out.
#[allow(clippy::float_cmp)] // a value that holds is the same
pub(crate) fn stairs(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut stairs: Vec<(f64, f64)> = Vec::new();
    for &(x, y) in points {
        if let Some(&(_, before)) = stairs.last() {
            if y != before {
                stairs.push((x, before));
                stairs.push((x, y));
            }
        } else {
            stairs.push((x, y));
        }
    }
    if let (Some(&(end, _)), Some(&(x, y))) = (points.last(), stairs.last())
        && end > x
    {
        stairs.push((end, y));
    }
    stairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_lines_change_vertically() {
        let up = stairs(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.5), (3.0, 0.5)]);
        assert_eq!(up, [(0.0, 0.0), (2.0, 0.0), (2.0, 0.5), (3.0, 0.5)]);
        let down = stairs(&[(1.0, 9.0), (2.0, 9.0), (3.0, 4.0)]);
        assert_eq!(down, [(1.0, 9.0), (3.0, 9.0), (3.0, 4.0)]);
    }
}
