//! The results as JSON for the page: the sweep, its stages with their ranked configurations, the trials, and the results of the baseline
//! solvers without their moves. Of more than 20,000 trials only the columns and the file are named. `html::data` writes it with the tables
//! of the figures.

use serde_json::{Map, Value, json};

use super::Analysis;
use crate::html::rounded;
use crate::options::REPORT;
use crate::stage_view::StageView;
use evocube_experiment::record::{self, Column, Columns, TrialRow, columns_of, file};
use evocube_stats::samples::{mean, median};

/// Maximum number of trials in the page; those of larger sweeps are in `trials.csv` alone.
const MAX_TRIALS: usize = 20_000;

/// The columns of `trials.csv` that are in the page. Factors are those of the configuration.
const TRIAL_COLUMNS: [&str; 10] =
    ["trial", "stage", "point", "instance", "repetition", "best", "solved", "evaluations", "htm", "qtm"];

/// Returns the data of a page.
pub(super) fn data(analysis: &Analysis<'_>) -> Map<String, Value> {
    let results = analysis.index.results;
    let sweep = &results.sweep;
    let instances: Vec<&str> = sweep.instances.iter().map(|instance| instance.name.as_str()).collect();
    let mut trials = json!({ "file": file::TRIALS, "columns": TRIAL_COLUMNS });
    if results.trials.len() <= MAX_TRIALS {
        let columns = columns_of::<TrialRow>(&sweep.factor_columns);
        let is_shown = |column: &Column| TRIAL_COLUMNS.contains(&&*column.name);
        let shown: Vec<bool> = columns.iter().map(is_shown).collect();
        trials["rows"] = results.trials.iter().map(|row| trial(row, &shown)).collect();
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
        ("trials", trials),
        ("baselines", solvers.collect()),
    ];
    data.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Returns the shown columns of a trial; a failed one has null for its results.
fn trial(row: &TrialRow, shown: &[bool]) -> Value {
    let (mut values, mut shown) = (Vec::with_capacity(TRIAL_COLUMNS.len()), shown.iter());
    row.values(&mut |value| {
        if shown.next() == Some(&true) {
            values.push(match value {
                record::Value::Count(value) => json!(value),
                record::Value::Real(value) => json!(value),
                record::Value::Flag(value) => json!(value.map(u8::from)),
                record::Value::Text(value) => json!(value),
            });
        }
    });
    values.into()
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
