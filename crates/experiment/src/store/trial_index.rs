//! [`TrialIndex`]: the recorded trials of a folder, each located and checked against its digests, with the first corruption. It gives their
//! rows and scores, and cuts the tables after the first valid trials. One table is an `IndexedTable`.

use std::ops::Range;
use std::path::Path;

use super::checksum::{digest_if_there, exists};
use super::corruption::Corruption;
use super::digests::DigestKey;
use super::error::StoreError;
use super::headers::{TRIAL_TABLES, appended_tables, fixed_header, header, is_rare};
use super::indexed_table::{Group, IndexedTable};
use super::manifest::Manifest;
use super::rows::Rendered;
use crate::plan::Plan;
use crate::record::{Score, TrialRow, file};
use crate::sweep::Sweep;
use evocube_cube::files;

/// Index of `trials.csv`, the table to which the row of a trial is appended last.
const TRIALS: usize = 0;
/// Index of `convergence.csv`.
const CONVERGENCE: usize = 1;
/// Index of `timing.csv`, which follows the tables of [`TRIAL_TABLES`].
const TIMING: usize = TRIAL_TABLES.len();
/// Index of `digests.csv`.
const DIGESTS: usize = TIMING + 1;

/// The tables of a folder with the place of each trial's rows. Trials whose rows are damaged are left out.
///
/// The rows of a trial are valid if they have their recorded digests, or if the digests in the manifest of a complete folder prove their
/// tables. The index takes 33 bytes per trial.
#[derive(Debug)]
pub(super) struct TrialIndex {
    tables: Vec<IndexedTable>,
    /// Whether each recorded trial is valid, in the order of the plan.
    valid: Vec<bool>,
    /// Number of the first trials that are valid, with rows in their places and digests on disk.
    intact: usize,
    /// The first corruption, which is not the torn end of an unfinished run.
    pub(super) corruption: Option<Corruption>,
}

impl TrialIndex {
    /// Reads the tables of a folder once.
    ///
    /// # Errors
    /// If a table cannot be read, or has another header. A missing table is empty.
    pub(super) fn open(folder: &Path, sweep: &Sweep, manifest: &Manifest, plan: &Plan) -> Result<Self, StoreError> {
        let key = DigestKey::new(sweep.to_table(), &manifest.version, plan.shard());
        let open = |name| IndexedTable::open(folder.join(name), &header(name, sweep));
        let tables = appended_tables().map(open).collect::<Result<_, _>>()?;
        let mut index = Self { tables, valid: Vec::with_capacity(plan.len()), intact: 0, corruption: None };
        index.tables.iter_mut().for_each(|table| table.reserve(plan.len()));
        index.read(folder, sweep, key, manifest, plan)?;
        // A merge has more tables than a process may have open files.
        index.tables.iter_mut().for_each(IndexedTable::close);
        Ok(index)
    }

    /// Returns an index without trials.
    pub(super) fn empty(folder: &Path) -> Self {
        let empty = |name| IndexedTable::empty(folder.join(name));
        Self { tables: appended_tables().map(empty).collect(), valid: Vec::new(), intact: 0, corruption: None }
    }

    fn read(
        &mut self,
        folder: &Path,
        sweep: &Sweep,
        key: DigestKey,
        manifest: &Manifest,
        plan: &Plan,
    ) -> Result<(), StoreError> {
        let factors = sweep.factor_keys().len();
        let columns = |line: &str| line.matches(',').count();
        let timing_columns = columns(&fixed_header(file::TIMING));
        let mut proven = None;
        // The table, the line and the message of the first corruption.
        let mut first = None;
        for (place, trial) in manifest.ids(plan).enumerate() {
            let mut groups = self.tables.iter_mut().map(|table| table.take(trial)).collect::<Result<Vec<_>, _>>()?;
            // A run that is writing the folder has written the other rows of the trial before that of `trials.csv`.
            if groups[TRIALS].text.is_empty() && self.tables[TRIALS].next_line().is_none() {
                break;
            }
            if groups[TIMING].text().lines().any(|line| columns(line) != timing_columns) {
                self.tables[TIMING].discard_rest();
                groups[TIMING] = Group::default();
            }
            let mut texts: Vec<String> = groups.iter().map(Group::text).collect();
            let (recorded, _timing) = (texts.pop().unwrap_or_default(), texts.pop());
            let rendered = Rendered::from_texts(texts);
            let expected = rendered.digests(key, trial);
            let mut row = TrialRow::of_line(rendered.lines(file::TRIALS), factors);
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
                first.get_or_insert_with(|| {
                    let message = match table {
                        _ if row.is_some() => format!("the digests of trial {trial} are not those of its rows"),
                        DIGESTS => format!("the rows of trial {trial} do not match their digests"),
                        _ => format!("the rows of trial {trial} do not match their digests in digests.csv"),
                    };
                    (table, groups[table].line, message)
                });
            }
            let is_valid = row.is_some();
            self.valid.push(is_valid);
            let mut follows = true;
            for (table, group) in self.tables.iter_mut().zip(&groups) {
                follows &= table.add(place, group, is_valid);
            }
            if is_valid && has_digests && follows && self.intact == place {
                self.intact += 1;
            }
        }
        self.check_end(first, manifest, plan)
    }

    /// Checks that no row belongs to no trial, and that a complete folder has all trials. Records the first corruption, if any.
    fn check_end(
        &mut self,
        first: Option<(usize, u64, String)>,
        manifest: &Manifest,
        plan: &Plan,
    ) -> Result<(), StoreError> {
        let is_complete = manifest.complete;
        let missing = manifest.ids(plan).nth(self.valid.len()).filter(|_| is_complete);
        let missing =
            missing.map(|trial| (TRIALS, self.tables[TRIALS].number, format!("the row of trial {trial} is missing")));
        let mut first = first.or(missing);
        self.tables[DIGESTS].skip_seals()?;
        for (number, table) in self.tables.iter_mut().enumerate() {
            // Until a folder is complete, other tables may have the rows of a trial that was interrupted.
            let rest = match number {
                TIMING => None,
                _ if is_complete => table.rest()?,
                TRIALS => table.next_line(),
                _ => None,
            };
            if let Some(line) = table.stray_line.filter(|_| number != TIMING).or(rest) {
                first.get_or_insert_with(|| (number, line, "this is no row of a trial of the sweep".to_owned()));
            }
        }
        let (valid, rows) = (self.valid(), self.tables[TRIALS].number.saturating_sub(2));
        let last = self.valid.iter().rposition(|is_valid| *is_valid).map_or(0, |place| place + 1);
        let recorded = if is_complete {
            manifest.ids(plan).count()
        } else {
            last.max(usize::try_from(rows).unwrap_or(usize::MAX))
        };
        self.corruption = first.map(|(table, line, message)| {
            let trials = Some((valid, recorded.saturating_sub(valid)));
            Corruption { path: self.tables[table].path.clone(), line: Some(line), message, trials }
        });
        Ok(())
    }

    /// Returns the number of valid trials.
    pub(super) fn valid(&self) -> usize {
        self.valid.iter().filter(|is_valid| **is_valid).count()
    }

    /// Returns the number of the first trials that need not be written again.
    pub(super) fn intact(&self) -> usize {
        self.intact
    }

    /// Returns whether the trial at a place of the plan is valid.
    pub(super) fn has(&self, place: usize) -> bool {
        self.valid.get(place).is_some_and(|is_valid| *is_valid)
    }

    /// Reads the scores of the trials at these places; `None` if not all are valid.
    pub(super) fn scores(
        &self,
        places: Range<usize>,
        sweep: &Sweep,
    ) -> Option<impl Iterator<Item = Result<Score, StoreError>>> {
        let (factors, stages_with_steps) = (sweep.factor_keys().len(), sweep.stages_with_steps());
        let score = move |place| {
            let row = TrialRow::of_line(&self.trial_line(place)?, factors);
            let row = row.ok_or_else(|| self.disturbed())?;
            let has_steps = stages_with_steps.iter().any(|stage| **stage == *row.stage);
            let log = if has_steps { self.tables[CONVERGENCE].text(place)? } else { String::new() };
            Ok(Score::of_lines(&row, &log))
        };
        self.valid.get(places.clone())?.iter().all(|is_valid| *is_valid).then(|| places.map(score))
    }

    /// Returns the error of a row that has changed since the tables were read.
    pub(super) fn disturbed(&self) -> StoreError {
        StoreError::Disturbed { path: self.tables[TRIALS].path.clone() }
    }

    /// Cuts the tables after the first trials, which need not be written again.
    pub(super) fn cut(&self, folder: &Path) -> Result<(), StoreError> {
        let ends = self.tables.iter().map(|table| table.end(self.intact));
        appended_tables().zip(ends).try_for_each(|(name, end)| cut(folder, name, end))
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

/// Cuts a table to `length` bytes; a rare table without rows is removed.
fn cut(folder: &Path, name: &str, length: u64) -> Result<(), StoreError> {
    let path = folder.join(name);
    if !exists(&path)? {
        return Ok(());
    }
    if is_rare(name) && length <= fixed_header(name).len() as u64 {
        return files::remove(&path).map(|_| ()).map_err(StoreError::file(&path));
    }
    files::append(&path).and_then(|file| file.set_len(length)).map_err(StoreError::file(&path))
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_the_file_system_cannot_tell_of_is_not_missing_when_it_is_cut() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(file::TRIALS, folder.path().join(file::TRIALS)).unwrap();
        // What is not cut would be written twice.
        let error = cut(folder.path(), file::TRIALS, 0).unwrap_err().to_string();
        assert!(error.ends_with("trials.csv: too many levels of symbolic links"), "{error}");
        assert!(cut(folder.path(), file::SOLUTIONS, 0).is_ok(), "a missing table has nothing to cut");
    }
}
