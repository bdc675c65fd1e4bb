//! A sweep in a program: planned, run into a folder, read back and reported. `evocube::run_sweep` does the same for a file in one call,
//! without an observer.
//!
//! `cargo run --release --example sweep`
#![allow(clippy::print_stdout)] // a program for people

use std::num::NonZeroUsize;
use std::path::Path;

use evocube::evaluation::Kernel;
use evocube::experiment::execution::Execution;
use evocube::experiment::plan::Plan;
use evocube::experiment::record::TrialRow;
use evocube::experiment::runner::{self, RunObserver};
use evocube::experiment::store::{self, Opening, Store};
use evocube::experiment::sweep::Sweep;
use evocube::report;
use evocube::search::TableSource;

const SWEEP: &str = r#"
name = "from-a-program"
seed = 1
repetitions = 3
[[instance]]
scramble = "R U2 F'"
[base]
population = 200
stop = { generations = 50, target = 0 }
[[factor]]
key = "selection.tournament.size"
levels = [2, 5]
"#;

/// Prints every trial as it is written.
struct Printer;

impl RunObserver for Printer {
    fn trial(&self, row: &TrialRow, _: u64) {
        let best = row.outcome.as_ref().map(|outcome| outcome.best);
        println!("trial {} with size {}: {best:?}", row.trial, row.levels.join(", "));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sweep = Sweep::parse(SWEEP, Path::new("a program"))?;
    let plan = Plan::new(&sweep);
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let execution = Execution {
        threads,
        kernel: Kernel::best(),
        tables: TableSource::IN_MEMORY,
        checkpoint: None,
        service: None,
        interpreter: None,
    };
    let folder = std::env::temp_dir().join(format!("evocube-sweep-{}", std::process::id()));
    let mut store = Store::open(&folder, &sweep, &plan, Opening::Resume, execution)?;
    runner::run(&sweep, &plan, &mut store, execution, &Printer)?;
    let results = report::write_claimed(&folder, store::read)?;
    drop(store);
    println!("{} trials, point {:?} wins", results.trials.len(), results.sweep.stages[0].selected);
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
