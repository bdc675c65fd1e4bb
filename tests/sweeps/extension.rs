//! Enlarged sweeps: a folder that is extended has the bytes of a run of the larger sweep, and only new trials are run.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use evocube::experiment::record::TrialRow;
use evocube::experiment::runner::RunObserver;
use evocube::experiment::store::{StoreError, preview_extension};

use super::*;

/// Counts the trials that are run, and ends the run after some.
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

/// Runs a sweep into a folder on some threads until it is over, or until some trials are run. Returns the number of these.
fn run_some(text: &str, folder: &Path, opening: Opening, threads: usize, limit: usize) -> usize {
    let sweep = Sweep::parse(text, Path::new("sweep.toml")).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let plan = Plan::new(&sweep);
    let execution = Execution { threads: NonZeroUsize::new(threads).unwrap(), ..EXECUTION };
    let mut store = Store::open(folder, &sweep, &plan, opening, execution).unwrap_or_else(|error| panic!("{error}"));
    let counter = Counter::ending_after(limit);
    let result = runner::run(&sweep, &plan, &mut store, execution, &counter);
    assert!(result.is_ok() || limit < usize::MAX, "{result:?}");
    counter.run.into_inner()
}

/// The trials of a folder: what each depends on. The selections of a complete folder are those of its manifest.
fn trials(folder: &Path) -> BTreeSet<(String, u64, String)> {
    let text = fs::read_to_string(folder.join(file::MANIFEST)).unwrap();
    let results = store::read(folder).unwrap();
    let manifest: toml::Table = text.parse().unwrap();
    let names: Vec<String> = results.sweep.stages.iter().map(|stage| stage.name.clone()).collect();
    let selected = manifest.get("winner").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let before = |stage: &str| {
        let count = names.iter().position(|name| name == stage).unwrap();
        selected.iter().take(count).map(|one| one["levels"].as_str().unwrap()).collect::<Vec<_>>().join(";")
    };
    results.trials.iter().map(|row| (row.stage.clone(), row.seed, before(&row.stage))).collect()
}

/// Rows of `timing.csv` by the seed of their trial, without the number.
fn times(folder: &Path) -> HashMap<u64, String> {
    let timing = fs::read_to_string(folder.join(file::TIMING)).unwrap();
    let by_number: HashMap<&str, &str> = timing.lines().filter_map(|line| line.split_once(',')).collect();
    let results = store::read(folder).unwrap();
    results.trials.iter().map(|row| (row.seed, by_number[row.trial.to_string().as_str()].to_owned())).collect()
}

/// A stage of a random sweep.
#[derive(Clone)]
struct Stage {
    name: &'static str,
    /// The design with its number of points, unless it is factorial.
    design: Option<(&'static str, usize)>,
    /// The factors: keys with the numbers of their levels that are written, or a range.
    factors: Vec<(usize, Vec<usize>)>,
}

/// Keys with all levels that a random sweep may list for them.
const KEYS: [(&str, [&str; 4]); 6] = [
    (
        "crossover",
        ["'none'", "{ one-point = { rate = 0.9 } }", "{ uniform = { rate = 0.5 } }", "{ two-point = { rate = 0.7 } }"],
    ),
    ("population", ["16", "20", "24", "30"]),
    ("selection.tournament.size", ["2", "3", "12", "14"]),
    ("genome.length", ["6", "10", "14", "18"]),
    ("elitism", ["0", "1", "9", "11"]),
    ("mutation.uniform.gene-rate", ["0.05", "0.1", "0.2", "0.4"]),
];

/// A random sweep of few trials.
#[derive(Clone)]
struct Model {
    repetitions: usize,
    baselines: Vec<&'static str>,
    random: usize,
    scrambles: Vec<&'static str>,
    stages: Vec<Stage>,
}

impl Model {
    fn random(draw: &mut impl FnMut(usize) -> usize) -> Self {
        let mut stages = vec![random_stage("first", 1, draw), random_stage("second", 2, draw)];
        stages.truncate(1 + draw(4).min(1));
        Self {
            repetitions: 1 + draw(2),
            baselines: [&[][..], &["layers"]][draw(2)].to_vec(),
            random: 1 + draw(2),
            scrambles: ["R U2 F", "L D", "B2 U"][..draw(2)].to_vec(),
            stages,
        }
    }

    fn text(&self) -> String {
        let mut text = format!(
            "name = 'grows'\nseed = 31\nrepetitions = {}\nbaselines = {:?}\n[base]\npopulation = 18\nelitism = 1\n\
             genome.length = 8\nstop = {{ generations = 6 }}\nmutation.uniform = {{ individual-rate = 1.0, gene-rate = 0.1 }}\n",
            self.repetitions, self.baselines
        );
        for scramble in self.scrambles.iter().rev() {
            text += &format!("[[instance]]\nscramble = '{scramble}'\n");
        }
        text += &format!("[[instance]]\nrandom = {}\n", self.random);
        for stage in &self.stages {
            text += &format!("[[stage]]\nname = '{}'\n", stage.name);
            if let Some((design, points)) = stage.design {
                text += &format!("design = '{design}'\npoints = {points}\n");
            }
            for (key, levels) in &stage.factors {
                let (key, all) = KEYS[*key];
                text += &format!("[[stage.factor]]\nkey = '{key}'\n");
                if stage.design.is_some() && key != "crossover" {
                    text += &format!("range = [{}, {}]\n", all[0], all[levels.len().clamp(2, 3)]);
                } else {
                    let levels: Vec<&str> = levels.iter().map(|level| all[*level]).collect();
                    text += &format!("levels = [{}]\n", levels.join(", "));
                }
            }
        }
        text
    }

    /// Makes the sweep larger in one way.
    fn grow(&mut self, draw: &mut impl FnMut(usize) -> usize) {
        match draw(8) {
            0 => self.repetitions += 1,
            1 => self.random += 1,
            2 => self.scrambles = ["R U2 F", "L D", "B2 U"][..self.scrambles.len() + 1].to_vec(),
            3 => self.baselines = vec!["macros", "layers"],
            4 if self.stages.len() < 3 => {
                let (name, part) = [("second", 2), ("third", 3)][self.stages.len() - 1];
                let stage = random_stage(name, part, draw);
                self.stages.push(stage);
            }
            _ => {
                let at = draw(self.stages.len());
                let stage = &mut self.stages[at];
                let factor = draw(stage.factors.len());
                let (_, levels) = &mut stage.factors[factor];
                match &mut stage.design {
                    Some((_, points)) if draw(3) > 0 => *points += 1 + draw(2),
                    // In a range, a wider one.
                    _ if levels.len() < 4 => {
                        let missing: Vec<usize> = (0..4).filter(|level| !levels.contains(level)).collect();
                        let place = draw(levels.len() + 1);
                        levels.extend(missing.first());
                        // Anywhere in the list.
                        levels[place..].rotate_right(1);
                    }
                    _ => {}
                }
            }
        }
    }
}

fn random_stage(name: &'static str, part: usize, draw: &mut impl FnMut(usize) -> usize) -> Stage {
    let design = [None, None, Some(("random", 3)), Some(("sobol", 2)), Some(("shifted-sobol", 3))][draw(5)];
    let mut factors: Vec<_> = (0..2).map(|number| (2 * (part - 1) + number, vec![draw(2), 2 + draw(2)])).collect();
    // A design has a factor with a range.
    factors.rotate_left(if design.is_some() { 1 } else { draw(2) });
    factors.truncate(1 + draw(2));
    Stage { name, design, factors }
}

#[test]
fn twenty_random_extensions_have_the_bytes_of_a_run_of_the_larger_sweep_and_run_only_what_is_new() {
    extend_at_random(20, 0);
}

#[test]
#[ignore = "300 random extensions: a minute or more"]
fn three_hundred_random_extensions_have_the_bytes_of_a_run_of_the_larger_sweep_and_run_only_what_is_new() {
    extend_at_random(300, 999);
}

/// Extends random sweeps; the seeds begin with the given one.
fn extend_at_random(extensions: usize, first: u64) {
    let (mut done, mut number, mut kept, mut reselected, mut interrupted) = (0, first, 0, 0, 0);
    while done < extensions {
        number += 1;
        assert!(number < first + 3 * extensions as u64, "most enlargements can be run");
        let mut stream = Seed::from_number(number).stream();
        let mut draw = |count: usize| stream.index(count);
        let small = Model::random(&mut draw);
        let mut large = small.clone();
        (0..1 + draw(3)).for_each(|_| large.grow(&mut draw));
        let (small, large) = (small.text(), large.text());
        let parent = tempfile::tempdir().unwrap();
        let [base, fresh, out] = ["base", "fresh", "out"].map(|name| parent.path().join(name));
        let threads = 1 + draw(2);
        run_some(&small, &base, Opening::New, threads, usize::MAX);
        let limit = [usize::MAX, 1 + draw(6)][draw(2)];
        run_some(&small, &out, Opening::New, threads, limit);
        let sweep = Sweep::parse(&large, Path::new("sweep.toml")).unwrap();
        let when = format!("of extension {number}:\n{small}\n{large}");
        let before = bytes(&out);
        let preview = match preview_extension(&out, &sweep, &Plan::new(&sweep)) {
            Err(StoreError::NotExtendable { difference, .. }) if difference.contains("none of its earlier points") => {
                continue;
            }
            preview => preview.unwrap_or_else(|error| panic!("{error} {when}")),
        };
        assert_same(&bytes(&out), &before, "after it was only counted");
        run_some(&large, &fresh, Opening::New, 2, usize::MAX);
        let (old, then) = (trials(&base), times(&out));
        let recorded = store::read(&out).unwrap().trials.len();
        let run = run_some(&large, &out, Opening::Extend, threads, usize::MAX);
        assert_same(&bytes(&out), &bytes(&fresh), &when);
        let new = trials(&fresh);
        // In the order of the plan the interrupted run has the first trials.
        let first: BTreeSet<u64> = then.keys().copied().collect();
        assert_eq!(first.len(), recorded);
        let is_kept = |trial: &&(String, u64, String)| old.contains(*trial) && first.contains(&trial.1);
        assert_eq!(run, new.len() - new.iter().filter(is_kept).count(), "trials run {when}");
        let now = times(&out);
        for (_, seed, _) in new.iter().filter(is_kept) {
            assert_eq!(now[seed], then[seed], "the time of a recorded trial is kept {when}");
        }
        if let Some(preview) = preview {
            if old.iter().all(|trial| !first.contains(&trial.1) || new.contains(trial)) {
                assert_eq!((preview.run, preview.absent), (run, 0), "{when}");
            } else {
                reselected += 1;
            }
        }
        kept += new.iter().filter(is_kept).count();
        interrupted += usize::from(recorded < old.len());
        done += 1;
    }
    assert!(
        kept > 100 && reselected > 0 && interrupted > 3,
        "{kept} trials kept, {reselected} reselected, {interrupted}"
    );
}

/// A sweep of two stages whose second depends on the first.
const SMALL: &str = "name = 'small'\nseed = 9\nrepetitions = 2\nlog-every = 2\n[base]\npopulation = 20\nelitism = 1\n\
                     stop = { generations = 12 }\n[[instance]]\nscramble = 'R U'\nname = 'one'\n[[instance]]\nrandom = 2\n\
                     [[stage]]\nname = 'rate'\n[[stage.factor]]\nkey = 'crossover.one-point.rate'\nlevels = [0.3, 0.9]\n\
                     [[stage]]\nname = 'fill'\ndesign = 'random'\npoints = 3\n[[stage.factor]]\nkey = 'genome.length'\n\
                     range = [6, 30]\n[[stage.factor]]\nkey = 'elitism'\nlevels = [0, 1]\n";

/// The same with more of everything.
fn large() -> String {
    let text =
        SMALL.replace("repetitions = 2", "repetitions = 3\nbaselines = ['layers']").replace("points = 3", "points = 5");
    let text = text.replace("random = 2", "random = 3").replace("[0.3, 0.9]", "[0.3, 0.5, 0.9]");
    text + "[[stage]]\nname = 'size'\n[[stage.factor]]\nkey = 'population'\nlevels = [16, 24]\n"
}

/// A folder with a sweep file.
struct Place {
    parent: tempfile::TempDir,
}

impl Place {
    fn new(text: &str) -> Self {
        let place = Self { parent: tempfile::tempdir().unwrap() };
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
    fn run(&self, more: &[&str]) -> common::Said {
        common::evocube_in(self.parent.path(), &[&["run", "sweep.toml", "--out", "out"], more].concat())
    }
}

#[test]
fn an_extended_folder_has_the_report_of_the_larger_sweep_and_none_of_the_smaller_one() {
    let fresh = Place::new(&large());
    assert_eq!(fresh.run(&[]).0, Some(0));
    let place = Place::new(SMALL);
    let (code, _, said) = place.run(&["--extend"]);
    assert_eq!((code, said.as_str()), (Some(0), ""), "an extension of nothing is a run");
    fs::write(place.out().join("plots/mine.svg"), "the user's").unwrap();
    // A figure that the report of the larger sweep does not draw.
    fs::write(place.out().join("plots/old.svg"), "<svg/>").unwrap();
    let manifest = fs::read_to_string(place.out().join(file::MANIFEST)).unwrap();
    let digest = store::digest(&place.out().join("plots/old.svg")).unwrap();
    let manifest = manifest.replace("[digests]\n", &format!("[digests]\n\"plots/old.svg\" = \"{digest}\"\n"));
    fs::write(place.out().join(file::MANIFEST), manifest).unwrap();
    let small = bytes(&place.out());
    place.write(&large());
    let (code, _, said) = place.run(&[]);
    let hint = "(baselines[1] is nothing there, \"layers\" here): add --extend to keep its trials and run the others, choose another folder with \
                --out, or --fresh to replace them\n";
    assert!(code == Some(2) && said.ends_with(hint), "{said}");
    assert_same(&bytes(&place.out()), &small, "after the run was refused");
    let (code, _, said) = place.run(&["--extend"]);
    assert_eq!(code, Some(0), "{said}");
    let notes = "note: keeps 30 recorded trials, runs 90 new trials, as long as every stage selects the configuration that it \
                 selected before\nnote: leaves out 18 recorded trials of stage fill, because the stages before select another \
                 configuration now\n";
    assert_eq!(said, notes);
    let user = place.out().join("plots/mine.svg");
    assert_eq!(fs::read(&user).unwrap(), b"the user's");
    fs::remove_file(user).unwrap();
    assert_same(&bytes(&place.out()), &bytes(&fresh.out()), "after it was extended");
    let (code, said, _) = common::evocube_in(place.parent.path(), &["verify", "out"]);
    assert_eq!((code, said.as_str()), (Some(0), "identical: 120 trials run again\n"));
    // Nothing is left to extend.
    let (code, _, said) = place.run(&["--extend"]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
}

#[test]
fn stages_after_another_selection_are_run_anew_and_that_is_told() {
    // A level that solves the scramble at once is selected.
    let text = |levels: &str| {
        format!(
            "name = 'reselects'\nseed = 2\n[base]\npopulation = 10\ngenome.length = 4\nstop = {{ generations = 2 }}\n[[instance]]\n\
             scramble = 'R'\n[[stage]]\nname = 'a'\n[[stage.factor]]\nkey = 'population'\nlevels = [{levels}]\n[[stage]]\n\
             name = 'b'\n[[stage.factor]]\nkey = 'elitism'\nlevels = [0, 1, 2]\n"
        )
    };
    let place = Place::new(&text("4, 5"));
    assert_eq!(place.run(&[]).0, Some(0));
    place.write(&text("4, 5, 400"));
    let (code, _, said) = place.run(&["--extend"]);
    assert_eq!(code, Some(0), "{said}");
    let notes = "note: keeps 5 recorded trials, runs 1 new trial, as long as every stage selects the configuration that it \
                 selected before\nnote: leaves out 3 recorded trials of stage b, because the stages before select another \
                 configuration now\n";
    assert_eq!(said, notes);
    let fresh = Place::new(&text("4, 5, 400"));
    assert_eq!(fresh.run(&[]).0, Some(0));
    assert_same(&bytes(&place.out()), &bytes(&fresh.out()), "after another selection");
    // The note is shown where it holds only.
    fresh.write(&text("4, 5, 400").replace("seed = 2", "seed = 2\nrepetitions = 2"));
    let (code, _, said) = fresh.run(&["--extend"]);
    assert!(code == Some(0) && !said.contains("leaves out"), "{said}");
}

#[test]
fn a_selection_rule_may_change_and_points_that_a_design_loses_are_told() {
    let text = |points: u32, high: u32, rule: &str| {
        format!(
            "name = 'designs'\nseed = 4\nrepetitions = 2\n[base]\npopulation = 10\nstop = {{ generations = 2 }}\n[[instance]]\n\
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
        let (code, _, said) = place.run(&["--extend"]);
        let mut note = format!("note: keeps {kept} recorded trials, runs {} new trials", 2 * after.len() - kept);
        if absent > 0 {
            note += &format!("; leaves out {absent} recorded trials of points that the designs no longer have");
        }
        assert_eq!((code, said), (Some(0), note + "\n"));
        let fresh = Place::new(&sweep);
        assert_eq!(fresh.run(&[]).0, Some(0));
        assert_same(&bytes(&place.out()), &bytes(&fresh.out()), "with another design");
    }
}

#[test]
fn what_cannot_be_extended_is_refused_at_its_place_and_nothing_is_written() {
    let place = Place::new(SMALL);
    let base = SMALL.replace("repetitions = 2", "repetitions = 2\nbaselines = ['layers']");
    place.write(&base);
    assert_eq!(place.run(&[]).0, Some(0));
    let before = bytes(&place.out());
    let end = "; --extend only adds trials: choose another folder with --out, or --fresh to replace the results in out";
    let factor = "[[stage.factor]]\nkey = 'population'\nlevels = [16, 20]\n";
    for (from, to, place_in_file, sentence) in [
        ("seed = 9", "seed = 10", "2:8", "seed is 9 there, 10 here, which changes every trial"),
        ("'small'", "'other'", "1:8", "name is \"small\" there, \"other\" here, which changes every trial"),
        ("log-every = 2", "log-every = 3", "5:13", "log-every is 2 there, 3 here, which changes every trial"),
        ("log-every = 2\n", "", "", "log-every is 2 there, nothing here, which changes every trial"),
        (
            "population = 20",
            "population = 21",
            "7:14",
            "base.population is 20 there, 21 here, which changes every trial",
        ),
        ("= 12 }", "= 13 }", "9:24", "base.stop.generations is 12 there, 13 here, which changes every trial"),
        ("log-every", "goal = 'superflip'\nlog-every", "5:8", "goal is nothing there, \""),
        ("repetitions = 2", "repetitions = 1", "3:15", "repetitions is 2 there, 1 here"),
        ("['layers']", "['macros']", "4:13", "baseline \"layers\" is there, not here"),
        ("random = 2", "random = 1", "10:1", "instance \"random-2\" is there, not here"),
        ("'R U'", "'R U2'", "10:1", "instance \"one\" is another state there"),
        (
            "'rate'",
            "'first'",
            "16:8",
            "stage 1 is \"rate\" there, \"first\" here, and stages keep their names and their order",
        ),
        (
            "design = 'random'",
            "design = 'sobol'",
            "22:10",
            "the design of stage fill is \"random\" there, \"sobol\" here",
        ),
        ("points = 3", "points = 2", "23:10", "points of stage fill is 3 there, 2 here"),
        ("[0.3, 0.9]", "[0.3, 0.8]", "19:10", "level 0.9 of factor \"crossover.one-point.rate\" is there, not here"),
        (
            "[6, 30]",
            "[7, 30]",
            "26:9",
            "the values of factor \"genome.length\" are from [6, 30] there, from [7, 30] here",
        ),
        (
            "range = [6, 30]",
            "range = [6, 30]\nscale = 'log'",
            "26:9",
            "the values of factor \"genome.length\" are from [6, 30] there, from [6, 30] on a log scale here",
        ),
        (
            "range = [6, 30]",
            "levels = [6, 30]",
            "26:10",
            "the values of factor \"genome.length\" are from [6, 30] there, listed here",
        ),
        (
            "key = 'elitism'\nlevels = [0, 1]",
            "key = 'population'\nlevels = [20, 30]",
            "20:1",
            "factor \"elitism\" of stage fill is there, not here",
        ),
        (
            "[[stage]]\nname = 'fill'",
            &format!("{factor}[[stage]]\nname = 'fill'"),
            "21:7",
            "stage rate has no longer the design point crossover.one-point.rate=0.3: factor \"population\" is new and applies to it",
        ),
        (
            "random'\npoints = 3\n[[stage.factor]]",
            &format!("random'\npoints = 3\n{factor}[[stage.factor]]"),
            "",
            "the design \"random\" of stage fill has none of its earlier points: ",
        ),
    ] {
        let text = base.replacen(from, to, 1);
        assert_ne!(text, base);
        place.write(&text);
        let (code, _, said) = place.run(&["--extend"]);
        assert_eq!(code, Some(2), "{said}");
        let first = said.lines().next().unwrap();
        assert!(
            first.starts_with(&format!("error: {sentence}"))
                || first.starts_with(&format!("error: sweep.toml: {sentence}")),
            "{said}"
        );
        assert!(first.ends_with(end), "{said}");
        assert!(
            said.contains(&format!("--> sweep.toml:{place_in_file}")) || place_in_file.is_empty(),
            "{place_in_file}: {said}"
        );
        assert_same(&bytes(&place.out()), &before, "after it was refused");
        let (code, _, said) = place.run(&[]);
        assert!(
            code == Some(2) && said.contains("holds the results of another sweep (") && !said.contains("--extend"),
            "{said}"
        );
    }
    // An argument.
    place.write(&base);
    for (argument, sentence) in [
        (["--repetitions", "1"], "repetitions is 2 there, 1 here"),
        (["--set", "stop.generations=13"], "base.stop.generations is 12 there, 13 here, which changes every trial"),
        (["--instances", "random:3"], "instance \"one\" is there, not here"),
    ] {
        let (code, _, said) = place.run(&[&argument[..], &["--extend"]].concat());
        assert_eq!((code, said), (Some(2), format!("error: {}: {sentence}{end}\n", argument.join(" "))));
    }
    // Fewer stages.
    let (text, _) = base.split_once("[[stage]]\nname = 'fill'").unwrap();
    place.write(text);
    let (code, _, said) = place.run(&["--extend"]);
    assert!(
        code == Some(2) && said.contains("stage 2 is \"fill\" there, nothing here, and stages keep their names"),
        "{said}"
    );
    // Another version of evocube.
    let path = place.out().join(file::MANIFEST);
    let manifest = fs::read_to_string(&path).unwrap();
    let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(&path, manifest.replace(&version, "version = \"0.0.9\"")).unwrap();
    place.write(&base.replace("repetitions = 2", "repetitions = 3"));
    let (code, _, said) = place.run(&["--extend"]);
    assert!(
        code == Some(2) && said.contains("error: sweep.toml: the trials were run by evocube 0.0.9, this is "),
        "{said}"
    );
    // A damaged manifest.
    fs::write(&path, &manifest[..manifest.len() / 2]).unwrap();
    let (code, _, said) = place.run(&["--extend"]);
    assert!(code == Some(2) && said.starts_with("error: out/manifest.toml: "), "{said}");
}

#[test]
fn shards_and_races_are_not_extended() {
    let place = Place::new(SMALL);
    let (code, _, said) = place.run(&["--extend", "--shard", "1/2"]);
    let sentence = "error: --extend is for the folder of a whole sweep: merge the shards, and extend the merged folder without \
                    --shard, or run shards of the larger sweep\n";
    assert_eq!((code, said.as_str()), (Some(2), sentence));
    assert!(!place.out().exists());
    assert_eq!(place.run(&["--shard", "1/2"]).0, Some(0));
    place.write(&SMALL.replace("repetitions = 2", "repetitions = 3"));
    let (code, _, said) = place.run(&["--extend"]);
    assert!(
        code == Some(2) && said.contains("the folder holds shard 1/2, and not a whole sweep; --extend only "),
        "{said}"
    );
    for more in [["--extend", "--resume"], ["--extend", "--fresh"]] {
        assert_eq!(place.run(&more).0, Some(2));
    }
    fs::remove_dir_all(place.out()).unwrap();
    fs::create_dir(place.out()).unwrap();
    fs::write(place.out().join("race.toml"), "").unwrap();
    let (code, _, said) = place.run(&["--extend"]);
    assert!(
        code == Some(2) && said.starts_with("error: sweep.toml: out holds a race; --extend only adds trials: "),
        "{said}"
    );
}

#[test]
fn damaged_rows_of_the_smaller_sweep_are_run_again() {
    let place = Place::new(&SMALL.replace("repetitions = 2", "repetitions = 2\nbaselines = ['layers']"));
    let fresh = Place::new(&large());
    assert_eq!((place.run(&[]).0, fresh.run(&[]).0), (Some(0), Some(0)));
    for (name, trial) in [(file::CONVERGENCE, "\n3,"), (file::SOLUTIONS, "\n14,"), (file::BASELINES, "one,layers,")] {
        let path = place.out().join(name);
        let text = fs::read_to_string(&path).unwrap();
        let place_in_text = text.find(trial).unwrap() + trial.len();
        let mut changed = text.into_bytes();
        changed[place_in_text] ^= 1;
        fs::write(path, changed).unwrap();
    }
    place.write(&large());
    let (code, _, said) = place.run(&["--extend"]);
    assert!(code == Some(0) && said.starts_with("note: keeps 28 recorded trials, runs 92 new trials"), "{said}");
    assert_same(&bytes(&place.out()), &bytes(&fresh.out()), "after damaged rows were run again");
}

/// A copy of a folder and what is below it.
fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

#[test]
fn a_kill_at_any_step_of_an_extension_leaves_a_folder_that_can_be_extended_or_resumed() {
    let parent = tempfile::tempdir().unwrap();
    let [small, fresh, out] = ["small", "fresh", "out"].map(|name| parent.path().join(name));
    let large = large();
    run(SMALL, &small, Opening::New);
    run(&large, &fresh, Opening::New);
    let whole = bytes(&fresh);
    // The copy of the smaller sweep, and the manifest of the larger one, as an extension makes them.
    run_some(&large, &fresh, Opening::Fresh, 2, 0);
    let begun = fs::read(fresh.join(file::MANIFEST)).unwrap();
    let tables: Vec<String> = bytes(&small).into_keys().chain(file::WALL_CLOCK.map(str::to_owned)).collect();
    let copied = |count: usize, folder: &str| {
        let to = out.join(folder);
        fs::create_dir_all(&to).unwrap();
        for name in &tables[..count] {
            fs::copy(small.join(name), to.join(name)).unwrap();
        }
    };
    let all = tables.len();
    // Before and after the manifest of the larger sweep is written.
    for step in 0..all + 2 + 1 + TABLES.len() {
        for opening in [Opening::Extend, Opening::Resume] {
            copy(&small, &out);
            if step <= all {
                copied(step, ".earlier.new");
            } else {
                copied(all, ".earlier/1");
            }
            if step > all + 1 {
                fs::write(out.join(file::MANIFEST), &begun).unwrap();
            } else if opening == Opening::Resume {
                continue;
            }
            if let Some(cut) = step.checked_sub(all + 3) {
                let content = fs::read(small.join(TABLES[cut])).unwrap();
                let header = content.iter().position(|&byte| byte == b'\n').unwrap();
                fs::write(out.join(TABLES[cut]), &content[..header / 2]).unwrap();
            }
            let limit = if opening == Opening::Extend { 7 } else { usize::MAX };
            let before = run_some(&large, &out, opening, 2, limit);
            let after = run_some(&large, &out, Opening::Resume, 1, usize::MAX);
            assert_same(&bytes(&out), &whole, &format!("after a kill at step {step}, {opening:?}"));
            assert_eq!(before + after, 108, "step {step}");
        }
    }
    // Complete, but the copy is there; or a part of it.
    for count in 0..=all {
        copied(count, ".earlier/1");
        run(&large, &out, if count % 2 == 0 { Opening::New } else { Opening::Extend });
        assert_same(&bytes(&out), &whole, &format!("with {count} tables of the copy left"));
    }
}

#[test]
fn an_unfinished_extension_may_become_a_larger_or_smaller_one_and_loses_no_trial() {
    let parent = tempfile::tempdir().unwrap();
    let [fresh, out] = ["fresh", "out"].map(|name| parent.path().join(name));
    let times = |count: usize| ONE.replace("repetitions = 2", &format!("repetitions = {count}"));
    assert_eq!(run_some(ONE, &out, Opening::New, 2, usize::MAX), 8);
    let mut run = 0;
    // Too many, and fewer again, but not fewer than were complete.
    for count in [50, 30, 60, 40] {
        run += run_some(&times(count), &out, Opening::Extend, 1, 3);
    }
    assert!(run >= 12, "{run} trials");
    let small = Sweep::parse(&times(1), Path::new("sweep.toml")).unwrap();
    let error = preview_extension(&out, &small, &Plan::new(&small)).unwrap_err().to_string();
    assert!(error.starts_with("repetitions is 2 there, 1 here; "), "{error}");
    // Trials of all attempts are kept.
    let sweep = Sweep::parse(&times(45), Path::new("sweep.toml")).unwrap();
    let preview = preview_extension(&out, &sweep, &Plan::new(&sweep)).unwrap().unwrap();
    assert_eq!(preview.kept + preview.run, 180);
    assert!(preview.kept >= 12, "{preview:?}");
    assert_eq!(run_some(&times(45), &out, Opening::Extend, 2, usize::MAX), preview.run);
    run_some(&times(45), &fresh, Opening::New, 2, usize::MAX);
    assert_same(&bytes(&out), &bytes(&fresh), "after four attempts");
    // An extension that is given up.
    run_some(&times(80), &out, Opening::Extend, 1, 3);
    assert_eq!(run_some(&times(45), &out, Opening::Extend, 1, usize::MAX), 0);
    assert_same(&bytes(&out), &bytes(&fresh), "after an extension was given up");
    run_some(&times(80), &out, Opening::Extend, 1, 3);
    run_some(&times(45), &out, Opening::Fresh, 2, usize::MAX);
    assert_same(&bytes(&out), &bytes(&fresh), "after it was begun again");
}

/// Kills extensions at random moments until some are killed; each comes to the bytes of an undisturbed run.
fn kill(kills: usize, seed: u64) {
    let place = Place::new(SMALL);
    assert_eq!(place.run(&[]).0, Some(0));
    let small = place.parent.path().join("small");
    copy(&place.out(), &small);
    place.write(&large());
    let begun = Instant::now();
    assert_eq!(place.run(&["--extend"]).0, Some(0));
    let (whole, span) = (bytes(&place.out()), begun.elapsed());
    let mut stream = Seed::from_number(seed).stream();
    let mut killed = 0;
    while killed < kills {
        copy(&small, &place.out());
        for _ in 0..4 {
            let mut child = Command::new(assert_cmd::cargo::cargo_bin!("evocube"))
                .current_dir(place.parent.path())
                .args(["run", "sweep.toml", "--out", "out", "-q", "--threads", "2", "--extend"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(span * u32::try_from(stream.index(1000).pow(2)).unwrap() / 1_000_000);
            child.kill().unwrap();
            if child.wait().unwrap().success() {
                break;
            }
            killed += 1;
        }
        let (code, _, said) = place.run(&["--extend"]);
        assert_eq!(code, Some(0), "{said}");
        assert_same(&bytes(&place.out()), &whole, &format!("after {killed} kills"));
    }
}

#[test]
fn extensions_that_are_killed_four_times_give_the_same_bytes() {
    kill(4, 1);
}

#[test]
#[ignore = "kills an extension 100 times: a minute or more"]
fn extensions_that_are_killed_a_hundred_times_give_the_same_bytes() {
    kill(100, 2);
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
        let parent = tempfile::tempdir().unwrap();
        let [fresh, out] = ["fresh", "out"].map(|name| parent.path().join(name));
        let small = text(seed, 1, &format!("'none', {one_point}"), "", "0.1, 0.3");
        // The factor has a place at the new level only.
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
             levels = [{}]\n[[factor]]\nkey = 'stop'\nlevels = [{{ evaluations = 150000 }}]\nwhen = {{ key = 'mutation', is = 'none' }}\n",
            levels.join(", ")
        )
    };
    // A run in which nothing varies makes more rows than are allowed: the trial fails.
    let (adaptive, still) = ("{ self-adaptive = { individual-rate = 1.0, rates = [0.1, 0.2] } }", "'none'");
    let small = text(1, [still, adaptive, ""]).replace(", ]", "]").replace("[base]\n", "[base]\ncrossover = 'none'\n");
    let large = text(2, [adaptive, "'uniform'", still]).replace("[base]\n", "[base]\ncrossover = 'none'\n");
    let parent = tempfile::tempdir().unwrap();
    let [fresh, out] = ["fresh", "out"].map(|name| parent.path().join(name));
    let recorded = run_some(&small, &out, Opening::New, 2, usize::MAX);
    let planned = run_some(&large, &fresh, Opening::New, 1, usize::MAX);
    assert_eq!(run_some(&large, &out, Opening::Extend, 2, usize::MAX), planned - recorded);
    let found = bytes(&out);
    assert_same(&found, &bytes(&fresh), "with rare tables");
    assert!([file::FRONTS, file::OPERATORS, file::FAILURES].iter().all(|name| found.contains_key(*name)));
}
