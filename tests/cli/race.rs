//! The command `race`: threads, interruptions, hopeless trials, refusals, conditional factors. Its figures and statistics are tested in
//! `race_figures`, tuners of other programs in `tuning`; `tests/statistics/races.rs` tests whether the claims of races are true.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::bad_sweeps;
use crate::common::{done_in as done, evocube_in as evocube, sweep_folder as with};
use crate::designs::CHAINED;
use crate::tuning::read;

/// Factors of the races below and of trials for tuners.
pub(super) const RACE: &str = r#"name = "small"
seed = 3
design = "random"
points = 4
[[instance]]
random = 6
[base]
population = 40
genome.length = 12
mutation.uniform = { individual-rate = 0.05, gene-rate = 0.05 }
stop = { evaluations = 2000 }
[[factor]]
key = "population"
range = [10, 200]
scale = "log"
[[factor]]
key = "mutation.uniform.individual-rate"
range = [0.0, 1.0]
[[factor]]
key = "elitism"
levels = [0, 1, 8]
[[factor]]
key = "crossover"
levels = ["none", { one-point = { rate = 0.9 } }]
"#;

const TABLES: [&str; 5] = ["trials.csv", "convergence.csv", "solutions.csv", "digests.csv", "report.html"];

/// Returns the rows of `trials.csv` by column.
fn trials(folder: &Path) -> Vec<HashMap<String, String>> {
    let mut reader = csv::Reader::from_path(folder.join("trials.csv")).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

#[test]
fn a_race_finds_a_better_configuration_with_the_same_bytes_for_any_number_of_threads() {
    let folder = with(RACE);
    let folder = folder.path();
    let race = ["race", "sweep.toml", "--budget", "400", "--holdout", "30"];
    let stdout = done(folder, &[&race[..], &["--out", "one", "--threads", "1"]].concat());
    let json = done(folder, &[&race[..], &["--out", "three", "--threads", "3", "--json"]].concat());
    for name in TABLES {
        assert_eq!(read(&folder.join("one"), name), read(&folder.join("three"), name), "{name}");
    }
    let document: Value = serde_json::from_str(&json).unwrap();
    let rows = trials(&folder.join("one"));
    let count = rows.iter().filter(|row| row["stage"] == "main").count();
    assert!(count <= 400 && count > 200, "{count}");
    assert_eq!(document["trials"], rows.len());
    // The first configuration is the base, and the selected one is better on instances that no trial of the race had.
    assert_eq!([&*rows[0]["point"], &*rows[0]["population"], &*rows[0]["elitism"]], ["1", "40", "1"]);
    assert!(rows[count..].iter().all(|row| row["stage"] == "held-out" && row["instance"].starts_with("held-out-")));
    let selected = &document["held_out"][0];
    assert_eq!((&selected["role"], &selected["name"]), (&"elite".into(), &document["stages"][0]["selected"]));
    assert!(selected["difference"]["high"].as_f64().unwrap() < 0.0, "{document:#}");
    assert!(selected["difference"]["p"].as_f64().unwrap() < 0.01 && selected["trials"] == 30, "{document:#}");
    let sentence = " is better than [base]. On 30 held-out cubes the mean penalty of configuration ";
    assert!(stdout.contains(sentence), "{stdout}");
    // Each change of the selected configuration is taken back once.
    let roles = document["held_out"].as_array().unwrap();
    let changes = roles.iter().filter(|entry| entry["role"] == "without").count();
    assert!((1..=4).contains(&changes) && rows.len() - count == 30 * roles.len(), "{document:#}");
    // The printed TOML is the selected configuration when used as the base of a sweep.
    let best = stdout
        .split("\n\n[base]")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .take_while(|part| !part.contains(" trials in "))
        .collect::<Vec<_>>()
        .join("\n\n");
    fs::write(folder.join("best.toml"), format!("name = 'best'\nseed = 1\n[[instance]]\nrandom = 1\n[base]{best}\n"))
        .unwrap();
    done(folder, &["plan", "best.toml"]);
    assert!(done(folder, &["verify", "one"]).starts_with("identical: "));
    let page = read(&folder.join("one"), "report.html");
    for title in [
        "Elites against [base] on held-out instances",
        "What each change from [base] brings",
        "Configurations left in the race",
    ] {
        assert!(page.contains(title), "{title}");
    }
}

#[test]
fn a_race_that_is_cut_at_any_place_is_resumed_to_the_same_bytes() {
    let folder = with(&RACE.replace("evaluations = 2000", "evaluations = 400"));
    let folder = folder.path();
    let race = ["race", "sweep.toml", "--budget", "120", "--holdout", "3"];
    let stdout = done(folder, &[&race[..], &["--out", "one"]].concat());
    done(folder, &[&race[..], &["--out", "three", "-q"]].concat());
    let whole = read(&folder.join("one"), "trials.csv");
    let rows = trials(&folder.join("one"));
    let count = rows.iter().filter(|row| row["stage"] == "main").count();
    assert!(count > 100 && rows.len() > count + 3, "{count} of {}", rows.len());
    for lines in [0, 1, 2, 57, 100, count, count + 1, count + 3, rows.len()] {
        let manifest = read(&folder.join("one"), "manifest.toml").replace("complete = true", "complete = false");
        fs::write(folder.join("three/manifest.toml"), manifest).unwrap();
        let beginning: String = whole.split_inclusive('\n').take(lines).collect();
        // The page of an unfinished race.
        fs::write(folder.join("three/trials.csv"), &beginning).unwrap();
        assert_eq!(evocube(folder, &["report", "three"]).0, Some(0));
        // The next line is torn.
        fs::write(folder.join("three/trials.csv"), format!("{beginning}3,1,2")).unwrap();
        let arguments = [&race[..], &["--out", "three", "-q"]].concat();
        let (code, _, stderr) = evocube(folder, &arguments);
        assert_eq!(code, Some(2));
        assert!(stderr.contains("add --resume to continue"), "{stderr}");
        done(folder, &[&arguments[..], &["--resume"]].concat());
        for name in TABLES {
            assert_eq!(read(&folder.join("one"), name), read(&folder.join("three"), name), "{lines} lines: {name}");
        }
    }
    let again = done(folder, &[&race[..], &["--out", "one"]].concat());
    assert_eq!(again.replace("All trials were complete; the figures are drawn again.\n", ""), stdout);
}

#[test]
fn a_race_stops_hopeless_trials_and_verifies_them() {
    // Genomes of one gene never reach the target.
    let sweep = RACE.replace("evaluations = 2000", "evaluations = 20_000, target = 70");
    let folder = with(&sweep.replace("elitism", "genome.length").replace("[0, 1, 8]", "[1, 12, 20]"));
    let folder = folder.path();
    let race =
        ["race", "sweep.toml", "--budget", "150", "--cost", "evaluations", "--holdout", "0", "--out", "out", "-q"];
    done(folder, &race);
    let is_stopped_early = |row: &HashMap<String, String>| {
        row["stop"] == "evaluations" && row["evaluations"].parse::<u64>().unwrap() < 20_000
    };
    assert!(trials(&folder.join("out")).iter().any(is_stopped_early));
    assert!(done(folder, &["verify", "out"]).starts_with("identical: "));
}

#[test]
fn a_race_of_a_renamed_sweep_has_the_same_rows() {
    let folder = with(RACE);
    let folder = folder.path();
    fs::write(folder.join("renamed.toml"), RACE.replace("name = \"small\"", "name = \"other\"")).unwrap();
    for name in ["sweep", "renamed"] {
        let file = format!("{name}.toml");
        done(folder, &["race", &file, "--budget", "120", "--holdout", "3", "-q", "--out", name]);
    }
    for table in ["trials.csv", "convergence.csv", "solutions.csv"] {
        let [rows, renamed] = ["sweep", "renamed"].map(|out| read(&folder.join(out), table));
        assert_eq!(rows, renamed, "{table}");
    }
}

#[test]
fn a_sweep_whose_design_is_a_race_runs_as_one() {
    let folder = with(RACE);
    let folder = folder.path();
    let written = RACE.replace("design = \"random\"\npoints = 4\n", "design.race = { budget = 120 }\nholdout = 3\n");
    fs::write(folder.join("written.toml"), written).unwrap();
    done(folder, &["race", "sweep.toml", "--budget", "120", "--holdout", "3", "-q", "--out", "one"]);
    done(folder, &["run", "written.toml", "-q", "--out", "two"]);
    for name in TABLES {
        // The two manifests name the commands.
        let [one, two] = ["one", "two"].map(|out| read(&folder.join(out), name));
        let [one, two] = [&one, &two].map(|table| table.split("\nmanifest,").next());
        assert_eq!(one, two, "{name}");
    }
    let plan = done(folder, &["plan", "written.toml"]);
    assert!(plan.contains("A race of at most 120 trials on 6 instances, which minimizes the penalty."), "{plan}");
}

#[test]
fn invalid_races_are_refused() {
    let folder = with(RACE);
    let folder = folder.path();
    fs::write(folder.join("stages.toml"), CHAINED).unwrap();
    let undesigned = RACE.replace("design = \"random\"\npoints = 4\n", "");
    fs::write(folder.join("none.toml"), undesigned.split("[[factor]]").next().unwrap()).unwrap();
    fs::write(folder.join("few.toml"), undesigned.replace("seed = 3", "seed = 3\ndesign.race.budget = 100")).unwrap();
    let objective = "[[factor]]\nkey = \"objective\"\nlevels = [\"pieces\", \"penalty\"]\n";
    fs::write(folder.join("objective.toml"), RACE.to_owned() + objective).unwrap();
    let refused = |arguments: &[&str], sentence: &str| {
        let (code, out, stderr) = evocube(folder, arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{stderr}");
        assert!(stderr.lines().next().unwrap().ends_with(sentence), "{stderr}");
    };
    let few = "a budget of 100 trials is too small for 4 factors: write at least 120";
    refused(&["race", "sweep.toml", "--budget", "100"], few);
    refused(&["run", "few.toml"], &format!("few.toml:3:1: {few}"));
    refused(&["race", "stages.toml"], "a race has one stage: put all factors into it");
    refused(&["race", "none.toml"], "a race needs a [[factor]]: a key that varies, with its levels or its range");
    refused(
        &["race", "objective.toml"],
        "penalties are not comparable where \"objective\" varies: write cost = \"evaluations\" for the race, or leave the factor out",
    );
    assert!(!folder.join("results").exists());
    let race =
        |budget: &'static str| ["race", "sweep.toml", "--budget", budget, "--holdout", "0", "-q", "--out", "out"];
    done(folder, &race("120"));
    let other = "(stage[1].design.race.budget is 120 there, 130 here): choose another folder with --out, or start over with --fresh";
    refused(&race("130"), other);
    let shards = "a race has no shards: its rounds need the costs of all trials before them";
    fs::write(folder.join("race.toml"), undesigned.replace("seed = 3", "seed = 3\ndesign.race.budget = 120")).unwrap();
    refused(&["run", "race.toml", "--shard", "1/2"], shards);
    refused(&["slurm", "race.toml", "--shards", "2"], shards);
    let race_file = fs::read_to_string(folder.join("race.toml")).unwrap();
    fs::write(folder.join("larger.toml"), race_file.replace("budget = 120", "budget = 130")).unwrap();
    let (code, _, stderr) = evocube(folder, &["run", "larger.toml", "--out", "out", "--extend"]);
    let larger = "larger.toml:3:1: the trials of a race depend on all trials before them";
    assert!(code == Some(2) && stderr.contains(larger), "{stderr}");
    let rows = read(&folder.join("out"), "trials.csv");
    fs::write(folder.join("out/trials.csv"), rows.replacen(",random-", ",random-9", 1)).unwrap();
    let (code, _, stderr) = evocube(folder, &race("120"));
    assert!(code == Some(2) && stderr.contains("out/trials.csv: line 2: the rows of trial 1 do not match"), "{stderr}");
    done(folder, &[&race("120")[..], &["--fresh"]].concat());
    assert_eq!(read(&folder.join("out"), "trials.csv"), rows);
}

#[test]
fn a_race_of_the_file_that_new_writes_runs_and_reports() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    done(folder, &["new"]);
    assert!(read(folder, "mine.toml").contains("better = \"larger\""));
    let race = ["race", "mine.toml", "--budget", "60", "--holdout", "5"];
    let stdout = done(folder, &race);
    assert!(stdout.contains("\nRace of ") && stdout.contains(" in results/mine-race\n"), "{stdout}");
    let results = folder.join("results/mine-race");
    let page = read(&results, "summary.md");
    assert!(page.contains("\n\nDoes a larger tournament find solutions with fewer evaluations?\n\n**"), "{page}");
    done(folder, &["report", "results/mine-race"]);
    assert!(done(folder, &["verify", "results/mine-race"]).starts_with("identical: "));
    // The race of the same file is that of the folder.
    let again = done(folder, &race);
    assert!(again.contains("All trials were complete; the figures are drawn again."), "{again}");
    assert_eq!(read(&results, "summary.md"), page);
}

#[test]
fn a_sweep_that_cannot_be_raced_is_refused_before_the_first_trial() {
    const SWEEP: &str = "name = \"x\"\n[[instance]]\nname = \"cube\"\nrandom = 1\n[[stage]]\nname = \"sizes\"\n\
                         [[stage.factor]]\nkey = \"population\"\nlevels = [20, 40]\n";
    let refused = |text: &str, options: &[&str], sentence: &str| {
        let folder = with(text);
        bad_sweeps::refused(folder.path(), &[&["race", "sweep.toml"], options].concat(), sentence);
    };
    // The budget is a number of TOML and of trials.
    refused(
        SWEEP,
        &["--budget", "9223372036854775808"],
        "sweep.toml:1:1: a budget of 9223372036854775808 trials is too large: write at most 1000000\n  |\n1 | name = \"x\"\n  | ^^^^^^^^^^",
    );
    // A race has held-out instances, even if its sweep has none.
    refused(
        &SWEEP.replace("sizes", "held-out"),
        &["--budget", "36"],
        "sweep.toml:6:8: with holdout, no stage can be called \"held-out\": give it another name\n  |\n6 | name = \"held-out\"\n  |        \
         ^^^^^^^^^^",
    );
    let named = SWEEP.replace("\"cube\"\nrandom = 1", "\"held-out-2\"\nscramble = \"R U\"");
    refused(
        &named,
        &["--budget", "36", "--holdout", "2"],
        "sweep.toml:2:1: instance \"held-out-2\" has the name of a held-out instance: give it another name\n  |\n2 | [[instance]]\n  | \
         ^^^^^^^^^^^^",
    );
    let with_solver = SWEEP.replace("population", "algorithm").replace("20, 40", "\"random-search\", \"layers\"");
    refused(
        &with_solver,
        &["--budget", "36", "--cost", "evaluations"],
        "sweep.toml:9:28: cost = \"evaluations\" compares evaluations, and the solver layers evaluates nothing: write cost = \"penalty\", or \
         leave the solver out\n  |\n9 | levels = [\"random-search\", \"layers\"]\n  |                            ^^^^^^^^",
    );
    // What is refused above is run where nothing is in the way.
    for (text, options) in [(&named, ["--holdout", "1"]), (&with_solver, ["--cost", "penalty"])] {
        let folder = with(text);
        done(
            folder.path(),
            &[&["race", "sweep.toml", "--budget", "36", "-q", "--set", "stop.evaluations=200"], &options[..]].concat(),
        );
        done(folder.path(), &["report", "results/x-race"]);
    }
}

/// Crossovers, two of which have settings of their own, and a factor whose condition is a number.
pub(super) const CONDITIONAL: &str = r#"name = "conditional"
seed = 5
design = "random"
points = 10
[[instance]]
random = 6
[base]
population = 40
genome.length = 20
mutation.uniform = { individual-rate = 1.0, gene-rate = 0.1 }
crossover.one-point = { rate = 0.3 }
stop = { evaluations = 400 }
[[factor]]
key = "crossover.one-point.rate"
range = [0, 1]
[[factor]]
key = "crossover"
levels = ["none", "one-point", { uniform = { rate = 0.9 } }]
[[factor]]
key = "crossover.uniform.swap"
range = [0.1, 0.5]
[[factor]]
key = "elitism"
range = [0, 6]
[[factor]]
key = "genome.length"
levels = [15, 20]
when = { key = "elitism", is = [1, 2] }
[[factor]]
key = "population"
levels = [30, 40]
when = { key = "genome.length", is = 20 }
"#;

#[test]
fn a_race_samples_factors_only_where_they_apply() {
    let folder = with(CONDITIONAL);
    let folder = folder.path();
    let race = ["race", "sweep.toml", "--budget", "500", "--holdout", "5", "-q"];
    done(folder, &[&race[..], &["--out", "one", "--threads", "1"]].concat());
    done(folder, &[&race[..], &["--out", "two", "--threads", "2"]].concat());
    for name in TABLES {
        assert_eq!(read(&folder.join("one"), name), read(&folder.join("two"), name), "{name}");
    }
    let keys =
        ["crossover.one-point.rate", "crossover", "crossover.uniform.swap", "elitism", "genome.length", "population"];
    let rows = trials(&folder.join("one"));
    let mut seen = BTreeMap::new();
    for row in rows.iter().filter(|row| row["stage"] == "main") {
        let values = keys.map(|key| row[key].clone());
        let [rate, crossover, swap, elitism, length, population] = &values;
        let (is_one_point, is_uniform) = (crossover == "one-point", crossover == "{ uniform = { rate = 0.9 } }");
        assert_eq!((rate.is_empty(), swap.is_empty()), (!is_one_point, !is_uniform), "{row:?}");
        assert_eq!(length.is_empty(), !["1", "2"].contains(&&**elitism), "{row:?}");
        // The base has 20 genes.
        assert_eq!(population.is_empty(), length == "15", "{row:?}");
        // All configurations differ.
        assert_eq!(seen.entry(values).or_insert(&row["point"]), &&row["point"], "{row:?}");
    }
    assert!(seen.len() > 20, "{seen:?}");
    // The first configuration is the base, whose rate differs from that of the level.
    assert_eq!(keys.map(|key| &*rows[0][key]), ["0.3", "one-point", "", "1", "20", "40"]);
    // The penalty of each trial equals the cost of a single trial.
    for row in rows.iter().step_by(37) {
        let mut words: Vec<String> = ["trial", "sweep.toml", "--seed", &row["seed"]].map(str::to_owned).to_vec();
        // Instances of single trials are those of the sweep.
        if row["stage"] != "main" {
            continue;
        }
        words.extend(["--instance".to_owned(), row["instance"].clone()]);
        for key in [keys[1], keys[0], keys[2], keys[3], keys[4], keys[5]] {
            if !row[key].is_empty() {
                words.extend(["--set".to_owned(), format!("{key}={}", row[key])]);
            }
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(done(folder, &words).trim(), row["best"], "{row:?}");
    }
}
