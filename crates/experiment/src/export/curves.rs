//! Curves: one row per logged generation, with the levels, the instance and the repetition of its trial.

use std::path::Path;

use super::{ExportError, TableReader};
use crate::record::file;
use crate::sweep::{LevelWords, Sweep};

/// Columns before the factors.
const TRIAL: [&str; 3] = ["trial", "stage", "point"];
/// Columns after the factors: two of the trial, three of the logged generation, and the lowest penalty up to it.
const REST: [&str; 6] = ["instance", "repetition", "generation", "evaluations", "best", "best_so_far"];

/// Returns the columns.
pub(super) fn columns(sweep: &Sweep) -> Vec<String> {
    let factors = sweep.factor_keys().iter().map(String::as_str);
    TRIAL.into_iter().chain(factors).chain(REST).map(str::to_owned).collect()
}

/// Calls `write` with every row of the curves of a results folder, in the order of `convergence.csv`. Levels are in words.
/// Rows are read one by one, so memory is bounded.
///
/// # Errors
/// If a table cannot be read, a trial of `convergence.csv` is not in `trials.csv`, or `write` fails.
pub(super) fn each(
    folder: &Path,
    sweep: &Sweep,
    mut write: impl FnMut(&[&str]) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let words = LevelWords::new(sweep);
    let keys = sweep.factor_keys();
    let mut trials = TableReader::open(&folder.join(file::TRIALS))?;
    let mut logged = TableReader::open(&folder.join(file::CONVERGENCE))?;
    let (mut trial, mut row) = (csv::StringRecord::new(), csv::StringRecord::new());
    let mut lowest = u64::MAX;
    while logged.read(&mut row)? {
        let mut is_new = false;
        while trial.get(0) != row.get(0) {
            if !trials.read(&mut trial)? {
                return Err(logged.wrong(&row, format!("trial {} is not in {}", &row[0], file::TRIALS)));
            }
            is_new = true;
        }
        let best =
            row[3].parse().map_err(|_| logged.wrong(&row, format!("best is {:?}, which is not a number", &row[3])))?;
        lowest = if is_new { best } else { lowest.min(best) };
        let lowest = lowest.to_string();
        let after = TRIAL.len() + keys.len();
        let levels = keys.iter().zip(trial.iter().skip(TRIAL.len())).map(|(key, text)| words.word(key, text));
        let trial_fields = trial.iter().take(TRIAL.len()).chain(levels).chain(trial.iter().skip(after).take(2));
        let fields: Vec<&str> = trial_fields.chain([&row[1], &row[2], &row[3], &lowest]).collect();
        write(&fields)?;
    }
    Ok(())
}
