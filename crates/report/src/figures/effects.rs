//! The main effects of a complete factorial design: the mean of each level with its interval.

use plotters::element::Circle;
use plotters::style::Color;

use super::{Figure, StageView};
use crate::data::Data;
use crate::factor_analysis::{CompleteDesign, Kind};
use crate::plot::{ACCENT, Axis, ChartRow, Curve, PENALTY, PLAIN, RowChart, SOFT_INK, Stroke, explained, fine};
use crate::stage_comparison::Measure;
use crate::wording::{number, range};
use evocube_stats::{Interval, LEVEL};

/// The height of a row.
const ROW: f64 = 34.0;
/// Maximum number of rows; the factors that explain most are shown.
const MAX_ROWS: usize = 40;

/// The effect of a level.
struct LevelEntry {
    key: String,
    level: String,
    mean: f64,
    /// The interval of 95 % of its difference from the mean of all configurations, about that mean.
    interval: Interval,
    significant: bool,
}

impl LevelEntry {
    fn label(&self) -> String {
        format!("{} = {}", self.key, self.level)
    }
}

/// Draws the effects; `None` unless all combinations of levels were run.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let analysis = view.factors.as_ref()?;
    let Kind::Complete(design) = &analysis.kind else { return None };
    let all = design.factorial.mean(&[]);
    let top = if analysis.measure == Measure::Penalty { f64::MAX } else { 100.0 };
    let entries = entries(view, design, (all, top));
    let ends = || entries.iter().flat_map(|entry| [entry.interval.low, entry.interval.high, entry.mean]);
    let (low, high) = (ends().fold(all, f64::min), ends().fold(all, f64::max));
    let room = ((high - low) * 0.05).max(0.5);
    let (title, name, unit) = match analysis.measure {
        Measure::Penalty => ("mean penalty by level", format!("mean of the lowest {PENALTY}"), ""),
        Measure::Solved | Measure::RunTime => {
            ("unsolved trials by level", "trials that did not solve their instance, %".to_owned(), " %")
        }
    };
    let title = view.title(title);
    // Keys are headings of their levels if some label is too wide for its row.
    let grouped = entries.iter().any(|entry| !ChartRow::fits(view.options.page, &entry.label()));
    let (mut rows, mut places) = (Vec::new(), Vec::new());
    for (index, entry) in entries.iter().enumerate() {
        let row = |is_heading, label, value| ChartRow { is_heading, label, bold: entry.significant, value };
        if grouped && (index == 0 || entries[index - 1].key != entry.key) {
            rows.push(row(true, entry.key.clone(), String::new()));
        }
        let label = if grouped { entry.level.clone() } else { entry.label() };
        places.push(rows.len() as f64 + 0.5);
        rows.push(row(false, label, format!("{}{unit}", number(entry.mean))));
    }
    let bottom = rows.len() as f64;
    let chart = RowChart {
        title: &title,
        heads: ("level", "mean"),
        axis: (Axis::new(low - room, high + room), &view.options.axis(&name)),
        high: ROW,
        rows,
    };
    let drawing = chart.draw(view.options.page, |plane| {
        let middle = Stroke::solid(SOFT_INK, 1.0).dashed(&[4.0, 3.0]);
        plane.draw(&Curve(vec![(all, 0.0), (all, bottom)], middle))?;
        entries.iter().zip(places).try_for_each(|(entry, row)| {
            let LevelEntry { mean, interval, significant, .. } = entry;
            let color = if *significant { ACCENT } else { PLAIN };
            let tooltip =
                format!("{}: mean {}, 95 % interval {}", entry.label(), number(*mean), range(*interval, number));
            explained(plane, tooltip, |plane| {
                plane.draw(&Curve(vec![(interval.low, row), (interval.high, row)], Stroke::solid(color, 2.0)))?;
                plane.draw(&Circle::new((*mean, row), fine(4.5), color.filled()))
            })
        })
    });
    let mut data = Data::new(&["level", "mean", "low_95", "high_95"]);
    entries
        .iter()
        .for_each(|entry| data.row(&[&entry.label(), &entry.mean, &entry.interval.low, &entry.interval.high]));
    let caption = "Mean over all configurations with a level, and the 95 % interval of its difference from the mean of all \
                   configurations (dashed). Factors with a significant main effect are bold and orange.";
    Some(view.figure("effects", title, caption.to_owned(), drawing, data))
}

/// Returns the levels of all factors, the factor that explains most first; intervals end at the largest possible mean.
fn entries(view: &StageView<'_>, design: &CompleteDesign, (all, top): (f64, f64)) -> Vec<LevelEntry> {
    let mut order: Vec<usize> = (0..design.factors.len()).collect();
    order.sort_by(|a, b| design.effects[*b].share.total_cmp(&design.effects[*a].share));
    let mut entries: Vec<LevelEntry> = Vec::new();
    for index in order {
        let factor = &view.stage.summary.factors[design.factors[index]];
        if !entries.is_empty() && entries.len() + factor.levels.len() > MAX_ROWS {
            break;
        }
        entries.extend(factor.levels.iter().enumerate().map(|(level, name)| {
            let effect = design.factorial.level_effect(index, level);
            let mean_alone = Interval { low: effect.estimate, high: effect.estimate };
            let Interval { low, high } = effect.interval(0.95).unwrap_or(mean_alone);
            let within = |end: f64| (all + end).clamp(0.0, top);
            LevelEntry {
                key: factor.key.clone(),
                level: name.clone(),
                mean: design.factorial.mean(&[(index, level)]),
                interval: Interval { low: within(low), high: within(high) },
                significant: design.effects[index].p < LEVEL,
            }
        }));
    }
    entries
}
