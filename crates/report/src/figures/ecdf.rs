//! The figure of the share of penalty targets that is reached within a number of evaluations or generations; or of trials solved within a
//! number of moves. `survival` has the shares of trials that reach their own target.

use std::cell::{Cell, RefCell};

use super::layout::layout;
use super::shares::{Shares, band_words};
use super::{Figure, StageView};
use crate::options::ProgressUnit;
use crate::step_series::ProgressAxis;
use crate::targets::{beginnings, reached_after, targets};
use crate::wording::count;
use evocube_experiment::record::TrialRow;
use evocube_plot::Axis;
use evocube_stats::run_times::{Run, RunTimes};

/// Maximum number of steps of a line, about one a unit: more are drawn at evenly spread places.
const MAX_STEPS: u32 = 600;

/// The sentence on the bands of several targets.
const SEVERAL: &str = " They hold for trials that reach all targets at once or none; others vary less.";

/// Draws a stage's figure; `None` without several trials, or as long as nothing is logged or no target is reached.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let (index, stage, options) = (view.index, view.stage, view.options);
    let unit = options.x.unwrap_or(ProgressUnit::Evaluations);
    let axis = ProgressAxis { unit, log: options.log_x || unit == ProgressUnit::Evaluations };
    let mut layout = layout(view);
    if !stage.has_several_trials() {
        return None;
    }
    let (targets, (first, last)) = match unit {
        ProgressUnit::Moves => {
            let solved = stage.outcomes().filter(|outcome| outcome.solved);
            (vec![0], (0, solved.map(|outcome| outcome.htm).max()?.max(1)))
        }
        _ => {
            let logged = || stage.trials().flat_map(|trial| index.convergence(trial.trial));
            let counts = || logged().map(|row| axis.count(row).max(1));
            let first = if axis.log { counts().min()? } else { 0 };
            (targets(index, stage), (first, counts().max()?))
        }
    };
    let first = if axis.log { first.max(1) as f64 } else { first as f64 };
    let last = (last as f64).max(if axis.log { 10.0 * first } else { first + 1.0 });
    let place = |step: u32| {
        let share = f64::from(step) / f64::from(MAX_STEPS);
        if axis.log { first * libm::pow(last / first, share) } else { first + (last - first) * share }
    };
    let alone = layout.panel_keys.is_empty();
    // The lines are comparable from where all have begun.
    let begun = beginnings(index, stage).map(|(_, begun)| begun as f64).filter(|begun| *begun < last).unwrap_or(first);
    // The axis begins and ends with the times.
    let (hits, areas) = (Cell::new((last, first)), RefCell::new(Vec::new()));
    let (panels, data) = layout.stairs(unit.name(), "share", |line| {
        let time = |trial, target| match unit {
            ProgressUnit::Moves => moves(trial),
            _ => reached_after(index, trial, target, axis),
        };
        let times = targets.iter().flat_map(|target| line.trials.iter().map(move |trial| time(trial, *target)));
        let times: Vec<Option<f64>> = times.collect();
        let mut places: Vec<f64> = times.iter().flatten().copied().chain([first, last]).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        hits.set(times.iter().flatten().fold(hits.get(), |(low, high), time| (low.min(*time), high.max(*time))));
        if places.len() > MAX_STEPS as usize {
            places = (0..=MAX_STEPS).map(place).collect();
        }
        let reached = RunTimes::new(times.into_iter().map(|time| time.map_or(Run::censored(last), Run::reached)));
        if alone && unit == ProgressUnit::Evaluations && line.rank.is_some() {
            areas.borrow_mut().push(format!("{}: {:.2}", line.label, reached.mean_share(begun.max(first), last)));
        }
        let points = places.into_iter().map(|place| (place, reached.share_at(place))).collect();
        Shares { label: line.label.clone(), points, trials: line.trials.len(), last: f64::INFINITY }
    });
    let lines = panels.iter().flat_map(|panel| &panel.lines);
    let highest = lines.map(|line| line.ends().1).fold(0.0, f64::max);
    if highest == 0.0 {
        return None;
    }
    let bands = panels.iter().flat_map(|panel| &panel.bands);
    let highest = bands.flat_map(|band| &band.1).map(|(.., high)| *high).fold(highest, f64::max);
    let title = view.title(match (unit, targets.len()) {
        (ProgressUnit::Moves, _) => "share of trials solved within a number of moves",
        (_, 1) => "share of trials that have solved",
        _ => "share of penalty targets reached",
    });
    let (earliest, latest) = hits.get();
    let (begin, end) = (first.max(0.8 * earliest), last.min(1.1 * latest.max(earliest)));
    let x = if axis.log { Axis::log(begin.min(end / 10.0).max(first), end) } else { Axis::new(first, end) };
    let x = x.within(options.x_limits);
    let names = (&*options.axis(axis.unit.name()), &*options.share_axis("reached"));
    let (band, sentence) = band_words(&panels).unzip();
    let y = Axis::percent_up_to(highest / 100.0).within(options.y_limits);
    let mut chart = layout.chart(&title, names, (x, y), panels);
    chart.entries.extend(band);
    let drawing = chart.draw(options.page);
    let begun = (begun > first).then_some(begun);
    let caption = caption(unit, &targets, &areas.into_inner(), begun) + sentence.unwrap_or_default();
    let several = if sentence.is_some() && targets.len() > 1 { SEVERAL } else { "" };
    let caption = caption + several + &layout.sentences();
    Some(view.figure("ecdf", title, caption, drawing, data))
}

/// Returns the moves of a trial's solution; `None` unless it solved its instance.
fn moves(trial: &TrialRow) -> Option<f64> {
    trial.outcome.as_ref().filter(|outcome| outcome.solved).map(|outcome| outcome.htm as f64)
}

fn caption(unit: ProgressUnit, targets: &[u64], areas: &[String], begun: Option<f64>) -> String {
    if unit == ProgressUnit::Moves {
        return "Empirical cumulative distribution of the lengths of solutions over all trials of a line. A trial that did not \
                solve its instance keeps the line below 100 %."
            .to_owned();
    }
    let unit = if unit == ProgressUnit::Generation { "generations" } else { "evaluations" };
    let words = match targets {
        [_] => format!("{unit} until solved over all trials of a line, the target being the solved instance"),
        _ => {
            let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
            format!(
                "{unit} until a target over all trials of a line and the penalties {} as targets",
                targets.join(", ")
            )
        }
    };
    let begun = begun.map_or(String::new(), |begun| format!(" from {} on, where all have begun", count(begun)));
    let areas = match areas {
        [] => String::new(),
        areas => format!(
            " Normalized areas under the curves over the logarithm of evaluations{begun} (higher is better, at most 1): {}.",
            areas.join(", ")
        ),
    };
    format!(
        "Empirical cumulative distribution of the {words}.{areas} Trials that do not reach a target keep the line below 100 %."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caption_names_what_the_axis_counts_and_what_is_reached() {
        let begin =
            |unit, targets: &[u64]| caption(unit, targets, &[], None).split(',').next().unwrap_or_default().to_owned();
        let distribution = "Empirical cumulative distribution of the";
        assert_eq!(
            begin(ProgressUnit::Evaluations, &[0]),
            format!("{distribution} evaluations until solved over all trials of a line")
        );
        assert_eq!(
            begin(ProgressUnit::Generation, &[8, 4, 0]),
            format!("{distribution} generations until a target over all trials of a line and the penalties 8")
        );
        assert!(begin(ProgressUnit::Moves, &[0]).starts_with(&format!("{distribution} lengths of solutions")));
    }
}
