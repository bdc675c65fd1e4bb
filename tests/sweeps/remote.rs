//! Trials that a [`TrialService`] runs instead of the threads of a run: the same bytes, also of a failed trial and after an interruption.
//! Other code refuses a trial. Here it decodes requests in this process; real workers are tested in `python/tests/test_executor.py`.

use std::sync::atomic::{AtomicUsize, Ordering};

use evocube::experiment::answer::{AnswerError, answer};
use evocube::experiment::runner::{RunError, RunObserver};
use evocube::experiment::service::{TrialAnswer, TrialRequest, TrialService};
use evocube::optimizer::{decode, encode};

use super::*;

/// Runs each trial from the bytes of its request, as another process does.
#[derive(Default)]
struct Remote {
    trials: AtomicUsize,
    /// Number of trials after which it answers no more.
    most: Option<usize>,
}

static WORKER: LazyLock<Execution<'static>> = LazyLock::new(|| Execution { threads: NonZeroUsize::MIN, ..*EXECUTION });

impl TrialService for Remote {
    fn run(&self, request: TrialRequest, _: &dyn Fn() -> bool) -> Option<TrialAnswer> {
        let trials = self.trials.fetch_add(1, Ordering::SeqCst);
        if self.most.is_some_and(|most| trials >= most) {
            return None;
        }
        let request = decode::<TrialRequest>(&encode(&request)).unwrap();
        let answer = answer(&request, &Registry::new(), *WORKER, &()).unwrap();
        decode(&encode(&answer))
    }
}

impl RunObserver for Remote {
    fn is_over(&self) -> bool {
        self.most.is_some_and(|most| self.trials.load(Ordering::SeqCst) > most)
    }
}

fn run_remotely(sweep: &Sweep, folder: &Path, remote: &Remote) -> Result<(), RunError> {
    let execution = Execution { service: Some(remote), threads: NonZeroUsize::new(5).unwrap(), ..*EXECUTION };
    let plan = Plan::new(sweep);
    let mut store = Store::open(folder, sweep, &plan, Opening::Resume, execution).unwrap();
    runner::run(sweep, &plan, &mut store, execution, remote).map(drop)
}

/// Runs a sweep here and elsewhere, there with an interruption. Returns the number of trials elsewhere.
fn gives_the_same_bytes(text: &str) -> usize {
    let (here, there) = (crate::common::tempdir().unwrap(), crate::common::tempdir().unwrap());
    run(text, here.path(), Opening::New);
    let sweep = Sweep::parse(text, Path::new("sweep.toml")).unwrap();
    let cut = Remote { most: Some(2), ..Remote::default() };
    let result = run_remotely(&sweep, there.path(), &cut);
    assert!(matches!(result, Err(RunError::Stopped { done, .. }) if done <= 2), "{result:?}");
    let remote = Remote::default();
    run_remotely(&sweep, there.path(), &remote).unwrap();
    assert_same(&bytes(there.path()), &bytes(here.path()), &sweep.name);
    remote.trials.into_inner()
}

#[test]
fn trials_of_stages_on_named_instances_have_the_same_bytes_elsewhere() {
    assert!(gives_the_same_bytes(GOLDEN) >= 34);
}

#[test]
fn trials_of_every_kind_of_algorithm_and_log_have_the_same_bytes_elsewhere() {
    for text in [
        include_str!("../data/logged.toml"),
        include_str!("../data/operators.toml"),
        include_str!("../data/pocket.toml"),
        include_str!("../data/pyraminx.toml"),
        include_str!("../data/strategies.toml"),
        include_str!("../data/walks.toml"),
    ] {
        assert!(gives_the_same_bytes(text) > 0);
    }
}

#[test]
fn trials_of_races_and_of_held_out_instances_have_the_same_bytes_elsewhere() {
    for cost in ["penalty", "evaluations"] {
        let text = format!(
            "name = 'race'\nseed = 9\nholdout = 4\ngoal = 'superflip'\ndesign.race = {{ budget = 120, cost = '{cost}' }}\n\
             [[instance]]\nrandom = 5\n[base]\npopulation = 20\nstop = {{ generations = 15 }}\n\
             [[factor]]\nkey = 'population'\nlevels = [4, 10, 20, 40]\n\
             [[factor]]\nkey = 'crossover.one-point.rate'\nrange = [0.0, 1.0]\n"
        );
        assert!(gives_the_same_bytes(&text) > 50);
    }
}

#[test]
fn a_trial_that_fails_elsewhere_has_the_row_of_one_that_fails_here() {
    let text = "name = 'x'\nseed = 1\nlog-every = 1\n[[instance]]\nrandom = 1\n[base]\npopulation = 2\n\
                stop = { stagnation = 200_000, target = 'none' }\n";
    let (here, there) = (crate::common::tempdir().unwrap(), crate::common::tempdir().unwrap());
    run(text, here.path(), Opening::New);
    let sweep = Sweep::parse(text, Path::new("sweep.toml")).unwrap();
    run_remotely(&sweep, there.path(), &Remote::default()).unwrap();
    let failures = fs::read_to_string(there.path().join(file::FAILURES)).unwrap();
    assert_eq!(failures.matches("set log-every higher").count(), 1, "{failures}");
    assert_same(&bytes(there.path()), &bytes(here.path()), "after failures");
}

/// Asks for one trial and keeps the request.
struct Recording(std::sync::Mutex<Vec<u8>>);

impl TrialService for Recording {
    fn run(&self, request: TrialRequest, _: &dyn Fn() -> bool) -> Option<TrialAnswer> {
        *self.0.lock().unwrap() = encode(&request);
        decode(&encode(&answer(&request, &Registry::new(), *WORKER, &()).unwrap()))
    }
}

#[test]
fn a_worker_with_other_code_refuses_a_trial() {
    let text = "name = 'x'\nseed = 1\n[[instance]]\nrandom = 1\n[base]\nstop.generations = 1\n";
    let sweep = Sweep::parse(text, Path::new("sweep.toml")).unwrap();
    let service = Recording(std::sync::Mutex::default());
    let execution = Execution { service: Some(&service), ..*EXECUTION };
    let folder = crate::common::tempdir().unwrap();
    let plan = Plan::new(&sweep);
    let mut store = Store::open(folder.path(), &sweep, &plan, Opening::New, execution).unwrap();
    runner::run(&sweep, &plan, &mut store, execution, &()).unwrap();
    drop(store);
    let mut asked = service.0.into_inner().unwrap();
    let manifest = fs::read_to_string(folder.path().join(file::MANIFEST)).unwrap();
    let identity = manifest.split("identity = \"").nth(1).unwrap().split('"').next().unwrap();
    let place = asked.windows(identity.len()).position(|part| part == identity.as_bytes()).unwrap();
    asked[place..place + identity.len()].fill(b'0');
    let error = answer(&decode::<TrialRequest>(&asked).unwrap(), &Registry::new(), *WORKER, &()).unwrap_err();
    let sentence = format!(
        "the run has other code than this worker: program {} there, {identity} here",
        "0".repeat(identity.len())
    );
    assert!(matches!(error, AnswerError::OtherProgram(_)) && error.to_string() == sentence, "{error}");
    assert_eq!(decode::<TrialRequest>(b"no request"), None);
}
