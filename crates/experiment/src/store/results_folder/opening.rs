//! Opening a results folder for a sweep: new, resumed, enlarged or emptied, as [`Opening`] says. A damaged end is cut; recorded trials
//! behind it are kept, to be copied. What is written afterwards is in the module above.

use std::path::Path;

use super::{Opening, Store};
use crate::execution::Execution;
use crate::plan::Plan;
use crate::record::{BaselineRow, file};
use crate::store::checksum::{baselines_corruption, digest_if_there, exists, has_unchanged_tables, write_whole};
use crate::store::components::check_components;
use crate::store::digests::DigestKey;
use crate::store::error::StoreError;
use crate::store::folder_lock::FolderLock;
use crate::store::known_rows::KnownRows;
use crate::store::listed_files::remove_known;
use crate::store::manifest::{Manifest, VERSION};
use crate::store::open_tables::Tables;
use crate::store::program::continued;
use crate::store::trial_index::TrialIndex;
use crate::store::{earlier_folders, extension, tables};
use crate::sweep::Sweep;

impl Store {
    /// [Claims](FolderLock::claim) a folder for a sweep, creates it if it is missing, and [opens](Self::open_claimed) it.
    ///
    /// # Errors
    /// As [`FolderLock::claim`] and [`Store::open_claimed`].
    pub fn open(
        folder: &Path,
        sweep: &Sweep,
        plan: &Plan,
        opening: Opening,
        execution: Execution<'_>,
    ) -> Result<Self, StoreError> {
        Self::open_claimed(FolderLock::claim(folder, &())?, sweep, plan, opening, execution)
    }

    /// Opens a folder that this process has claimed for a sweep.
    ///
    /// # Errors
    /// If the folder holds the results of another sweep, or an unfinished run and `opening` is [`Opening::New`]. The folder is
    /// unchanged then.
    pub fn open_claimed(
        lock: FolderLock,
        sweep: &Sweep,
        plan: &Plan,
        opening: Opening,
        execution: Execution<'_>,
    ) -> Result<Self, StoreError> {
        let (folder, is_new) = (&lock.folder().to_owned(), lock.is_new());
        check_components(sweep, folder)?;
        let manifest = Manifest::new(sweep, plan, execution);
        let key = DigestKey::new(manifest.sweep.clone(), VERSION, plan.shard());
        let mut store = Self {
            folder: folder.to_owned(),
            manifest,
            scores: Vec::with_capacity(plan.len()),
            stages_with_steps: sweep.stages_with_steps(),
            baselines_done: false,
            tables: None,
            known: KnownRows::default(),
            corruption: Vec::new(),
            factors: sweep.factor_keys().len(),
            key,
            lock,
        };
        match opening {
            _ if is_new => {}
            Opening::Fresh => {
                remove_known(folder)?;
                earlier_folders::remove(folder)?;
            }
            Opening::Extend => {
                extension::begin(folder, sweep, &store.manifest)?;
                store.resume(sweep, plan, Opening::Resume)?;
            }
            Opening::New | Opening::Resume => store.resume(sweep, plan, opening)?,
        }
        if !store.manifest.complete {
            store.write_manifest()?;
        }
        // After the manifest, which marks the folder as one of evocube.
        write_attributes(folder)?;
        if !store.manifest.complete {
            store.tables = Some(Tables::open(folder, sweep)?);
            store.open_kept(sweep, plan)?;
            store.copy_available()?;
        } else {
            earlier_folders::remove(folder)?;
        }
        Ok(store)
    }

    /// Opens the kept folders, of this sweep or of smaller ones.
    fn open_kept(&mut self, sweep: &Sweep, plan: &Plan) -> Result<(), StoreError> {
        let folders = earlier_folders::all(&self.folder)?;
        self.known = KnownRows::open(&folders, Some((&self.manifest, sweep, plan)))?;
        for corruption in self.known.corruption() {
            // A corruption of this folder is in its copy as well.
            if !self.corruption.iter().any(|other| other.is_copy_of(corruption)) {
                self.corruption.push(corruption.clone());
            }
        }
        Ok(())
    }

    /// Adopts the trials on disk up to the first that is torn or corrupt. If later ones are valid, a copy of the tables is kept first.
    fn resume(&mut self, sweep: &Sweep, plan: &Plan, opening: Opening) -> Result<(), StoreError> {
        let (text, manifest, selected) = self.recorded(sweep)?;
        let sweep = &*sweep.settled(&selected);
        let plan = &*plan.settled(sweep);
        self.manifest.selected.clone_from(&manifest.selected);
        self.adopt_baselines(sweep, plan, manifest.digests.get(file::BASELINES))?;
        if has_unchanged_tables(&self.folder, &text, &manifest)? {
            return self.adopt(manifest);
        }
        // Until an extension is complete, a table may be that of the smaller sweep, of which there is a copy.
        let has_kept_rows = !earlier_folders::all(&self.folder)?.is_empty();
        let index = match TrialIndex::open(&self.folder, sweep, &manifest, plan) {
            Err(StoreError::Corrupt { .. }) if has_kept_rows => TrialIndex::empty(&self.folder),
            index => index?,
        };
        // The run was killed before it wrote the digests of the tables, or the manifest is not as it was written. It is made again.
        let is_done = manifest.complete && index.corruption.is_none() && self.baselines_done;
        self.corruption.extend(index.corruption.clone().filter(|_| !has_kept_rows || index.valid() > 0));
        self.corruption.extend(baselines_corruption(&self.folder, &manifest)?);
        if opening != Opening::Resume && !is_done {
            return Err(match self.corruption.pop() {
                Some(corruption) => StoreError::Changed { corruption, shard: plan.shard() },
                None => {
                    let (path, done, all) = (self.folder.clone(), index.valid(), plan.len());
                    StoreError::Unfinished { path, done, all, is_bound: plan.is_bound(), has_kept_rows }
                }
            });
        }
        let has_later_trials = index.valid() > index.intact();
        if let Some(here) = self.manifest.programs.pop() {
            // Recorded trials that other programs made are not copied yet.
            let trials = if has_kept_rows || has_later_trials { u64::MAX } else { index.intact() as u64 };
            self.manifest.programs = continued(&manifest.programs, here, trials);
        }
        if has_later_trials {
            earlier_folders::keep(&self.folder)?;
        }
        self.scores = index.scores(0..index.intact(), sweep).into_iter().flatten().collect::<Result<_, _>>()?;
        index.cut(&self.folder)
    }

    /// Adopts the baselines if all rows exist and have the recorded digest, if there is one.
    fn adopt_baselines(&mut self, sweep: &Sweep, plan: &Plan, expected: Option<&String>) -> Result<(), StoreError> {
        let path = self.folder.join(file::BASELINES);
        // Baselines of a smaller sweep are copied, or run again if they differ from their digest.
        let may_be_smaller = expected.is_none() && !earlier_folders::all(&self.folder)?.is_empty();
        let digest = if may_be_smaller { None } else { digest_if_there(&path)? };
        let Some(digest) = digest else { return Ok(()) };
        let pair = |instance: &str, solver: &str| format!("{instance}\n{solver}");
        let instances = plan.baseline_instances(sweep);
        let names = instances
            .flat_map(|instance| sweep.baselines.iter().map(move |solver| pair(&instance.name, solver.name())));
        let has_all = |rows: Vec<BaselineRow>| rows.iter().map(|row| pair(&row.instance, &row.solver)).eq(names);
        let has_all = match tables::rows_of(&self.folder, file::BASELINES) {
            Err(StoreError::Corrupt { .. }) => false,
            rows => has_all(rows?),
        };
        if expected.is_none_or(|expected| *expected == digest) && has_all {
            self.baselines_done = true;
            self.manifest.digests.insert(file::BASELINES.to_owned(), digest);
        }
        Ok(())
    }

    /// Returns the manifest on disk with its text, if it is of this sweep, and the indices of the selected configurations in it.
    fn recorded(&self, sweep: &Sweep) -> Result<(String, Manifest, Vec<usize>), StoreError> {
        let (text, manifest) = Manifest::read_with_text(&self.folder)?;
        if let Some(difference) = manifest.difference(&self.manifest) {
            let can_extend = self.manifest.shard.is_none()
                && matches!(
                    extension::is_smaller(&self.folder, sweep),
                    Ok(true) | Err(StoreError::OtherProgram { .. })
                );
            return Err(StoreError::OtherSweep { path: self.folder.clone(), difference, can_extend });
        }
        manifest.check_program(sweep, &self.folder)?;
        let selected = manifest.selected_in(sweep, &self.folder)?;
        Ok((text, manifest, selected))
    }

    /// Adopts a complete folder.
    fn adopt(&mut self, recorded: Manifest) -> Result<(), StoreError> {
        // The same sweep may have other notes, and come from another file or from other arguments.
        let Manifest { sweep, overrides, sources, .. } = self.manifest.clone();
        self.manifest = Manifest { sweep, overrides, sources, ..recorded.clone() };
        self.baselines_done = true;
        if self.manifest == recorded { Ok(()) } else { self.write_manifest() }
    }
}

/// Writes the attributes for git, unless the user has some.
fn write_attributes(folder: &Path) -> Result<(), StoreError> {
    let path = folder.join(file::ATTRIBUTES);
    if exists(&path)? { Ok(()) } else { write_whole(&path, b"* -text\n") }
}
