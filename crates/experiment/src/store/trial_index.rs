//! [`TrialIndex`]: the recorded trials of a folder, each located and checked against its digests.

use std::cell::RefCell;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::corruption::Corruption;
use super::error::StoreError;
use super::manifest::Manifest;
use super::rows::{self, DigestKey, Rendered, TRIAL_TABLES};
use super::{seal, tables};
use crate::plan::Plan;
use crate::record::{Score, file};
use crate::shard::Shard;
use crate::sweep::Sweep;
use evocube_cube::files;

/// Index of `trials.csv`, the table to which the row of a trial is appended last.
const TRIALS: usize = 0;
/// Index of `timing.csv`, which follows the tables of [`TRIAL_TABLES`].
const TIMING: usize = TRIAL_TABLES.len();
/// Index of `digests.csv`.
const DIGESTS: usize = TIMING + 1;

/// The tables of a folder with the place of each trial's rows, up to the first trial whose rows are torn or not as they were
/// written.
///
/// The rows of a trial are valid if they have their recorded digests and follow those of the trial before it. The index takes about
/// 120 bytes per trial.
#[derive(Debug)]
pub(super) struct TrialIndex {
    tables: Vec<IndexedTable>,
    /// Scores of the trials, in the order of the plan.
    pub(super) scores: Vec<Score>,
    /// The end of the index, if it is not the torn end of an unfinished run.
    pub(super) corruption: Option<Corruption>,
}

/// A table that is read from the beginning.
#[derive(Debug)]
struct IndexedTable {
    path: PathBuf,
    /// `None` if the file is missing, or has been read.
    reader: Option<BufReader<File>>,
    /// The next line, or the part of it that is on disk.
    line: Vec<u8>,
    /// Number of the next line, from 1.
    number: u64,
    /// Length of the lines that have been read, in bytes.
    length: u64,
    /// Ends of the header and of each trial's rows, in bytes.
    ends: Vec<u64>,
    /// The place and the bytes of the last part that was read for the rows of a trial. The next trial's rows are usually in it.
    part: RefCell<(u64, Vec<u8>)>,
}

/// Minimum number of bytes that are read at once for the rows of trials. A merge holds them for each table of each shard.
const PART_BYTES: u64 = 1 << 12;

impl TrialIndex {
    /// Reads the tables of a folder once.
    ///
    /// # Errors
    /// If a table cannot be read, or has another header. A missing table is empty.
    pub(super) fn open(folder: &Path, sweep: &Sweep, manifest: &Manifest, plan: &Plan) -> Result<Self, StoreError> {
        let key = DigestKey::new(sweep, &manifest.version, plan.shard());
        let open = |name| IndexedTable::open(folder.join(name), &rows::header(name, sweep));
        let tables = rows::appended_tables().map(open);
        let mut index = Self { tables: tables.collect::<Result<_, _>>()?, scores: Vec::new(), corruption: None };
        let inputs = (sweep.factor_keys().len(), &sweep.stages_with_steps()[..]);
        index.read(inputs, key, manifest.complete, plan)?;
        // A merge has more tables than a process may have open files.
        index.tables.iter_mut().for_each(|table| table.reader = None);
        Ok(index)
    }

    /// Returns an index without trials.
    pub(super) fn empty(folder: &Path) -> Self {
        let empty = |name| IndexedTable { ends: vec![0], ..IndexedTable::new(folder.join(name), None) };
        Self { tables: rows::appended_tables().map(empty).collect(), scores: Vec::new(), corruption: None }
    }

    fn read(
        &mut self,
        (factors, stages_with_steps): (usize, &[String]),
        key: DigestKey,
        is_complete: bool,
        plan: &Plan,
    ) -> Result<(), StoreError> {
        for trial in plan.ids() {
            // A run that is writing the folder has written the other rows of the trial before that of `trials.csv`.
            if !self.tables[TRIALS].has_line()? {
                break;
            }
            let lines: Vec<u64> = self.tables.iter().map(|table| table.number).collect();
            let rows = self.tables.iter_mut().map(|table| table.rows(trial));
            let mut texts = rows.collect::<Result<Vec<String>, _>>()?;
            let (recorded, timing) = (texts.pop().unwrap_or_default(), texts.pop().unwrap_or_default());
            let columns = |line: &str| line.matches(',').count();
            if timing.lines().any(|line| columns(line) != columns(rows::TIMING)) {
                self.tables[TIMING].discard_rest();
            }
            let rendered = Rendered::from_texts(texts);
            let expected = rendered.digests(key, trial);
            match tables::trial_of(rendered.lines(file::TRIALS), factors).filter(|_| expected == recorded) {
                Some(row) => {
                    self.scores.push(rendered.score(&row, stages_with_steps));
                    self.tables.iter_mut().for_each(|table| table.ends.push(table.length));
                }
                None => {
                    let table = changed_table(&expected, &recorded);
                    let place = if table == DIGESTS { "" } else { " in digests.csv" };
                    let message = format!("the rows of trial {trial} do not match their digests{place}");
                    return self.end(table, lines[table], message, is_complete.then_some(plan.len()));
                }
            }
        }
        self.check_end(is_complete, plan)
    }

    /// Checks that no row follows those of the last trial, and that a complete folder has all trials.
    fn check_end(&mut self, is_complete: bool, plan: &Plan) -> Result<(), StoreError> {
        let planned = is_complete.then_some(plan.len());
        if let Some(trial) = plan.ids().nth(self.len()).filter(|_| is_complete) {
            let message = format!("the row of trial {trial} is missing");
            return self.end(TRIALS, self.tables[TRIALS].number, message, planned);
        }
        self.tables[DIGESTS].skip_seals()?;
        for table in 0..self.tables.len() {
            // Until a folder is complete, other tables may have the rows of a trial that was interrupted.
            let is_checked = table == TRIALS || (is_complete && table != TIMING);
            if is_checked && (self.tables[table].has_line()? || (is_complete && !self.tables[table].line.is_empty())) {
                let message = "this is no row of a trial of the sweep".to_owned();
                return self.end(table, self.tables[table].number, message, planned);
            }
        }
        Ok(())
    }

    /// Ends the index before a row. `planned` is the number of trials that a complete folder has; an unfinished one has those of
    /// `trials.csv`.
    fn end(&mut self, table: usize, line: u64, message: String, planned: Option<usize>) -> Result<(), StoreError> {
        let valid = self.len();
        let recorded = match planned {
            Some(planned) => planned,
            None => usize::try_from(self.tables[TRIALS].count()?).unwrap_or(usize::MAX),
        };
        let path = self.tables[table].path.clone();
        let trials = Some((valid, recorded.saturating_sub(valid)));
        self.corruption = Some(Corruption { path, line: Some(line), message, trials });
        Ok(())
    }

    /// Returns the number of valid trials, the first ones of the plan.
    pub(super) fn len(&self) -> usize {
        self.scores.len()
    }

    /// Cuts the tables after the valid trials.
    pub(super) fn cut(&self, folder: &Path) -> Result<(), StoreError> {
        let ends = self.tables.iter().map(|table| table.ends[self.len()]);
        rows::appended_tables().zip(ends).try_for_each(|(name, end)| tables::cut(folder, name, end))
    }

    /// Returns the rows of the valid trial at a place of the plan with its line of `timing.csv`, if any; `None` if there is none.
    pub(super) fn trial(&self, place: usize) -> Result<Option<(Rendered, String)>, StoreError> {
        if place >= self.len() {
            return Ok(None);
        }
        let texts = self.tables[..DIGESTS].iter().map(|table| table.text(place));
        let mut texts = texts.collect::<Result<Vec<String>, _>>()?;
        let timing = texts.pop().unwrap_or_default();
        Ok(Some((Rendered::from_texts(texts), timing)))
    }
}

/// Checks the headers of the tables of a folder.
///
/// # Errors
/// As [`TrialIndex::open`].
pub(super) fn check_headers(folder: &Path, sweep: &Sweep) -> Result<(), StoreError> {
    rows::appended_tables()
        .try_for_each(|name| IndexedTable::open(folder.join(name), &rows::header(name, sweep)).map(|_| ()))
}

/// Returns the index of the first table whose digest differs; that of `digests.csv` if it has no digests of the trial.
fn changed_table(expected: &str, recorded: &str) -> usize {
    let columns = |line: &str| line.split(',').count();
    if columns(expected) != columns(recorded) {
        return DIGESTS;
    }
    let differs = expected.split(',').zip(recorded.split(',')).position(|(expected, recorded)| expected != recorded);
    differs.map_or(TRIALS, |column| column.saturating_sub(1))
}

impl IndexedTable {
    fn new(path: PathBuf, reader: Option<BufReader<File>>) -> Self {
        Self { path, reader, line: Vec::new(), number: 1, length: 0, ends: Vec::new(), part: RefCell::default() }
    }

    fn open(path: PathBuf, header: &str) -> Result<Self, StoreError> {
        let file = files::open_if_there(&path).map_err(StoreError::file(&path))?;
        let reader = file.map(|file| BufReader::with_capacity(1 << 16, file));
        let mut table = Self::new(path, reader);
        if table.has_line()? {
            if table.line.strip_suffix(b"\r\n").is_some_and(|line| line == header.trim_end().as_bytes()) {
                return Err(StoreError::LineEnds { path: table.path });
            }
            if table.line != header.as_bytes() {
                let message = format!(
                    "line 1: this is not the header of the table: write {} there, or start over with --fresh",
                    header.trim_end()
                );
                return Err(StoreError::Corrupt { path: table.path, message });
            }
            table.skip_line();
        }
        table.ends.push(table.length);
        Ok(table)
    }

    /// Returns whether there is a next line that is whole.
    fn has_line(&mut self) -> Result<bool, StoreError> {
        if let Some(reader) = &mut self.reader
            && !self.line.ends_with(b"\n")
        {
            // A foreign file of one long line is not read into memory as a whole.
            let limit = tables::MAX_LINE_BYTES.saturating_sub(self.line.len() as u64);
            reader.take(limit).read_until(b'\n', &mut self.line).map_err(StoreError::file(&self.path))?;
        }
        Ok(self.line.ends_with(b"\n"))
    }

    fn skip_line(&mut self) {
        self.length += self.line.len() as u64;
        self.number += 1;
        self.line.clear();
    }

    /// Skips the seals of the manifest.
    fn skip_seals(&mut self) -> Result<(), StoreError> {
        while self.has_line()? && seal::is_seal(&self.line) {
            self.skip_line();
        }
        if seal::is_seal(&self.line) {
            self.line.clear();
        }
        Ok(())
    }

    /// Reads the next rows, which begin with the number of a trial.
    fn rows(&mut self, trial: u64) -> Result<String, StoreError> {
        let (beginning, mut rows) = (format!("{trial},"), Vec::new());
        while self.has_line()? && self.line.starts_with(beginning.as_bytes()) {
            rows.extend_from_slice(&self.line);
            self.skip_line();
        }
        Ok(String::from_utf8_lossy(&rows).into_owned())
    }

    /// Ends the table after the rows of the last valid trial.
    fn discard_rest(&mut self) {
        self.reader = None;
        self.line.clear();
        self.length = self.ends.last().copied().unwrap_or_default();
    }

    /// Returns the number of rows, after reading all of them.
    fn count(&mut self) -> Result<u64, StoreError> {
        while self.has_line()? {
            self.skip_line();
        }
        Ok(self.number.saturating_sub(2))
    }

    /// Returns the rows of the trial at a place.
    fn text(&self, place: usize) -> Result<String, StoreError> {
        let (start, end) = (self.ends[place], self.ends[place + 1]);
        if end == start {
            return Ok(String::new());
        }
        let mut part = self.part.borrow_mut();
        let (first, bytes) = &mut *part;
        if !(*first <= start && end <= *first + bytes.len() as u64) {
            bytes.clear();
            *first = start;
            let mut file = files::open(&self.path).map_err(StoreError::file(&self.path))?;
            file.seek(SeekFrom::Start(start)).map_err(StoreError::file(&self.path))?;
            file.take((end - start).max(PART_BYTES)).read_to_end(bytes).map_err(StoreError::file(&self.path))?;
        }
        let within = |byte: u64| usize::try_from(byte - *first).unwrap_or(usize::MAX);
        let rows = bytes.get(within(start)..within(end)).ok_or(std::io::ErrorKind::UnexpectedEof.into());
        String::from_utf8(rows.map_err(StoreError::file(&self.path))?.to_vec())
            .map_err(|error| StoreError::Corrupt { path: self.path.clone(), message: error.to_string() })
    }
}

/// Recorded trials of another folder.
#[derive(Debug)]
pub(super) struct TrialSource {
    pub(super) index: TrialIndex,
    pub(super) shard: Shard,
    /// End of the places in the plan whose trials are copied.
    pub(super) end: usize,
}

impl TrialSource {
    /// Returns whether it has the valid trial at a place of the plan.
    pub(super) fn has(&self, place: usize) -> bool {
        place < self.end && self.shard.has(place) && self.place_in_shard(place) < self.index.len()
    }

    /// Returns the place in the plan of its shard.
    pub(super) fn place_in_shard(&self, place: usize) -> usize {
        place / self.shard.count()
    }
}
