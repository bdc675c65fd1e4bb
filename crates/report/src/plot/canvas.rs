//! The surfaces that a [`Drawing`] is recorded on: areas of its page, and [planes](super::Plane) between two axes.

use std::cell::RefCell;

use super::drawing::{Drawing, PagePoint};
use super::page::Page;

/// Steps per unit of layout. Places are rounded to whole steps, and coarse ones would turn slanting lines into stairs.
pub(super) const FINE: f64 = 8.0;

/// A place or a size in steps, to the right and downward.
pub(super) type Steps = (i32, i32);

/// A part of a drawing that has points of its own.
pub(crate) trait Surface {
    /// A point of the surface.
    type Point;

    /// Returns the area that it covers.
    fn area(&self) -> &Area<'_>;

    /// Returns the place of a point on the page.
    fn steps(&self, point: Self::Point) -> Steps;

    /// Returns the place of a point on the page, in units of layout. What is beyond the area is at its ends.
    fn place(&self, point: Self::Point) -> PagePoint {
        let (Area { begin, end, .. }, (x, y)) = (self.area(), self.steps(point));
        (f64::from(x.min(end.0).max(begin.0)) / FINE, f64::from(y.min(end.1).max(begin.1)) / FINE)
    }
}

/// A rectangle of a drawing, measured in steps.
#[derive(Clone, Copy)]
pub(crate) struct Area<'d> {
    pub(super) drawing: &'d RefCell<Drawing>,
    /// The left upper corner.
    pub(super) begin: Steps,
    /// The right lower corner.
    pub(super) end: Steps,
}

impl Surface for Area<'_> {
    type Point = Steps;

    fn area(&self) -> &Area<'_> {
        self
    }

    fn steps(&self, (x, y): Steps) -> Steps {
        (self.begin.0 + x, self.begin.1 + y)
    }
}

impl Area<'_> {
    /// Returns the part with this left upper corner and this size.
    pub(super) fn part(&self, corner: Steps, (wide, high): Steps) -> Self {
        let begin = self.steps(corner);
        Self { begin, end: (begin.0 + wide, begin.1 + high), ..*self }
    }
}

/// Records what `draw` draws on an area of the page's width and this height.
pub(super) fn record(page: Page, height: f64, draw: impl FnOnce(&Area<'_>)) -> Drawing {
    let height = height.ceil();
    let drawing = RefCell::new(Drawing { height, page, ..Drawing::default() });
    draw(&Area { drawing: &drawing, begin: (0, 0), end: coord(page.units(), height) });
    drawing.into_inner()
}

/// Converts a length to steps.
pub(super) fn fine(length: f64) -> i32 {
    // A drawing is some thousand pixels wide and high.
    #[allow(clippy::cast_possible_truncation)]
    let steps = (length * FINE).round() as i32;
    steps
}

/// Converts a place to steps.
pub(super) fn coord(x: f64, y: f64) -> Steps {
    (fine(x), fine(y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::drawing::{DrawnShape, Stroke, Type};
    use crate::plot::palette::INK;
    use crate::plot::primitives::{curve, write};

    #[test]
    fn coordinates_are_finer_than_pixels() {
        let drawing = record(Page::default(), 20.0, |area| {
            curve(area, vec![coord(0.0, 10.1), coord(700.0, 11.3)], Stroke::solid(INK, 1.4));
        });
        let [DrawnShape::Line { points, stroke, .. }] = &drawing.shapes[..] else { panic!("not one line") };
        assert_eq!((&points[..], stroke.width), (&[(0.0, 10.125), (700.0, 11.25)][..], 1.4));
    }

    #[test]
    fn texts_keep_their_size_and_stand_on_their_base_line() {
        let drawing = record(Page::default(), 20.0, |area| {
            write(area, &["0".to_owned()], coord(50.0, 20.0), Type::new(10.0, INK).right_aligned().above());
        });
        let [DrawnShape::Text { place, letters, .. }] = &drawing.shapes[..] else { panic!("not one text") };
        assert_eq!((*place, letters.size, letters.share_before()), ((50.0, 17.6), 10.0, 1.0));
    }
}
