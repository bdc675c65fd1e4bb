//! The head of a figure: its title, and a legend in rows below it; also a legend that stands within a panel.
//!
//! plotters puts the labels of series into a box within the chart wherever it is told, even above data.

use plotters::element::Rectangle;
use plotters::style::Color;

use super::canvas::{Area, Drawn, coord};
use super::drawing::{Stroke, Type};
use super::page::Page;
use super::palette::{INK, PAPER, SOFT_INK};
use super::primitives::{LINE_FEED, curve, explained, marker, write};
use super::typeface::{lines, width};
use super::{MARGIN, TICK_TYPE};

/// Type size of titles.
const TITLE_TYPE: f64 = 13.0;
/// Length of the sample of a line.
const SAMPLE: f64 = 20.0;
/// Distance of entries beside each other.
const BETWEEN: f64 = 9.0;
/// Height of a row of the legend.
const ROW: f64 = 17.0;
/// Height of a row of a legend within a panel.
const ROW_INSIDE: f64 = 15.5;
/// Maximum number of lines of a label.
const MAX_LINES: usize = 6;

/// An entry of a legend.
#[derive(Clone)]
pub struct LegendEntry {
    /// The look of the line; `None` for words alone.
    pub stroke: Option<Stroke>,
    /// Whether the line has marks.
    pub marked: bool,
    /// The words.
    pub label: String,
}

impl LegendEntry {
    /// Returns the entry of a line.
    pub fn line(stroke: Stroke, label: impl Into<String>) -> Self {
        Self { stroke: Some(stroke), marked: false, label: label.into() }
    }

    /// Returns an entry of words alone.
    pub fn words(label: impl Into<String>) -> Self {
        Self { stroke: None, marked: false, label: label.into() }
    }

    /// Returns the length of the sample: a mark leaves dashes beside it.
    fn length(&self) -> f64 {
        if self.marked { 1.7 * SAMPLE } else { SAMPLE }
    }

    /// Returns the width of the sample with the space behind it.
    fn sample(&self) -> f64 {
        if self.stroke.is_some() { self.length() + 5.0 } else { 0.0 }
    }

    fn width(&self) -> f64 {
        self.sample() + width(&self.label, TICK_TYPE, false)
    }

    /// Draws the entry, whose label can have several lines, at its left end and the middle of its first line.
    fn draw(&self, area: &Area, (x, y): (f64, f64), label: &[String]) -> Drawn {
        let middle = y + label.len().saturating_sub(1) as f64 * TICK_TYPE * LINE_FEED / 2.0;
        let ink = if self.stroke.is_some() { INK } else { SOFT_INK };
        let words = |area: &Area| {
            write(area, label, coord(x + self.sample(), middle), Type::new(TICK_TYPE, ink).left_aligned())
        };
        let Some(stroke) = self.stroke else { return words(area) };
        // The tooltip of its lines.
        explained(area, &*self.label, |area| {
            curve(area, vec![coord(x, y), coord(x + self.length(), y)], stroke)?;
            if self.marked {
                marker(area, coord(x + self.length() / 2.0, y), stroke.color)?;
            }
            words(area)
        })
    }
}

/// Returns the size of a legend within a panel, an entry a row.
pub(super) fn size_inside(legend: &[LegendEntry]) -> (f64, f64) {
    let widest = legend.iter().map(LegendEntry::width).fold(0.0, f64::max);
    (widest, legend.len() as f64 * ROW_INSIDE)
}

/// Draws a legend within a panel at its upper left corner, above the lines of its grid.
pub(super) fn draw_inside(area: &Area, (left, top): (f64, f64), legend: &[LegendEntry]) -> Drawn {
    let (wide, high) = size_inside(legend);
    area.draw(&Rectangle::new([coord(left - 3.0, top), coord(left + wide + 3.0, top + high)], PAPER.filled()))?;
    let mut rows = legend.iter().enumerate();
    rows.try_for_each(|(row, entry)| {
        let place = (left, top + (row as f64 + 0.5) * ROW_INSIDE);
        entry.draw(area, place, std::slice::from_ref(&entry.label))
    })
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
const TITLE: f64 = 18.0;

impl ChartHead {
    /// Lays out a title, unless the page has none, and a legend.
    pub(super) fn new(page: Page, title: &str, legend: &[LegendEntry]) -> Self {
        let room = page.units() - 2.0 * MARGIN;
        let title = if page.titled { lines(title, TITLE_TYPE, true, room, 3) } else { vec![] };
        let above = if title.is_empty() { -7.0 } else { TITLE + (title.len() - 1) as f64 * TITLE_TYPE * 1.2 + 7.0 };
        let (mut x, mut y) = (MARGIN, above);
        let mut entries = Vec::new();
        let wide = LegendEntry::width;
        // The heading has a row of its own if all entries fit into the next one, but not beside it.
        let breaks_after_heading = legend.split_first().is_some_and(|(first, others)| {
            let others: f64 = others.iter().map(|entry| wide(entry) + BETWEEN).sum();
            first.stroke.is_none() && others - BETWEEN <= room && wide(first) + others > room
        });
        for (index, entry) in legend.iter().enumerate() {
            let label_lines = lines(&entry.label, TICK_TYPE, false, room - entry.sample(), MAX_LINES);
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
        Self { height: y + 13.0, title, entries }
    }

    /// Draws it at the top of an area.
    pub(super) fn draw(&self, area: &Area) -> Drawn {
        let title = Type::new(TITLE_TYPE, INK).bold(true).left_aligned();
        for (row, text) in self.title.iter().enumerate() {
            write(area, std::slice::from_ref(text), coord(MARGIN, TITLE + row as f64 * TITLE_TYPE * 1.2), title)?;
        }
        self.entries.iter().try_for_each(|(x, y, label, entry)| entry.draw(area, (*x, *y), label))
    }
}
