//! The shares of variance that factors and their interactions explain.

use plotters::element::Rectangle;
use plotters::style::Color;

use super::{Figure, StageView};
use crate::data::Data;
use crate::model::{Effect, Factors, Test};
use crate::plot::{ACCENT, Axis, ChartRow, PLAIN, RowChart, explained};
use crate::wording::{p_is, percent};

/// Maximum number of rows; those that explain most are shown.
const MAX_ROWS: usize = 15;

/// The share of a factor or an interaction.
struct ShareEntry {
    label: String,
    /// The label with the short names of the factors.
    short: String,
    share: f64,
    test: Test,
}

/// Draws the shares; `None` with a single factor.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let factors = &view.model.primary()?.factors;
    let key = |factor: &usize| view.stage.summary.factors[*factor].key.as_str();
    let effects = factors.effects().filter(|effect| effect.within.is_none());
    let entry = |effect: &Effect| {
        Some(ShareEntry {
            label: effect.factors.iter().map(key).collect::<Vec<_>>().join(" × "),
            short: effect.factors.iter().map(|factor| view.name(key(factor))).collect::<Vec<_>>().join(" × "),
            share: effect.share?,
            test: effect.test,
        })
    };
    let mut entries: Vec<ShareEntry> = effects.filter_map(entry).collect();
    if entries.len() < 2 {
        return None;
    }
    let mut data = Data::new(&["effect", "share", "p"]);
    entries.iter().for_each(|entry| data.row(&[&entry.label, &entry.share, &entry.test.p_corrected]));
    entries.sort_by(|a, b| b.share.total_cmp(&a.share));
    let omitted_count = entries.len().saturating_sub(MAX_ROWS);
    entries.truncate(MAX_ROWS);

    let title = view.title("variance explained by each factor");
    let rows = RowChart {
        title: &title,
        heads: ("effect", "share"),
        axis: (Axis::covering(0.0, 100.0 * entries[0].share), "share of the variance between configurations, %"),
        high: 34.0,
        rows: entries
            .iter()
            .map(|entry| ChartRow {
                is_heading: false,
                label: entry.short.clone(),
                bold: entry.test.is_significant(),
                value: percent(entry.share),
            })
            .collect(),
    };
    let drawing = rows.draw(view.options.page, &[], |plane, _| {
        entries.iter().enumerate().try_for_each(|(row, entry)| {
            let color = if entry.test.is_significant() { ACCENT } else { PLAIN };
            let corners = [(0.0, row as f64 + 0.2), (100.0 * entry.share, row as f64 + 0.8)];
            let tooltip = format!("{}: {}, {}", entry.label, percent(entry.share), p_is(entry.test.p_corrected));
            explained(plane, tooltip, |plane| plane.draw(&Rectangle::new(corners, color.filled())))
        })
    });
    let mut caption = match factors {
        Factors::Surface(_) => "Shares of the variance between the means of configurations that a response surface explains.",
        _ => {
            "Shares of the variance between the means of the configurations to which the factors apply, without the part that \
             noise explains."
        }
    }
    .to_owned();
    caption.push_str(" Significant effects are bold and orange.");
    if omitted_count > 0 {
        caption.push_str(&format!(" The {MAX_ROWS} largest of {}.", MAX_ROWS + omitted_count));
    }
    Some(view.figure("importance", title, caption, drawing, data))
}
