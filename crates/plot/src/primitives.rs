//! Elements that plotters lacks: lines with dashes of several lengths ([`curve`]), their marks ([`marker`]), tooltips ([`explained`]) and
//! blocks of lines of text ([`write`]). Texts are measured and broken in `typeface`; `canvas` records the shapes.

use std::convert::Infallible;
use std::slice;

use plotters::coord::CoordTranslate;
use plotters::drawing::DrawingArea;
use plotters::element::{Drawable, PointCollection};
use plotters::style::text_anchor::VPos;
use plotters_backend::{BackendCoord, DrawingErrorKind};

use super::canvas::{Drawn, place};
use super::drawing::{Drawing, DrawnShape, PagePoint, Rgb, Stroke, Type};
use super::palette::{LOOKS, ORDERED};

/// Distance of base lines, in type sizes.
pub(crate) const LINE_FEED: f64 = 1.2;

/// The forms of the marks of each look: the number of corners, none for a circle, and the direction of the first, in twelfths of a turn.
const FORMS: [(u8, f64); 8] = [(0, 0.0), (4, 1.5), (3, 3.0), (4, 0.0), (3, 9.0), (6, 0.0), (5, 3.0), (8, 0.0)];

/// An element that is recorded by a function of its places on the page.
struct Recorder<Coord, Record> {
    places: Vec<Coord>,
    record: Record,
}

impl<'a, Coord: 'a, Record> PointCollection<'a, Coord> for &'a Recorder<Coord, Record> {
    type Point = &'a Coord;
    type IntoIter = slice::Iter<'a, Coord>;

    fn point_iter(self) -> Self::IntoIter {
        self.places.iter()
    }
}

impl<Coord, Record: Fn(&[PagePoint], &mut Drawing)> Drawable<Drawing> for Recorder<Coord, Record> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        places: I,
        drawing: &mut Drawing,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        (self.record)(&places.map(place).collect::<Vec<_>>(), drawing);
        Ok(())
    }
}

/// Draws a line with dashes of several lengths. plotters' `DashedLineSeries` has one length and draws each dash on its own.
pub fn curve<C: CoordTranslate>(area: &DrawingArea<Drawing, C>, places: Vec<C::From>, stroke: Stroke) -> Drawn {
    area.draw(&Recorder {
        places,
        record: |places: &[PagePoint], drawing: &mut Drawing| drawing.stroke(places, stroke),
    })
}

/// Draws the mark of a line, whose form tells the colors of the palette apart.
pub(crate) fn marker<C: CoordTranslate>(area: &DrawingArea<Drawing, C>, place: C::From, color: Rgb) -> Drawn {
    let looks = LOOKS.iter().zip(FORMS).chain(ORDERED.iter().zip(FORMS));
    let (corners, turn) = looks.into_iter().find(|(look, _)| look.color == color).map_or((0, 0.0), |form| form.1);
    area.draw(&Recorder {
        places: vec![place],
        record: |places: &[PagePoint], drawing: &mut Drawing| drawing.mark(places[0], (corners, turn), color),
    })
}

/// Records what has no place on an area.
pub(super) fn record_on<C: CoordTranslate>(area: &DrawingArea<Drawing, C>, record: impl Fn(&mut Drawing)) -> Drawn {
    area.draw(&Recorder { places: vec![], record: |_: &[PagePoint], drawing: &mut Drawing| record(drawing) })
}

/// Draws with a tooltip.
pub fn explained<C: CoordTranslate>(
    area: &DrawingArea<Drawing, C>,
    tooltip: impl Into<String>,
    draw: impl FnOnce(&DrawingArea<Drawing, C>) -> Drawn,
) -> Drawn {
    let tooltip = tooltip.into();
    record_on(area, |drawing| drawing.shapes.push(DrawnShape::Begin(tooltip.clone())))?;
    draw(area)?;
    record_on(area, |drawing| drawing.shapes.push(DrawnShape::End))
}

/// Draws a block of lines of text; the type fixes the part of the block that is at the place. plotters' `MultiLineText` measures with a
/// font of the system.
pub(crate) fn write<C: CoordTranslate>(
    area: &DrawingArea<Drawing, C>,
    lines: &[String],
    place: C::From,
    letters: Type,
) -> Drawn {
    let feed = letters.size * LINE_FEED;
    let lines_above = match letters.height {
        VPos::Top => 0.0,
        VPos::Center => 0.5,
        VPos::Bottom => 1.0,
    } * lines.len().saturating_sub(1) as f64;
    let record = |places: &[PagePoint], drawing: &mut Drawing| {
        for (number, line) in lines.iter().enumerate() {
            let offset = (number as f64 - lines_above) * feed;
            drawing.write(line, (places[0].0, places[0].1 + offset), letters);
        }
    };
    area.draw(&Recorder { places: vec![place], record })
}
