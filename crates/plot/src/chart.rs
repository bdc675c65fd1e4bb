//! Charts over two axes, in one panel or several: their layout, legend and names of axes. The lines, bands, bars and marks within a panel
//! are drawn in `panel`, its axes in `frame`, titles of panels are made in `headings`. Heat maps are in `cells`, charts of labeled rows in
//! `rows`.

use super::axis::Axis;
use super::canvas::{Area, Drawn, coord, record};
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
use evocube_stats::numbers::grouped;

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
pub struct Chart<'a> {
    /// The title.
    pub title: &'a str,
    /// The names of the axes.
    pub names: (&'a str, &'a str),
    /// The axes, which all panels without their own share.
    pub axes: (Axis, Axis),
    /// The heading of the legend; may be empty.
    pub lines_are: String,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
    /// The number of panels side by side; `None` for as many as fit.
    pub columns: Option<usize>,
    /// Further entries of the legend.
    pub entries: Vec<LegendEntry>,
}

/// The horizontal axis of a panel.
struct PanelAxis {
    axis: Axis,
    /// The lines of the names at its ticks.
    ticks: Vec<Vec<String>>,
    /// Whether names stand upright, as one of them would be cut otherwise.
    is_upright: bool,
    /// The lines of its name below this panel.
    name: Vec<String>,
}

impl PanelAxis {
    /// Returns the height of the names at its ticks beyond a first line.
    fn names_high(&self) -> f64 {
        let lines = self.ticks.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let widest = self.ticks.iter().flatten().map(|name| width(name, TICK_TYPE, false)).fold(0.0, f64::max);
        if self.is_upright { widest - 6.0 } else { (lines - 1.0) * TICK_TYPE * LINE_FEED }
    }
}

/// How panels stand side by side.
struct Across {
    /// Width of the numbers left of the first panels.
    numbers: f64,
    /// Space between panels.
    gap: f64,
    /// Width of a row of panels.
    room: f64,
    columns: usize,
    /// Width of a panel.
    wide: f64,
    /// The headings, if panels are all pairs of two factors' levels.
    grid: Option<Grid>,
    /// The axis of each panel.
    axes: Vec<PanelAxis>,
}

/// How rows of panels stand below each other.
struct Down {
    head: ChartHead,
    /// Where the first row begins.
    top: f64,
    /// Height from there to the lower end of the last panels.
    inner: f64,
    height: f64,
    /// Height of the titles above a panel.
    above: f64,
    /// Height of a panel.
    high: f64,
    /// Where each row begins, below `top`.
    begins: Vec<f64>,
    /// The room below each row: that of the names at ticks, and all.
    feet: Vec<(f64, f64)>,
    /// The lines of each panel's title.
    titles: Vec<Vec<String>>,
    /// The legend, if it has room in the only panel.
    inside: Option<LegendInside>,
}

/// A legend within a panel.
struct LegendInside {
    corner: (f64, f64),
    size: (f64, f64),
    entries: Vec<LegendEntry>,
}

impl<'a> Chart<'a> {
    /// Returns a chart of one panel.
    pub fn new(title: &'a str, names: (&'a str, &'a str), axes: (Axis, Axis), panel: Panel) -> Self {
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
    pub fn draw(self, page: Page) -> Drawing {
        let across = self.across(page);
        let down = self.down(page, &across);
        let names = (self.name_lines(page), fit(self.names.1, NAME_TYPE, false, down.height - down.top));
        // The name of an axis is centered on it, unless it would then reach into the head or leave the page.
        let half = width(&names.1, NAME_TYPE, false) / 2.0;
        let middle = (down.top + down.inner / 2.0).max(down.top - 4.0 + half).min(down.height - 4.0 - half);
        let widest = names.0.iter().map(|line| width(line, NAME_TYPE, false)).fold(0.0, f64::max);
        let center = NAME + across.numbers + across.room / 2.0;
        let center = center.min(page.units() - widest / 2.0 - 4.0).max(widest / 2.0 + 4.0);
        let drawing = record(page, down.height, |area| {
            down.head.draw(area)?;
            (0..self.panels.len()).try_for_each(|number| self.draw_panel(area, (&across, &down), number))?;
            let name = Type::new(NAME_TYPE, INK);
            write(area, &names.0, coord(center, down.height - 6.0), name.above())?;
            write(area, &[names.1], coord(8.0, middle), name.below().upward())
        });
        // Between names there are no values.
        let is_named = !self.has_own_axes() && !self.axes.0.has_names();
        Drawing { x_name: if is_named { self.names.0.to_owned() } else { String::new() }, ..drawing }
    }

    /// Whether a panel has a horizontal axis of its own.
    fn has_own_axes(&self) -> bool {
        self.panels.iter().any(|panel| panel.x.is_some())
    }

    fn x_axis<'p>(&'p self, panel: &'p Panel) -> &'p Axis {
        panel.x.as_ref().map_or(&self.axes.0, |(axis, _)| axis)
    }

    fn y_axis<'p>(&'p self, panel: &'p Panel) -> &'p Axis {
        panel.y.as_ref().unwrap_or(&self.axes.1)
    }

    /// Returns the lines of the name of the horizontal axis that panels share.
    fn name_lines(&self, page: Page) -> Vec<String> {
        if self.has_own_axes() { vec![] } else { lines(self.names.0, NAME_TYPE, false, page.units() - 2.0 * MARGIN, 2) }
    }

    /// Lays out the panels side by side.
    fn across(&self, page: Page) -> Across {
        let widest = self.panels.iter().map(|panel| self.y_axis(panel).widest()).fold(0.0, f64::max);
        let numbers = NUMBERS.max(widest + 2.0 * TICK + 2.0);
        // Half of the last number reaches beyond the end of its axis.
        let half_number = self.panels.iter().map(|panel| self.x_axis(panel).widest()).fold(0.0, f64::max) / 2.0;
        let (mut right, gap) = (RIGHT.max(half_number + 4.0), GAP.max(2.0 * half_number + 4.0));
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
        let wide = likely(columns, room);
        let axis = |panel: &Panel| {
            let axis = self.x_axis(panel).clone();
            let apart = axis.apart();
            let axis = axis.fitted(wide, apart);
            let name = panel.x.as_ref().map(|(_, name)| lines(name, NAME_TYPE, false, wide + gap - 4.0, 3));
            let (ticks, is_upright) = axis.name_lines(wide);
            PanelAxis { ticks, is_upright, name: name.unwrap_or_default(), axis }
        };
        let axes = self.panels.iter().map(axis).collect();
        Across { numbers, gap, room, columns, wide, grid, axes }
    }

    /// Lays out the rows of panels below the head.
    fn down(&self, page: Page, Across { columns, wide, grid, axes, .. }: &Across) -> Down {
        let (columns, wide, rows) = (*columns, *wide, self.panels.len().div_ceil(*columns));
        let bottom = if self.has_own_axes() {
            BELOW_NAME
        } else {
            BOTTOM + self.name_lines(page).len().saturating_sub(1) as f64 * NAME_TYPE * LINE_FEED
        };
        // Each row has the room below that its own names need: that of the names at ticks, and all.
        let foot = |axes: &[PanelAxis]| {
            let numbers = FOOT + axes.iter().map(PanelAxis::names_high).fold(0.0, f64::max);
            let names = axes.iter().map(|axis| axis.name.len()).max().unwrap_or(0) as f64;
            (numbers, numbers + names * NAME_TYPE * LINE_FEED)
        };
        let feet: Vec<(f64, f64)> = axes.chunks(columns).map(foot).collect();
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
        let size = if named.len() > 1 { size_inside(&named) } else { (0.0, 0.0) };
        let free = self.panels.first().filter(|_| self.panels.len() == 1 && size.1 > 0.0 && size.1 <= 0.55 * high);
        let corner = free.and_then(|panel| {
            panel.free_place((&axes[0].axis, &self.y_axis(panel).clone().fitted(high, 26.0)), (wide, high), size)
        });
        let (head, high) = if corner.is_some() { (head, high) } else { place_head(&legend) };
        let top = head.height + above_grid;
        // A last row that is not full leaves panels above it with numbers.
        let has_feet = self.has_own_axes() || !self.panels.len().is_multiple_of(columns);
        let begin = |row: usize| {
            let between = feet[..row].iter().map(|(_, foot)| if has_feet { *foot } else { NO_NUMBERS }).sum::<f64>();
            row as f64 * (above + high) + between
        };
        let begins: Vec<f64> = (0..rows).map(begin).collect();
        let inner = begins[rows - 1] + above + high;
        let height = top + inner + feet[rows - 1].1 + bottom;
        let inside = corner.map(|corner| LegendInside { corner, size, entries: named });
        Down { head, top, inner, height, above, high, begins, feet, titles, inside }
    }

    /// Draws a panel with its title, its axes and what they are named.
    fn draw_panel(&self, area: &Area, (across, down): (&Across, &Down), number: usize) -> Drawn {
        let (panel, Across { numbers, gap, columns, wide, grid, axes, .. }) = (&self.panels[number], across);
        let (wide, high, row, column) = (*wide, down.high, number / columns, number % columns);
        let left = NAME + numbers + column as f64 * (wide + gap);
        let (upper, (numbers_high, foot)) = (down.top + down.begins[row] + down.above, down.feet[row]);
        let title_type = Type::new(TICK_TYPE, INK).bold(true).left_aligned().above();
        write(area, &down.titles[number], coord(left, upper - 5.0), title_type)?;
        // Numbers only at the outermost panels.
        let is_lowest = self.has_own_axes() || number + columns >= self.panels.len();
        let PanelAxis { axis, ticks, is_upright, name } = &axes[number];
        let x = axis.clone().numbers(is_lowest && ticks.is_empty());
        let y = self.y_axis(panel).clone().fitted(high, 26.0).numbers(column == 0);
        let aside = if column == 0 { *numbers } else { TICK };
        let area_of_panel = area.clone().shrink(coord(left - aside, upper), coord(aside + wide, high + foot));
        let plane = frame(&area_of_panel, x.clone(), y.clone(), (aside, foot), false)?;
        if let Some(LegendInside { corner, entries, .. }) = &down.inside {
            draw_inside(area, (left + corner.0, upper + corner.1), entries)?;
        }
        let boxes = down.inside.iter().map(|inside| (inside.corner, inside.size)).collect();
        panel.draw(&plane, (&x, &y), (wide, high), boxes)?;
        if let Some(grid) = grid {
            let heading = Type::new(TICK_TYPE, INK).above();
            if row == 0 {
                write(area, &grid.columns[column..=column], coord(left + wide / 2.0, upper - 4.0), heading)?;
            }
            if column + 1 == *columns {
                let place = coord(left + wide + 6.0, upper + high / 2.0);
                write(area, &grid.rows[row..=row], place, heading.below().upward())?;
            }
        }
        let letters = Type::new(TICK_TYPE, SOFT_INK);
        let letters = if *is_upright { letters.right_aligned().upward() } else { letters.below() };
        for (place, tick) in ticks.iter().enumerate().filter(|_| is_lowest) {
            let center = coord(left + x.share(place as f64) * wide, upper + high + 2.0 * TICK);
            write(area, tick, center, letters)?;
        }
        let middle = coord(left + wide / 2.0, upper + high + numbers_high);
        write(area, name, middle, Type::new(NAME_TYPE, INK).below())
    }

    /// Returns about the width of one of so many panels.
    pub fn panel_width(page: Page, panels: usize) -> f64 {
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
