//! Running sweeps from Python, with progress, and with an end on Ctrl-C.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use evocube::evaluation::Kernel;
use evocube::experiment::checkpoint::DEFAULT_INTERVAL;
use evocube::experiment::design::RaceDesign;
use evocube::experiment::execution::Execution;
use evocube::experiment::plan::Plan;
use evocube::experiment::record::{Cost, TrialRow};
use evocube::experiment::runner::{self, RunObserver, StageBegin};
use evocube::experiment::store::{self, Opening, Store};
use evocube::experiment::sweep::Sweep;
use evocube::experiment::verify;
use evocube::report;
use evocube::search::TableSource;
use evocube::solver::Cancellation;
use evocube::table::cache::CacheDir;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::conversion;
use crate::error::{error, failure, sweep_error};
use crate::extension::{guarded, take_raised};
use crate::results::ResultsFolder;

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
    /// Ends the run. It lives as long as the process, as flags of [`Cancellation`] must.
    flag: &'static AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Interrupter {
    /// Returns an observer with a function for progress.
    pub(crate) fn new(progress: Option<Py<PyAny>>) -> Self {
        let flag = Box::leak(Box::new(AtomicBool::new(false)));
        Self { progress, stage: Mutex::default(), flag, error: Mutex::default() }
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the run with an exception, the first one.
    pub(crate) fn fail(&self, error: PyErr) {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Takes the exception that ended the run.
    fn take_error(&self) -> Option<PyErr> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    pub(crate) fn cancellation(&self) -> Cancellation {
        Cancellation::from_flag(self.flag)
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
            stage.solved += usize::from(row.outcome.as_ref().is_some_and(|outcome| outcome.solved));
            stage.clone()
        };
        self.report(&stage.name, stage.trials, stage.done, stage.solved);
    }
}

/// The interval at which signals are looked for.
const TICK: Duration = Duration::from_millis(50);

/// Runs work on another thread without the lock of the interpreter, and looks for signals meanwhile.
pub(crate) fn supervised<T: Send>(
    py: Python<'_>,
    observer: &Interrupter,
    work: impl FnOnce() -> PyResult<T> + Send,
) -> PyResult<T> {
    let result = py.detach(|| {
        thread::scope(|scope| {
            let (ends, ended) = mpsc::channel();
            let worker = scope.spawn(move || {
                let result = guarded(work).and_then(|result| result);
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
    // A component may fail while it saves its state at an interruption.
    let raised = take_raised();
    match raised.or_else(|| observer.take_error()) {
        Some(error) => Err(error),
        None => result,
    }
}

/// Calls a function with the execution of these threads.
pub(crate) fn execution<T>(
    threads: Option<usize>,
    checkpoint: Option<Duration>,
    run: impl FnOnce(Execution<'_>) -> PyResult<T>,
) -> PyResult<T> {
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = match threads {
        None => cores,
        Some(threads @ 1..=4096) => NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
        Some(_) => return Err(error("threads: write a number from 1 to 4096")),
    };
    let cache = CacheDir::user();
    let tables = TableSource { cache: cache.as_ref(), threads: cores, observer: &() };
    run(Execution { threads, kernel: Kernel::best(), tables, checkpoint })
}

/// How a sweep is run into its folder.
struct Request {
    folder: PathBuf,
    opening: Opening,
    threads: Option<usize>,
    accept_program: bool,
    report: bool,
    progress: Option<Py<PyAny>>,
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
        _ => Err(error(format!("mode: \"{mode}\" is not one of resume, new, fresh, extend"))),
    }
}

#[pyfunction]
#[pyo3(signature = (sweep, out = None, *, mode = "resume", threads = None, accept_program = false, report = true, progress = None))]
#[allow(clippy::too_many_arguments)] // keywords of Python
pub(crate) fn run(
    py: Python<'_>,
    sweep: &Bound<'_, PyAny>,
    out: Option<PathBuf>,
    mode: &str,
    threads: Option<usize>,
    accept_program: bool,
    report: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<ResultsFolder> {
    let sweep = conversion::sweep(sweep)?;
    let folder = out.unwrap_or_else(|| Path::new("results").join(&sweep.name));
    run_into(py, &sweep, Request { folder, opening: opening(mode)?, threads, accept_program, report, progress })
}

/// Races the factors of a sweep.
#[pyfunction]
#[pyo3(signature = (sweep, out = None, *, budget = None, cost = None, holdout = None, mode = "resume", threads = None, report = true, progress = None))]
#[allow(clippy::too_many_arguments)] // keywords of Python
pub(crate) fn race(
    py: Python<'_>,
    sweep: &Bound<'_, PyAny>,
    out: Option<PathBuf>,
    budget: Option<u64>,
    cost: Option<&str>,
    holdout: Option<u32>,
    mode: &str,
    threads: Option<usize>,
    report: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<ResultsFolder> {
    let mut sweep = conversion::sweep(sweep)?;
    let written = sweep.race_design().unwrap_or_default();
    let cost = match cost {
        None => written.cost,
        Some("penalty") => Cost::Penalty,
        Some("evaluations") => Cost::Evaluations,
        Some(cost) => return Err(error(format!("cost: \"{cost}\" is not one of penalty, evaluations"))),
    };
    let holdout = match (holdout, sweep.held_out.len()) {
        (Some(holdout @ 0..=100_000), _) => holdout,
        (Some(_), _) => return Err(error("holdout: write a number from 0 to 100000")),
        (None, 0) => HELD_OUT,
        (None, count) => u32::try_from(count).unwrap_or(u32::MAX),
    };
    let design = RaceDesign { budget: budget.unwrap_or(written.budget), cost };
    sweep.to_race(design, holdout).map_err(|(key, message)| sweep_error(&sweep.error_at(&key, message)))?;
    let folder = out.unwrap_or_else(|| Path::new("results").join(format!("{}-race", sweep.name)));
    let opening = opening(mode)?;
    run_into(py, &sweep, Request { folder, opening, threads, accept_program: false, report, progress })
}

/// Runs a sweep into a folder.
fn run_into(py: Python<'_>, sweep: &Sweep, request: Request) -> PyResult<ResultsFolder> {
    let Request { folder, opening, threads, accept_program, report, progress } = request;
    let plan = Plan::new(sweep);
    let observer = Interrupter::new(progress);
    supervised(py, &observer, || {
        execution(threads, Some(DEFAULT_INTERVAL), |execution| {
            if accept_program {
                verify::accept_program(&folder, execution, &observer).map_err(failure)?;
            }
            let mut store = Store::open(&folder, sweep, &plan, opening, execution).map_err(failure)?;
            runner::run(sweep, &plan, &mut store, execution, &observer).map_err(failure)?;
            drop(store);
            if report {
                let results = store::read(&folder).map_err(failure)?;
                let drawn = report::write(&results, &folder).map_err(failure)?;
                store::write_checksums(&folder, &drawn).map_err(failure)?;
            }
            Ok(())
        })
    })?;
    ResultsFolder::read(folder)
}
