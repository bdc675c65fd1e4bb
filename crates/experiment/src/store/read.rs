//! Reading the rows of a results folder, with what they select and a summary of the sweep. Of a log of more than [`MAX_LOGGED`]
//! generations, a part is read. For reports, times of trials and most solutions are left out, and the other solutions replayed. Single
//! tables are read in `tables`, the sweep in `recorded_sweep`; digests of rows are compared by [`check`](super::check).

use std::path::Path;

use super::checksum::digest_if_there;
use super::error::StoreError;
use super::headers::{appended_tables, header};
use super::indexed_table::IndexedTable;
use super::manifest::{Manifest, corrupt_manifest};
use super::recorded_sweep::{plan_for, sweep_of};
use super::replay;
use super::summary::{leader, sweep_summary};
use super::tables::{all_trials, convergence, rows_of, solutions, times_of};
use crate::record::{ConvergenceRow, FailureRow, Results, SweepSummary, TrialRow, file};
use crate::run_state::RunState;
use evocube_engine::registered::Registry;

/// Returns the number of failed trials of a folder.
///
/// # Errors
/// If `failures.csv` exists and cannot be read.
pub fn failed(folder: &Path) -> Result<usize, StoreError> {
    rows_of::<FailureRow>(folder, file::FAILURES).map(|rows| rows.len())
}

/// Number of logged generations from which on a report reads a part of them: see [`convergence`]. A row takes 120 bytes in memory, and
/// 16 more for each value of an observer. What is read stays near this number only where trials log many generations: the first and the
/// last of each trial and its improvements are always read.
pub(super) const MAX_LOGGED: usize = 1_000_000;

/// Reads a whole folder, complete or not. Of more than a million logged generations, the first and the last of each trial, its
/// improvements and every n-th are read.
///
/// # Errors
/// If the folder is not a results folder, or is corrupt. The message names file and line.
pub fn read(folder: &Path) -> Result<Results, StoreError> {
    read_with(folder, MAX_LOGGED)
}

/// Reads a whole folder as [`read`] does, except for what a report does not show and what would be much of the memory: the times of
/// trials, and of each configuration's trials on each instance all solutions but the best one. These solutions are replayed.
///
/// # Errors
/// As [`read`], or if the moves of a solution are not those of its row.
pub fn read_for_report(folder: &Path) -> Result<Results, StoreError> {
    read_tables(folder, Manifest::read(folder)?, MAX_LOGGED, Reading::Report)
}

/// Reads a whole folder as [`read`] does, with at most about `max_logged` logged generations.
pub(super) fn read_with(folder: &Path, max_logged: usize) -> Result<Results, StoreError> {
    read_tables(folder, Manifest::read(folder)?, max_logged, Reading::Whole)
}

/// The tables that are read, and whether the recorded solutions are replayed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// All tables; nothing is replayed.
    Whole,
    /// All tables; all solutions are replayed, those of the baselines, too.
    Replayed,
    /// All tables but the times of trials, and of the solutions the best of each configuration on each instance; these and those of the
    /// baselines are replayed.
    Report,
}

/// Reads the tables of a folder with this manifest.
pub(super) fn read_tables(
    folder: &Path,
    manifest: Manifest,
    max_logged: usize,
    reading: Reading,
) -> Result<Results, StoreError> {
    let sweep = sweep_of(&manifest, folder, &Registry::new())?;
    for name in appended_tables() {
        IndexedTable::open(folder.join(name), &header(name, &sweep))?;
    }
    let rest = || (all_trials(folder, sweep.factor_keys().len()), digests(folder));
    let (log, (trials, digests)) = beside_log(folder, max_logged, rest);
    let trials = trials?;
    let plan = plan_for(&sweep, manifest.shard, folder)?;
    let log = log?;
    // All trials of a stage are in the merged folder only; a shard has imported the selected configurations.
    let imported = manifest.shard.map(|_| manifest.selected_in(&sweep, folder)).transpose()?;
    let (state, selections) = select(RunState::new(&sweep, &plan), imported.as_deref(), &trials, &log);
    let RunState { sweep, plan, selected: points } = &state;
    let is_report = reading == Reading::Report;
    let solutions =
        if is_report { solutions(folder, &TrialRow::best(&trials)) } else { rows_of(folder, file::SOLUTIONS) }?;
    let baselines = rows_of(folder, file::BASELINES)?;
    if reading != Reading::Whole {
        replay::check_solutions(folder, sweep, points, &trials, &solutions)?;
        replay::check_baselines(folder, sweep, &baselines)?;
    }
    if manifest.complete && manifest.trials != plan.len() as u64 {
        let (there, planned) = (manifest.trials, plan.len());
        let message = format!("it has {there} trials, but its sweep {planned}");
        return Err(corrupt_manifest(folder, message));
    }
    let leader = leader(sweep, &trials, &log, &selections.iter().map_while(|point| *point).collect::<Vec<_>>());
    Ok(Results {
        version: manifest.version,
        programs: manifest.programs,
        shard: manifest.shard,
        complete: manifest.complete,
        planned_trials: plan.len() as u64,
        planned_is_bound: plan.is_bound(),
        convergence: log,
        solutions,
        fronts: rows_of(folder, file::FRONTS)?,
        operators: rows_of(folder, file::OPERATORS)?,
        baselines,
        timing: if is_report { Vec::new() } else { times_of(folder, file::TIMING)? },
        baseline_timing: times_of(folder, file::BASELINE_TIMING)?,
        failures: rows_of(folder, file::FAILURES)?,
        digests: digests?,
        sweep: SweepSummary { leader, ..sweep_summary(&state, &selections) },
        trials,
    })
}

/// Length of a log in bytes from which on a thread of its own reads it: a shorter one is read before that has started.
const LONG_LOG: u64 = 1 << 18;

/// Reads the log, beside `rest` if it is long. Returns the results of both.
fn beside_log<T>(
    folder: &Path,
    max_logged: usize,
    rest: impl FnOnce() -> T,
) -> (Result<Vec<ConvergenceRow>, StoreError>, T) {
    let log = || convergence(folder, max_logged);
    if std::fs::metadata(folder.join(file::CONVERGENCE)).map_or(0, |data| data.len()) < LONG_LOG {
        return (log(), rest());
    }
    // Shared threads do not survive a fork.
    std::thread::scope(|scope| {
        let log = scope.spawn(log);
        let rest = rest();
        (log.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), rest)
    })
}

/// Returns the state of a run with the configuration that each stage has selected, `None` for a stage that is not done. A shard has
/// imported them.
fn select<'a>(
    mut state: RunState<'a>,
    imported: Option<&[usize]>,
    trials: &[TrialRow],
    log: &[ConvergenceRow],
) -> (RunState<'a>, Vec<Option<usize>>) {
    let mut selections = Vec::new();
    for number in 0..state.sweep.stages.len() {
        let RunState { sweep, plan, selected: points } = &state;
        let stage = &sweep.stages[number];
        let rows = || trials.iter().filter(|row| *row.stage == *stage.name);
        let selected = match imported {
            Some(imported) => imported.get(number).copied(),
            None => {
                let is_done = !stage.is_racing() && rows().count() == plan.stage(number).len();
                is_done.then(|| sweep.select_among(number, points, rows(), log))
            }
        };
        selected.into_iter().for_each(|point| state.select(point));
        selections.push(selected);
    }
    (state, selections)
}

/// Returns the digests of the tables of a folder.
fn digests(folder: &Path) -> Result<Vec<(String, String)>, StoreError> {
    let mut digests = Vec::new();
    for name in file::RESULTS {
        digests.extend(digest_if_there(&folder.join(name))?.map(|digest| (name.to_owned(), digest)));
    }
    Ok(digests)
}
