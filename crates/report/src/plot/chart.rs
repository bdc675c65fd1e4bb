//! Charts of lines, bands, bars and marks over two axes, in one panel or several.

use plotters::element::{Circle, Polygon, Rectangle};
use plotters::style::Color;

use super::axis::{Axis, Plane, TICK, frame};
use super::canvas::{Drawn, coord, fine, record};
use super::clip;
use super::drawing::{Drawing, Rgb, Stroke, Type};
use super::end_labels::{self, End};
use super::head::{ChartHead, LegendEntry};
use super::page::Page;
use super::palette::{INK, SOFT_INK, look};
use super::primitives::{LINE_FEED, curve, explained, write};
use super::typeface::{fit, lines, width};
use super::{MARGIN, NAME_TYPE, TICK_TYPE};
use crate::wording::grouped;

/// Width of the name of the vertical axis, left of all panels.
const NAME: f64 = 26.0;
/// Minimum width of the numbers left of the first panels.
const NUMBERS: f64 = 36.0;
/// Minimum space between panels side by side.
const GAP: f64 = 18.0;
/// Maximum number of lines of a panel's title.
const MAX_TITLE_LINES: usize = 5;
/// Stands between the factors, and between the levels, of a panel's title.
pub(crate) const JOINT: &str = " · ";
/// Minimum height of a single panel.
const MIN_HIGH: f64 = 150.0;
/// Minimum width of one of several panels side by side.
const MIN_PANEL: f64 = 92.0;
/// Height of the numbers below the lowest panels.
const FOOT: f64 = 24.0;
/// Space below a row of panels without numbers.
const NO_NUMBERS: f64 = 10.0;
/// Space above each panel, without its title.
const ABOVE: f64 = 8.0;
/// Minimum height of a panel of a figure whose height is given.
const MIN_PANEL_HIGH: f64 = 40.0;
/// Minimum space right of the panels.
const RIGHT: f64 = 22.0;
/// Height of the name of the horizontal axis, below all panels.
const BOTTOM: f64 = 30.0;

/// The points of a line that are drawn as dots.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dots {
    None,
    Each,
    Last,
}

/// The entry of a line in the legend.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    /// An entry of its own; lines of the same label share it.
    Own,
    /// The entry "n others".
    Others,
    /// No entry.
    Not,
}

/// A way to write the factors and the levels of a panel.
type TitleForm<'a> = &'a dyn Fn(&(String, String)) -> Vec<String>;

/// A line from left to right.
pub(crate) struct Line {
    /// The name in the legend, and the tooltip.
    label: String,
    named: Named,
    stroke: Stroke,
    points: Vec<(f64, f64)>,
    dots: Dots,
}

impl Line {
    /// Returns a line with an entry in the legend.
    pub(crate) fn new(label: impl Into<String>, stroke: Stroke, points: Vec<(f64, f64)>) -> Self {
        Self { label: label.into(), named: Named::Own, stroke, points, dots: Dots::None }
    }

    /// Returns the lowest and the highest value.
    pub(crate) fn ends(&self) -> (f64, f64) {
        let values = self.points.iter().map(|point| point.1);
        (values.clone().fold(f64::MAX, f64::min), values.fold(f64::MIN, f64::max))
    }

    /// Returns a line among many: with a look of the palette, or without one in the gray background.
    pub(crate) fn ranked(label: impl Into<String>, rank: Option<usize>, points: Vec<(f64, f64)>) -> Self {
        let named = if rank.is_some() { Named::Own } else { Named::Others };
        Self { named, ..Self::new(label, look(rank), points) }
    }

    /// Returns the line without dashes.
    pub(crate) fn solid(self) -> Self {
        Self { stroke: Stroke { dash: &[], ..self.stroke }, ..self }
    }

    /// Returns the line without an entry in the legend.
    pub(crate) fn unnamed(self) -> Self {
        Self { named: Named::Not, ..self }
    }

    /// Returns the line with dots.
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
    /// Its factor and level, if there are several panels; without a factor the level alone.
    pub(crate) title: Option<(String, String)>,
    /// The vertical axis of the panels of this row; `None` for that of the chart.
    pub(crate) y: Option<Axis>,
    /// The first line lies on top.
    pub(crate) lines: Vec<Line>,
    pub(crate) bands: Vec<Band>,
    pub(crate) bars: Vec<Bar>,
    pub(crate) marks: Vec<Mark>,
}

impl Panel {
    fn draw(&self, plane: &Plane, x: &Axis, y: &Axis) -> Drawn {
        self.draw_values(plane, x, y)?;
        // Labels are above their places, on the side with more room, each higher than the one before.
        for (higher, Mark { place, color, tooltip, label }) in self.marks.iter().enumerate() {
            let (letters, up) = (Type::new(TICK_TYPE, INK), -9.0 - 14.0 * higher as f64);
            let letters = match x.share(place.0) < 0.5 {
                true => letters.left_aligned().shifted(7.0, up),
                false => letters.right_aligned().shifted(-7.0, up),
            };
            explained(plane, tooltip, |plane| {
                plane.draw(&Circle::new(*place, fine(4.0), color.filled()))?;
                write(plane, std::slice::from_ref(label), *place, letters)
            })?;
        }
        Ok(())
    }

    /// Draws what is between the axes: plotters would draw what is beyond at their ends.
    fn draw_values(&self, plane: &Plane, x: &Axis, y: &Axis) -> Drawn {
        let shares = |points: &[(f64, f64)]| -> Vec<(f64, f64)> {
            points.iter().map(|point| (x.share(point.0), y.share(point.1))).collect()
        };
        let values = |shares: Vec<(f64, f64)>| -> Vec<(f64, f64)> {
            shares.into_iter().map(|(across, up)| (x.value(across), y.value(up))).collect()
        };
        let shows = |point: (f64, f64)| clip::contains((x.share(point.0), y.share(point.1)));
        for Band(color, points) in self.bands.iter().rev() {
            let above = points.iter().map(|(x, _, high)| (*x, *high));
            let below = points.iter().rev().map(|(x, low, _)| (*x, *low));
            let mut outline: Vec<(f64, f64)> = above.chain(below).collect();
            if !outline.iter().all(|point| shows(*point)) {
                outline = values(clip::polygon(shares(&outline)));
            }
            plane.draw(&Polygon::new(outline, color.mix(0.15)))?;
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
                let parts = match points.iter().all(|point| shows(*point)) {
                    true => vec![points.clone()],
                    false => clip::line(&shares(points)).into_iter().map(values).collect(),
                };
                parts.into_iter().try_for_each(|part| curve(plane, part, *stroke))?;
                let mut marked = marked.iter().filter(|dot| shows(**dot));
                marked.try_for_each(|dot| plane.draw(&Circle::new(*dot, fine(2.7), stroke.color.filled())))
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
    /// The number of panels side by side; `None` for as many as fit.
    pub(crate) columns: Option<usize>,
    /// Further entries of the legend.
    pub(crate) entries: Vec<LegendEntry>,
    /// Whether labels at the ends of lines replace the legend if they fit.
    pub(crate) ends: bool,
}

impl<'a> Chart<'a> {
    /// Returns a chart of one panel.
    pub(crate) fn new(title: &'a str, names: (&'a str, &'a str), axes: (Axis, Axis), panel: Panel) -> Self {
        Self {
            title,
            names,
            axes,
            lines_are: String::new(),
            panels: vec![panel],
            columns: None,
            entries: vec![],
            ends: false,
        }
    }

    /// Returns the lines that may have labels at their ends: those of the only panel.
    fn ends(&self) -> Vec<End<'_>> {
        let [panel] = &self.panels[..] else { return vec![] };
        let lines = panel.lines.iter().filter(|line| self.ends && line.named == Named::Own);
        let end = |line| -> Option<End<'_>> {
            let line: &Line = line;
            // The axis may end before the line does.
            let mut shown = line.points.iter().rev().filter(|point| self.axes.0.share(point.0) <= 1.0);
            let last = shown.next().or(line.points.last())?;
            let is_cut = last.0 < line.points.last()?.0;
            let place = if is_cut { self.axes.0.end() } else { last.0 };
            Some(End { label: &line.label, stroke: line.stroke, last: (place, last.1) })
        };
        lines.filter_map(end).collect()
    }

    fn legend(&self, has_end_labels: bool) -> Vec<LegendEntry> {
        let lines = || self.panels.iter().flat_map(|panel| &panel.lines);
        let mut entries: Vec<LegendEntry> = Vec::new();
        for line in lines().filter(|line| line.named == Named::Own && !has_end_labels) {
            if !entries.iter().any(|entry| entry.label == line.label) {
                entries.push(LegendEntry::line(line.stroke, &line.label));
            }
        }
        let others = lines().filter(|line| line.named == Named::Others).count();
        if others > 0 {
            entries.push(LegendEntry::line(look(None), format!("{} others", grouped(others as u64))));
        }
        if !self.lines_are.is_empty() {
            let words =
                if has_end_labels { format!("lines: {}", self.lines_are) } else { format!("{}:", self.lines_are) };
            entries.insert(0, LegendEntry::words(words));
        }
        entries.extend_from_slice(&self.entries);
        entries
    }

    /// Returns the titles of the panels: factors and levels in one line or in a line each, if they fit above each panel. Otherwise
    /// factors are shortened to their last words, or left out with the levels in up to five lines, and stand in the legend.
    fn titles(&self, wide: f64) -> (Vec<Vec<String>>, Option<LegendEntry>) {
        let titles = || self.panels.iter().map(|panel| panel.title.as_ref());
        let equations = |(factors, levels): &(String, String), name: fn(&str) -> &str| -> Vec<String> {
            let (factors, levels): (Vec<_>, Vec<_>) = (factors.split(JOINT).collect(), levels.split(JOINT).collect());
            match factors.len() == levels.len() && !factors[0].is_empty() {
                true => {
                    factors.iter().zip(levels).map(|(factor, level)| format!("{} = {level}", name(factor))).collect()
                }
                false => vec![levels.join(JOINT)],
            }
        };
        let parts = |title: &(String, String)| equations(title, |factor| factor);
        let joined = |title: &(String, String)| vec![parts(title).join(", ")];
        let endings = |title: &(String, String)| {
            equations(title, |factor| factor.rsplit_once(' ').map_or(factor, |(_, ending)| ending))
        };
        let factors = titles().flatten().map(|(factor, _)| factor).find(|factor| !factor.is_empty());
        let factors = factors.map(|factors| LegendEntry::words(format!("panels: {factors}")));
        let forms: [(TitleForm<'_>, _); 3] = [(&joined, None), (&parts, None), (&endings, factors.clone())];
        for (form, entry) in forms {
            if titles().flatten().flat_map(form).all(|line| width(&line, TICK_TYPE, true) <= wide) {
                return (titles().map(|title| title.map(form).unwrap_or_default()).collect(), entry);
            }
        }
        let level = |title: Option<&(String, String)>| match title {
            Some((_, level)) => lines(level, TICK_TYPE, true, wide, MAX_TITLE_LINES),
            None => vec![],
        };
        (titles().map(level).collect(), factors)
    }

    /// Draws the chart.
    pub(crate) fn draw(self, page: Page) -> Drawing {
        let x = self.axes.0.clone();
        let y = |panel: &Panel| panel.y.as_ref().unwrap_or(&self.axes.1).clone();
        let widest = self.panels.iter().map(|panel| y(panel).widest()).fold(0.0, f64::max);
        let numbers = NUMBERS.max(widest + 2.0 * TICK + 2.0);
        // Half of the last number reaches beyond the end of its axis.
        let half_number = x.widest() / 2.0;
        let (mut right, gap) = (RIGHT.max(half_number + 4.0), GAP.max(2.0 * half_number + 8.0));
        let ends = self.ends();
        let names = lines(self.names.0, NAME_TYPE, false, page.units() - 2.0 * MARGIN, 2);
        let bottom = BOTTOM + names.len().saturating_sub(1) as f64 * NAME_TYPE * LINE_FEED;
        // The height of the only panel below a head.
        let high_below = |legend: &[LegendEntry], suitable: f64| {
            let rest = |high: f64| high - ChartHead::new(page, self.title, legend).height - ABOVE - FOOT - bottom;
            page.units_high().map_or(suitable, |high| rest(high).max(MIN_PANEL_HIGH))
        };
        let end_labels = end_labels::room(&ends, &x, page.units(), MIN_HIGH).and_then(|room| {
            right = right.max(room);
            let suitable = height_of(1, 1, page.units() - NAME - numbers - right);
            let high = high_below(&self.legend(true), suitable);
            end_labels::places(&ends, &self.axes.1.clone().fitted(high, 26.0), high)
        });
        if end_labels.is_none() {
            right = RIGHT.max(half_number + 4.0);
        }
        let room = page.units() - NAME - numbers - right;
        let columns = self.columns(room, gap);
        let rows = self.panels.len().div_ceil(columns);
        let wide = (room - gap * (columns - 1) as f64) / columns as f64;
        let apart = x.apart();
        let x = x.fitted(wide, apart);
        let x_names = x.name_lines(wide);
        let foot =
            FOOT + x_names.iter().map(Vec::len).max().unwrap_or(1).saturating_sub(1) as f64 * TICK_TYPE * LINE_FEED;
        let (titles, panels_are) = self.titles(wide);
        let above = ABOVE + titles.iter().map(Vec::len).max().unwrap_or(0) as f64 * TICK_TYPE * LINE_FEED;
        let mut legend = self.legend(end_labels.is_some());
        legend.extend(panels_are);
        let head = ChartHead::new(page, self.title, &legend);
        let top = head.height;
        let high = match page.units_high() {
            Some(high) => ((high - top - bottom) / rows as f64 - above - foot).max(MIN_PANEL_HIGH),
            None => height_of(rows, columns, wide),
        };
        // A last row that is not full leaves panels above it with numbers.
        let between = if self.panels.len().is_multiple_of(columns) { NO_NUMBERS } else { foot };
        let part = above + high + between;
        let inner = rows as f64 * part - between;
        let names = (names, fit(self.names.1, NAME_TYPE, false, top + inner + foot));
        let height = top + inner + foot + bottom;
        // The name of an axis is centered on it, unless it would then leave the page.
        let middle = (top + inner / 2.0).max(width(&names.1, NAME_TYPE, false) / 2.0 + 4.0);
        let widest = names.0.iter().map(|line| width(line, NAME_TYPE, false)).fold(0.0, f64::max);
        let center = (NAME + numbers + room / 2.0).min(page.units() - widest / 2.0 - 4.0).max(widest / 2.0 + 4.0);
        let drawing = record(page, height, |area| {
            head.draw(area)?;
            for (number, (panel, title)) in self.panels.iter().zip(titles).enumerate() {
                let (row, column) = (number / columns, number % columns);
                let (left, upper) = (NAME + numbers + column as f64 * (wide + gap), top + row as f64 * part + above);
                let title_type = Type::new(TICK_TYPE, INK).bold(true).left_aligned().above();
                write(area, &title, coord(left, upper - 5.0), title_type)?;
                // Numbers only at the outermost panels.
                let is_lowest = number + columns >= self.panels.len();
                let x = x.clone().numbers(is_lowest && x_names.is_empty());
                let y = y(panel).fitted(high, 26.0).numbers(column == 0);
                let aside = if column == 0 { numbers } else { TICK };
                let area_of_panel = area.clone().shrink(coord(left - aside, upper), coord(aside + wide, high + foot));
                panel.draw(&frame(&area_of_panel, x.clone(), y.clone(), (aside, foot), false)?, &x, &y)?;
                for (place, name) in x_names.iter().enumerate().filter(|_| is_lowest) {
                    let center = coord(left + x.share(place as f64) * wide, upper + high + 2.0 * TICK);
                    write(area, name, center, Type::new(TICK_TYPE, SOFT_INK).below())?;
                }
                if let Some(places) = &end_labels {
                    end_labels::draw(area, &ends, places, &y, (left + wide, upper), high)?;
                }
            }
            let name = Type::new(NAME_TYPE, INK);
            write(area, &names.0, coord(center, height - 10.0), name.above())?;
            write(area, &[names.1], coord(8.0, middle), name.below().upward())
        });
        // Between names there are no values.
        let x_name = if self.axes.0.has_names() { String::new() } else { self.names.0.to_owned() };
        Drawing { x_name, ..drawing }
    }

    /// Returns the number of panels side by side: at most three, unless the chart says another number, and as many as have room.
    fn columns(&self, room: f64, gap: f64) -> usize {
        // At most a few dozen.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let fit = ((room + gap) / (MIN_PANEL + gap)).max(1.0) as usize;
        let preferred = match self.panels.len() {
            1 => 1,
            2 | 4 => 2,
            _ => 3,
        };
        self.columns.unwrap_or(preferred.min(fit))
    }
}

/// Returns the height of panels.
fn height_of(rows: usize, columns: usize, wide: f64) -> f64 {
    match (rows, columns) {
        (1, 1) => (0.68 * wide).clamp(MIN_HIGH, 320.0),
        (1, _) => (1.1 * wide).clamp(110.0, 230.0),
        _ => (0.75 * wide).clamp(80.0, 150.0),
    }
}

/// Turns the ends of a band, each with its place, into stairs.
pub(crate) fn band_stairs(ends: &[(f64, f64, f64)]) -> Vec<(f64, f64, f64)> {
    let mut stairs: Vec<(f64, f64, f64)> = Vec::new();
    for &(x, low, high) in ends {
        match stairs.last() {
            Some(&(_, low_before, high_before)) if (low, high) != (low_before, high_before) => {
                stairs.extend([(x, low_before, high_before), (x, low, high)]);
            }
            Some(_) => {}
            None => stairs.push((x, low, high)),
        }
    }
    let end = ends.last().zip(stairs.last()).filter(|(end, last)| end.0 > last.0).map(|(end, _)| *end);
    stairs.extend(end);
    stairs
}

/// Turns points into stairs: values hold until the next change. Points between changes are left out.
pub(crate) fn stairs(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let ends: Vec<_> = points.iter().map(|&(x, y)| (x, y, y)).collect();
    band_stairs(&ends).into_iter().map(|(x, y, _)| (x, y)).collect()
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
