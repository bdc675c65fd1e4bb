//! The elements that plotters lacks: dashed lines, tooltips, and text measured by the embedded typeface.

use std::convert::Infallible;
use std::iter;
use std::slice;

use plotters::coord::CoordTranslate;
use plotters::drawing::DrawingArea;
use plotters::element::{Drawable, PointCollection};
use plotters::style::text_anchor::VPos;
use plotters_backend::{BackendCoord, DrawingErrorKind};

use super::canvas::{Drawn, place};
use super::drawing::{Drawing, DrawnShape, PlaneEnds, Stroke, Type};

/// Distance of base lines, in type sizes.
pub(crate) const LINE_FEED: f64 = 1.2;

/// A line with dashes of several lengths. plotters' `DashedLineSeries` has one length and draws each dash on its own.
pub(crate) struct Curve<Coord>(pub(crate) Vec<Coord>, pub(crate) Stroke);

impl<'a, Coord: 'a> PointCollection<'a, Coord> for &'a Curve<Coord> {
    type Point = &'a Coord;
    type IntoIter = slice::Iter<'a, Coord>;

    fn point_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<Coord> Drawable<Drawing> for Curve<Coord> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        drawing: &mut Drawing,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        drawing.stroke(&points.map(place).collect::<Vec<_>>(), self.1);
        Ok(())
    }
}

/// Draws with a tooltip.
pub(crate) fn explained<C: CoordTranslate>(
    area: &DrawingArea<Drawing, C>,
    tooltip: impl Into<String>,
    draw: impl FnOnce(&DrawingArea<Drawing, C>) -> Drawn,
) -> Drawn {
    area.draw(&Recorded::Shape(DrawnShape::Begin(tooltip.into())))?;
    draw(area)?;
    area.draw(&Recorded::Shape(DrawnShape::End))
}

/// A part of a drawing that is recorded unchanged, without a place of its own.
pub(super) enum Recorded {
    Shape(DrawnShape),
    /// The ends of a plane, which are recorded beside the shapes.
    Plane(PlaneEnds),
}

impl<'a, Coord: 'a> PointCollection<'a, Coord> for &'a Recorded {
    type Point = &'a Coord;
    type IntoIter = iter::Empty<&'a Coord>;

    fn point_iter(self) -> Self::IntoIter {
        iter::empty()
    }
}

impl Drawable<Drawing> for Recorded {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        _: I,
        drawing: &mut Drawing,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        match self {
            Self::Shape(shape) => drawing.shapes.push(shape.clone()),
            Self::Plane(ends) => drawing.planes.push(*ends),
        }
        Ok(())
    }
}

/// Lines of text at a place. plotters' `MultiLineText` measures with a font of the system.
pub(crate) struct Words<Coord> {
    lines: Vec<String>,
    place: Coord,
    shift: (f64, f64),
    letters: Type,
}

impl<Coord> Words<Coord> {
    /// Returns a line of text at a place.
    pub(crate) fn new(text: impl Into<String>, place: Coord, letters: Type) -> Self {
        Self::from_lines(vec![text.into()], place, letters)
    }

    /// Returns a block of lines at a place; the type fixes the part of the block that is there.
    pub(crate) fn from_lines(lines: Vec<String>, place: Coord, letters: Type) -> Self {
        Self { lines, place, shift: (0.0, 0.0), letters }
    }

    /// Returns the words moved by CSS pixels.
    pub(crate) fn shifted(self, x: f64, y: f64) -> Self {
        Self { shift: (x, y), ..self }
    }
}

impl<'a, Coord: 'a> PointCollection<'a, Coord> for &'a Words<Coord> {
    type Point = &'a Coord;
    type IntoIter = iter::Once<&'a Coord>;

    fn point_iter(self) -> Self::IntoIter {
        iter::once(&self.place)
    }
}

impl<Coord> Drawable<Drawing> for Words<Coord> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        drawing: &mut Drawing,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        let feed = self.letters.size * LINE_FEED;
        let lines_above = match self.letters.height {
            VPos::Top => 0.0,
            VPos::Center => 0.5,
            VPos::Bottom => 1.0,
        } * self.lines.len().saturating_sub(1) as f64;
        for (x, y) in points.map(place) {
            for (number, line) in self.lines.iter().enumerate() {
                let offset = (number as f64 - lines_above) * feed;
                drawing.write(line, (x + self.shift.0, y + self.shift.1 + offset), self.letters);
            }
        }
        Ok(())
    }
}
