//! The output of a race: text and JSON.

use std::path::Path;

use evocube::experiment::race::{HeldOut, RaceReport};
use evocube::experiment::record::race_file;
use serde_json::{Value, json};

use crate::cli::terminal::numbers::{counted, p_value};
use crate::cli::terminal::table::table;
use crate::cli::terminal::width::prose;

/// Writes a cost with at most one decimal place.
fn cost(value: f64) -> String {
    match value {
        value if value.is_infinite() => "failed".to_owned(),
        value if value.fract().abs() < 1e-9 => format!("{value:.0}"),
        value => format!("{value:.1}"),
    }
}

/// Writes a median with its interval.
fn median(costs: &[f64]) -> String {
    let (middle, interval) = HeldOut::median(costs);
    let ends = interval.map_or(String::new(), |ends| format!(" ({} to {})", cost(ends.low), cost(ends.high)));
    format!("{}{ends}", cost(middle))
}

/// Writes the elites, the comparison on held-out instances, and the selected configuration as TOML.
pub(super) fn as_text(report: &RaceReport, folder: &Path) -> String {
    let mut text = String::new();
    if report.was_complete {
        text.push_str("The race was complete already.\n");
    }
    text.push_str(&format!(
        "{} in {}, {}; elites:\n",
        counted(report.configurations as u64, "configuration"),
        counted(report.iterations.len() as u64, "iteration"),
        counted(report.trials, "trial")
    ));
    let numbers = ["tests", "mean cost", "median cost"];
    let head = ["configuration"].into_iter().chain(report.keys.iter().map(String::as_str)).chain(numbers);
    let mut table = table(head, 1 + report.keys.len());
    for elite in &report.elites {
        let mut row = vec![elite.configuration.to_string()];
        row.extend(elite.settings.iter().cloned());
        row.extend([elite.tests.to_string(), format!("{:.2}", elite.mean_cost), cost(elite.median_cost)]);
        table.add_row(row);
    }
    if let Some(base) = &report.base {
        let mut row = vec!["[base]".to_owned()];
        row.extend(base.iter().cloned());
        row.extend([String::new(), String::new(), String::new()]);
        table.add_row(row);
    }
    text.push_str(&format!("{table}\n\n"));
    match &report.held_out {
        Some(held_out) => text.push_str(&prose(&comparison(held_out))),
        None if report.base.is_some() && report.base.as_ref() == report.elites.first().map(|best| &best.settings) => {
            text.push_str("The best configuration is [base].\n");
        }
        None => {}
    }
    let places = format!("All results are in {}, this configuration in {}.", folder.display(), race_file::BEST);
    text.push_str(&format!("\n{}\n{}\n", report.toml, prose(&places)));
    text
}

/// Compares the selected configuration with `[base]` on the held-out instances.
fn comparison(held_out: &HeldOut) -> String {
    let (better, worse) = held_out.better_and_worse();
    let verdict = match held_out.p() {
        small if small < 0.05 && better > worse => "better than [base]",
        small if small < 0.05 => "worse than [base]",
        _ => "not significantly different from [base]",
    };
    format!(
        "On {} the selected configuration is {verdict}: median cost {} against {} (95 %, BCa); lower on {better}, \
         higher on {worse}; p = {} (Wilcoxon, by instance), Â₁₂ = {:.2}; solved {} against {}.\n",
        counted(held_out.selected.len() as u64, "held-out instance"),
        median(&held_out.selected),
        median(&held_out.base),
        p_value(held_out.p()),
        held_out.a12(),
        held_out.solved[1],
        held_out.solved[0],
    )
}

/// Builds the JSON document.
pub(super) fn as_json(report: &RaceReport, folder: &Path) -> Value {
    let elites: Vec<Value> = report
        .elites
        .iter()
        .map(|elite| {
            json!({"configuration": elite.configuration, "values": elite.settings, "tests": elite.tests, "mean_cost": elite.mean_cost, "median_cost": elite.median_cost})
        })
        .collect();
    let held_out = report.held_out.as_ref().map(|held_out| {
        let (better, worse) = held_out.better_and_worse();
        json!({"cubes": held_out.selected.len(), "median": HeldOut::median(&held_out.selected).0, "median_base": HeldOut::median(&held_out.base).0, "better": better, "worse": worse, "p": held_out.p(), "a12": held_out.a12(), "solved": held_out.solved[1], "solved_base": held_out.solved[0]})
    });
    json!({
        "folder": folder.display().to_string(),
        "trials": report.trials,
        "configurations": report.configurations,
        "iterations": report.iterations,
        "keys": report.keys,
        "base": report.base,
        "elites": elites,
        "held_out": held_out,
        "toml": report.toml,
    })
}
