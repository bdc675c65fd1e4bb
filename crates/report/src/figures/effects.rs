//! The main effects of a complete factorial design: the estimand of each level with its interval.

use super::intervals::{IntervalEntry, IntervalRows};
use super::{Figure, StageView};
use crate::data::Data;
use crate::model::{Effect, Sample, TestedDesign, figure_value, mean_names};
use crate::plot::Axis;
use crate::wording::{mean_text, p_is};
use evocube_experiment::record::Outcome;
use evocube_stats::{Draws, Interval, RESAMPLES, running_time_95};

/// Maximum number of rows; the factors that explain most are shown.
const MAX_ROWS: usize = 40;
/// Maximum ratio of two ends of intervals of evaluations on a linear axis.
const MAX_LINEAR: f64 = 10.0;

/// Draws the effects; `None` unless all combinations of levels were run.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let outcome = view.model.outcome;
    let entries = entries(view)?;
    let ends = || entries.iter().flat_map(|entry| [entry.interval.low, entry.interval.high, entry.mean]);
    let finite = || ends().filter(|end| end.is_finite());
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
    entries.iter().for_each(|entry| data.row(&[&entry.label, &entry.mean, &entry.interval.low, &entry.interval.high]));
    let what = match outcome {
        Outcome::Wins => {
            "The share of pairs of trials that a level wins against the others, on the same instance and with the same levels of other \
             factors. The intervals of 95 % hold together for all levels and pairs of levels of a factor."
        }
        Outcome::RunTime => {
            "Expected evaluations until a trial solves, over all configurations with a level, with the 95 % interval."
        }
        _ => {
            "Mean over all configurations with a level, and the 95 % interval of its difference from the mean of all \
             configurations to which the factor applies."
        }
    };
    let caption = format!(
        "{what} Behind each factor: the corrected p-value of its main effect; factors that matter are bold and orange."
    );
    Some(view.figure("effects", title, caption, drawing, data))
}

/// Returns the levels of all factors that are tested, in each design the factor of the question first, then the one that explains
/// most. `None` without any, and without intervals.
fn entries(view: &StageView<'_>) -> Option<Vec<IntervalEntry>> {
    let sample = &view.model.primary()?.sample;
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
            let values = values(design, effect, sample)?;
            for (level, (mean, interval)) in effect.levels.iter().zip(values) {
                let (key, level) = (view.name(&factor.key), factor.levels[*level].clone());
                let (name, label) = (format!("{key} = {level}"), format!("{} = {level}", factor.key));
                let (note, significant) = (format!(", {}", p_is(effect.family.p())), effect.family.is_shown());
                entries.push(IntervalEntry { key, note, level, name, label, mean, interval, significant });
            }
        }
    }
    (!entries.is_empty()).then_some(entries)
}

/// Returns the estimand of each level of a factor with its interval, in the unit of the figure.
fn values(design: &TestedDesign, effect: &Effect, sample: &Sample) -> Option<Vec<(f64, Interval)>> {
    let place = design.place(effect.factor)?;
    let levels = 0..effect.levels.len();
    match sample.outcome {
        Outcome::Wins => levels
            .map(|level| {
                let tested = effect.family.levels.get(level).copied().flatten()?;
                let Interval { low, high } = tested.interval?;
                Some((100.0 * tested.estimate, Interval { low: 100.0 * low, high: 100.0 * high }))
            })
            .collect(),
        Outcome::RunTime => levels.map(|level| running_time(&effect.groups.of_level(level), sample)).collect(),
        outcome => {
            let factorial = design.factorial.as_ref()?;
            let all = levels.clone().map(|level| factorial.mean(&[(place, level)])).sum::<f64>() / levels.len() as f64;
            let top = if outcome == Outcome::Solved { 100.0 } else { f64::MAX };
            let value = |level: usize| {
                let mean = factorial.mean(&[(place, level)]);
                let interval = factorial.level_effect(place, level).interval(0.95);
                let ends = interval.map_or([mean, mean], |Interval { low, high }| [all + low, all + high]);
                let [first, second] = ends.map(|end| figure_value(outcome, end.clamp(0.0, top)));
                let interval = Interval { low: first.min(second), high: first.max(second) };
                (figure_value(outcome, mean), interval)
            };
            Some(levels.map(value).collect())
        }
    }
}

/// Returns the expected run time of some configurations with its interval; that of a single one is that of the tables. `None` if no
/// trial solved.
fn running_time(configurations: &[usize], sample: &Sample) -> Option<(f64, Interval)> {
    let mean = sample.expected_time(configurations)?;
    let seed = configurations.first().map_or(0, |configuration| *configuration as u64 + 1);
    let interval = running_time_95(&sample.units(configurations), RESAMPLES, &mut Draws::new(seed));
    Some((mean, interval.unwrap_or(Interval { low: mean, high: mean })))
}
