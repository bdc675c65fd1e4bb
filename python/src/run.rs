//! Running sweeps from Python, with progress, and with an end on Ctrl-C.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use evocube::evaluation::Kernel;
use evocube::experiment::checkpoint::DEFAULT_INTERVAL;
use evocube::experiment::design::RaceDesign;
use evocube::experiment::execution::Execution;
use evocube::experiment::interpreter::Interpreter;
use evocube::experiment::plan::Plan;
use evocube::experiment::record::{Cost, ProgramBlock, TrialRow};
use evocube::experiment::runner::{self, RunObserver, StageBegin};
use evocube::experiment::service::TrialService;
use evocube::experiment::store::{self, FolderLock, Manifest, Merged, Opening, SelectedPoint, Store};
use evocube::experiment::sweep::Sweep;
use evocube::experiment::verify;
use evocube::search::TableSource;
use evocube::solver::{Cancellation, Cancelled};
use evocube::table::TableObserver;
use evocube::table::cache::CacheDir;
use evocube::{read_shard, report};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::command;
use crate::conversion;
use crate::error::{failure, invalid_value, sweep_error};
use crate::executor::Place;
use crate::extension::{catch_cancellation, exception_of};
use crate::interpreter;

/// Progress of a stage.
#[derive(Clone, Default)]
struct Stage {
    name: String,
    trials: usize,
    done: usize,
    solved: usize,
}

/// An observer that calls a function of Python after each trial, and ends work on Ctrl-C or when that function fails.
pub(crate) struct Interrupter {
    progress: Option<Py<PyAny>>,
    stage: Mutex<Stage>,
    /// Ends the run.
    flag: Arc<AtomicBool>,
    error: Mutex<Option<PyErr>>,
    /// The first exception of a component.
    raised: Mutex<Option<PyErr>>,
    /// Whether a component of a trial does this work.
    is_in_trial: bool,
}

impl Interrupter {
    /// Returns an observer with a function for progress.
    pub(crate) fn new(progress: Option<Py<PyAny>>) -> Self {
        let (stage, is_in_trial) = (Mutex::default(), interpreter::is_in_trial());
        Self { progress, stage, flag: Arc::default(), error: Mutex::default(), raised: Mutex::default(), is_in_trial }
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the run with an exception, the first one; that of a command at once.
    pub(crate) fn fail(&self, error: PyErr) {
        let error = command::end_with(error);
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Takes the exception that ended the run. A component may fail while it saves its state at an interruption.
    pub(crate) fn take_error(&self) -> Option<PyErr> {
        [&self.raised, &self.error]
            .into_iter()
            .find_map(|error| error.lock().unwrap_or_else(PoisonError::into_inner).take())
    }

    /// Returns whether a component of a trial does this work.
    pub(crate) const fn is_in_trial(&self) -> bool {
        self.is_in_trial
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    pub(crate) fn cancellation(&self) -> Cancellation {
        self.flag.clone().into()
    }

    /// Calls the function for progress.
    pub(crate) fn report(&self, stage: &str, trials: usize, done: usize, solved: usize) {
        let Some(progress) = &self.progress else { return };
        let called = Python::attach(|py| {
            let event = PyDict::new(py);
            event.set_item("stage", stage)?;
            event.set_item("trials", trials)?;
            event.set_item("done", done)?;
            event.set_item("solved", solved)?;
            progress.call1(py, (event,))
        });
        if let Err(error) = called {
            self.fail(error);
        }
    }
}

impl RunObserver for Interrupter {
    fn stage(&self, begin: &StageBegin<'_>) {
        let StageBegin { name, trials, done, solved, .. } = *begin;
        *self.stage() = Stage { name: name.to_owned(), trials, done, solved };
        self.report(name, trials, done, solved);
    }

    fn is_over(&self) -> bool {
        self.is_ended()
    }

    fn cancellation(&self) -> Cancellation {
        Self::cancellation(self)
    }

    fn failure(&self, payload: Cancelled) {
        if let Some(error) = exception_of(payload) {
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }

    /// Logs the message as `logging.getLogger("evocube").warning`, which Python prints on standard error unless told otherwise.
    fn notice(&self, sentence: &str) {
        let logged = Python::attach(|py| {
            let logger = py.import("logging")?.call_method1("getLogger", ("evocube",))?;
            logger.call_method1("warning", ("%s", sentence)).map(drop)
        });
        if let Err(error) = logged {
            self.fail(error);
        }
    }

    fn trial(&self, row: &TrialRow, _: u64) {
        let stage = {
            let mut stage = self.stage();
            stage.done += 1;
            stage.solved += usize::from(row.outcome.as_ref().is_some_and(|outcome| outcome.reached));
            stage.clone()
        };
        self.report(&stage.name, stage.trials, stage.done, stage.solved);
    }
}

/// A table is not built to its end when the work is over.
impl TableObserver for Interrupter {
    fn progress(&self, _: &str, _: u64, _: u64) {
        if self.is_ended() {
            resume_unwind(Box::new(Cancelled::default()));
        }
    }
}

/// The interval at which signals are looked for.
const TICK: Duration = Duration::from_millis(20);

/// Runs work on another thread without the lock of the interpreter, and looks for signals meanwhile. An exception that ends the
/// work is returned instead of its result.
pub(crate) fn supervise<T: Send>(
    py: Python<'_>,
    observer: &Interrupter,
    work: impl FnOnce() -> PyResult<T> + Send,
) -> PyResult<T> {
    let (result, raised) = supervise_to_the_end(py, observer, work);
    raised.map_or(result, Err)
}

/// Runs work as [`supervise`] does. Returns its result, and the exception that ended it before.
pub(crate) fn supervise_to_the_end<T: Send>(
    py: Python<'_>,
    observer: &Interrupter,
    work: impl FnOnce() -> PyResult<T> + Send,
) -> (PyResult<T>, Option<PyErr>) {
    let result = py.detach(|| {
        thread::scope(|scope| {
            let (ends, ended) = mpsc::channel();
            let worker = scope.spawn(move || {
                let result = catch_cancellation(work).and_then(|result| result);
                let _ = ends.send(());
                result
            });
            while ended.recv_timeout(TICK) == Err(mpsc::RecvTimeoutError::Timeout) {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    observer.fail(error);
                }
            }
            worker.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    });
    (result, observer.take_error())
}

/// Calls a function with the execution of these threads.
pub(crate) fn execution<T>(
    threads: Option<usize>,
    observer: &Interrupter,
    checkpoint: Option<Duration>,
    service: Option<&dyn TrialService>,
    run: impl FnOnce(Execution<'_>) -> PyResult<T>,
) -> PyResult<T> {
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = match threads {
        None => cores,
        Some(threads @ 1..=4096) => NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
        Some(_) => return Err(invalid_value("threads: write a number from 1 to 4096")),
    };
    let cache = CacheDir::user();
    let tables = TableSource { cache: cache.as_ref(), threads: cores, observer };
    let interpreter = Some(observer as &dyn Interpreter);
    run(Execution { threads, kernel: Kernel::best(), tables, checkpoint, service, interpreter })
}

/// The keywords of Python that a run and a race have.
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

/// Returns how a folder is opened.
fn opening(mode: &str) -> PyResult<Opening> {
    match mode {
        "resume" => Ok(Opening::Resume),
        "new" => Ok(Opening::New),
        "fresh" => Ok(Opening::Fresh),
        "extend" => Ok(Opening::Extend),
        _ => Err(invalid_value(format!("mode: \"{mode}\" is not one of resume, new, fresh, extend"))),
    }
}

/// Runs a sweep, or a shard of it with the configurations that a merged folder has selected. Returns the results folder.
#[pyfunction]
pub(crate) fn run(
    py: Python<'_>,
    #[pyo3(from_py_with = conversion::sweep)] sweep: Sweep,
    shard: Option<&str>,
    selected: Option<PathBuf>,
    #[pyo3(from_py_with = conversion::keywords)] options: Options,
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

/// Joins the shards of a sweep. Returns the merged folder.
#[pyfunction]
pub(crate) fn merge(
    py: Python<'_>,
    folders: Vec<PathBuf>,
    out: PathBuf,
    accept_program: bool,
    report: bool,
) -> PyResult<PathBuf> {
    settle(py, None)?;
    let observer = Interrupter::new(None);
    supervise(py, &observer, || {
        execution(None, &observer, None, None, |execution| {
            if accept_program {
                for folder in folders.iter().chain([&out]) {
                    verify::accept_program(folder, execution, &observer).map_err(failure)?;
                }
            }
            let merged = store::merge(&folders, &out, execution, &observer).map_err(failure)?;
            let Merged { sweep, plan, mut store, stages } = merged;
            if stages < sweep.stages.len() {
                return Ok(());
            }
            // No trial is left to run: the runner records the selected configuration. The folder stays claimed until its page is drawn.
            runner::run(&sweep, &plan, &mut store, execution, &observer).map_err(failure)?;
            if report { draw(&out) } else { Ok(()) }
        })
    })?;
    Ok(out)
}

/// Makes the versions of these components, or of all.
fn settle(py: Python<'_>, components: Option<Vec<String>>) -> PyResult<()> {
    py.import("evocube._extension")?.call_method1("settle", (components,)).map(drop)
}

/// Draws the report of a folder that this process has claimed.
fn draw(folder: &Path) -> PyResult<()> {
    let results = store::read(folder).map_err(failure)?;
    let drawn = with_own_threads(|| report::write(&results, folder)).map_err(failure)?;
    store::write_checksums(folder, &drawn).map_err(failure)
}

/// Calls a function whose parallel work is done by threads of its own. Those of the process are lost in a fork of it.
pub(crate) fn with_own_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().build() {
        Ok(threads) => threads.install(work),
        Err(_) => work(),
    }
}

/// Returns the cost with a name.
pub(crate) fn read_cost(name: Option<&str>) -> PyResult<Option<Cost>> {
    let cost = |name: &str| match name {
        "penalty" => Ok(Cost::Penalty),
        "evaluations" => Ok(Cost::Evaluations),
        _ => Err(invalid_value(format!("cost: \"{name}\" is not one of penalty, evaluations"))),
    };
    name.map(cost).transpose()
}

/// Races the factors of a sweep. Returns the results folder.
#[pyfunction]
pub(crate) fn race(
    py: Python<'_>,
    #[pyo3(from_py_with = conversion::sweep)] mut sweep: Sweep,
    budget: Option<u64>,
    cost: Option<&str>,
    holdout: Option<u32>,
    #[pyo3(from_py_with = conversion::keywords)] options: Options,
) -> PyResult<PathBuf> {
    let written = sweep.race_design().unwrap_or_default();
    let cost = read_cost(cost)?.unwrap_or(written.cost);
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
    let (folder, opening) = (out.unwrap_or(folder), opening(&mode)?);
    let components: Vec<String> = ProgramBlock::here(sweep).components.into_keys().collect();
    settle(py, Some(components))?;
    let observer = Interrupter::new(progress);
    let is_complete = || Manifest::read(&folder).is_ok_and(|manifest| manifest.complete);
    let is_several = plan.len() != 1 && !(opening == Opening::Resume && is_complete());
    let place = Place::new(py, executor, sweep, threads, is_several, &observer)?;
    let ended = supervise(py, &observer, || {
        execution(place.threads, &observer, Some(DEFAULT_INTERVAL), place.service(), |execution| {
            if accept_program {
                verify::accept_program(&folder, execution, &observer).map_err(failure)?;
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
        })
    });
    place.close(py)?;
    ended.map(|()| folder)
}
