//! [`Panel`]: the contents of a chart between two axes: lines, bands, bars, intervals, dots and marks. They are drawn here, and places are
//! found between them for labels and a legend. Also here: points as stairs, and shares in percent.

use plotters::element::{Circle, Polygon, Rectangle};
use plotters::style::Color;

use super::TICK_TYPE;
use super::axis::{Axis, Plane};
use super::canvas::{Drawn, fine};
use super::clip;
use super::drawing::{Rgb, Stroke, Type};
use super::palette::{INK, SOFT_INK, look};
use super::primitives::{curve, explained, marker, write};
use super::typeface::width;

/// Distance of a legend from the axes.
const INSET: f64 = 8.0;
/// Distance of contents from a legend.
const CLEAR: f64 = 4.0;
/// Half the width of the ends of intervals.
const CAP: f64 = 3.5;
/// Height of a label beside a mark.
const LABEL_HIGH: f64 = 0.9 * TICK_TYPE;

/// A box in a panel: its upper left corner and its size in units.
pub(super) type PlacedBox = ((f64, f64), (f64, f64));

/// The entry of a line in the legend.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// An entry of its own; lines of the same label share it.
    Own,
    /// The entry "n others".
    Others,
    /// No entry.
    Not,
}

/// A line from left to right.
pub struct Line {
    /// The name in the legend, and the tooltip.
    pub(super) label: String,
    pub(super) named: Named,
    pub(super) stroke: Stroke,
    pub(super) points: Vec<(f64, f64)>,
    /// Whether each point has a mark.
    pub(super) marked: bool,
}

impl Line {
    /// Returns a line with an entry in the legend.
    pub fn new(label: impl Into<String>, stroke: Stroke, points: Vec<(f64, f64)>) -> Self {
        Self { label: label.into(), named: Named::Own, stroke, points, marked: false }
    }

    /// Returns the lowest and the highest value.
    pub fn ends(&self) -> (f64, f64) {
        let values = self.points.iter().map(|point| point.1);
        (values.clone().fold(f64::MAX, f64::min), values.fold(f64::MIN, f64::max))
    }

    /// Returns a line among many: with a look of the palette, or without one in the gray background.
    pub fn ranked(label: impl Into<String>, rank: Option<usize>, points: Vec<(f64, f64)>) -> Self {
        let named = if rank.is_some() { Named::Own } else { Named::Others };
        Self { named, ..Self::new(label, look(rank), points) }
    }

    /// Returns the line without an entry in the legend.
    pub fn unnamed(self) -> Self {
        Self { named: Named::Not, ..self }
    }

    /// Returns the line with a mark at each point.
    pub fn marked(self) -> Self {
        Self { marked: true, ..self }
    }
}

/// The area between two lines: places from left to right, with its lower and its upper end.
pub struct Band(pub Rgb, pub Vec<(f64, f64, f64)>);

impl Band {
    fn outline(&self) -> Vec<(f64, f64)> {
        let above = self.1.iter().map(|(x, _, high)| (*x, *high));
        let below = self.1.iter().rev().map(|(x, low, _)| (*x, *low));
        above.chain(below).collect()
    }
}

/// A dot with a tooltip and, unless that is empty, a label beside it.
pub struct Mark {
    /// The values of its center.
    pub place: (f64, f64),
    /// The color.
    pub color: Rgb,
    /// The text under the pointer.
    pub tooltip: String,
    /// The label.
    pub label: String,
}

/// A filled rectangle between two corners, with a tooltip.
pub struct Bar {
    /// The values of two opposite corners.
    pub corners: [(f64, f64); 2],
    /// The color.
    pub color: Rgb,
    /// The text under the pointer.
    pub tooltip: String,
}

/// Maximum number of bands that do not hide each other in a stronger color.
const FEW_BANDS: usize = 3;

impl Bar {
    fn outline(&self) -> Vec<(f64, f64)> {
        let [(left, low), (right, high)] = self.corners;
        vec![(left, low), (right, low), (right, high), (left, high)]
    }
}

/// A vertical interval, with ends of one width.
pub struct Whisker {
    /// The value on the horizontal axis.
    pub place: f64,
    /// The values of its ends.
    pub ends: (f64, f64),
    /// The color.
    pub color: Rgb,
}

impl Whisker {
    /// Returns its three lines on an axis of a length in units.
    fn lines(&self, x: &Axis, wide: f64) -> [Vec<(f64, f64)>; 3] {
        let (low, high) = self.ends;
        let side = |step: f64| x.value(x.share(self.place) + step / wide);
        let cap = |end: f64| vec![(side(-CAP), end), (side(CAP), end)];
        [vec![(self.place, low), (self.place, high)], cap(low), cap(high)]
    }
}

/// A panel: bands lie behind bars, lines and marks.
#[derive(Default)]
pub struct Panel {
    /// Its factor and level, if there are several panels; without a factor the level alone.
    pub title: Option<(String, String)>,
    /// The horizontal axis of this panel and its name; `None` for that of the chart.
    pub x: Option<(Axis, String)>,
    /// The vertical axis of the panels of this row; `None` for that of the chart.
    pub y: Option<Axis>,
    /// The first line of a kind lies on top.
    pub lines: Vec<Line>,
    /// The bands.
    pub bands: Vec<Band>,
    /// The bars.
    pub bars: Vec<Bar>,
    /// Points in the background.
    pub dots: Vec<(f64, f64)>,
    /// The intervals.
    pub whiskers: Vec<Whisker>,
    /// The marks.
    pub marks: Vec<Mark>,
}

impl Panel {
    /// Draws the contents of a panel of a size in units. The labels of marks stand beside them where there is nothing else, and if one
    /// finds no such place, none is drawn; `boxes` are the places, by upper left corner and size, of what is there beside the contents.
    pub(super) fn draw(&self, plane: &Plane, (x, y): (&Axis, &Axis), size: (f64, f64), boxes: Vec<PlacedBox>) -> Drawn {
        self.draw_values(plane, x, y, size.0)?;
        let is_shown = |mark: &&Mark| clip::contains((x.share(mark.place.0), y.share(mark.place.1)));
        let marks: Vec<&Mark> = self.marks.iter().filter(is_shown).collect();
        let labels = self.places_of_labels(&marks, (x, y), size, boxes);
        marks.iter().enumerate().try_for_each(|(number, Mark { place, color, tooltip, label })| {
            explained(plane, tooltip, |plane| {
                marker(plane, *place, *color)?;
                let Some((right, lower)) = labels.get(number).copied().flatten() else { return Ok(()) };
                let letters = Type::new(TICK_TYPE, INK).left_aligned().shifted(right, lower + LABEL_HIGH / 2.0);
                write(plane, std::slice::from_ref(label), *place, letters)
            })
        })
    }

    /// Returns the distance of each mark's label from its mark, `None` without a label; nothing if a label has no place. No other mark is
    /// nearer to a label than its own.
    fn places_of_labels(
        &self,
        marks: &[&Mark],
        (x, y): (&Axis, &Axis),
        size: (f64, f64),
        mut boxes: Vec<PlacedBox>,
    ) -> Vec<Option<(f64, f64)>> {
        let mut places = vec![];
        let units: Vec<(f64, f64)> = marks
            .iter()
            .map(|Mark { place, .. }| (x.share(place.0) * size.0, (1.0 - y.share(place.1)) * size.1))
            .collect();
        for (Mark { label, .. }, &(across, down)) in marks.iter().zip(&units) {
            if label.is_empty() {
                places.push(None);
                continue;
            }
            let (wide, high) = (width(label, TICK_TYPE, false), LABEL_HIGH);
            let beside = [(6.0, 3.0), (-6.0 - wide, -4.0 - high), (6.0, -4.0 - high), (-6.0 - wide, 3.0)];
            let level = [(7.0, -high / 2.0), (-7.0 - wide, -high / 2.0)];
            let apart = [(-wide / 2.0, -9.0 - high), (-wide / 2.0, 8.0), (9.0, 9.0), (9.0, -10.0 - high)];
            let far = [(-9.0 - wide, 9.0), (-9.0 - wide, -10.0 - high)];
            let free = beside.into_iter().chain(level).chain(apart).chain(far).find(|(right, lower)| {
                let corner = (across + right, down + lower);
                let is_within =
                    corner.0 >= 0.0 && corner.1 >= 0.0 && corner.0 + wide <= size.0 && corner.1 + high <= size.1;
                let overlaps = |(other, extent): &PlacedBox| {
                    corner.0 < other.0 + extent.0
                        && other.0 < corner.0 + wide
                        && corner.1 < other.1 + extent.1
                        && other.1 < corner.1 + high
                };
                let distance = |mark: &(f64, f64)| {
                    (corner.0 + wide / 2.0 - mark.0).powi(2) + (corner.1 + high / 2.0 - mark.1).powi(2)
                };
                let is_nearest = || units.iter().all(|mark| distance(mark) >= distance(&(across, down)));
                let is_free = is_within && !boxes.iter().any(overlaps) && is_nearest();
                is_free && !self.reaches((x, y), size, corner, (wide, high))
            });
            let Some((right, lower)) = free else { return vec![] };
            boxes.push(((across + right, down + lower), (wide, high)));
            places.push(free);
        }
        places
    }

    /// Returns the first place, by its upper left corner in units, at which a box of a size covers none of its contents: at the right,
    /// the left, the middle; each at the top, the bottom, the middle. A place that is far from them is preferred.
    pub(super) fn free_place(&self, axes: (&Axis, &Axis), panel: (f64, f64), size: (f64, f64)) -> Option<(f64, f64)> {
        let (across, down) = (panel.0 - size.0 - 2.0 * INSET, panel.1 - size.1 - 2.0 * INSET);
        if across < 0.0 || down < 0.0 {
            return None;
        }
        let places = [1.0, 0.0, 0.5].into_iter().flat_map(|right| [0.0, 1.0, 0.5].map(|lower| (right, lower)));
        let corners = places.map(|(right, lower)| (INSET + right * across, INSET + lower * down));
        [8.0 * CLEAR, CLEAR].into_iter().find_map(|clear| {
            let room = (size.0 + 2.0 * clear, size.1 + 2.0 * clear);
            corners.clone().find(|corner| !self.reaches(axes, panel, (corner.0 - clear, corner.1 - clear), room))
        })
    }

    /// Returns whether something is drawn in a box, given by its upper left corner and its size in units.
    fn reaches(&self, (x, y): (&Axis, &Axis), (wide, high): (f64, f64), corner: (f64, f64), size: (f64, f64)) -> bool {
        let in_box = |place: (f64, f64)| {
            ((x.share(place.0) * wide - corner.0) / size.0, ((1.0 - y.share(place.1)) * high - corner.1) / size.1)
        };
        let whiskers = self.whiskers.iter().flat_map(|whisker| whisker.lines(x, wide));
        let lines = self.lines.iter().map(|line| line.points.clone()).chain(whiskers);
        let lines: Vec<Vec<_>> = lines.map(|line| line.into_iter().map(in_box).collect()).collect();
        let mut outlines = self.bands.iter().map(Band::outline).chain(self.bars.iter().map(Bar::outline));
        let dots = self.dots.iter().copied().chain(self.marks.iter().map(|mark| mark.place)).map(in_box);
        lines.iter().flatten().copied().chain(dots).any(clip::contains)
            || lines.iter().any(|line| !clip::line(line).is_empty())
            || outlines.any(|outline| !clip::polygon(outline.into_iter().map(in_box).collect()).is_empty())
    }

    /// Draws what is between the axes: plotters would draw what is beyond at their ends.
    fn draw_values(&self, plane: &Plane, x: &Axis, y: &Axis, wide: f64) -> Drawn {
        let shares = |points: &[(f64, f64)]| -> Vec<(f64, f64)> {
            points.iter().map(|point| (x.share(point.0), y.share(point.1))).collect()
        };
        let values = |shares: Vec<(f64, f64)>| -> Vec<(f64, f64)> {
            shares.into_iter().map(|(across, up)| (x.value(across), y.value(up))).collect()
        };
        let shows = |point: (f64, f64)| clip::contains((x.share(point.0), y.share(point.1)));
        for band in self.bands.iter().rev() {
            let mut outline = band.outline();
            if !outline.iter().all(|point| shows(*point)) {
                outline = values(clip::polygon(shares(&outline)));
            }
            plane.draw(&Polygon::new(outline, band.0.mix(if self.bands.len() > FEW_BANDS { 0.1 } else { 0.18 })))?;
        }
        for Bar { corners, color, tooltip } in &self.bars {
            explained(plane, tooltip, |plane| plane.draw(&Rectangle::new(*corners, color.filled())))?;
        }
        for dot in self.dots.iter().filter(|dot| shows(**dot)) {
            plane.draw(&Circle::new(*dot, fine(2.2), SOFT_INK.mix(0.45).filled()))?;
        }
        let parts = |points: &[(f64, f64)]| {
            if points.iter().all(|point| shows(*point)) {
                vec![points.to_vec()]
            } else {
                clip::line(&shares(points)).into_iter().map(values).collect()
            }
        };
        for whisker in &self.whiskers {
            let lines = whisker.lines(x, wide);
            let stroke = Stroke::solid(whisker.color, 1.6);
            lines.iter().flat_map(|line| parts(line)).try_for_each(|part| curve(plane, part, stroke))?;
        }
        // Dashes above solid lines leave these visible where both are the same.
        let mut lines: Vec<&Line> = self.lines.iter().rev().collect();
        lines.sort_by_key(|line| (line.named != Named::Others, !line.stroke.dash.is_empty()));
        for Line { label, stroke, points, marked, .. } in lines {
            explained(plane, label, |plane| {
                parts(points).into_iter().try_for_each(|part| curve(plane, part, *stroke))?;
                let mut dots = points.iter().filter(|dot| *marked && shows(**dot));
                dots.try_for_each(|dot| marker(plane, *dot, stroke.color))
            })?;
        }
        Ok(())
    }
}

/// Turns the ends of a band, each with its place, into stairs.
pub fn band_stairs(ends: &[(f64, f64, f64)]) -> Vec<(f64, f64, f64)> {
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
pub fn stairs(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let ends: Vec<_> = points.iter().map(|&(x, y)| (x, y, y)).collect();
    band_stairs(&ends).into_iter().map(|(x, y, _)| (x, y)).collect()
}

/// Turns shares into percent.
pub fn in_percent(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    points.iter().map(|(x, share)| (*x, 100.0 * share)).collect()
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

    #[test]
    fn boxes_find_a_place_beside_lines_bands_and_bars_or_none() {
        let (x, y) = (Axis::new(0.0, 10.0), Axis::new(0.0, 10.0));
        let place = |panel: &Panel| panel.free_place((&x, &y), (100.0, 100.0), (30.0, 20.0));
        let line = |points: &[(f64, f64)]| Line::new("", Stroke::solid(INK, 1.0), points.to_vec());
        let mut panel = Panel::default();
        assert_eq!(place(&panel), Some((62.0, 8.0)), "upper right");
        panel.lines.push(line(&[(0.0, 0.0), (10.0, 10.0)]));
        assert_eq!(place(&panel), Some((62.0, 72.0)), "lower right of a rising line");
        panel.bands.push(Band(INK, vec![(5.0, 0.0, 2.0), (10.0, 0.0, 2.0)]));
        assert_eq!(place(&panel), Some((8.0, 8.0)), "upper left, since the middle is at the line");
        panel.bars.push(Bar { corners: [(0.0, 7.0), (5.0, 10.0)], color: INK, tooltip: String::new() });
        assert_eq!(place(&panel), None);
        assert_eq!(Panel::default().free_place((&x, &y), (40.0, 100.0), (30.0, 20.0)), None, "too wide");
    }

    #[test]
    fn a_label_is_nearer_to_its_mark_than_to_any_other() {
        let (axes, size) = ((&Axis::new(0.0, 1.0), &Axis::new(0.0, 1.0)), (200.0, 100.0));
        let mark = |across: f64, label: &str| Mark {
            place: (across / 200.0, 0.5),
            color: INK,
            tooltip: String::new(),
            label: label.to_owned(),
        };
        let places = |marks: &[Mark]| {
            let panel = Panel::default();
            panel.places_of_labels(&marks.iter().collect::<Vec<_>>(), axes, size, vec![])
        };
        // At the right end a label has room on the left alone, beside the other mark.
        assert_eq!(places(&[mark(195.0, "63.5")]).len(), 1);
        assert_eq!(places(&[mark(175.0, ""), mark(195.0, "63.5")]), []);
        assert_eq!(places(&[mark(75.0, "62.3"), mark(95.0, "63.5")]).len(), 2);
    }
}
