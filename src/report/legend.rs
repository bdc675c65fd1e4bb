//! The head of a figure: its title, and what its lines mean.
//!
//! plotters puts the labels of series into a box within the chart, where they would hide data; here they stand in rows
//! above it.

use plotters::element::Text;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::canvas::{Area, Drawn, at, bold_letters, letters};
use super::drawing::{Stroke, WIDTH};
use super::palette::{INK, SOFT_INK};
use super::primitives::Curve;
use super::typeface::{fit, lines, width};

/// Space left and right of the head.
const MARGIN: f64 = 14.0;
/// Height of the title's type.
const TITLE_TYPE: f64 = 16.0;
/// Height of a legend's type.
const LEGEND_TYPE: f64 = 12.0;
/// Length of the sample of a line.
const SAMPLE: f64 = 34.0;
/// From one row of the legend to the next.
const ROW: f64 = 19.0;

/// An entry of a legend.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// How the line looks; `None` for words alone.
    pub(super) stroke: Option<Stroke>,
    /// What it means.
    pub(super) label: String,
}

/// A head laid out.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// Where the rest of the figure may begin.
    pub(super) height: f64,
    /// The lines of the title, each with the middle of its height.
    title: Vec<(f64, String)>,
    /// Where the entries begin, each with the middle of its height.
    entries: Vec<(f64, f64, Entry)>,
}

impl Head {
    /// Lays out the title and, in rows below it, the legend.
    pub(super) fn new(title: &str, legend: &[Entry]) -> Self {
        let room = WIDTH - 2.0 * MARGIN;
        let title = lines(title, TITLE_TYPE, true, room, 3);
        let title: Vec<_> =
            title.into_iter().enumerate().map(|(at, line)| (21.0 + at as f64 * (TITLE_TYPE + 5.0), line)).collect();
        let mut y = title.last().map_or(0.0, |line| line.0) + 11.0;
        let mut x = MARGIN;
        let mut entries = Vec::new();
        for (at, Entry { stroke, label }) in legend.iter().enumerate() {
            let sample = if stroke.is_some() { SAMPLE + 6.0 } else { 0.0 };
            let label = fit(label, LEGEND_TYPE, false, room - sample);
            let wide = sample + width(&label, LEGEND_TYPE, false);
            if at == 0 {
                y += ROW;
            } else if x + wide > WIDTH - MARGIN {
                (x, y) = (MARGIN, y + ROW);
            }
            entries.push((x, y, Entry { stroke: *stroke, label }));
            x += wide + 18.0;
        }
        Self { height: y + 16.0, title, entries }
    }

    /// Draws it at the top of an area.
    pub(super) fn draw(&self, area: &Area) -> Drawn {
        let middle = Pos::new(HPos::Left, VPos::Center);
        for (y, line) in &self.title {
            area.draw(&Text::new(line.as_str(), at(MARGIN, *y), bold_letters(TITLE_TYPE, &INK).pos(middle)))?;
        }
        for (x, y, Entry { stroke, label }) in &self.entries {
            let mut begin = *x;
            if let Some(stroke) = *stroke {
                area.draw(&Curve::new(vec![at(*x, *y), at(x + SAMPLE, *y)], stroke))?;
                begin += SAMPLE + 6.0;
            }
            let ink = if stroke.is_some() { &INK } else { &SOFT_INK };
            area.draw(&Text::new(label.as_str(), at(begin, *y), letters(LEGEND_TYPE, ink).pos(middle)))?;
        }
        Ok(())
    }
}
