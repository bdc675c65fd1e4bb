//! Reading the rows of the tables of a results folder, of long logs some. A line has at most 16 MiB. `read` reads a whole folder,
//! `recorded_texts` its tables as lines. Digests are compared in `checksum` and `trial_index`; `open_tables` appends rows.

use std::collections::HashSet;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::checksum::exists;
use super::error::StoreError;
use super::remedy::Remedy;
use crate::record::{ConvergenceRow, Row, SolutionRow, TrialRow, file};
use evocube_rows::{MAX_LINE_BYTES, TableBytes, TableError, TableReader, TrialRows};

fn corrupt(path: &Path, message: &str) -> StoreError {
    let effect = if path.ends_with(file::BASELINES) {
        "runs the baselines again"
    } else {
        "keeps the other trials and runs its trial again"
    };
    let remedies = vec![Remedy::resume_table(path, None, effect.to_owned())];
    StoreError::corrupt(path, message, remedies)
}

/// Returns a lazy iterator over the rows of `trials.csv`, in order.
///
/// # Errors
/// If the table cannot be read, or a row is malformed: its line is named.
pub(super) fn trial_rows(
    folder: &Path,
    factors: usize,
) -> Result<impl Iterator<Item = Result<TrialRow, StoreError>>, StoreError> {
    let path = folder.join(file::TRIALS);
    let table = TableReader::open(&path).map_err(table_failure(&path))?;
    Ok(TrialRows::new(table, factors).map(move |row| row.map_err(table_failure(&path))))
}

/// Reads all rows of `trials.csv`; none if the table is missing.
pub(super) fn all_trials(folder: &Path, factors: usize) -> Result<Vec<TrialRow>, StoreError> {
    let path = folder.join(file::TRIALS);
    if !exists(&path)? {
        return Ok(Vec::new());
    }
    // Capacity is reserved, since a growing list holds its rows twice for a while.
    let count = lines(&path)?;
    let rows = TableReader::open(&path).and_then(|table| TrialRows::new(table, factors).all(count));
    rows.map_err(table_failure(&path))
}

/// Reads all rows of a table; none if the table is missing.
pub(super) fn rows_of<T: Row>(folder: &Path, name: &str) -> Result<Vec<T>, StoreError> {
    let path = folder.join(name);
    if !exists(&path)? {
        return Ok(Vec::new());
    }
    let mut rows = Vec::with_capacity(lines(&path)?);
    read_into(&mut rows, &path)?;
    Ok(rows)
}

/// Reads the rows of a table into a list, up to the first error.
fn read_into<T: Row>(rows: &mut Vec<T>, path: &Path) -> Result<(), StoreError> {
    TableReader::open(path).and_then(|mut table| T::read_into(rows, &mut table)).map_err(table_failure(path))
}

/// Reads the rows of a table of wall-clock times up to the first that is torn: no result depends on them.
pub(super) fn times_of<T: Row>(folder: &Path, name: &str) -> Result<Vec<T>, StoreError> {
    let path = folder.join(name);
    if !exists(&path)? {
        return Ok(Vec::new());
    }
    let mut rows = Vec::new();
    match read_into(&mut rows, &path) {
        Ok(()) | Err(StoreError::Corrupt { .. }) => Ok(rows),
        Err(error) => Err(error),
    }
}

/// Reads the solutions of these trials.
pub(super) fn solutions(folder: &Path, trials: &HashSet<u64>) -> Result<Vec<SolutionRow>, StoreError> {
    let path = folder.join(file::SOLUTIONS);
    if !exists(&path)? {
        return Ok(Vec::new());
    }
    TableReader::open(&path).and_then(|table| SolutionRow::of_trials(table, trials)).map_err(table_failure(&path))
}

/// Returns the number of lines of a file, an upper bound of its rows.
fn lines(path: &Path) -> Result<usize, StoreError> {
    TableBytes::open(path).and_then(TableBytes::lines).map_err(failure(path))
}

/// Reads the logged generations, with the values of observers. If there are more than `max`, each trial keeps its first and last
/// one, every n-th in between, and those in which its best so far improves.
pub(super) fn convergence(folder: &Path, max: usize) -> Result<Vec<ConvergenceRow>, StoreError> {
    let path = folder.join(file::CONVERGENCE);
    if !exists(&path)? {
        return Ok(Vec::new());
    }
    let count = lines(&path)?;
    let step = count.div_ceil(max).max(1);
    let rows = TableReader::open(&path).and_then(|table| ConvergenceRow::every(table, step, count.min(max)));
    rows.map_err(table_failure(&path))
}

/// Returns the error of reading a file.
pub(super) fn failure(path: &Path) -> impl Fn(io::Error) -> StoreError + '_ {
    move |error| match error.kind() {
        ErrorKind::FileTooLarge => corrupt(path, &format!("a line has more than {MAX_LINE_BYTES} bytes")),
        _ => StoreError::file(path)(error),
    }
}

/// Returns the error of reading a table.
fn table_failure(path: &Path) -> impl Fn(TableError) -> StoreError + '_ {
    move |error| match error {
        TableError::File(error) => failure(path)(error),
        TableError::Row(line, message) => corrupt(path, &format!("line {line}: {message}")),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use evocube_cube::files;

    #[test]
    fn a_table_of_one_long_line_is_not_read_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        for name in [file::TIMING, file::SOLUTIONS, file::BASELINES, file::TRIALS, file::CONVERGENCE] {
            let path = folder.path().join(name);
            std::fs::write(&path, "trial,seconds\n").unwrap();
            // A sparse file has no blocks on disk.
            files::append(&path).and_then(|file| file.set_len(1 << 40)).unwrap();
            let sentence = format!("{}: a line has more than 16777216 bytes", path.display());
            let is_refused = |error: StoreError| error.to_string().starts_with(&sentence);
            assert!(rows_of::<SolutionRow>(folder.path(), name).is_err_and(is_refused), "{name}");
            assert!(name != file::TIMING || times_of::<SolutionRow>(folder.path(), name).unwrap().is_empty());
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn a_table_that_the_file_system_cannot_tell_of_is_not_missing() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(file::TRIALS, folder.path().join(file::TRIALS)).unwrap();
        let loops = |error: StoreError| error.to_string().ends_with("trials.csv: too many levels of symbolic links");
        assert!(rows_of::<SolutionRow>(folder.path(), file::TRIALS).is_err_and(loops));
    }
}
