//! The main effects of a complete factorial design: the estimate for each level, such as its mean penalty or the share of pairs that it
//! wins, with its interval. It has a panel for each factor where one is a number, and otherwise rows, which `intervals` draws. The effects
//! are tested in `model::effects`.

use super::ends;
use super::intervals::{IntervalEntry, IntervalRows};
use super::{Figure, StageView, axis_beside};
use crate::model::{Effect, mean_names};
use crate::wording::{mean_text, p_is};
use evocube_experiment::record::Outcome;
use evocube_plot::{ACCENT, Axis, Chart, ChartRow, LegendEntry, Line, Mark, PLAIN, Panel, SOFT_INK, Stroke, Whisker};
use evocube_rows::Data;
use evocube_stats::{Estimate, Interval};

/// Maximum number of rows; the factors that explain most are shown.
const MAX_ROWS: usize = 40;
/// Maximum ratio of two ends of intervals of evaluations on a linear axis.
const MAX_LINEAR: f64 = 10.0;
/// Maximum number of panels.
const MAX_PANELS: usize = 9;
/// Minimum number of numbers on an axis of their own.
const MIN_NUMBERS: usize = 3;

/// Draws the effects; `None` unless all combinations of levels were run and the estimands of their levels are finite.
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
    let axis = axis.within(view.options.y_limits);
    let (title, name) = mean_names(outcome);
    let title = view.title(&format!("{title} by level"));
    let middle = (outcome == Outcome::Wins).then_some((50.0, "no difference"));
    let drawing = match panels(view, &entries, middle.map(|(value, _)| value)) {
        Some(panels) => {
            let name = view.options.axis(&axis_beside(outcome));
            let chart = Chart::new(&title, ("", &name), (Axis::new(0.0, 1.0), axis), Panel::default());
            let dashed = middle.map(|(_, words)| format!("dashed: {words}"));
            let p = (panels.len() == 1).then(|| entries[0].note.clone());
            let bars = entries.iter().any(|entry| entry.interval.is_some()).then(|| "bars: 95 % interval".to_owned());
            let words = bars.into_iter().chain(dashed).chain(p);
            Chart { panels, entries: words.map(LegendEntry::words).collect(), ..chart }.draw(view.options.page)
        }
        None => {
            let (head, name) = ("level", view.options.axis(name));
            let chart =
                IntervalRows { title: &title, head, axis: (axis, &name), middle, show: mean_text, entries: &entries };
            chart.draw(view.options.page)
        }
    };
    let mut data = Data::new(&["level", "mean", "low_95", "high_95"]);
    for entry in &entries {
        let [low, high] = ends(entry.interval);
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
        "{what} Intervals of 95 % hold together for all {together} of a factor. Beside each factor: the corrected p-value of its main effect; factors that matter are orange."
    );
    Some(view.figure("effects", title, caption, drawing, data))
}

/// Returns a panel for each factor if one of them is a number: with an axis of the numbers, or of names; `None` where names have no room.
fn panels(view: &StageView<'_>, entries: &[IntervalEntry], middle: Option<f64>) -> Option<Vec<Panel>> {
    let factors: Vec<&[IntervalEntry]> = entries.chunk_by(|entry, next| entry.key == next.key).collect();
    let step = |levels: usize| Chart::panel_width(view.options.page, factors.len()) / levels as f64;
    let has_room =
        |levels: &[IntervalEntry]| levels.iter().all(|entry| ChartRow::fits_below(&entry.level, step(levels.len())));
    let numbers: Vec<Option<Vec<f64>>> = factors.iter().map(|levels| numbers(levels)).collect();
    let is_shown = numbers.iter().any(Option::is_some)
        && factors.len() <= MAX_PANELS
        && factors.iter().zip(&numbers).all(|(levels, numbers)| numbers.is_some() || has_room(levels));
    let panel = |(levels, numbers): (&&[IntervalEntry], Option<Vec<f64>>)| {
        let first = &levels[0];
        let color = if first.significant { ACCENT } else { PLAIN };
        let is_number = numbers.is_some();
        let (places, x) = match numbers {
            Some(numbers) => (numbers.clone(), Axis::of_levels(numbers.clone(), is_logarithmic(&numbers))),
            None => {
                let names = levels.iter().map(|entry| entry.level.clone()).collect();
                ((0..levels.len()).map(|place| place as f64).collect(), Axis::from_names(names))
            }
        };
        let title = (factors.len() > 1).then(|| (String::new(), first.note.clone()));
        let (begin, end) = x.span();
        let mut panel = Panel { title, x: Some((x, first.key.clone())), ..Panel::default() };
        let points = || places.iter().copied().zip(levels.iter().map(|entry| entry.mean));
        if is_number {
            panel.lines.push(Line::new(&*first.key, Stroke::solid(color, 1.6), points().collect()).unnamed());
        }
        let dashes = Stroke::solid(SOFT_INK, 1.0).dashed(&[4.0, 3.0]);
        let line = |middle| Line::new("no difference", dashes, vec![(begin, middle), (end, middle)]).unnamed();
        panel.lines.extend(middle.map(line));
        for (place, entry) in points().zip(levels.iter()) {
            let whisker = |ends: Interval| Whisker { place: place.0, ends: (ends.low, ends.high), color };
            panel.whiskers.extend(entry.interval.map(whisker));
            panel.marks.push(Mark { place, color, tooltip: entry.tooltip(mean_text), label: String::new() });
        }
        panel
    };
    is_shown.then(|| factors.iter().zip(numbers).map(panel).collect())
}

/// Returns the levels of a factor as ascending numbers; `None` if some is no number, or if they are fewer than three.
fn numbers(levels: &[IntervalEntry]) -> Option<Vec<f64>> {
    let numbers: Vec<f64> = levels.iter().map(|entry| entry.level.parse().ok()).collect::<Option<_>>()?;
    (numbers.len() >= MIN_NUMBERS && numbers.is_sorted_by(|a, b| a < b)).then_some(numbers)
}

/// Returns whether ascending numbers are spread more evenly by their logarithms.
fn is_logarithmic(numbers: &[f64]) -> bool {
    let unevenness = |place: fn(f64) -> f64| {
        let steps = numbers.windows(2).map(|pair| place(pair[1]) - place(pair[0]));
        steps.clone().fold(0.0, f64::max) / steps.fold(f64::MAX, f64::min)
    };
    numbers[0] > 0.0 && unevenness(libm::log) < unevenness(|number| number)
}

/// Returns the levels of all factors that are tested, in each design the factor of the question first, then the one that explains
/// most. `None` without any, and where a level has no finite estimate.
fn entries(view: &StageView<'_>) -> Option<Vec<IntervalEntry>> {
    let asked = view.question().map(|(factor, _)| factor);
    let mut entries: Vec<IntervalEntry> = Vec::new();
    for design in view.model.designs() {
        let mut effects: Vec<&Effect> = design.effects.iter().collect();
        effects.sort_by(|a, b| b.explained().total_cmp(&a.explained()));
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
                let (note, significant) = (p_is(effect.family.p()), effect.family.is_shown());
                entries.push(IntervalEntry { key, note, level, name, label, mean, interval, significant });
            }
        }
    }
    (!entries.is_empty()).then_some(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_logarithmic_where_levels_are_spread_by_ratios() {
        for levels in [&[50.0, 100.0, 200.0, 400.0][..], &[10.0, 25.0, 50.0, 100.0, 1000.0], &[2.0, 4.0, 10.0]] {
            assert!(is_logarithmic(levels), "{levels:?}");
        }
        for levels in [&[0.1, 0.5, 0.9][..], &[0.0, 1.0, 10.0], &[20.0, 30.0, 40.0]] {
            assert!(!is_logarithmic(levels), "{levels:?}");
        }
    }
}
