//! [`Store`]: an open results folder.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::checksum::{digest, remove_known, write_whole};
use super::corruption::Corruption;
use super::earlier::{EarlierTrials, RecordedBaselines};
use super::error::StoreError;
use super::folder_lock::claim;
use super::machine::Machine;
use super::manifest::{Manifest, VERSION};
use super::open_tables::Tables;
use super::other_commits::OtherCommits;
use super::rows::{self, DigestKey, Rendered};
use super::selected_point::SelectedPoint;
use super::trial_index::{Prefix, TrialIndex, TrialSource};
use super::{earlier_folders, extension, inspect, quarantine, tables, timing};
use crate::execution::Execution;
use crate::plan::Plan;
use crate::record::{BaselineRow, BaselineTimingRow, Score, TimingRow, TrialRow, file};
use crate::sweep::Sweep;
use evocube_engine::evolve::config::TrialConfig;

/// Treatment of a folder that holds results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// The folder must be new, or hold this sweep complete.
    #[default]
    New,
    /// Resumes the unfinished run of this sweep, if there is one.
    Resume,
    /// Resumes the run of this sweep, or of a smaller one whose trials it keeps.
    Extend,
    /// Deletes the files that evocube wrote and starts over.
    Fresh,
}

/// A results folder, open to append trials in the order of the plan.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    manifest: Manifest,
    /// Scores of the trials on disk, in order.
    scores: Vec<Score>,
    baselines_done: bool,
    tables: Option<Tables>,
    /// Recorded trials that are copied, in the order of the plan, instead of being run.
    sources: Vec<TrialSource>,
    /// Recorded trials of smaller sweeps, likewise.
    earlier: EarlierTrials,
    corruption: Corruption,
    /// Commits of other programs that made recorded trials.
    pub other_commits: OtherCommits,
    /// Number of factor columns of `trials.csv`.
    factors: usize,
    key: DigestKey,
    _lock: File,
}

impl Store {
    /// Opens a folder for a sweep and creates it if it is missing.
    ///
    /// # Errors
    /// If the folder holds something else, if another process writes to it, or if it holds an unfinished run and
    /// `opening` is [`Opening::New`]. The folder is unchanged then.
    pub fn open(
        folder: &Path,
        sweep: &Sweep,
        plan: &Plan,
        opening: Opening,
        execution: Execution<'_>,
    ) -> Result<Self, StoreError> {
        // A folder without a manifest can be resumed, since the digests of its rows identify the sweep.
        let has_digests =
            || [Opening::Resume, Opening::Extend].contains(&opening) && folder.join(file::DIGESTS).exists();
        let is_ours = folder.join(file::MANIFEST).exists() || has_digests();
        let lock = claim(folder, is_ours)?;
        let manifest = Manifest::new(sweep, plan, execution);
        let mut store = Self {
            folder: folder.to_owned(),
            other_commits: OtherCommits::none(&manifest.machine),
            manifest,
            scores: Vec::new(),
            baselines_done: false,
            tables: None,
            sources: Vec::new(),
            earlier: EarlierTrials::default(),
            corruption: Corruption::default(),
            factors: sweep.factor_keys().len(),
            key: DigestKey::new(sweep, VERSION, plan.shard()),
            _lock: lock,
        };
        if is_ours && opening == Opening::Fresh {
            remove_known(folder)?;
            earlier_folders::remove(folder)?;
        } else if is_ours && opening == Opening::Extend {
            extension::begin(folder, sweep, &store.manifest.to_text())?;
            store.resume(sweep, plan, Opening::Resume)?;
        } else if is_ours {
            store.resume(sweep, plan, opening)?;
        }
        if !store.manifest.complete {
            store.write_manifest()?;
            store.tables = Some(Tables::open(folder, sweep.factor_keys())?);
            store.earlier = EarlierTrials::open(folder)?;
            store.earlier.programs().for_each(|program| store.other_commits.add(program));
            store.copy_available()?;
        } else {
            store.remove_copies()?;
        }
        Ok(store)
    }

    /// Adopts the valid results on disk. Without a usable manifest the digests of the rows identify the trials of this sweep; if
    /// there are none, the manifest's error is returned.
    fn resume(&mut self, sweep: &Sweep, plan: &Plan, opening: Opening) -> Result<(), StoreError> {
        let (found, selected, manifest_error) = match self.found(sweep) {
            Ok((found, selected)) => (Some(found), selected, None),
            Err(error) if opening == Opening::Resume => (None, Vec::new(), Some(error)),
            Err(StoreError::Corrupt { path, message }) => {
                let way = "add --resume to keep the trials that are whole, or --fresh to start over";
                return Err(StoreError::Corrupt { path, message: format!("{message}; {way}") });
            }
            Err(error) => return Err(error),
        };
        let sweep = &*sweep.settled(&selected);
        let plan = &*plan.settled(sweep);
        let changed = match &found {
            Some(found) => {
                self.manifest.selected.clone_from(&found.selected);
                self.adopt_baselines(sweep, plan, found.digests.get(file::BASELINES))?;
                inspect::changed_tables(&self.folder, found)?
            }
            None => None,
        };
        let is_complete = found.as_ref().is_some_and(|found| found.complete);
        if is_complete && changed.as_ref().is_some_and(Vec::is_empty) {
            return self.adopt(found);
        }
        let mut index = TrialIndex::open(&self.folder, sweep, VERSION, plan)?;
        let prefix = index.prefix();
        let has_holes = index.count() > prefix.trials;
        let all_there = prefix.trials == plan.len() && index.is_only(&prefix) && self.baselines_done;
        if is_complete && all_there && changed.is_none() {
            return self.adopt(found);
        }
        found.iter().filter(|_| index.count() > 0).for_each(|found| self.other_commits.add(&found.machine));
        let in_rows = std::mem::take(&mut index.corruption);
        let mut corruption = inspect::reported(is_complete, has_holes, in_rows, changed);
        match manifest_error {
            Some(error) if index.count() == 0 => {
                let is_there = self.folder.join(file::MANIFEST).exists();
                return Err(if is_there { error } else { StoreError::Foreign { path: self.folder.clone() } });
            }
            Some(_) => {
                corruption.add_file(file::MANIFEST);
                self.adopt_baselines(sweep, plan, None)?;
            }
            None if !self.baselines_done && found.is_some_and(|found| found.digests.contains_key(file::BASELINES)) => {
                corruption.add_file(file::BASELINES);
            }
            None => {}
        }
        if opening != Opening::Resume {
            let (path, done) = (self.folder.clone(), index.count());
            return Err(StoreError::Unfinished { path, done, all: plan.len(), is_bound: plan.is_bound(), corruption });
        }
        self.corruption = corruption;
        self.keep_valid(sweep, plan, &index, &prefix)
    }

    /// Adopts the baselines if all rows exist and have the recorded digest, if there is one.
    fn adopt_baselines(&mut self, sweep: &Sweep, plan: &Plan, expected: Option<&String>) -> Result<(), StoreError> {
        let instances = plan.baseline_instances(sweep);
        let names = instances.flat_map(|one| sweep.baselines.iter().map(|solver| (&*one.name, solver.name())));
        // Baselines of a smaller sweep are copied, or run again if they differ from their digest.
        let may_be_smaller = expected.is_none() && !earlier_folders::all(&self.folder)?.is_empty();
        self.baselines_done = !may_be_smaller && tables::has_baselines(&self.folder, names, expected)?;
        if self.baselines_done {
            let digest = digest(&self.folder.join(file::BASELINES))?;
            self.manifest.digests.insert(file::BASELINES.to_owned(), digest);
        }
        Ok(())
    }

    /// Returns the manifest on disk, if it is of this sweep, and the indices of the selected configurations in it.
    fn found(&self, sweep: &Sweep) -> Result<(Manifest, Vec<usize>), StoreError> {
        let found = Manifest::read(&self.folder)?;
        if let Some(difference) = found.difference(&self.manifest) {
            let can_extend =
                self.manifest.shard.is_none() && extension::is_smaller(&self.folder, sweep).unwrap_or(false);
            return Err(StoreError::OtherSweep { path: self.folder.clone(), difference, can_extend });
        }
        let selected = found.selected_in(sweep, &self.folder)?;
        Ok((found, selected))
    }

    /// Cuts the tables to the valid prefix, after a copy to the quarantine if valid trials follow a gap.
    fn keep_valid(
        &mut self,
        sweep: &Sweep,
        plan: &Plan,
        index: &TrialIndex,
        prefix: &Prefix,
    ) -> Result<(), StoreError> {
        let quarantine = quarantine::path(&self.folder);
        let has_holes = index.count() > prefix.trials;
        if has_holes && !quarantine.exists() {
            quarantine::keep(&self.folder)?;
        }
        for place in 0..prefix.trials {
            let row = index.trial(place)?.and_then(|(rendered, _)| tables::trial_of(&rendered.trials, self.factors));
            self.scores.push(Score::of(&row.expect("a row with its digest is as it was written")));
        }
        self.cut(plan, index, prefix)?;
        if quarantine.exists() {
            let index = TrialIndex::open(&quarantine, sweep, VERSION, plan)?;
            self.sources.push(TrialSource { index, shard: None, end: plan.len() });
        }
        Ok(())
    }

    /// Adopts a complete folder.
    fn adopt(&mut self, found: Option<Manifest>) -> Result<(), StoreError> {
        let Some(found) = found else { return Ok(()) };
        // The same sweep may have other notes, and come from another file or from other arguments.
        let Manifest { sweep, overrides, sources, .. } = self.manifest.clone();
        self.manifest = Manifest { sweep, overrides, sources, ..found.clone() };
        self.baselines_done = true;
        if self.manifest == found { Ok(()) } else { self.write_manifest() }
    }

    /// Cuts every table to the trials of a prefix.
    fn cut(&self, plan: &Plan, index: &TrialIndex, prefix: &Prefix) -> Result<(), StoreError> {
        for (name, length) in &prefix.lengths {
            tables::cut(&self.folder, name, *length)?;
        }
        let timed =
            timing::valid_length(&self.folder, |trial| plan.place(trial).is_some_and(|place| place < prefix.trials))?;
        tables::cut(&self.folder, file::TIMING, timed)?;
        let digests = plan.trials().take(prefix.trials).enumerate();
        let lines = digests.filter_map(|(place, trial)| Some(index.digests(place)?.line(trial.id)));
        let text = DigestKey::header() + &lines.collect::<String>();
        write_whole(&self.folder.join(file::DIGESTS), text.as_bytes())
    }

    fn tables(&mut self) -> &mut Tables {
        self.tables.as_mut().expect("a complete folder is not written to")
    }

    /// Returns the results folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the scores of the trials on disk, in order.
    #[must_use]
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// Returns whether the trial at a place of the plan is on disk, or is recorded elsewhere and will be copied.
    #[must_use]
    pub fn has(&self, place: usize) -> bool {
        place < self.scores.len() || self.sources.iter().any(|source| source.has(place)) || self.earlier.has(place)
    }

    /// Returns the corruption that was found when the folder was opened. Its trials are run again.
    #[must_use]
    pub fn corruption(&self) -> &Corruption {
        &self.corruption
    }

    /// Returns whether the folder is complete.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.manifest.complete
    }

    /// Returns whether the baselines are on disk.
    #[must_use]
    pub fn has_baselines(&self) -> bool {
        self.baselines_done
    }

    /// Writes the baselines, all at once.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_baselines(&mut self, rows: &[BaselineRow], timing: &[BaselineTimingRow]) -> Result<(), StoreError> {
        let text = rows::header(file::BASELINE_TIMING, &[]) + &rows::serialized(timing);
        write_whole(&self.folder.join(file::BASELINE_TIMING), text.as_bytes())?;
        let text = rows::header(file::BASELINES, &[]) + &rows::serialized(rows);
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
    /// If they cannot be written. Earlier rows are kept, and a resumed run cuts a torn end.
    pub fn append(&mut self, row: &TrialRow, rendered: &Rendered, timing: &TimingRow) -> Result<(), StoreError> {
        self.write(row, rendered, &rows::serialized(std::slice::from_ref(timing)))?;
        self.copy_available()
    }

    fn write(&mut self, row: &TrialRow, rendered: &Rendered, timing: &str) -> Result<(), StoreError> {
        let digests = rendered.digests(self.key).line(row.trial);
        let tables = self.tables();
        tables.append(file::FRONTS, &rendered.fronts)?;
        tables.append(file::OPERATORS, &rendered.operators)?;
        tables.append(file::FAILURES, &rendered.failures)?;
        tables.append(file::CONVERGENCE, &rendered.convergence)?;
        tables.append(file::SOLUTIONS, &rendered.solutions)?;
        tables.append(file::TIMING, timing)?;
        tables.append(file::DIGESTS, &digests)?;
        tables.append(file::TRIALS, &rendered.trials)?;
        // Rows survive a killed process at once, and a power cut after about a second.
        if tables.is_due() {
            tables.sync()?;
        }
        self.scores.push(Score::of(row));
        Ok(())
    }

    /// Adds sources, whose trials are copied in the order of the plan.
    pub(super) fn copy_from(&mut self, sources: Vec<TrialSource>) -> Result<(), StoreError> {
        self.sources.extend(sources);
        self.copy_available()
    }

    /// Copies the next trials from the sources, up to the first that none has.
    fn copy_available(&mut self) -> Result<(), StoreError> {
        loop {
            let place = self.scores.len();
            let found = match self.sources.iter().find(|source| source.has(place)) {
                Some(source) => source.index.trial(source.own(place))?,
                None => self.earlier.trial(place)?,
            };
            let Some((rendered, timing)) = found else { return Ok(()) };
            let row = tables::trial_of(&rendered.trials, self.factors);
            self.write(&row.expect("a row with its digest is as it was written"), &rendered, &timing)?;
        }
    }

    /// Finds the recorded trials of smaller sweeps that a stage has, and copies those that are next in the plan.
    pub(crate) fn enter_stage(
        &mut self,
        sweep: &Sweep,
        plan: &Plan,
        stage: usize,
        points: &[TrialConfig],
    ) -> Result<(), StoreError> {
        self.earlier.enter_stage(sweep, plan.places(stage).start, plan.stage(stage), points);
        self.copy_available()
    }

    /// Returns the rows of the baselines that smaller sweeps have recorded.
    pub(crate) fn recorded_baselines(&self, sweep: &Sweep) -> Result<RecordedBaselines, StoreError> {
        self.earlier.baselines(sweep)
    }

    /// Returns the names of the stages with recorded trials of a smaller sweep that are dropped, because the stages before select
    /// other configurations now, and the number of these trials.
    #[must_use]
    pub fn dropped(&self) -> &[(String, usize)] {
        self.earlier.changed()
    }

    /// Sets the selected configurations of the stages that are done; [`Store::finish`] writes them.
    pub fn set_selected(&mut self, selected: Vec<SelectedPoint>) {
        self.manifest.selected = selected;
    }

    /// Returns the index of the configuration that a stage (its index) selected, if it is recorded.
    pub(crate) fn selected(&self, stage: usize) -> Option<usize> {
        self.manifest.selected.get(stage)?.index()
    }

    /// Imports the selected configurations of the stages so far into a shard, as
    /// [`read_selected`](super::read_selected) returns them for the merged folder.
    ///
    /// # Errors
    /// If the shard has run with other ones, or the manifest cannot be written.
    pub fn import_selected(&mut self, selected: &[SelectedPoint]) -> Result<(), StoreError> {
        let own = &self.manifest.selected;
        if let Some((own, given)) = own.iter().zip(selected).find(|(own, given)| own != given) {
            return Err(StoreError::other_selection(&self.folder, own, given));
        }
        if selected.len() > own.len() && !self.manifest.complete {
            self.manifest.selected = selected.to_vec();
            self.write_manifest()?;
        }
        Ok(())
    }

    /// Records the selected configurations of a sweep that has stages left.
    pub(super) fn record_selected(&mut self, selected: Vec<SelectedPoint>) -> Result<(), StoreError> {
        self.sync()?;
        self.manifest.selected = selected;
        self.write_manifest()
    }

    /// Flushes all rows to the disk, so that they survive a power cut.
    ///
    /// # Errors
    /// If they cannot be flushed.
    pub(crate) fn sync(&mut self) -> Result<(), StoreError> {
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
        self.remove_copies()
    }

    /// Deletes copies of tables, which a complete folder does not need.
    fn remove_copies(&self) -> Result<(), StoreError> {
        quarantine::remove(&self.folder)?;
        earlier_folders::remove(&self.folder)
    }
}
