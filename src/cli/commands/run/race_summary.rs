//! The summary of a race at the end of a run, as text and as JSON: its elites and their comparison on held-out instances. The text ends
//! with the selected configuration, unless it was compared with `[base]` and not shown to be better. The JSON has the iterations. The
//! section of the page is made in `sections::race` of the crate of reports.

use evocube::experiment::record::{HeldOutRole, HeldOutSummary, RaceSummary, Results, StageSummary};
use evocube::report;
use evocube::report::race::{self, Comparison};
use serde_json::{Value, json};

use crate::cli::terminal::{counted, decimal, prose, table};

/// Summarizes a race: the elites, their comparison on held-out instances, and the keys to paste.
pub(super) fn summary(results: &Results, stage: &StageSummary, race: &RaceSummary) -> String {
    let trials = race.iterations.last().map_or(0, |iteration| iteration.trials);
    let mut text = prose(&format!(
        "\nRace of {} in {}, {}\n",
        counted(race.configurations.len() as u64, "configuration"),
        counted(race.iterations.len() as u64, "iteration"),
        counted(trials as u64, "trial")
    ));
    let comparisons = race::compare(results);
    let keys = stage.factors.iter().map(|factor| factor.key.as_str());
    let heads = ["point"].into_iter().chain(keys).chain(["tests", "held out"]);
    let mut elites = table(heads, 1 + stage.factors.len());
    for (rank, &point) in race.elites.iter().enumerate() {
        let held_out = comparisons.iter().find(|comparison| comparison.role == HeldOutRole::Elite(point));
        let tests =
            results.trials.iter().filter(|row| *row.stage == *stage.name && row.point == point as u64 + 1).count();
        let mark = if rank == 0 { " ←" } else { "" };
        let mut row = vec![format!("{}{mark}", point + 1)];
        row.extend(stage.points[point].iter().cloned());
        row.extend([tests.to_string(), held_out.map_or("–".to_owned(), |compared| decimal(compared.mean))]);
        elites.add_row(row);
    }
    text.push_str(&format!("{elites}\n"));
    let result = report::race_result(results);
    match (&result, comparisons.is_empty()) {
        (Some((_, sentence)), _) => text.push_str(&prose(&format!("\n{sentence}\n"))),
        (None, false) => text
            .push_str(&prose("\nA trial of the selected configuration or of [base] failed on a held-out instance.\n")),
        (None, true) => {}
    }
    // Nothing is offered in place of [base] unless it is shown to be better, or cannot be compared.
    let is_offered = result.is_none_or(|(result, _)| result.is_better);
    if let Some(leader) = results.sweep.leader.as_ref().filter(|_| is_offered) {
        text.push_str(&format!("\n{}", leader.toml));
    }
    text
}

/// Returns the elites and the iterations.
pub(super) fn as_json(race: &RaceSummary) -> Value {
    let elites: Vec<usize> = race.elites.iter().map(|point| point + 1).collect();
    let iterations: Vec<Value> = race
        .iterations
        .iter()
        .map(|iteration| {
            json!({"configurations": iteration.configurations, "elites": iteration.elites, "tests": iteration.tests,
                "trials": iteration.trials, "survivors": iteration.survivors, "best": iteration.best + 1})
        })
        .collect();
    json!({"elites": elites, "iterations": iterations})
}

/// Returns the comparisons on held-out instances.
pub(super) fn held_out_json(results: &Results, held_out: &HeldOutSummary) -> Value {
    let entry = |comparison: Comparison| {
        let (role, name) = match comparison.role {
            HeldOutRole::Base => ("base", Value::Null),
            HeldOutRole::Elite(point) => ("elite", json!(point + 1)),
            HeldOutRole::Without(factor) => ("without", json!(held_out.stage.factors[factor].key)),
        };
        let difference = comparison.difference.map(|difference| {
            let (low, high) = difference.interval.map(|ends| (ends.low, ends.high)).unzip();
            json!({"mean": difference.mean, "low": low, "high": high, "p": difference.p})
        });
        json!({"role": role, "name": name, "trials": comparison.instances, "mean_cost": comparison.mean,
            "solved": comparison.solved, "difference": difference})
    };
    race::compare(results).into_iter().map(entry).collect()
}
