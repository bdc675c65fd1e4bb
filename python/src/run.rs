//! Running sweeps, their shards and races into results folders from Python, and merging. On request, rows of another program are first
//! verified, and the report is drawn at the end. Single trials are run in `trial`, results read in `results`.

use std::path::{Path, PathBuf};

use evocube::experiment::checkpoint::DEFAULT_INTERVAL;
use evocube::experiment::design::RaceDesign;
use evocube::experiment::plan::Plan;
use evocube::experiment::runner::{self, RunObserver};
use evocube::experiment::store::{self, FolderLock, Manifest, Merged, Opening, SelectedPoint, Store};
use evocube::experiment::sweep::Sweep;
use evocube::experiment::verify;
use evocube::{read_shard, report};
use pyo3::prelude::*;

use crate::error::{failure, invalid_value, sweep_error};
use crate::executor::Place;
use crate::extension::registry;
use crate::interrupter::Interrupter;
use crate::keywords::{cost_named, keywords, word};
use crate::supervise::supervise;
use crate::sweep;
use crate::threads::with_own_threads;

/// The keywords of Python that runs, shards and races have.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    out: Option<PathBuf>,
    mode: String,
    threads: Option<usize>,
    accept_program: bool,
    report: bool,
    progress: Option<Py<PyAny>>,
    executor: Option<Py<PyAny>>,
}

/// The default number of held-out instances of a race.
const HELD_OUT: u32 = 50;

/// The ways to open a folder, by name.
const MODES: [(&str, Opening); 4] =
    [("resume", Opening::Resume), ("new", Opening::New), ("fresh", Opening::Fresh), ("extend", Opening::Extend)];

/// Runs a sweep, or a shard of it with the configurations that a merged folder has selected. Returns the results folder.
#[pyfunction]
pub(crate) fn run(
    py: Python<'_>,
    #[pyo3(from_py_with = sweep::read_to_run)] sweep: Sweep,
    shard: Option<&str>,
    selected: Option<PathBuf>,
    #[pyo3(from_py_with = keywords)] options: Options,
) -> PyResult<PathBuf> {
    let whole = Path::new("results").join(&sweep.name);
    let Some(shard) = shard else { return run_into(py, &sweep, Plan::new(&sweep), &[], whole, options) };
    let shard = read_shard(shard).map_err(|error| invalid_value(format!("shard: {error}")))?;
    if options.mode == "extend" {
        return Err(invalid_value("mode: a shard is not extended: merge the shards, and extend the merged folder"));
    }
    let plan = Plan::of_shard(&sweep, shard).map_err(failure)?;
    let points = match sweep.stages.len() {
        1 => Vec::new(),
        _ => store::read_selected(selected.as_ref().unwrap_or(&whole), &sweep).map_err(failure)?,
    };
    run_into(py, &sweep, plan, &points, shard.folder(&whole), options)
}

/// Joins the shards of a sweep. Returns the merged folder. Trials run only for `accept_program`.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // keywords of Python
pub(crate) fn merge(
    py: Python<'_>,
    folders: Vec<PathBuf>,
    out: PathBuf,
    accept_program: bool,
    report: bool,
    threads: Option<usize>,
    executor: Option<Py<PyAny>>,
) -> PyResult<PathBuf> {
    sweep::settle(py, None)?;
    let registry = &registry(py)?;
    let observer = Interrupter::new(None);
    let place = match folders.first().filter(|_| accept_program) {
        Some(first) => {
            let sweep = store::read_sweep_with(first, registry).map_err(failure)?;
            Place::new(py, executor, &sweep, threads, true, &observer)?
        }
        None => Place::here(threads),
    };
    let merged = supervise(py, place.threads, &observer, None, place.service(), |execution| {
        if let Some(notice) = &place.notice {
            observer.notice(notice);
        }
        if accept_program {
            for folder in folders.iter().chain([&out]) {
                verify::accept_program(folder, registry, execution, &observer).map_err(failure)?;
            }
        }
        let merged = store::merge(&folders, &out, registry, execution, &observer).map_err(failure)?;
        let Merged { sweep, plan, mut store, stages } = merged;
        if stages < sweep.stages.len() {
            return Ok(());
        }
        // No trial is left to run: the runner records the selected configuration. The folder stays claimed until its page is drawn.
        runner::run(&sweep, &plan, &mut store, execution, &observer).map_err(failure)?;
        if report { draw(&out) } else { Ok(()) }
    });
    place.close(py)?;
    merged.map(|()| out)
}

/// Draws the report of a folder that this process has claimed.
fn draw(folder: &Path) -> PyResult<()> {
    with_own_threads(|| report::write_claimed(folder, store::read_for_report)).map(drop).map_err(failure)
}

/// Races the factors of a sweep. Returns the results folder.
#[pyfunction]
pub(crate) fn race(
    py: Python<'_>,
    #[pyo3(from_py_with = sweep::read_to_run)] mut sweep: Sweep,
    budget: Option<u64>,
    cost: Option<&str>,
    holdout: Option<u32>,
    #[pyo3(from_py_with = keywords)] options: Options,
) -> PyResult<PathBuf> {
    let written = sweep.race_design().unwrap_or_default();
    let cost = cost_named(cost)?.unwrap_or(written.cost);
    let holdout = match (holdout, sweep.held_out.len()) {
        (Some(holdout @ 0..=100_000), _) => holdout,
        (Some(_), _) => return Err(invalid_value("holdout: write a number from 0 to 100000")),
        (None, 0) => HELD_OUT,
        (None, count) => u32::try_from(count).unwrap_or(u32::MAX),
    };
    let design = RaceDesign { budget: budget.unwrap_or(written.budget), cost };
    sweep.to_race(design, holdout).map_err(|error| sweep_error(&error))?;
    let folder = Path::new("results").join(format!("{}-race", sweep.name));
    run_into(py, &sweep, Plan::new(&sweep), &[], folder, options)
}

/// Runs a sweep into a folder, by default this one. Returns it.
fn run_into(
    py: Python<'_>,
    sweep: &Sweep,
    plan: Plan,
    selected: &[SelectedPoint],
    folder: PathBuf,
    options: Options,
) -> PyResult<PathBuf> {
    let Options { out, mode, threads, accept_program, report, progress, executor } = options;
    let (folder, opening) = (out.unwrap_or(folder), word("mode", &mode, &MODES)?);
    let observer = Interrupter::new(progress);
    let is_complete = || Manifest::read(&folder).is_ok_and(|manifest| manifest.complete);
    let is_several = plan.len() != 1 && (accept_program || !(opening == Opening::Resume && is_complete()));
    let place = Place::new(py, executor, sweep, threads, is_several, &observer)?;
    let ended = supervise(py, place.threads, &observer, Some(DEFAULT_INTERVAL), place.service(), |execution| {
        if accept_program {
            verify::accept_program(&folder, sweep.registry(), execution, &observer).map_err(failure)?;
        }
        let lock = FolderLock::claim(&folder, &observer).map_err(failure)?;
        let mut store = Store::open_claimed(lock, sweep, &plan, opening, execution).map_err(failure)?;
        store.import_selected(selected).map_err(failure)?;
        // A complete folder without its page is opened again, but has all its trials.
        let lacks_trials = !store.is_complete() && store.scores().len() < plan.len();
        if let Some(notice) = place.notice.as_deref().filter(|_| lacks_trials) {
            observer.notice(notice);
        }
        runner::run(sweep, &plan, &mut store, execution, &observer).map_err(failure)?;
        if report { draw(&folder) } else { Ok(()) }
    });
    place.close(py)?;
    ended.map(|()| folder)
}
