//! The main effects of a complete factorial design: the estimand of each level with its interval.

use super::intervals::{IntervalEntry, IntervalRows};
use super::{Figure, StageView};
use crate::data::Data;
use crate::estimate::Estimate;
use crate::model::{Effect, mean_names};
use crate::plot::Axis;
use crate::wording::{mean_text, p_is};
use evocube_experiment::record::Outcome;

/// Maximum number of rows; the factors that explain most are shown.
const MAX_ROWS: usize = 40;
/// Maximum ratio of two ends of intervals of evaluations on a linear axis.
const MAX_LINEAR: f64 = 10.0;

/// Draws the effects; `None` unless all combinations of levels were run.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let outcome = view.model.outcome;
    let entries = entries(view)?;
    let finite = || entries.iter().flat_map(IntervalEntry::ends).filter(|end| end.is_finite());
    let (low, high) = (finite().reduce(f64::min)?, finite().reduce(f64::max)?);
    let axis = match outcome {
        Outcome::RunTime if high > MAX_LINEAR * low => Axis::counts(low, high),
        Outcome::RunTime => Axis::new(0.0, 1.05 * high),
        _ => {
            let room = ((high - low) * 0.05).max(0.5);
            Axis::new(low - room, high + room)
        }
    };
    let (title, name) = mean_names(outcome);
    let title = view.title(&format!("{title} by level"));
    let name = view.options.axis(name);
    let chart = IntervalRows {
        title: &title,
        head: "level",
        axis: (axis.within(view.options.x_limits), &name),
        middle: (outcome == Outcome::Wins).then_some((50.0, "no difference")),
        show: mean_text,
        entries: &entries,
    };
    let drawing = chart.draw(view.options.page);
    let mut data = Data::new(&["level", "mean", "low_95", "high_95"]);
    for entry in &entries {
        let [low, high] = entry.texts();
        data.row(&[&entry.label, &entry.mean, &low, &high]);
    }
    let together = if outcome == Outcome::Wins { "levels and pairs of levels" } else { "levels" };
    let what = match outcome {
        Outcome::Wins => {
            "The share of pairs of trials that a level wins against the others, on the same instance and with the same levels of other \
             factors."
        }
        Outcome::RunTime => "Expected evaluations until a trial solves, over all configurations with a level.",
        Outcome::Solved => "Share of trials that solve, over all configurations with a level.",
        Outcome::Penalty | Outcome::Moves if entries.iter().all(|entry| entry.interval.is_none()) => {
            "Mean over all configurations with a level; there are too few trials for an interval of the mean."
        }
        Outcome::Penalty | Outcome::Moves => "Mean over all configurations with a level.",
    };
    let caption = format!(
        "{what} Intervals of 95 % hold together for all {together} of a factor. Behind each factor: the corrected p-value of its main effect; factors that matter are bold and orange."
    );
    Some(view.figure("effects", title, caption, drawing, data))
}

/// Returns the levels of all factors that are tested, in each design the factor of the question first, then the one that explains
/// most. `None` without any, and without intervals.
fn entries(view: &StageView<'_>) -> Option<Vec<IntervalEntry>> {
    let asked = view.question().map(|(factor, _)| factor);
    let mut entries: Vec<IntervalEntry> = Vec::new();
    for design in view.model.designs() {
        let mut effects: Vec<&Effect> = design.effects.iter().collect();
        effects.sort_by(|a, b| b.share.unwrap_or(0.0).total_cmp(&a.share.unwrap_or(0.0)));
        effects.sort_by_key(|effect| asked != Some(effect.factor));
        for effect in effects {
            if !entries.is_empty() && entries.len() + effect.levels.len() > MAX_ROWS {
                return Some(entries);
            }
            let factor = &view.stage.summary.factors[effect.factor];
            let estimates: Vec<Estimate> = effect.family.estimates.iter().copied().collect::<Option<_>>()?;
            if estimates.iter().any(|estimate| estimate.value.is_infinite()) {
                return None;
            }
            for (level, Estimate { value: mean, interval }) in effect.levels.iter().zip(estimates) {
                let (key, level) = (view.name(&factor.key), factor.levels[*level].clone());
                let (name, label) = (format!("{key} = {level}"), format!("{} = {level}", factor.key));
                let (note, significant) = (format!(", {}", p_is(effect.family.p())), effect.family.is_shown());
                entries.push(IntervalEntry { key, note, level, name, label, mean, interval, significant });
            }
        }
    }
    (!entries.is_empty()).then_some(entries)
}
