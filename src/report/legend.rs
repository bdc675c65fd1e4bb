//! The head of a figure: its title, and what its lines mean.

use super::drawing::{Drawing, Lettering, Stroke, WIDTH};
use super::palette::{INK, SOFT_INK};
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

/// Draws the title and, in rows below it, the legend; returns where the rest of the figure may begin.
pub(super) fn draw(drawing: &mut Drawing, title: &str, legend: &[Entry]) -> f64 {
    let room = WIDTH - 2.0 * MARGIN;
    let mut y = 6.0;
    for line in lines(title, TITLE_TYPE, true, room, 3) {
        y += TITLE_TYPE + 5.0;
        drawing.text((MARGIN, y), &line, Lettering::new(TITLE_TYPE).bold(true));
    }
    y += 9.0;
    let mut x = MARGIN;
    for (at, Entry { stroke, label }) in legend.iter().enumerate() {
        let sample = if stroke.is_some() { SAMPLE + 6.0 } else { 0.0 };
        let text = fit(label, LEGEND_TYPE, false, room - sample);
        let wide = sample + width(&text, LEGEND_TYPE, false);
        if at == 0 {
            y += ROW;
        } else if x + wide > WIDTH - MARGIN {
            (x, y) = (MARGIN, y + ROW);
        }
        if let Some(stroke) = *stroke {
            drawing.line(&[(x, y - 4.2), (x + SAMPLE, y - 4.2)], stroke);
        }
        let ink = if stroke.is_some() { INK } else { SOFT_INK };
        drawing.text((x + sample, y), &text, Lettering::new(LEGEND_TYPE).colour(ink));
        x += wide + 18.0;
    }
    y + 12.0
}
