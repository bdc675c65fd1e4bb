//! [`Cells`]: heat maps, with a colored cell, its value and its notes for each pair of a row and a column. The heat map of a stage is made
//! of it in `figures::heat_map`, that of routes in `route_matrix`.

use plotters::chart::ChartBuilder;
use plotters::element::Rectangle;
use plotters::style::Color;

use super::axis::{Axis, Plane};
use super::canvas::{Drawn, coord, line, record};
use super::drawing::{Drawing, Stroke, Type};
use super::head::{ChartHead, LegendEntry};
use super::page::Page;
use super::palette::{ACCENT, BACKGROUND_LINE, INK, PAPER, SOFT_INK, heat, ink_on};
use super::primitives::{LINE_FEED, curve, explained, write};
use super::typeface::{fit, lines, width};
use super::{MARGIN, NAME_TYPE, TICK_TYPE};

/// Maximum length of a label of a row: in units, and as a part of the page's width.
const LABELS: (f64, f64) = (160.0, 0.25);
/// Maximum number of lines of a label.
const MAX_LINES: usize = 4;
/// Maximum length of an upright label of a column, in units.
const UPRIGHT: f64 = 260.0;

/// Sizes of type for values in cells.
const VALUE_TYPES: [f64; 3] = [13.0, 12.0, 10.0];

/// A cell.
pub struct Cell {
    /// The value that sets the color; `None` without one.
    pub value: Option<f64>,
    /// The notes below the value, each in a line.
    pub notes: Vec<String>,
    /// The text under the pointer.
    pub tooltip: String,
}

/// A map; low values are dark.
pub struct Cells<'a> {
    /// The title.
    pub title: &'a str,
    /// The entries of the legend.
    pub legend: &'a [LegendEntry],
    /// The names of the rows and columns.
    pub names: (&'a str, &'a str),
    /// The names of the rows.
    pub rows: &'a [String],
    /// The names of the columns.
    pub columns: &'a [String],
    /// The values of the darkest and of the lightest color; values beyond have these colors.
    pub ends: (f64, f64),
    /// Writes the value of a cell.
    pub show: fn(f64) -> String,
    /// The cells of each row; `None` for a gap.
    pub cells: Vec<Vec<Option<Cell>>>,
    /// The row and the column of the framed cell.
    pub framed: Option<(usize, usize)>,
}

impl Cells<'_> {
    /// Draws the map.
    pub fn draw(&self, page: Page) -> Drawing {
        let (across, down) = (self.columns.len().max(1) as f64, self.rows.len().max(1) as f64);
        let longest = LABELS.0.min(LABELS.1 * page.units());
        let labels = widest(self.rows).min(longest);
        let left = 40.0 + labels + 10.0;
        let wide = ((page.units() - left - MARGIN) / across).min(120.0);
        // Colors without values have a key.
        let key = (!self.has_room_for_values(wide)).then(|| {
            let [low, high] = [self.ends.0, self.ends.1].map(self.show);
            LegendEntry::words(format!("{low} (dark) to {high} (light)"))
        });
        let head = ChartHead::new(page, self.title, &self.legend.iter().cloned().chain(key).collect::<Vec<_>>());
        let top = head.height + 4.0;
        let tall = (if self.rows.len() > 16 { 34.0 } else { 50.0_f64 }).min(wide.max(20.0));
        let columns = ColumnLabels::new(self.columns, wide);
        let row_labels: Vec<Vec<String>> =
            self.rows.iter().map(|label| lines(label, TICK_TYPE, false, labels, MAX_LINES)).collect();
        let tall = row_labels.iter().map(|text| text.len() as f64 * TICK_TYPE * LINE_FEED + 4.0).fold(tall, f64::max);
        let tall = page.units_high().map_or(tall, |high| ((high - top - columns.room - 25.0) / down).max(20.0));
        let bottom = top + tall * down + columns.room + 16.0;
        let columns_name = fit(self.names.1, NAME_TYPE, false, page.units() - 20.0);
        let half_across = width(&columns_name, NAME_TYPE, false) / 2.0;
        let center = (left + wide * across / 2.0).min(page.units() - half_across - 8.0).max(half_across + 8.0);
        // The name of the rows may stand beside that of the columns, unless there is no room between them.
        let is_beside = center - half_across > 12.0 + 2.0 * NAME_TYPE;
        let longest = if is_beside { (bottom - top).max(160.0) } else { bottom - 26.0 };
        let rows_name = fit(self.names.0, NAME_TYPE, false, longest);
        // The name of the rows is centered on them, unless it is longer: then it ends at the bottom of the drawing.
        let half = width(&rows_name, NAME_TYPE, false) / 2.0;
        let middle = (top + tall * down / 2.0).max(half + 8.0);
        let height = (bottom + 9.0).max(middle + half + 8.0).max(top + 150.0);
        record(page, height, |area| {
            head.draw(area)?;
            let body = area.clone().shrink(coord(left, top), coord(wide * across, tall * down));
            let axes = (Axis::bare(0.0, across), Axis::bare(down, 0.0));
            let chart = ChartBuilder::on(&body).build_cartesian_2d(axes.0, axes.1)?;
            let plane = chart.plotting_area();
            for (row, cells) in self.cells.iter().enumerate() {
                for (column, cell) in cells.iter().enumerate() {
                    if let Some(cell) = cell {
                        self.draw_cell(plane, cell, (column as f64, row as f64), (wide, tall))?;
                    }
                }
            }
            if let Some((row, column)) = self.framed {
                let (x, y, inset) = (column as f64, row as f64, (3.0 / wide, 3.0 / tall));
                let frame = [(x + inset.0, y + inset.1), (x + 1.0 - inset.0, y + 1.0 - inset.1)];
                plane.draw(&Rectangle::new(frame, line(PAPER, 6.0)))?;
                plane.draw(&Rectangle::new(frame, line(ACCENT, 3.5)))?;
            }
            for (row, text) in row_labels.into_iter().enumerate() {
                let letters = Type::new(TICK_TYPE, INK).right_aligned().shifted(-8.0, 0.0);
                write(plane, &text, (0.0, row as f64 + 0.5), letters)?;
            }
            columns.draw(plane, down)?;
            let name = Type::new(NAME_TYPE, INK);
            write(area, &[rows_name], coord(12.0, middle), name.below().upward())?;
            write(area, &[columns_name], coord(center, bottom + 3.0), name.above())
        })
    }

    /// Returns whether all values fit into cells of this width.
    fn has_room_for_values(&self, wide: f64) -> bool {
        let values = self.cells.iter().flatten().flatten().filter_map(|cell| cell.value);
        values.map(|value| width(&(self.show)(value), VALUE_TYPES[2], true)).all(|value| value <= wide - 8.0)
    }

    fn draw_cell(&self, plane: &Plane, cell: &Cell, (x, y): (f64, f64), (wide, tall): (f64, f64)) -> Drawn {
        let corners = [(x, y), (x + 1.0, y + 1.0)];
        let middle = (x + 0.5, y + 0.5);
        let Some(value) = cell.value else {
            let outline = vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0), (x, y)];
            curve(plane, outline, Stroke::solid(BACKGROUND_LINE, 1.0).dashed(&[3.0, 3.0]))?;
            return write(plane, &["–".to_owned()], middle, Type::new(TICK_TYPE, SOFT_INK));
        };
        let color = heat((value - self.ends.0) / (self.ends.1 - self.ends.0));
        let ink = ink_on(color);
        explained(plane, &cell.tooltip, |plane| {
            plane.draw(&Rectangle::new(corners, color.filled()))?;
            plane.draw(&Rectangle::new(corners, line(PAPER, 1.5)))?;
            let value = (self.show)(value);
            let fits = |size: &f64| width(&value, *size, true) <= wide - 8.0 && size + 6.0 <= tall;
            let Some(size) = VALUE_TYPES.into_iter().find(fits) else { return Ok(()) };
            let rows = cell.notes.len() as f64;
            let fits = |note: &f64| {
                let widest = cell.notes.iter().map(|line| width(line, *note, false)).fold(0.0, f64::max);
                widest <= wide - 4.0 && size + rows * note * LINE_FEED + 6.0 <= tall
            };
            let note_size = [11.0, 9.0].into_iter().find(fits).filter(|_| rows > 0.0);
            let below = note_size.map_or(0.0, |note| rows * note * LINE_FEED / 2.0);
            write(plane, &[value], middle, Type::new(size, ink).bold(true).shifted(0.0, -below))?;
            let Some(note) = note_size else { return Ok(()) };
            write(plane, &cell.notes, middle, Type::new(note, ink).shifted(0.0, size * LINE_FEED / 2.0))
        })
    }
}

/// The labels below the columns.
struct ColumnLabels {
    /// Each in up to four lines.
    labels: Vec<Vec<String>>,
    /// Whether the labels are upright, because the columns are narrow.
    upright: bool,
    /// The height of the labels.
    room: f64,
}

impl ColumnLabels {
    fn new(columns: &[String], wide: f64) -> Self {
        let upright = widest(columns) > wide - 6.0 && wide < 90.0;
        // Of columns that are narrower than a line of type is high, every second, third … has a label.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // small and positive
        let step = (TICK_TYPE * LINE_FEED / wide).ceil().max(1.0) as usize;
        let labels: Vec<_> = columns
            .iter()
            .enumerate()
            .map(|(column, level)| match upright {
                true if column % step > 0 => vec![],
                true => vec![fit(level, TICK_TYPE, false, UPRIGHT)],
                false => lines(level, TICK_TYPE, false, wide - 6.0, MAX_LINES),
            })
            .collect();
        let room = labels.iter().map(|label| {
            if upright {
                width(&label.concat(), TICK_TYPE, false) + 12.0
            } else {
                label.len() as f64 * TICK_TYPE * LINE_FEED + 8.0
            }
        });
        Self { room: room.fold(0.0, f64::max), upright, labels }
    }

    /// Draws the labels below the last row.
    fn draw(&self, plane: &Plane, bottom: f64) -> Drawn {
        let letters = if self.upright {
            Type::new(TICK_TYPE, INK).right_aligned().upward().shifted(0.0, 8.0)
        } else {
            Type::new(TICK_TYPE, INK).below().shifted(0.0, 6.0)
        };
        let mut labels = self.labels.iter().enumerate();
        labels.try_for_each(|(column, label)| write(plane, label, (column as f64 + 0.5, bottom), letters))
    }
}

fn widest(labels: &[String]) -> f64 {
    labels.iter().map(|label| width(label, TICK_TYPE, false)).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::drawing::DrawnShape;
    use super::*;

    #[test]
    fn a_cell_without_a_value_is_outlined_and_the_name_of_the_columns_fits_the_page() {
        let cell = Cell { value: None, notes: vec![], tooltip: String::new() };
        let map = Cells {
            title: "map",
            legend: &[],
            names: ("rows", &"columns ".repeat(40)),
            rows: &["a".to_owned()],
            columns: &["b".to_owned()],
            ends: (0.0, 1.0),
            show: |value| value.to_string(),
            cells: vec![vec![Some(cell)]],
            framed: None,
        };
        let drawing = map.draw(Page::SCREEN);
        let outline = drawing.shapes.iter().find_map(|shape| match shape {
            DrawnShape::Line { points, .. } => Some(points),
            _ => None,
        });
        // A single cell has its largest width, and the usual height.
        let outline = outline.unwrap();
        let ends = |places: fn(&(f64, f64)) -> f64| {
            let places = || outline.iter().map(places);
            [places().fold(f64::MAX, f64::min), places().fold(f64::MIN, f64::max)]
        };
        let ([left, right], [top, bottom]) = (ends(|place| place.0), ends(|place| place.1));
        assert!((right - left - 120.0).abs() < 0.5 && (bottom - top - 50.0).abs() < 0.5, "{outline:?}");
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        assert!(corners.iter().all(|corner| outline.contains(corner)), "{outline:?}");
        let names = drawing.shapes.iter().filter_map(|shape| match shape {
            DrawnShape::Text { text, .. } if text.starts_with("columns") => Some(width(text, NAME_TYPE, false)),
            _ => None,
        });
        assert!(names.fold(0.0, f64::max) <= Page::SCREEN.units() - 20.0);
    }
}
