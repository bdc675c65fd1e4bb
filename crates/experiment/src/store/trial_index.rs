//! [`TrialIndex`]: the recorded trials of a folder, each located and checked against its digests.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::checksum::digest_if_there;
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

/// The tables of a folder with the place of each trial's rows. Trials whose rows are damaged are left out.
///
/// The rows of a trial are valid if they have their recorded digests, or if the digests in the manifest of a complete folder prove their
/// tables. The index takes about 120 bytes per trial.
#[derive(Debug)]
pub(super) struct TrialIndex {
    tables: Vec<IndexedTable>,
    /// Scores of the recorded trials, in the order of the plan; `None` for a damaged trial.
    scores: Vec<Option<Score>>,
    /// Number of the first trials that are valid, with rows in their places and digests on disk.
    intact: usize,
    /// The first damage, which is not the torn end of an unfinished run.
    pub(super) corruption: Option<Corruption>,
}

/// A table that is read from the beginning.
#[derive(Debug)]
struct IndexedTable {
    path: PathBuf,
    /// `None` if the file is missing, or has been read.
    reader: Option<BufReader<File>>,
    /// The next rows of one trial, before `line`.
    group: Option<Group>,
    /// The next line, or the part of it that is on disk.
    line: Vec<u8>,
    /// Number of the next line, from 1.
    number: u64,
    /// Length of the lines before it, in bytes.
    length: u64,
    /// Number of the first line that belongs to no trial.
    stray_line: Option<u64>,
    /// Ends of the header and of each trial's rows, in bytes.
    ends: Vec<u64>,
    /// Beginnings of the rows that do not follow those of the trial before, by place.
    starts: BTreeMap<usize, u64>,
    /// The place and the bytes of the last part that was read for the rows of a trial. The next trial's rows are usually in it.
    part: RefCell<(u64, Vec<u8>)>,
}

/// Lines in a row that begin with one number.
#[derive(Debug, Default)]
struct Group {
    /// The number; `None` if the lines begin with something else.
    trial: Option<u64>,
    text: Vec<u8>,
    /// The place of the first line in bytes, and its number.
    start: u64,
    line: u64,
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
        let tables = tables.collect::<Result<_, _>>()?;
        let mut index = Self { tables, scores: Vec::new(), intact: 0, corruption: None };
        index.read(folder, sweep, key, manifest, plan)?;
        // A merge has more tables than a process may have open files.
        index.tables.iter_mut().for_each(|table| table.reader = None);
        Ok(index)
    }

    /// Returns an index without trials.
    pub(super) fn empty(folder: &Path) -> Self {
        let empty = |name| IndexedTable { ends: vec![0], ..IndexedTable::new(folder.join(name), None) };
        Self { tables: rows::appended_tables().map(empty).collect(), scores: Vec::new(), intact: 0, corruption: None }
    }

    fn read(
        &mut self,
        folder: &Path,
        sweep: &Sweep,
        key: DigestKey,
        manifest: &Manifest,
        plan: &Plan,
    ) -> Result<(), StoreError> {
        let (factors, stages_with_steps) = (sweep.factor_keys().len(), &sweep.stages_with_steps()[..]);
        let mut proven = None;
        // The line and the message of the first damage.
        let mut damage = None;
        for (place, trial) in plan.ids().enumerate() {
            let mut groups = self.tables.iter_mut().map(|table| table.take(trial)).collect::<Result<Vec<_>, _>>()?;
            // A run that is writing the folder has written the other rows of the trial before that of `trials.csv`.
            if groups[TRIALS].text.is_empty() && self.tables[TRIALS].is_at_end() {
                break;
            }
            let columns = |line: &str| line.matches(',').count();
            if groups[TIMING].text().lines().any(|line| columns(line) != columns(rows::TIMING)) {
                self.tables[TIMING].discard_rest();
                groups[TIMING] = Group::default();
            }
            let mut texts: Vec<String> = groups.iter().map(Group::text).collect();
            let (recorded, _timing) = (texts.pop().unwrap_or_default(), texts.pop());
            let rendered = Rendered::from_texts(texts);
            let expected = rendered.digests(key, trial);
            let mut row = tables::trial_of(rendered.lines(file::TRIALS), factors);
            let (has_digests, mut table) = (expected == recorded, DIGESTS);
            if !has_digests {
                let proven = *match &mut proven {
                    Some(proven) => proven,
                    None => proven.insert(proven_tables(folder, manifest)?),
                };
                row = row.filter(|_| changed_tables(&expected, &recorded).all(|table| proven[table]));
                if row.is_none() {
                    table = first_changed_table(&expected, &recorded);
                }
            }
            if row.is_none() || !has_digests {
                damage.get_or_insert_with(|| {
                    let message = match table {
                        _ if row.is_some() => format!("the digests of trial {trial} are not those of its rows"),
                        DIGESTS => format!("the rows of trial {trial} do not match their digests"),
                        _ => format!("the rows of trial {trial} do not match their digests in digests.csv"),
                    };
                    (table, groups[table].line, message)
                });
            }
            let is_valid = row.is_some();
            self.scores.push(row.map(|row| rendered.score(&row, stages_with_steps)));
            let mut follows = true;
            for (table, group) in self.tables.iter_mut().zip(&groups) {
                follows &= table.add(place, group, is_valid);
            }
            if is_valid && has_digests && follows && self.intact == place {
                self.intact += 1;
            }
        }
        self.check_end(damage, manifest.complete, plan)
    }

    /// Checks that no row belongs to no trial, and that a complete folder has all trials. Records the first damage, if any.
    fn check_end(
        &mut self,
        damage: Option<(usize, u64, String)>,
        is_complete: bool,
        plan: &Plan,
    ) -> Result<(), StoreError> {
        let missing = plan.ids().nth(self.scores.len()).filter(|_| is_complete);
        let missing =
            missing.map(|trial| (TRIALS, self.tables[TRIALS].number, format!("the row of trial {trial} is missing")));
        let mut damage = damage.or(missing);
        self.tables[DIGESTS].skip_seals()?;
        for (number, table) in self.tables.iter_mut().enumerate() {
            // Until a folder is complete, other tables may have the rows of a trial that was interrupted.
            let is_checked = number == TRIALS || (is_complete && number != TIMING);
            let rest = if is_checked { table.rest(is_complete)? } else { None };
            if let Some(line) = table.stray_line.filter(|_| number != TIMING).or(rest) {
                damage.get_or_insert_with(|| (number, line, "this is no row of a trial of the sweep".to_owned()));
            }
        }
        let (valid, rows) = (self.valid(), self.tables[TRIALS].number.saturating_sub(2));
        let last = self.scores.iter().rposition(Option::is_some).map_or(0, |place| place + 1);
        let recorded = if is_complete { plan.len() } else { last.max(usize::try_from(rows).unwrap_or(usize::MAX)) };
        self.corruption = damage.map(|(table, line, message)| {
            let trials = Some((valid, recorded.saturating_sub(valid)));
            Corruption { path: self.tables[table].path.clone(), line: Some(line), message, trials }
        });
        Ok(())
    }

    /// Returns the number of valid trials.
    pub(super) fn valid(&self) -> usize {
        self.scores.iter().flatten().count()
    }

    /// Returns the number of the first trials that need not be written again.
    pub(super) fn intact(&self) -> usize {
        self.intact
    }

    /// Returns whether the trial at a place of the plan is valid.
    pub(super) fn has(&self, place: usize) -> bool {
        matches!(self.scores.get(place), Some(Some(_)))
    }

    /// Returns the scores of the trials at these places, if all are valid.
    pub(super) fn scores(&self, places: Range<usize>) -> Option<Vec<Score>> {
        self.scores.get(places)?.iter().cloned().collect()
    }

    /// Returns the scores of the first trials, which need not be written again.
    pub(super) fn into_scores(self) -> Vec<Score> {
        self.scores.into_iter().take(self.intact).flatten().collect()
    }

    /// Cuts the tables after the first trials, which need not be written again.
    pub(super) fn cut(&self, folder: &Path) -> Result<(), StoreError> {
        let ends = self.tables.iter().map(|table| table.ends[self.intact]);
        rows::appended_tables().zip(ends).try_for_each(|(name, end)| tables::cut(folder, name, end))
    }

    /// Returns the line of `trials.csv` of the valid trial at a place of the plan.
    pub(super) fn trial_line(&self, place: usize) -> Result<String, StoreError> {
        self.tables[TRIALS].text(place)
    }

    /// Returns the rows of the valid trial at a place of the plan with its line of `timing.csv`, if any; `None` if there is none.
    pub(super) fn trial(&self, place: usize) -> Result<Option<(Rendered, String)>, StoreError> {
        if !self.has(place) {
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

/// Returns which tables of trials have the digests that the manifest of a complete folder lists.
fn proven_tables(folder: &Path, manifest: &Manifest) -> Result<[bool; TIMING], StoreError> {
    let mut proven = [manifest.complete && manifest.digests.contains_key(file::TRIALS); TIMING];
    for (proven, name) in proven.iter_mut().zip(TRIAL_TABLES) {
        *proven = *proven && digest_if_there(&folder.join(name))?.as_ref() == manifest.digests.get(name);
    }
    Ok(proven)
}

/// Returns the indices of the tables whose digests differ in two lines of `digests.csv`.
fn changed_tables(expected: &str, recorded: &str) -> impl Iterator<Item = usize> {
    let mut recorded = recorded.trim_end().split(',');
    let columns = expected.trim_end().split(',').enumerate();
    columns.filter(move |(_, digest)| recorded.next() != Some(digest)).map(|(column, _)| column.saturating_sub(1))
}

/// Returns the index of the first table whose digest differs; that of `digests.csv` if it has no digests of the trial.
fn first_changed_table(expected: &str, recorded: &str) -> usize {
    let columns = |line: &str| line.split(',').count();
    if columns(expected) != columns(recorded) {
        return DIGESTS;
    }
    changed_tables(expected, recorded).next().unwrap_or(TRIALS)
}

impl Group {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }
}

/// Returns the number with which a line of a table begins, up to the comma.
fn number_of(line: &[u8]) -> Option<u64> {
    let digits = line.split(|&byte| byte == b',').next().filter(|digits| digits.len() < line.len())?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

impl IndexedTable {
    fn new(path: PathBuf, reader: Option<BufReader<File>>) -> Self {
        let (group, line, ends, starts) = (None, Vec::new(), Vec::new(), BTreeMap::new());
        Self {
            path,
            reader,
            group,
            line,
            number: 1,
            length: 0,
            stray_line: None,
            ends,
            starts,
            part: RefCell::default(),
        }
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
        self.group.take_if(|group| seal::is_seal(&group.text));
        while self.has_line()? && seal::is_seal(&self.line) {
            self.skip_line();
        }
        if seal::is_seal(&self.line) {
            self.line.clear();
        }
        Ok(())
    }

    /// Reads the next lines that begin with one number, unless they are read. Returns the number.
    fn read_group(&mut self) -> Result<Option<u64>, StoreError> {
        if self.group.is_none() && self.has_line()? {
            let beginning = self.line.split_inclusive(|&byte| byte == b',').next().unwrap_or_default().to_vec();
            let (trial, start, line) = (number_of(&self.line), self.length, self.number);
            let mut text = Vec::new();
            while self.has_line()? && self.line.starts_with(&beginning) {
                text.extend_from_slice(&self.line);
                self.skip_line();
            }
            self.group = Some(Group { trial, text, start, line });
        }
        Ok(self.group.as_ref().and_then(|group| group.trial))
    }

    /// Takes the rows of a trial, after lines that belong to no trial from this one on. They are empty if there are none.
    fn take(&mut self, trial: u64) -> Result<Group, StoreError> {
        let mut stray_line = None;
        loop {
            let number = self.read_group()?;
            match &self.group {
                None => return Ok(Group { line: stray_line.unwrap_or(self.number), ..Group::default() }),
                Some(_) if number == Some(trial) => return Ok(self.group.take().unwrap_or_default()),
                // Rows of a later trial, unless their number is damaged: those that follow have a larger one.
                Some(group)
                    if seal::is_seal(&group.text)
                        || number.is_some_and(|number| {
                            number > trial && number_of(&self.line).is_none_or(|next| number < next)
                        }) =>
                {
                    return Ok(Group { line: stray_line.unwrap_or(group.line), ..Group::default() });
                }
                Some(group) => {
                    stray_line.get_or_insert(group.line);
                    self.stray_line.get_or_insert(group.line);
                    self.group = None;
                }
            }
        }
    }

    /// Returns whether all whole lines are taken.
    fn is_at_end(&self) -> bool {
        self.group.is_none() && !self.line.ends_with(b"\n")
    }

    /// Adds the rows of the trial at the next place. Returns whether they follow those of the trial before.
    fn add(&mut self, place: usize, group: &Group, is_valid: bool) -> bool {
        let end = self.ends[place];
        let rows = Some(group).filter(|group| is_valid && !group.text.is_empty());
        self.ends.push(rows.map_or(end, |group| group.start + group.text.len() as u64));
        let start = rows.map(|group| group.start).filter(|start| *start != end);
        self.starts.extend(start.map(|start| (place, start)));
        start.is_none()
    }

    /// Ends the table.
    fn discard_rest(&mut self) {
        self.reader = None;
        self.group = None;
        self.line.clear();
    }

    /// Returns the number of the first line that is not taken, which may be torn.
    fn rest(&mut self, with_torn: bool) -> Result<Option<u64>, StoreError> {
        self.read_group()?;
        let torn = (with_torn && !self.line.is_empty()).then_some(self.number);
        Ok(self.group.as_ref().map(|group| group.line).or(torn))
    }

    /// Returns the rows of the trial at a place.
    fn text(&self, place: usize) -> Result<String, StoreError> {
        let end = self.ends[place + 1];
        let start = self.starts.get(&place).copied().unwrap_or(self.ends[place]);
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

/// Recorded trials of another folder of the same sweep.
#[derive(Debug)]
pub(super) struct TrialSource {
    pub(super) index: TrialIndex,
    pub(super) shard: Shard,
    /// End of the places in the plan whose trials are copied.
    pub(super) end: usize,
}

impl TrialSource {
    /// Opens a copy of the tables of a folder.
    pub(super) fn open_kept(
        folder: &Path,
        manifest: &Manifest,
        sweep: &Sweep,
        plan: &Plan,
    ) -> Result<Self, StoreError> {
        let sweep = sweep.settled(&manifest.selected_in(sweep, folder)?);
        let plan = manifest.recorded_plan(plan.clone().settled(&sweep));
        let index = TrialIndex::open(folder, &sweep, manifest, &plan)?;
        Ok(Self { index, shard: Shard::WHOLE, end: usize::MAX })
    }

    /// Returns whether it has the valid trial at a place of the plan.
    pub(super) fn has(&self, place: usize) -> bool {
        place < self.end && self.shard.has(place) && self.index.has(self.place_in_shard(place))
    }

    /// Returns the place in the plan of its shard.
    pub(super) fn place_in_shard(&self, place: usize) -> usize {
        place / self.shard.count()
    }
}
