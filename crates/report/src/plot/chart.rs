//! Charts of lines, bands, bars and marks over two axes, in one panel or several.

use super::axis::Axis;
use super::canvas::{coord, record};
use super::drawing::{Drawing, Type};
use super::frame::{TICK, frame};
use super::head::{ChartHead, LegendEntry, draw_inside, size_inside};
use super::headings::{Grid, titles};
use super::page::Page;
use super::palette::{INK, SOFT_INK, look};
use super::panel::{Named, Panel};
use super::primitives::{LINE_FEED, write};
use super::typeface::{fit, lines, width};
use super::{MARGIN, NAME_TYPE, TICK_TYPE};
use crate::wording::grouped;

/// Width of the name of the vertical axis, left of all panels.
const NAME: f64 = 26.0;
/// Minimum width of the numbers left of the first panels.
const NUMBERS: f64 = 36.0;
/// Minimum space between panels side by side.
const GAP: f64 = 18.0;
/// Minimum height of a single panel.
const MIN_HIGH: f64 = 150.0;
/// Minimum width of one of several panels side by side.
const MIN_PANEL: f64 = 66.0;
/// Space below the names of the axes of single panels.
const BELOW_NAME: f64 = 4.0;
/// Height of the numbers below the lowest panels.
const FOOT: f64 = 24.0;
/// Space below a row of panels without numbers.
const NO_NUMBERS: f64 = 10.0;
/// Space above each panel, without its title.
const ABOVE: f64 = 8.0;
/// Minimum height of a panel of a figure whose height is given.
const MIN_PANEL_HIGH: f64 = 40.0;
/// Minimum space right of the panels.
const RIGHT: f64 = 14.0;
/// Space right of the panels for the headings of rows.
const ROW_HEADING: f64 = 24.0;
/// Height of the name of the horizontal axis, below all panels.
const BOTTOM: f64 = 24.0;

/// A chart.
pub(crate) struct Chart<'a> {
    pub(crate) title: &'a str,
    /// The names of the axes.
    pub(crate) names: (&'a str, &'a str),
    /// The axes, which all panels without their own share.
    pub(crate) axes: (Axis, Axis),
    /// The heading of the legend; may be empty.
    pub(crate) lines_are: String,
    pub(crate) panels: Vec<Panel>,
    /// The number of panels side by side; `None` for as many as fit.
    pub(crate) columns: Option<usize>,
    /// Further entries of the legend.
    pub(crate) entries: Vec<LegendEntry>,
}

/// The horizontal axis of a panel.
struct Across {
    axis: Axis,
    /// The lines of the names at its ticks.
    ticks: Vec<Vec<String>>,
    /// Whether names stand upright, as one of them would be cut otherwise.
    is_upright: bool,
    /// The lines of its name below this panel.
    name: Vec<String>,
}

impl Across {
    /// Returns the height of the names at its ticks beyond a first line.
    fn names_high(&self) -> f64 {
        let lines = self.ticks.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let widest = self.ticks.iter().flatten().map(|name| width(name, TICK_TYPE, false)).fold(0.0, f64::max);
        if self.is_upright { widest - 6.0 } else { (lines - 1.0) * TICK_TYPE * LINE_FEED }
    }
}

impl<'a> Chart<'a> {
    /// Returns a chart of one panel.
    pub(crate) fn new(title: &'a str, names: (&'a str, &'a str), axes: (Axis, Axis), panel: Panel) -> Self {
        Self { title, names, axes, lines_are: String::new(), panels: vec![panel], columns: None, entries: vec![] }
    }

    fn legend(&self) -> Vec<LegendEntry> {
        let lines = || self.panels.iter().flat_map(|panel| &panel.lines);
        let mut entries: Vec<LegendEntry> = Vec::new();
        for line in lines().filter(|line| line.named == Named::Own) {
            if !entries.iter().any(|entry| entry.label == line.label) {
                entries.push(LegendEntry { marked: line.marked, ..LegendEntry::line(line.stroke, &line.label) });
            }
        }
        let others = lines().filter(|line| line.named == Named::Others).count();
        if others > 0 {
            entries.push(LegendEntry::line(look(None), format!("{} others", grouped(others as u64))));
        }
        if !self.lines_are.is_empty() {
            entries.insert(0, LegendEntry::words(format!("{}:", self.lines_are)));
        }
        entries.extend_from_slice(&self.entries);
        entries
    }

    /// Draws the chart.
    pub(crate) fn draw(self, page: Page) -> Drawing {
        let has_own = self.panels.iter().any(|panel| panel.x.is_some());
        let x_axis = |panel: &Panel| panel.x.as_ref().map_or(&self.axes.0, |(axis, _)| axis).clone();
        let y = |panel: &Panel| panel.y.as_ref().unwrap_or(&self.axes.1).clone();
        let widest = self.panels.iter().map(|panel| y(panel).widest()).fold(0.0, f64::max);
        let numbers = NUMBERS.max(widest + 2.0 * TICK + 2.0);
        // Half of the last number reaches beyond the end of its axis.
        let half_number = self.panels.iter().map(|panel| x_axis(panel).widest()).fold(0.0, f64::max) / 2.0;
        let (mut right, gap) = (RIGHT.max(half_number + 4.0), GAP.max(2.0 * half_number + 4.0));
        let names =
            if has_own { vec![] } else { lines(self.names.0, NAME_TYPE, false, page.units() - 2.0 * MARGIN, 2) };
        let bottom =
            if has_own { BELOW_NAME } else { BOTTOM + names.len().saturating_sub(1) as f64 * NAME_TYPE * LINE_FEED };
        let likely = |columns: usize, room: f64| (room - gap * (columns - 1) as f64) / columns as f64;
        let room = page.units() - NAME - numbers - right;
        let grid = Grid::new(&self.panels).filter(|grid| {
            let (rows, columns) = (grid.rows.len(), grid.columns.len());
            let wide = likely(columns, room + right - RIGHT.max(half_number + ROW_HEADING));
            let high =
                page.units_high().map_or(height_of(rows, columns, wide), |high| (high - 120.0) / rows as f64 - 20.0);
            wide >= MIN_PANEL && grid.fits((wide, high))
        });
        if grid.is_some() {
            right = RIGHT.max(half_number + ROW_HEADING);
        }
        let room = page.units() - NAME - numbers - right;
        let columns = grid.as_ref().map_or_else(|| self.columns(room, gap), |grid| grid.columns.len());
        let rows = self.panels.len().div_ceil(columns);
        let wide = likely(columns, room);
        let across = |panel: &Panel| {
            let axis = x_axis(panel);
            let apart = axis.apart();
            let axis = axis.fitted(wide, apart);
            let name = panel.x.as_ref().map(|(_, name)| lines(name, NAME_TYPE, false, wide + gap - 4.0, 3));
            let (ticks, is_upright) = axis.name_lines(wide);
            Across { ticks, is_upright, name: name.unwrap_or_default(), axis }
        };
        let across: Vec<Across> = self.panels.iter().map(across).collect();
        // Each row has the room below that its own names need: that of the names at ticks, and all.
        let feet = |panels: &[Across]| {
            let numbers = FOOT + panels.iter().map(Across::names_high).fold(0.0, f64::max);
            let names = panels.iter().map(|across| across.name.len()).max().unwrap_or(0) as f64;
            (numbers, numbers + names * NAME_TYPE * LINE_FEED)
        };
        let feet: Vec<(f64, f64)> = across.chunks(columns).map(feet).collect();
        let all_feet: f64 = feet.iter().map(|(_, foot)| foot).sum();
        let (titles, panels_are) = match grid {
            Some(_) => (vec![vec![]; self.panels.len()], None),
            None => titles(&self.panels, wide),
        };
        let above = ABOVE + titles.iter().map(Vec::len).max().unwrap_or(0) as f64 * TICK_TYPE * LINE_FEED;
        let mut legend = self.legend();
        legend.extend(panels_are);
        let above_grid = if grid.is_some() { TICK_TYPE * LINE_FEED } else { 0.0 };
        let place_head = |legend: &[LegendEntry]| {
            let head = ChartHead::new(page, self.title, legend);
            let high = match page.units_high() {
                Some(high) => {
                    ((high - head.height - above_grid - bottom - all_feet) / rows as f64 - above).max(MIN_PANEL_HIGH)
                }
                None => height_of(rows, columns, wide),
            };
            (head, high)
        };
        // Lines are named in a free part of the only panel, if there is one that is large enough.
        let has_samples = legend.iter().any(|entry| entry.stroke.is_some());
        let notes = legend.iter().skip_while(|entry| has_samples && entry.stroke.is_none());
        let notes: Vec<LegendEntry> = notes.filter(|entry| entry.stroke.is_none()).cloned().collect();
        let named: Vec<LegendEntry> = legend[..legend.len() - notes.len()].to_vec();
        let (head, high) = place_head(&notes);
        let inside = if named.len() > 1 { size_inside(&named) } else { (0.0, 0.0) };
        let free = self.panels.first().filter(|_| self.panels.len() == 1 && inside.1 > 0.0 && inside.1 <= 0.55 * high);
        let free = free
            .and_then(|panel| panel.free_place((&across[0].axis, &y(panel).fitted(high, 26.0)), (wide, high), inside));
        let (head, high) = if free.is_some() { (head, high) } else { place_head(&legend) };
        let top = head.height + above_grid;
        // A last row that is not full leaves panels above it with numbers.
        let has_feet = has_own || !self.panels.len().is_multiple_of(columns);
        let begins = |row: usize| {
            let between = feet[..row].iter().map(|(_, foot)| if has_feet { *foot } else { NO_NUMBERS }).sum::<f64>();
            row as f64 * (above + high) + between
        };
        let inner = begins(rows - 1) + above + high;
        let height = top + inner + feet[rows - 1].1 + bottom;
        let names = (names, fit(self.names.1, NAME_TYPE, false, height - top));
        // The name of an axis is centered on it, unless it would then reach into the head or leave the page.
        let half = width(&names.1, NAME_TYPE, false) / 2.0;
        let middle = (top + inner / 2.0).max(top - 4.0 + half).min(height - 4.0 - half);
        let widest = names.0.iter().map(|line| width(line, NAME_TYPE, false)).fold(0.0, f64::max);
        let center = (NAME + numbers + room / 2.0).min(page.units() - widest / 2.0 - 4.0).max(widest / 2.0 + 4.0);
        let drawing = record(page, height, |area| {
            head.draw(area)?;
            for (number, (panel, title)) in self.panels.iter().zip(titles).enumerate() {
                let (row, column) = (number / columns, number % columns);
                let (left, upper) = (NAME + numbers + column as f64 * (wide + gap), top + begins(row) + above);
                let (numbers_high, foot) = feet[row];
                let title_type = Type::new(TICK_TYPE, INK).bold(true).left_aligned().above();
                write(area, &title, coord(left, upper - 5.0), title_type)?;
                // Numbers only at the outermost panels.
                let is_lowest = has_own || number + columns >= self.panels.len();
                let Across { axis, ticks, is_upright, name } = &across[number];
                let x = axis.clone().numbers(is_lowest && ticks.is_empty());
                let y = y(panel).fitted(high, 26.0).numbers(column == 0);
                let aside = if column == 0 { numbers } else { TICK };
                let area_of_panel = area.clone().shrink(coord(left - aside, upper), coord(aside + wide, high + foot));
                let plane = frame(&area_of_panel, x.clone(), y.clone(), (aside, foot), false)?;
                if let Some(corner) = free {
                    draw_inside(area, (left + corner.0, upper + corner.1), &named)?;
                }
                panel.draw(
                    &plane,
                    (&x, &y),
                    (wide, high),
                    free.map(|corner| (corner, inside)).into_iter().collect(),
                )?;
                let heading = Type::new(TICK_TYPE, INK).above();
                if let Some(grid) = grid.as_ref().filter(|_| row == 0) {
                    let place = coord(left + wide / 2.0, upper - 4.0);
                    write(area, &grid.columns[column..=column], place, heading)?;
                }
                if let Some(grid) = grid.as_ref().filter(|_| column + 1 == columns) {
                    let place = coord(left + wide + 6.0, upper + high / 2.0);
                    write(area, &grid.rows[row..=row], place, heading.below().upward())?;
                }
                for (place, tick) in ticks.iter().enumerate().filter(|_| is_lowest) {
                    let center = coord(left + x.share(place as f64) * wide, upper + high + 2.0 * TICK);
                    let letters = Type::new(TICK_TYPE, SOFT_INK);
                    write(
                        area,
                        tick,
                        center,
                        if *is_upright { letters.right_aligned().upward() } else { letters.below() },
                    )?;
                }
                let middle = coord(left + wide / 2.0, upper + high + numbers_high);
                write(area, name, middle, Type::new(NAME_TYPE, INK).below())?;
            }
            let name = Type::new(NAME_TYPE, INK);
            write(area, &names.0, coord(center, height - 6.0), name.above())?;
            write(area, &[names.1], coord(8.0, middle), name.below().upward())
        });
        // Between names there are no values.
        let x_name = if has_own || self.axes.0.has_names() { String::new() } else { self.names.0.to_owned() };
        Drawing { x_name, ..drawing }
    }

    /// Returns about the width of one of so many panels.
    pub(crate) fn panel_width(page: Page, panels: usize) -> f64 {
        let columns = preferred_columns(panels) as f64;
        (page.units() - NAME - NUMBERS - RIGHT - GAP * (columns - 1.0)) / columns
    }

    /// Returns the number of panels side by side: at most three, unless the chart says another number, and as many as have room.
    fn columns(&self, room: f64, gap: f64) -> usize {
        // At most a few dozen.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let fit = ((room + gap) / (MIN_PANEL + gap)).max(1.0) as usize;
        self.columns.unwrap_or(preferred_columns(self.panels.len()).min(fit))
    }
}

/// Returns the number of panels side by side where all have room.
const fn preferred_columns(panels: usize) -> usize {
    match panels {
        1 => 1,
        2 | 4 => 2,
        _ => 3,
    }
}

/// Returns the height of panels.
fn height_of(rows: usize, columns: usize, wide: f64) -> f64 {
    match (rows, columns) {
        (1, 1) => (0.6 * wide).clamp(MIN_HIGH, 320.0),
        (1, _) => (1.1 * wide).clamp(110.0, 230.0),
        _ => (0.9 * wide).clamp(80.0, 150.0),
    }
}
