//! The mean ranks of the configurations with Nemenyi's critical difference.

use plotters::chart::{ChartBuilder, LabelAreaPosition};
use plotters::element::{Circle, EmptyElement, PathElement, Polygon, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, TRANSPARENT};

use super::axis::{Axis, Chart, NAME_TYPE, TICK, TICK_TYPE};
use super::canvas::{Area, Drawn, at, bold_letters, fine, letters, line, record};
use super::data::Data;
use super::drawing::WIDTH;
use super::figure::Figure;
use super::legend::Head;
use super::palette::{ACCENT, GRID, INK, PLAIN, SOFT_INK};
use super::primitives::{Block, Explained};
use super::result_index::Stage;
use super::stage_comparison::{Measure, StageComparison};
use super::typeface::{lines, width};
use crate::stats::{LEVEL, critical_difference};

/// The widest label of a row.
const LABELS: f64 = 270.0;
/// From one row to the next.
const ROW: f64 = 28.0;
/// Space at the right, for the mean rank of each row.
const MARGIN: f64 = 60.0;
/// Room below, for numbers and the name of the axis.
const FOOT: f64 = 44.0;
/// Rows at most; the best ones are shown.
const MOST: usize = 20;

/// Draws the ranks; `None` without two configurations and two blocks.
pub(super) fn draw(stage: &Stage<'_>, compared: &StageComparison) -> Option<Figure> {
    let ranks = compared.ranks.as_ref()?;
    let (k, blocks) = (ranks.points.len(), ranks.test.blocks);
    let difference = critical_difference(k, blocks, LEVEL);
    let mut rows: Vec<(usize, f64)> = ranks.points.iter().copied().zip(ranks.test.mean_ranks.iter().copied()).collect();
    rows.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut data = Data::new(&["configuration", "mean_rank", "blocks", "critical_difference"]);
    for (point, rank) in &rows {
        let label = stage.points[*point].label();
        data.row(&[&label, &rank.to_string(), &blocks.to_string(), &difference.to_string()]);
    }
    let lowest = rows.first()?.1;
    rows.truncate(MOST);

    let title = format!("{}: mean ranks", stage.facts.name);
    let head = Head::new(&title, &[]);
    let label = |point: usize| stage.points[point].label();
    let labels = rows.iter().map(|row| width(&label(row.0), TICK_TYPE, true)).fold(0.0, f64::max).min(LABELS);
    let (left, top) = (16.0 + labels + 12.0, head.height + 30.0);
    let bottom = top + ROW * rows.len() as f64;
    let drawing = record(bottom + FOOT + 10.0, |area| {
        head.draw(area)?;
        let end = (k as f64).max(lowest + difference);
        let mut chart = chart(area, top, left, Axis::new(1.0, end, 10), rows.len())?;
        let (right, low) = ((lowest + difference).min(end), rows.len() as f64);
        let band = vec![(lowest, 0.0), (right, 0.0), (right, low), (lowest, low)];
        chart.draw_series([Polygon::new(band, ACCENT.mix(0.12))])?;
        let ruler = |from: f64, to: f64| PathElement::new(vec![(from, 0.0), (to, 0.0)], line(ACCENT, 3.0));
        chart.draw_series([ruler(lowest, lowest + difference)])?;
        let words = format!("critical difference {difference:.2}");
        let small = letters(TICK_TYPE, &SOFT_INK).pos(Pos::new(HPos::Left, VPos::Bottom));
        chart.draw_series([EmptyElement::at((lowest, 0.0)) + Text::new(words, at(0.0, -6.0), small)])?;
        for (place, (point, rank)) in rows.iter().enumerate() {
            let leads = compared.leader == Some(*point);
            let ink = if leads { bold_letters(TICK_TYPE, &INK) } else { letters(TICK_TYPE, &INK) };
            let middle = place as f64 + 0.5;
            let words = lines(&label(*point), TICK_TYPE, leads, labels, 2);
            chart.draw_series([Explained::Begin(format!("{}: mean rank {rank:.2}", label(*point)))])?;
            let before = EmptyElement::at((1.0, middle))
                + Block::new(words, at(-12.0, 0.0), ink.clone().pos(Pos::new(HPos::Right, VPos::Center)));
            chart.draw_series([before])?;
            let color = if leads { ACCENT } else { PLAIN };
            chart.draw_series([Circle::new((*rank, middle), fine(5.0), color.filled())])?;
            let value =
                Text::new(format!("{rank:.2}"), at(MARGIN - 14.0, 0.0), ink.pos(Pos::new(HPos::Right, VPos::Center)));
            chart.draw_series([EmptyElement::at((end, middle)) + value])?;
            chart.draw_series([Explained::End])?;
        }
        Ok(())
    });
    Some(Figure {
        file: format!("{}-ranks", stage.file_stem()),
        caption: caption(compared),
        title,
        drawing,
        data: data.text(),
    })
}

fn chart<'a>(area: &Area, top: f64, left: f64, x: Axis, rows: usize) -> Drawn<Chart<'a>> {
    debug_assert!(left < WIDTH - MARGIN, "labels leave room");
    let body = area.margin(fine(top), fine(10.0), 0, fine(MARGIN));
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
        .x_desc("mean rank (1 = always best)")
        .draw()?;
    Ok(chart)
}

fn caption(compared: &StageComparison) -> String {
    let Some(ranks) = &compared.ranks else { return String::new() };
    let by = match ranks.measure {
        Measure::Penalty => "by penalty",
        Measure::Solved => "by solved or not",
        Measure::RunTime => "by evaluations until solved",
    };
    let mut caption = format!(
        "Mean ranks of {} configurations {by} on {} blocks: the first, second … trials on each instance. Friedman's test with \
         Iman and Davenport's correction: {}. Within the band, Nemenyi's test (5 %) does not tell a configuration from the \
         best.",
        ranks.points.len(),
        ranks.test.blocks,
        super::wording::p_is(ranks.test.p),
    );
    if ranks.points.len() > MOST {
        caption.push_str(&format!(" The best {MOST} of {} are shown.", ranks.points.len()));
    }
    caption
}
