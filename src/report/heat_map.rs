//! A stage of two factors as a map: the mean best of every pair of levels.

use super::axis::{NAME_TYPE, TICK_TYPE, number, ticks};
use super::drawing::{Anchor, Drawing, Lettering, Place, Stroke, WIDTH};
use super::figure::Figure;
use super::legend;
use super::palette::{ACCENT, BACKGROUND_LINE, PAPER, SOFT_INK, heat};
use super::study::{Point, Stage};
use super::typeface::{fit, lines, width};
use crate::experiment::record::FactorFacts;
use crate::stats::mean;

/// Room for the scale of colours at the right.
const SCALE_ROOM: f64 = 110.0;
/// The widest label of a row.
const ROW_LABELS: f64 = 170.0;
/// The longest label of a column that stands upright.
const COLUMN_LABELS: f64 = 150.0;

/// Penalties between both ends of the colours, at least: the smallest weight of a wrong piece.
const LEAST_SPAN: f64 = 4.0;

/// Draws the map; `None` without two factors or as long as nothing is finished.
pub(super) fn draw(stage: &Stage<'_>) -> Option<Figure> {
    let [rows, columns] = &stage.facts.factors[..] else { return None };
    let means: Vec<f64> = stage.points.iter().filter_map(|point| mean(&point.finals())).collect();
    let low = means.iter().copied().reduce(f64::min)?;
    // Means nearer to each other than this do not get the colours of both ends.
    let high = means.iter().copied().reduce(f64::max)?.max(low + LEAST_SPAN);
    let any_solved = stage.solved().count > 0;

    let title = format!("{}: mean best", stage.facts.name);
    let mut drawing = Drawing::default();
    let top = legend::draw(&mut drawing, &title, &[]) + 4.0;
    let labels = widest(rows).min(ROW_LABELS);
    let left = 40.0 + labels + 10.0;
    let wide = ((WIDTH - left - SCALE_ROOM) / columns.levels.len() as f64).min(120.0);
    let tall = if rows.levels.len() > 12 { 34.0 } else { 50.0 };
    let (across, down) = (wide * columns.levels.len() as f64, tall * rows.levels.len() as f64);

    let mut winner = None;
    for point in &stage.points {
        let [row, column] = point.levels else { continue };
        let (Some(row), Some(column)) = (place(rows, row), place(columns, column)) else { continue };
        let corner = (left + column as f64 * wide, top + row as f64 * tall);
        cell(&mut drawing, point, corner, (wide, tall), (low, high), any_solved);
        if point.winner {
            winner = Some(corner);
        }
    }
    if let Some((x, y)) = winner {
        drawing.rect((x + 3.0, y + 3.0), (wide - 6.0, tall - 6.0), None, Some(Stroke::solid(PAPER, 6.0)));
        drawing.rect((x + 3.0, y + 3.0), (wide - 6.0, tall - 6.0), None, Some(Stroke::solid(ACCENT, 3.5)));
    }
    for (at, level) in rows.levels.iter().enumerate() {
        let y = top + (at as f64 + 0.5) * tall;
        let text = lines(level, TICK_TYPE, false, labels, if tall > 40.0 { 3 } else { 2 });
        drawing.block((left - 8.0, y), &text, Lettering::new(TICK_TYPE).anchor(Anchor::End));
    }
    let below = top + down + column_labels(&mut drawing, columns, (left, top + down), wide) + 22.0;
    let name = Lettering::new(NAME_TYPE).anchor(Anchor::Middle);
    let rows_name = fit(&rows.key, NAME_TYPE, false, (below - top).max(160.0));
    // The name of the rows is centred on them, unless it is longer: then it begins at the bottom of the drawing.
    let half = width(&rows_name, NAME_TYPE, false) / 2.0;
    let middle = (top + down / 2.0).max(half + 8.0);
    let height = (below + 14.0).max(middle + half + 8.0);
    drawing.text((22.0, middle), &rows_name, name.upward());
    let columns_name = fit(&columns.key, NAME_TYPE, false, WIDTH - left - 10.0);
    let half = width(&columns_name, NAME_TYPE, false) / 2.0;
    drawing.text(((left + across / 2.0).max(half + 8.0), below), &columns_name, name);
    scale(&mut drawing, (left + across + 24.0, top), down.clamp(120.0, 300.0), (low, high));
    let drawing = drawing.finish(height.max(top + 120.0 + 30.0));

    let mut caption = format!(
        "Mean of the lowest penalties over the trials of each pair of levels; rows: {}, columns: {}. Darker is better.",
        rows.key, columns.key
    );
    if winner.is_some() {
        caption.push_str(" The frame marks the winner.");
    }
    if any_solved {
        caption.push_str(" Below the mean: how many trials solved the cube.");
    }
    Some(Figure { file: format!("{}-map", stage.file_stem()), title, caption, drawing })
}

/// One pair of levels.
fn cell(
    drawing: &mut Drawing,
    point: &Point<'_>,
    (x, y): (f64, f64),
    size: (f64, f64),
    ends: (f64, f64),
    any_solved: bool,
) {
    let border = Some(Stroke::solid(PAPER, 1.5));
    let middle = (x + size.0 / 2.0, y + size.1 / 2.0);
    let Some(mean) = mean(&point.finals()) else {
        drawing.rect(
            (x, y),
            size,
            Some(PAPER),
            Some(Stroke { colour: BACKGROUND_LINE, width: 1.0, dash: &[3.0, 3.0] }),
        );
        let none = Lettering::new(12.0).colour(SOFT_INK).anchor(Anchor::Middle);
        drawing.text((middle.0, middle.1 + 4.3), "–", none);
        return;
    };
    let colour = heat(share(mean, ends));
    let solved = point.solved();
    let explanation =
        format!("{}: mean best {}, solved {} of {}", point.label(), number(mean), solved.count, solved.of);
    drawing.explained(&explanation, |drawing| {
        drawing.rect((x, y), size, Some(colour), border);
        let (value, small) = (number(mean), format!("{}/{}", solved.count, solved.of));
        let type_size = [14.0, 12.0, 10.0].into_iter().find(|size_| width(&value, *size_, true) <= size.0 - 12.0);
        let Some(type_size) = type_size else { return };
        let ink = Lettering::new(type_size).colour(colour.ink_on_it()).anchor(Anchor::Middle);
        let both = any_solved && width(&small, 11.0, false) <= size.0 - 10.0 && size.1 > 40.0;
        let up = if both { 2.0 } else { -5.0 };
        drawing.text((middle.0, middle.1 - up), &value, ink.bold(true));
        if both {
            drawing.text((middle.0, middle.1 + 14.0), &small, Lettering { size: 11.0, ..ink });
        }
    });
}

/// The labels below the columns, in up to four lines, or upright where the columns are narrow; returns the room they
/// took.
fn column_labels(drawing: &mut Drawing, columns: &FactorFacts, (left, bottom): Place, wide: f64) -> f64 {
    let upright = widest(columns) > wide - 6.0 && wide < 90.0;
    let ink = Lettering::new(TICK_TYPE);
    let mut room: f64 = 0.0;
    for (at, level) in columns.levels.iter().enumerate() {
        let x = left + (at as f64 + 0.5) * wide;
        if upright {
            let text = fit(level, TICK_TYPE, false, COLUMN_LABELS);
            drawing.text((x + 4.3, bottom + 8.0), &text, ink.anchor(Anchor::End).upward());
            room = room.max(width(&text, TICK_TYPE, false) + 12.0);
        } else {
            let text = lines(level, TICK_TYPE, false, wide - 6.0, 4);
            let high = text.len() as f64 * TICK_TYPE * 1.2;
            drawing.block((x, bottom + 7.0 + high / 2.0), &text, ink.anchor(Anchor::Middle));
            room = room.max(high + 8.0);
        }
    }
    room
}

/// What the colours mean.
fn scale(drawing: &mut Drawing, (x, top): (f64, f64), high: f64, (low, upper): (f64, f64)) {
    let high = high - 20.0;
    let top = top + 20.0;
    drawing.text((x, top - 8.0), "mean best", Lettering::new(TICK_TYPE).colour(SOFT_INK));
    let steps: u32 = 60;
    let step = high / f64::from(steps);
    for at in 0..steps {
        // Each strip reaches under the next, so that no seam shows.
        let y = top + f64::from(at) * step;
        let tall = (step * 2.0).min(top + high - y);
        drawing.rect((x, y), (16.0, tall), Some(heat((f64::from(at) + 0.5) / f64::from(steps))), None);
    }
    for value in ticks(low, upper, 6) {
        let y = top + share(value, (low, upper)) * high;
        drawing.line(&[(x + 16.0, y), (x + 20.0, y)], Stroke::solid(SOFT_INK, 1.0));
        drawing.text((x + 24.0, y + 4.3), &number(value), Lettering::new(TICK_TYPE).colour(SOFT_INK));
    }
}

/// Where a value lies between the ends.
fn share(value: f64, (low, high): (f64, f64)) -> f64 {
    (value - low) / (high - low)
}

fn place(factor: &FactorFacts, level: &str) -> Option<usize> {
    factor.levels.iter().position(|other| other == level)
}

fn widest(factor: &FactorFacts) -> f64 {
    factor.levels.iter().map(|level| width(level, TICK_TYPE, false)).fold(0.0, f64::max)
}
