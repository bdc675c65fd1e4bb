//! Charts of labeled rows over one axis. The rows lie: a label can be a whole table and is only readable in a row.

use super::axis::{Axis, Plane, frame};
use super::canvas::{Drawn, at, fine, record};
use super::drawing::{Drawing, Type};
use super::head::ChartHead;
use super::palette::{INK, SOFT_INK};
use super::primitives::{Words, explained};
use super::typeface::{fit, lines, width};
use super::{MARGIN, NAME_TYPE, TICK_TYPE, WIDTH};

/// The widest label.
const LABELS: f64 = 270.0;
/// From a label to its row.
const GAP: f64 = 12.0;
/// Room below, for numbers and the name of the axis.
const FOOT: f64 = 24.0;
/// Room for the values at the right.
const VALUES: f64 = 72.0;

/// A row.
pub(crate) struct Row {
    pub(crate) label: String,
    pub(crate) bold: bool,
    /// At its right end.
    pub(crate) value: String,
}

/// A chart of rows.
pub(crate) struct Rows<'a> {
    pub(crate) title: &'a str,
    /// The heads above the labels and the values.
    pub(crate) heads: (&'a str, &'a str),
    /// The axis, and its name.
    pub(crate) axis: (Axis, &'a str),
    /// The height of a row.
    pub(crate) high: f64,
    pub(crate) rows: Vec<Row>,
}

impl Rows<'_> {
    /// Draws it. `content` draws between the axes: row n lies between n and n + 1, downward.
    pub(crate) fn draw(self, content: impl FnOnce(&Plane) -> Drawn) -> Drawing {
        let head = ChartHead::new(self.title, &[]);
        let widest = self.rows.iter().map(|row| width(&row.label, TICK_TYPE, true)).fold(0.0, f64::max);
        let labels = widest.max(width(self.heads.0, TICK_TYPE, false)).min(LABELS);
        let (left, top) = (16.0 + labels + GAP, head.height + 22.0);
        let bottom = top + self.high * self.rows.len() as f64 + FOOT;
        let wide = WIDTH - left - VALUES - MARGIN;
        let (axis, name) = self.axis;
        let apart = axis.widest() + 22.0;
        record(bottom + 30.0, |area| {
            head.draw(area)?;
            let small = Type::new(TICK_TYPE, SOFT_INK).right_aligned().above();
            area.draw(&Words::new(fit(self.heads.0, TICK_TYPE, false, labels), at(left - GAP, top - 5.0), small))?;
            area.draw(&Words::new(self.heads.1, at(WIDTH - MARGIN, top - 5.0), small))?;
            let body = area.margin(fine(top), fine(30.0), 0, fine(VALUES + MARGIN));
            let y = Axis::bare(self.rows.len() as f64, 0.0);
            let plane = frame(&body, axis.fitted(wide, apart), y, (left, FOOT), true)?;
            for (place, row) in self.rows.iter().enumerate() {
                let middle = top + self.high * (place as f64 + 0.5);
                let letters = Type::new(TICK_TYPE, INK).bold(row.bold).right_aligned();
                let label = lines(&row.label, TICK_TYPE, row.bold, labels, 2);
                explained(area, &row.label, |area| {
                    area.draw(&Words::of_lines(label, at(left - GAP, middle), letters))
                })?;
                area.draw(&Words::new(&row.value, at(WIDTH - MARGIN, middle), letters))?;
            }
            content(&plane)?;
            area.draw(&Words::new(name, at(left + wide / 2.0, bottom + 20.0), Type::new(NAME_TYPE, INK).above()))
        })
    }
}
