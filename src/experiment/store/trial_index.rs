//! [`TrialIndex`]: the recorded trials of a folder, each found and checked by itself.

use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::corruption::Corruption;
use super::error::StoreError;
use super::rows::{self, DigestKey, Rendered, TrialDigests};
use crate::experiment::plan::Plan;
use crate::experiment::record::file;
use crate::experiment::sweep::Sweep;
use crate::files;

/// The tables that hold what trials are digested by, in the order of [`TrialDigests`], and `timing.csv`.
pub(super) const TABLES: [&str; 7] =
    [file::TRIALS, file::CONVERGENCE, file::SOLUTIONS, file::FRONTS, file::FAILURES, file::OPERATORS, file::TIMING];
const TIMING: usize = 6;

/// The tables of a folder with the place of every trial's rows.
///
/// A trial is good when its rows have the digests that were written beside them, wherever they stand and whatever
/// became of the rest. Some 180 bytes a trial are held.
#[derive(Debug)]
pub(super) struct TrialIndex {
    tables: Vec<Table>,
    /// By place in the plan.
    digests: Vec<Option<TrialDigests>>,
    /// By place in the plan.
    good: Vec<bool>,
    pub(super) corruption: Corruption,
}

#[derive(Debug)]
struct Table {
    path: PathBuf,
    /// The length of its header, if that is whole.
    header: Option<u64>,
    length: u64,
    /// Where the rows of each trial are, by its place in the plan; empty if there are none.
    rows: Vec<Range<u64>>,
}

/// How far the trials stand in order, without a gap, from the beginning.
#[derive(Debug)]
pub(super) struct Prefix {
    /// How many trials that are.
    pub(super) trials: usize,
    /// How many bytes of each of [`TABLES`] belong to them, but for `timing.csv`.
    pub(super) lengths: Vec<(&'static str, u64)>,
}

impl TrialIndex {
    /// Reads the tables of a folder through once: those of this sweep, as this version of evocube wrote them.
    ///
    /// # Errors
    /// If one cannot be read. One that is not there is empty.
    pub(super) fn open(folder: &Path, sweep: &Sweep, version: &str, plan: &Plan) -> Result<Self, StoreError> {
        let headers = [
            rows::trials_header(sweep.factor_keys()),
            rows::header(rows::CONVERGENCE),
            rows::header(rows::SOLUTIONS),
            rows::header(rows::FRONTS),
            rows::header(rows::FAILURES),
            rows::header(rows::OPERATORS),
            rows::header(rows::TIMING),
        ];
        let open = |(name, header): (&str, &String)| Table::open(&folder.join(name), header, plan);
        let tables = TABLES.into_iter().zip(&headers).map(open).collect::<Result<Vec<_>, _>>()?;
        let digests = digests(folder, plan)?;
        let key = DigestKey::new(sweep, version, plan.shard());
        let mut index = Self { tables, digests, good: vec![false; plan.len()], corruption: Corruption::default() };
        for (place, trial) in plan.trials().enumerate() {
            let there = index.tables.iter().any(|table| !table.rows[place].is_empty());
            let Some(expected) = index.digests[place] else {
                if there {
                    index.corruption.add(file::DIGESTS, trial.id);
                }
                continue;
            };
            let found = index.rendered(place)?.map(|rendered| rendered.digests(key)).unwrap_or_default();
            index.good[place] = found == expected;
            for (name, (found, expected)) in TABLES.iter().zip(found.0.iter().zip(expected.0)) {
                if *found != expected {
                    index.corruption.add(name, trial.id);
                }
            }
        }
        Ok(index)
    }

    /// Are the rows of the trial at this place in the plan those that were written?
    pub(super) fn has(&self, place: usize) -> bool {
        self.good.get(place).is_some_and(|good| *good)
    }

    /// The digests that were written for the trial at this place.
    pub(super) fn digests(&self, place: usize) -> Option<TrialDigests> {
        self.digests[place]
    }

    /// How many trials are good.
    pub(super) fn count(&self) -> usize {
        self.good.iter().filter(|good| **good).count()
    }

    /// How far the good trials stand in order from the beginning.
    pub(super) fn prefix(&self) -> Prefix {
        let digested = &self.tables[..TIMING];
        let mut ends: Vec<u64> = digested.iter().map(|table| table.header.unwrap_or(0)).collect();
        // Rows below a header that is damaged stand at no right place.
        let headed = |index: usize, range: &Range<u64>| range.is_empty() || digested[index].header.is_some();
        let in_place = |place: &usize, ends: &[u64]| {
            self.good[*place]
                && digested.iter().enumerate().all(|(index, table)| {
                    let range = &table.rows[*place];
                    headed(index, range) && (range.is_empty() || range.start == ends[index])
                })
        };
        let mut trials = 0;
        while trials < self.good.len() && in_place(&trials, &ends) {
            for (end, table) in ends.iter_mut().zip(digested) {
                if !table.rows[trials].is_empty() {
                    *end = table.rows[trials].end;
                }
            }
            trials += 1;
        }
        Prefix { trials, lengths: TABLES.into_iter().zip(ends).collect() }
    }

    /// Do the tables hold the trials of a prefix and nothing else?
    pub(super) fn is_only(&self, prefix: &Prefix) -> bool {
        self.tables.iter().zip(&prefix.lengths).all(|(table, (_, length))| table.length == *length)
    }

    /// The rows of the trial at this place, and its line of `timing.csv` (or nothing); `None` if it is not good.
    pub(super) fn trial(&self, place: usize) -> Result<Option<(Rendered, String)>, StoreError> {
        if !self.good[place] {
            return Ok(None);
        }
        let timing = self.tables[TIMING].text(place)?.unwrap_or_default();
        Ok(self.rendered(place)?.map(|rendered| (rendered, timing)))
    }

    /// What the tables say of a trial; `None` if that is no text.
    fn rendered(&self, place: usize) -> Result<Option<Rendered>, StoreError> {
        let mut texts = Vec::with_capacity(TIMING);
        for table in &self.tables[..TIMING] {
            match table.text(place)? {
                Some(text) => texts.push(text),
                None => return Ok(None),
            }
        }
        let [trials, convergence, solutions, fronts, failures, operators] =
            <[String; TIMING]>::try_from(texts).expect("one text a table");
        Ok(Some(Rendered { trials, convergence, solutions, fronts, failures, operators }))
    }
}

impl Table {
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

    /// The rows of the trial at this place; `None` if they are no text.
    fn text(&self, place: usize) -> Result<Option<String>, StoreError> {
        let Range { start, end } = self.rows[place];
        let mut bytes = Vec::new();
        if end > start {
            // Opened each time: the folders of a merge are more than a process may have files open.
            let mut file = files::open(&self.path).map_err(StoreError::file(&self.path))?;
            file.seek(SeekFrom::Start(start)).map_err(StoreError::file(&self.path))?;
            file.take(end - start).read_to_end(&mut bytes).map_err(StoreError::file(&self.path))?;
        }
        Ok(String::from_utf8(bytes).ok())
    }
}

/// Calls `visit` with every line of a file, its end included, and its place. A file that is not there has no lines.
fn each_line(path: &Path, mut visit: impl FnMut(&[u8], Range<u64>)) -> Result<(), StoreError> {
    let Some(file) = files::open_if_there(path).map_err(StoreError::file(path))? else { return Ok(()) };
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let (mut line, mut start) = (Vec::new(), 0);
    loop {
        line.clear();
        // No row is nearly as long: a file that is one line is not ours, and is not held as a whole.
        let count = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(StoreError::file(path))?;
        if count == 0 {
            return Ok(());
        }
        let end = start + count as u64;
        visit(&line, start..end);
        start = end;
    }
}

/// The longest line that is read, in bytes: the moves of a genome of the longest length fit in many times.
const LONGEST: u64 = 1 << 24;

fn first_number(line: &[u8]) -> Option<u64> {
    let end = line.iter().position(|&byte| byte == b',')?;
    std::str::from_utf8(&line[..end]).ok()?.parse().ok()
}

/// What `digests.csv` says, by place in the plan.
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
