//! Sweeps from file to folder: the same bytes for any number of threads, after any cut and any kill, mostly in the modules. Here are tests
//! of seeds, outcomes, baselines, selections, names, limits and kernels, and helpers of the modules. Commands as a user runs them are
//! tested in `tests/cli`.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // in functions that tests share

/// Defines cases by their names, and a module with a test of each, so that they run side by side.
macro_rules! test_each {
    (fn $cases:ident() -> $case:ty; mod $tests:ident: $test:expr; $($name:ident: $value:expr,)+) => {
        fn $cases() -> Vec<(&'static str, $case)> {
            vec![$((stringify!($name), $value)),+]
        }

        mod $tests {
            use super::*;

            $(#[test]
            fn $name() {
                let test: fn(&'static str, $case) = $test;
                test(stringify!($name), $value);
            })+
        }
    };
}

mod algorithms;
mod breeding;
mod budgets;
mod cancellation;
mod checkpoints;
#[path = "../common/mod.rs"]
mod common;
mod company;
mod conditional;
mod damaged_folders;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod elementary;
mod extension;
mod failing_components;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod faults;
mod foreign_files;
mod genes;
mod golden;
mod held_out;
mod initial;
mod interpreter;
mod interruption;
mod labels;
mod logging;
mod observers;
mod operators;
mod panics;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod preload;
mod random;
mod reference;
mod registries;
mod remote;
mod repair;
mod schemes;
mod several_processes;
mod shards;
mod sweep_file_mistakes;
mod targets;
mod verification;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use evocube::evaluation::Kernel;
use evocube::experiment::execution::Execution;
use evocube::experiment::plan::Plan;
use evocube::experiment::record::{EffortRule, Outcome, Results, file};
use evocube::experiment::runner;
use evocube::experiment::store::{self, Opening, Store};
use evocube::experiment::sweep::{Overrides, Sweep, SweepError};
use evocube::notation::{AnyState, Dialect, Format, Notation, read_moves};
use evocube::search::TableSource;
use evocube::{Cube2, Registry, Seed, report};

use common::{Streams, assert_same, program, result_files as bytes};
use golden::gives_its_bytes;

static EXECUTION: LazyLock<Execution<'static>> = LazyLock::new(|| Execution {
    threads: NonZeroUsize::new(2).unwrap(),
    kernel: Kernel::best(),
    tables: TableSource::IN_MEMORY,
    checkpoint: None,
    service: None,
    interpreter: None,
});

/// Returns what a command gives, without the notes that the small sweeps of these tests hardly solve a cube.
fn execute(command: &mut assert_cmd::Command) -> Streams {
    let (code, out, stderr) = common::execute(command);
    (code, out, stderr.split_inclusive('\n').filter(|line| !line.contains(" hardly solves a cube: ")).collect())
}

/// Runs the program with these arguments.
fn evocube(arguments: &[&str]) -> Streams {
    execute(program().args(arguments))
}

const GOLDEN: &str = include_str!("../data/golden.toml");

/// Reads a sweep that may name the components of a registry.
fn parsed(text: &str, registry: &Registry) -> Result<Sweep, SweepError> {
    Sweep::parse_with(text, Path::new("sweep.toml"), registry, &Overrides::default())
}

/// Runs a sweep into a folder, through the library, without a report.
fn run(text: &str, folder: &Path, opening: Opening) {
    run_with(text, &Registry::new(), folder, opening);
}

/// Runs a sweep as [`run`] does, with the components of a registry.
fn run_with(text: &str, registry: &Registry, folder: &Path, opening: Opening) {
    let sweep = parsed(text, registry).unwrap_or_else(|error| panic!("{error}"));
    let plan = Plan::new(&sweep);
    let mut store = Store::open(folder, &sweep, &plan, opening, *EXECUTION).unwrap_or_else(|error| panic!("{error}"));
    runner::run(&sweep, &plan, &mut store, *EXECUTION, &()).unwrap();
}

/// A finished folder of the golden sweep, without figures, for tests that damage it.
struct Finished {
    folder: tempfile::TempDir,
    whole: BTreeMap<String, Vec<u8>>,
    timing: Vec<u8>,
    baseline_timing: Vec<u8>,
    manifest: String,
}

impl Finished {
    fn new() -> Self {
        let folder = common::tempdir().unwrap();
        run(GOLDEN, folder.path(), Opening::New);
        let manifest = fs::read_to_string(folder.path().join(file::MANIFEST)).unwrap();
        let [timing, baseline_timing] = file::WALL_CLOCK.map(|name| fs::read(folder.path().join(name)).unwrap());
        Self { whole: bytes(folder.path()), folder, timing, baseline_timing, manifest }
    }

    /// Returns the content of a file of the finished folder.
    fn content(&self, name: &str) -> &[u8] {
        match name {
            file::TIMING => &self.timing,
            file::BASELINE_TIMING => &self.baseline_timing,
            _ => &self.whole[name],
        }
    }

    /// Replaces the files of the folder by these, as an interrupted run leaves them.
    fn leave(&self, files: &[(&str, &[u8])]) {
        let folder = self.folder.path();
        for entry in fs::read_dir(folder).unwrap() {
            fs::remove_file(entry.unwrap().path()).unwrap();
        }
        for (name, content) in files {
            fs::write(folder.join(name), content).unwrap();
        }
    }

    /// Returns the manifest of an unfinished run.
    fn unfinished(&self) -> Vec<u8> {
        let text = self.manifest.replace("complete = true", "complete = false");
        // Selections are recorded at the end.
        let (before, rest) = text.split_once("[[selected]]").expect("there are selections");
        let (_, after) = rest.split_once("[sweep]").expect("there is a sweep");
        format!("{before}[sweep]{after}").into_bytes()
    }

    /// Leaves the tables of an interrupted run, each cut to its length.
    fn leave_cut(&self, lengths: &[(&str, usize)]) {
        let manifest = self.unfinished();
        let mut files: Vec<(&str, &[u8])> =
            vec![(file::MANIFEST, &manifest), (file::BASELINES, self.content(file::BASELINES))];
        for name in TABLES {
            let length = lengths.iter().find(|(cut, _)| *cut == name).map(|(_, length)| *length);
            let content = self.content(name);
            files.push((name, &content[..length.unwrap_or(content.len())]));
        }
        self.leave(&files);
    }

    /// Checks that a resumed run has all files of the finished folder.
    #[track_caller]
    fn resumes(&self, when: &str) {
        run(GOLDEN, self.folder.path(), Opening::Resume);
        assert_same(&bytes(self.folder.path()), &self.whole, when);
        store::read(self.folder.path()).unwrap_or_else(|error| panic!("{when}: {error}"));
    }
}

/// Names and contents of files.
type Files<'a> = Vec<(&'a str, &'a [u8])>;

const TABLES: [&str; 5] = [file::TRIALS, file::CONVERGENCE, file::SOLUTIONS, file::TIMING, file::DIGESTS];

/// Runs a sweep and returns its results.
fn results(text: &str) -> Results {
    let folder = common::tempdir().unwrap();
    run(text, folder.path(), Opening::New);
    store::read(folder.path()).unwrap()
}

#[test]
fn changed_notes_and_outcomes_do_not_change_a_sweep() {
    let finished = Finished::new();
    let text = GOLDEN.replace("Do the same bytes come out", "Now we know: the same bytes come out");
    let text =
        text.replacen("repetitions", "question = 'Do they?'\noutcome = 'solved'\nequivalence = 5\nrepetitions", 1);
    run(&text, finished.folder.path(), Opening::New);
    let results = store::read(finished.folder.path()).unwrap();
    assert!(results.sweep.notes.starts_with("Now we know"), "{}", results.sweep.notes);
    assert_eq!(results.sweep.question.unwrap().text, "Do they?");
    let stage = &results.sweep.stages[0];
    assert_eq!((stage.outcome, stage.equivalence), (Outcome::Solved, Some(5.0)));
    finished.leave_cut(&[(file::TRIALS, 700)]);
    run(&text, finished.folder.path(), Opening::Resume);
    run(GOLDEN, finished.folder.path(), Opening::New);
    assert_same(&bytes(finished.folder.path()), &finished.whole, "with the notes as they were");
}

#[test]
fn a_stage_overrides_the_outcome_of_the_sweep() {
    let text = "name = \"two\"\nseed = 5\noutcome = \"run-time\"\nequivalence = 1.5\n[[instance]]\nrandom = 1\n[base]\n\
                population = 20\nstop = { evaluations = 100 }\n[[stage]]\nname = \"a\"\n[[stage]]\nname = \"b\"\noutcome = \
                \"penalty\"\n[[stage.factor]]\nkey = \"stop.evaluations\"\nlevels = [60, 80]\n[[stage]]\nname = \"c\"\n";
    let results = results(text);
    let stages: Vec<_> =
        results.sweep.stages.iter().map(|s| (s.outcome, s.equivalence, s.effort.rule, s.effort.limit())).collect();
    // The second stage varies the limits themselves, and the third has those that it selected.
    let selected = [60, 80][usize::try_from(results.sweep.stages[1].selected.unwrap()).unwrap() - 1];
    assert_eq!(
        stages,
        [
            (Outcome::RunTime, Some(1.5), EffortRule::Equal, Some(100)),
            (Outcome::Penalty, None, EffortRule::Own, None),
            (Outcome::RunTime, Some(1.5), EffortRule::Equal, Some(selected))
        ]
    );
}

#[test]
fn the_outcome_of_a_stage_that_selects_by_it_is_a_part_of_the_sweep() {
    let text = |outcome: &str| {
        format!(
            "name = \"two\"\nseed = 5\n[[instance]]\nrandom = 1\n[base]\npopulation = 20\nstop = {{ evaluations = 100 }}\n\
             [[stage]]\nname = \"a\"\noutcome = \"{outcome}\"\n[[stage.factor]]\nkey = \"elitism\"\nlevels = [0, 1]\n[[stage]]\n\
             name = \"b\"\noutcome = \"{outcome}\"\n"
        )
    };
    let folder = common::tempdir().unwrap();
    run(&text("wins"), folder.path(), Opening::New);
    let sweep = Sweep::parse(&text("penalty"), Path::new("two.toml")).unwrap();
    let plan = Plan::new(&sweep);
    let refused = Store::open(folder.path(), &sweep, &plan, Opening::Resume, *EXECUTION).err().unwrap().to_string();
    assert!(refused.contains("stage[1].outcome is \"wins\" there, \"penalty\" here"), "{refused}");
}

const ONE: &str = "name = \"one\"\nseed = 5\nrepetitions = 2\n[[instance]]\nrandom = 2\n[base]\npopulation = 40\n\
                   stop = { generations = 20 }\n[[factor]]\nkey = \"crossover.one-point.rate\"\nlevels = [0.3, 0.9]\n";

/// Name of a trial: stage, levels, instance, repetition.
type TrialName = (Arc<str>, Arc<[String]>, Arc<str>, u64);

/// Returns seed and best penalty of every trial.
fn by_name(text: &str) -> BTreeMap<TrialName, (u64, u64)> {
    let rows = results(text).trials.into_iter();
    rows.map(|row| ((row.stage, row.levels, row.instance, row.repetition), (row.seed, row.outcome.unwrap().best)))
        .collect()
}

#[test]
fn another_name_or_an_added_level_instance_or_repetition_leaves_other_trials_unchanged() {
    let before = by_name(ONE);
    assert_eq!(before.len(), 8);
    for (edit, count) in [
        (ONE.replace("[0.3, 0.9]", "[0.1, 0.9, 0.5, 0.3]"), 16),
        (ONE.replace("random = 2", "random = 3"), 12),
        (ONE.replace("[base]", "[[instance]]\nscramble = \"R U\"\n[base]"), 12),
        (ONE.replace("repetitions = 2", "repetitions = 5"), 20),
        (ONE.replace("\"one\"", "\"two\""), 8),
        (ONE.replace("seed = 5", "seed = 5\nnotes = \"more is known\"\nbaselines = [\"layers\"]\nlog-every = 7"), 8),
    ] {
        let after = by_name(&edit);
        assert_eq!(after.len(), count);
        for (key, value) in &before {
            assert_eq!(after[key], *value, "{key:?}");
        }
    }
    // Another master seed changes them.
    let after = by_name(&ONE.replace("seed = 5", "seed = 6"));
    assert!(before.iter().all(|(key, value)| after[key].0 != value.0));
}

#[test]
fn every_trial_has_its_own_seed() {
    let seeds: BTreeSet<u64> = results(GOLDEN).trials.iter().map(|row| row.seed).collect();
    assert_eq!(seeds.len(), 36);
}

#[test]
fn moves_on_a_2x2x2_lead_from_the_instance_to_the_state() {
    let text = ONE.replace("population = 40", "puzzle = \"cube2\"\npopulation = 400").replace("= 20", "= 100");
    let results = results(&text);
    assert_eq!(results.solutions.len(), 8);
    for (solution, row) in results.solutions.iter().zip(&results.trials) {
        let instance = results.sweep.instances.iter().find(|instance| instance.name == solution.instance).unwrap();
        let start: Cube2 = Notation::from(Format::Facelets).read(&instance.state).unwrap();
        let moves = read_moves(&solution.moves, Dialect::Wca).unwrap().moves;
        let end = start.apply_all(&moves);
        assert_eq!(end.to_string(), solution.state);
        let outcome = row.outcome.as_ref().unwrap();
        assert_eq!((end.is_solved(), solution.penalty == 0), (outcome.solved, outcome.solved));
        assert_eq!((solution.htm, solution.qtm, solution.penalty), (outcome.htm, outcome.qtm, outcome.best));
    }
    assert!(results.trials.iter().any(|row| row.outcome.as_ref().unwrap().solved), "some are solved");
}

#[test]
fn every_solver_of_the_puzzle_is_accepted_as_a_baseline() {
    for (puzzle, solvers) in [("cube2", &["pocket"][..]), ("cube3", &["layers", "macros", "thistlethwaite"])] {
        let text = ONE
            .replace("population = 40", &format!("puzzle = \"{puzzle}\"\npopulation = 40"))
            .replace("seed = 5", &format!("seed = 5\nbaselines = {solvers:?}"));
        let results = results(&text);
        assert_eq!(results.baselines.len(), solvers.len() * results.sweep.instances.len());
        for (number, row) in results.baselines.iter().enumerate() {
            assert_eq!((row.solver.as_str(), row.solved), (solvers[number % solvers.len()], true));
            let instance = results.sweep.instances.iter().find(|instance| instance.name == row.instance).unwrap();
            let start = Notation::from(Format::Facelets).read::<AnyState>(&instance.state).unwrap();
            assert!(start.apply_all(&read_moves(&row.moves, Dialect::Wca).unwrap().moves).is_solved());
        }
    }
}

#[test]
fn the_selected_configuration_of_a_stage_is_fixed_in_the_next() {
    let folder = common::tempdir().unwrap();
    run(GOLDEN, folder.path(), Opening::New);
    let results = store::read(folder.path()).unwrap();
    let manifest: toml::Table = fs::read_to_string(folder.path().join(file::MANIFEST)).unwrap().parse().unwrap();
    let noted = manifest["selected"].as_array().unwrap();
    assert_eq!(noted.len(), 3);
    // Computed here: the lowest sum of best penalties over the trials of a point.
    let first = &results.sweep.stages[0];
    let sum = |point: u64| -> u64 {
        let rows = results.trials.iter().filter(|row| *row.stage == *"size" && row.point == point);
        rows.map(|row| row.outcome.as_ref().unwrap().best).sum()
    };
    let winner = (1..=4).min_by_key(|&point| (sum(point), point)).unwrap();
    assert_eq!(first.selected, Some(winner));
    assert_eq!(noted[0]["stage"].as_str(), Some("size"));
    assert_eq!(noted[0]["point"].as_integer(), i64::try_from(winner).ok());
    let levels = &first.points[usize::try_from(winner).unwrap() - 1];
    let text = format!("crossover.one-point.rate={},population={}", levels[1], levels[0]);
    assert_eq!(noted[0]["levels"].as_str(), Some(text.as_str()));
    // The later stages ran with its population: an initial one, and 40 generations with one elite.
    for row in &results.trials {
        let population: u64 = if *row.stage == *"size" { &row.levels[0] } else { &levels[0] }.parse().unwrap();
        let outcome = row.outcome.as_ref().unwrap();
        let counts = outcome.evolution.unwrap();
        assert_eq!(counts.offspring, population + counts.generations * (population - 1), "{row:?}");
    }
    // The populations of the levels differ, so another selection would be visible.
    assert_ne!(first.points[0][0], first.points[3][0]);
}

#[test]
fn names_and_levels_with_any_characters_stay_in_their_cells() {
    let text = "name = \"odd\"\nseed = 1\n[[instance]]\nscramble = \"R\"\nname = \"7,\\\"quoted\\\" ünïcödé 🎲\"\n[base]\n\
                population = 10\nstop.generations = 2\n[[factor]]\nkey = \"alphabet.macros\"\n\
                levels = [\"none\", [{ name = \"two lines, \\\"and\\\" more\", moves = \"R U\\nR'\" }]]\n";
    let folder = common::tempdir().unwrap();
    run(text, folder.path(), Opening::New);
    let trials = fs::read_to_string(folder.path().join(file::TRIALS)).unwrap();
    assert_eq!(trials.lines().count(), 3, "{trials}");
    let whole = bytes(folder.path());
    let manifest = fs::read_to_string(folder.path().join(file::MANIFEST)).unwrap();
    fs::write(folder.path().join(file::MANIFEST), manifest.replace("complete = true", "complete = false")).unwrap();
    for cut in [0, 150, trials.len() - 3] {
        fs::write(folder.path().join(file::TRIALS), &trials.as_bytes()[..cut.min(trials.len())]).unwrap();
        run(text, folder.path(), Opening::Resume);
        assert_same(&bytes(folder.path()), &whole, &format!("cut to {cut}"));
    }
    assert_eq!(*store::read(folder.path()).unwrap().trials[0].instance, *"7,\"quoted\" ünïcödé 🎲");
    let (code, stdout, _) = evocube(&["verify", folder.path().to_str().unwrap()]);
    assert_eq!((code, stdout.as_str()), (Some(0), "identical: 2 trials run again\n"));
}

/// Work that is quadratic in the number of points would exceed the time limit of the test.
#[test]
fn many_points_and_instances_are_read() {
    let levels = |first: usize| (first..first + 200).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    let text = format!(
        "name = \"many\"\nseed = 1\n[[instance]]\nscramble = \"R\"\n[base]\nstop.generations = 1\ngenome.length = 1\n\
         alphabet = {{ macros = \"none\" }}\n[[stage]]\nname = \"a\"\n[[stage.factor]]\nkey = \"population\"\n\
         levels = [{}]\n[[stage.factor]]\nkey = \"genome.length\"\nlevels = [{}]\n[[stage]]\nname = \"b\"\n\
         [[stage.factor]]\nkey = \"stop.generations\"\nlevels = [{}]\n",
        levels(2),
        levels(1),
        levels(1)
    );
    let sweep = Sweep::parse(&text, Path::new("many.toml")).unwrap();
    assert_eq!(Plan::new(&sweep).len(), 40_200);
    let many = "name = \"x\"\nseed = 1\n[[instance]]\nrandom = 50000\n";
    assert_eq!(Sweep::parse(many, Path::new("many.toml")).unwrap().instances.len(), 50_000);
}

/// Returns the first trial of a sweep with two individuals of one gene.
fn trial_of_two(log: u64, mutation: &str, stop: &str) -> Option<evocube::experiment::record::TrialOutcome> {
    let text = format!(
        "name = \"two\"\nseed = 1\nlog-every = {log}\n[[instance]]\nscramble = \"R U F\"\n[base]\npopulation = 2\n\
         genome.length = 1\nrestart = \"none\"\ncrossover = \"none\"\nmutation = {mutation}\nstop = {stop}\n"
    );
    results(&text).trials.remove(0).outcome
}

#[test]
fn a_run_in_which_nothing_varies_ends() {
    let ended = trial_of_two(100, "\"none\"", "{ evaluations = 1000 }").unwrap();
    let counts = ended.evolution.unwrap();
    assert_eq!((&*ended.stop, counts.generations, counts.evaluations), ("converged", 10_000, 2));
}

#[test]
fn a_log_that_grows_too_long_is_a_failed_trial() {
    // Each generation has one offspring, half as many as the plan expects.
    let trial = |log| trial_of_two(log, "{ uniform.gene-rate = 1.0 }", "{ evaluations = 200_000, target = \"none\" }");
    assert_eq!(trial(1), None);
    assert_eq!(trial(10).unwrap().evolution.unwrap().generations, 199_998);
}

#[test]
fn an_unavailable_kernel_is_refused_before_anything_is_written() {
    let folder = common::tempdir().unwrap();
    let out = folder.path().join("out");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/golden.toml");
    let arguments = ["run", file, "--out", out.to_str().unwrap(), "--kernel", "gpu"];
    let (code, _, stderr) = common::without_effort(evocube(&arguments));
    assert_eq!(code, Some(2));
    assert!(stderr.starts_with("error: the kernel \"gpu\" cannot be used on this machine: it has "), "{stderr}");
    assert!(!out.exists());
}
