//! Tests of checkpoints: killed and cancelled trials, also of a registered algorithm, continue from them to the same bytes. Damaged and
//! foreign ones are ignored with a note. Runs go on where none can be saved, and `--fresh` deletes them. Kills of trials with each kind of
//! state are in `kills`. `continues_after_a_cancellation` serves `observers`, too.

mod kills;

use std::cell::Cell;
use std::io::Read;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use evocube::experiment::runner::RunObserver;
use evocube::optimizer::{
    EvolutionCounts, Observer, Optimizer, OptimizerError, Outcome, Problem, RunContext, StopCriterion, StopReason,
    Unsupported,
};
use evocube::{Cancellation, Puzzle};

use super::*;
use crate::cancellation::Canceller;

/// A sweep of one trial.
fn one_trial(puzzle: &str, log_every: u32, base: &str) -> String {
    format!(
        "name = \"long\"\nseed = 5\nlog-every = {log_every}\n[[instance]]\nrandom = 1\n[base]\npuzzle = \"{puzzle}\"\n{base}\n"
    )
}

/// Returns the files that do not name the threads and the kernel of a run.
fn tables(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = bytes(folder);
    files.retain(|name, _| ![file::MANIFEST, "report.html", "summary.md"].contains(&name.as_str()));
    files
}

/// A results folder, with the commands that run its sweep.
struct Killed<'a> {
    sweep: &'a Path,
    out: &'a Path,
}

impl Killed<'_> {
    /// Returns the command of the next run. Threads and kernel differ between the runs of a test.
    fn command(&self, checkpoint: &str) -> Command {
        thread_local! {
            static RUNS: Cell<usize> = const { Cell::new(0) };
        }
        let run = RUNS.replace(RUNS.get() + 1);
        let (threads, kernel) = (["1", "2"][run % 2], if run % 3 == 1 { "scalar" } else { "" });
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("evocube"));
        command.arg("run").arg(self.sweep).arg("--out").arg(self.out).args(["--threads", threads, "--resume"]);
        command.env("EVOCUBE_KERNEL", kernel);
        command.args(["--checkpoint", checkpoint]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    /// Runs to the end. Returns the notes.
    fn finish(&self, checkpoint: &str) -> String {
        let output = self.command(checkpoint).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{stderr}");
        notes(&stderr)
    }

    /// Runs for some time, or until the folder has a file if that takes longer, and kills the program. Returns whether it was
    /// killed, and its notes.
    fn kill_after(&self, time: Duration, awaited: Option<&str>) -> (bool, String) {
        let mut child = self.command("5ms").spawn().unwrap();
        std::thread::sleep(time);
        while awaited.is_some_and(|file| !self.out.join(file).exists()) && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        let was_killed = !child.wait().unwrap().success();
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        (was_killed, notes(&stderr))
    }
}

/// Returns the lines that are notes.
fn notes(stderr: &str) -> String {
    stderr.split_inclusive('\n').filter(|line| line.starts_with("note: ")).collect()
}

/// A folder of a trial that was killed when it had a checkpoint, and the files of the whole run.
struct Interrupted {
    folder: tempfile::TempDir,
    whole: BTreeMap<String, Vec<u8>>,
}

impl Interrupted {
    fn new(sweep: &str) -> Self {
        let folder = crate::common::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("sweep.toml"), sweep).unwrap();
        let killed = Killed { sweep: &path("sweep.toml"), out: &path("killed") };
        let mut child = killed.command("1ms").spawn().unwrap();
        let begin = Instant::now();
        while !path("killed/checkpoints/1.checkpoint").exists() {
            assert!(begin.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none(), "it is saved");
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
        Killed { sweep: &path("sweep.toml"), out: &path("whole") }.finish("off");
        Self { whole: tables(&path("whole")), folder }
    }
}

/// A trial of a few tenths of a second.
const SHORT: &str = "population = 200\nstop = { generations = 3000, target = \"none\" }";

/// A folder of a trial that was cancelled after some generations, and the files of the whole run.
struct Cancelled {
    sweep: Sweep,
    folder: tempfile::TempDir,
    checkpoint: Vec<u8>,
    whole: BTreeMap<String, Vec<u8>>,
}

impl Cancelled {
    fn new(text: &str) -> Self {
        let folder = crate::common::tempdir().unwrap();
        let sweep = Sweep::parse(text, Path::new("sweep.toml")).unwrap();
        let whole = folder.path().join("whole");
        run(text, &whole, Opening::New);
        let mut cancelled = Self { whole: bytes(&whole), sweep, folder, checkpoint: Vec::new() };
        assert_eq!(cancelled.resume("out", 1000), (false, Vec::new()));
        cancelled.checkpoint = fs::read(cancelled.folder.path().join("out/checkpoints/1.checkpoint")).unwrap();
        cancelled
    }

    /// Resumes the run of a folder until it has made some individuals. Returns whether it is complete, and its notes.
    fn resume(&self, name: &str, individuals: u64) -> (bool, Vec<String>) {
        let plan = Plan::new(&self.sweep);
        let execution = Execution { checkpoint: Some(Duration::from_secs(60)), ..*EXECUTION };
        let canceller = Canceller::after(individuals);
        let folder = self.folder.path().join(name);
        let mut store = Store::open(&folder, &self.sweep, &plan, Opening::Resume, execution).unwrap();
        let result = runner::run(&self.sweep, &plan, &mut store, execution, &canceller);
        (result.is_ok(), canceller.notices.into_inner().unwrap())
    }

    /// Completes the folder with this checkpoint, or without one. Returns the only note, or an empty text.
    fn resumed(&self, checkpoint: Option<&[u8]>) -> String {
        let [out, copy] = ["out", "copy"].map(|name| self.folder.path().join(name));
        fs::create_dir_all(copy.join("checkpoints")).unwrap();
        for entry in fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
            fs::copy(&entry, copy.join(entry.file_name().unwrap())).unwrap();
        }
        if let Some(checkpoint) = checkpoint {
            fs::write(copy.join("checkpoints/1.checkpoint"), checkpoint).unwrap();
        }
        let (is_complete, notes) = self.resume("copy", u64::MAX);
        assert!(is_complete && notes.len() <= 1 && !copy.join("checkpoints").exists(), "{notes:?}");
        assert_same(&bytes(&copy), &self.whole, &notes.concat());
        fs::remove_dir_all(&copy).unwrap();
        notes.concat().replace(self.folder.path().to_str().unwrap(), "")
    }
}

#[test]
fn a_checkpoint_that_is_damaged_or_of_another_sweep_is_ignored_with_a_note() {
    let text = one_trial("cube3", 50, "population = 20\nstop = { generations = 100, target = \"none\" }");
    let cancelled = Cancelled::new(&text);
    let good = &cancelled.checkpoint;
    let continued = "trial 1 continues from its checkpoint";
    assert_eq!(cancelled.resumed(Some(good)), continued);
    assert_eq!(cancelled.resumed(None), "");
    let ignored = |why: &str| format!("/copy/checkpoints/1.checkpoint: {why}, so trial 1 starts over");
    let damaged = ignored("this checkpoint is damaged");
    let other = ignored("this checkpoint belongs to another sweep, seed or version of evocube");
    for length in [0, 1, 31, 32, 100, good.len() / 2, good.len() - 1] {
        assert_eq!(cancelled.resumed(Some(&good[..length])), damaged, "cut to {length} bytes");
    }
    for place in [0, 30, 60, good.len() / 2, good.len() - 1] {
        let mut changed = good.clone();
        changed[place] ^= 1;
        assert_eq!(cancelled.resumed(Some(&changed)), damaged, "byte {place} changed");
    }
    assert_eq!(cancelled.resumed(Some(&[0; 5000])), damaged);
    // Intact files of another layout, another seed, another configuration.
    let sealed = |content: &[u8]| [content, blake3::hash(content).as_bytes()].concat();
    let content = &good[..good.len() - 32];
    assert_eq!(cancelled.resumed(Some(&sealed(content))), continued);
    for content in [b"evocube checkpoint 2\n".as_slice(), b"", &content[..40], &content[..60], &content[..100]] {
        assert_eq!(cancelled.resumed(Some(&sealed(content))), other);
    }
    for (key, value) in [("seed = 5", "seed = 6"), ("= 20\n", "= 22\n"), ("= 50", "= 60")] {
        let changed = Cancelled::new(&text.replace(key, value));
        assert_eq!(cancelled.resumed(Some(&changed.checkpoint)), other, "{value}");
    }
}

#[test]
fn a_trial_that_continues_remembers_when_it_reached_its_target() {
    let base = "population = 100\nalphabet.macros = \"none\"\nstop = { generations = 50, target = \"none\" }";
    let cancelled = Cancelled::new(&one_trial("cube3", 50, base).replace("random = 1", "scramble = \"R\""));
    assert_eq!(cancelled.resumed(Some(&cancelled.checkpoint)), "trial 1 continues from its checkpoint");
    let whole = store::read(&cancelled.folder.path().join("whole")).unwrap();
    let outcome = whole.trials[0].outcome.as_ref().unwrap();
    let (spent, until) = (outcome.evolution.unwrap().evaluations, outcome.evaluations_to_reach.unwrap());
    assert!(outcome.reached && until < 500 && spent > 1000, "{until} of {spent}");
}

#[test]
fn a_trial_continues_into_the_generation_that_its_limit_cuts() {
    for base in [
        "population = 200",
        "population = 130\nreplacement = { steady-state = { offspring = 7 } }",
        "population = 70\nislands = { count = 3, interval = 2 }",
        "population = 60\nmemetic = { rate = 0.005, evaluations = 20 }\nalphabet.macros = \"none\"",
        "population = 90\nalgorithm = \"map-elites\"",
        "algorithm = { mu-lambda = { offspring = 130 } }",
        "algorithm = { late-acceptance = { runs = 80 } }",
    ] {
        // The first run is cancelled after 1000 individuals or a few more.
        let text = one_trial("cube3", 1, &format!("{base}\nstop = {{ evaluations = 1451, target = \"none\" }}"));
        let cancelled = Cancelled::new(&text);
        assert_eq!(cancelled.resumed(Some(&cancelled.checkpoint)), "trial 1 continues from its checkpoint", "{base}");
        let rows = String::from_utf8(cancelled.whole[file::CONVERGENCE].clone()).unwrap();
        let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split(',').collect()).collect();
        let [.., before, last] = &rows[..] else { panic!("{base}: {rows:?}") };
        assert_eq!(last[2], "1451", "{base}");
        // The last row has the population before it: worst, mean and standard deviation, and the different genomes.
        assert_eq!((&last[4..6], &last[7..9]), (&before[4..6], &before[7..9]), "{base}");
    }
}

#[test]
fn a_run_continues_if_no_checkpoint_can_be_saved() {
    let folder = crate::common::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("sweep.toml"), one_trial("cube3", 50, SHORT)).unwrap();
    Killed { sweep: &path("sweep.toml"), out: &path("whole") }.finish("off");
    let killed = Killed { sweep: &path("sweep.toml"), out: &path("out") };
    assert!(killed.kill_after(Duration::ZERO, Some(file::TRIALS)).0, "it is killed at its beginning");
    let _ = fs::remove_dir_all(path("out/checkpoints"));
    fs::write(path("out/checkpoints"), "of the user").unwrap();
    let notes = killed.finish("1ms").replace(folder.path().to_str().unwrap(), "");
    assert_eq!(
        notes,
        "note: /out/checkpoints/1.checkpoint: a file stands where a folder is expected, so this checkpoint is not saved\n"
    );
    assert_eq!(fs::read(path("out/checkpoints")).unwrap(), b"of the user");
    fs::remove_file(path("out/checkpoints")).unwrap();
    assert_same(&tables(&path("out")), &tables(&path("whole")), "without checkpoints");
}

#[test]
fn a_quiet_run_continues_without_a_note() {
    let interrupted = Interrupted::new(&one_trial("cube3", 50, SHORT));
    let (sweep, out) = (interrupted.folder.path().join("sweep.toml"), interrupted.folder.path().join("killed"));
    let (code, _, stderr) =
        evocube(&["run", sweep.to_str().unwrap(), "--out", out.to_str().unwrap(), "-q", "--resume"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert_same(&tables(&out), &interrupted.whole, "continued quietly");
}

#[test]
fn fresh_deletes_checkpoints_and_short_trials_have_none() {
    let interrupted = Interrupted::new(&one_trial("cube3", 50, SHORT));
    let (sweep, out) = (interrupted.folder.path().join("sweep.toml"), interrupted.folder.path().join("killed"));
    assert!(out.join("checkpoints").exists());
    let arguments = ["run", sweep.to_str().unwrap(), "--out", out.to_str().unwrap(), "--fresh"];
    let (code, _, stderr) = evocube(&arguments);
    assert_eq!((code, notes(&stderr).as_str()), (Some(0), ""), "no trial continues");
    assert!(!out.join("checkpoints").exists());
    assert_same(&tables(&out), &interrupted.whole, "begun again");
}

/// A registered algorithm that draws single moves. Its first run is cancelled in the middle.
#[derive(Clone, serde::Deserialize)]
struct Draws {}

static DRAWS_CANCELLED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static DRAWS_MADE: AtomicUsize = AtomicUsize::new(0);

impl<P: Puzzle> Optimizer<P> for Draws {
    fn name(&self) -> &str {
        "draws"
    }

    fn supports(&self, _: &StopCriterion) -> Result<(), Unsupported> {
        Ok(())
    }

    fn run(
        &self,
        problem: &Problem<'_, P>,
        seed: Seed,
        stop: &StopCriterion,
        context: &RunContext<'_>,
        _: &mut dyn Observer,
    ) -> Result<Outcome<P::Move>, OptimizerError> {
        let moves = problem.puzzle.moves();
        // The number of draws, the lowest penalty and its move.
        let (mut draws, mut best) = (0u64, (problem.penalty(&[])?, None));
        context.resume(|saved| {
            (draws, best) = saved;
            Ok(true)
        })?;
        let stop = loop {
            if Some(draws) >= stop.evaluations {
                break StopReason::Evaluations;
            } else if context.is_over_after_saving(|| Ok(Some((draws, best))))? {
                break StopReason::Cancelled;
            }
            let number = seed.numbered_stream(draws).index(moves.len());
            best = best.min((problem.penalty(&moves[number..=number])?, Some(number)));
            draws += 1;
            if DRAWS_MADE.fetch_add(1, Ordering::Relaxed) == 700 {
                DRAWS_CANCELLED.store(true, Ordering::Relaxed);
            }
        };
        let counts = EvolutionCounts { evaluations: draws, offspring: draws, ..EvolutionCounts::default() };
        let best_moves: Vec<P::Move> = best.1.into_iter().map(|number| moves[number]).collect();
        let moves = problem.puzzle.simplify(&best_moves);
        let (genes, penalty) = (String::new(), Some(best.0));
        Ok(Outcome { moves, genes, penalty, front: vec![], stop, counts: Some(counts), nodes: draws })
    }
}

/// Cancels a run when a flag is set.
struct Cancels {
    flag: Arc<AtomicBool>,
    notices: Mutex<Vec<String>>,
}

impl RunObserver for Cancels {
    fn is_over(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    fn cancellation(&self) -> Cancellation {
        Cancellation::from(self.flag.clone())
    }

    fn notice(&self, sentence: &str) {
        self.notices.lock().unwrap().push(sentence.to_owned());
    }
}

/// Runs a sweep of one trial, during which a component sets the flag, runs it on, and runs it without a cancellation. Returns the
/// results, after a check that both ways give the same bytes.
pub(super) fn continues_after_a_cancellation(text: &str, registry: &Registry, flag: &Arc<AtomicBool>) -> Results {
    let sweep = parsed(text, registry).unwrap();
    let plan = Plan::new(&sweep);
    let execution = Execution { checkpoint: Some(Duration::from_secs(60)), ..*EXECUTION };
    let run = |folder: &Path| {
        let observer = Cancels { flag: flag.clone(), notices: Mutex::default() };
        let mut store = Store::open(folder, &sweep, &plan, Opening::Resume, execution).unwrap();
        let result = runner::run(&sweep, &plan, &mut store, execution, &observer);
        flag.store(false, Ordering::Relaxed);
        (result.is_ok(), observer.notices.into_inner().unwrap())
    };
    let (folder, whole) = (crate::common::tempdir().unwrap(), crate::common::tempdir().unwrap());
    assert_eq!(run(folder.path()), (false, vec![]));
    assert_eq!(run(folder.path()), (true, vec!["trial 1 continues from its checkpoint".to_owned()]));
    assert_eq!(run(whole.path()), (true, vec![]));
    assert_same(&bytes(folder.path()), &bytes(whole.path()), "after a cancellation");
    store::read(folder.path()).unwrap()
}

#[test]
fn a_registered_algorithm_continues_from_the_state_that_it_saves() {
    let registry = Registry::new().optimizer::<Draws>("draws", "1");
    let text = one_trial("cube3", 1, "algorithm = \"draws\"\nstop = { evaluations = 1000, target = \"none\" }");
    continues_after_a_cancellation(&text, &registry, &DRAWS_CANCELLED);
    assert_eq!(DRAWS_MADE.load(Ordering::Relaxed), 2 * 1000, "no draw was made twice");
}
