//! [`IntervalRows`]: a chart with a mean and its interval in each row, for the levels of factors, and for differences of costs on held-out
//! instances. Where levels are numbers, `effects` draws panels instead.

use plotters::element::Circle;
use plotters::style::Color;

use crate::wording::range;
use evocube_plot::{
    ACCENT, Axis, ChartRow, Drawing, LegendEntry, PLAIN, Page, RowChart, SOFT_INK, Stroke, curve, explained, fine,
    shows,
};
use evocube_stats::Interval;

/// Height of a row.
const ROW: f64 = 17.0;

/// A mean with its interval, which the model of the page has computed.
pub(super) struct IntervalEntry {
    /// The heading under which the row may stand; empty without one.
    pub(super) key: String,
    /// Stands behind the heading and a comma; may be empty.
    pub(super) note: String,
    /// The label under the heading.
    pub(super) level: String,
    /// The label without a heading.
    pub(super) name: String,
    /// The name with the whole key, for tooltips and data.
    pub(super) label: String,
    pub(super) mean: f64,
    /// `None` where trials are too few.
    pub(super) interval: Option<Interval>,
    pub(super) significant: bool,
}

impl IntervalEntry {
    /// Returns the mean and the ends of its interval.
    pub(super) fn ends(&self) -> [f64; 3] {
        let Interval { low, high } = self.interval.unwrap_or(Interval { low: self.mean, high: self.mean });
        [low, self.mean, high]
    }

    pub(super) fn tooltip(&self, show: fn(f64) -> String) -> String {
        let ends = self.interval.map_or(String::new(), |ends| format!(", 95 % interval {}", range(ends, show)));
        format!("{}: mean {}{ends}", self.label, show(self.mean))
    }
}

/// A chart of means.
pub(super) struct IntervalRows<'a> {
    pub(super) title: &'a str,
    /// The head of the labels.
    pub(super) head: &'a str,
    /// The axis, and its name.
    pub(super) axis: (Axis, &'a str),
    /// The place of the dashed line, and what it is.
    pub(super) middle: Option<(f64, &'a str)>,
    /// Writes a value.
    pub(super) show: fn(f64) -> String,
    pub(super) entries: &'a [IntervalEntry],
}

impl IntervalRows<'_> {
    /// Draws the chart. Keys are headings if they have several rows or some name is too wide for its row; a single key is the head.
    pub(super) fn draw(self, page: Page) -> Drawing {
        let Self { title, head, axis, middle, show, entries } = self;
        let bars = "bars: 95 % interval";
        let has_rows = entries.windows(2).any(|pair| !pair[0].key.is_empty() && pair[0].key == pair[1].key);
        let is_wide =
            has_rows || entries.iter().any(|entry| !entry.key.is_empty() && !ChartRow::fits(page, &entry.name));
        let single = entries.first().filter(|first| is_wide && entries.iter().all(|entry| entry.key == first.key));
        let heading = |entry: &IntervalEntry| match &*entry.note {
            "" => entry.key.clone(),
            note => format!("{}, {note}", entry.key),
        };
        let head = single.map_or(if is_wide { bars.to_owned() } else { head.to_owned() }, heading);
        let dashed = middle.map(|(_, words)| format!("dashed: {words}"));
        let has_bars = entries.iter().any(|entry| entry.interval.is_some());
        let words = (head != bars && has_bars).then(|| bars.to_owned()).into_iter().chain(dashed);
        let legend: Vec<LegendEntry> = words.map(LegendEntry::words).collect();
        let (mut rows, mut places) = (Vec::new(), Vec::new());
        for (index, entry) in entries.iter().enumerate() {
            let row = |is_heading, label: &String, value| ChartRow {
                is_heading,
                label: label.clone(),
                bold: entry.significant,
                value,
            };
            if is_wide && single.is_none() && (index == 0 || entries[index - 1].key != entry.key) {
                rows.push(row(true, &heading(entry), String::new()));
            }
            places.push(rows.len() as f64 + 0.5);
            rows.push(row(false, if is_wide { &entry.level } else { &entry.name }, show(entry.mean)));
        }
        let bottom = rows.len() as f64;
        RowChart { title, heads: (&head, "mean"), axis, high: ROW, rows }.draw(page, &legend, |plane, _| {
            if let Some((middle, _)) = middle {
                let dashes = Stroke::solid(SOFT_INK, 1.0).dashed(&[4.0, 3.0]);
                curve(plane, vec![(middle, 0.0), (middle, bottom)], dashes)?;
            }
            entries.iter().zip(places).try_for_each(|(entry, row)| {
                let IntervalEntry { mean, interval, significant, .. } = entry;
                let color = if *significant { ACCENT } else { PLAIN };
                explained(plane, entry.tooltip(show), |plane| {
                    if let Some(Interval { low, high }) = interval {
                        curve(plane, vec![(*low, row), (*high, row)], Stroke::solid(color, 2.0))?;
                    }
                    if !shows(plane, *mean) {
                        return Ok(());
                    }
                    plane.draw(&Circle::new((*mean, row), fine(4.5), color.filled()))
                })
            })
        })
    }
}
