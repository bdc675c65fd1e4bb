//! How the trials of each level ended: boxes with every trial beside them.
//!
//! The boxes lie: a level can be a whole table, and its label is only readable when it stands in a row.

use super::axis::{NAME_TYPE, PENALTY, Scale, TICK_TYPE, number, round_up};
use super::drawing::{Anchor, Drawing, Lettering, Stroke, WIDTH};
use super::figure::Figure;
use super::legend;
use super::palette::{ACCENT, Colour, GRID, INK, PAPER, PLAIN, SOFT_INK};
use super::study::{Point, Solved, Stage};
use super::typeface::{fit, lines, width};
use crate::stats::Summary;

/// The widest label of a row.
const LABELS: f64 = 270.0;
/// From one row to the next.
const ROW: f64 = 42.0;
/// Half the height of a box.
const HALF: f64 = 10.0;
/// Room at the right for how many were solved.
const SOLVED: f64 = 86.0;
/// Rows at most; the best ones are shown.
const MOST: usize = 20;

/// A row: a level, a design point or an instance.
struct Row {
    label: String,
    winner: bool,
    /// The lowest penalty of each finished trial, in the trials' order.
    finals: Vec<f64>,
    solved: Solved,
}

/// Draws the boxes; `None` as long as nothing is finished.
pub(super) fn draw(stage: &Stage<'_>) -> Option<Figure> {
    let (rows, rows_are) = rows(stage);
    let all = || rows.iter().flat_map(|row| row.finals.iter().copied());
    let lowest = all().reduce(f64::min)?;
    let highest = all().reduce(f64::max)?;

    let title = format!("{}: best of each trial", stage.facts.name);
    let mut drawing = Drawing::default();
    let head = legend::draw(&mut drawing, &title, &[]);
    let labels = rows.iter().map(|row| width(&row.label, TICK_TYPE, true)).fold(0.0, f64::max).min(LABELS);
    let names = width(&rows_are, TICK_TYPE, false).min(LABELS);
    let left = 16.0 + labels.max(names) + 12.0;
    let right = WIDTH - SOLVED - 14.0;
    let top = head + 22.0;
    let bottom = top + ROW * rows.len() as f64;
    // The axis begins at 0 where that is near; elsewhere differences would become too small to see.
    let span = (highest - lowest).max(4.0);
    let start = if lowest <= span { 0.0 } else { ((lowest - 0.15 * span) / 2.0).floor() * 2.0 };
    let end = round_up(start, highest + 0.05 * span, 10);
    let margin = 0.02 * (end - start);
    let x = Scale { values: (start - margin, end + margin), places: (left, right) };

    let small = Lettering::new(TICK_TYPE).colour(SOFT_INK);
    drawing.text((left - 12.0, top - 8.0), &fit(&rows_are, TICK_TYPE, false, LABELS), small.anchor(Anchor::End));
    drawing.text((WIDTH - 14.0, top - 8.0), "solved", small.anchor(Anchor::End));
    for value in x.ticks(10) {
        let place = x.at(value);
        drawing.line(&[(place, top), (place, bottom)], Stroke::solid(GRID, 1.0));
        drawing.line(&[(place, bottom), (place, bottom + 4.0)], Stroke::solid(SOFT_INK, 1.0));
        drawing.text((place, bottom + 18.0), &number(value), small.anchor(Anchor::Middle));
    }
    drawing.line(&[(left, top), (left, bottom), (right, bottom)], Stroke::solid(SOFT_INK, 1.0));
    for (at, row) in rows.iter().enumerate() {
        let middle = top + ROW * (at as f64 + 0.5);
        let label = lines(&row.label, TICK_TYPE, row.winner, labels, 2);
        let ink = Lettering::new(TICK_TYPE).bold(row.winner);
        drawing.explained(&row.label, |drawing| drawing.block((left - 12.0, middle), &label, ink.anchor(Anchor::End)));
        let solved = format!("{}/{}", row.solved.count, row.solved.of);
        drawing.text((WIDTH - 14.0, middle + 4.3), &solved, ink.anchor(Anchor::End));
        draw_row(&mut drawing, row, middle, &x);
    }
    let name = Lettering::new(NAME_TYPE).anchor(Anchor::Middle);
    drawing.text(((left + right) / 2.0, bottom + 40.0), &format!("best {PENALTY}"), name);
    let drawing = drawing.finish(bottom + 54.0);
    Some(Figure { file: format!("{}-boxes", stage.file_stem()), caption: caption(stage, &rows), title, drawing })
}

/// Whiskers, box, median, mean and the trials themselves.
fn draw_row(drawing: &mut Drawing, row: &Row, middle: f64, x: &Scale) {
    let Some(summary) = Summary::of(&row.finals) else { return };
    let colour = if row.winner { ACCENT } else { PLAIN };
    let line = Stroke::solid(colour, 1.5);
    let (low, high) = whiskers(&row.finals, &summary);
    let (from, to) = (x.at(summary.lower_quartile), x.at(summary.upper_quartile));
    drawing.explained(&explanation(row, &summary), |drawing| {
        for (end, edge) in [(x.at(low), from), (x.at(high), to)] {
            drawing.line(&[(edge, middle), (end, middle)], line);
            drawing.line(&[(end, middle - 5.0), (end, middle + 5.0)], line);
        }
        let wide = (to - from).max(0.5);
        let ground = Some(tint(colour));
        drawing.rect((from, middle - HALF), (wide, 2.0 * HALF), ground, Some(line));
        let median = x.at(summary.median);
        drawing.line(&[(median, middle - HALF), (median, middle + HALF)], Stroke::solid(colour, 3.0));
        for (at, value) in row.finals.iter().enumerate() {
            let centre = (x.at(*value), middle + offset(at) * 2.4 * HALF);
            drawing.dot(centre, 2.6, colour, Some(Stroke::solid(PAPER, 0.8)));
        }
        let (mean, r) = (x.at(summary.mean), 4.6);
        let diamond =
            [(mean - r, middle), (mean, middle - r), (mean + r, middle), (mean, middle + r), (mean - r, middle)];
        drawing.area(&diamond, PAPER, 1.0);
        drawing.line(&diamond, Stroke::solid(INK, 1.4));
    });
}

fn explanation(row: &Row, summary: &Summary) -> String {
    format!(
        "{}: mean {}, median {}, {} to {}, solved {} of {}",
        row.label,
        number(summary.mean),
        number(summary.median),
        number(summary.min),
        number(summary.max),
        row.solved.count,
        row.solved.of
    )
}

/// The outermost values within one and a half box lengths of the box (J. W. Tukey, "Exploratory Data Analysis", 1977).
fn whiskers(values: &[f64], summary: &Summary) -> (f64, f64) {
    let reach = 1.5 * (summary.upper_quartile - summary.lower_quartile);
    let (from, to) = (summary.lower_quartile - reach, summary.upper_quartile + reach);
    let within = values.iter().copied().filter(|value| (from..=to).contains(value));
    // Quartiles between values can leave nothing outside a box on one side; then the whisker ends at the box.
    within
        .fold((summary.lower_quartile, summary.upper_quartile), |(low, high), value| (low.min(value), high.max(value)))
}

/// How far from the middle of its row the point of a trial stands, −0.5 to 0.5: multiples of the golden ratio, which
/// are spread evenly and the same every time.
fn offset(at: usize) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    ((at + 1) as f64 * GOLDEN).fract() - 0.5
}

/// A pale version of a colour.
fn tint(colour: Colour) -> Colour {
    let pale = |channel: u8| 255 - (255 - channel) / 6;
    Colour(pale(colour.0), pale(colour.1), pale(colour.2))
}

/// What the rows are.
fn rows(stage: &Stage<'_>) -> (Vec<Row>, String) {
    let of_point = |point: &Point<'_>| Row {
        label: point.label(),
        winner: point.winner,
        finals: point.finals(),
        solved: point.solved(),
    };
    let keys = stage.facts.factors.iter().map(|factor| factor.key.as_str()).collect::<Vec<_>>();
    match keys.len() {
        0 => (by_instance(stage), "instance".to_owned()),
        1 if stage.points.len() <= MOST => (stage.points.iter().map(of_point).collect(), keys[0].to_owned()),
        _ => (stage.ranking().into_iter().take(MOST).map(of_point).collect(), keys.join(" · ")),
    }
}

/// A stage without factors: one row an instance, in the order of their first trials.
fn by_instance(stage: &Stage<'_>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for trial in stage.points.iter().flat_map(|point| &point.trials) {
        let Some(outcome) = &trial.outcome else { continue };
        let at = rows.iter().position(|row| row.label == trial.instance).unwrap_or_else(|| {
            let label = trial.instance.clone();
            rows.push(Row { label, winner: false, finals: vec![], solved: Solved::default() });
            rows.len() - 1
        });
        rows[at].finals.push(outcome.best as f64);
        rows[at].solved.count += u64::from(outcome.solved);
        rows[at].solved.of += 1;
    }
    rows
}

fn caption(stage: &Stage<'_>, rows: &[Row]) -> String {
    let mut caption = String::from(
        "Lowest penalty of each trial (points), their median and quartiles (box), the outermost within 1.5 box lengths \
         (whiskers) and the mean (diamond); at the right how many trials solved the cube.",
    );
    if rows.iter().any(|row| row.winner) {
        caption.push_str(" The winner is bold and orange.");
    }
    let ranked = stage.ranking().len();
    if stage.facts.factors.is_empty() {
        caption.push_str(" One row an instance.");
    } else if rows.len() < ranked {
        caption.push_str(&format!(" The best {} of {ranked} design points by mean.", rows.len()));
    }
    caption
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whiskers_leave_outliers_out() {
        let values = [40.0, 41.0, 42.0, 43.0, 44.0, 90.0];
        let summary = Summary::of(&values).unwrap();
        assert_eq!(whiskers(&values, &summary), (40.0, 44.0));
        assert_eq!(whiskers(&[5.0], &Summary::of(&[5.0]).unwrap()), (5.0, 5.0));
    }

    #[test]
    fn points_stay_in_their_row_and_apart() {
        let offsets: Vec<f64> = (0..20).map(offset).collect();
        for (at, a) in offsets.iter().enumerate() {
            assert!(a.abs() <= 0.5);
            assert!(offsets[..at].iter().all(|b| (a - b).abs() > 0.01));
        }
    }
}
