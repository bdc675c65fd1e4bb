//! The tables at the end of a run or report: the configurations of each stage, a column for each factor, and those on held-out instances.
//! Baseline solvers have a line each; the same as JSON has none of these. [`open`] names the page, [`unvaried`] a configuration without
//! factors. The tables of a race are in `race_summary`.

use std::collections::BTreeMap;
use std::path::Path;

use evocube::experiment::record::{Criterion, Results, SelectionRule, StageSummary, TrialOutcome, TrialRow};
use evocube::report;
use evocube::stats::run_times::{Run, RunSample};
use evocube::stats::samples::mean;
use evocube::text::printable;
use serde_json::json;

use super::race_summary;
use crate::cli::result::CommandResult;
use crate::cli::terminal::{counted, decimal, painted_output, prose, table, whole};

/// Returns the description of a configuration without varied parameters, in the stage of this index.
pub(crate) fn unvaried(stage: usize) -> &'static str {
    if stage == 0 { "that of [base]" } else { "the one selected before" }
}

/// The maximum number of configurations of a stage that are shown, unless all are requested.
const SHOWN: usize = 8;

/// The heading of the evaluations that are spent for each trial that reaches its target.
const EXPECTED_EVALUATIONS: &str = "expected evaluations";

/// The share of trials of a stage that reached their target below which its configurations differ by penalties rather than by evaluations.
const RARELY: f64 = 0.1;

/// The results of one configuration.
struct PointSummary<'a> {
    point: u64,
    /// Its levels, in the order of the factors.
    levels: &'a [String],
    trials: usize,
    solved: usize,
    /// `None` if every trial failed.
    mean_best: Option<f64>,
    /// `None` if no trial reached its target, and for a deterministic solver.
    expected_evaluations: Option<f64>,
    /// `None` if every trial failed.
    mean_moves: Option<f64>,
}

/// Summarizes the configurations of a stage, in the order of the design.
fn points<'a>(results: &Results, stage: &'a StageSummary) -> Vec<PointSummary<'a>> {
    let mut rows_by_point: Vec<Vec<&TrialRow>> = vec![Vec::new(); stage.points.len()];
    for row in results.trials.iter().filter(|row| *row.stage == *stage.name) {
        let point = usize::try_from(stage.same.first_number(row.point))
            .ok()
            .and_then(|point| rows_by_point.get_mut(point.checked_sub(1)?));
        if let Some(point) = point {
            point.push(row);
        }
    }
    let summary = |(point, (levels, rows)): (u64, (&'a Vec<String>, Vec<&TrialRow>))| {
        let outcomes: Vec<_> = rows.iter().filter_map(|row| row.outcome.as_ref()).collect();
        let best: Vec<f64> = outcomes.iter().map(|outcome| outcome.best as f64).collect();
        let run = |outcome: &&TrialOutcome| {
            let evaluations = outcome.evaluations_until_reached()? as f64;
            Some(if outcome.reached { Run::reached(evaluations) } else { Run::censored(evaluations) })
        };
        let runs = outcomes.iter().filter_map(run);
        PointSummary {
            point,
            levels,
            trials: outcomes.len(),
            solved: outcomes.iter().filter(|outcome| outcome.reached).count(),
            mean_best: mean(&best),
            expected_evaluations: RunSample::new(runs, None).map(|runs| runs.mean()).filter(|count| count.is_finite()),
            mean_moves: mean(&outcomes.iter().map(|outcome| outcome.htm as f64).collect::<Vec<_>>()),
        }
    };
    (1..).zip(stage.points.iter().zip(rows_by_point)).map(summary).collect()
}

/// Prints the tables of a folder and the sentences below. With `all`, every configuration has a row, otherwise the best eight of a stage.
pub(crate) fn print(results: &Results, all: bool, sentences: &str) -> CommandResult {
    let mut text = String::new();
    for (number, stage) in results.sweep.stages.iter().enumerate() {
        text.push_str(&match &stage.race {
            Some(race) => race_summary::summary(results, stage, race),
            None => stage_table(results, number, stage, all),
        });
    }
    if let Some(held_out) = results.sweep.held_out.as_ref().filter(|held_out| held_out.roles.is_empty()) {
        let mut table = table(["selected by stage", "solved", "mean penalty"], 1);
        for (stage, point) in results.sweep.stages.iter().zip(points(results, &held_out.stage)) {
            let solved = format!("{}/{}", point.solved, point.trials);
            table.add_row([stage.name.clone(), solved, point.mean_best.map_or("–".to_owned(), decimal)]);
        }
        text.push_str(&format!("\nOn held-out instances\n{table}\n"));
    }
    for solver in &results.sweep.baselines {
        text.push_str(&printable(&prose(&baseline_line(results, solver))));
    }
    text.push_str(&printable(&prose(&format!("\n{sentences}\n"))));
    painted_output(|out| out.write_all(text.as_bytes()))
}

/// Returns the sentence that names the page of a folder.
pub(crate) fn open(folder: &Path) -> String {
    format!("Open {} in a browser.", folder.join(report::PAGE).display())
}

/// Returns the configurations of a stage, best first. The selected one is marked.
fn stage_table(results: &Results, number: usize, stage: &StageSummary, all: bool) -> String {
    let points = points(results, stage);
    let solved: usize = points.iter().map(|point| point.solved).sum();
    let trials: usize = points.iter().map(|point| point.trials).sum();
    let is_rare = (solved as f64) < RARELY * trials as f64;
    let first = stage.selection.criteria().next();
    let (heading, value): (_, fn(&PointSummary<'_>) -> Option<f64>) = match first {
        Some(Criterion::Moves) => ("mean moves", |point| point.mean_moves),
        _ if stage.selection.rule == SelectionRule::FewestMoves => ("mean moves", |point| point.mean_moves),
        Some(Criterion::MeanPenalty | Criterion::MedianPenalty) => ("mean penalty", |point| point.mean_best),
        _ if is_rare && stage.selection.comparable_penalties => ("mean penalty", |point| point.mean_best),
        _ => (EXPECTED_EVALUATIONS, |point| point.expected_evaluations),
    };
    let has_evaluations = heading == EXPECTED_EVALUATIONS;
    let mut header = vec!["configuration".to_owned()];
    header.extend(stage.short_keys().into_iter().map(str::to_owned));
    if stage.factors.is_empty() {
        header.push("levels".to_owned());
    }
    let texts = header.len();
    // The column by which the rows are sorted.
    let is_by_wins = first == Some(Criterion::Wins) && stage.points.len() > 1;
    header.extend(is_by_wins.then(|| "wins".to_owned()));
    header.extend(["solved", heading].map(str::to_owned));
    let mut table = table(header, texts);
    let (order, shares) = stage.ranking(&results.trials, &results.convergence);
    let shown = if all { order.len() } else { SHOWN };
    for point in order.iter().take(shown).map(|ranked| &points[ranked.point]) {
        let is_selected = stage.selected == Some(point.point);
        let mut cells = vec![format!("{}{}", point.point, if is_selected { " ←" } else { "" })];
        // A factor that does not apply has no level.
        let level = |level: &String| if level.is_empty() { "–".to_owned() } else { level.clone() };
        cells.extend(point.levels.iter().map(level));
        if stage.factors.is_empty() {
            cells.push(unvaried(number).to_owned());
        }
        if is_by_wins {
            let index = usize::try_from(point.point).unwrap_or_default().saturating_sub(1);
            let share = shares.get(index).copied().flatten();
            cells.push(share.map_or("–".to_owned(), |share| format!("{:.0} %", (100.0 * share).abs())));
        }
        let value = value(point).map_or("–".to_owned(), if has_evaluations { whole } else { decimal });
        cells.extend([format!("{}/{}", point.solved, point.trials), value]);
        table.add_row(cells);
        if is_selected {
            table.emphasize_last();
        }
    }
    let title = format!("\nStage {} (← selected by {})", stage.name, stage.selection.rule);
    let more = match order.len().saturating_sub(shown) {
        0 => String::new(),
        more => format!("… and {} with --all\n", counted(more as u64, "more configuration")),
    };
    format!("{}\n{table}\n{more}", printable(&prose(&title)))
}

/// Summarizes a deterministic solver over all instances.
fn baseline_line(results: &Results, solver: &str) -> String {
    let rows: Vec<_> = results.baselines.iter().filter(|row| row.solver == solver).collect();
    let lengths: Vec<u64> = rows.iter().filter_map(|row| row.htm).collect();
    let (Some(min), Some(max)) = (lengths.iter().min(), lengths.iter().max()) else {
        return format!("Baseline {solver}: solved 0/{}\n", rows.len());
    };
    let mean = lengths.iter().sum::<u64>() as f64 / lengths.len() as f64;
    format!(
        "Baseline {solver}: solved {}/{} in {mean:.1} moves on average ({min} to {max})\n",
        lengths.len(),
        rows.len()
    )
}

/// Returns the levels of a configuration by the keys of the factors that apply.
fn levels<'a>(stage: &'a StageSummary, levels: &'a [String]) -> BTreeMap<&'a str, &'a str> {
    let texts = stage.factors.iter().map(|factor| &*factor.key).zip(levels.iter().map(|level| &**level));
    texts.filter(|(_, level)| !level.is_empty()).collect()
}

/// Returns the results of a finished folder as JSON, for all configurations in the order of the design.
pub(crate) fn json(results: &Results, folder: &Path) -> serde_json::Value {
    let stages: Vec<_> = results
        .sweep
        .stages
        .iter()
        .map(|stage| {
            let points: Vec<_> = points(results, stage)
                .into_iter()
                .map(|point| json!({"point": point.point, "levels": levels(stage, point.levels), "trials": point.trials, "solved": point.solved, "mean_best": point.mean_best}))
                .collect();
            let mut summary = json!({"stage": stage.name, "selected": stage.selected, "points": points});
            if let Some(race) = &stage.race {
                summary["race"] = race_summary::as_json(race);
            }
            summary
        })
        .collect();
    let mut summary = json!({"folder": folder.display().to_string(), "complete": results.complete, "trials": results.trials.len(), "stages": stages});
    if let Some(held_out) = &results.sweep.held_out {
        let stages = results.sweep.stages.iter().zip(points(results, &held_out.stage));
        let each = stages.map(|(stage, point)| {
            json!({"stage": stage.name, "trials": point.trials, "solved": point.solved, "mean_best": point.mean_best})
        });
        summary["held_out"] =
            if held_out.roles.is_empty() { each.collect() } else { race_summary::held_out_json(results, held_out) };
    }
    summary
}
