//! Enlarged sweeps: a folder that is extended has the bytes of a run of the larger sweep. Only new trials are run, damaged ones, and those
//! after another selection. Folders of another program are refused at first; other refusals are in `refusals`, larger limits in `stop`,
//! killed extensions in `kills`, random ones in `random`.

mod kills;
mod random;
mod refusals;
mod stop;

use std::sync::atomic::{AtomicUsize, Ordering};

use evocube::experiment::record::TrialRow;
use evocube::experiment::runner::RunObserver;
use evocube::experiment::store::{StoreError, preview_extension};

use super::shards::{make_of_program, refusal};
use super::*;

/// Observer that counts trials and ends the run after a number of them.
struct Counter {
    run: AtomicUsize,
    limit: usize,
}

impl Counter {
    const fn ending_after(limit: usize) -> Self {
        Self { run: AtomicUsize::new(0), limit }
    }
}

impl RunObserver for Counter {
    fn trial(&self, _: &TrialRow, _: u64) {
        self.run.fetch_add(1, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.run.load(Ordering::Relaxed) >= self.limit
    }
}

/// Runs a sweep into a folder until it is complete or `limit` trials are run. Returns the number of trials.
fn run_some(text: &str, folder: &Path, opening: Opening, threads: usize, limit: usize) -> usize {
    let sweep = Sweep::parse(text, Path::new("sweep.toml")).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let plan = Plan::new(&sweep);
    let execution = Execution { threads: NonZeroUsize::new(threads).unwrap(), ..*EXECUTION };
    let mut store = Store::open(folder, &sweep, &plan, opening, execution).unwrap_or_else(|error| panic!("{error}"));
    let counter = Counter::ending_after(limit);
    let result = runner::run(&sweep, &plan, &mut store, execution, &counter);
    assert!(result.is_ok() || limit < usize::MAX, "{result:?}");
    counter.run.into_inner()
}

/// A sweep of two stages whose second depends on the first.
const SMALL: &str = "name = 'small'\nseed = 9\nrepetitions = 2\nlog-every = 2\n[base]\npopulation = 20\nelitism = 1\ngenome = { length = 20, evaluate = 'whole' }\nalphabet.expand = 'none'\nobjective.penalty.edge-rule = 'any-sticker'\n\
             selection.tournament.size = 3\nmutation.uniform = { individual-rate = 0.15, gene-rate = 0.15 }\nrestart = 'none'\n\
                     stop = { generations = 12 }\n[[instance]]\nscramble = 'R U'\nname = 'one'\n[[instance]]\nrandom = 2\n\
                     [[stage]]\nname = 'rate'\n[[stage.factor]]\nkey = 'crossover.one-point.rate'\nlevels = [0.1, 0.3]\n\
                     [[stage]]\nname = 'fill'\ndesign = 'random'\npoints = 3\n[[stage.factor]]\nkey = 'genome.length'\n\
                     range = [6, 30]\n[[stage.factor]]\nkey = 'elitism'\nlevels = [0, 1]\n";

/// The same sweep with more repetitions, levels and instances.
fn large() -> String {
    let text =
        SMALL.replace("repetitions = 2", "repetitions = 3\nbaselines = ['layers']").replace("points = 3", "points = 5");
    let text = text.replace("random = 2", "random = 3").replace("[0.1, 0.3]", "[0.1, 0.9, 0.3]");
    text + "[[stage]]\nname = 'size'\n[[stage.factor]]\nkey = 'population'\nlevels = [16, 24]\n"
}

/// A folder with a sweep file.
struct Place {
    parent: tempfile::TempDir,
}

impl Place {
    fn new(text: &str) -> Self {
        let place = Self { parent: crate::common::tempdir().unwrap() };
        place.write(text);
        place
    }

    fn write(&self, text: &str) {
        fs::write(self.parent.path().join("sweep.toml"), text).unwrap();
    }

    fn out(&self) -> std::path::PathBuf {
        self.parent.path().join("out")
    }

    /// Runs the program in the folder.
    fn run(&self, more: &[&str]) -> Streams {
        let mut program = program();
        let run = program.current_dir(self.parent.path()).args(["run", "sweep.toml", "--out", "out"]).args(more);
        common::without_effort(execute(run))
    }
}

#[test]
fn an_extended_folder_has_the_report_of_the_larger_sweep_and_none_of_the_smaller_one() {
    let fresh = Place::new(&large());
    assert_eq!(fresh.run(&[]).0, Some(0));
    let place = Place::new(SMALL);
    let (code, _, stderr) = place.run(&["--extend"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "an extension of nothing is a run");
    fs::write(place.out().join("plots/mine.svg"), "the user's").unwrap();
    // A figure that the report of the larger sweep does not draw.
    fs::write(place.out().join("plots/old.svg"), "<svg/>").unwrap();
    let manifest = fs::read_to_string(place.out().join(file::MANIFEST)).unwrap();
    let digest = store::digest(&place.out().join("plots/old.svg")).unwrap();
    let manifest = manifest.replace("[digests]\n", &format!("[digests]\n\"plots/old.svg\" = \"{digest}\"\n"));
    fs::write(place.out().join(file::MANIFEST), manifest).unwrap();
    let small = bytes(&place.out());
    place.write(&large());
    let (code, _, stderr) = place.run(&[]);
    let hint = "(baselines[1] is nothing there, \"layers\" here): add --extend to keep its trials and run the others, choose another folder with \
                --out, or start over with --fresh\n";
    assert!(code == Some(2) && stderr.ends_with(hint), "{stderr}");
    assert_same(&bytes(&place.out()), &small, "after the run was refused");
    let (code, _, stderr) = place.run(&["--extend"]);
    assert_eq!(code, Some(0), "{stderr}");
    let notes = "note: keeps 30 recorded trials, runs 90 new trials, as long as every stage selects the configuration that it \
                 selected before\nnote: leaves out 18 recorded trials of stage fill, because the stages before select another \
                 configuration now\n";
    assert_eq!(stderr, notes);
    let user = place.out().join("plots/mine.svg");
    assert_eq!(fs::read(&user).unwrap(), b"the user's");
    fs::remove_file(user).unwrap();
    assert_same(&bytes(&place.out()), &bytes(&fresh.out()), "after it was extended");
    let (code, stdout, _) = common::evocube_in(place.parent.path(), &["verify", "out"]);
    assert_eq!((code, stdout.as_str()), (Some(0), "identical: 120 trials run again\n"));
    // Nothing is left to extend.
    let (code, _, stderr) = place.run(&["--extend"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
}

#[test]
fn stages_after_another_selection_run_again_and_a_note_says_so() {
    // A level that solves the scramble at once is selected.
    let text = |levels: &str| {
        format!(
            "name = 'reselects'\nseed = 2\n[base]\npopulation = 10\ngenome = {{ length = 4, evaluate = 'whole' }}\nalphabet.expand = 'none'\nobjective.penalty.edge-rule = 'any-sticker'\n\
             selection.tournament.size = 3\nmutation.uniform = {{ individual-rate = 0.15, gene-rate = 0.15 }}\nrestart = 'none'\nstop = {{ generations = 2 }}\n[[instance]]\n\
             scramble = 'R'\n[[stage]]\nname = 'a'\n[[stage.factor]]\nkey = 'population'\nlevels = [{levels}]\n[[stage]]\n\
             name = 'b'\n[[stage.factor]]\nkey = 'elitism'\nlevels = [0, 1, 2]\n"
        )
    };
    let place = Place::new(&text("4, 5"));
    assert_eq!(place.run(&[]).0, Some(0));
    place.write(&text("4, 5, 400"));
    let (code, _, stderr) = place.run(&["--extend"]);
    assert_eq!(code, Some(0), "{stderr}");
    let notes = "note: keeps 5 recorded trials, runs 1 new trial, as long as every stage selects the configuration that it \
                 selected before\nnote: leaves out 3 recorded trials of stage b, because the stages before select another \
                 configuration now\n";
    assert_eq!(stderr, notes);
    let fresh = Place::new(&text("4, 5, 400"));
    assert_eq!(fresh.run(&[]).0, Some(0));
    assert_same(&bytes(&place.out()), &bytes(&fresh.out()), "after another selection");
    // The note is absent where it does not hold.
    fresh.write(&text("4, 5, 400").replace("seed = 2", "seed = 2\nrepetitions = 2"));
    let (code, _, stderr) = fresh.run(&["--extend"]);
    assert!(code == Some(0) && !stderr.contains("leaves out"), "{stderr}");
}

#[test]
fn a_selection_rule_may_change_and_lost_points_of_a_design_are_noted() {
    let text = |points: u32, high: u32, rule: &str| {
        format!(
            "name = 'designs'\nseed = 4\nrepetitions = 2\n[base]\npopulation = 12\nstop = {{ generations = 2 }}\n[[instance]]\n\
             random = 1\n[[stage]]\nname = 'a'\nselect = '{rule}'\ndesign = 'random'\npoints = {points}\n[[stage.factor]]\n\
             key = 'selection.tournament.size'\nrange = [2, {high}]\n"
        )
    };
    let place = Place::new(&text(3, 5, "most-solved"));
    assert_eq!(place.run(&[]).0, Some(0));
    for (points, high) in [(4, 5), (5, 12)] {
        let sweep = text(points, high, "lowest-mean-best");
        let names = |text: &str| {
            let sweep = Sweep::parse(text, Path::new("sweep.toml")).unwrap();
            (0..sweep.stages[0].points()).map(|point| sweep.stages[0].point_name(point)).collect::<BTreeSet<_>>()
        };
        let before = fs::read_to_string(place.parent.path().join("sweep.toml")).unwrap();
        let (before, after) = (names(&before), names(&sweep));
        let kept = 2 * before.intersection(&after).count();
        let absent = 2 * before.len() - kept;
        assert_eq!(absent > 0, high == 12);
        place.write(&sweep);
        let (code, _, stderr) = place.run(&["--extend"]);
        let mut note = format!("note: keeps {kept} recorded trials, runs {} new trials", 2 * after.len() - kept);
        if absent > 0 {
            note += &format!("; leaves out {absent} recorded trials of points that the designs no longer have");
        }
        assert_eq!((code, stderr), (Some(0), note + "\n"));
        let fresh = Place::new(&sweep);
        assert_eq!(fresh.run(&[]).0, Some(0));
        assert_same(&bytes(&place.out()), &bytes(&fresh.out()), "with another design");
    }
}

#[test]
fn folders_of_another_program_are_refused_until_a_sample_of_their_trials_is_identical() {
    let place = Place::new(SMALL);
    assert_eq!(place.run(&["--extend"]).0, Some(0));
    let identity = make_of_program(&place.out(), "abc");
    let refused = (Some(2), String::new(), refusal("abc", &identity, "out"));
    let before = bytes(&place.out());
    for words in [&[][..], &["--resume"], &["--extend"]] {
        assert_eq!(place.run(words), refused, "{words:?}");
    }
    place.write(&large());
    assert_eq!(place.run(&["--extend"]), refused);
    assert_same(&bytes(&place.out()), &before, "of a refused folder");
    let (code, _, stderr) = place.run(&["--extend", "--accept-program"]);
    assert!(code == Some(0) && stderr.starts_with("note: keeps "), "{stderr}");
    let programs = || {
        let programs = store::read(&place.out()).unwrap().programs;
        programs.into_iter().map(|program| (program.identity, program.trials)).collect::<Vec<_>>()
    };
    assert_eq!(programs(), [("abc".to_owned(), Some(30)), (identity.clone(), None)]);
    // An interrupted run goes on, and the trials of each program are counted.
    let manifest = place.out().join(file::MANIFEST);
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("complete = true", "complete = false")).unwrap();
    let trials = place.out().join(file::TRIALS);
    let cut: String = fs::read_to_string(&trials).unwrap().split_inclusive('\n').take(36).collect();
    fs::write(&trials, &cut).unwrap();
    make_of_program(&place.out(), "def");
    let (code, _, stderr) = place.run(&["--resume"]);
    assert_eq!((code, stderr), (Some(2), refusal("def", &identity, "out")));
    let (code, _, stderr) = place.run(&["--resume", "--accept-program"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert_eq!(programs(), [("abc".to_owned(), Some(30)), ("def".to_owned(), Some(5)), (identity, None)]);
    // Trials of a component of another version.
    let text = fs::read_to_string(&manifest).unwrap();
    let (before, after) = text.split_once("[digests]").unwrap();
    fs::write(&manifest, format!("{before}[program.components]\n\"objective pairs\" = \"1\"\n\n[digests]{after}"))
        .unwrap();
    let (code, _, stderr) = place.run(&[]);
    let sentence = "error: out: its trials were made by other code (objective pairs: version 1 there, none here): add --accept-program";
    assert!(code == Some(2) && stderr.starts_with(sentence), "{stderr}");
}

#[test]
fn trials_of_damaged_rows_of_the_smaller_sweep_are_run_again() {
    let place = Place::new(&SMALL.replace("repetitions = 2", "repetitions = 2\nbaselines = ['layers']"));
    let fresh = Place::new(&large());
    assert_eq!((place.run(&[]).0, fresh.run(&[]).0), (Some(0), Some(0)));
    for (name, row) in [(file::SOLUTIONS, "\n14,"), (file::BASELINES, "one,layers,")] {
        let path = place.out().join(name);
        let text = fs::read_to_string(&path).unwrap();
        let place_in_text = text.find(row).unwrap() + row.len();
        let mut changed = text.into_bytes();
        changed[place_in_text] ^= 1;
        fs::write(path, changed).unwrap();
    }
    place.write(&large());
    let (code, _, stderr) = place.run(&["--extend"]);
    assert!(
        code == Some(0) && stderr.starts_with("note: keeps 29 recorded trials, runs 91 new trials, as long as"),
        "{stderr}"
    );
    let note = "note: out/.earlier/1/solutions.csv: line 15: the rows of trial 14 do not match their digests in digests.csv; keeps \
                29 trials and runs 1 trial again";
    assert!(stderr.contains(note), "{stderr}");
    assert_same(&bytes(&place.out()), &bytes(&fresh.out()), "after damaged rows were run again");
}

#[test]
fn conditional_factors_and_stages_whose_points_depend_on_a_selection_are_extended() {
    let text = |seed: u64, repetitions: u64, levels: &str, factor: &str, rates: &str| {
        format!(
            "name = 'chained'\nseed = {seed}\nrepetitions = {repetitions}\n[[instance]]\nrandom = 2\n[base]\npopulation = 12\n\
             stop = {{ generations = 4 }}\n[[stage]]\nname = 'operator'\n[[stage.factor]]\nkey = 'crossover'\n\
             levels = [{levels}]\n{factor}[[stage]]\nname = 'rate'\n[[stage.factor]]\nkey = 'crossover.one-point.rate'\n\
             levels = [{rates}]\nwhen = {{ key = 'crossover', is = 'one-point' }}\n[[stage]]\nname = 'elites'\n\
             [[stage.factor]]\nkey = 'elitism'\nlevels = [0, 1]\n"
        )
    };
    let one_point = "{ one-point = { rate = 0.9 } }";
    let (mut changed, mut same) = (0, 0);
    for seed in 1..=8 {
        let parent = crate::common::tempdir().unwrap();
        let [fresh, out] = ["fresh", "out"].map(|name| parent.path().join(name));
        let small = text(seed, 1, &format!("'none', {one_point}"), "", "0.1, 0.3");
        // The factor applies to the new level only.
        let factor = "[[stage.factor]]\nkey = 'crossover.uniform.rate'\nlevels = [0.2, 0.8]\n";
        let large = text(seed, 2, &format!("'uniform', {one_point}, 'none'"), factor, "0.1, 0.3, 0.5");
        let recorded = run_some(&small, &out, Opening::New, 2, usize::MAX);
        let planned = run_some(&large, &fresh, Opening::New, 1, usize::MAX);
        let run = run_some(&large, &out, Opening::Extend, 2, usize::MAX);
        assert_same(&bytes(&out), &bytes(&fresh), &format!("with seed {seed}"));
        *(if run == planned - recorded { &mut same } else { &mut changed }) += 1;
    }
    assert!(changed > 0 && same > 0, "{changed} with another selection, {same} without");
}

#[test]
fn fronts_operators_and_failures_get_the_numbers_of_the_larger_sweep() {
    let text = |repetitions: u64, levels: [&str; 3]| {
        format!(
            "name = 'rare'\nseed = 6\nlog-every = 1\nrepetitions = {repetitions}\n[[instance]]\nscramble = 'R U F'\n[base]\n\
             population = 4\ngenome.length = 3\nelitism = 1\nstop = {{ generations = 9 }}\nselection.tournament.size = 2\n\
             [[factor]]\nkey = 'replacement'\nlevels = ['generational', 'nsga-ii']\n[[factor]]\nkey = 'mutation'\n\
             levels = [{}]\n[[factor]]\nkey = 'stop'\nlevels = [{{ evaluations = 10000 }}]\nwhen = {{ key = 'mutation', is = 'none' }}\n",
            levels.join(", ")
        )
    };
    // A run without a limit of generations logs too many rows, so the trial fails.
    let (adaptive, still) = ("{ self-adaptive = { individual-rate = 1.0, rates = [0.1, 0.2] } }", "'none'");
    let small = text(1, [still, adaptive, ""]).replace(", ]", "]").replace("[base]\n", "[base]\ncrossover = 'none'\n");
    let large = text(2, [adaptive, "'uniform'", still]).replace("[base]\n", "[base]\ncrossover = 'none'\n");
    let parent = crate::common::tempdir().unwrap();
    let [fresh, out] = ["fresh", "out"].map(|name| parent.path().join(name));
    let recorded = run_some(&small, &out, Opening::New, 2, usize::MAX);
    let planned = run_some(&large, &fresh, Opening::New, 1, usize::MAX);
    assert_eq!(run_some(&large, &out, Opening::Extend, 2, usize::MAX), planned - recorded);
    let extended = bytes(&out);
    assert_same(&extended, &bytes(&fresh), "with rare tables");
    assert!([file::FRONTS, file::OPERATORS, file::FAILURES].iter().all(|name| extended.contains_key(*name)));
}
