//! [`RowChart`]: charts of labeled rows over one axis, with headings between rows and a value at the end of each. A label may be long, such
//! as a level that is a TOML table: [`ChartRow`] decides whether it has room, also below an axis. What stands in the rows is drawn by the
//! figures.

use plotters::element::Rectangle;
use plotters::style::Color;

use super::axis::{Axis, Plane};
use super::canvas::{Area, Drawn, coord, fine, record};
use super::drawing::{Drawing, Type};
use super::frame::frame;
use super::head::{ChartHead, LegendEntry};
use super::page::Page;
use super::palette::{INK, PAPER, SOFT_INK};
use super::primitives::{LINE_FEED, explained, write};
use super::typeface::{fit, lines, width};
use super::{MARGIN, NAME_TYPE, TICK_TYPE};

/// Maximum width of labels: in units, and as a part of the page's width.
const LABELS: (f64, f64) = (270.0, 0.34);
/// Maximum number of lines of a label.
const MAX_LINES: usize = 4;
/// Distance from a label to its row.
const GAP: f64 = 12.0;
/// Room below, for numbers and the name of the axis.
const FOOT: f64 = 24.0;
/// Distance from a row to its value.
const BEFORE_VALUE: f64 = 18.0;

/// The texts of a row.
pub struct ChartRow {
    /// The label at the left end.
    pub label: String,
    /// Whether the texts are bold.
    pub bold: bool,
    /// The lines at the right end.
    pub value: String,
    /// Whether it is the heading of the rows below, which may be as wide as the chart.
    pub is_heading: bool,
}

/// A chart of rows.
pub struct RowChart<'a> {
    /// The title.
    pub title: &'a str,
    /// The heads above the labels and the values.
    pub heads: (&'a str, &'a str),
    /// The axis, and its name.
    pub axis: (Axis, &'a str),
    /// The height of a row.
    pub high: f64,
    /// The rows, from above.
    pub rows: Vec<ChartRow>,
}

/// Returns the maximum width of labels on a page.
fn room_for_labels(page: Page) -> f64 {
    LABELS.0.min(LABELS.1 * page.units())
}

impl ChartRow {
    /// Returns whether a label fits beside its row in one line.
    pub fn fits(page: Page, label: &str) -> bool {
        width(label, TICK_TYPE, true) <= room_for_labels(page)
    }

    /// Returns whether a label has room below a step of an axis: in three lines, no word of which is cut.
    pub fn fits_below(label: &str, step: f64) -> bool {
        let room = step - 6.0;
        label.split(' ').all(|word| width(word, TICK_TYPE, false) <= room)
            && lines(label, TICK_TYPE, false, room, usize::MAX).len() <= 3
    }

    /// Returns the number of lines of a label beside its row, and whether it has room.
    pub fn breaks(page: Page, label: &str) -> (usize, bool) {
        let count = lines(label, TICK_TYPE, true, room_for_labels(page), usize::MAX).len();
        (count, count <= MAX_LINES)
    }
}

impl RowChart<'_> {
    /// Draws the chart with a legend, which may be empty. `content` draws between the axes: row n is between n and n + 1, downward. It
    /// is told the height of a row.
    pub fn draw(self, page: Page, legend: &[LegendEntry], content: impl FnOnce(&Plane, f64) -> Drawn) -> Drawing {
        let head = ChartHead::new(page, self.title, legend);
        let labels = self.rows.iter().filter(|row| !row.is_heading);
        let widest = labels.map(|row| width(&row.label, TICK_TYPE, true)).fold(0.0, f64::max);
        let headings = self.rows.iter().filter(|row| row.is_heading).map(|row| width(&row.label, TICK_TYPE, row.bold));
        let room = room_for_labels(page);
        let values = self.rows.iter().flat_map(|row| row.value.split('\n').map(|line| (line, row.bold)));
        let values = values.map(|(line, bold)| width(line, TICK_TYPE, bold)).fold(0.0, f64::max);
        let values = values.max(width(self.heads.1, TICK_TYPE, false)) + BEFORE_VALUE;
        // Headings stay beside the rows where these keep a third of the page.
        let labels = widest.min(room);
        let label_room = headings.filter(|heading| *heading <= 1.25 * room).fold(labels, f64::max);
        let is_roomy = page.units() - 16.0 - label_room - GAP - values - MARGIN > page.units() / 3.0;
        let labels = if is_roomy { label_room } else { labels };
        let texts: Vec<Vec<String>> =
            self.rows.iter().map(|row| lines(&row.label, TICK_TYPE, row.bold, labels, MAX_LINES)).collect();
        // A head that is wider than the labels begins at the margin, above the head of the values if it has no room beside it.
        let head_of_labels = lines(self.heads.0, TICK_TYPE, false, page.units() - 2.0 * MARGIN, 3);
        let wide_head = head_of_labels.iter().map(|line| width(line, TICK_TYPE, false)).fold(0.0, f64::max);
        let wider = wide_head > labels;
        let is_beside = wide_head + width(self.heads.1, TICK_TYPE, false) < page.units() - 3.0 * MARGIN;
        let further = head_of_labels.len().saturating_sub(usize::from(is_beside));
        let further_lines = further as f64 * TICK_TYPE * LINE_FEED;
        let (left, top) = (16.0 + labels + GAP, head.height + 22.0 + further_lines);
        let wide = page.units() - left - values - MARGIN;
        let (axis, name) = self.axis;
        let name = lines(name, NAME_TYPE, false, page.units() - 2.0 * MARGIN, 2);
        let foot_height = 24.0 + name.len().saturating_sub(1) as f64 * NAME_TYPE * LINE_FEED;
        // A label of several lines takes room of its neighbors.
        let counts: Vec<usize> =
            self.rows.iter().zip(&texts).map(|(row, text)| if row.is_heading { 1 } else { text.len() }).collect();
        let pairs = counts.windows(2).map(|pair| (pair[0] + pair[1]) as f64 / 2.0);
        let lines_high = pairs.reduce(f64::max).unwrap_or(counts.first().map_or(1.0, |count| *count as f64));
        let lowest = lines_high.max(1.0) * TICK_TYPE * LINE_FEED + 2.0;
        let high =
            page.units_high().map_or(self.high, |high| (high - top - FOOT - foot_height) / self.rows.len() as f64);
        let high = high.max(lowest);
        let bottom = top + high * self.rows.len() as f64 + FOOT;
        let widest = name.iter().map(|line| width(line, NAME_TYPE, false)).fold(0.0, f64::max);
        let center = (left + wide / 2.0).min(page.units() - widest / 2.0 - 4.0).max(widest / 2.0 + 4.0);
        let end = page.units() - MARGIN;
        let apart = axis.apart();
        record(page, bottom + foot_height, |area| {
            head.draw(area)?;
            let small = Type::new(TICK_TYPE, SOFT_INK).right_aligned().above();
            let lift = if is_beside { 5.0 } else { 5.0 + TICK_TYPE * LINE_FEED };
            let place = coord(if wider { MARGIN } else { left - GAP }, top - lift);
            let letters = if wider { small.left_aligned() } else { small };
            write(area, &head_of_labels, place, letters)?;
            write(area, &[self.heads.1.to_owned()], coord(end, top - 5.0), small)?;
            let body = area.margin(fine(top), fine(foot_height), 0, fine(values + MARGIN));
            let y = Axis::bare(self.rows.len() as f64, 0.0);
            let plane = frame(&body, axis.fitted(wide, apart), y, (left, FOOT), true)?;
            for (place, (row, label)) in self.rows.iter().zip(texts).enumerate() {
                let middle = top + high * (place as f64 + 0.5);
                let letters = Type::new(TICK_TYPE, INK).bold(row.bold).right_aligned();
                if row.is_heading {
                    continue;
                }
                explained(area, &row.label, |area| write(area, &label, coord(left - GAP, middle), letters))?;
                let value: Vec<String> = row.value.split('\n').map(str::to_owned).collect();
                write(area, &value, coord(end, middle), letters)?;
            }
            content(&plane, high)?;
            for (place, row) in self.rows.iter().enumerate().filter(|(_, row)| row.is_heading) {
                draw_heading(area, row, (top + high * (place as f64 + 0.5), high), end)?;
            }
            write(area, &name, coord(center, bottom + foot_height - 6.0), Type::new(NAME_TYPE, INK).above())
        })
    }
}

/// Draws a heading around a height, up to `end`. It interrupts the lines that it crosses.
fn draw_heading(area: &Area, row: &ChartRow, (middle, high): (f64, f64), end: f64) -> Drawn {
    let label = fit(&row.label, TICK_TYPE, row.bold, end - MARGIN);
    let right = MARGIN + width(&label, TICK_TYPE, row.bold) + 3.0;
    let corners = [coord(MARGIN, middle - high / 2.0), coord(right, middle + high / 2.0)];
    let letters = Type::new(TICK_TYPE, INK).bold(row.bold).left_aligned();
    explained(area, &row.label, |area| {
        area.draw(&Rectangle::new(corners, PAPER.filled()))?;
        write(area, &[label], coord(MARGIN, middle), letters)
    })
}
