//! Panics, in trials and elsewhere: each is reported with its place. Also components built by functions: their settings are checked, and
//! one can cancel its trial, which leaves no row.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use evocube::evaluation::Kernel;
use evocube::experiment::defect;
use evocube::experiment::execution::Execution;
use evocube::experiment::plan::Plan;
use evocube::experiment::record::file;
use evocube::experiment::runner::{self, RunObserver, RunStatus};
use evocube::experiment::store::{self, Opening, Store};
use evocube::experiment::sweep::Sweep;
use evocube::prelude::{Bernoulli, Context, CounterStream, Gene, Mutate, Registry};
use evocube::registered::InvalidSettings;
use evocube::search::TableSource;
use evocube::solver::Cancelled;

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

/// A mutation that cancels its trial while the flag is set.
struct Cancels;

static CANCELS: AtomicBool = AtomicBool::new(true);

impl Mutate for Cancels {
    fn individual_rate(&self) -> Bernoulli {
        Bernoulli::new(1.0)
    }

    fn mutate(&self, _: &mut [Gene], _: &mut Context<'_>, _: &mut CounterStream) -> bool {
        if CANCELS.load(Ordering::Relaxed) {
            std::panic::resume_unwind(Box::new(Cancelled(Some(Arc::new("flag")))));
        }
        false
    }
}

/// An observer that counts the reasons of [`Cancels`].
struct Reasons;

static FLAGS: AtomicUsize = AtomicUsize::new(0);

impl RunObserver for Reasons {
    fn failure(&self, payload: Cancelled) {
        let reason = payload.0.and_then(|reason| reason.downcast::<&str>().ok());
        FLAGS.fetch_add(usize::from(reason.is_some_and(|reason| *reason == "flag")), Ordering::Relaxed);
    }
}

#[test]
fn a_component_built_by_a_function_can_cancel_its_trial_which_leaves_no_row() {
    let registry = Registry::new().component::<dyn Mutate>("cancels", "1", |settings| {
        let is_empty = settings.as_table().is_some_and(|table| table.is_empty());
        if is_empty { Ok(Box::new(Cancels)) } else { Err(InvalidSettings("it has no settings".to_owned())) }
    });
    let wrong = super::parsed(&format!("{SWEEP}mutation.cancels.now = true\n"), &registry).unwrap_err();
    assert!(wrong.to_string().contains("sweep.toml:9:"), "{wrong}");
    assert!(wrong.to_string().contains("cancels: it has no settings"), "{wrong}");
    let sweep = super::parsed(&format!("{SWEEP}mutation = \"cancels\"\n"), &registry).unwrap();
    let plan = Plan::new(&sweep);
    let threads = NonZeroUsize::new(2).unwrap();
    let execution = Execution {
        threads,
        kernel: Kernel::SCALAR,
        tables: TableSource::IN_MEMORY,
        checkpoint: None,
        service: None,
        interpreter: None,
    };
    let folder = crate::common::tempdir().unwrap();
    let run = |opening| {
        let mut store = Store::open(folder.path(), &sweep, &plan, opening, execution).unwrap();
        runner::run(&sweep, &plan, &mut store, execution, &Reasons)
    };
    let error = run(Opening::New).unwrap_err().to_string();
    assert_eq!(error, "stopped after 0 of 4 trials");
    assert!(FLAGS.load(Ordering::Relaxed) > 0, "the observer receives the reason");
    CANCELS.store(false, Ordering::Relaxed);
    assert_eq!(run(Opening::Resume).unwrap(), RunStatus::Complete);
    let results = store::read(folder.path()).unwrap();
    assert_eq!((results.trials.len(), results.failures.len()), (4, 0));
}
