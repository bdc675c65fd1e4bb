//! Recorded figures: a list of lines, areas, circles and texts, some with tooltips, and where axes have their values. Also `Stroke` and
//! `Type`, the looks of lines and of texts. `canvas` records figures; `svg`, `raster` and `pdf` write them.

use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};
use plotters_backend::BackendColor;

use super::page::Page;

pub use plotters::style::RGBColor as Rgb;

/// A point of a drawing: to the right and downward, in units of layout.
pub(crate) type PagePoint = (f64, f64);

/// A figure as shapes, from back to front.
#[derive(Clone, Default)]
pub struct Drawing {
    /// The shapes.
    pub(super) shapes: Vec<DrawnShape>,
    /// The height in units of layout; the width is that of the page.
    pub height: f64,
    /// The areas between axes, in which a point stands for values.
    pub planes: Vec<PlaneEnds>,
    /// The name of the axis below; empty if its ticks are names, or panels have axes of their own.
    pub x_name: String,
    /// The page.
    pub(super) page: Page,
}

/// Two opposite corners of the area between two axes: their places, and their values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneEnds {
    /// The places on the page, in units.
    pub places: [PagePoint; 2],
    /// The values there.
    pub values: [(f64, f64); 2],
    /// Whether the axes are logarithmic.
    pub logarithmic: (bool, bool),
}

/// A part of a drawing.
#[derive(Clone)]
pub(super) enum DrawnShape {
    /// A line through at least two points.
    Line { points: Vec<PagePoint>, closed: bool, stroke: Stroke },
    /// A filled polygon.
    Area { outline: Vec<PagePoint>, color: BackendColor },
    /// A filled circle.
    Dot { center: PagePoint, radius: f64, color: BackendColor },
    /// A line of text, anchored on its base line.
    Text { place: PagePoint, text: String, letters: Type },
    /// Begins a group with a tooltip.
    Begin(String),
    /// Ends the group.
    End,
}

/// Color, width and dashes of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The color.
    pub color: Rgb,
    /// The width, in units.
    pub width: f64,
    /// Lengths of dashes and gaps, in turn; empty for a solid line.
    pub dash: &'static [f64],
}

impl Drawing {
    /// Returns the height in millimeters.
    pub fn millimeters_high(&self) -> f64 {
        self.page.millimeters(self.height)
    }
}

impl Stroke {
    /// Returns a solid line.
    pub const fn solid(color: Rgb, width: f64) -> Self {
        Self { color, width, dash: &[] }
    }

    /// Returns the stroke with dashes.
    pub const fn dashed(self, dash: &'static [f64]) -> Self {
        Self { dash, ..self }
    }
}

/// Size, weight, color and anchor of text.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    pub size: f64,
    pub bold: bool,
    pub color: BackendColor,
    /// The horizontal part of the text that is at its point.
    pub anchor: HPos,
    /// The vertical part of the text that is at its point.
    pub height: VPos,
    /// Whether the text runs from bottom to top.
    pub upward: bool,
    /// The distance of the text from its point.
    pub shift: PagePoint,
}

impl Type {
    /// Returns regular type, centered at its point.
    pub(crate) fn new(size: f64, color: Rgb) -> Self {
        let color = color.to_backend_color();
        Self { size, bold: false, color, anchor: HPos::Center, height: VPos::Center, upward: false, shift: (0.0, 0.0) }
    }

    pub(crate) fn bold(self, bold: bool) -> Self {
        Self { bold, ..self }
    }

    /// Returns the type of text that begins at its point.
    pub(crate) fn left_aligned(self) -> Self {
        Self { anchor: HPos::Left, ..self }
    }

    /// Returns the type of text that ends at its point.
    pub(crate) fn right_aligned(self) -> Self {
        Self { anchor: HPos::Right, ..self }
    }

    /// Returns the type of text above its point.
    pub(crate) fn above(self) -> Self {
        Self { height: VPos::Bottom, ..self }
    }

    /// Returns the type of text below its point.
    pub(crate) fn below(self) -> Self {
        Self { height: VPos::Top, ..self }
    }

    pub(crate) fn upward(self) -> Self {
        Self { upward: true, ..self }
    }

    /// Returns type beside its point.
    pub(crate) fn shifted(self, x: f64, y: f64) -> Self {
        Self { shift: (x, y), ..self }
    }

    /// Returns the share of the text's width that is before its point.
    pub(super) fn share_before(self) -> f64 {
        match self.anchor {
            HPos::Left => 0.0,
            HPos::Center => 0.5,
            HPos::Right => 1.0,
        }
    }

    /// Returns the distance from the point down to the base line. Letters of DejaVu Sans reach three quarters of the size above
    /// the base line and a quarter below; the middle of small letters and digits is slightly more than a third above it.
    pub(super) fn base_line(self) -> f64 {
        self.size
            * match self.height {
                VPos::Top => 0.76,
                VPos::Center => 0.36,
                VPos::Bottom => -0.24,
            }
    }
}

/// Converts to single precision: coordinates are below 10,000 and need a tenth.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn single(value: f64) -> f32 {
    value as f32
}

/// Removes points that lie on the straight line between their neighbors.
pub(super) fn bends(points: &[PagePoint]) -> Vec<PagePoint> {
    let mut corners: Vec<PagePoint> = Vec::new();
    for (index, &point) in points.iter().enumerate() {
        let straight = match (corners.last(), points.get(index + 1)) {
            (Some(&before), Some(&after)) => {
                let (ahead, onward) =
                    ((point.0 - before.0, point.1 - before.1), (after.0 - point.0, after.1 - point.1));
                let cross = ahead.0 * onward.1 - ahead.1 * onward.0;
                cross.abs() < 1e-6 && ahead.0 * onward.0 + ahead.1 * onward.1 >= 0.0
            }
            _ => false,
        };
        if !straight {
            corners.push(point);
        }
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_on_a_straight_line_are_removed() {
        let points = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 1.0), (4.0, 1.0)];
        assert_eq!(bends(&points), [(0.0, 0.0), (2.0, 0.0), (3.0, 1.0), (4.0, 1.0)]);
        let back = [(0.0, 0.0), (2.0, 0.0), (1.0, 0.0)];
        assert_eq!(bends(&back), back);
    }
}
