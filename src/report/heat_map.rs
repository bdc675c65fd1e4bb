//! A stage of two factors as a map: the mean best of every pair of levels, or how many trials did not solve where
//! penalties are of different objectives.

use plotters::chart::{ChartBuilder, ChartContext, LabelAreaPosition};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{EmptyElement, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontTransform};

use super::axis::{Axis, NAME_TYPE, TICK, TICK_TYPE, number};
use super::canvas::{Area, Drawn, at, bold_letters, fine, letters, line, record};
use super::data::Data;
use super::drawing::{Drawing, Stroke, WIDTH};
use super::figure::Figure;
use super::legend::Head;
use super::palette::{ACCENT, BACKGROUND_LINE, INK, PAPER, SOFT_INK, heat};
use super::primitives::{Block, Curve, Explained, LINE_FEED};
use super::result_index::{Point, Solved, Stage};
use super::typeface::{fit, lines, width};
use crate::experiment::record::FactorSummary;
use crate::stats::mean;

/// Room for the scale of colors at the right.
const SCALE_ROOM: f64 = 110.0;
/// Of that, the part of the numbers.
const SCALE_NUMBERS: f64 = 60.0;
/// The widest label of a row.
const ROW_LABELS: f64 = 170.0;
/// The longest label of a column that stands upright.
const COLUMN_LABELS: f64 = 150.0;

/// Penalties between both ends of the colors, at least: the smallest weight of a wrong piece.
const MIN_SPAN: f64 = 4.0;

/// The chart of the cells: columns to the right and rows downward, each 1 wide.
type Map<'a> = ChartContext<'a, Drawing, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Where everything is.
struct Layout {
    /// Left and upper end of the cells.
    corner: (f64, f64),
    /// Of one cell.
    size: (f64, f64),
    /// Of all cells.
    extent: (f64, f64),
    /// Room for the labels of the rows.
    labels: f64,
}

/// What the colors stand for; lower is better.
#[derive(Clone, Copy)]
enum Quantity {
    /// The mean of the lowest penalties.
    MeanBest,
    /// The share of trials that did not solve their instance, in percent.
    Unsolved,
}

impl Quantity {
    fn of(stage: &Stage<'_>) -> Self {
        if stage.facts.selection.comparable_penalties { Self::MeanBest } else { Self::Unsolved }
    }

    fn value(self, point: &Point<'_>) -> Option<f64> {
        let Solved { count, of } = point.solved();
        match self {
            Self::MeanBest => mean(&point.finals()),
            Self::Unsolved => (of > 0).then(|| 100.0 * (of - count) as f64 / of as f64),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::MeanBest => "mean best",
            Self::Unsolved => "unsolved trials, %",
        }
    }

    fn column(self) -> &'static str {
        match self {
            Self::MeanBest => "mean_best",
            Self::Unsolved => "unsolved_percent",
        }
    }

    fn explained(self) -> &'static str {
        match self {
            Self::MeanBest => "Mean of the lowest penalties over the trials",
            Self::Unsolved => "Trials that did not solve their instance, in percent,",
        }
    }
}

/// Draws the map; `None` without two factors in all combinations or as long as nothing is finished.
pub(super) fn draw(stage: &Stage<'_>) -> Option<Figure> {
    let [rows, columns] = &stage.facts.factors[..] else { return None };
    if !stage.has_all_pairs(rows, columns) {
        // Of a design that fills a space hardly any pair of levels occurs, and some do not where a factor does not apply.
        return None;
    }
    let quantity = Quantity::of(stage);
    let means: Vec<f64> = stage.points.iter().filter_map(|point| quantity.value(point)).collect();
    let low = means.iter().copied().reduce(f64::min)?;
    // Means nearer to each other than this do not get the colors of both ends.
    let high = means.iter().copied().reduce(f64::max)?.max(low + MIN_SPAN);
    let any_solved = stage.solved().count > 0;

    let title = format!("{}: {}", stage.facts.name, quantity.name());
    let head = Head::new(&title, &[]);
    let layout = Layout::new(head.height + 4.0, rows, columns);
    let ((left, top), (across, down)) = (layout.corner, layout.extent);
    let labels = ColumnLabels::new(columns, layout.size.0);
    let below = top + down + labels.room + 22.0;
    let rows_name = fit(&rows.key, NAME_TYPE, false, (below - top).max(160.0));
    // The name of the rows is centered on them, unless it is longer: then it begins at the bottom of the drawing.
    let half = width(&rows_name, NAME_TYPE, false) / 2.0;
    let middle = (top + down / 2.0).max(half + 8.0);
    let height = (below + 14.0).max(middle + half + 8.0).max(top + 120.0 + 30.0);
    let columns_name = fit(&columns.key, NAME_TYPE, false, WIDTH - left - 10.0);
    let center = (left + across / 2.0).max(width(&columns_name, NAME_TYPE, false) / 2.0 + 8.0);

    let drawing = record(height, |area| {
        head.draw(area)?;
        let cells = area.clone().shrink(at(left, top), at(across, down));
        let (x, y) = (0.0..columns.levels.len() as f64, rows.levels.len() as f64..0.0);
        let mut map = ChartBuilder::on(&cells).build_cartesian_2d(x, y)?;
        let cell_of = |point: &Point<'_>| {
            let [row, column] = point.levels else { return None };
            Some((place(columns, column)? as f64, place(rows, row)? as f64))
        };
        for point in &stage.points {
            if let Some(place) = cell_of(point) {
                cell(&mut map, (point, quantity), place, layout.size, (low, high), any_solved)?;
            }
        }
        if let Some((x, y)) = stage.points.iter().find(|point| point.selected).and_then(cell_of) {
            let inset = (3.0 / layout.size.0, 3.0 / layout.size.1);
            let frame = [(x + inset.0, y + inset.1), (x + 1.0 - inset.0, y + 1.0 - inset.1)];
            map.draw_series([Rectangle::new(frame, line(PAPER, 6.0)), Rectangle::new(frame, line(ACCENT, 3.5))])?;
        }
        let ink = letters(TICK_TYPE, &INK).pos(Pos::new(HPos::Right, VPos::Center));
        for (row, level) in rows.levels.iter().enumerate() {
            let text = lines(level, TICK_TYPE, false, layout.labels, if layout.size.1 > 40.0 { 3 } else { 2 });
            let beside = EmptyElement::at((0.0, row as f64 + 0.5));
            map.draw_series([beside + Block::new(text, at(-8.0, 0.0), ink.clone())])?;
        }
        labels.draw(&mut map, rows.levels.len() as f64)?;
        let name = letters(NAME_TYPE, &INK);
        let upward = name.transform(FontTransform::Rotate270).pos(Pos::new(HPos::Center, VPos::Top));
        area.draw(&Text::new(rows_name, at(12.0, middle), upward))?;
        area.draw(&Text::new(columns_name, at(center, below + 3.0), name.pos(Pos::new(HPos::Center, VPos::Bottom))))?;
        scale(area, quantity.name(), (left + across + 24.0, top), down.clamp(120.0, 300.0), (low, high))
    });

    let mut caption = format!(
        "{} of each pair of levels; rows: {}, columns: {}. Darker is better.",
        quantity.explained(),
        rows.key,
        columns.key
    );
    if stage.points.iter().any(|point| point.selected) {
        caption.push_str(" The frame marks the selected configuration.");
    }
    if any_solved {
        caption.push_str(" Small below it: how many trials solved their instance.");
    }
    let mut data = Data::new(&[&rows.key, &columns.key, quantity.column(), "solved", "trials"]);
    for point in &stage.points {
        if let ([row, column], Some(value)) = (point.levels, quantity.value(point)) {
            let Solved { count, of } = point.solved();
            data.row(&[row, column, &value.to_string(), &count.to_string(), &of.to_string()]);
        }
    }
    Some(Figure { file: format!("{}-map", stage.file_stem()), title, caption, drawing, data: data.text() })
}

impl Layout {
    fn new(top: f64, rows: &FactorSummary, columns: &FactorSummary) -> Self {
        let labels = widest(rows).min(ROW_LABELS);
        let left = 40.0 + labels + 10.0;
        let (across, down) = (columns.levels.len() as f64, rows.levels.len() as f64);
        let wide = ((WIDTH - left - SCALE_ROOM) / across).min(120.0);
        let tall = if rows.levels.len() > 12 { 34.0 } else { 50.0 };
        Self { corner: (left, top), size: (wide, tall), extent: (wide * across, tall * down), labels }
    }
}

/// One pair of levels.
fn cell(
    map: &mut Map<'_>,
    (point, quantity): (&Point<'_>, Quantity),
    (x, y): (f64, f64),
    size: (f64, f64),
    ends: (f64, f64),
    any_solved: bool,
) -> Drawn {
    let corners = [(x, y), (x + 1.0, y + 1.0)];
    let middle = (x + 0.5, y + 0.5);
    let centered = Pos::new(HPos::Center, VPos::Center);
    let Some(value) = quantity.value(point) else {
        let dashed = Stroke { color: BACKGROUND_LINE, width: 1.0, dash: &[3.0, 3.0] };
        let outline = vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0), (x, y)];
        map.draw_series([Rectangle::new(corners, PAPER.filled())])?;
        map.draw_series([Curve::new(outline, dashed)])?;
        map.draw_series([Text::new("–", middle, letters(12.0, &SOFT_INK).pos(centered))])?;
        return Ok(());
    };
    let color = heat(share(value, ends));
    let solved = point.solved();
    let explanation =
        format!("{}: {} {}, solved {} of {}", point.label(), quantity.name(), number(value), solved.count, solved.of);
    map.draw_series([Explained::Begin(explanation)])?;
    map.draw_series([Rectangle::new(corners, color.filled()), Rectangle::new(corners, line(PAPER, 1.5))])?;
    let (value, small) = (number(value), format!("{}/{}", solved.count, solved.of));
    let type_size = [14.0, 12.0, 10.0].into_iter().find(|type_size| width(&value, *type_size, true) <= size.0 - 12.0);
    if let Some(type_size) = type_size {
        let ink = if color.ink_on_it() == INK { &INK } else { &PAPER };
        let both = any_solved && width(&small, 11.0, false) <= size.0 - 10.0 && size.1 > 40.0;
        let up = if both { -7.0 } else { 0.0 };
        let value = Text::new(value, at(0.0, up), bold_letters(type_size, ink).pos(centered));
        map.draw_series([EmptyElement::at(middle) + value])?;
        let small = Text::new(small, at(0.0, 10.0), letters(11.0, ink).pos(centered));
        map.draw_series(both.then(|| EmptyElement::at(middle) + small))?;
    }
    map.draw_series([Explained::End])?;
    Ok(())
}

/// The labels below the columns.
struct ColumnLabels {
    /// Each in up to four lines.
    labels: Vec<Vec<String>>,
    /// Do they stand upright, because the columns are narrow?
    upright: bool,
    /// The room they take.
    room: f64,
}

impl ColumnLabels {
    fn new(columns: &FactorSummary, wide: f64) -> Self {
        let upright = widest(columns) > wide - 6.0 && wide < 90.0;
        let broken = |level: &String| {
            if upright {
                vec![fit(level, TICK_TYPE, false, COLUMN_LABELS)]
            } else {
                lines(level, TICK_TYPE, false, wide - 6.0, 4)
            }
        };
        let labels: Vec<_> = columns.levels.iter().map(broken).collect();
        let room = |label: &Vec<String>| {
            if upright {
                width(&label.concat(), TICK_TYPE, false) + 12.0
            } else {
                label.len() as f64 * TICK_TYPE * LINE_FEED + 8.0
            }
        };
        Self { room: labels.iter().map(room).fold(0.0, f64::max), upright, labels }
    }

    /// Draws them; the cells end at `bottom`.
    fn draw(&self, map: &mut Map<'_>, bottom: f64) -> Drawn {
        let ink = letters(TICK_TYPE, &INK);
        for (column, label) in self.labels.iter().enumerate() {
            let place = EmptyElement::at((column as f64 + 0.5, bottom));
            if self.upright {
                let upright = ink.transform(FontTransform::Rotate270).pos(Pos::new(HPos::Right, VPos::Center));
                map.draw_series([place + Text::new(label.concat(), at(0.0, 8.0), upright)])?;
            } else {
                let middle = at(0.0, 7.0 + label.len() as f64 * TICK_TYPE * LINE_FEED / 2.0);
                let centered = ink.pos(Pos::new(HPos::Center, VPos::Center));
                map.draw_series([place + Block::new(label.clone(), middle, centered)])?;
            }
        }
        Ok(())
    }
}

/// What the colors mean, in these words.
pub(super) fn scale(area: &Area, what: &str, (x, top): (f64, f64), high: f64, (low, upper): (f64, f64)) -> Drawn {
    let ink = letters(TICK_TYPE, &SOFT_INK);
    area.draw(&Text::new(what, at(x, top + 12.0), ink.pos(Pos::new(HPos::Left, VPos::Bottom))))?;
    let strip = area.clone().shrink(at(x, top + 20.0), at(16.0 + SCALE_NUMBERS, high - 20.0));
    let mut chart = ChartBuilder::on(&strip)
        .set_label_area_size(LabelAreaPosition::Right, fine(SCALE_NUMBERS))
        .build_cartesian_2d(0.0..1.0, Axis::new(upper, low, 6))?;
    let steps: u32 = 60;
    let step = (upper - low) / f64::from(steps);
    chart.draw_series((0..steps).map(|place| {
        // Each strip reaches under the next, so that no seam shows.
        let from = low + f64::from(place) * step;
        let color = heat((f64::from(place) + 0.5) / f64::from(steps));
        Rectangle::new([(0.0, from), (1.0, (from + 2.0 * step).min(upper))], color.filled())
    }))?;
    chart
        .configure_mesh()
        .disable_mesh()
        .axis_style(line(SOFT_INK, 1.0))
        .set_all_tick_mark_size(fine(TICK))
        .label_style(ink)
        .draw()
}

/// Where a value lies between the ends.
fn share(value: f64, (low, high): (f64, f64)) -> f64 {
    (value - low) / (high - low)
}

fn place(factor: &FactorSummary, level: &str) -> Option<usize> {
    factor.levels.iter().position(|other| other == level)
}

fn widest(factor: &FactorSummary) -> f64 {
    factor.levels.iter().map(|level| width(level, TICK_TYPE, false)).fold(0.0, f64::max)
}
