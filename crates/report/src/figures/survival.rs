//! The share of trials that have not yet solved their instance, over evaluations.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::layout;
use super::{Figure, StageView};
use crate::plot::Axis;
use crate::result_index::PointTrials;
use crate::wording::{counted, p_is};
use evocube_experiment::record::{TrialOutcome, TrialRow};
use evocube_stats::{MIN_SOLVED, RunLength, kaplan_meier, log_rank};

/// Maximum number of configurations that are tested.
const MAX_TESTED: usize = 100;
/// Reasons to stop that do not depend on the progress of a trial: an unsolved one is censored.
const BUDGETS: [&str; 2] = ["generations", "evaluations"];

/// Returns the run lengths of a stage; `None` without several trials of which one has solved its instance after some evaluations.
fn all_run_lengths(view: &StageView<'_>) -> Option<Vec<RunLength>> {
    let points = view.stage.points.iter();
    let all: Vec<RunLength> =
        points.flat_map(|point| run_lengths(view, &point.trials).into_values().flatten()).collect();
    let is_timed = all.iter().any(|trial| trial.reached) && all.iter().all(|trial| trial.time >= 1.0);
    (view.stage.has_several_trials() && is_timed).then_some(all)
}

/// Returns the trials that gave up: that ended unsolved and before their budget.
fn gave_up<'a>(view: &StageView<'a>) -> impl Iterator<Item = &'a TrialOutcome> + use<'a> {
    let gave_up = |outcome: &&TrialOutcome| !outcome.solved && !BUDGETS.contains(&outcome.stop.as_str());
    view.stage.points.iter().flat_map(PointTrials::outcomes).filter(gave_up)
}

/// Returns a sentence that gives the reason why the figure of a stage is left out; `None` if it is drawn, or has nothing to show.
pub(super) fn left_out(view: &StageView<'_>) -> Option<String> {
    let count = gave_up(view).count() as u64;
    if count == 0 || all_run_lengths(view).is_none() {
        return None;
    }
    let reasons: BTreeSet<&str> = gave_up(view).map(|outcome| outcome.stop.as_str()).collect();
    let reasons = reasons.into_iter().collect::<Vec<_>>().join(", ");
    Some(format!(
        "Survival curves and the log-rank test are left out: {} gave up before the end of the budget ({reasons}), and giving up \
         is not censoring.",
        counted(count, "trial")
    ))
}

/// Draws the curves; `None` if trials gave up, or without several of which one has solved its instance after some evaluations.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let all = all_run_lengths(view).filter(|_| gave_up(view).next().is_none())?;
    let ends = all.iter().map(|trial| trial.time);
    let (least, most) = ends.fold((f64::MAX, 0.0_f64), |(low, high), time| (low.min(time), high.max(time)));
    let first_power = least.log10().floor();
    let last_power = most.log10().max(first_power + 1.0);
    let layout = layout(view);
    let (panels, data) = layout.stairs("evaluations", "unsolved", |line| {
        let lengths: Vec<RunLength> = run_lengths(view, &line.trials).into_values().flatten().collect();
        let end = lengths.iter().map(|trial| trial.time).fold(0.0, f64::max);
        let steps = kaplan_meier(&lengths);
        let last = steps.last().map_or(1.0, |step| step.1);
        let begin = [(10.0_f64.powf(first_power), 1.0)].into_iter();
        (line.label.clone(), begin.chain(steps).chain([(end, last)]).collect())
    });
    let title = view.title("share of trials not yet solved");
    let axes = (Axis::log(10.0_f64.powf(first_power), 10.0_f64.powf(last_power)), Axis::shares());
    let names = (&*view.options.axis("evaluations (log)"), &*view.options.axis("share not yet solved"));
    let drawing = layout.chart(&title, names, axes, panels).draw(view.options.page);
    let caption = format!(
        "Kaplan and Meier's estimate over all trials of a line; lower is better. A trial whose budget ends without a solution \
         is censored at its last evaluation.{}{}",
        layout.sentences(),
        test(view)
    );
    Some(Figure { file: view.file("survival"), title, caption, view: "", drawing, narrow: None, data })
}

/// Returns the run lengths of finished trials on each instance.
fn run_lengths<'a>(view: &StageView<'_>, trials: &[&'a TrialRow]) -> BTreeMap<&'a str, Vec<RunLength>> {
    let mut lengths: BTreeMap<&str, Vec<RunLength>> = BTreeMap::new();
    for trial in trials {
        let Some(outcome) = &trial.outcome else { continue };
        let time = if outcome.solved {
            view.index.evaluations_until_solved(trial, outcome)
        } else {
            outcome.evolution.map_or(0, |counts| counts.evaluations) as f64
        };
        lengths.entry(&trial.instance).or_default().push(RunLength { time, reached: outcome.solved });
    }
    lengths
}

/// Returns the test of all configurations in a sentence; empty with one, with too many, and if one solves few trials.
fn test(view: &StageView<'_>) -> String {
    let points = &view.stage.points;
    let is_small = points.iter().any(|point| point.solved().count < MIN_SOLVED);
    if points.len() < 2 || points.len() > MAX_TESTED || is_small {
        return String::new();
    }
    let instances = &view.index.results.sweep.instances;
    let of_point = |point: &PointTrials<'_>| -> Vec<Vec<RunLength>> {
        let mut lengths = run_lengths(view, &point.trials);
        instances.iter().map(|instance| lengths.remove(instance.name.as_str()).unwrap_or_default()).collect()
    };
    let groups: Vec<Vec<Vec<RunLength>>> = points.iter().map(of_point).collect();
    log_rank(&groups).map_or(String::new(), |test| {
        let strata = if instances.len() > 1 { ", stratified by instance" } else { "" };
        format!(" Log-rank test of all {} configurations{strata}: {}.", points.len(), p_is(test.p))
    })
}
