//! [`Store`]: an open results folder.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::checksum::{digest, is_whole, remove_known, remove_stale, write_whole};
use super::corruption::Corruption;
use super::error::StoreError;
use super::manifest::{Machine, Manifest, SelectedPoint, VERSION};
use super::rows::{self, DigestKey, Rendered};
use super::trial_index::{Prefix, TrialIndex};
use super::{inspect, quarantine, read};
use crate::experiment::execution::Execution;
use crate::experiment::plan::Plan;
use crate::experiment::record::Score;
use crate::experiment::record::{BaselineRow, TimingRow, TrialRow, file};
use crate::experiment::shard::Shard;
use crate::experiment::sweep::Sweep;
use crate::files;

/// What to do with a folder that has something in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// The folder must be new, or hold this sweep complete.
    #[default]
    New,
    /// Go on with the unfinished run of this sweep, if there is one.
    Resume,
    /// Delete what evocube wrote there and begin again.
    Fresh,
}

/// A results folder, open to append trials in the order of the plan.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    manifest: Manifest,
    /// Of the trials that are on disk, in order.
    scores: Vec<Score>,
    baselines_done: bool,
    tables: Option<Tables>,
    /// Trials that need not run: they are copied when it is their turn.
    sources: Vec<Source>,
    corruption: Corruption,
    /// How many columns of `trials.csv` are factors.
    factors: usize,
    key: DigestKey,
    _lock: File,
}

/// Trials that are on disk elsewhere.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) index: TrialIndex,
    /// Which part of the plan the index is of, if not of all.
    pub(super) shard: Option<Shard>,
    /// Trials from this place in the plan on are not to be copied.
    pub(super) end: usize,
}

impl Source {
    /// Has it the trial at this place in the plan?
    fn has(&self, place: usize) -> bool {
        place < self.end && self.shard.is_none_or(|shard| shard.has(place)) && self.index.has(self.own(place))
    }

    /// The place in its own plan.
    fn own(&self, place: usize) -> usize {
        self.shard.map_or(place, |shard| place / shard.count())
    }
}

#[derive(Debug)]
struct Tables {
    trials: Table,
    convergence: Table,
    solutions: Table,
    /// Opened when there is something to write to it.
    fronts: Option<Table>,
    /// The same.
    operators: Option<Table>,
    /// The same.
    failures: Option<Table>,
    timing: Table,
    digests: Table,
    synced: Instant,
}

#[derive(Debug)]
struct Table {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Table {
    /// Opens a table that has been cut, or makes it with its header.
    fn open(folder: &Path, name: &str, header: &str) -> Result<Self, StoreError> {
        let path = folder.join(name);
        let file = files::append(&path).map_err(StoreError::file(&path))?;
        let length = file.metadata().map_err(StoreError::file(&path))?.len();
        let mut table = Self { path, file, length };
        if length == 0 {
            table.append(header)?;
        }
        Ok(table)
    }

    fn append(&mut self, text: &str) -> Result<(), StoreError> {
        self.file.write_all(text.as_bytes()).map_err(StoreError::file(&self.path))?;
        self.length += text.len() as u64;
        Ok(())
    }

    /// Flushes the appended rows to the disk.
    ///
    /// # Errors
    /// If they cannot be flushed, or another program has removed or changed the table.
    fn sync(&self) -> Result<(), StoreError> {
        self.file.sync_data().map_err(StoreError::file(&self.path))?;
        if files::is_still(&self.file, &self.path, self.length) {
            Ok(())
        } else {
            Err(StoreError::Disturbed { path: self.path.clone() })
        }
    }
}

const LOCK: &str = ".lock";

impl Store {
    /// Opens a folder for a sweep, making it if need be.
    ///
    /// # Errors
    /// If the folder holds something else, or an unfinished run and `opening` is not [`Opening::Resume`]; nothing in it
    /// has changed then.
    pub fn open(
        folder: &Path,
        sweep: &Sweep,
        plan: &Plan,
        opening: Opening,
        execution: Execution<'_>,
    ) -> Result<Self, StoreError> {
        let manifest_path = folder.join(file::MANIFEST);
        // A folder that lost its manifest may be ours all the same: its rows say so.
        let there = manifest_path.exists() || (opening == Opening::Resume && folder.join(file::DIGESTS).exists());
        if !there && folder.exists() && !is_empty(folder)? {
            return Err(StoreError::Foreign { path: folder.to_owned() });
        }
        fs::create_dir_all(folder).map_err(StoreError::file(folder))?;
        let lock = lock(folder)?;
        remove_stale(folder)?;
        let new = Manifest::new(sweep, plan, execution);
        let mut store = Self {
            folder: folder.to_owned(),
            manifest: new,
            scores: Vec::new(),
            baselines_done: false,
            tables: None,
            sources: Vec::new(),
            corruption: Corruption::default(),
            factors: sweep.factor_keys().len(),
            key: DigestKey::new(sweep, VERSION, plan.shard()),
            _lock: lock,
        };
        if there && opening == Opening::Fresh {
            remove_known(folder)?;
        } else if there {
            store.resume(sweep, plan, opening)?;
        }
        if !store.manifest.complete {
            write_whole(&manifest_path, store.manifest.to_text().as_bytes())?;
            store.open_tables(sweep)?;
            store.copy_available()?;
        }
        Ok(store)
    }

    /// Takes over what is on disk.
    fn resume(&mut self, sweep: &Sweep, plan: &Plan, opening: Opening) -> Result<(), StoreError> {
        let found = match self.found(sweep) {
            Ok(found) => found,
            Err(error) if opening == Opening::Resume => return self.resume_without_manifest(sweep, plan, error),
            Err(StoreError::Corrupt { path, message }) => {
                let way = "add --resume to keep the trials that are whole, or --fresh to begin again";
                return Err(StoreError::Corrupt { path, message: format!("{message}; {way}") });
            }
            Err(error) => return Err(error),
        };
        let known = found.selected_in(sweep).unwrap_or_default();
        let sweep = &*sweep.settled(&known);
        let plan = &*plan.settled(sweep);
        self.manifest.winner.clone_from(&found.winner);
        self.adopt_baselines(sweep, plan, found.digests.get(file::BASELINES))?;
        let changed = inspect::changed_tables(&self.folder, &found)?;
        if found.complete && changed.as_ref().is_some_and(Vec::is_empty) {
            return self.adopt(found);
        }
        let mut index = TrialIndex::open(&self.folder, sweep, VERSION, plan)?;
        let prefix = index.prefix();
        let whole = prefix.trials == plan.len() && index.is_only(&prefix) && self.baselines_done;
        if found.complete && whole && changed.is_none() {
            return self.adopt(found);
        }
        let has_holes = index.count() > prefix.trials;
        let mut corruption = inspect::told(&found, has_holes, std::mem::take(&mut index.corruption), changed);
        if !self.baselines_done && self.folder.join(file::BASELINES).exists() {
            corruption.add_file(file::BASELINES);
        }
        if opening != Opening::Resume {
            let (path, done) = (self.folder.clone(), index.count());
            return Err(StoreError::Unfinished { path, done, all: plan.len(), is_bound: plan.is_bound(), corruption });
        }
        self.keep_valid(sweep, plan, &index, &prefix)?;
        self.corruption = corruption;
        Ok(())
    }

    /// Takes over the baselines, if they are all there and have the digest that was written for them, if one was.
    fn adopt_baselines(&mut self, sweep: &Sweep, plan: &Plan, digest: Option<&String>) -> Result<(), StoreError> {
        let count = plan.baseline_instances(sweep).count() * sweep.baselines.len();
        self.baselines_done = read::has_baselines(&self.folder, count, digest)?;
        if self.baselines_done {
            let digest = super::checksum::digest(&self.folder.join(file::BASELINES))?;
            self.manifest.digests.insert(file::BASELINES.to_owned(), digest);
        }
        Ok(())
    }

    /// The manifest that is there, if it is one of this sweep.
    fn found(&self, sweep: &Sweep) -> Result<Manifest, StoreError> {
        let found = read::manifest(&self.folder)?;
        if let Some(difference) = found.difference(&self.manifest) {
            return Err(StoreError::OtherSweep { path: self.folder.clone(), difference });
        }
        let corrupt = |message| StoreError::Corrupt { path: self.folder.join(file::MANIFEST), message };
        found.selected_in(sweep).map_err(corrupt)?;
        Ok(found)
    }

    /// Takes over what is on disk of this sweep when the manifest does not say what it is: the digests of the rows do. If
    /// there are none of this sweep, what is wrong with the manifest is the error.
    fn resume_without_manifest(&mut self, sweep: &Sweep, plan: &Plan, error: StoreError) -> Result<(), StoreError> {
        let mut index = TrialIndex::open(&self.folder, sweep, VERSION, plan)?;
        if index.count() == 0 {
            let is_there = self.folder.join(file::MANIFEST).exists();
            return Err(if is_there { error } else { StoreError::Foreign { path: self.folder.clone() } });
        }
        let prefix = index.prefix();
        let has_holes = index.count() > prefix.trials;
        let found = std::mem::take(&mut index.corruption);
        let mut corruption = if has_holes { found } else { Corruption::default() };
        corruption.add_file(file::MANIFEST);
        self.adopt_baselines(sweep, plan, None)?;
        self.keep_valid(sweep, plan, &index, &prefix)?;
        self.corruption = corruption;
        Ok(())
    }

    /// Cuts the tables to the good trials that stand in order, and puts the others aside.
    fn keep_valid(
        &mut self,
        sweep: &Sweep,
        plan: &Plan,
        index: &TrialIndex,
        prefix: &Prefix,
    ) -> Result<(), StoreError> {
        let aside = quarantine::path(&self.folder);
        let has_holes = index.count() > prefix.trials;
        if has_holes && !aside.exists() {
            quarantine::keep(&self.folder)?;
        }
        for place in 0..prefix.trials {
            let row = index.trial(place)?.and_then(|(rendered, _)| read::trial_of(&rendered.trials, self.factors));
            self.scores.push(Score::of(&row.expect("a row with its digest is as it was written")));
        }
        self.cut(plan, index, prefix)?;
        if aside.exists() {
            self.sources.push(Source {
                index: TrialIndex::open(&aside, sweep, VERSION, plan)?,
                shard: None,
                end: plan.len(),
            });
        }
        Ok(())
    }

    /// Everything is there.
    fn adopt(&mut self, found: Manifest) -> Result<(), StoreError> {
        let other_notes = found.sweep != self.manifest.sweep;
        self.manifest = Manifest { sweep: std::mem::take(&mut self.manifest.sweep), ..found };
        self.baselines_done = true;
        if other_notes {
            self.write_manifest()?;
        }
        Ok(())
    }

    /// Cuts every table to the trials that stand in order.
    fn cut(&self, plan: &Plan, index: &TrialIndex, prefix: &Prefix) -> Result<(), StoreError> {
        for (name, length) in &prefix.lengths {
            read::cut(&self.folder, name, *length)?;
        }
        let timed = read::timing_length(&self.folder, |trial| match trial {
            Some(trial) => plan.place(trial).is_some_and(|place| place < prefix.trials),
            None => self.baselines_done,
        })?;
        read::cut(&self.folder, file::TIMING, timed)?;
        let digests = plan.trials().take(prefix.trials).enumerate();
        let lines = digests.filter_map(|(place, trial)| Some(index.digests(place)?.line(trial.id)));
        let text = rows::header(rows::DIGESTS) + &lines.collect::<String>();
        write_whole(&self.folder.join(file::DIGESTS), text.as_bytes())
    }

    fn open_tables(&mut self, sweep: &Sweep) -> Result<(), StoreError> {
        let open = |name, header: String| Table::open(&self.folder, name, &header);
        self.tables = Some(Tables {
            trials: open(file::TRIALS, rows::trials_header(sweep.factor_keys()))?,
            convergence: open(file::CONVERGENCE, rows::header(rows::CONVERGENCE))?,
            solutions: open(file::SOLUTIONS, rows::header(rows::SOLUTIONS))?,
            fronts: None,
            operators: None,
            failures: None,
            timing: open(file::TIMING, rows::header(rows::TIMING))?,
            digests: open(file::DIGESTS, rows::header(rows::DIGESTS))?,
            synced: Instant::now(),
        });
        Ok(())
    }

    fn tables(&mut self) -> &mut Tables {
        self.tables.as_mut().expect("a complete folder is not written to")
    }

    /// The scores of the trials that are on disk, in order.
    #[must_use]
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// Need the trial at this place in the plan not be run? It is on disk, or is copied when it is its turn.
    #[must_use]
    pub fn has(&self, place: usize) -> bool {
        place < self.scores.len() || self.sources.iter().any(|source| source.has(place))
    }

    /// What was found not to be as it was written when the folder was opened, and is made again.
    #[must_use]
    pub fn corruption(&self) -> &Corruption {
        &self.corruption
    }

    /// Is everything there already?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.manifest.complete
    }

    /// Are the baselines on disk?
    #[must_use]
    pub fn has_baselines(&self) -> bool {
        self.baselines_done
    }

    /// Writes the baselines, all at once.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_baselines(&mut self, rows: &[BaselineRow], timing: &[TimingRow]) -> Result<(), StoreError> {
        self.tables().timing.append(&rows::serialized(timing))?;
        let text = rows::header(rows::BASELINES) + &rows::serialized(rows);
        let path = self.folder.join(file::BASELINES);
        write_whole(&path, text.as_bytes())?;
        self.manifest.digests.insert(file::BASELINES.to_owned(), digest(&path)?);
        self.write_manifest()?;
        self.baselines_done = true;
        Ok(())
    }

    /// Appends the next trial's rows, that of `trials.csv` last.
    ///
    /// # Errors
    /// If they cannot be written; what was there before is kept, and a resumed run cuts what was half-written.
    pub fn append(&mut self, row: &TrialRow, rendered: &Rendered, timing: &TimingRow) -> Result<(), StoreError> {
        self.write(row, rendered, &rows::serialized(std::slice::from_ref(timing)))?;
        self.copy_available()
    }

    fn write(&mut self, row: &TrialRow, rendered: &Rendered, timing: &str) -> Result<(), StoreError> {
        let Self { folder, tables, key, .. } = self;
        let tables = tables.as_mut().expect("a complete folder is not written to");
        append_rare(&mut tables.fronts, folder, (file::FRONTS, rows::FRONTS), &rendered.fronts)?;
        append_rare(&mut tables.operators, folder, (file::OPERATORS, rows::OPERATORS), &rendered.operators)?;
        append_rare(&mut tables.failures, folder, (file::FAILURES, rows::FAILURES), &rendered.failures)?;
        tables.convergence.append(&rendered.convergence)?;
        tables.solutions.append(&rendered.solutions)?;
        tables.timing.append(timing)?;
        tables.digests.append(&rendered.digests(*key).line(row.trial))?;
        tables.trials.append(&rendered.trials)?;
        // Kill-safe at once; safe from a power cut up to about a second ago.
        if tables.synced.elapsed().as_secs() >= 1 {
            tables.sync()?;
        }
        self.scores.push(Score::of(row));
        Ok(())
    }

    /// Copies the trials of these as their turn comes.
    pub(super) fn copy_from(&mut self, sources: Vec<Source>) -> Result<(), StoreError> {
        self.sources.extend(sources);
        self.copy_available()
    }

    /// Copies the next trials from where they are good already, up to the first that is not.
    fn copy_available(&mut self) -> Result<(), StoreError> {
        loop {
            let place = self.scores.len();
            let Some(source) = self.sources.iter().find(|source| source.has(place)) else {
                return Ok(());
            };
            let (rendered, timing) = source.index.trial(source.own(place))?.expect("it has it");
            let keys = self.factors;
            let row = read::trial_of(&rendered.trials, keys).expect("a row with its digest is as it was written");
            self.write(&row, &rendered, &timing)?;
        }
    }

    /// Notes who won a stage.
    pub fn set_selected(&mut self, winners: Vec<SelectedPoint>) {
        self.manifest.winner = winners;
    }

    /// The winner of a stage (the indices of both), if it is noted.
    pub(in crate::experiment) fn selected(&self, stage: usize) -> Option<usize> {
        self.manifest.winner.get(stage).and_then(|winner| usize::try_from(winner.point).ok()?.checked_sub(1))
    }

    /// Tells a shard who won the stages so far, as [`read_selected`](super::read_selected) of the merged folder say.
    ///
    /// # Errors
    /// If it knows otherwise, or the manifest cannot be written.
    pub fn import_selected(&mut self, winners: &[SelectedPoint]) -> Result<(), StoreError> {
        let own = &self.manifest.winner;
        if let Some((own, given)) = own.iter().zip(winners).find(|(own, given)| own != given) {
            return Err(StoreError::other_selection(&self.folder, own, given));
        }
        if winners.len() > own.len() && !self.manifest.complete {
            self.manifest.winner = winners.to_vec();
            self.write_manifest()?;
        }
        Ok(())
    }

    /// Notes the winners of a sweep that is not over.
    pub(super) fn record_selected(&mut self, winners: Vec<SelectedPoint>) -> Result<(), StoreError> {
        self.sync()?;
        self.manifest.winner = winners;
        self.write_manifest()
    }

    /// Sees to it that what was written survives a power cut.
    ///
    /// # Errors
    /// If the disk says that it does not.
    pub(in crate::experiment) fn sync(&mut self) -> Result<(), StoreError> {
        self.tables.as_mut().map_or(Ok(()), Tables::sync)
    }

    fn write_manifest(&self) -> Result<(), StoreError> {
        write_whole(&self.folder.join(file::MANIFEST), self.manifest.to_text().as_bytes())
    }

    /// Marks the folder complete. [`write_checksums`](super::write_checksums) adds the digests once the figures are drawn.
    ///
    /// # Errors
    /// If another program has removed or changed a table, or the manifest cannot be written.
    pub fn finish(&mut self, plan: &Plan, execution: Execution<'_>) -> Result<(), StoreError> {
        self.sync()?;
        let baselines = self.folder.join(file::BASELINES);
        if digest(&baselines).ok().as_ref() != self.manifest.digests.get(file::BASELINES) {
            return Err(StoreError::Disturbed { path: baselines });
        }
        self.manifest.complete = true;
        self.manifest.trials = plan.len() as u64;
        self.manifest.machine = Machine::here(execution);
        self.write_manifest()?;
        self.sources.clear();
        quarantine::remove(&self.folder)
    }
}

impl Tables {
    fn sync(&mut self) -> Result<(), StoreError> {
        for table in [&self.convergence, &self.solutions, &self.timing, &self.digests, &self.trials]
            .into_iter()
            .chain(&self.fronts)
            .chain(&self.operators)
            .chain(&self.failures)
        {
            table.sync()?;
        }
        self.synced = Instant::now();
        Ok(())
    }
}

/// Appends to a table that is made when the first rows are written.
fn append_rare(
    table: &mut Option<Table>,
    folder: &Path,
    (name, columns): (&str, &str),
    text: &str,
) -> Result<(), StoreError> {
    if text.is_empty() {
        return Ok(());
    }
    let table = match table {
        Some(table) => table,
        None => table.insert(Table::open(folder, name, &rows::header(columns))?),
    };
    table.append(text)
}

pub(super) fn is_empty(folder: &Path) -> Result<bool, StoreError> {
    let mut entries = fs::read_dir(folder).map_err(StoreError::file(folder))?;
    // What a run left that was killed before it wrote anything is nothing.
    let is_stale = |name: &OsStr| name.to_str().and_then(files::final_name).is_some_and(is_whole);
    let is_nothing = |name: &OsStr| name == LOCK || is_stale(name) || quarantine::is_ours(name);
    Ok(entries.all(|entry| entry.is_ok_and(|entry| is_nothing(&entry.file_name()))))
}

/// Takes the folder for this process; the lock ends with it, however it ends. A run that has just ended may hold it a
/// moment longer, through a process that it was starting at that time, so there is some patience.
pub(super) fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let file = files::append(&path).map_err(StoreError::file(&path))?;
    for _ in 0..20 {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(fs::TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            // A file system without locks: two runs at once are then the user's affair.
            Err(fs::TryLockError::Error(_)) => return Ok(file),
        }
    }
    Err(StoreError::Locked { path: folder.to_owned() })
}
