//! Writing results in the data format of IOHprofiler. Failed trials, deterministic solvers and held-out instances are left out.
//!
//! Carola Doerr et al., *IOHprofiler: A Benchmarking and Profiling Tool for Iterative Optimization Heuristics* (2018); its
//! readers are IOHanalyzer and iohinspector. Each design point has a folder with a JSON file and one data file per run. The
//! writer obeys the rules whose violation the readers do not report: data begin with evaluation 1 and end with the last one,
//! evaluations increase strictly, no cell is empty, and every data file has its own header. Attributes of an experiment are plain
//! numbers or no expressions of Python, since one reader evaluates them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{ExportError, Exported, folder_of_sweep};
use crate::record::{ConvergenceRow, Results, StageSummary, TrialOutcome, TrialRow, rows_of};
use crate::store::{self, StoreError};
use crate::sweep::Sweep;
use evocube_cube::files;

/// The version of the format, which its readers compare.
const VERSION: &str = "0.3.5";

/// Writes the trials of a results folder into a new folder, as data of IOHprofiler. The value is the penalty, the dimension the
/// genome length, and the number of an instance its place in the sweep. Results do not record the penalty of the first
/// individual, so evaluation 1 has the highest penalty of the initial population. Trials on held-out instances are left out. Nothing is
/// exported from a folder with a changed row or a forged solution.
///
/// # Errors
/// If the results cannot be read or are not as they were written, the sweep has more than 65,535 instances, or the new folder is not empty
/// or cannot be written.
pub fn ioh(folder: &Path, out: &Path) -> Result<Exported, ExportError> {
    let results = store::read_checked_with_log(folder)?;
    let sweep = store::read_sweep(folder)?;
    if sweep.instances.len() > usize::from(u16::MAX) {
        return Err(ExportError::Instances { count: sweep.instances.len() });
    }
    let new = folder_of_sweep(out, "ioh", &sweep)?;
    let function = format!("{}_{}", sweep.puzzle(), slug(&sweep.name));
    let mut selected_points = Vec::new();
    let is_of_stage = |row: &&TrialRow| results.sweep.stages.iter().any(|stage| *stage.name == *row.stage);
    let left_out = results.trials.iter().filter(is_of_stage).count();
    let mut exported = Exported { left_out, ..Exported::default() };
    for (number, stage) in results.sweep.stages.iter().enumerate() {
        let sweep = sweep.settled(&selected_points);
        for point in 0..stage.points.len() {
            let length = sweep.point(number, &selected_points, point).map_or(0, |point| point.genome.length.get());
            let algorithm = format!("{}_{}_{}", slug(&sweep.name), slug(&stage.name), point + 1);
            let place = PointFolder { root: &out.join(&algorithm), function: &function, dimension: length };
            let runs = point_runs(&results, &sweep, stage, point, &place)?;
            exported.runs += runs.len();
            exported.left_out -= runs.len();
            if !runs.is_empty() {
                let text = format!("{:#}\n", header(&algorithm, stage, point, &place, runs));
                write(&place.root.join(format!("IOHprofiler_f1_{function}.json")), &text)?;
            }
        }
        let Some(selected) = stage.selected else { break };
        selected_points.push(usize::try_from(selected - 1).unwrap_or(usize::MAX));
    }
    new.finish().map_err(StoreError::file(out))?;
    Ok(exported)
}

/// Folder of a design point's runs, with the parts of its file names.
struct PointFolder<'a> {
    root: &'a Path,
    function: &'a str,
    dimension: usize,
}

/// Writes the data of a point's runs. Returns their entries for the JSON file.
fn point_runs(
    results: &Results,
    sweep: &Sweep,
    stage: &StageSummary,
    point: usize,
    place: &PointFolder<'_>,
) -> Result<Vec<Value>, StoreError> {
    let mut scenarios = Vec::new();
    for row in results.trials.iter().filter(|row| *row.stage == *stage.name && row.point == point as u64 + 1) {
        let outcome = row.outcome.as_ref().and_then(|outcome| Some((outcome, outcome.evolution?.evaluations)));
        let Some((outcome, evaluations)) = outcome.filter(|(_, evaluations)| *evaluations > 0) else { continue };
        let curve = curve(outcome, evaluations, rows_of(&results.convergence, row.trial, |row| row.trial));
        let best = curve.iter().min_by_key(|(count, value)| (*value, *count)).expect("a curve has a row");
        let path =
            format!("data_f1_{}/IOHprofiler_f1_DIM{}_r{}.dat", place.function, place.dimension, scenarios.len() + 1);
        let mut text = "evaluations raw_y trial\n".to_owned();
        curve.iter().for_each(|(count, value)| text.push_str(&format!("{count} {value} {}\n", row.trial)));
        write(&place.root.join(&path), &text)?;
        let run = json!({
            "instance": instance_number(sweep, row), "evals": evaluations, "seed": row.seed,
            "best": {"evals": best.0, "y": best.1, "x": []},
        });
        scenarios.push(json!({"dimension": place.dimension, "path": path, "runs": [run]}));
    }
    Ok(scenarios)
}

fn instance_number(sweep: &Sweep, row: &TrialRow) -> usize {
    sweep.instances.iter().position(|instance| *instance.name == *row.instance).map_or(0, |place| place + 1)
}

/// Returns evaluations with penalties, from evaluation 1 to the last, in strictly increasing order.
fn curve(outcome: &TrialOutcome, evaluations: u64, log: &[ConvergenceRow]) -> Vec<(u64, u64)> {
    let first = log.first().map_or(outcome.best, |row| row.worst);
    let mut curve = vec![(1, first)];
    for (count, value) in log.iter().map(|row| (row.evaluations, row.best)).chain([(evaluations, outcome.best)]) {
        let (last_at, last) = curve.last_mut().expect("it has a row");
        if count > *last_at {
            curve.push((count, value));
        } else {
            // Nothing was evaluated since, or one individual is the whole population.
            *last = value.min(*last);
        }
    }
    curve
}

fn header(
    algorithm: &str,
    stage: &StageSummary,
    point: usize,
    place: &PointFolder<'_>,
    scenarios: Vec<Value>,
) -> Value {
    // A factor that does not apply has no level.
    let levels = stage.factors.iter().zip(&stage.points[point]).filter(|(_, level)| !level.is_empty());
    let named: Vec<String> = levels.clone().map(|(factor, level)| format!("{} = {level}", factor.key)).collect();
    let attributes: Vec<Value> = levels.map(|(factor, level)| json!({ slug(&factor.key): attribute(level) })).collect();
    json!({
        "version": VERSION, "suite": "evocube", "function_id": 1, "function_name": place.function, "maximization": false,
        "algorithm": {"name": algorithm, "info": named.join(", ")},
        "experiment_attributes": attributes, "run_attributes": ["seed"],
        "attributes": ["evaluations", "raw_y", "trial"], "scenarios": scenarios,
    })
}

/// Returns a level as a plain number or as text that is no expression of Python, since a reader evaluates it.
fn attribute(level: &str) -> String {
    let plain = level.bytes().all(|byte| byte.is_ascii_digit() || b".-e".contains(&byte));
    let is_number = plain && level.parse::<f64>().is_ok_and(f64::is_finite);
    if is_number { level.to_owned() } else { format!("level: {level}") }
}

/// Returns a name with underscores in place of all characters except letters and digits.
fn slug(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

fn write(path: &Path, text: &str) -> Result<(), StoreError> {
    let parent = path.parent().unwrap_or(path);
    files::create_folders(parent).and_then(|()| fs::write(path, text)).map_err(StoreError::file(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(generation: u64, evaluations: u64, best: u64, worst: u64) -> ConvergenceRow {
        ConvergenceRow {
            observed: Vec::new(),
            trial: 1,
            generation,
            evaluations,
            best,
            worst,
            mean: 0.0,
            midrange: 0.0,
            std: 0.0,
            distinct: 1,
            children_better: 0,
            children_worse: 0,
            restarts: 0,
        }
    }

    fn outcome(best: u64) -> TrialOutcome {
        TrialOutcome {
            best,
            solved: best == 0,
            reached: best == 0,
            stop: "generations".into(),
            evolution: None,
            htm: 0,
            qtm: 0,
            evaluations_to_reach: None,
        }
    }

    #[test]
    fn exported_curves_have_the_first_and_last_evaluation() {
        let log = [row(0, 40, 30, 90), row(5, 200, 35, 80), row(6, 200, 33, 80), row(9, 300, 20, 70)];
        let curve = |best, evaluations| super::curve(&outcome(best), evaluations, &log);
        assert_eq!(curve(20, 300), [(1, 90), (40, 30), (200, 33), (300, 20)]);
        // The best was found between two rows, or after the last.
        assert_eq!(curve(12, 300), [(1, 90), (40, 30), (200, 33), (300, 12)]);
        assert_eq!(curve(12, 320), [(1, 90), (40, 30), (200, 33), (300, 20), (320, 12)]);
        assert_eq!(super::curve(&outcome(7), 1, &[row(0, 1, 7, 7)]), [(1, 7)]);
        assert_eq!(super::curve(&outcome(7), 50, &[]), [(1, 7), (50, 7)]);
    }

    #[test]
    fn exported_levels_are_numbers_or_quoted_texts() {
        for number in ["0.10", "5", "-3", "1e-3"] {
            assert_eq!(attribute(number), number);
        }
        for word in ["max", "nan", "inf", "true", "1e999", "__import__('os')", "{ rank = {} }", "", "1-1", "e"] {
            assert_eq!(attribute(word), format!("level: {word}"));
        }
    }
}
