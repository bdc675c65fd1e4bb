//! The back end of plotters: it records a [`Drawing`], which `svg`, `raster` and `pdf` write. Dashed lines, marks and texts are recorded by
//! methods that plotters lacks. Also here: lengths and places in plotters' whole steps, and back.
//!
//! plotters' SVG back end has neither tooltips nor dashes and rounds to whole pixels; its bitmap back end needs fonts of
//! the system. [`super::svg`], [`super::raster`] and [`super::pdf`] write the record instead.

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::style::{Color, FontFamily, ShapeStyle, TextStyle};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
    FontTransform,
};

use super::drawing::{Drawing, DrawnShape, PagePoint, Rgb, Stroke, Type, bends};
use super::page::Page;
use super::typeface::width;

/// Steps of the back end per unit of layout: plotters rounds coordinates to whole steps, and coarse ones turn slanting lines into
/// stairs.
pub(super) const FINE: f64 = 8.0;

/// A rectangle of a drawing, measured in steps.
pub(crate) type Area = DrawingArea<Drawing, Shift>;
/// The result of drawing. Recording cannot fail, but plotters' signatures allow for it.
pub type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<Infallible>>;

/// Records what `draw` draws on an area of the page's width and this height.
pub(super) fn record(page: Page, height: f64, draw: impl FnOnce(&Area) -> Drawn) -> Drawing {
    let drawing = Rc::new(RefCell::new(Drawing { height: height.ceil(), page, ..Drawing::default() }));
    draw(&Area::from(&drawing)).expect("recording cannot fail");
    drawing.take()
}

/// Converts a length to steps.
pub fn fine(length: f64) -> i32 {
    // A drawing is some thousand pixels wide and high.
    #[allow(clippy::cast_possible_truncation)]
    let steps = (length * FINE).round() as i32;
    steps
}

/// Converts a place to steps.
pub(super) fn coord(x: f64, y: f64) -> BackendCoord {
    (fine(x), fine(y))
}

/// Converts steps to a place.
pub(super) fn place((x, y): BackendCoord) -> PagePoint {
    (f64::from(x) / FINE, f64::from(y) / FINE)
}

/// Returns a solid line in plotters' terms.
pub(super) fn line(color: Rgb, width: f64) -> ShapeStyle {
    ShapeStyle::from(color).stroke_width(fine(width).unsigned_abs())
}

/// Returns regular type in plotters' terms, for the numbers of axes.
pub(super) fn letters(size: f64, color: &'static Rgb) -> TextStyle<'static> {
    TextStyle::from((FontFamily::SansSerif, size * FINE)).color(color)
}

type Recorded = Result<(), DrawingErrorKind<Infallible>>;

impl Drawing {
    /// Records a line through places, unless fewer than two are given.
    pub(super) fn stroke(&mut self, points: &[PagePoint], stroke: Stroke) {
        if points.len() > 1 {
            self.shapes.push(DrawnShape::Line { points: bends(points), closed: false, stroke });
        }
    }

    /// Records a mark: a circle, or a polygon with the direction of its first corner in twelfths of a turn.
    pub(super) fn mark(&mut self, center: PagePoint, (corners, turn): (u8, f64), color: Rgb) {
        let color = color.to_backend_color();
        if corners == 0 {
            return self.shapes.push(DrawnShape::Dot { center, radius: 3.2, color });
        }
        let corner = |number: u8| {
            let angle = (turn / 12.0 + f64::from(number) / f64::from(corners)) * std::f64::consts::TAU;
            (center.0 + 4.2 * libm::cos(angle), center.1 - 4.2 * libm::sin(angle))
        };
        self.shapes.push(DrawnShape::Area { outline: (0..corners).map(corner).collect(), color });
    }

    /// Records a line of text, unless it is empty.
    pub(super) fn write(&mut self, text: &str, (x, y): PagePoint, letters: Type) {
        if !text.is_empty() {
            let (base, (right, down)) = (letters.base_line(), letters.shift);
            let place = if letters.upward { (x + right + base, y + down) } else { (x + right, y + down + base) };
            self.shapes.push(DrawnShape::Text { place, text: text.to_owned(), letters });
        }
    }

    fn polygon(&mut self, points: Vec<PagePoint>, style: &impl BackendStyle, filled: bool) {
        let color = style.color();
        if color.alpha > 0.0 {
            self.shapes.push(if filled {
                DrawnShape::Area { outline: points, color }
            } else {
                DrawnShape::Line { points, closed: true, stroke: solid(style) }
            });
        }
    }
}

impl DrawingBackend for Drawing {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (fine(self.page.units()).unsigned_abs(), fine(self.height).unsigned_abs())
    }

    fn ensure_prepared(&mut self) -> Recorded {
        Ok(())
    }

    fn present(&mut self) -> Recorded {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Recorded {
        self.draw_rect((x, y), (x + 1, y + 1), &color, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, start: BackendCoord, end: BackendCoord, style: &S) -> Recorded {
        self.draw_path([start, end], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        start: BackendCoord,
        end: BackendCoord,
        style: &S,
        filled: bool,
    ) -> Recorded {
        let ((left, top), (right, bottom)) = (place(start), place(end));
        self.polygon(vec![(left, top), (right, top), (right, bottom), (left, bottom)], style, filled);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Recorded {
        if style.color().alpha > 0.0 {
            self.stroke(&path.into_iter().map(place).collect::<Vec<_>>(), solid(style));
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, filled: bool) -> Recorded {
        debug_assert!(filled, "circles are filled");
        self.shapes.push(DrawnShape::Dot {
            center: place(center),
            radius: f64::from(radius) / FINE,
            color: style.color(),
        });
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Recorded {
        let corners: Vec<PagePoint> = path.into_iter().map(place).collect();
        if corners.len() > 2 {
            self.polygon(bends(&corners), style, true);
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, position: BackendCoord) -> Recorded {
        self.write(
            text,
            place(position),
            Type {
                size: style.size() / FINE,
                bold: matches!(style.style(), FontStyle::Bold),
                color: style.color(),
                anchor: style.anchor().h_pos,
                height: style.anchor().v_pos,
                upward: matches!(style.transform(), FontTransform::Rotate270),
                shift: (0.0, 0.0),
            },
        );
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let size = style.size() / FINE;
        Ok((
            fine(width(text, size, matches!(style.style(), FontStyle::Bold))).unsigned_abs(),
            fine(size).unsigned_abs(),
        ))
    }
}

fn solid(style: &impl BackendStyle) -> Stroke {
    let (r, g, b) = style.color().rgb;
    Stroke::solid(Rgb(r, g, b), f64::from(style.stroke_width()) / FINE)
}

#[cfg(test)]
mod tests {
    use plotters::element::{PathElement, Text};
    use plotters::style::text_anchor::{HPos, Pos, VPos};

    use super::*;
    use crate::palette::INK;

    #[test]
    fn coordinates_are_finer_than_pixels() {
        let drawing = record(Page::default(), 20.0, |area| {
            area.draw(&PathElement::new(vec![coord(0.0, 10.1), coord(700.0, 11.3)], line(INK, 1.4)))
        });
        let [DrawnShape::Line { points, stroke, .. }] = &drawing.shapes[..] else { panic!("not one line") };
        assert_eq!((&points[..], stroke.width), (&[(0.0, 10.125), (700.0, 11.25)][..], 1.375));
    }

    #[test]
    fn texts_keep_their_size_and_stand_on_their_base_line() {
        let drawing = record(Page::default(), 20.0, |area| {
            let style = letters(10.0, &INK).pos(Pos::new(HPos::Right, VPos::Bottom));
            assert_eq!(area.estimate_text_size("0", &style)?, (51, 80));
            area.draw(&Text::new("0", coord(50.0, 20.0), style))
        });
        let [DrawnShape::Text { place, letters, .. }] = &drawing.shapes[..] else { panic!("not one text") };
        assert_eq!((*place, letters.size), ((50.0, 17.6), 10.0));
        assert!(matches!(letters.anchor, HPos::Right));
    }
}
