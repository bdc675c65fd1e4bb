//! [`run_sweep`] and [`run_sweep_with`]: run a sweep file into a results folder with its report, in one call. A folder with a part of the
//! sweep is resumed.

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;

use crate::experiment::checkpoint::DEFAULT_INTERVAL;
use crate::experiment::execution::Execution;
use crate::experiment::mutex::lock;
use crate::experiment::plan::Plan;
use crate::experiment::record::Results;
use crate::experiment::runner::{self, RunObserver};
use crate::experiment::store::{self, Opening, Store};
use crate::experiment::sweep::{Overrides, Sweep};
use crate::registered::Registry;
use crate::report;
use crate::search::TableSource;
use crate::solver::Cancelled;

/// Runs a sweep file on all cores, draws its report, and returns the rows of its results folder. If the folder holds a
/// part of this sweep, the run is resumed.
///
/// Tables of solvers are built in memory; [`runner::run`] takes a folder for them, a number of threads and an observer.
///
/// # Errors
/// If the file is not a valid sweep, the folder holds another sweep or trials of another program, the folder cannot be written, or a
/// component fails. A failed trial is a row of the results, not an error.
pub fn run_sweep(sweep: impl AsRef<Path>, folder: impl AsRef<Path>) -> Result<Results, Box<dyn Error>> {
    run_sweep_with(sweep, folder, &Registry::new())
}

/// Runs a sweep file as [`run_sweep`] does, which may name the components of a registry.
///
/// # Errors
/// As [`run_sweep`].
pub fn run_sweep_with(
    sweep: impl AsRef<Path>,
    folder: impl AsRef<Path>,
    registry: &Registry,
) -> Result<Results, Box<dyn Error>> {
    let (sweep, folder) = (Sweep::read_with(sweep.as_ref(), registry, &Overrides::default())?, folder.as_ref());
    let plan = Plan::new(&sweep);
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let execution = Execution { checkpoint: Some(DEFAULT_INTERVAL), ..Execution::new(threads, TableSource::IN_MEMORY) };
    let mut store = Store::open(folder, &sweep, &plan, Opening::Resume, execution)?;
    let observer = FirstFailure::default();
    if let Err(ended) = runner::run(&sweep, &plan, &mut store, execution, &observer) {
        let failed = lock(&observer.0).take();
        return Err(failed.map_or_else(|| ended.into(), Into::into));
    }
    Ok(report::write_claimed(folder, store::read)?)
}

/// An observer that keeps the reason of the first component that fails.
#[derive(Default)]
struct FirstFailure(Mutex<Option<Cancelled>>);

impl RunObserver for FirstFailure {
    fn failure(&self, failed: Cancelled) {
        lock(&self.0).get_or_insert(failed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_file_becomes_a_results_folder_with_a_report() {
        let folder = tempfile::tempdir().unwrap();
        let sweep = folder.path().join("sweep.toml");
        let text = "name = 'n'\nseed = 1\nrepetitions = 3\n[[instance]]\nrandom = 2\n[base]\npopulation = 20\nstop = { generations = 3 }\n";
        std::fs::write(&sweep, text).unwrap();
        let out = folder.path().join("out");
        let results = run_sweep(&sweep, &out).unwrap();
        assert_eq!((results.trials.len(), results.solutions.len()), (6, 6));
        let page = || std::fs::read(out.join(report::PAGE)).unwrap();
        let drawn = page();
        let results_of_page = store::read_for_report(&out).unwrap();
        assert_eq!(results_of_page.solutions.len(), 2, "the best trial on each instance");
        report::write(&results_of_page, &out).unwrap();
        assert!(page() == drawn, "the page shows no other solutions");
        assert_eq!(run_sweep(&sweep, &out).unwrap().trials, results.trials, "a finished folder stays as it is");
        assert!(run_sweep(folder.path().join("none.toml"), &out).is_err());
    }
}
