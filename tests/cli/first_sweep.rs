//! `evocube new`, the results and curves of its sweep, the defaults of omitted keys, and sweeps by name, shipped or misspelled. That all
//! shipped sweeps are valid is tested in `tests/sweeps/reference.rs`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use evocube::alphabet::AlphabetConfig;
use evocube::evolve::config::TrialConfig;
use evocube::experiment::sweep::Sweep;
use evocube::shipped::ShippedSweep;

use crate::common::{done_without_time as done, evocube_in as evocube};

#[test]
fn a_new_sweep_solves_all_its_cubes() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    let stdout = done(folder, &["new"]);
    assert_eq!(
        stdout,
        "Wrote mine.toml, and evocube.schema.json for editors. Next:\n  evocube plan mine.toml\n  evocube run mine.toml\n"
    );
    let text = fs::read_to_string(folder.join("mine.toml")).unwrap();
    assert!(text.starts_with("#:schema ./evocube.schema.json\n"), "{text}");
    assert_eq!(fs::read_to_string(folder.join("evocube.schema.json")).unwrap(), done(folder, &["schema"]));
    assert!(text.contains("\nname = \"mine\"\n") && !text.contains("NAME"), "{text}");
    for command in stdout.lines().skip(1) {
        let words: Vec<&str> = command.split_whitespace().skip(1).collect();
        assert_eq!(evocube(folder, &[&words[..], &["--json"]].concat()).0, Some(0), "{command}");
    }
    let page = fs::read_to_string(folder.join("results/mine/summary.md")).unwrap();
    let question = "Does a larger tournament find solutions with fewer evaluations?\n\n**Larger** is better, shown at `10`. `10` \
                    wins 71 % of pairs of trials against `3` (56 to 83) on these 5 cubes; expected evaluations 8779 against \
                    11.0k.\n\n**2 of 3";
    assert!(page.contains(question), "{page}");
    let trials = fs::read_to_string(folder.join("results/mine/trials.csv")).unwrap();
    let mut reader = csv::Reader::from_reader(trials.as_bytes());
    let solved = reader.headers().unwrap().iter().position(|column| column == "solved").unwrap();
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert!(rows.len() == 150 && rows.iter().all(|row| row[solved] == *"1"), "{trials}");
}

#[test]
fn omitted_keys_take_values_that_solve() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    let sweep = "name = 'first'\nseed = 1\n[[instance]]\nrandom = 3\n[[factor]]\nkey = 'selection.tournament.size'\nlevels = [3, 5]\n";
    fs::write(folder.join("first.toml"), sweep).unwrap();
    done(folder, &["run", "first.toml", "-q"]);
    let results = evocube::experiment::store::read(&folder.join("results/first")).unwrap();
    assert_eq!(results.trials.len(), 6);
    assert!(results.trials.iter().all(|trial| trial.outcome.as_ref().unwrap().solved), "{:?}", results.trials);
}

#[test]
fn a_sweep_without_a_seed_has_the_seed_1_in_its_manifest() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.toml"), "name = 'a'\n[[instance]]\nscramble = 'R U'\n").unwrap();
    done(folder, &["run", "a.toml", "-q"]);
    let manifest = fs::read_to_string(folder.join("results/a/manifest.toml")).unwrap();
    assert!(manifest.contains("\nseed = 1\n"), "{manifest}");
}

#[test]
fn the_defaults_are_those_of_the_sweep_that_always_solves() {
    let shipped = ShippedSweep::named("always-solve").unwrap();
    let base = Sweep::parse(&shipped.text(), Path::new("always-solve.toml")).unwrap().base;
    let defaults = TrialConfig::default();
    assert_eq!(defaults.alphabet.conjugations(), base.alphabet.conjugations());
    let alphabet = AlphabetConfig { conjugate: base.alphabet.conjugate, ..defaults.alphabet.clone() };
    let (mutation, restart) = (Some(defaults.mutation()), Some(defaults.restart()));
    assert_eq!(
        TrialConfig { alphabet, mutation, restart, ..defaults.clone() },
        TrialConfig { stop: defaults.stop, ..base }
    );
}

/// The lowest penalties so far of each trial, with the generations in which they were reached.
fn improvements(folder: &Path) -> BTreeMap<u64, Vec<(u64, u64)>> {
    let mut improvements = BTreeMap::<u64, Vec<(u64, u64)>>::new();
    for row in csv::Reader::from_path(folder.join("convergence.csv")).unwrap().records().map(Result::unwrap) {
        let [trial, generation, best] = [0, 1, 3].map(|column: usize| row[column].parse::<u64>().unwrap());
        let steps = improvements.entry(trial).or_default();
        if steps.last().is_none_or(|(_, lowest)| best < *lowest) {
            steps.push((generation, best));
        }
    }
    improvements
}

#[test]
fn the_first_curves_are_those_of_every_generation() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    done(folder, &["new"]);
    let text = fs::read_to_string(folder.join("mine.toml")).unwrap();
    fs::write(folder.join("every.toml"), text.replace("\nseed = 1\n", "\nseed = 1\nlog-every = 1\n")).unwrap();
    for name in ["mine", "every"] {
        done(folder, &["run", &format!("{name}.toml"), "--out", name, "-q"]);
    }
    let table = |run: &str, name: &str| fs::read_to_string(folder.join(run).join(name)).unwrap();
    let drawn = [
        "trials.csv",
        "plots/1-main-convergence.csv",
        "plots/1-main-evaluations.csv",
        "plots/1-main-log.csv",
        "plots/1-main-ecdf.csv",
    ];
    for name in drawn {
        assert!(table("mine", name) == table("every", name), "{name}");
    }
    // Between improvements the best so far does not change.
    let [logged, every] = ["mine", "every"].map(|run| improvements(&folder.join(run)));
    assert!(logged.len() == 150 && logged == every);
    let rows = |run| table(run, "convergence.csv").lines().count();
    assert!(rows("mine") < 50 * 150 && 3 * rows("mine") < rows("every"), "{} of {}", rows("mine"), rows("every"));
}

#[test]
fn a_new_sweep_replaces_nothing() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    let refused = |arguments: &[&str], sentence: &str| {
        let (code, out, stderr) = evocube(folder, arguments);
        assert_eq!((code, out.as_str(), stderr.as_str()), (Some(2), "", format!("error: {sentence}\n").as_str()));
    };
    fs::write(folder.join("mine.toml"), "precious").unwrap();
    refused(&["new"], "mine.toml already exists: choose another name, or delete it");
    refused(&["new", "mine.toml"], "mine.toml already exists: choose another name, or delete it");
    assert_eq!(fs::read_to_string(folder.join("mine.toml")).unwrap(), "precious");
    refused(
        &["new", "a b"],
        "a b.toml: name \"a b\" must be 1 to 100 letters, digits, - _ or . and begin with a letter, a digit or _",
    );
    refused(&["new", "none/other"], "none/other.toml: no such file");
    let (code, _, stderr) = evocube(folder, &["new", "other", "--from", "quickstat"]);
    let sentence =
        "error: --from quickstat: no shipped sweep has this name: did you mean quickstart? expected always-solve, ";
    assert!(code == Some(2) && stderr.starts_with(sentence), "{stderr}");
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
}

#[test]
fn a_shipped_sweep_is_found_by_its_name() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/quickstart.toml");
    // Of short trials, whose time is soon measured.
    let set = "--set=stop.evaluations=100";
    let plan = done(folder, &["plan", shipped.to_str().unwrap(), "--trials", set]);
    assert_eq!(done(folder, &["plan", "quickstart", "--trials", set]), plan);
    assert_eq!(done(folder, &["plan", "quickstart.toml", "--trials", set]), plan);
    // A copy is the same sweep with another name, in any folder.
    let stdout = done(folder, &["new", "mine", "--from", "quickstart"]);
    assert!(stdout.starts_with("Wrote mine.toml, and evocube.schema.json for editors. Next:\n"), "{stdout}");
    // An existing schema is not replaced.
    assert!(done(folder, &["new", "other"]).starts_with("Wrote other.toml. Next:\n"));
    let plan = |name: &str| done(folder, &["plan", name, set]);
    let copy = plan("mine.toml");
    assert_eq!(copy.strip_prefix("mine\n"), plan("quickstart").strip_prefix("quickstart\n"));
    // A file comes before a shipped sweep, a folder does not.
    fs::create_dir(folder.join("always-solve")).unwrap();
    assert!(plan("always-solve").starts_with("always-solve\n"));
    fs::rename(folder.join("mine.toml"), folder.join("quickstart")).unwrap();
    assert_eq!(plan("quickstart"), copy);

    let (code, _, stderr) = evocube(folder, &["run", "always_solv"]);
    let sentence =
        "error: always_solv: no such file, and no shipped sweep has this name: did you mean always-solve? expected ";
    assert!(code == Some(2) && stderr.starts_with(sentence), "{stderr}");
    assert_eq!(evocube(folder, &["run", "other"]).2, "error: other: no such file: did you mean other.toml?\n");
    fs::rename(folder.join("other.toml"), folder.join("other.toml.txt")).unwrap();
    for (name, similar) in [("other", "other"), ("other.toml", "other"), ("./other.toml", "./other")] {
        let sentence = format!("error: {name}: no such file: did you mean {similar}.toml.txt?\n");
        assert_eq!(evocube(folder, &["run", name]).2, sentence);
    }
    for name in ["none.toml", "folder/quickstart"] {
        assert_eq!(evocube(folder, &["run", name]).2, format!("error: {name}: no such file\n"));
    }
    assert!(!folder.join("results").exists());
}
