//! The figure of the shares of variance that factors and their interactions explain: of effects that are shown to matter and explain
//! 1 % at least. `model` estimates the shares.

use plotters::element::Rectangle;
use plotters::style::Color;

use super::ends;
use super::{Figure, StageView};
use crate::model::{Explained, Factors};
use crate::wording::{p_is, percent};
use evocube_plot::{Axis, ChartRow, INK, PLAIN, RowChart, Stroke, curve, explained};
use evocube_rows::Data;
use evocube_stats::Estimate;

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
    let mut entries: Vec<(&Explained, Estimate)> =
        effects.iter().filter_map(|effect| Some((effect, effect.share?))).collect();
    if entries.len() < 2 {
        return None;
    }
    let mut data = Data::new(&["effect", "share", "low_95", "high_95", "p"]);
    for (effect, Estimate { value, interval }) in &entries {
        let [low, high] = ends(*interval);
        data.row(&[&label(effect), value, &low, &high, &effect.p_corrected]);
    }
    entries.retain(|(effect, share)| effect.is_shown && share.value >= MIN_SHARE);
    if entries.is_empty() {
        return None;
    }
    entries.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    let omitted_count = entries.len().saturating_sub(MAX_ROWS);
    entries.truncate(MAX_ROWS);

    let high = |share: &Estimate| 100.0 * share.interval.map_or(share.value, |ends| ends.high);
    let highest = entries.iter().map(|(_, share)| high(share)).fold(0.0, f64::max);
    let title = view.title("variance explained by each factor");
    let rows = RowChart {
        title: &title,
        heads: ("effect", "share"),
        axis: (Axis::covering(0.0, highest), "share of the variance between configurations, %"),
        high: 34.0,
        rows: entries
            .iter()
            .map(|(effect, share)| ChartRow {
                is_heading: false,
                label: short(effect).join(" × "),
                bold: false,
                value: percent(share.value),
            })
            .collect(),
    };
    let drawing = rows.draw(view.options.page, &[], |plane, _| {
        entries.iter().enumerate().try_for_each(|(row, (effect, share))| {
            let middle = row as f64 + 0.5;
            let corners = [(0.0, middle - 0.3), (100.0 * share.value, middle + 0.3)];
            let tooltip = format!("{}: {}, {}", label(effect), percent(share.value), p_is(effect.p_corrected));
            explained(plane, tooltip, |plane| plane.draw(&Rectangle::new(corners, PLAIN.filled())))?;
            let ends = share.interval.map(|ends| vec![(100.0 * ends.low, middle), (100.0 * ends.high, middle)]);
            ends.map_or(Ok(()), |ends| curve(plane, ends, Stroke::solid(INK, 1.6)))
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
    if entries.iter().any(|(_, share)| share.interval.is_some()) {
        caption.push_str(" Lines: 95 % intervals, each for itself.");
    }
    caption.push_str(" Effects that are not shown, and shares below 1 %, are left out.");
    if omitted_count > 0 {
        caption.push_str(&format!(" The {MAX_ROWS} largest of {}.", MAX_ROWS + omitted_count));
    }
    Some(view.figure("importance", title, caption, drawing, data))
}
