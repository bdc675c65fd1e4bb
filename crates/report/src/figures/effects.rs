//! The main effects of a complete factorial design: the mean of each level with its interval.

use super::intervals::{IntervalEntry, IntervalRows};
use super::{Figure, StageView};
use crate::data::Data;
use crate::model::{Sample, TestedDesign, figure_value, mean_names};
use crate::plot::Axis;
use crate::wording::{mean_text, p_is};
use evocube_experiment::record::Outcome;
use evocube_stats::{Draws, Factorial, Interval, RESAMPLES, running_time_95};

/// Maximum number of rows; the factors that explain most are shown.
const MAX_ROWS: usize = 40;
/// Maximum ratio of two ends of intervals of evaluations on a linear axis.
const MAX_LINEAR: f64 = 10.0;

/// Draws the effects; `None` unless all combinations of levels were run.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let outcome = view.model.outcome;
    view.model.designs().first()?.factorial.as_ref()?;
    let sample =
        view.model.primary().map(|tests| &tests.sample).filter(|_| has_expected_times(view)).filter(|sample| {
            let levels = entries(view, outcome, Some(sample));
            levels.iter().all(|entry| entry.mean.is_finite() && entry.interval.high.is_finite())
        });
    let entries = entries(view, outcome, sample);
    let ends = || entries.iter().flat_map(|entry| [entry.interval.low, entry.interval.high, entry.mean]);
    let (low, high) = (ends().reduce(f64::min)?, ends().reduce(f64::max)?);
    let is_log = outcome == Outcome::RunTime && high > MAX_LINEAR * low;
    let axis = match outcome {
        Outcome::RunTime if is_log => Axis::counts(low, high),
        Outcome::RunTime => Axis::new(0.0, 1.05 * high),
        _ => {
            let room = ((high - low) * 0.05).max(0.5);
            Axis::new(low - room, high + room)
        }
    };
    let (title, name) = match sample {
        Some(_) => ("evaluations to solve", "expected evaluations to solve"),
        None if outcome == Outcome::RunTime => (mean_names(outcome).0, "geometric mean of evaluations until solved"),
        None => mean_names(outcome),
    };
    let title = view.title(&format!("{title} by level"));
    let name = view.options.axis(name);
    let chart = IntervalRows {
        title: &title,
        head: "level",
        axis: (axis.within(view.options.x_limits), &name),
        middle: None,
        show: mean_text,
        entries: &entries,
    };
    let drawing = chart.draw(view.options.page);
    let mut data = Data::new(&["level", "mean", "low_95", "high_95"]);
    entries.iter().for_each(|entry| data.row(&[&entry.label, &entry.mean, &entry.interval.low, &entry.interval.high]));
    let what = match sample {
        Some(_) => {
            "Expected evaluations until a trial solves, over all configurations with a level, with the 95 % interval."
        }
        None => {
            "Mean over all configurations with a level, and the 95 % interval of its difference from the mean of all \
             configurations to which the factor applies."
        }
    };
    let pairs = view.model.effects().filter(|effect| effect.within.is_none()).map(|effect| effect.pairs.len()).max();
    let wider = pairs.filter(|pairs| *pairs > 1).map_or(String::new(), |pairs| {
        format!(
            " Each interval is for itself; those of differences in the report's sentences hold together for all pairs of levels of \
             a factor, {pairs} at most, so they are wider."
        )
    });
    let caption = format!(
        "{what} Behind each factor: the corrected p-value of its main effect; significant ones are bold and orange.{wider}"
    );
    Some(view.figure("effects", title, caption, drawing, data))
}

/// Returns whether run times are compared, and by expected ones in the sentences on all factors that matter, not geometric means.
fn has_expected_times(view: &StageView<'_>) -> bool {
    let mains = view.model.effects().filter(|effect| effect.factors.len() == 1 && effect.within.is_none());
    let mut pairs = mains.flat_map(|effect| &effect.pairs).filter(|pair| pair.test.is_significant());
    view.model.outcome == Outcome::RunTime && pairs.all(|pair| pair.difference.is_expected)
}

/// Returns the levels of all factors that are tested, in each design the factor of the question first, then the one that explains
/// most. With a sample, values are expected run times.
fn entries(view: &StageView<'_>, outcome: Outcome, sample: Option<&Sample>) -> Vec<IntervalEntry> {
    let asked = view.question().map(|(factor, _)| factor);
    let mut entries: Vec<IntervalEntry> = Vec::new();
    for design in view.model.designs() {
        let Some(factorial) = &design.factorial else { continue };
        let mut effects: Vec<_> =
            design.effects.iter().filter(|effect| effect.factors.len() == 1 && effect.within.is_none()).collect();
        effects.sort_by(|a, b| b.share.unwrap_or(0.0).total_cmp(&a.share.unwrap_or(0.0)));
        effects.sort_by_key(|effect| asked != Some(effect.factors[0]));
        for effect in effects {
            let place = design.place(effect.factors[0]);
            let levels = &design.design.levels[place];
            if !entries.is_empty() && entries.len() + levels.len() > MAX_ROWS {
                return entries;
            }
            let values = match sample {
                Some(sample) => running_times(design, place, sample),
                None => level_means(design, factorial, place, outcome),
            };
            let factor = &view.stage.summary.factors[effect.factors[0]];
            for (level, (mean, interval)) in levels.iter().zip(values) {
                let (key, level) = (view.name(&factor.key), factor.levels[*level].clone());
                let (name, label) = (format!("{key} = {level}"), format!("{} = {level}", factor.key));
                let (note, significant) =
                    (format!(", {}", p_is(effect.test.p_corrected)), effect.test.is_significant());
                entries.push(IntervalEntry { key, note, level, name, label, mean, interval, significant });
            }
        }
    }
    entries
}

/// Returns the expected run time of each level of a factor with its interval. Those of levels that are single configurations are
/// those of the tables.
fn running_times(design: &TestedDesign, place: usize, sample: &Sample) -> Vec<(f64, Interval)> {
    let timed = |level: usize| {
        let cells = || design.design.cells_with(place, level);
        let mean = sample.expected_time(cells());
        let seed = cells().flatten().next().map_or(0, |configuration| *configuration as u64 + 1);
        let interval = running_time_95(&sample.units(cells()), RESAMPLES, &mut Draws::new(seed));
        (mean, interval.unwrap_or(Interval { low: mean, high: mean }))
    };
    (0..design.design.levels[place].len()).map(timed).collect()
}

/// Returns the mean of each level of a factor with its interval, which ends at the best and the worst possible mean.
fn level_means(design: &TestedDesign, factorial: &Factorial, place: usize, outcome: Outcome) -> Vec<(f64, Interval)> {
    let levels = 0..design.design.levels[place].len();
    let all = levels.clone().map(|level| factorial.mean(&[(place, level)])).sum::<f64>() / levels.len() as f64;
    let top = if outcome == Outcome::Solved { 100.0 } else { f64::MAX };
    let effect = |level: usize| {
        let mean = factorial.mean(&[(place, level)]);
        let interval = factorial.level_effect(place, level).interval(0.95);
        let ends = interval.map_or([mean, mean], |Interval { low, high }| [all + low, all + high]);
        let [first, second] = ends.map(|end| figure_value(outcome, end.clamp(0.0, top)));
        let interval = Interval { low: first.min(second), high: first.max(second) };
        (figure_value(outcome, mean), interval)
    };
    levels.map(effect).collect()
}
