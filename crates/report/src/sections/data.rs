//! The results as JSON for the page: the sweep, its stages with their ranked configurations, the trials, and the results of the baseline
//! solvers without their moves. Of more than 20,000 trials only the columns and the file are named. `html::data` writes it with the tables
//! of the figures.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Analysis;
use crate::options::REPORT;
use crate::stage_view::StageView;
use evocube_experiment::record::{Column, TrialRow, columns_of, file};
use evocube_rows::{json_of_trials, object, rounded};
use evocube_stats::samples::{mean, median};

/// Maximum number of trials in the page; those of larger sweeps are in `trials.csv` alone.
const MAX_TRIALS: usize = 20_000;

/// The columns of `trials.csv` that are in the page. Factors are those of the configuration.
const TRIAL_COLUMNS: [&str; 10] =
    ["trial", "stage", "point", "instance", "repetition", "best", "solved", "evaluations", "htm", "qtm"];

/// Returns the data of a page.
pub(super) fn data(analysis: &Analysis<'_>) -> BTreeMap<&'static str, String> {
    let results = analysis.index.results;
    let sweep = &results.sweep;
    let instances: Vec<&str> = sweep.instances.iter().map(|instance| instance.name.as_str()).collect();
    let trial_columns = json!(TRIAL_COLUMNS).to_string();
    let mut trials = BTreeMap::from([("file", json!(file::TRIALS).to_string()), ("columns", trial_columns)]);
    if results.trials.len() <= MAX_TRIALS {
        let columns = columns_of::<TrialRow>(&sweep.factor_columns);
        let is_shown = |column: &Column| TRIAL_COLUMNS.contains(&&*column.name);
        let shown: Vec<bool> = columns.iter().map(is_shown).collect();
        trials.insert("rows", json_of_trials(&results.trials, &shown));
    }
    let solvers = results.baselines.iter().map(
        |row| json!({ "instance": row.instance, "solver": row.solver, "solved": u8::from(row.solved), "htm": row.htm, "nodes": row.nodes }),
    );
    let data = [
        ("evocube", json!(results.version)),
        ("name", json!(sweep.name)),
        ("notes", json!(sweep.notes)),
        ("puzzle", json!(sweep.puzzle)),
        ("seed", json!(sweep.seed)),
        ("repetitions", json!(sweep.repetitions)),
        ("complete", json!(results.complete)),
        ("instances", json!(instances)),
        ("stages", analysis.stages(&REPORT).map(|view| stage(&view)).collect()),
        ("baselines", solvers.collect()),
    ];
    data.into_iter().map(|(key, value)| (key, value.to_string())).chain([("trials", object(&trials))]).collect()
}

/// Returns a stage with its configurations by number.
fn stage(view: &StageView<'_>) -> Value {
    let summary = view.stage.summary;
    let mut ranks = vec![None; view.stage.points.len()];
    view.stage.ranking().enumerate().for_each(|(rank, point)| ranks[point.index()] = Some(rank + 1));
    let keys: Vec<&str> = summary.factors.iter().map(|factor| factor.key.as_str()).collect();
    let configurations = view.stage.points.iter().map(|point| {
        let differences = view.model.tests.iter().filter_map(|tests| {
            let (tested, _) = tests.configurations.as_ref()?.against_leader[point.index()]?;
            let leading = tested.mirrored(tests.sample.outcome);
            let configuration = json!({ "estimate": rounded(leading.estimate), "p": rounded(leading.p_corrected) });
            Some((tests.sample.outcome.name().to_owned(), configuration))
        });
        json!({
            "point": point.number,
            "levels": point.levels,
            "rank": ranks[point.index()],
            "selected": point.selected,
            "trials": point.solved().trials,
            "solved": point.solved().count,
            "median_penalty": median(&point.finals()).map(rounded),
            "mean_penalty": mean(&point.finals()).map(rounded),
            "mean_evaluations": point.mean_evaluations().map(rounded),
            "median_moves_of_solved": median(&point.moves_of_solved()).map(rounded),
            "leading_against_it": differences.collect::<Map<_, _>>(),
        })
    });
    json!({
        "stage": summary.name,
        "factors": keys,
        "rule": summary.selection.rule.name(),
        "limit": summary.effort.limit(),
        "comparable_penalties": summary.selection.comparable_penalties,
        "configurations": configurations.collect::<Value>(),
    })
}
