//! Cancelled trials leave no row, and a resumed run has the bytes of an uninterrupted one, with checkpoints and without. [`Canceller`]
//! serves other tests, too. Killed and signaled programs are tested in `interruption`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use evocube::Cancellation;
use evocube::experiment::record::TrialRow;
use evocube::experiment::runner::{RunError, RunObserver};
use evocube::experiment::verify::verify;
use evocube::solver::Cancelled;
use evocube::table::TableObserver;

use super::*;

/// Observer that cancels the run after a number of individuals, and records the written trials.
pub(super) struct Canceller {
    left: AtomicU64,
    flag: Arc<AtomicBool>,
    pub(super) notices: Mutex<Vec<String>>,
    written: Mutex<Vec<u64>>,
}

impl Canceller {
    pub(super) fn after(individuals: u64) -> Self {
        let flag = Arc::default();
        Self { left: AtomicU64::new(individuals), flag, notices: Mutex::default(), written: Mutex::default() }
    }
}

impl RunObserver for Canceller {
    fn offspring(&self, made: u64) {
        let left = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| Some(left.saturating_sub(made)));
        if left.unwrap() <= made {
            self.flag.store(true, Ordering::SeqCst);
        }
    }

    fn is_over(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }

    fn cancellation(&self) -> Cancellation {
        Cancellation::from(self.flag.clone())
    }

    fn notice(&self, sentence: &str) {
        self.notices.lock().unwrap().push(sentence.to_owned());
    }

    fn trial(&self, row: &TrialRow, _: u64) {
        self.written.lock().unwrap().push(row.trial);
    }
}

/// Cancels a sweep at most so many times, each time after more individuals, until it is complete. Returns the number of
/// cancellations and of trials that continued from a checkpoint.
fn cancelled_until_done(
    text: &str,
    folder: &Path,
    individuals: u64,
    cancellations: u64,
    checkpoint: Option<Duration>,
) -> (u64, usize) {
    // On one thread it is the same trial each time that has begun, and continues.
    let threads = if checkpoint.is_some() { NonZeroUsize::MIN } else { EXECUTION.threads };
    let execution = Execution { checkpoint, threads, ..*EXECUTION };
    let mut continued = 0;
    let sweep = Sweep::parse(text, Path::new("sweep.toml")).unwrap();
    let plan = Plan::new(&sweep);
    for times in 0.. {
        let mut store = Store::open(folder, &sweep, &plan, Opening::Resume, *EXECUTION).unwrap();
        let canceller = Canceller::after(if times < cancellations { individuals * (times + 1) } else { u64::MAX });
        let result = runner::run(&sweep, &plan, &mut store, execution, &canceller);
        let notices = canceller.notices.into_inner().unwrap();
        assert!(notices.iter().all(|notice| notice.ends_with(" continues from its checkpoint")), "{notices:?}");
        continued += notices.len();
        let written = canceller.written.into_inner().unwrap();
        match result {
            Ok(_) => return (times, continued),
            Err(RunError::Stopped { done, all, .. }) => {
                assert!(done < all);
                drop(store);
                let rows = store::read(folder).unwrap().trials;
                assert_eq!(rows.len(), done, "what is written is there, and no row of a cancelled trial");
                assert!(rows.iter().all(|row| row.outcome.is_some()), "a cancelled trial has not failed");
                assert!(written.is_empty() || rows.ends_with(&rows[rows.len() - written.len()..]));
            }
            Err(error) => panic!("{error}"),
        }
    }
    unreachable!("the last run is not cancelled")
}

/// Checks the folder of a sweep that is cancelled at most so many times, with and without checkpoints. Returns how often.
fn has_the_same_rows(name: &str, text: &str, individuals: u64, cancellations: u64) -> [u64; 2] {
    let whole = crate::common::tempdir().unwrap();
    run(text, whole.path(), Opening::New);
    [None, Some(Duration::from_secs(60))].map(|checkpoint| {
        let folder = crate::common::tempdir().unwrap();
        let (times, continued) = cancelled_until_done(text, folder.path(), individuals, cancellations, checkpoint);
        assert_eq!(continued > 0, checkpoint.is_some(), "{name}: {continued} continued");
        assert!(!folder.path().join("checkpoints").exists());
        assert_same(&bytes(folder.path()), &bytes(whole.path()), &format!("{name}, after {times} cancellations"));
        times
    })
}

// A sweep of each family of algorithms, with the number of individuals of a few trials.
test_each! {
    fn sweeps() -> (&'static str, u64);
    mod cancelled_trials_leave_no_row_and_have_the_same_rows_when_run_again: |name, (text, individuals)| {
        assert_eq!(has_the_same_rows(name, text, individuals, 1), [1, 1], "{name} is cancelled once");
    };
    genetic_algorithm: (GOLDEN, 9_000),
    islands_replacements_and_fronts: (include_str!("../data/schemes.toml"), 12_000),
    crossovers_and_offspring_that_learn: (include_str!("../data/breeding.toml"), 20_000),
    strategies: (include_str!("../data/strategies.toml"), 4_000_000),
    walks_on_genomes: (include_str!("../data/walks.toml"), 40_000),
    algorithms_on_genomes_with_a_mutation: (include_str!("../data/neighborhoods.toml"), 41_000),
    strategies_of_the_small_cube: (include_str!("../data/pocket.toml"), 60_000),
    a_file_defined_puzzle: (include_str!("../data/pyraminx.toml"), 12_000),
}

#[test]
#[ignore = "cancels each sweep up to 50 times: ten seconds"]
fn trials_that_are_cancelled_again_and_again_have_the_same_rows() {
    for (name, (text, individuals)) in sweeps() {
        let times = has_the_same_rows(name, text, individuals, u64::MAX);
        assert!(times.iter().all(|times| (2..50).contains(times)), "{name}: cancelled {times:?} times");
    }
}

#[test]
fn a_trial_that_is_cancelled_at_once_leaves_the_folder_unchanged() {
    let folder = crate::common::tempdir().unwrap();
    let text = "name = \"x\"\nseed = 1\nrepetitions = 9\n[[instance]]\nrandom = 1\n[base]\npopulation = 10\n\
                stop = { generations = 1_000_000_000, target = \"none\" }\n[[factor]]\nkey = \"algorithm\"\n\
                levels = [\"genetic-algorithm\", \"layers\"]\n";
    let text = &text.replace("repetitions = 9", "log-every = 1_000_000_000\nrepetitions = 9");
    let sweep = Sweep::parse(text, Path::new("sweep.toml")).unwrap();
    let plan = Plan::new(&sweep);
    for _ in 0..3 {
        let mut store = Store::open(folder.path(), &sweep, &plan, Opening::Resume, *EXECUTION).unwrap();
        let result = runner::run(&sweep, &plan, &mut store, *EXECUTION, &Canceller::after(50));
        assert!(matches!(result, Err(RunError::Stopped { done: 0, all: 18, .. })), "{result:?}");
    }
}

/// An observer that ends every construction of a table.
struct NoTables;

impl TableObserver for NoTables {
    fn step(&self) -> Result<(), Cancelled> {
        Err(Cancelled::default())
    }
}

#[test]
fn a_run_whose_tables_are_not_built_is_stopped_and_continues() {
    let execution = Execution { tables: TableSource { observer: &NoTables, ..TableSource::IN_MEMORY }, ..*EXECUTION };
    let solver = "\"thistlethwaite\"";
    for (head, base) in [
        (format!("baselines = [{solver}]\n"), "population = 10\nstop = { generations = 3 }\n".to_owned()),
        (String::new(), format!("algorithm = {solver}\n")),
    ] {
        let text = format!("name = \"x\"\nseed = 1\nrepetitions = 2\n{head}[[instance]]\nrandom = 1\n[base]\n{base}");
        let [folder, whole] = [(); 2].map(|()| crate::common::tempdir().unwrap());
        let sweep = Sweep::parse(&text, Path::new("sweep.toml")).unwrap_or_else(|error| panic!("{error}"));
        let plan = Plan::new(&sweep);
        let mut store = Store::open(folder.path(), &sweep, &plan, Opening::New, execution).unwrap();
        let result = runner::run(&sweep, &plan, &mut store, execution, &());
        assert!(matches!(result, Err(RunError::Stopped { done: 0, all: 2, .. })), "{result:?}");
        drop(store);
        run(&text, folder.path(), Opening::Resume);
        run(&text, whole.path(), Opening::New);
        assert_same(&bytes(folder.path()), &bytes(whole.path()), &base);
        let results = store::read(folder.path()).unwrap();
        let result = verify(folder.path(), &results, None, &Registry::new(), execution, &());
        assert!(matches!(result, Err(RunError::Stopped { done: 0, all: 2, .. })), "{result:?}");
    }
}
