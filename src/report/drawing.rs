//! What a figure is made of: a list of lines, areas, boxes, circles and texts, which [`super::svg`] writes down and
//! [`super::raster`] paints.

use super::palette::{Colour, INK};

/// Width of every figure, in pixels of a browser at its usual zoom.
pub(super) const WIDTH: f64 = 800.0;

/// A place: to the right, downward.
pub(super) type Place = (f64, f64);

/// A figure, or one in the making.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawing {
    /// What is drawn, from behind to the front.
    pub(super) shapes: Vec<Shape>,
    /// How high it is; [`WIDTH`] wide.
    pub(super) height: f64,
}

/// A part of a drawing.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// A line through points.
    Line {
        /// At least two.
        points: Vec<Place>,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A filled outline.
    Area {
        /// At least three.
        outline: Vec<Place>,
        /// Its colour.
        colour: Colour,
        /// 0 is not there, 1 hides what is behind.
        opacity: f64,
    },
    /// A rectangle.
    Box {
        /// Its upper left corner.
        corner: Place,
        /// Its width and height.
        size: (f64, f64),
        /// What fills it.
        fill: Option<Colour>,
        /// What surrounds it.
        stroke: Option<Stroke>,
    },
    /// A dot with a rim.
    Dot {
        /// Its middle.
        centre: Place,
        /// Its radius.
        radius: f64,
        /// What fills it.
        fill: Colour,
        /// What surrounds it.
        rim: Option<Stroke>,
    },
    /// One line of text.
    Text {
        /// Where its anchor is, on the base line.
        place: Place,
        /// The text.
        text: String,
        /// How it looks.
        lettering: Lettering,
    },
    /// What follows, up to [`Shape::End`], is explained by this text when pointed at.
    Begin(String),
    /// The end of that.
    End,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    /// Its colour.
    pub(super) colour: Colour,
    /// Its width.
    pub(super) width: f64,
    /// Lengths of dashes and gaps, in turn; empty for a solid line.
    pub(super) dash: &'static [f64],
}

impl Stroke {
    /// A solid line.
    pub(super) fn solid(colour: Colour, width: f64) -> Self {
        Self { colour, width, dash: &[] }
    }
}

/// Which end of a text its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// The text begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lettering {
    /// Height of the type.
    pub(super) size: f64,
    /// Heavier?
    pub(super) bold: bool,
    /// Its colour.
    pub(super) colour: Colour,
    /// Which end is at the place given.
    pub(super) anchor: Anchor,
    /// Read from below to above?
    pub(super) upward: bool,
}

impl Lettering {
    /// Regular type in ink, beginning at its place.
    pub(super) fn new(size: f64) -> Self {
        Self { size, bold: false, colour: INK, anchor: Anchor::Start, upward: false }
    }

    /// The same with another anchor.
    pub(super) fn anchor(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// The same in another colour.
    pub(super) fn colour(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    /// The same, bold if asked.
    pub(super) fn bold(self, bold: bool) -> Self {
        Self { bold, ..self }
    }

    /// The same, read from below to above.
    pub(super) fn upward(self) -> Self {
        Self { upward: true, ..self }
    }
}

impl Drawing {
    /// Adds a line through points; those on the straight between their neighbours are left out.
    pub(super) fn line(&mut self, points: &[Place], stroke: Stroke) {
        if points.len() > 1 {
            self.shapes.push(Shape::Line { points: bends(points), stroke });
        }
    }

    /// Adds a filled outline.
    pub(super) fn area(&mut self, outline: &[Place], colour: Colour, opacity: f64) {
        if outline.len() > 2 {
            self.shapes.push(Shape::Area { outline: bends(outline), colour, opacity });
        }
    }

    /// Adds a rectangle, filled or outlined or both.
    pub(super) fn rect(&mut self, corner: Place, size: (f64, f64), fill: Option<Colour>, stroke: Option<Stroke>) {
        self.shapes.push(Shape::Box { corner, size, fill, stroke });
    }

    /// Adds a dot.
    pub(super) fn dot(&mut self, centre: Place, radius: f64, fill: Colour, rim: Option<Stroke>) {
        self.shapes.push(Shape::Dot { centre, radius, fill, rim });
    }

    /// Adds one line of text.
    pub(super) fn text(&mut self, place: Place, text: &str, lettering: Lettering) {
        self.shapes.push(Shape::Text { place, text: text.to_owned(), lettering });
    }

    /// Adds lines of text below each other; the middle of the block is at the height given.
    pub(super) fn block(&mut self, (x, middle): Place, lines: &[String], lettering: Lettering) {
        let feed = lettering.size * 1.2;
        // The middle of small letters is a third of the type's size above their base line.
        let first = middle + lettering.size * 0.36 - feed * lines.len().saturating_sub(1) as f64 / 2.0;
        for (at, line) in lines.iter().enumerate() {
            self.text((x, first + at as f64 * feed), line, lettering);
        }
    }

    /// Adds what `draw` draws, with a text that a browser shows when pointed at.
    pub(super) fn explained(&mut self, text: &str, draw: impl FnOnce(&mut Self)) {
        self.shapes.push(Shape::Begin(text.to_owned()));
        draw(self);
        self.shapes.push(Shape::End);
    }

    /// Gives the drawing its height: it is finished.
    pub(super) fn finish(self, height: f64) -> Self {
        Self { height: height.ceil(), ..self }
    }
}

/// The points without those on the straight from the one before to the one after.
fn bends(points: &[Place]) -> Vec<Place> {
    let mut kept: Vec<Place> = Vec::new();
    for (at, &point) in points.iter().enumerate() {
        let straight = match (kept.last(), points.get(at + 1)) {
            (Some(&before), Some(&after)) => {
                let (ahead, onward) =
                    ((point.0 - before.0, point.1 - before.1), (after.0 - point.0, after.1 - point.1));
                let cross = ahead.0 * onward.1 - ahead.1 * onward.0;
                cross.abs() < 1e-6 && ahead.0 * onward.0 + ahead.1 * onward.1 >= 0.0
            }
            _ => false,
        };
        if !straight {
            kept.push(point);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_on_a_straight_are_left_out() {
        let points = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 1.0), (4.0, 1.0)];
        assert_eq!(bends(&points), [(0.0, 0.0), (2.0, 0.0), (3.0, 1.0), (4.0, 1.0)]);
        let back = [(0.0, 0.0), (2.0, 0.0), (1.0, 0.0)];
        assert_eq!(bends(&back), back);
    }
}
