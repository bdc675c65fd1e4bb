//! The head of a figure: its title, and a legend in rows below it.
//!
//! plotters puts the labels of series into a box within the chart, where they would hide data.

use super::canvas::{Area, Drawn, coord};
use super::drawing::{Stroke, Type};
use super::page::Page;
use super::palette::{INK, SOFT_INK};
use super::primitives::{LINE_FEED, curve, explained, write};
use super::typeface::{lines, width};
use super::{MARGIN, TICK_TYPE};

/// Type size of titles.
const TITLE_TYPE: f64 = 14.0;
/// Length of the sample of a line.
const SAMPLE: f64 = 26.0;
/// Distance of entries beside each other.
const BETWEEN: f64 = 16.0;
/// Height of a row of the legend.
const ROW: f64 = 19.0;
/// Maximum number of lines of a label.
const MAX_LINES: usize = 6;

/// An entry of a legend.
#[derive(Clone)]
pub(crate) struct LegendEntry {
    /// The look of the line; `None` for words alone.
    pub(crate) stroke: Option<Stroke>,
    pub(crate) label: String,
}

impl LegendEntry {
    /// Returns the entry of a line.
    pub(crate) fn line(stroke: Stroke, label: impl Into<String>) -> Self {
        Self { stroke: Some(stroke), label: label.into() }
    }

    /// Returns an entry of words alone.
    pub(crate) fn words(label: impl Into<String>) -> Self {
        Self { stroke: None, label: label.into() }
    }
}

/// A head laid out.
pub(super) struct ChartHead {
    /// Where the rest of the figure begins.
    pub(super) height: f64,
    title: Vec<String>,
    /// The place of each entry: its left end and the middle of its first line; the lines of its label, and the entry.
    entries: Vec<(f64, f64, Vec<String>, LegendEntry)>,
}

/// The middle of the first line of a title.
const TITLE: f64 = 21.0;

impl ChartHead {
    /// Lays out a title, unless the page has none, and a legend.
    pub(super) fn new(page: Page, title: &str, legend: &[LegendEntry]) -> Self {
        let room = page.units() - 2.0 * MARGIN;
        let title = if page.titled { lines(title, TITLE_TYPE, true, room, 3) } else { vec![] };
        let above = if title.is_empty() { -7.0 } else { TITLE + (title.len() - 1) as f64 * TITLE_TYPE * 1.2 + 11.0 };
        let (mut x, mut y) = (MARGIN, above);
        let mut entries = Vec::new();
        let sample = |entry: &LegendEntry| if entry.stroke.is_some() { SAMPLE + 6.0 } else { 0.0 };
        let wide = |entry: &LegendEntry| sample(entry) + width(&entry.label, TICK_TYPE, false);
        // The heading has a row of its own if all entries fit into the next one, but not beside it.
        let breaks_after_heading = legend.split_first().is_some_and(|(first, others)| {
            let others: f64 = others.iter().map(|entry| wide(entry) + BETWEEN).sum();
            first.stroke.is_none() && others - BETWEEN <= room && wide(first) + others > room
        });
        for (index, entry) in legend.iter().enumerate() {
            let label_lines = lines(&entry.label, TICK_TYPE, false, room - sample(entry), MAX_LINES);
            // A label of several lines has rows of its own.
            if index == 0
                || label_lines.len() > 1
                || x + wide(entry) > MARGIN + room
                || (index == 1 && breaks_after_heading)
            {
                (x, y) = (MARGIN, y + ROW);
            }
            let extra = label_lines.len().saturating_sub(1) as f64 * TICK_TYPE * LINE_FEED;
            entries.push((x, y, label_lines, entry.clone()));
            y += extra;
            x += if extra > 0.0 { room } else { wide(entry) + BETWEEN };
        }
        Self { height: y + 16.0, title, entries }
    }

    /// Draws it at the top of an area.
    pub(super) fn draw(self, area: &Area) -> Drawn {
        let title = Type::new(TITLE_TYPE, INK).bold(true).left_aligned();
        for (row, text) in self.title.into_iter().enumerate() {
            write(area, &[text], coord(MARGIN, TITLE + row as f64 * TITLE_TYPE * 1.2), title)?;
        }
        for (x, y, label_lines, LegendEntry { stroke, label }) in self.entries {
            let middle = y + label_lines.len().saturating_sub(1) as f64 * TICK_TYPE * LINE_FEED / 2.0;
            let words = |area: &Area, begin, ink| {
                write(area, &label_lines, coord(begin, middle), Type::new(TICK_TYPE, ink).left_aligned())
            };
            match stroke {
                // The tooltip of its lines.
                Some(stroke) => explained(area, label, |area| {
                    curve(area, vec![coord(x, y), coord(x + SAMPLE, y)], stroke)?;
                    words(area, x + SAMPLE + 6.0, INK)
                })?,
                None => words(area, x, SOFT_INK)?,
            }
        }
        Ok(())
    }
}
