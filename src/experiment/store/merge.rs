//! Joining the shards of a sweep.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::archive::Archive;
use super::damage::Damage;
use super::folder::{Opening, Source, Store, StoreError};
use super::{inspect, read};
use crate::experiment::execution::Execution;
use crate::experiment::plan::Plan;
use crate::experiment::record::{BaselineRow, TimingRow, file};
use crate::experiment::shard::Shard;
use crate::experiment::sweep::Sweep;

/// Why folders cannot be joined. Nothing has been written then.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A folder cannot be read, or the new one not written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is nothing to join.
    #[error("there is no folder to merge")]
    Nothing,
    /// A folder is no shard.
    #[error("{} holds the whole sweep, and not a shard of it", path.display())]
    Whole {
        /// The folder.
        path: PathBuf,
    },
    /// A shard has trials to run yet.
    #[error("{}: shard {shard} is not complete: run it again with --resume", path.display())]
    Unfinished {
        /// The folder.
        path: PathBuf,
        /// Its shard.
        shard: Shard,
    },
    /// A shard has damaged tables.
    #[error("{} is not as it was written: {damage}; run shard {shard} again with --resume", path.display())]
    Changed {
        /// The folder.
        path: PathBuf,
        /// Its shard.
        shard: Shard,
        /// What is damaged.
        damage: Damage,
    },
    /// Two folders do not belong together.
    #[error("{} and {} are not parts of one sweep: {difference}", first.display(), second.display())]
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
    #[error("of {count} shards {} missing: {}", if missing.len() == 1 { "one is" } else { "some are" }, listed(missing))]
    Missing {
        /// Their numbers.
        missing: Vec<usize>,
        /// How many there are in all.
        count: usize,
    },
}

fn listed(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Joins all shards of a sweep into a folder, which is that of a run of the whole sweep on one machine but for
/// `timing.csv` and the manifest's section `[machine]`. Every trial's rows are checked against their digests. Running the
/// store that is given back ends it: nothing is left to run. A merge that was cut short is made again by merging again.
///
/// # Errors
/// If the folders are not all the shards of one sweep, each complete and once, as they were written; nothing has changed
/// then. If the new folder cannot be written, or holds something else.
pub fn merge(folders: &[PathBuf], out: &Path, execution: Execution<'_>) -> Result<(Sweep, Plan, Store), MergeError> {
    let shards = check(folders)?;
    let (first, _) = shards.first_key_value().ok_or(MergeError::Nothing)?;
    let sweep = read::read_sweep(shards[first])?;
    let plan = Plan::new(&sweep);
    let mut store = Store::open(out, &sweep, &plan, Opening::Resume, execution)?;
    if store.is_complete() {
        return Ok((sweep, plan, store));
    }
    if !store.has_baselines() {
        let (rows, timing) = baselines(&sweep, &shards)?;
        store.write_baselines(&rows, &timing)?;
    }
    let mut sources = Vec::new();
    for (&shard, folder) in &shards {
        let archive = Archive::open(folder, sweep.factor_keys(), &read::plan_of(folder, &sweep)?)?;
        if !archive.damage.is_empty() {
            return Err(MergeError::Changed { path: folder.to_path_buf(), shard, damage: archive.damage });
        }
        sources.push(Source { archive, shard: Some(shard) });
    }
    store.copy_from(sources)?;
    Ok((sweep, plan, store))
}

/// The folder of every shard, if all are there and whole.
fn check(folders: &[PathBuf]) -> Result<BTreeMap<Shard, &Path>, MergeError> {
    let mut shards: BTreeMap<Shard, &Path> = BTreeMap::new();
    let mut first: Option<(&Path, super::Manifest)> = None;
    for folder in folders {
        let manifest = read::manifest(folder)?;
        let Some(shard) = manifest.shard else {
            return Err(MergeError::Whole { path: folder.clone() });
        };
        if let Some((other, wanted)) = &first {
            let division = |shard: Shard| format!("shard {shard}");
            let counts = wanted.shard.filter(|other| other.count() != shard.count());
            let difference = match counts {
                Some(other) => Some(format!("{} and {} are not of one division", division(other), division(shard))),
                None => super::Manifest { shard: Some(shard), ..wanted.clone() }.difference(&manifest),
            };
            if let Some(difference) = difference {
                return Err(MergeError::OtherSweep { first: other.to_path_buf(), second: folder.clone(), difference });
            }
        }
        if let Some(other) = shards.insert(shard, folder) {
            return Err(MergeError::Twice { shard, first: other.to_path_buf(), second: folder.clone() });
        }
        if !manifest.complete {
            return Err(MergeError::Unfinished { path: folder.clone(), shard });
        }
        let damage = inspect::damage(folder)?;
        if !damage.is_empty() {
            return Err(MergeError::Changed { path: folder.clone(), shard, damage });
        }
        first.get_or_insert((folder, manifest));
    }
    let count = shards.keys().next().ok_or(MergeError::Nothing)?.count();
    let missing: Vec<usize> =
        (1..=count).filter(|index| Shard::new(*index, count).is_ok_and(|shard| !shards.contains_key(&shard))).collect();
    if missing.is_empty() { Ok(shards) } else { Err(MergeError::Missing { missing, count }) }
}

/// The baselines of all shards, in the order of the instances, and what they took.
fn baselines(sweep: &Sweep, shards: &BTreeMap<Shard, &Path>) -> Result<(Vec<BaselineRow>, Vec<TimingRow>), StoreError> {
    let mut parts = Vec::new();
    for folder in shards.values() {
        let rows = read::rows_of::<BaselineRow>(folder, file::BASELINES)?;
        let timing = read::rows_of::<TimingRow>(folder, file::TIMING)?;
        let of_solvers = timing.into_iter().filter(|row| row.trial.parse::<u64>().is_err()).collect::<Vec<_>>();
        parts.push((rows.into_iter(), of_solvers.into_iter()));
    }
    let (mut rows, mut timing) = (Vec::new(), Vec::new());
    let count = parts.len();
    for place in 0..sweep.instances.len() {
        let (own_rows, own_timing) = &mut parts[place % count];
        rows.extend(own_rows.take(sweep.baselines.len()));
        timing.extend(own_timing.take(sweep.baselines.len()));
    }
    Ok((rows, timing))
}
