//! The mean ranks of the configurations with Nemenyi's critical difference.

use plotters::element::{Circle, Polygon};
use plotters::style::Color;

use super::{Figure, StageView};
use crate::data::Data;
use crate::plot::{
    ACCENT, Axis, ChartRow, Curve, PLAIN, RowChart, SOFT_INK, Stroke, TICK_TYPE, Type, Words, explained, fine,
};
use crate::stage_comparison::{Measure, Ranks};
use crate::wording::{counted, grouped, p_is};
use evocube_stats::{LEVEL, critical_difference};

/// Maximum number of rows; the best are shown.
const MAX_ROWS: usize = 20;

/// Draws the ranks; `None` without two configurations and two blocks.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let ranks = view.compared.ranks.as_ref()?;
    let (k, blocks) = (ranks.points.len(), ranks.test.blocks);
    let difference = critical_difference(k, blocks, LEVEL);
    let mut ranked: Vec<(usize, f64)> =
        ranks.points.iter().copied().zip(ranks.test.mean_ranks.iter().copied()).collect();
    ranked.sort_by(|a, b| a.1.total_cmp(&b.1));
    let label = |point: usize| view.stage.points[point].label();
    let mut data = Data::new(&["configuration", "mean_rank", "blocks", "critical_difference"]);
    for (point, rank) in &ranked {
        data.row(&[&label(*point), rank, &blocks, &difference]);
    }
    let lowest = ranked.first()?.1;
    ranked.truncate(MAX_ROWS);

    let (title, keys) = (view.title("mean ranks"), view.keys());
    let leads = |point| view.compared.leader == Some(point);
    let end = (k as f64).max(lowest + difference);
    let row = |&(point, rank): &(usize, f64)| ChartRow {
        label: label(point),
        bold: leads(point),
        value: format!("{rank:.2}"),
        is_heading: false,
    };
    let rows = RowChart {
        title: &title,
        heads: (&keys, "rank"),
        axis: (Axis::new(1.0, end), "mean rank (1 = always best)"),
        high: 28.0,
        rows: ranked.iter().map(row).collect(),
    };
    let drawing = rows.draw(view.options.page, |plane| {
        let (right, low) = (lowest + difference, ranked.len() as f64);
        let band = vec![(lowest, 0.0), (right, 0.0), (right, low), (lowest, low)];
        plane.draw(&Polygon::new(band, ACCENT.mix(0.12)))?;
        plane.draw(&Curve(vec![(lowest, 0.0), (right, 0.0)], Stroke::solid(ACCENT, 3.0)))?;
        let letters = Type::new(TICK_TYPE, SOFT_INK).left_aligned().above();
        let words = Words::new(format!("critical difference {difference:.2}"), (lowest, 0.0), letters);
        plane.draw(&words.shifted(0.0, -5.0))?;
        ranked.iter().enumerate().try_for_each(|(row, &(point, rank))| {
            let color = if leads(point) { ACCENT } else { PLAIN };
            explained(plane, format!("{}: mean rank {rank:.2}", label(point)), |plane| {
                plane.draw(&Circle::new((rank, row as f64 + 0.5), fine(5.0), color.filled()))
            })
        })
    });
    Some(view.figure("ranks", title, caption(ranks), drawing, data))
}

fn caption(ranks: &Ranks) -> String {
    let measure = match ranks.measure {
        Measure::Solved => "solved or not",
        measure => measure.name(),
    };
    let mut caption = format!(
        "Mean ranks of {} by {measure} on {} blocks: the first, second … trials on each instance. Friedman's test with \
         Iman and Davenport's correction: {}. Within the band, Nemenyi's test (5 %) does not tell a configuration from the \
         best.",
        counted(ranks.points.len() as u64, "configuration"),
        ranks.test.blocks,
        p_is(ranks.test.p),
    );
    if ranks.points.len() > MAX_ROWS {
        caption.push_str(&format!(" The best {MAX_ROWS} of {} are shown.", grouped(ranks.points.len() as u64)));
    }
    caption
}
