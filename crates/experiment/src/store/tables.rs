//! Reading the rows of the tables of a results folder, of long logs some. A line has at most 16 MiB. `read` reads a whole folder,
//! `recorded_texts` its tables as lines. Digests are compared in `checksum` and `trial_index`; `open_tables` appends rows.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use csv::DeserializeErrorKind;

use super::checksum::exists;
use super::error::StoreError;
use super::remedy::Remedy;
use crate::record::{ConvergenceRow, Row, SolutionRow, TrialRow, file};
use evocube_rows::{MAX_LINE_BYTES, SharedTexts, TableBytes};

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
    let mut table = TableReader::open(&folder.join(file::TRIALS))?;
    let (mut record, mut texts) = (csv::StringRecord::new(), SharedTexts::default());
    Ok(std::iter::from_fn(move || match table.read(&mut record) {
        Ok(false) => None,
        Ok(true) => Some(
            TrialRow::read(&record, factors, &mut texts).ok_or_else(|| table.corrupt(&record, "not a row of trials")),
        ),
        Err(error) => Some(Err(error)),
    }))
}

/// Reads all rows of `trials.csv`; none if the table is missing.
pub(super) fn all_trials(folder: &Path, factors: usize) -> Result<Vec<TrialRow>, StoreError> {
    let path = folder.join(file::TRIALS);
    if !exists(&path)? {
        return Ok(Vec::new());
    }
    // Capacity is reserved, since a growing list holds its rows twice for a while.
    let mut rows = Vec::with_capacity(lines(&path)?);
    for row in trial_rows(folder, factors)? {
        rows.push(row?);
    }
    Ok(rows)
}

/// A table that is read row by row.
pub(crate) struct TableReader {
    path: PathBuf,
    reader: evocube_rows::TableReader,
}

impl TableReader {
    /// Opens a table.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let bytes = TableBytes::open(path).map_err(StoreError::file(path))?;
        let reader = evocube_rows::TableReader::new(bytes).map_err(|error| csv_failure(path, &error))?;
        Ok(Self { path: path.to_owned(), reader })
    }

    /// Returns the header.
    fn header(&mut self) -> Result<csv::StringRecord, StoreError> {
        self.reader.header().cloned().map_err(|error| csv_failure(&self.path, &error))
    }

    /// Reads the next row; false at the end.
    pub(crate) fn read(&mut self, row: &mut csv::StringRecord) -> Result<bool, StoreError> {
        self.reader.read(row).map_err(|error| csv_failure(&self.path, &error))
    }

    /// Returns the error of a row.
    pub(crate) fn corrupt(&self, row: &csv::StringRecord, message: &str) -> StoreError {
        let line = row.position().map_or(0, csv::Position::line);
        corrupt(&self.path, &format!("line {line}: {message}"))
    }
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
    let mut table = TableReader::open(path)?;
    let (header, mut fields) = (table.header()?, csv::StringRecord::new());
    while table.read(&mut fields)? {
        rows.push(T::read(&fields, Some(&header)).map_err(|error| csv_failure(path, &error))?);
    }
    Ok(())
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
    let failed = |error: csv::Error| csv_failure(&path, &error);
    let mut table = TableReader::open(&path)?;
    let (header, mut record) = (table.header()?, csv::StringRecord::new());
    let mut rows = Vec::with_capacity(trials.len());
    while table.read(&mut record)? {
        let trial = record[0].parse().map_err(|_| table.corrupt(&record, "the number of a trial is expected first"))?;
        if trials.contains(&trial) {
            rows.push(Row::read(&record, Some(&header)).map_err(failed)?);
        }
    }
    Ok(rows)
}

/// Returns the number of lines of a file, an upper bound of its rows.
fn lines(path: &Path) -> Result<usize, StoreError> {
    let mut reader = BufReader::with_capacity(1 << 16, TableBytes::open(path).map_err(StoreError::file(path))?);
    let mut count = 0;
    while reader.skip_until(b'\n').map_err(|error| failure(path, &error))? > 0 {
        count += 1;
    }
    Ok(count)
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
    let failed = |error: csv::Error| csv_failure(&path, &error);
    let mut table = TableReader::open(&path)?;
    let mut rows: Vec<ConvergenceRow> = Vec::with_capacity(count.min(max));
    let (mut trial, mut place, mut best, mut is_left_out) = (None, 0, 0, false);
    let (mut record, mut before) = (csv::StringRecord::new(), csv::StringRecord::new());
    while table.read(&mut record)? {
        // Positions, since names would be looked up for every row: the first column is `trial`, the fourth `best`.
        let number = |column: usize| {
            let wrong = |_| table.corrupt(&record, &format!("{:?} is not a number", &record[column]));
            record[column].parse::<u64>().map_err(wrong)
        };
        let (row_trial, row_best) = (number(0)?, number(3)?);
        let is_first = trial != Some(row_trial);
        if is_first && is_left_out {
            rows.push(Row::read(&before, None).map_err(failed)?);
        }
        let improves = is_first || row_best < best;
        place = if is_first { 0 } else { place + 1 };
        (trial, best) = (Some(row_trial), if improves { row_best } else { best });
        is_left_out = place % step != 0 && !improves;
        if !is_left_out {
            rows.push(Row::read(&record, None).map_err(failed)?);
        }
        std::mem::swap(&mut record, &mut before);
    }
    if is_left_out {
        rows.push(Row::read(&before, None).map_err(failed)?);
    }
    Ok(rows)
}

/// Returns the error of reading a table.
pub(super) fn failure(path: &Path, error: &io::Error) -> StoreError {
    match error.kind() {
        ErrorKind::FileTooLarge => corrupt(path, &format!("a line has more than {MAX_LINE_BYTES} bytes")),
        // The error cannot be copied. That of a system has a number.
        kind => StoreError::file(path)(error.raw_os_error().map_or(kind.into(), io::Error::from_raw_os_error)),
    }
}

fn csv_failure(path: &Path, error: &csv::Error) -> StoreError {
    let line = error.position().map_or(String::new(), |position| format!("line {}: ", position.line()));
    let message = match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => match (err.field(), err.kind()) {
            (Some(field), DeserializeErrorKind::ParseInt(_) | DeserializeErrorKind::ParseFloat(_)) => {
                format!("column {}: not a number", field + 1)
            }
            _ => err.to_string(),
        },
        csv::ErrorKind::Io(error) => return failure(path, error),
        csv::ErrorKind::Utf8 { .. } => "not a text in UTF-8".to_owned(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => format!("{len} columns instead of {expected_len}"),
        _ => return corrupt(path, &error.to_string()),
    };
    corrupt(path, &format!("{line}{message}"))
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
