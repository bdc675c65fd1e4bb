//! Compares three algorithms on two problems: which wins more pairs of trials, and how long each takes with restarts. The run times are
//! drawn at random, in place of logged ones.
//!
//! `cargo run -p evocube-stats --example compare_algorithms`

#![allow(clippy::print_stdout)]

use evocube_stats::Draws;
use evocube_stats::run_times::{Run, RunSample};
use evocube_stats::wins::{TrialGroup, WinFamily, WinKey};

const NAMES: [&str; 3] = ["random search", "hill climbing", "genetic algorithm"];
const BUDGET: f64 = 10_000.0;

fn main() {
    // Times that are distributed exponentially stand for those that programs log.
    let mut draws = Draws::new(1);
    let mut trial = |mean: f64| -> Run {
        let time = (-mean * libm::log(draws.uniform())).ceil();
        if time <= BUDGET { Run::reached(time) } else { Run::censored(BUDGET) }
    };
    let runs: Vec<Vec<Vec<Run>>> = [9_000.0, 5_000.0, 2_000.0]
        .map(|mean| [1.0, 1.5].map(|factor| (0..25).map(|_| trial(factor * mean)).collect()).to_vec())
        .to_vec();

    // A trial that reached its target wins against one that did not, and the faster one of two that reached it.
    let key =
        |run: &Run| if run.is_reached() { WinKey::reached(run.evaluations) } else { WinKey::missed_without_penalty() };
    let keys: Vec<Vec<Vec<WinKey>>> =
        runs.iter().map(|problems| problems.iter().map(|runs| runs.iter().map(key).collect()).collect()).collect();
    let groups: Vec<TrialGroup<'_>> = keys
        .iter()
        .enumerate()
        .flat_map(|(level, problems)| {
            let group = move |(instance, trials)| TrialGroup { level, slice: 0, instance, trials };
            problems.iter().map(Vec::as_slice).enumerate().map(group)
        })
        .collect();
    let family = WinFamily::new(NAMES.len(), &groups, 1, 7);

    for (level, name) in NAMES.iter().enumerate() {
        let wins = family.level(level).expect("every algorithm has trials");
        let all = runs[level].concat();
        let time = RunSample::new(all, Some(BUDGET)).expect("trials").estimate(0.05);
        let ends = time.interval.expect("run times have an interval");
        println!(
            "{name:>17}: wins {:2.0} % of pairs ({:.0} to {:.0}), takes {:.0} evaluations ({:.0} to {:.0})",
            100.0 * wins.share,
            100.0 * wins.interval.low,
            100.0 * wins.interval.high,
            time.value,
            ends.low,
            ends.high
        );
    }
    let best: Vec<&str> = family.best_set().into_iter().map(|level| NAMES[level]).collect();
    println!("Not shown to lose against another one: {}.", best.join(", "));
}
