//! The figure `survival`: the cumulative share of trials that have reached their target, by default solved, over evaluations. Shares of
//! penalty targets are drawn in `ecdf`.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::layout::layout;
use super::names::trials_of;
use super::shares::{Shares, band_words};
use super::{Figure, StageView};
use crate::result_index::PointTrials;
use crate::wording::{count, counted, short};
use evocube_experiment::record::{TrialOutcome, TrialRow};
use evocube_plot::{Axis, LegendEntry, Mark, look};
use evocube_stats::run_times::{End, Run, cumulative_incidence};

/// Draws the curves; `None` without several trials of which one has reached its target, and where one reached it or ended without
/// evaluations.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let budgets = budgets(view);
    let all: Vec<Run> = view.stage.trials().filter_map(|trial| run(&budgets, trial)).collect();

    if !view.stage.has_several_trials()
        || !all.iter().any(Run::is_reached)
        || all.iter().any(|run| run.evaluations < 1.0)
    {
        return None;
    }
    let times = all.iter().map(|run| run.evaluations);
    let (min, max) = times.fold((f64::MAX, 0.0_f64), |(low, high), time| (low.min(time), high.max(time)));
    let first = 0.9 * min;
    let last = max.max(10.0 * first);
    let mut layout = layout(view);
    let is_alone = layout.panels.len() == 1;
    let halves: RefCell<Vec<Mark>> = RefCell::default();
    let (mut panels, data) = layout.stairs("evaluations", "solved", |line| {
        let runs: Vec<Run> = line.trials.iter().filter_map(|trial| run(&budgets, trial)).collect();
        let end = runs.iter().map(|run| run.evaluations).fold(0.0, f64::max);
        let steps = cumulative_incidence(&runs);
        let solved = steps.last().map_or(0.0, |step| step.1);
        // Nothing changes after all have solved.
        let end = if solved < 1.0 { end } else { last };
        let half = steps.iter().find(|step| step.1 >= 0.5).filter(|_| is_alone && line.rank.is_some());
        halves.borrow_mut().extend(half.map(|step| Mark {
            place: (step.0, 50.0),
            color: look(line.rank).color,
            tooltip: format!("{}: half solved by {} evaluations", line.label, count(step.0)),
            label: short(step.0),
        }));
        let censored = runs.iter().filter(|run| matches!(run.end, End::Censored)).map(|run| run.evaluations);
        Shares {
            label: line.label.clone(),
            points: [(first, 0.0)].into_iter().chain(steps).chain([(end, solved)]).collect(),
            trials: runs.len(),
            last: censored.fold(f64::INFINITY, f64::min),
        }
    });
    let trials = trials_of(layout.trials());
    let title = view.title(&format!("share of {} solved", trials.as_deref().unwrap_or("trials")));
    let axes = (Axis::log(first, last), Axis::percent_up_to(1.0));
    let axes = (axes.0.within(view.options.x_limits), axes.1.within(view.options.y_limits));
    let names = (&*view.options.axis("evaluations"), &*view.options.share_axis("solved"));
    let halves = halves.into_inner();
    let (band, sentence) = band_words(&panels).unzip();
    let words = (!halves.is_empty()).then(|| LegendEntry::words("marks: half solved"));
    if let [panel] = &mut panels[..] {
        panel.marks = halves;
    }
    let mut chart = layout.chart(&title, names, axes, panels);
    chart.entries.extend(band.into_iter().chain(words));
    let drawing = chart.draw(view.options.page);
    let gave_up = all.iter().filter(|run| matches!(run.end, End::GaveUp)).count() as u64;
    let never = match gave_up {
        0 => String::new(),
        several => format!(" {} gave up before their budget and count as never solved.", counted(several, "trial")),
    };
    let caption = format!(
        "Cumulative incidence (Aalen and Johansen) of solved among all trials of a line; higher is better. A trial whose budget \
         ends without a solution is censored.{never}{}{}",
        sentence.unwrap_or_default(),
        layout.sentences()
    );
    Some(view.figure("survival", title, caption, drawing, data))
}

/// Returns the evaluations of a trial until it reached its target, or until its end.
fn spent(outcome: &TrialOutcome) -> f64 {
    outcome.evaluations_until_reached().unwrap_or(0) as f64
}

/// Returns the most evaluations that a trial of each point has spent, by the point's number.
///
/// The trials of a point have one budget, but the evaluations of their last generations differ. Were an unsolved trial censored at
/// its own number, a later solution of another one would count as more than one trial.
fn budgets(view: &StageView<'_>) -> BTreeMap<u64, f64> {
    let all = |outcome: &TrialOutcome| outcome.evolution.map_or(0, |counts| counts.evaluations) as f64;
    let most = |point: &PointTrials<'_>| point.outcomes().map(all).fold(0.0, f64::max);
    view.stage.points.iter().map(|point| (point.number, most(point))).collect()
}

/// Returns the end of a trial; `None` if it failed.
fn run(budgets: &BTreeMap<u64, f64>, trial: &TrialRow) -> Option<Run> {
    let outcome = trial.outcome.as_ref()?;
    Some(match outcome.reached {
        true => Run::reached(spent(outcome)),
        // An unsolved one is censored.
        false if outcome.is_at_limit() => Run::censored(budgets[&trial.point]),
        false => Run { evaluations: spent(outcome), end: End::GaveUp },
    })
}
