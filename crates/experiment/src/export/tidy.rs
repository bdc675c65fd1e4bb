//! The curves of a results folder as one CSV table: a row per logged generation, with the levels, the instance and the repetition
//! of its trial.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use super::{ExportError, folder_of_sweep};
use crate::record::file;
use crate::store::{self, StoreError, TableReader};
use crate::sweep::LevelWords;

/// The table.
const CURVES: &str = "curves.csv";
/// Columns before the factors.
const TRIAL: [&str; 3] = ["trial", "stage", "point"];
/// Columns after the factors: two of the trial, three of the logged generation, and the lowest penalty up to it.
const REST: [&str; 6] = ["instance", "repetition", "generation", "evaluations", "best", "best_so_far"];

/// Writes the curves of a results folder into a new folder, in the order of `convergence.csv`. Levels are in words. Returns the name
/// of the table and its number of rows. Rows are read one by one, so memory is bounded.
///
/// # Errors
/// If a table cannot be read, or the new folder is not empty or cannot be written.
pub fn tidy(folder: &Path, out: &Path) -> Result<(&'static str, usize), ExportError> {
    let sweep = store::read_sweep(folder)?;
    let new = folder_of_sweep(out, "tidy", &sweep)?;
    let path = out.join(CURVES);
    let curves = File::create(&path).map_err(StoreError::file(&path))?;
    let mut curves = csv::Writer::from_writer(BufWriter::new(curves));
    let unwritten = |error: csv::Error| StoreError::file(&path)(error.into());
    let keys = sweep.factor_keys();
    let columns = TRIAL.into_iter().chain(keys.iter().map(String::as_str)).chain(REST);
    curves.write_record(columns).map_err(unwritten)?;
    let words = LevelWords::new(&sweep);
    let mut trials = TableReader::open(&folder.join(file::TRIALS))?;
    let mut logged = TableReader::open(&folder.join(file::CONVERGENCE))?;
    let (mut trial, mut row) = (csv::StringRecord::new(), csv::StringRecord::new());
    let (mut lowest, mut rows) = (u64::MAX, 0);
    'curves: while logged.read(&mut row)? {
        let mut is_new = false;
        while trial.get(0) != row.get(0) {
            if !trials.read(&mut trial)? {
                // A run writes the curve of a trial before its row in `trials.csv`.
                break 'curves;
            }
            is_new = true;
        }
        let wrong = |_| logged.corrupt(&row, &format!("best is {:?}, which is not a number", &row[3]));
        let best = row[3].parse().map_err(wrong)?;
        lowest = if is_new { best } else { lowest.min(best) };
        let levels = keys.iter().zip(trial.iter().skip(TRIAL.len())).map(|(key, text)| words.word(key, text));
        let rest = trial.iter().skip(TRIAL.len() + keys.len()).take(2);
        let fields = trial.iter().take(TRIAL.len()).chain(levels).chain(rest);
        let generation = [&row[1], &row[2], &row[3], &lowest.to_string()];
        curves.write_record(fields.chain(generation)).map_err(unwritten)?;
        rows += 1;
    }
    curves.flush().map_err(StoreError::file(&path))?;
    new.finish().map_err(StoreError::file(out))?;
    Ok((CURVES, rows))
}
