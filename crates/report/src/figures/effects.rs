//! The main effects of a complete factorial design: the mean of each level with its interval.

use plotters::element::Circle;
use plotters::style::Color;

use super::{Figure, StageView};
use crate::data::Data;
use crate::model::{TestedDesign, figure_value, mean_names};
use crate::plot::{ACCENT, Axis, ChartRow, Curve, PLAIN, RowChart, SOFT_INK, Stroke, explained, fine, shows};
use crate::wording::{count, number, range};
use evocube_experiment::record::Outcome;
use evocube_stats::{Factorial, Interval};

/// The height of a row.
const ROW: f64 = 26.0;
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

    /// Returns the label with the short name of the factor.
    fn short(&self, view: &StageView<'_>) -> String {
        format!("{} = {}", view.name(&self.key), self.level)
    }
}

/// Draws the effects; `None` unless all combinations of levels were run.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let outcome = view.model.outcome;
    let all = figure_value(outcome, view.model.designs().first()?.factorial.as_ref()?.mean(&[]));
    let entries = entries(view, outcome);
    let ends = || entries.iter().flat_map(|entry| [entry.interval.low, entry.interval.high, entry.mean]);
    let (low, high) = (ends().fold(all, f64::min), ends().fold(all, f64::max));
    let room = ((high - low) * 0.05).max(0.5);
    let (title, name) = mean_names(outcome);
    let title = view.title(&format!("{title} by level"));
    // Keys are headings of their levels if some label is too wide for its row.
    let grouped = entries.iter().any(|entry| !ChartRow::fits(view.options.page, &entry.short(view)));
    let (mut rows, mut places) = (Vec::new(), Vec::new());
    for (index, entry) in entries.iter().enumerate() {
        let row = |is_heading, label, value| ChartRow { is_heading, label, bold: entry.significant, value };
        if grouped && (index == 0 || entries[index - 1].key != entry.key) {
            rows.push(row(true, view.name(&entry.key).to_owned(), String::new()));
        }
        let label = if grouped { entry.level.clone() } else { entry.short(view) };
        places.push(rows.len() as f64 + 0.5);
        rows.push(row(false, label, shown(entry.mean)));
    }
    let bottom = rows.len() as f64;
    let chart = RowChart {
        title: &title,
        heads: ("level", "mean"),
        axis: (Axis::new(low - room, high + room).within(view.options.x_limits), &view.options.axis(name)),
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
                format!("{}: mean {}, 95 % interval {}", entry.label(), shown(*mean), range(*interval, shown));
            explained(plane, tooltip, |plane| {
                plane.draw(&Curve(vec![(interval.low, row), (interval.high, row)], Stroke::solid(color, 2.0)))?;
                if !shows(plane, *mean) {
                    return Ok(());
                }
                plane.draw(&Circle::new((*mean, row), fine(4.5), color.filled()))
            })
        })
    });
    let mut data = Data::new(&["level", "mean", "low_95", "high_95"]);
    entries
        .iter()
        .for_each(|entry| data.row(&[&entry.label(), &entry.mean, &entry.interval.low, &entry.interval.high]));
    let caption = "Mean over all configurations with a level, and the 95 % interval of its difference from the mean of all \
                   configurations to which the factor applies. The dashed line is the mean of the stage. Factors with a \
                   significant main effect are bold and orange.";
    Some(view.figure("effects", title, caption.to_owned(), drawing, data))
}

/// Returns a mean as text; one of evaluations has commas.
fn shown(mean: f64) -> String {
    if mean < 1000.0 { number(mean) } else { count(mean) }
}

/// Returns the levels of all factors that are tested, the factor that explains most first in each design.
fn entries(view: &StageView<'_>, outcome: Outcome) -> Vec<LevelEntry> {
    let mut entries: Vec<LevelEntry> = Vec::new();
    for design in view.model.designs() {
        let Some(factorial) = &design.factorial else { continue };
        let mut effects: Vec<_> =
            design.effects.iter().filter(|effect| effect.factors.len() == 1 && effect.within.is_none()).collect();
        effects.sort_by(|a, b| b.share.unwrap_or(0.0).total_cmp(&a.share.unwrap_or(0.0)));
        for effect in effects {
            let place = design.place(effect.factors[0]);
            let levels = levels(view, design, factorial, place, outcome);
            if !entries.is_empty() && entries.len() + levels.len() > MAX_ROWS {
                return entries;
            }
            let significant = effect.test.is_significant();
            entries.extend(levels.into_iter().map(|entry| LevelEntry { significant, ..entry }));
        }
    }
    entries
}

/// Returns the levels of a factor; intervals end at the best and the worst possible mean.
fn levels(
    view: &StageView<'_>,
    design: &TestedDesign,
    factorial: &Factorial,
    place: usize,
    outcome: Outcome,
) -> Vec<LevelEntry> {
    let factor = &view.stage.summary.factors[design.design.factors[place]];
    let (all, top) = (factorial.mean(&[]), if outcome == Outcome::Solved { 100.0 } else { f64::MAX });
    let entry = |(number, level): (usize, &usize)| {
        let mean = factorial.mean(&[(place, number)]);
        let interval = factorial.level_effect(place, number).interval(0.95);
        let ends = interval.map_or([mean, mean], |Interval { low, high }| [all + low, all + high]);
        let [first, second] = ends.map(|end| figure_value(outcome, end.clamp(0.0, top)));
        LevelEntry {
            key: factor.key.clone(),
            level: factor.levels[*level].clone(),
            mean: figure_value(outcome, mean),
            interval: Interval { low: first.min(second), high: first.max(second) },
            significant: false,
        }
    };
    design.design.levels[place].iter().enumerate().map(entry).collect()
}
