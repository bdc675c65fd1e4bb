//! Reading the sweep of a results folder from its manifest, with its plan and its selections, or those of a race from its trials. Rows are
//! read in `read`.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::checksum::exists;
use super::components::with_components;
use super::error::StoreError;
use super::manifest::{Manifest, corrupt_manifest, first_difference, with_overrides};
use super::selected_point::SelectedPoint;
use super::tables::trial_rows;
use crate::plan::Plan;
use crate::race;
use crate::record::{Score, file};
use crate::run_state::RunState;
use crate::shard::Shard;
use crate::sweep::{Origin, Overrides, Stage, Sweep};
use evocube_engine::registered::Registry;

/// Reads the sweep of a folder from its manifest. Registered components that it names are words, which do not run.
///
/// # Errors
/// If there is no manifest, or it is corrupt.
pub fn read_sweep(folder: &Path) -> Result<Sweep, StoreError> {
    read_sweep_with(folder, &Registry::new())
}

/// Reads the sweep of a folder from its manifest, with the components of a registry.
///
/// # Errors
/// As [`read_sweep`].
pub fn read_sweep_with(folder: &Path, registry: &Registry) -> Result<Sweep, StoreError> {
    sweep_of(&Manifest::read(folder)?, folder, registry)
}

/// Returns the plan of a folder: that of the whole sweep, or of a shard.
///
/// # Errors
/// If there is no manifest, or it is corrupt.
pub fn plan_of(folder: &Path) -> Result<Plan, StoreError> {
    let manifest = Manifest::read(folder)?;
    plan_for(&sweep_of(&manifest, folder, &Registry::new())?, manifest.shard, folder)
}

/// Reads from a merged folder the configurations that the stages of a sweep have selected so far; none if the folder is
/// missing.
///
/// # Errors
/// If the folder is of another sweep, or its manifest is corrupt.
pub fn read_selected(folder: &Path, sweep: &Sweep) -> Result<Vec<SelectedPoint>, StoreError> {
    if !exists(&folder.join(file::MANIFEST))? {
        return Ok(Vec::new());
    }
    let manifest = Manifest::read(folder)?;
    if let Some(difference) = first_difference(&manifest.sweep, &sweep.to_table()) {
        let difference = with_overrides(difference.to_string(), &manifest.overrides, &sweep.origin.overrides);
        let path = folder.to_owned();
        return Err(StoreError::OtherSweep { path, difference, can_extend: false });
    }
    manifest.selected_in(sweep, folder)?;
    Ok(manifest.selected)
}

/// Returns the sweep, the plan and the recorded selections of a manifest.
pub(crate) fn state_of(
    manifest: &Manifest,
    folder: &Path,
    registry: &Registry,
) -> Result<RunState<'static>, StoreError> {
    let sweep = sweep_of(manifest, folder, registry)?;
    let plan = plan_for(&sweep, manifest.shard, folder)?;
    let selected = manifest.selected_in(&sweep, folder)?;
    Ok(RunState { sweep: Cow::Owned(sweep), plan: Cow::Owned(plan), selected })
}

/// Returns the plan of a sweep, or the part that the shard in a folder runs.
pub(super) fn plan_for(sweep: &Sweep, shard: Option<Shard>, folder: &Path) -> Result<Plan, StoreError> {
    // A selection may leave fewer trials than there are shards.
    let is_fixed = !sweep.stages.iter().any(Stage::is_open);
    match shard.filter(|_| is_fixed) {
        Some(shard) => Plan::of_shard(sweep, shard).map_err(|error| corrupt_manifest(folder, error.to_string())),
        None => Ok(Plan::dealt(sweep, shard)),
    }
}

/// Returns the first line of a table; nothing if there is none.
fn header_of(path: &Path) -> Result<String, StoreError> {
    let mut header = Vec::new();
    if exists(path)? {
        let read = File::open(path).and_then(|file| BufReader::new(file).read_until(b'\n', &mut header));
        read.map_err(|cause| StoreError::File { path: path.to_owned(), cause })?;
    }
    Ok(String::from_utf8_lossy(&header).into_owned())
}

/// Returns the sweep of a manifest, which may name the components of a registry, with the design points that follow from the recorded
/// selections, or from the trials of a race.
pub(super) fn sweep_of(manifest: &Manifest, folder: &Path, registry: &Registry) -> Result<Sweep, StoreError> {
    let text = toml::to_string(&manifest.sweep).expect("a table prints");
    let header = header_of(&folder.join(file::CONVERGENCE))?;
    let registry = with_components(registry, &manifest.programs, &header);
    let mut sweep = Sweep::parse_with(&text, &folder.join(file::MANIFEST), &registry, &Overrides::of_recorded())
        .map_err(|error| corrupt_manifest(folder, error.messages()))?;
    sweep.origin = Origin { overrides: manifest.overrides.clone(), files: manifest.sources.clone() };
    if sweep.race_design().is_some() && exists(&folder.join(file::TRIALS))? {
        // The rows up to the first that is no trial.
        let rows = trial_rows(folder, sweep.factor_keys().len())?.map_while(Result::ok);
        let scores: Vec<Score> = rows.map(|row| Score::new(&row)).collect();
        race::settle(&mut sweep, &scores);
    }
    if !sweep.stages.iter().any(Stage::is_open) {
        return Ok(sweep);
    }
    let selected = manifest.selected_in(&sweep, folder)?;
    Ok(sweep.settled(&selected).into_owned())
}
