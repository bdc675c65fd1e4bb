//! The back end that the charts of plotters are drawn on: it records a [`Drawing`].
//!
//! plotters' own SVG back end has neither titles to point at nor dashes, and its bitmap one needs fonts of the system
//! or a second reader of typefaces; so the record is written by [`super::svg`] and painted by [`super::raster`].

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{FontFamily, ShapeStyle, TextStyle};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
    FontTransform,
};

use super::drawing::{Anchor, Drawing, Lettering, Place, Shape, Stroke, WIDTH, bends};
use super::palette::Rgb;
use super::typeface::width;

/// Steps of the back end within a unit of the drawing: plotters counts in whole pixels, which would make stairs of
/// slanting lines.
const FINE: f64 = 8.0;

/// A part of a drawing, counted in steps.
pub(super) type Area = DrawingArea<Drawing, Shift>;
/// What drawing returns. Recording cannot fail, but plotters' signatures allow for back ends that do.
pub(super) type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<Infallible>>;

/// Records what `draw` draws on an area of that height, as wide as all figures.
pub(super) fn record(height: f64, draw: impl FnOnce(&Area) -> Drawn) -> Drawing {
    let drawing = Rc::new(RefCell::new(Drawing { shapes: vec![], height: height.ceil() }));
    draw(&Area::from(&drawing)).expect("recording cannot fail, and nothing draws while it is being recorded");
    drawing.take()
}

/// A length in steps.
pub(super) fn fine(length: f64) -> i32 {
    // A drawing is some thousand units wide and high.
    #[allow(clippy::cast_possible_truncation)]
    let steps = (length * FINE).round() as i32;
    steps
}

/// A place in steps.
pub(super) fn at(x: f64, y: f64) -> BackendCoord {
    (fine(x), fine(y))
}

/// A solid line of a width.
pub(super) fn line(color: Rgb, width: f64) -> ShapeStyle {
    ShapeStyle::from(color).stroke_width(fine(width).unsigned_abs())
}

/// Regular type of a size.
pub(super) fn letters(size: f64, color: &'static Rgb) -> TextStyle<'static> {
    TextStyle::from((FontFamily::SansSerif, size * FINE)).color(color)
}

/// Bold type of a size.
pub(super) fn bold_letters(size: f64, color: &'static Rgb) -> TextStyle<'static> {
    TextStyle::from((FontFamily::SansSerif, size * FINE, FontStyle::Bold)).color(color)
}

/// What a back end returns.
type Recorded = Result<(), DrawingErrorKind<Infallible>>;

impl Drawing {
    /// Records a line through points; those on the straight between their neighbors are left out.
    pub(super) fn stroke(&mut self, points: impl IntoIterator<Item = BackendCoord>, stroke: Stroke) {
        let points: Vec<Place> = points.into_iter().map(place).collect();
        if points.len() > 1 {
            self.shapes.push(Shape::Line { points: bends(&points), stroke });
        }
    }
}

impl DrawingBackend for Drawing {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (fine(WIDTH).unsigned_abs(), fine(self.height).unsigned_abs())
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

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Recorded {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        lower_right: BackendCoord,
        style: &S,
        filled: bool,
    ) -> Recorded {
        let (corner, end) = (place(upper_left), place(lower_right));
        let (fill, stroke) = inside_or_outside(style, filled);
        if visible(style) {
            self.shapes.push(Shape::Box { corner, size: (end.0 - corner.0, end.1 - corner.1), fill, stroke });
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Recorded {
        if visible(style) {
            self.stroke(path, solid(style));
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, filled: bool) -> Recorded {
        let (fill, stroke) = inside_or_outside(style, filled);
        if visible(style) {
            self.shapes.push(Shape::Dot { center: place(center), radius: f64::from(radius) / FINE, fill, stroke });
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Recorded {
        let corners: Vec<Place> = corners.into_iter().map(place).collect();
        if visible(style) && corners.len() > 2 {
            let (color, opacity) = (color(style.color()), style.color().alpha);
            self.shapes.push(Shape::Area { outline: bends(&corners), color, opacity });
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, position: BackendCoord) -> Recorded {
        if text.is_empty() {
            return Ok(());
        }
        let size = style.size() / FINE;
        let upward = matches!(style.transform(), FontTransform::Rotate270);
        // DejaVu Sans: letters reach three quarters of the type's size above their base line and a quarter below; the
        // middle of small letters and digits is a bit more than a third above it.
        let base = match style.anchor().v_pos {
            VPos::Top => 0.76 * size,
            VPos::Center => 0.36 * size,
            VPos::Bottom => -0.24 * size,
        };
        let (x, y) = place(position);
        let anchor = match style.anchor().h_pos {
            HPos::Left => Anchor::Start,
            HPos::Center => Anchor::Middle,
            HPos::Right => Anchor::End,
        };
        self.shapes.push(Shape::Text {
            place: if upward { (x + base, y) } else { (x, y + base) },
            text: text.to_owned(),
            lettering: Lettering { size, bold: bold(style), color: color(style.color()), anchor, upward },
        });
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let (wide, high) = (width(text, style.size() / FINE, bold(style)), style.size() / FINE);
        Ok((fine(wide).unsigned_abs(), fine(high).unsigned_abs()))
    }
}

/// Steps as a place of the drawing.
fn place((x, y): BackendCoord) -> Place {
    (f64::from(x) / FINE, f64::from(y) / FINE)
}

fn color(color: BackendColor) -> Rgb {
    Rgb(color.rgb.0, color.rgb.1, color.rgb.2)
}

fn visible(style: &impl BackendStyle) -> bool {
    style.color().alpha > 0.0
}

fn bold(style: &impl BackendTextStyle) -> bool {
    matches!(style.style(), FontStyle::Bold)
}

fn solid(style: &impl BackendStyle) -> Stroke {
    Stroke::solid(color(style.color()), f64::from(style.stroke_width()) / FINE)
}

/// The fill and the stroke of a style that is one of both.
fn inside_or_outside(style: &impl BackendStyle, filled: bool) -> (Option<Rgb>, Option<Stroke>) {
    if filled { (Some(color(style.color())), None) } else { (None, Some(solid(style))) }
}

#[cfg(test)]
mod tests {
    use plotters::element::{PathElement, Text};
    use plotters::style::text_anchor::Pos;

    use super::*;
    use crate::report::palette::INK;

    #[test]
    fn steps_become_units() {
        let drawing = record(9.5, |area| {
            assert_eq!(area.dim_in_pixel(), (6400, 80));
            area.draw(&PathElement::new(vec![at(1.0, 2.0), at(3.5, 2.25)], line(INK, 1.5)))
        });
        let [Shape::Line { points, stroke }] = &drawing.shapes[..] else { panic!("{drawing:?}") };
        assert_eq!((points[0], points[1], stroke.width), ((1.0, 2.0), (3.5, 2.25), 1.5));
    }

    #[test]
    fn texts_keep_their_size_and_stand_on_their_base_line() {
        let drawing = record(20.0, |area| {
            let style = letters(10.0, &INK).pos(Pos::new(HPos::Right, VPos::Bottom));
            assert_eq!(area.estimate_text_size("0", &style)?, (51, 80));
            area.draw(&Text::new("0", at(50.0, 20.0), style))
        });
        let [Shape::Text { place, lettering, .. }] = &drawing.shapes[..] else { panic!("{drawing:?}") };
        assert_eq!((*place, lettering.size, lettering.anchor), ((50.0, 17.6), 10.0, Anchor::End));
    }
}
