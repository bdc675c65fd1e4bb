//! What a figure is made of: a list of lines, areas, boxes, circles and texts, which [`super::canvas`] records,
//! [`super::svg`] writes down and [`super::raster`] paints.

use super::palette::Rgb;

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
        /// Its color.
        color: Rgb,
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
        fill: Option<Rgb>,
        /// What surrounds it.
        stroke: Option<Stroke>,
    },
    /// A circle.
    Dot {
        /// Its middle.
        center: Place,
        /// Its radius.
        radius: f64,
        /// What fills it.
        fill: Option<Rgb>,
        /// What surrounds it.
        stroke: Option<Stroke>,
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
    /// Its color.
    pub(super) color: Rgb,
    /// Its width.
    pub(super) width: f64,
    /// Lengths of dashes and gaps, in turn; empty for a solid line.
    pub(super) dash: &'static [f64],
}

impl Stroke {
    /// A solid line.
    pub(super) fn solid(color: Rgb, width: f64) -> Self {
        Self { color, width, dash: &[] }
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
    /// Its color.
    pub(super) color: Rgb,
    /// Which end is at the place given.
    pub(super) anchor: Anchor,
    /// Read from below to above?
    pub(super) upward: bool,
}

/// The points without those on the straight from the one before to the one after.
pub(super) fn bends(points: &[Place]) -> Vec<Place> {
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
