//! The shares of variance that factors and their interactions explain.

use plotters::element::Rectangle;
use plotters::style::Color;

use super::{Figure, StageView};
use crate::data::Data;
use crate::factor_analysis::Kind;
use crate::plot::{ACCENT, Axis, ChartRow, PLAIN, RowChart, explained};
use crate::wording::{p_is, percent};
use evocube_stats::LEVEL;

/// Maximum number of rows; those that explain most are shown.
const MAX_ROWS: usize = 15;

/// The share of a factor or an interaction.
struct ShareEntry {
    label: String,
    share: f64,
    p: f64,
}

/// Draws the shares; `None` with a single factor.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let analysis = view.factors.as_ref()?;
    let (factors, effects): (&[usize], Vec<_>) = match &analysis.kind {
        Kind::Complete(design) => (
            &design.factors,
            design.effects.iter().map(|effect| (&effect.factors[..], effect.share, effect.p)).collect(),
        ),
        Kind::Sampled(design) => (
            &design.factors,
            design.importances.iter().map(|effect| (&effect.factors[..], effect.share, effect.p)).collect(),
        ),
    };
    if factors.len() < 2 {
        return None;
    }
    let key = |factor: &usize| view.stage.summary.factors[factors[*factor]].key.as_str();
    let label = |factors: &[usize]| factors.iter().map(key).collect::<Vec<_>>().join(" × ");
    let mut entries: Vec<ShareEntry> =
        effects.into_iter().map(|(factors, share, p)| ShareEntry { label: label(factors), share, p }).collect();
    let mut data = Data::new(&["effect", "share", "p"]);
    entries.iter().for_each(|entry| data.row(&[&entry.label, &entry.share, &entry.p]));
    entries.sort_by(|a, b| b.share.total_cmp(&a.share));
    let dropped = entries.len().saturating_sub(MAX_ROWS);
    entries.truncate(MAX_ROWS);

    let title = view.title("variance explained by factors");
    let rows = RowChart {
        title: &title,
        heads: ("effect", "share"),
        axis: (Axis::new(0.0, 100.0), "share of the variance between configurations, %"),
        high: 34.0,
        rows: entries
            .iter()
            .map(|entry| ChartRow {
                is_heading: false,
                label: entry.label.clone(),
                bold: entry.p < LEVEL,
                value: percent(entry.share),
            })
            .collect(),
    };
    let drawing = rows.draw(view.options.page, |plane| {
        entries.iter().enumerate().try_for_each(|(row, entry)| {
            let color = if entry.p < LEVEL { ACCENT } else { PLAIN };
            let corners = [(0.0, row as f64 + 0.2), (100.0 * entry.share, row as f64 + 0.8)];
            let tooltip = format!("{}: {}, {}", entry.label, percent(entry.share), p_is(entry.p));
            explained(plane, tooltip, |plane| plane.draw(&Rectangle::new(corners, color.filled())))
        })
    });
    let mut caption = match &analysis.kind {
        Kind::Complete(_) => {
            "Shares of the variance between the means of configurations, without the part that noise \
                              explains."
        }
        Kind::Sampled(_) => {
            "Shares of the variance of a regression forest's predictions (functional ANOVA). Interactions \
                             are not tested."
        }
    }
    .to_owned();
    caption.push_str(" Significant effects are bold and orange.");
    if matches!(analysis.kind, Kind::Complete(_)) && factors.len() > 2 {
        caption.push_str(" Interactions of three and more factors are not shown.");
    }
    if dropped > 0 {
        caption.push_str(&format!(" The {MAX_ROWS} largest of {}.", MAX_ROWS + dropped));
    }
    Some(view.figure("importance", title, caption, drawing, data))
}
