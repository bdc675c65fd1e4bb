//! The shares of variance that factors and their interactions explain.

use plotters::element::Rectangle;
use plotters::style::Color;

use super::{Figure, StageView};
use crate::data::Data;
use crate::model::{Explained, Factors};
use crate::plot::{Axis, ChartRow, PLAIN, RowChart, explained};
use crate::wording::{p_is, percent};

/// Maximum number of rows; those that explain most are shown.
const MAX_ROWS: usize = 15;

/// Minimum share of an effect.
const MIN_SHARE: f64 = 0.01;

/// Draws the shares of the effects that are shown; `None` with a single factor, and without such an effect.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let factors = &view.model.primary()?.factors;
    let key = |factor: &usize| view.stage.summary.factors[*factor].key.as_str();
    let label = |effect: &Explained| effect.factors.iter().map(key).collect::<Vec<_>>().join(" × ");
    let short = |effect: &Explained| effect.factors.iter().map(|factor| view.name(key(factor))).collect::<Vec<_>>();
    let effects = factors.explained();
    let mut entries: Vec<(&Explained, f64)> =
        effects.iter().filter_map(|effect| Some((effect, effect.share?))).collect();
    if entries.len() < 2 {
        return None;
    }
    let mut data = Data::new(&["effect", "share", "p"]);
    entries.iter().for_each(|(effect, share)| data.row(&[&label(effect), share, &effect.p_corrected]));
    entries.retain(|(effect, share)| effect.is_shown && *share >= MIN_SHARE);
    if entries.is_empty() {
        return None;
    }
    entries.sort_by(|a, b| b.1.total_cmp(&a.1));
    let omitted_count = entries.len().saturating_sub(MAX_ROWS);
    entries.truncate(MAX_ROWS);

    let title = view.title("variance explained by each factor");
    let rows = RowChart {
        title: &title,
        heads: ("effect", "share"),
        axis: (Axis::covering(0.0, 100.0 * entries[0].1), "share of the variance between configurations, %"),
        high: 34.0,
        rows: entries
            .iter()
            .map(|(effect, share)| ChartRow {
                is_heading: false,
                label: short(effect).join(" × "),
                bold: false,
                value: percent(*share),
            })
            .collect(),
    };
    let drawing = rows.draw(view.options.page, &[], |plane, _| {
        entries.iter().enumerate().try_for_each(|(row, (effect, share))| {
            let corners = [(0.0, row as f64 + 0.2), (100.0 * share, row as f64 + 0.8)];
            let tooltip = format!("{}: {}, {}", label(effect), percent(*share), p_is(effect.p_corrected));
            explained(plane, tooltip, |plane| plane.draw(&Rectangle::new(corners, PLAIN.filled())))
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
    caption.push_str(" Effects that are not shown, and shares below 1 %, are left out.");
    if omitted_count > 0 {
        caption.push_str(&format!(" The {MAX_ROWS} largest of {}.", MAX_ROWS + omitted_count));
    }
    Some(view.figure("importance", title, caption, drawing, data))
}
