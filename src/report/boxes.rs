//! How the trials of each level ended: boxes with every trial beside them.
//!
//! The boxes lie: a level can be a whole table, and its label is only readable when it stands in a row.

use plotters::chart::{ChartBuilder, LabelAreaPosition};
use plotters::element::{Circle, EmptyElement, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, TRANSPARENT};

use super::axis::{Axis, Chart, NAME_TYPE, PENALTY, TICK, TICK_TYPE, number, round_up};
use super::canvas::{Area, Drawn, at, bold_letters, fine, letters, line, record};
use super::data::Data;
use super::drawing::WIDTH;
use super::figure::Figure;
use super::legend::Head;
use super::palette::{ACCENT, GRID, INK, PAPER, PLAIN, Rgb, SOFT_INK};
use super::primitives::{Block, Explained};
use super::result_index::{Point, Solved, Stage};
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
/// From a label to what it names.
const GAP: f64 = 12.0;
/// Space at the right.
const MARGIN: f64 = 14.0;
/// Room below, for numbers and the name of the axis.
const FOOT: f64 = 44.0;
/// Rows at most; the first in the order of selection are shown.
const MOST: usize = 20;

/// A row: a level, a design point or an instance.
struct Row {
    label: String,
    selected: bool,
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
    let head = Head::new(&title, &[]);
    let labels = rows.iter().map(|row| width(&row.label, TICK_TYPE, true)).fold(0.0, f64::max).min(LABELS);
    let names = width(&rows_are, TICK_TYPE, false).min(LABELS);
    let left = 16.0 + labels.max(names) + GAP;
    let top = head.height + 22.0;
    let bottom = top + ROW * rows.len() as f64;
    // The axis begins at 0 where that is near; elsewhere differences would become too small to see.
    let span = (highest - lowest).max(4.0);
    let start = if lowest <= span { 0.0 } else { ((lowest - 0.15 * span) / 2.0).floor() * 2.0 };
    let end = round_up(start, highest + 0.05 * span, 10);
    let margin = 0.02 * (end - start);

    let drawing = record(bottom + FOOT + 10.0, |area| {
        head.draw(area)?;
        let small = letters(TICK_TYPE, &SOFT_INK).pos(Pos::new(HPos::Right, VPos::Bottom));
        let rows_are = fit(&rows_are, TICK_TYPE, false, LABELS);
        area.draw(&Text::new(rows_are, at(left - GAP, top - 5.0), small.clone()))?;
        area.draw(&Text::new("solved", at(WIDTH - MARGIN, top - 5.0), small))?;
        let mut chart = chart(area, top, left, Axis::new(start - margin, end + margin, 10), rows.len())?;
        for (place, row) in rows.iter().enumerate() {
            let middle = place as f64 + 0.5;
            let label = lines(&row.label, TICK_TYPE, row.selected, labels, 2);
            let ink = if row.selected { bold_letters(TICK_TYPE, &INK) } else { letters(TICK_TYPE, &INK) };
            let ink = ink.pos(Pos::new(HPos::Right, VPos::Center));
            let solved = format!("{}/{}", row.solved.count, row.solved.of);
            // The mesh has labels of one line, all of the same weight; so these are elements beside the ends of the axis.
            chart.draw_series([Explained::Begin(row.label.clone())])?;
            let before = EmptyElement::at((start - margin, middle)) + Block::new(label, at(-GAP, 0.0), ink.clone());
            chart.draw_series([before])?;
            chart.draw_series([Explained::End])?;
            let behind = EmptyElement::at((end + margin, middle)) + Text::new(solved, at(SOLVED, 0.0), ink);
            chart.draw_series([behind])?;
            draw_row(&mut chart, row, middle)?;
        }
        Ok(())
    });
    let mut data = Data::new(&["row", "best"]);
    for row in &rows {
        row.finals.iter().for_each(|best| data.row(&[&row.label, &best.to_string()]));
    }
    Some(Figure {
        file: format!("{}-boxes", stage.file_stem()),
        caption: caption(stage, &rows),
        title,
        drawing,
        data: data.text(),
    })
}

/// The axes with their grid; the rows are 0 to 1, 1 to 2 and so on, downward.
fn chart<'a>(area: &Area, top: f64, left: f64, x: Axis, rows: usize) -> Drawn<Chart<'a>> {
    let body = area.margin(fine(top), fine(10.0), 0, fine(SOLVED + MARGIN));
    let mut chart = ChartBuilder::on(&body)
        .set_label_area_size(LabelAreaPosition::Left, fine(left))
        .set_label_area_size(LabelAreaPosition::Bottom, fine(FOOT))
        .build_cartesian_2d(x, Axis::bare(rows as f64, 0.0))?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .bold_line_style(line(GRID, 1.0))
        .light_line_style(TRANSPARENT)
        .axis_style(line(SOFT_INK, 1.0))
        .set_all_tick_mark_size(fine(TICK))
        .label_style(letters(TICK_TYPE, &SOFT_INK))
        .axis_desc_style(letters(NAME_TYPE, &INK))
        .x_desc(format!("best {PENALTY}"))
        .draw()?;
    Ok(chart)
}

/// Whiskers, box, median, mean and the trials themselves. plotters' `Boxplot` takes the quartiles of its own definition
/// in single precision, and has neither points nor a mean; these are its parts with ours.
fn draw_row(chart: &mut Chart<'_>, row: &Row, middle: f64) -> Drawn {
    let Some(summary) = Summary::of(&row.finals) else { return Ok(()) };
    let color = if row.selected { ACCENT } else { PLAIN };
    let thin = line(color, 1.5);
    let (low, high) = whiskers(&row.finals, &summary);
    let (from, to) = (summary.lower_quartile, summary.upper_quartile);
    let half = HALF / ROW;
    chart.draw_series([Explained::Begin(explanation(row, &summary))])?;
    for (end, edge) in [(low, from), (high, to)] {
        chart.draw_series([
            PathElement::new(vec![(edge, middle), (end, middle)], thin),
            PathElement::new(vec![(end, middle - half / 2.0), (end, middle + half / 2.0)], thin),
        ])?;
    }
    let corners = [(from, middle - half), (to, middle + half)];
    chart.draw_series([Rectangle::new(corners, tint(color).filled()), Rectangle::new(corners, thin)])?;
    let median = vec![(summary.median, middle - half), (summary.median, middle + half)];
    chart.draw_series([PathElement::new(median, line(color, 3.0))])?;
    for (place, value) in row.finals.iter().enumerate() {
        let center = (*value, middle + offset(place) * 2.4 * half);
        let dot = |style| Circle::new(center, fine(2.6), style);
        chart.draw_series([dot(color.filled()), dot(line(PAPER, 0.8))])?;
    }
    let r = 4.6;
    let diamond = vec![at(-r, 0.0), at(0.0, -r), at(r, 0.0), at(0.0, r), at(-r, 0.0)];
    chart.draw_series([EmptyElement::at((summary.mean, middle))
        + Polygon::new(diamond.clone(), PAPER)
        + PathElement::new(diamond, line(INK, 1.4))])?;
    chart.draw_series([Explained::End])?;
    Ok(())
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

/// A pale version of a color.
fn tint(color: Rgb) -> Rgb {
    let pale = |channel: u8| 255 - (255 - channel) / 6;
    Rgb(pale(color.0), pale(color.1), pale(color.2))
}

/// What the rows are.
fn rows(stage: &Stage<'_>) -> (Vec<Row>, String) {
    let of_point = |point: &Point<'_>| Row {
        label: point.label(),
        selected: point.selected,
        finals: point.finals(),
        solved: point.solved(),
    };
    let keys = stage.facts.factors.iter().map(|factor| factor.key.as_str()).collect::<Vec<_>>();
    match keys.len() {
        0 => (by_instance(stage), "instance".to_owned()),
        1 if stage.points.len() <= MOST => (stage.points.iter().map(of_point).collect(), keys[0].to_owned()),
        _ => (stage.ranking().take(MOST).map(of_point).collect(), keys.join(" · ")),
    }
}

/// A stage without factors: one row an instance, in the order of their first trials.
fn by_instance(stage: &Stage<'_>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for trial in stage.points.iter().flat_map(|point| &point.trials) {
        let Some(outcome) = &trial.outcome else { continue };
        let at = rows.iter().position(|row| row.label == trial.instance).unwrap_or_else(|| {
            let label = trial.instance.clone();
            rows.push(Row { label, selected: false, finals: vec![], solved: Solved::default() });
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
         (whiskers) and the mean (diamond); at the right how many trials solved their instance.",
    );
    if rows.iter().any(|row| row.selected) {
        caption.push_str(" The selected configuration is bold and orange.");
    }
    let ranked = stage.ranking().count();
    if stage.facts.factors.is_empty() {
        caption.push_str(" One row an instance.");
    } else if rows.len() < ranked {
        caption.push_str(&format!(" The first {} of {ranked} configurations in the order of selection.", rows.len()));
    }
    if !stage.facts.selection.comparable_penalties {
        caption.push_str(super::wording::INCOMPARABLE);
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
