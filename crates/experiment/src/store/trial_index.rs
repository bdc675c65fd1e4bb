//! [`TrialIndex`]: the recorded trials of a folder, each located and checked against its digests.

use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::corruption::Corruption;
use super::error::StoreError;
use super::rows::{self, DigestKey, Rendered, TRIAL_TABLES, TrialDigests};
use super::tables::first_number;
use crate::plan::Plan;
use crate::record::file;
use crate::shard::Shard;
use crate::sweep::Sweep;
use evocube_cube::files;

/// Index of `timing.csv`, which follows the tables of [`TRIAL_TABLES`].
const TIMING: usize = TRIAL_TABLES.len();

/// The tables of a folder with the place of every trial's rows.
///
/// A trial is valid if its rows have the recorded digests, at any place and independently of other rows. The index takes about
/// 180 bytes per trial.
#[derive(Debug)]
pub(super) struct TrialIndex {
    tables: Vec<IndexedTable>,
    /// By place in the plan.
    digests: Vec<Option<TrialDigests>>,
    /// By place in the plan.
    is_valid: Vec<bool>,
    pub(super) corruption: Corruption,
}

#[derive(Debug)]
struct IndexedTable {
    path: PathBuf,
    /// Length of the header, if it is valid.
    header: Option<u64>,
    length: u64,
    /// Bytes of each trial's rows, by place in the plan; empty if there are none.
    rows: Vec<Range<u64>>,
}

/// The valid trials at the beginning of the plan, in order and without a gap.
#[derive(Debug)]
pub(super) struct Prefix {
    /// Number of trials.
    pub(super) trials: usize,
    /// Length of their rows in each of [`TRIAL_TABLES`], in bytes.
    pub(super) lengths: Vec<(&'static str, u64)>,
}

impl TrialIndex {
    /// Reads the tables of a folder once. `version` is the version of evocube that wrote them.
    ///
    /// # Errors
    /// If a table cannot be read. A missing table is empty.
    pub(super) fn open(folder: &Path, sweep: &Sweep, version: &str, plan: &Plan) -> Result<Self, StoreError> {
        let open = |name| IndexedTable::open(&folder.join(name), &rows::header(name, sweep.factor_keys()), plan);
        let tables = TRIAL_TABLES.into_iter().chain([file::TIMING]).map(open).collect::<Result<Vec<_>, _>>()?;
        let digests = digests(folder, plan)?;
        let key = DigestKey::new(sweep, version, plan.shard());
        let mut index = Self { tables, digests, is_valid: vec![false; plan.len()], corruption: Corruption::default() };
        for (place, trial) in plan.trials().enumerate() {
            let there = index.tables.iter().any(|table| !table.rows[place].is_empty());
            let Some(expected) = index.digests[place] else {
                if there {
                    index.corruption.add(file::DIGESTS, trial.id);
                }
                continue;
            };
            let found = index.rendered(place)?.map(|rendered| rendered.digests(key)).unwrap_or_default();
            index.is_valid[place] = found == expected;
            for (name, (found, expected)) in TRIAL_TABLES.iter().zip(found.0.iter().zip(expected.0)) {
                if *found != expected {
                    index.corruption.add(name, trial.id);
                }
            }
        }
        Ok(index)
    }

    /// Returns whether the trial at a place of the plan is valid.
    pub(super) fn has(&self, place: usize) -> bool {
        self.is_valid.get(place).is_some_and(|good| *good)
    }

    /// Returns the recorded digests of the trial at a place.
    pub(super) fn digests(&self, place: usize) -> Option<TrialDigests> {
        self.digests[place]
    }

    /// Returns the number of valid trials.
    pub(super) fn count(&self) -> usize {
        self.is_valid.iter().filter(|good| **good).count()
    }

    /// Returns the longest prefix of the plan whose trials are valid, in order and without a gap.
    pub(super) fn prefix(&self) -> Prefix {
        let digested = &self.tables[..TIMING];
        let mut ends: Vec<u64> = digested.iter().map(|table| table.header.unwrap_or(0)).collect();
        // Rows below a corrupt header are not in place.
        let headed = |index: usize, range: &Range<u64>| range.is_empty() || digested[index].header.is_some();
        let in_place = |place: &usize, ends: &[u64]| {
            self.is_valid[*place]
                && digested.iter().enumerate().all(|(index, table)| {
                    let range = &table.rows[*place];
                    headed(index, range) && (range.is_empty() || range.start == ends[index])
                })
        };
        let mut trials = 0;
        while trials < self.is_valid.len() && in_place(&trials, &ends) {
            for (end, table) in ends.iter_mut().zip(digested) {
                if !table.rows[trials].is_empty() {
                    *end = table.rows[trials].end;
                }
            }
            trials += 1;
        }
        Prefix { trials, lengths: TRIAL_TABLES.into_iter().zip(ends).collect() }
    }

    /// Returns whether the tables hold the trials of a prefix and nothing else.
    pub(super) fn is_only(&self, prefix: &Prefix) -> bool {
        self.tables.iter().zip(&prefix.lengths).all(|(table, (_, length))| table.length == *length)
    }

    /// Returns the rows of a valid trial with its line of `timing.csv`, if any; `None` if the trial is not valid.
    pub(super) fn trial(&self, place: usize) -> Result<Option<(Rendered, String)>, StoreError> {
        if !self.is_valid[place] {
            return Ok(None);
        }
        let timing = self.tables[TIMING].text(place)?.unwrap_or_default();
        Ok(self.rendered(place)?.map(|rendered| (rendered, timing)))
    }

    /// Returns the rows of a trial in the tables, valid or not; `None` if they are not UTF-8.
    fn rendered(&self, place: usize) -> Result<Option<Rendered>, StoreError> {
        let mut texts = Vec::with_capacity(TIMING);
        for table in &self.tables[..TIMING] {
            match table.text(place)? {
                Some(text) => texts.push(text),
                None => return Ok(None),
            }
        }
        let texts = <[String; TIMING]>::try_from(texts).expect("one text a table");
        Ok(Some(Rendered::from_texts(texts)))
    }
}

impl IndexedTable {
    fn open(path: &Path, header: &str, plan: &Plan) -> Result<Self, StoreError> {
        let mut rows = vec![0..0; plan.len()];
        let mut head = None;
        let mut end = 0;
        let mut last: Option<(u64, Option<usize>)> = None;
        each_line(path, |line, range| {
            end = range.end;
            if range.start == 0 && line == header.as_bytes() {
                head = Some(range.end);
                return;
            }
            let Some(trial) = first_number(line).filter(|_| line.ends_with(b"\n")) else { return };
            let place = match last {
                Some((known, place)) if known == trial => place,
                _ => plan.place(trial),
            };
            last = Some((trial, place));
            let Some(place) = place else { return };
            if rows[place].is_empty() {
                rows[place] = range;
            } else if rows[place].end == range.start {
                rows[place].end = range.end;
            }
        })?;
        Ok(Self { path: path.to_owned(), header: head, length: end, rows })
    }

    /// Returns the rows of the trial at a place; `None` if they are not UTF-8.
    fn text(&self, place: usize) -> Result<Option<String>, StoreError> {
        let Range { start, end } = self.rows[place];
        let mut bytes = Vec::new();
        if end > start {
            // Opened for each trial, since a merge has more tables than a process may have open files.
            let mut file = files::open(&self.path).map_err(StoreError::file(&self.path))?;
            file.seek(SeekFrom::Start(start)).map_err(StoreError::file(&self.path))?;
            file.take(end - start).read_to_end(&mut bytes).map_err(StoreError::file(&self.path))?;
        }
        Ok(String::from_utf8(bytes).ok())
    }
}

/// Calls `visit` with every line of a file, including the line end, and its byte range. A missing file has no lines.
fn each_line(path: &Path, mut visit: impl FnMut(&[u8], Range<u64>)) -> Result<(), StoreError> {
    let Some(file) = files::open_if_there(path).map_err(StoreError::file(path))? else { return Ok(()) };
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let (mut line, mut start) = (Vec::new(), 0);
    loop {
        line.clear();
        // A foreign file of one long line is not read into memory as a whole.
        let count =
            reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line).map_err(StoreError::file(path))?;
        if count == 0 {
            return Ok(());
        }
        let end = start + count as u64;
        visit(&line, start..end);
        start = end;
    }
}

/// Maximum length of a line in bytes, far longer than the moves of the longest genome.
const MAX_LINE_BYTES: u64 = 1 << 24;

/// Reads `digests.csv`, by place in the plan.
fn digests(folder: &Path, plan: &Plan) -> Result<Vec<Option<TrialDigests>>, StoreError> {
    let mut digests = vec![None; plan.len()];
    each_line(&folder.join(file::DIGESTS), |line, _| {
        let parsed = std::str::from_utf8(line).ok().and_then(TrialDigests::parse);
        if let Some((place, digest)) = parsed.and_then(|(trial, digest)| Some((plan.place(trial)?, digest))) {
            digests[place] = Some(digest);
        }
    })?;
    Ok(digests)
}

/// Recorded trials of another folder, or of the quarantine.
#[derive(Debug)]
pub(super) struct TrialSource {
    pub(super) index: TrialIndex,
    /// The shard that the index covers; `None` for the whole plan.
    pub(super) shard: Option<Shard>,
    /// End of the places in the plan whose trials are copied.
    pub(super) end: usize,
}

impl TrialSource {
    /// Returns whether it has the valid trial at a place of the plan.
    pub(super) fn has(&self, place: usize) -> bool {
        place < self.end && self.shard.is_none_or(|shard| shard.has(place)) && self.index.has(self.own(place))
    }

    /// Returns the place in the plan of its shard.
    pub(super) fn own(&self, place: usize) -> usize {
        self.shard.map_or(place, |shard| place / shard.count())
    }
}
