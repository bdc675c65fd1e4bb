//! [`Store`]: a results folder that this process has opened for a sweep. Baselines, trials in the order of the plan and selections are
//! written, recorded trials of smaller sweeps or shards are copied, and in the end all rows are checked. Folders are opened in `opening`,
//! as [`Opening`] says, read by `read`, and shards joined by `merge`.

mod opening;

use std::path::{Path, PathBuf};

use super::checksum::{digest, digest_if_there, write_whole};
use super::corruption::Corruption;
use super::digests::DigestKey;
use super::error::StoreError;
use super::folder_lock::FolderLock;
use super::headers::fixed_header;
use super::known_rows::{KnownRows, RecordedBaselines, TrialSource};
use super::machine::Machine;
use super::manifest::Manifest;
use super::open_tables::Tables;
use super::program::add_accepted;
use super::rows::{FinishedTrial, Rendered};
use super::selected_point::SelectedPoint;
use super::trial_index::TrialIndex;
use super::{earlier_folders, seal};
use crate::execution::Execution;
use crate::plan::{Plan, Trial};
use crate::record::{BaselineRow, BaselineTimingRow, Row, Score, TrialRow, file};
use crate::run_state::RunState;
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
    /// The stages in which selection may depend on logged generations.
    stages_with_steps: Vec<String>,
    baselines_done: bool,
    tables: Option<Tables>,
    /// Recorded trials of shards, of damaged tables and of smaller sweeps that are copied, in the order of the plan, instead of being run.
    known: KnownRows,
    corruption: Vec<Corruption>,
    /// Number of factor columns of `trials.csv`.
    factors: usize,
    key: DigestKey,
    lock: FolderLock,
}

impl Store {
    /// Closes the folder, which stays claimed.
    pub fn close(self) -> FolderLock {
        self.lock
    }

    /// Returns the results folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the scores of the trials on disk, in order.
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// Returns whether the trial at a place of the plan is on disk, or is recorded elsewhere and will be copied.
    pub fn has(&self, place: usize) -> bool {
        place < self.scores.len() || self.known.has(place)
    }

    /// Returns the corruption that the folder had when it was opened, and that of smaller sweeps.
    pub fn corruption(&self) -> &[Corruption] {
        &self.corruption
    }

    /// Returns whether the folder is complete.
    pub fn is_complete(&self) -> bool {
        self.manifest.complete
    }

    /// Returns whether the baselines are on disk.
    pub fn has_baselines(&self) -> bool {
        self.baselines_done
    }

    /// Writes the baselines, all at once.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_baselines(&mut self, rows: &[BaselineRow], timing: &[BaselineTimingRow]) -> Result<(), StoreError> {
        let text = fixed_header(file::BASELINE_TIMING) + &Row::lines(timing);
        write_whole(&self.folder.join(file::BASELINE_TIMING), text.as_bytes())?;
        let text = fixed_header(file::BASELINES) + &Row::lines(rows);
        let path = self.folder.join(file::BASELINES);
        write_whole(&path, text.as_bytes())?;
        self.manifest.digests.insert(file::BASELINES.to_owned(), digest(&path)?);
        self.write_manifest()?;
        self.baselines_done = true;
        Ok(())
    }

    /// Appends the rows of the next trials, those of `trials.csv` last.
    ///
    /// # Errors
    /// If they cannot be written. Earlier rows are kept, and a resumed run cuts a torn end.
    pub fn append(&mut self, trials: &[FinishedTrial]) -> Result<(), StoreError> {
        let added = trials.iter().try_for_each(|FinishedTrial { row, rendered, timing }| {
            self.add(row, rendered, &Row::lines(std::slice::from_ref(timing)))?;
            self.add_available()
        });
        self.write().and(added)
    }

    /// Adds the rows of the next trial to those that are written next.
    pub(super) fn add(&mut self, row: &TrialRow, rendered: &Rendered, timing: &str) -> Result<(), StoreError> {
        let digests = rendered.digests(self.key, row.trial);
        let tables = self.tables.as_mut().expect("a complete folder is not written to");
        for (name, text) in rendered.tables() {
            tables.add(name, text)?;
        }
        tables.add(file::TIMING, timing)?;
        tables.add(file::DIGESTS, &digests)?;
        let has_steps = self.stages_with_steps.iter().any(|stage| **stage == *row.stage);
        self.scores.push(Score::of_lines(row, if has_steps { rendered.lines(file::CONVERGENCE) } else { "" }));
        if tables.are_full() { self.write() } else { Ok(()) }
    }

    /// Writes the rows that were added.
    pub(super) fn write(&mut self) -> Result<(), StoreError> {
        self.tables.as_mut().map_or(Ok(()), Tables::write)
    }

    /// Copies the trials of sources in the order of the plan.
    pub(super) fn copy_from(&mut self, sources: impl Iterator<Item = TrialSource>) -> Result<(), StoreError> {
        let opened = self.known.sources.len();
        self.known.sources.extend(sources);
        self.copy_available()?;
        self.known.sources.truncate(opened);
        Ok(())
    }

    /// Adds the accepted programs of a folder whose trials are copied.
    pub(super) fn add_programs(&mut self, manifest: &Manifest) {
        add_accepted(&mut self.manifest.programs, &manifest.programs);
    }

    /// Adds the next trials from the sources, up to the first that none has.
    fn add_available(&mut self) -> Result<(), StoreError> {
        while let Some((row, rendered, timing)) = self.known.trial(self.scores.len(), self.factors)? {
            self.add(&row, &rendered, &timing)?;
        }
        Ok(())
    }

    /// Copies the next trials from the sources, up to the first that none has.
    fn copy_available(&mut self) -> Result<(), StoreError> {
        self.add_available()?;
        self.write()
    }

    /// Finds the recorded trials of smaller sweeps that a stage has, and copies those that are next in the plan. Returns the trials of
    /// the stage that are to be run.
    pub(crate) fn enter_stage(
        &mut self,
        state: &RunState<'_>,
        stage: usize,
        points: &[TrialConfig],
    ) -> Result<Vec<Trial>, StoreError> {
        self.known.enter_stage(state, stage, points)?;
        self.copy_available()?;
        let trials = state.plan.places(stage).zip(state.plan.stage(stage));
        Ok(trials.filter(|(place, _)| !self.has(*place)).map(|(_, trial)| *trial).collect())
    }

    /// Returns the rows of the baselines that smaller sweeps have recorded.
    pub(crate) fn recorded_baselines(&self, sweep: &Sweep) -> Result<RecordedBaselines, StoreError> {
        self.known.baselines(sweep)
    }

    /// Returns the names of the stages with recorded trials of a smaller sweep that are dropped, because the stages before select
    /// other configurations now, and the number of these trials.
    pub fn dropped(&self) -> &[(String, usize)] {
        self.known.changed()
    }

    /// Sets the selected configurations of the stages that are done; [`Store::finish`] writes them.
    pub fn set_selected(&mut self, selected: Vec<SelectedPoint>) {
        self.manifest.selected = selected;
    }

    /// Returns the selected configurations of the stages that are done.
    pub fn selected_points(&self) -> &[SelectedPoint] {
        &self.manifest.selected
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
        StoreError::check_selected(&self.folder, &self.manifest.selected, selected)?;
        if selected.len() > self.manifest.selected.len() && !self.manifest.complete {
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
        seal::write_manifest(&self.folder, &self.manifest)
    }

    /// Marks the folder complete, once the rows of every trial of the settled sweep have their digests on disk.
    /// [`write_checksums`](super::write_checksums) adds the digests of the files once the figures are drawn.
    ///
    /// # Errors
    /// If another program has removed or changed a table or the manifest, a row is not as it was written, or a file cannot be read or
    /// written.
    pub fn finish(&mut self, sweep: &Sweep, plan: &Plan, execution: Execution<'_>) -> Result<(), StoreError> {
        self.sync()?;
        let baselines = self.folder.join(file::BASELINES);
        if digest_if_there(&baselines)?.as_ref() != self.manifest.digests.get(file::BASELINES) {
            return Err(StoreError::Disturbed { path: baselines });
        }
        let manifest = Manifest::read(&self.folder)?;
        if (&manifest.sweep, manifest.complete, &manifest.programs)
            != (&self.manifest.sweep, false, &self.manifest.programs)
        {
            return Err(StoreError::Disturbed { path: self.folder.join(file::MANIFEST) });
        }
        let manifest = Manifest { complete: true, trials: plan.len() as u64, ..self.manifest.clone() };
        self.known.sources.clear();
        let has_written_all =
            self.scores.len() == plan.len() && self.tables.as_ref().map_or(Ok(false), Tables::are_as_written)?;
        if !has_written_all && let Some(corruption) = TrialIndex::open(&self.folder, sweep, &manifest, plan)?.corruption
        {
            return Err(StoreError::Changed { corruption, shard: plan.shard() });
        }
        self.manifest = Manifest { machine: Machine::here(execution), ..manifest };
        // The page of a smaller sweep stays until the larger one is complete.
        self.known.remove_drawn(&self.folder)?;
        self.write_manifest()?;
        earlier_folders::remove(&self.folder)
    }
}
