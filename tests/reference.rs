//! The committed reference run belongs to the shipped quickstart and comes out again.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use evocube::experiment::execution::Execution;
use evocube::experiment::store;
use evocube::experiment::sweep::Sweep;
use evocube::experiment::verify::verify;
use evocube::puzzle::kernel::Kernel;
use evocube::search::TableSource;

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn it_is_that_of_the_quickstart() {
    let shipped = Sweep::read(&at("experiments/quickstart.toml")).unwrap();
    let recorded = store::read_sweep(&at("results/reference/quickstart")).unwrap();
    assert_eq!(recorded.to_table(), shipped.to_table());
}

#[test]
fn a_trial_of_every_setting_comes_out_identical() {
    let execution = Execution { threads: NonZeroUsize::MIN, kernel: Kernel::best(), tables: TableSource::IN_MEMORY };
    for trial in [1, 16, 31, 46] {
        let verdict = verify(&at("results/reference/quickstart"), Some(trial), execution, &()).unwrap();
        assert!(verdict.is_identical() && verdict.trials == 1, "{verdict:?}");
    }
}

#[test]
fn every_shipped_sweep_is_sound() {
    let mut count = 0;
    for entry in std::fs::read_dir(at("experiments")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            Sweep::read(&path).unwrap_or_else(|error| panic!("{error}"));
            count += 1;
        }
    }
    assert_eq!(count, 16);
}
