//! Sweeps with components of an interpreter, made up in Rust, that share one generator: the same bytes on several threads and after
//! interruptions, one trial at a time. Also the notice of `verify` on other versions of libraries, and trials that do not enter the
//! interpreter. That of Python is tested in `python/tests/test_random.py`, its versions in `test_version.py`.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use evocube::experiment::interpreter::{Interpreter, TrialIdentity};
use evocube::experiment::runner::RunObserver;
use evocube::experiment::service::{TrialAnswer, TrialRequest, TrialService};
use evocube::experiment::verify::verify;
use evocube::optimizer::{Generation, StopRule};
use evocube::prelude::{Bernoulli, Cancelled, Context, CounterStream, Gene, Mutate};

use super::*;
use crate::cancellation::Canceller;

/// A generator that all components of the process share.
static SHARED: Mutex<u64> = Mutex::new(1);

fn draw(bound: usize) -> usize {
    let mut shared = SHARED.lock().unwrap();
    *shared = shared.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    usize::try_from(*shared >> 33).unwrap() % bound
}

/// A mutation that draws a gene and its symbol from the shared generator.
#[derive(serde::Deserialize)]
struct Shared {}

impl Mutate for Shared {
    fn individual_rate(&self) -> Bernoulli {
        Bernoulli::new(1.0)
    }

    fn mutate(&self, genome: &mut [Gene], _: &mut Context<'_>, _: &mut CounterStream) -> Result<bool, Cancelled> {
        let gene = draw(genome.len());
        genome[gene] = Gene(u16::try_from(draw(18)).unwrap());
        Ok(true)
    }
}

/// A stop rule that draws in each generation, also in that of a checkpoint from which a trial continues.
#[derive(serde::Deserialize)]
struct Draws {}

impl StopRule for Draws {
    fn is_met(&self, _: &Generation<'_>) -> Result<bool, Cancelled> {
        Ok(draw(1_000_000) == 0)
    }
}

/// The interpreter of the generator.
#[derive(Default)]
struct Owner {
    running: AtomicUsize,
    seeds: Mutex<Vec<u64>>,
    library: Option<&'static str>,
}

impl Interpreter for Owner {
    fn has_components_of(&self, sweep: &Sweep) -> bool {
        sweep.to_table()["base"].to_string().contains("shared-draws")
    }

    fn libraries(&self, _: &Sweep) -> BTreeMap<String, String> {
        BTreeMap::from([("library".to_owned(), self.library.unwrap_or("1").to_owned())])
    }

    fn run(&self, trial: &TrialIdentity, run: &mut dyn FnMut()) {
        let seed = trial.seed;
        assert_eq!(self.running.fetch_add(1, Ordering::SeqCst), 0, "no other trial runs");
        let before = std::mem::replace(&mut *SHARED.lock().unwrap(), seed);
        run();
        *SHARED.lock().unwrap() = before;
        self.running.fetch_sub(1, Ordering::SeqCst);
        self.seeds.lock().unwrap().push(seed);
    }

    fn state(&self) -> Result<Vec<u8>, Cancelled> {
        Ok(SHARED.lock().unwrap().to_le_bytes().to_vec())
    }

    fn set_state(&self, state: &[u8]) -> Result<(), Cancelled> {
        *SHARED.lock().unwrap() = u64::from_le_bytes(state.try_into().map_err(Cancelled::because)?);
        Ok(())
    }
}

/// Keeps what a run says.
#[derive(Default)]
struct Notices(Mutex<Vec<String>>);

impl RunObserver for Notices {
    fn notice(&self, sentence: &str) {
        self.0.lock().unwrap().push(sentence.to_owned());
    }
}

/// Tests that use the generator, one after the other.
static TURN: Mutex<()> = Mutex::new(());

fn registry() -> Registry {
    Registry::new().mutation::<Shared>("shared-draws", "1").stop_rule::<Draws>("draws", "1")
}

fn sweep(base: &str) -> Sweep {
    let text = format!(
        "name = 'shared'\nseed = 3\nrepetitions = 3\n[[instance]]\nrandom = 2\n[base]\npopulation = 10\n\
         stop = {{ generations = 40, target = 'none', rule = 'draws' }}\n{base}\n"
    );
    parsed(&text, &registry()).unwrap()
}

fn run_with(sweep: &Sweep, folder: &Path, owner: &Owner, threads: usize, individuals: u64) -> bool {
    let threads = NonZeroUsize::new(threads).unwrap();
    let checkpoint = Some(Duration::from_secs(60));
    let execution = Execution { interpreter: Some(owner), checkpoint, threads, ..*EXECUTION };
    let plan = Plan::new(sweep);
    let mut store = Store::open(folder, sweep, &plan, Opening::Resume, execution).unwrap();
    runner::run(sweep, &plan, &mut store, execution, &Canceller::after(individuals)).is_ok()
}

#[test]
fn trials_that_share_a_generator_have_the_same_bytes_on_several_threads_and_after_interruptions() {
    let _turn = TURN.lock().unwrap_or_else(|poison| poison.into_inner());
    let sweep = sweep("mutation = 'shared-draws'");
    let seeds: Vec<u64> = Plan::new(&sweep).trials().map(|trial| trial.seed).collect();
    let one = crate::common::tempdir().unwrap();
    let owner = Owner::default();
    *SHARED.lock().unwrap() = 5;
    assert!(run_with(&sweep, one.path(), &owner, 1, u64::MAX));
    assert_eq!(*owner.seeds.lock().unwrap(), seeds);
    assert_eq!(*SHARED.lock().unwrap(), 5);
    let results = store::read(one.path()).unwrap();
    let ends: BTreeSet<u64> =
        results.trials.iter().filter_map(|row| row.outcome.as_ref()).map(|outcome| outcome.best).collect();
    assert!(ends.len() > 1, "trials draw their own numbers");

    let several = crate::common::tempdir().unwrap();
    assert!(run_with(&sweep, several.path(), &Owner::default(), 7, u64::MAX));
    assert_same(&bytes(several.path()), &bytes(one.path()), "on seven threads");
    let timing = fs::read_to_string(several.path().join("timing.csv")).unwrap();
    assert!(timing.lines().skip(1).all(|line| line.contains(",1,")), "{timing}");

    let cut = crate::common::tempdir().unwrap();
    let mut interruptions = 0;
    for individuals in (0..).map(|number| 150 + 60 * number) {
        *SHARED.lock().unwrap() = individuals;
        if run_with(&sweep, cut.path(), &Owner::default(), 2, individuals) {
            break;
        }
        interruptions += 1;
    }
    assert!(interruptions > 2);
    assert_same(&bytes(cut.path()), &bytes(one.path()), "after interruptions");

    for (library, said) in [(None, None), (Some("2"), Some("library 1 there, 2 here"))] {
        let (owner, notices) = (Owner { library, ..Owner::default() }, Notices::default());
        let execution = Execution { interpreter: Some(&owner), threads: NonZeroUsize::new(4).unwrap(), ..*EXECUTION };
        let results = store::read(one.path()).unwrap();
        assert!(verify(one.path(), &results, None, &registry(), execution, &notices).unwrap().is_identical());
        assert_eq!(*owner.seeds.lock().unwrap(), seeds);
        let said = said.map(|said| format!("the recorded trials ran with another version of a library: {said}"));
        assert_eq!(*notices.0.lock().unwrap(), Vec::from_iter(said));
    }
}

/// Trials elsewhere, where another interpreter runs them.
struct Elsewhere(Owner);

impl TrialService for Elsewhere {
    fn run(&self, request: TrialRequest, _: &dyn Fn() -> bool) -> Option<TrialAnswer> {
        let execution = Execution { interpreter: Some(&self.0), threads: NonZeroUsize::MIN, ..*EXECUTION };
        Some(evocube::experiment::answer::answer(&request, &registry(), execution, &()).unwrap())
    }
}

#[test]
fn trials_without_components_of_an_interpreter_and_those_elsewhere_do_not_enter_it() {
    let _turn = TURN.lock().unwrap_or_else(|poison| poison.into_inner());
    let folder = crate::common::tempdir().unwrap();
    let owner = Owner::default();
    assert!(run_with(&sweep(""), folder.path(), &owner, 2, u64::MAX));
    assert!(owner.seeds.lock().unwrap().is_empty());
    let timing = fs::read_to_string(folder.path().join("timing.csv")).unwrap();
    assert!(timing.lines().skip(1).all(|line| line.contains(",2,")), "{timing}");

    let [here, there] = [(); 2].map(|()| crate::common::tempdir().unwrap());
    let sweep = sweep("mutation = 'shared-draws'");
    assert!(run_with(&sweep, here.path(), &Owner::default(), 1, u64::MAX));
    let elsewhere = Elsewhere(Owner::default());
    let execution =
        Execution { interpreter: Some(&owner), service: Some(&elsewhere), threads: NonZeroUsize::MIN, ..*EXECUTION };
    let plan = Plan::new(&sweep);
    let mut store = Store::open(there.path(), &sweep, &plan, Opening::New, execution).unwrap();
    runner::run(&sweep, &plan, &mut store, execution, &()).unwrap();
    drop(store);
    assert_same(&bytes(there.path()), &bytes(here.path()), "elsewhere");
    assert_eq!((owner.seeds.lock().unwrap().len(), elsewhere.0.seeds.lock().unwrap().len()), (0, 6));
}
