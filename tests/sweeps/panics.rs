//! Panics, in trials and elsewhere: each is reported with its place. Components that fail without a panic are tested in
//! `failing_components`.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use evocube::evaluation::Kernel;
use evocube::experiment::defect;
use evocube::experiment::execution::Execution;
use evocube::experiment::plan::Plan;
use evocube::experiment::record::file;
use evocube::experiment::runner;
use evocube::experiment::store::{Opening, Store};
use evocube::experiment::sweep::Sweep;
use evocube::search::TableSource;

const SWEEP: &str = "name = \"x\"\nseed = 1\nrepetitions = 4\n[[instance]]\nscramble = \"R U\"\n[base]\npopulation = 10\n\
                     stop = { generations = 3 }\n";

/// Returns `failures.csv` of a sweep with an invalid instance, which no sweep file can contain, so that every trial panics.
fn failures(threads: usize) -> String {
    let mut sweep = Sweep::parse(SWEEP, Path::new("sweep.toml")).unwrap();
    sweep.instances[0].state = "no state".to_owned();
    let plan = Plan::new(&sweep);
    let threads = NonZeroUsize::new(threads).unwrap();
    let execution = Execution {
        threads,
        kernel: Kernel::SCALAR,
        tables: TableSource::IN_MEMORY,
        checkpoint: None,
        service: None,
        interpreter: None,
    };
    let folder = crate::common::tempdir().unwrap();
    let mut store = Store::open(folder.path(), &sweep, &plan, Opening::New, execution).unwrap();
    runner::run(&sweep, &plan, &mut store, execution, &()).unwrap();
    fs::read_to_string(folder.path().join(file::FAILURES)).unwrap()
}

/// One test, since a process has one panic hook.
#[test]
fn a_panic_in_a_trial_is_reported_with_its_source_location() {
    // `file!()` is the path of this file, relative to the crate. The previous hook prints the panics of concurrent tests.
    let printing = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        defect::record(panic);
        printing(panic);
    }));
    for threads in [1, 3] {
        let failures = failures(threads);
        let rows: Vec<&str> = failures.lines().skip(1).collect();
        assert_eq!(rows.len(), 4, "{failures}");
        for (number, row) in (1..).zip(rows) {
            assert!(
                row.starts_with(&format!("{number},\"the trial panicked: it was checked when it was read: ")),
                "{row}"
            );
            let place = row.rsplit_once(", at ").unwrap().1.strip_suffix('"').unwrap();
            let mut parts = place.split(':');
            assert_eq!(parts.next(), Some("crates/experiment/src/instance.rs"), "{row}");
            assert!(parts.by_ref().all(|number| number.parse::<u32>().is_ok_and(|number| number > 0)), "{row}");
        }
    }
    assert_eq!(failures(2), failures(1), "the reason does not depend on the threads");

    let caught = |work: fn()| defect::describe(&*std::panic::catch_unwind(work).unwrap_err());
    let message = caught(|| panic!("no way out"));
    assert!(message.starts_with("no way out, at tests/sweeps/panics.rs:"), "{message}");
    // The reason is that of the thread that panicked first, not of one that passes the panic on.
    let passed_on = caught(|| {
        std::thread::scope(|scope| {
            scope.spawn(|| panic!("no way in"));
        });
    });
    assert!(passed_on.starts_with("no way in, at tests/sweeps/panics.rs:"), "{passed_on}");
    // Without a record there is the message alone.
    assert_eq!(defect::describe(&"by hand"), "by hand");
}
