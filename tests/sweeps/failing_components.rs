//! Components in Rust, one of each kind, that fail by a value: the run ends, the failed trial leaves no row, the observer receives the
//! reason, and a resumed run has the bytes of an undisturbed one. Panics are tested in `panics`, exceptions of components in Python in
//! `python/tests/test_extension.py`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

use evocube::evaluation::Fitness;
use evocube::evolve::algorithm::BuildOptimizer;
use evocube::evolve::selection::Candidates;
use evocube::experiment::interpreter::{Interpreter, TrialIdentity};
use evocube::experiment::runner::{RunError, RunObserver, RunStatus};
use evocube::experiment::store;
use evocube::experiment::verify::verify;
use evocube::landscape::{Options, survey};
use evocube::optimizer::AnyOptimizer;
use evocube::prelude::*;
use serde::Deserialize;

use super::*;
use crate::cancellation::Canceller;

/// Number of calls of components until one fails.
static LEFT: AtomicI64 = AtomicI64::new(i64::MAX);

/// Tests that use the number, one after the other.
static TURN: Mutex<()> = Mutex::new(());

/// Counts a call, and fails if it is the last.
fn call() -> Result<(), Cancelled> {
    if LEFT.fetch_sub(1, Ordering::SeqCst) == 1 { Err(Cancelled::because("a fuse")) } else { Ok(()) }
}

/// A component of any kind.
#[derive(Clone, Deserialize)]
struct Fails {}

impl Penalize for Fails {
    fn penalty(&self, layout: &Layout, places: &[Place]) -> Result<u16, Cancelled> {
        call()?;
        let wrong = places.iter().zip(layout.homes()).filter(|(place, home)| place != home).count();
        u16::try_from(wrong).map_err(Cancelled::because)
    }
}

impl Mutate for Fails {
    fn individual_rate(&self) -> Bernoulli {
        Bernoulli::new(0.8)
    }

    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        // A failed mutation leaves garbage.
        genome.fill(Gene(0));
        call()?;
        context.symbols.fill(genome, stream);
        Ok(true)
    }
}

impl Cross for Fails {
    fn rate(&self) -> Bernoulli {
        Bernoulli::new(0.8)
    }

    fn cross(&self, a: &mut [Gene], b: &mut [Gene], _: Pair<'_>, _: &mut CounterStream) -> Result<(), Cancelled> {
        a.swap_with_slice(b);
        call()
    }
}

impl Select for Fails {
    fn prepare(&self, _: &mut RouletteTable, _: &Candidates<'_>, _: &mut CounterStream) -> Result<(), Cancelled> {
        call()
    }

    fn select(&self, pool: ParentPool<'_>, _: usize, stream: &mut CounterStream) -> Result<usize, Cancelled> {
        call()?;
        Ok(stream.index(pool.fitness.len()))
    }
}

impl Survive for Fails {
    fn survivors(&self, _: &[Fitness], size: usize, _: &mut CounterStream) -> Result<Vec<usize>, Cancelled> {
        call()?;
        Ok((size..2 * size).collect())
    }
}

impl StopRule for Fails {
    fn is_met(&self, _: &Generation<'_>) -> Result<bool, Cancelled> {
        call()?;
        Ok(false)
    }
}

impl Observe for Fails {
    fn columns(&self) -> Vec<String> {
        vec!["generation".to_owned()]
    }

    fn observe(&self, generation: &LoggedGeneration<'_>, values: &mut [f64]) -> Result<(), Cancelled> {
        values[0] = generation.generation.progress.generations as f64;
        call()
    }
}

/// The genetic algorithm, whose construction fails.
impl BuildOptimizer for Fails {
    fn build(&self, config: &TrialConfig) -> Result<AnyOptimizer, OptimizerError> {
        call()?;
        TrialConfig { algorithm: Default::default(), ..config.clone() }.build()
    }

    fn supports(&self, _: &StopCriterion) -> Result<(), Unsupported> {
        Ok(())
    }
}

fn registry() -> Registry {
    Registry::new()
        .objective::<Fails>("fails", "1")
        .mutation::<Fails>("fails", "1")
        .crossover::<Fails>("fails", "1")
        .selection::<Fails>("fails", "1")
        .survivor_selection::<Fails>("fails", "1")
        .stop_rule::<Fails>("fails", "1")
        .observer::<Fails>("fails", "1")
        .component::<dyn BuildOptimizer>("fails", "1", |_| Ok(Box::new(Fails {})))
}

/// Keeps the reasons of failed components.
#[derive(Default)]
struct Reasons(Mutex<Vec<String>>);

impl RunObserver for Reasons {
    fn failure(&self, failed: Cancelled) {
        self.0.lock().unwrap().push(failed.reason().unwrap().to_string());
    }
}

/// Runs a sweep into a folder until the component has been called so often. Returns the end of the run, and the reasons.
fn run_until(sweep: &Sweep, folder: &Path, threads: usize, calls: i64) -> (Result<RunStatus, RunError>, Vec<String>) {
    let (plan, reasons) = (Plan::new(sweep), Reasons::default());
    let execution = Execution { threads: NonZeroUsize::new(threads).unwrap(), ..*EXECUTION };
    let mut store = Store::open(folder, sweep, &plan, Opening::Resume, execution).unwrap();
    LEFT.store(calls, Ordering::SeqCst);
    let ended = runner::run(sweep, &plan, &mut store, execution, &reasons);
    (ended, reasons.0.into_inner().unwrap())
}

/// The name of a case, keys at the top of its sweep, and those of `[base]`.
const CASES: [(&str, &str, &str); 22] = [
    ("objective", "", "objective = 'fails'"),
    ("objective of best prefixes", "", "objective = 'fails'\ngenome.evaluate = 'best-prefix'"),
    ("objective of islands", "", "objective = 'fails'\nislands = { count = 3, interval = 2 }\nimmigrants = 0.3"),
    (
        "objective of descents",
        "",
        "objective = 'fails'\nmemetic = { rate = 0.3, evaluations = 40 }\nstop.evaluations = 900",
    ),
    ("objective of walks", "", "objective = 'fails'\nalgorithm = { hill-climbing = { runs = 3 } }"),
    ("objective of an archive", "", "objective = 'fails'\npopulation = 12\nalgorithm = 'map-elites'"),
    ("objective of a niche archive", "", "objective = 'fails'\nalgorithm = { niche-archive = { parents = 20 } }"),
    ("objective of baselines", "baselines = ['layers']", "objective = 'fails'"),
    ("mutation", "", "mutation = 'fails'"),
    ("mutation of a mixture", "", "mutation.mixture.of = [{ mutation = 'fails' }, { mutation = 'swap' }]"),
    ("mutation of a sequence", "", "mutation.sequence = ['swap', 'fails']"),
    ("mutation of walks", "", "mutation = 'fails'\nalgorithm = { one-plus-one = { runs = 2 } }"),
    ("mutation of a population", "", "mutation = 'fails'\nalgorithm = { mu-lambda = { parents = 4, offspring = 9 } }"),
    ("crossover", "", "crossover = 'fails'"),
    ("crossover of a mixture", "", "crossover.mixture.of = [{ crossover = 'fails' }, { crossover = 'uniform' }]"),
    ("selection", "", "selection = 'fails'"),
    ("selection of further parents", "", "selection = 'fails'\ncrossover.multi-parent.parents = 4"),
    ("survivor selection", "", "replacement = 'fails'"),
    ("stop rule", "", "stop.rule = 'fails'"),
    ("observer", "observers = ['fails']", ""),
    ("observer of a niche archive", "observers = ['fails']", "algorithm = { niche-archive = { parents = 20 } }"),
    ("algorithm", "", "population = 12\nalgorithm = 'fails'"),
];

#[test]
fn a_component_of_each_kind_that_fails_ends_the_run_without_a_row_of_its_trial() {
    let _turn = TURN.lock().unwrap_or_else(|poison| poison.into_inner());
    CASES.into_iter().for_each(|(name, head, base)| fails_by_value(name, head, base));
}

/// Lets a component fail at its first call, at its last one and between, with rows of earlier trials or without.
fn fails_by_value(name: &str, head: &str, base: &str) {
    let genomes = if base.contains("algorithm") { "" } else { "population = 12\ngenome.length = 12\n" };
    let target = if base.contains("niche") { "" } else { "stop.target = 'none'\n" };
    let text = format!(
        "name = 'fails'\nseed = 8\nrepetitions = 3\n{head}\n[[instance]]\nrandom = 1\n[base]\n{genomes}{base}\n\
         stop.generations = 12\n{target}"
    );
    let sweep = parsed(&text, &registry()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let whole = common::tempdir().unwrap();
    let (ended, reasons) = run_until(&sweep, whole.path(), 1, i64::MAX);
    assert!(ended.is_ok() && reasons.is_empty(), "{name}: {ended:?}");
    let calls = i64::MAX - LEFT.load(Ordering::SeqCst);
    let mut written = BTreeSet::new();
    for (threads, left) in [(1, 1), (1, calls / 2), (1, calls - 1), (1, calls), (3, 1), (3, 2 * calls / 3)] {
        let folder = common::tempdir().unwrap();
        let (ended, reasons) = run_until(&sweep, folder.path(), threads, left.max(1));
        assert!(matches!(ended, Err(RunError::Stopped { .. })), "{name}, {left} of {calls} calls: {ended:?}");
        assert_eq!(reasons, ["a fuse"], "{name}, {left} of {calls} calls");
        let Err(RunError::Stopped { done, all: 3, .. }) = ended else { panic!("{name}: {ended:?}") };
        let rows = fs::read_to_string(folder.path().join(file::TRIALS)).map_or(0, |rows| rows.lines().count() - 1);
        let failures = fs::read_to_string(folder.path().join(file::FAILURES)).unwrap_or_default();
        assert!(done < 3 && rows == done && failures.lines().count() <= 1, "{name}: {done} {rows} {failures}");
        written.insert(done);
        let (ended, reasons) = run_until(&sweep, folder.path(), 2, i64::MAX);
        assert!(ended.is_ok() && reasons.is_empty(), "{name}: {ended:?}");
        assert_same(&bytes(folder.path()), &bytes(whole.path()), name);
    }
    assert!(written.contains(&0) && (written.len() > 1 || calls < 6), "{name}: {written:?}");
}

#[test]
fn one_of_many_rows_that_threads_share_fails() {
    let _turn = TURN.lock().unwrap_or_else(|poison| poison.into_inner());
    for base in ["objective = 'fails'", "mutation = 'fails'", "selection = 'fails'", "crossover = 'fails'"] {
        let text = format!(
            "name = 'fails'\nseed = 8\n[[instance]]\nrandom = 1\n[base]\npopulation = 1500\n{base}\n\
             stop = {{ generations = 3, target = 'none' }}\ngenome.length = 12\n"
        );
        let sweep = parsed(&text, &registry()).unwrap();
        let [whole, folder] = [(); 2].map(|()| common::tempdir().unwrap());
        assert!(run_until(&sweep, whole.path(), 1, i64::MAX).0.is_ok());
        let calls = i64::MAX - LEFT.load(Ordering::SeqCst);
        for left in [calls / 7, calls / 2] {
            let (ended, reasons) = run_until(&sweep, folder.path(), 3, left);
            assert!(matches!(ended, Err(RunError::Stopped { done: 0, all: 1, .. })), "{base}: {ended:?}");
            assert_eq!(reasons, ["a fuse"], "{base}");
        }
        assert!(run_until(&sweep, folder.path(), 3, i64::MAX).0.is_ok());
        assert_same(&bytes(folder.path()), &bytes(whole.path()), base);
    }
}

/// An interpreter whose state cannot be saved or set when it is the last call.
struct Owner;

impl Interpreter for Owner {
    fn has_components_of(&self, _: &Sweep) -> bool {
        true
    }

    fn libraries(&self, _: &Sweep) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    fn run(&self, _: &TrialIdentity, run: &mut dyn FnMut()) {
        run();
    }

    fn state(&self) -> Result<Vec<u8>, Cancelled> {
        call()?;
        Ok(vec![7])
    }

    fn set_state(&self, state: &[u8]) -> Result<(), Cancelled> {
        assert_eq!(state, [7]);
        call()
    }
}

#[test]
fn an_interpreter_that_cannot_save_or_set_its_state_ends_the_run() {
    let _turn = TURN.lock().unwrap_or_else(|poison| poison.into_inner());
    let text = "name = 'fails'\nseed = 8\n[[instance]]\nrandom = 1\n[base]\npopulation = 12\n\
                stop = { generations = 40, target = 'none' }\n";
    let sweep = parsed(text, &registry()).unwrap();
    let folder = common::tempdir().unwrap();
    let checkpoint = Some(Duration::from_secs(60));
    let execution = Execution { interpreter: Some(&Owner), checkpoint, threads: NonZeroUsize::MIN, ..*EXECUTION };
    let run = |calls: i64, observer: &dyn RunObserver| {
        let plan = Plan::new(&sweep);
        let mut store = Store::open(folder.path(), &sweep, &plan, Opening::Resume, execution).unwrap();
        LEFT.store(calls, Ordering::SeqCst);
        runner::run(&sweep, &plan, &mut store, execution, observer)
    };
    let has_checkpoint = || folder.path().join("checkpoints").read_dir().is_ok_and(|mut all| all.next().is_some());
    // Nothing is saved, then the state is saved, and then it cannot be set.
    assert!(run(1, &Canceller::after(100)).is_err() && !has_checkpoint());
    assert!(run(2, &Canceller::after(100)).is_err() && has_checkpoint());
    let reasons = Reasons::default();
    assert!(matches!(run(1, &reasons), Err(RunError::Stopped { done: 0, all: 1, .. })));
    assert!(has_checkpoint() && *reasons.0.lock().unwrap() == ["a fuse"], "the checkpoint stays");
    assert!(run(i64::MAX, &()).is_ok());
    let whole = common::tempdir().unwrap();
    run_with(text, &registry(), whole.path(), Opening::New);
    assert_same(&bytes(folder.path()), &bytes(whole.path()), "continued");
}

#[test]
fn a_component_that_fails_verifies_nothing() {
    let _turn = TURN.lock().unwrap_or_else(|poison| poison.into_inner());
    let text = "name = 'fails'\nseed = 8\nrepetitions = 3\nbaselines = ['layers']\n[[instance]]\nrandom = 1\n[base]\n\
                population = 12\nobjective = 'fails'\nstop = { generations = 4, target = 'none' }\n";
    let folder = common::tempdir().unwrap();
    LEFT.store(i64::MAX, Ordering::SeqCst);
    run_with(text, &registry(), folder.path(), Opening::New);
    let calls = i64::MAX - LEFT.load(Ordering::SeqCst);
    let results = store::read(folder.path()).unwrap();
    for (left, verified) in [(1, 0), (calls, 2)] {
        let reasons = Reasons::default();
        let execution = Execution { threads: NonZeroUsize::MIN, ..*EXECUTION };
        LEFT.store(left, Ordering::SeqCst);
        let verdict = verify(folder.path(), &results, None, &registry(), execution, &reasons);
        assert!(matches!(verdict, Err(RunError::Stopped { done, all: 3, .. }) if done == verified), "{verdict:?}");
        assert_eq!(*reasons.0.lock().unwrap(), ["a fuse"]);
    }
    LEFT.store(i64::MAX, Ordering::SeqCst);
    assert!(verify(folder.path(), &results, None, &registry(), *EXECUTION, &()).unwrap().is_identical());
}

#[test]
fn the_reason_is_the_error_of_a_sweep_run_by_one_call() {
    let _turn = TURN.lock().unwrap_or_else(|poison| poison.into_inner());
    let folder = common::sweep_folder(
        "name = 'fails'\nseed = 8\n[[instance]]\nrandom = 1\n[base]\nobjective = 'fails'\nstop.generations = 2\n",
    );
    let run = || evocube::run_sweep_with(folder.path().join("sweep.toml"), folder.path().join("out"), &registry());
    LEFT.store(1, Ordering::SeqCst);
    let error = run().unwrap_err();
    assert_eq!(format!("{error}: {}", error.source().unwrap()), "a component failed: a fuse");
    LEFT.store(i64::MAX, Ordering::SeqCst);
    assert_eq!(run().unwrap().trials.len(), 1);
}

/// An objective that fails without a reason.
struct Silent;

impl Penalize for Silent {
    fn penalty(&self, _: &Layout, _: &[Place]) -> Result<u16, Cancelled> {
        Err(Cancelled::default())
    }
}

/// Counts failures.
#[derive(Default)]
struct Failures(AtomicI64);

impl RunObserver for Failures {
    fn failure(&self, failed: Cancelled) {
        assert!(failed.reason().is_none() && failed.to_string() == "the work was cancelled");
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn a_failure_without_a_reason_leaves_no_row_of_a_baseline_or_a_trial() {
    let registry = Registry::new().component::<dyn Penalize>("silent", "1", |_| Ok(Box::new(Silent)));
    for head in ["baselines = ['layers']\n", ""] {
        let text = format!("name = 'x'\nseed = 8\n{head}[[instance]]\nrandom = 1\n[base]\nobjective = 'silent'\n");
        let sweep = parsed(&text, &registry).unwrap();
        let (plan, folder, failures) = (Plan::new(&sweep), common::tempdir().unwrap(), Failures::default());
        let mut store = Store::open(folder.path(), &sweep, &plan, Opening::New, *EXECUTION).unwrap();
        let ended = runner::run(&sweep, &plan, &mut store, *EXECUTION, &failures);
        assert!(matches!(ended, Err(RunError::Stopped { done: 0, all: 1, .. })), "{ended:?}");
        assert_eq!(failures.0.load(Ordering::SeqCst), 1, "{head}");
        let baselines = std::fs::read_to_string(folder.path().join("baselines.csv")).unwrap_or_default();
        assert!(baselines.lines().count() <= 1, "{baselines}");
    }
}

#[test]
fn components_that_fail_end_other_work_than_runs() {
    let _turn = TURN.lock().unwrap_or_else(|poison| poison.into_inner());
    let options = Options { walks: 3, steps: 40, lags: 5, states: 3, turns: 3, ..Options::default() };
    for base in ["objective = 'fails'", "mutation = 'fails'"] {
        let text = format!("name = 'fails'\nseed = 8\n[[instance]]\nrandom = 1\n[base]\n{base}\n");
        let sweep = parsed(&text, &registry()).unwrap();
        for (threads, calls) in [(1, 1), (1, 60), (3, 60)] {
            LEFT.store(calls, Ordering::SeqCst);
            let measured = survey("x", &sweep.base, &options, NonZeroUsize::new(threads).unwrap());
            assert!(matches!(measured, Err(OptimizerError::Cancelled(Cancelled(Some(_))))), "{base}: {measured:?}");
        }
        LEFT.store(100, Ordering::SeqCst);
        let outcome = sweep.base.run(&CUBE3, Cube3::random(&mut Seed::from_number(1).stream()), Seed::from_number(1));
        assert!(matches!(outcome, Err(OptimizerError::Cancelled(_))), "{base}: {outcome:?}");
    }
}
