//! Simulated results of races on held-out instances: are the claims on their elites true, and do the intervals of their differences cover?
//! No race is run; elimination is tested in `crates/experiment/src/race`.

use evocube::experiment::record::{Cost, HeldOutRole, HeldOutSummary, RaceSummary};
use evocube::report::race::compare;

use crate::Counts;
use crate::design::Stage;
use crate::laws::{Catalog, Kind};
use crate::sweeps::{Sweep, Truth};

/// The laws of the held-out trials of `[base]` and three elites, their cost, how much worse the first elite is, and the instances.
pub(crate) const RACES: &[(&str, Kind, Cost, f64, usize)] = &[
    ("race penalty none 20", Kind::Penalty(0.0), Cost::Penalty, 0.0, 20),
    ("race skew=3 none 50", Kind::Penalty(3.0), Cost::Penalty, 0.0, 50),
    ("race stuck=0.1 none 50", Kind::Stuck(0.1), Cost::Penalty, 0.0, 50),
    ("race penalty better 30", Kind::Penalty(1.0), Cost::Penalty, -0.7, 30),
    ("race exponential=0.9 none 30", Kind::Exponential(0.9), Cost::Evaluations, 0.0, 30),
    ("race exponential=0.9 better 100", Kind::Exponential(0.9), Cost::Evaluations, -0.5, 100),
    ("race lognormal=1 none 20", Kind::Lognormal(1.0), Cost::Evaluations, 0.0, 20),
];

/// Draws a race and judges it.
pub(crate) fn page(
    (name, kind, cost, effect, instances): (&str, Kind, Cost, f64, usize),
    catalog: &Catalog,
    number: usize,
) -> Counts {
    let names = ["base", "a", "b", "c"];
    let sweep = Sweep { instances, ..Sweep::plain(kind, Stage::factorial("main", &[("x", &names)])) };
    let worse = |_: usize, levels: &[Option<usize>]| if levels[0] == Some(1) { effect } else { 0.0 };
    let (mut results, truths) = sweep.draw(catalog, &format!("{name} {number}"), worse);
    let stage = results.sweep.stages[0].clone();
    results.sweep.stages[0].race = Some(RaceSummary {
        cost,
        budget: 100,
        iterations: vec![],
        configurations: vec![],
        elites: vec![0, 1, 2],
        base: None,
        is_complete: true,
    });
    let roles = vec![HeldOutRole::Base, HeldOutRole::Elite(0), HeldOutRole::Elite(1), HeldOutRole::Elite(2)];
    results.sweep.held_out = Some(HeldOutSummary { instances: instances as u64, stage, roles });
    let mut counts = Counts { pages: 1, ..Counts::default() };
    let mut misses = false;
    for comparison in compare(&results) {
        let (HeldOutRole::Elite(elite), Some(difference)) = (comparison.role, comparison.difference) else { continue };
        let truth = cost_of(&truths[0], cost, elite + 1) - cost_of(&truths[0], cost, 0);
        let is_different = truth.abs() > 1e-9;
        let is_false = |is_better: bool| !is_different || is_better != (truth < 0.0);
        counts.directions = counts.directions.max(usize::from(difference.is_better().is_some_and(is_false)));
        misses |= difference.interval.is_some_and(|ends| truth < ends.low || truth > ends.high);
        counts.shown.0 += usize::from(is_different);
        counts.shown.1 += usize::from(is_different && difference.is_better().is_some());
    }
    counts.false_pages = counts.directions;
    counts.intervals[1] = (1, usize::from(misses));
    counts
}

/// The mean cost of a configuration over all instances like these.
fn cost_of(truth: &Truth<'_>, cost: Cost, point: usize) -> f64 {
    let mean = |statistic: usize| truth.mean(&[point], statistic, true);
    match cost {
        Cost::Penalty => mean(0),
        // A trial that misses spends the budget, and costs it ten times.
        Cost::Evaluations => mean(3) + (1.0 - mean(1)) * 9.0 * crate::laws::BUDGET,
    }
}
