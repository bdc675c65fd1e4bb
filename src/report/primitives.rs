//! What plotters has no element for: dashes of several lengths, texts to point at, and blocks of text measured by the
//! embedded typeface.

use std::convert::Infallible;
use std::iter;
use std::slice;

use plotters::element::{Drawable, PointCollection};
use plotters::style::TextStyle;
use plotters_backend::{BackendCoord, DrawingBackend, DrawingErrorKind};

use super::canvas::fine;
use super::drawing::{Drawing, Shape, Stroke};

/// A line with its dashes. plotters' `DashedLineSeries` knows one dash and one gap, and cuts the line into as many
/// paths.
pub(super) struct Curve<Coord> {
    points: Vec<Coord>,
    stroke: Stroke,
}

impl<Coord> Curve<Coord> {
    /// A line through points.
    pub(super) fn new(points: Vec<Coord>, stroke: Stroke) -> Self {
        Self { points, stroke }
    }
}

impl<'a, Coord: 'a> PointCollection<'a, Coord> for &'a Curve<Coord> {
    type Point = &'a Coord;
    type IntoIter = slice::Iter<'a, Coord>;

    fn point_iter(self) -> Self::IntoIter {
        self.points.iter()
    }
}

impl<Coord> Drawable<Drawing> for Curve<Coord> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        drawing: &mut Drawing,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        drawing.stroke(points, self.stroke);
        Ok(())
    }
}

/// Begins or ends what a text explains when pointed at.
pub(super) enum Explained {
    /// The text, for all that is drawn until the end.
    Begin(String),
    /// The end.
    End,
}

impl<'a, Coord: 'a> PointCollection<'a, Coord> for &'a Explained {
    type Point = &'a Coord;
    type IntoIter = iter::Empty<&'a Coord>;

    fn point_iter(self) -> Self::IntoIter {
        iter::empty()
    }
}

impl Drawable<Drawing> for Explained {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        _: I,
        drawing: &mut Drawing,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        drawing.shapes.push(match self {
            Self::Begin(text) => Shape::Begin(text.clone()),
            Self::End => Shape::End,
        });
        Ok(())
    }
}

/// Lines of text below each other; the middle of the block is at its place. plotters' `MultiLineText` measures with a
/// typeface of the system.
pub(super) struct Block<Coord> {
    lines: Vec<String>,
    place: Coord,
    style: TextStyle<'static>,
}

impl<Coord> Block<Coord> {
    /// Lines at a place; the style says where they are anchored.
    pub(super) fn new(lines: Vec<String>, place: Coord, style: TextStyle<'static>) -> Self {
        Self { lines, place, style }
    }
}

impl<'a, Coord: 'a> PointCollection<'a, Coord> for &'a Block<Coord> {
    type Point = &'a Coord;
    type IntoIter = iter::Once<&'a Coord>;

    fn point_iter(self) -> Self::IntoIter {
        iter::once(&self.place)
    }
}

impl<Coord, Back: DrawingBackend> Drawable<Back> for Block<Coord> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        mut points: I,
        backend: &mut Back,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<Back::ErrorType>> {
        let Some((x, middle)) = points.next() else { return Ok(()) };
        // The size of the type is already in the back end's steps.
        let feed = self.style.font.get_size() * LINE_FEED / fine(1.0) as f64;
        let first = -feed * self.lines.len().saturating_sub(1) as f64 / 2.0;
        for (at, line) in self.lines.iter().enumerate() {
            backend.draw_text(line, &self.style, (x, middle + fine(first + at as f64 * feed)))?;
        }
        Ok(())
    }
}

/// From one line to the next, in sizes of the type.
pub(super) const LINE_FEED: f64 = 1.2;
