//! [`merge`]: joins the folders of all shards of a sweep in one folder, as far as the stages that all of them have run, and records what
//! these stages select, with which the shards can be continued. The shards stay. Without every shard, or with an unfinished first stage,
//! nothing is merged.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::checksum::baselines_corruption;
use super::error::StoreError;
use super::folder_lock::FolderLock;
use super::known_rows::TrialSource;
use super::line_ends::restore_line_ends;
use super::manifest::Manifest;
use super::results_folder::{Opening, Store};
use super::selected_point::SelectedPoint;
use super::trial_index::TrialIndex;
use super::{recorded_sweep, tables};
use crate::execution::Execution;
use crate::plan::Plan;
use crate::record::{BaselineRow, BaselineTimingRow, file};
use crate::run_observer::RunObserver;
use crate::run_state::RunState;
use crate::shard::Shard;
use crate::sweep::Sweep;
use evocube_engine::registered::Registry;

/// Error of a merge. No row has been written, unless those of the shards were already being copied.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A folder cannot be read, or the new one not written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No folder is named.
    #[error("there is no folder to merge")]
    Nothing,
    /// A folder holds a whole sweep.
    #[error("{} holds the whole sweep, not a shard of it", path.display())]
    Whole {
        /// The folder.
        path: PathBuf,
    },
    /// Two folders are of different sweeps.
    #[error("{} and {} are not shards of one sweep: {difference}", first.display(), second.display())]
    OtherSweep {
        /// The first folder.
        first: PathBuf,
        /// The other one.
        second: PathBuf,
        /// The first difference.
        difference: String,
    },
    /// Two folders hold the same trials.
    #[error("shard {shard} is there twice: {} and {}", first.display(), second.display())]
    Twice {
        /// The shard.
        shard: Shard,
        /// A folder that holds it.
        first: PathBuf,
        /// Another one.
        second: PathBuf,
    },
    /// Shards are missing.
    #[error("{} of {count} shards {} missing: {}", missing.len(), if missing.len() == 1 { "is" } else { "are" }, join(missing))]
    Missing {
        /// The numbers of the missing shards, from 1.
        missing: Vec<usize>,
        /// Number of shards in all.
        count: usize,
    },
}

fn join(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The merged shards.
#[derive(Debug)]
pub struct Merged {
    /// The sweep that the shards are of.
    pub sweep: Sweep,
    /// The plan of the whole sweep.
    pub plan: Plan,
    /// The folder of the whole sweep. If all stages are merged, running it only completes it.
    pub store: Store,
    /// Number of stages that all shards have run and that are merged.
    pub stages: usize,
}

/// Merges all shards of a sweep, which may name the components of a registry, into a folder with the bytes of a run on one machine,
/// except wall-clock times and the manifest's section `[machine]`.
///
/// Every trial's rows are checked against their digests. An interrupted merge is resumed by merging again. If some shards have
/// run fewer stages, the stages that all have run are merged, and their selected configurations are recorded. The observer is that of
/// [`FolderLock::claim`].
///
/// # Errors
/// If the folders are not all the shards of one sweep, once each, without corruption and with a complete first stage;
/// nothing but restored line ends is written then. If the new folder cannot be written, or holds something else.
pub fn merge(
    folders: &[PathBuf],
    out: &Path,
    registry: &Registry,
    execution: Execution<'_>,
    observer: &dyn RunObserver,
) -> Result<Merged, MergeError> {
    let shards = check(folders)?;
    let (_, (folder, manifest)) = shards.first_key_value().ok_or(MergeError::Nothing)?;
    let sweep = recorded_sweep::sweep_of(manifest, folder, registry)?;
    for (folder, manifest) in shards.values() {
        manifest.check_program(&sweep, folder)?;
    }
    let plan = Plan::new(&sweep);
    let parts = parts(&shards, &sweep)?;
    let stages = parts.iter().map(|part| part.stages).min().unwrap_or_default();
    if let Some(part) = parts.iter().find(|part| part.stages == 0) {
        return Err(StoreError::UnfinishedShard { path: part.folder.to_path_buf(), shard: part.shard }.into());
    }
    let state = select(sweep, plan, &parts, stages)?;
    let points = SelectedPoint::all(&state);
    let (sweep, plan) = (state.sweep.into_owned(), state.plan.into_owned());
    let lock = FolderLock::claim(out, observer)?;
    let is_new = lock.is_new();
    let mut store = Store::open_claimed(lock, &sweep, &plan, Opening::Resume, execution)?;
    if is_new {
        parts.iter().for_each(|part| store.add_programs(part.manifest));
    }
    if store.is_complete() {
        return Ok(Merged { stages: sweep.stages.len(), sweep, plan, store });
    }
    if !store.has_baselines() {
        let (rows, timing) = baselines(&sweep, &parts)?;
        store.write_baselines(&rows, &timing)?;
    }
    let end = plan.places(stages - 1).end;
    store.copy_from(parts.into_iter().map(|part| TrialSource { index: part.index, shard: part.shard, end }))?;
    if stages < sweep.stages.len() {
        store.record_selected(points)?;
    }
    Ok(Merged { sweep, plan, store, stages })
}

/// An opened shard.
struct OpenShard<'a> {
    shard: Shard,
    folder: &'a Path,
    manifest: &'a Manifest,
    /// The places of each stage in its own plan.
    places: Vec<Range<usize>>,
    index: TrialIndex,
    /// Number of stages that it has run.
    stages: usize,
}

/// Opens the shards.
fn parts<'a>(
    shards: &'a BTreeMap<Shard, (&'a Path, Manifest)>,
    sweep: &Sweep,
) -> Result<Vec<OpenShard<'a>>, MergeError> {
    let mut parts = Vec::new();
    for (&shard, (folder, manifest)) in shards {
        let settled = sweep.settled(&manifest.selected_in(sweep, folder)?);
        let plan = recorded_sweep::plan_for(&settled, Some(shard), folder)?;
        let index = TrialIndex::open(folder, sweep, manifest, &plan)?;
        if let Some(corruption) = index.corruption {
            return Err(StoreError::Changed { corruption, shard: Some(shard) }.into());
        }
        let stages = if manifest.complete {
            sweep.stages.len()
        } else if manifest.digests.contains_key(file::BASELINES) {
            // The last stage has been run when the shard says that it is complete.
            (1..sweep.stages.len()).take_while(|stage| plan.places(stage - 1).end <= index.intact()).count()
        } else {
            0
        };
        let places = (0..sweep.stages.len()).map(|stage| plan.places(stage)).collect();
        parts.push(OpenShard { shard, folder, manifest, places, index, stages });
    }
    Ok(parts)
}

/// Returns the state after the selections of the stages that all shards have run, unless no other stage follows them.
///
/// # Errors
/// If a shard has run later stages with another configuration.
fn select(sweep: Sweep, plan: Plan, parts: &[OpenShard<'_>], stages: usize) -> Result<RunState<'static>, StoreError> {
    let mut state = RunState { sweep: Cow::Owned(sweep), plan: Cow::Owned(plan), selected: Vec::new() };
    for number in 0..stages.min(state.sweep.stages.len() - 1) {
        let mut failure = Ok(());
        let (sweep, selected) = (&state.sweep, &state.selected);
        let scores = parts.iter().filter_map(|part| part.index.scores(part.places[number].clone(), sweep)).flatten();
        let scores = scores.map_while(|score| score.map_err(|error| failure = Err(error)).ok());
        let point = sweep.select(number, selected, scores);
        failure?;
        state.select(point);
    }
    let points = SelectedPoint::all(&state);
    parts.iter().try_for_each(|part| StoreError::check_selected(part.folder, &part.manifest.selected, &points))?;
    Ok(state)
}

/// Returns the folder of every shard.
///
/// # Errors
/// If a shard is missing or named twice, or a folder is corrupt or of another sweep.
fn check(folders: &[PathBuf]) -> Result<BTreeMap<Shard, (&Path, Manifest)>, MergeError> {
    let mut shards: BTreeMap<Shard, (&Path, Manifest)> = BTreeMap::new();
    let mut first: Option<(&Path, Manifest)> = None;
    for folder in folders {
        restore_line_ends(folder)?;
        let manifest = Manifest::read(folder)?;
        let Some(shard) = manifest.shard else {
            return Err(MergeError::Whole { path: folder.clone() });
        };
        if let Some((other, expected)) = &first {
            let division = |shard: Shard| format!("shard {shard}");
            let counts = expected.shard.filter(|other| other.count() != shard.count());
            let difference = match counts {
                Some(other) => {
                    Some(format!("{} and {} belong to different divisions", division(other), division(shard)))
                }
                None => Manifest { shard: Some(shard), ..expected.clone() }.difference(&manifest),
            };
            if let Some(difference) = difference {
                return Err(MergeError::OtherSweep { first: other.to_path_buf(), second: folder.clone(), difference });
            }
        }
        if let Some(corruption) = baselines_corruption(folder, &manifest)? {
            return Err(StoreError::Changed { corruption, shard: Some(shard) }.into());
        }
        first.get_or_insert_with(|| (folder, manifest.clone()));
        if let Some((other, _)) = shards.insert(shard, (folder, manifest)) {
            return Err(MergeError::Twice { shard, first: other.to_path_buf(), second: folder.clone() });
        }
    }
    let count = shards.keys().next().ok_or(MergeError::Nothing)?.count();
    let missing: Vec<usize> =
        (1..=count).filter(|index| Shard::new(*index, count).is_ok_and(|shard| !shards.contains_key(&shard))).collect();
    if missing.is_empty() { Ok(shards) } else { Err(MergeError::Missing { missing, count }) }
}

/// Returns the baselines of all shards in the order of the instances, with their timing.
fn baselines(
    sweep: &Sweep,
    shards: &[OpenShard<'_>],
) -> Result<(Vec<BaselineRow>, Vec<BaselineTimingRow>), StoreError> {
    let places: HashMap<&str, usize> =
        sweep.instances.iter().enumerate().map(|(place, instance)| (&*instance.name, place)).collect();
    let (mut rows, mut timing) = (Vec::new(), Vec::new());
    for OpenShard { folder, .. } in shards {
        rows.extend(tables::rows_of::<BaselineRow>(folder, file::BASELINES)?);
        timing.extend(tables::times_of::<BaselineTimingRow>(folder, file::BASELINE_TIMING)?);
    }
    // The solvers of an instance are in their order.
    rows.sort_by_key(|row| places.get(&*row.instance));
    timing.sort_by_key(|row| places.get(&*row.instance));
    Ok((rows, timing))
}
