//! Single trials, races, and the interfaces of other tuners.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{done_in as done, evocube_in as evocube, sweep_folder as with};
use crate::designs::CHAINED;

/// Returns the text of a file in a folder.
pub(super) fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Factors of the races below.
const RACE: &str = r#"name = "small"
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

#[test]
fn trial_prints_the_cost_of_the_trial_of_the_sweep() {
    let folder = with(RACE);
    let folder = folder.path();
    done(folder, &["run", "sweep.toml", "--out", "out", "-q"]);
    let trials = read(&folder.join("out"), "trials.csv");
    let mut reader = trials.lines();
    let head: Vec<&str> = reader.next().unwrap().split(',').collect();
    assert_eq!(head[3..7], ["population", "mutation.uniform.individual-rate", "elitism", "crossover"]);
    let row = reader.find(|row| row.contains(",none,")).expect("every other point has no crossover");
    let row: Vec<&str> = row.split(',').collect();
    let settings: Vec<String> =
        (3..7).flat_map(|column| ["--set".to_owned(), format!("{}={}", head[column], row[column])]).collect();
    let mut arguments = vec!["trial", "sweep.toml", "--seed", row[9], "--instance", row[7]];
    arguments.extend(settings.iter().map(String::as_str));
    assert_eq!(done(folder, &arguments), format!("{}\n", row[10]));
    let document: Value = serde_json::from_str(&done(folder, &[&arguments[..], &["--json"]].concat())).unwrap();
    assert_eq!(document["cost"].to_string(), row[10]);

    // The cost is the objective of the base, even if the trial minimizes another one.
    let other = ["trial", "sweep.toml", "--seed", "1", "--set", "objective=pieces", "--json"];
    let document: Value = serde_json::from_str(&done(folder, &other)).unwrap();
    assert!(document["cost"].as_u64().unwrap() > 20 && document["best"].as_u64().unwrap() <= 20, "{document}");
    let unsolved = done(folder, &["trial", "sweep.toml", "--seed", "1", "--cost", "evaluations"]);
    assert!(unsolved.trim().parse::<u64>().unwrap() >= 20_000, "{unsolved}");
    let timed = done(folder, &["trial", "sweep.toml", "--seed", "1", "--seconds"]);
    assert_eq!(timed.split_whitespace().count(), 2);
}

#[test]
fn trial_prints_the_output_that_each_tuner_expects() {
    let folder = with(RACE);
    let folder = folder.path();
    let plain = done(
        folder,
        &[
            "trial",
            "sweep.toml",
            "--seed",
            "7",
            "--instance",
            "random-2",
            "--set",
            "population=50",
            "--set",
            "crossover=@2",
        ],
    );
    let irace = ["trial", "sweep.toml", "--threads", "1", "--for", "irace", "c1", "2", "7", "random-2"];
    assert_eq!(done(folder, &[&irace[..], &["--set=population=50", "--set=crossover=@2"]].concat()), plain);
    let smac = ["trial", "sweep.toml", "--for", "smac", "--", "--seed=7", "--instance=random-2"];
    let answer = done(folder, &[&smac[..], &["--population=50", "--crossover=@2"]].concat());
    assert!(answer.starts_with(&format!("cost={}; runtime=", plain.trim())), "{answer}");
    assert!(answer.ends_with("; status=SUCCESS\n"), "{answer}");

    // A conflict of values is reported to the tuner; an invalid value is an error.
    let clash = ["--set=population=10", "--set=elitism=10"];
    assert_eq!(done(folder, &[&irace[..], &clash].concat()), "Inf\n");
    let answer = done(folder, &[&smac[..], &["--population=10", "--elitism=10"]].concat());
    assert!(
        answer.starts_with("status=CRASHED; additional_info=--set elitism 10: elitism 10 leaves no offspring"),
        "{answer}"
    );
    let refused = |arguments: &[&str], sentence: &str| {
        let (code, out, stderr) = evocube(folder, &[&["trial", "sweep.toml"], arguments].concat());
        assert_eq!((code, out.as_str(), stderr.as_str()), (Some(2), "", format!("error: {sentence}\n").as_str()));
    };
    refused(
        &["--seed", "1", "--set", "population=10", "--set", "elitism=10"],
        "--set elitism=10: elitism 10 leaves no offspring in a population of 10",
    );
    refused(
        &["--seed", "1", "--set", "populaton=10"],
        "--set populaton=10: unknown key \"populaton\": did you mean population?",
    );
    refused(
        &["--seed", "1", "--set", "population=ten"],
        "--set population=ten: population must be a whole number, not \"ten\": write it as in population = 1500",
    );
    refused(
        &["--seed", "1", "--set", "population"],
        "--set population: expected KEY=VALUE with a key of [base], as in --set population=500",
    );
    refused(&["--seed", "1", "--set", "crossover=@3"], "--set crossover=@3: the sweep lists no level 3 of crossover");
    refused(
        &["--seed", "1", "--set", "puzzle=cube2"],
        "--set puzzle=cube2: the puzzle cannot be varied: write one sweep for each",
    );
    refused(
        &["--seed", "1", "--instance", "mine"],
        "the sweep has no instance \"mine\": expected random-1, random-2, random-3, random-4, random-5 …",
    );
    refused(
        &["--for", "irace", "1", "2", "3"],
        "expected ID INSTANCE-ID SEED INSTANCE from irace, then --set=KEY=VALUE",
    );
}

const TABLES: [&str; 5] = ["costs.csv", "configurations.csv", "iterations.csv", "held_out.csv", "best.toml"];

#[test]
fn a_race_finds_a_better_configuration_with_the_same_bytes_after_interruptions() {
    let folder = with(RACE);
    let folder = folder.path();
    let race = ["race", "sweep.toml", "--budget", "400", "--cubes", "30"];
    let stdout = done(folder, &[&race[..], &["--out", "one", "--threads", "1"]].concat());
    let json = done(folder, &[&race[..], &["--out", "three", "--threads", "3", "--json"]].concat());
    for name in TABLES {
        assert_eq!(read(&folder.join("one"), name), read(&folder.join("three"), name), "{name}");
    }
    let document: Value = serde_json::from_str(&json).unwrap();
    let trials = document["trials"].as_u64().unwrap();
    assert!(trials <= 400 && trials > 200, "{trials}");
    assert_eq!(read(&folder.join("one"), "costs.csv").lines().count() as u64, trials + 1);
    assert!(document["held_out"]["p"].as_f64().unwrap() < 0.01, "{document:#}");
    assert!(document["held_out"]["median"].as_f64() < document["held_out"]["median_base"].as_f64(), "{document:#}");
    assert_eq!(document["held_out"]["cubes"], 30);
    assert!(
        stdout.contains("On 30 held-out instances the selected configuration is better than [base]: median cost "),
        "{stdout}"
    );

    // Every eliminated configuration has its iteration, and the first configuration is the base.
    let configurations = read(&folder.join("one"), "configurations.csv");
    assert!(configurations.lines().nth(1).unwrap().starts_with("1,1,,40,0.05,1,"), "{configurations}");
    // The printed TOML is the best configuration when used as the base of a sweep.
    let best = read(&folder.join("one"), "best.toml");
    assert!(stdout.contains(best.trim()), "{stdout}");
    fs::write(folder.join("best.toml"), format!("name = 'best'\nseed = 1\n[[instance]]\nrandom = 1\n{best}")).unwrap();
    done(folder, &["plan", "best.toml"]);

    // A race that is cut at any place is resumed to the same bytes.
    let whole = read(&folder.join("one"), "costs.csv");
    for lines in [0, 1, 2, 57, 150, usize::try_from(trials).unwrap()] {
        fs::remove_dir_all(folder.join("three")).unwrap();
        fs::create_dir(folder.join("three")).unwrap();
        let manifest = read(&folder.join("one"), "race.toml").replace("complete = true", "complete = false");
        fs::write(folder.join("three/race.toml"), manifest).unwrap();
        let beginning: String = whole.split_inclusive('\n').take(lines).collect();
        // The next line is torn.
        fs::write(folder.join("three/costs.csv"), format!("{beginning}3,1,2")).unwrap();
        let arguments = [&race[..], &["--out", "three"]].concat();
        let (code, _, stderr) = evocube(folder, &arguments);
        assert_eq!(code, Some(2));
        assert!(stderr.contains("add --resume to continue"), "{stderr}");
        done(folder, &[&arguments[..], &["--resume"]].concat());
        for name in TABLES {
            assert_eq!(read(&folder.join("one"), name), read(&folder.join("three"), name), "{lines} lines: {name}");
        }
    }
    let again = done(folder, &[&race[..], &["--out", "one"]].concat());
    assert_eq!(again, format!("The race was complete already.\n{stdout}"));
}

#[test]
fn a_race_of_a_renamed_sweep_has_the_same_rows() {
    let folder = with(RACE);
    let folder = folder.path();
    fs::write(folder.join("renamed.toml"), RACE.replace("name = \"small\"", "name = \"other\"")).unwrap();
    for name in ["sweep", "renamed"] {
        let file = format!("{name}.toml");
        done(folder, &["race", &file, "--budget", "120", "--cubes", "3", "-q", "--out", name]);
    }
    for table in TABLES {
        let [rows, renamed] = ["sweep", "renamed"].map(|out| read(&folder.join(out), table));
        assert_eq!(rows, renamed, "{table}");
    }
}

#[test]
fn invalid_races_are_refused() {
    let folder = with(RACE);
    let folder = folder.path();
    fs::write(folder.join("stages.toml"), CHAINED).unwrap();
    fs::write(
        folder.join("none.toml"),
        RACE.split("[[factor]]").next().unwrap().replace("design = \"random\"\npoints = 4\n", ""),
    )
    .unwrap();
    let refused = |arguments: &[&str], sentence: &str| {
        let (code, out, stderr) = evocube(folder, &[&["race"], arguments].concat());
        assert_eq!((code, out.as_str(), stderr.as_str()), (Some(2), "", format!("error: {sentence}\n").as_str()));
    };
    refused(
        &["sweep.toml", "--budget", "100"],
        "a budget of 100 trials is too small for 4 factors: write at least 120",
    );
    refused(&["stages.toml", "--budget", "400"], "a race has one stage: put all factors into it");
    refused(
        &["none.toml", "--budget", "400"],
        "a race needs a [[factor]]: a key that varies, with its levels or its range",
    );
    assert!(!folder.join("results").exists());
    done(folder, &["race", "sweep.toml", "--budget", "120", "--cubes", "0", "-q", "--out", "out"]);
    assert!(!folder.join("out/held_out.csv").exists());
    refused(
        &["sweep.toml", "--budget", "130", "--cubes", "0", "--out", "out"],
        "out holds the results of another sweep (budget is 120 there, 130 here): choose another folder with --out, or --fresh to replace them",
    );
    let costs = read(&folder.join("out"), "costs.csv");
    fs::write(folder.join("out/costs.csv"), costs.replacen(",random-", ",random-9", 1)).unwrap();
    refused(
        &["sweep.toml", "--budget", "120", "--cubes", "0", "--out", "out"],
        "trial 1 on disk belongs to another race: --fresh starts over",
    );
    done(folder, &["race", "sweep.toml", "--budget", "120", "--cubes", "0", "-q", "--out", "out", "--fresh"]);
    assert_eq!(read(&folder.join("out"), "costs.csv"), costs);
}

#[test]
fn export_writes_an_irace_scenario() {
    let folder = with(RACE);
    let folder = folder.path();
    done(folder, &["export", "sweep.toml", "--to", "irace", "--out", "irace", "--budget", "300"]);
    assert_eq!(
        read(folder, "irace/parameters.txt"),
        "population \"--set=population=\" i,log (10, 200)\n\
         mutation.uniform.individual_rate \"--set=mutation.uniform.individual-rate=\" r (0, 1)\n\
         elitism \"--set=elitism=\" o (\"0\", \"1\", \"8\")\n\
         crossover \"--set=crossover=\" c (\"none\", \"@2\")\n"
    );
    assert_eq!(read(folder, "irace/instances.txt").lines().count(), 6);
    let scenario = read(folder, "irace/scenario.txt");
    assert!(scenario.contains("maxExperiments = 300\ndigits = 3\n"), "{scenario}");
    // The base's crossover is the second level.
    let names = "population mutation.uniform.individual_rate elitism crossover";
    assert_eq!(read(folder, "irace/configurations.txt"), format!("{names}\n40 0.05 1 @2\n"));
    let (code, _, stderr) = evocube(folder, &["export", "sweep.toml", "--to", "irace", "--out", "irace"]);
    assert_eq!((code, stderr.as_str()), (Some(2), "error: irace is not empty: choose another folder with --out\n"));
}

/// Crossovers, two of which have settings of their own, and a factor whose condition is a number.
const CONDITIONAL: &str = r#"name = "conditional"
seed = 5
design = "random"
points = 10
[[instance]]
random = 6
[base]
population = 40
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
    let race = ["race", "sweep.toml", "--budget", "500", "--cubes", "5", "-q"];
    done(folder, &[&race[..], &["--out", "one", "--threads", "1"]].concat());
    done(folder, &[&race[..], &["--out", "two", "--threads", "2"]].concat());
    for name in TABLES {
        assert_eq!(read(&folder.join("one"), name), read(&folder.join("two"), name), "{name}");
    }
    let table = read(&folder.join("one"), "configurations.csv");
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let (mut seen, mut drawn) = (std::collections::BTreeSet::new(), 0);
    for row in reader.records().map(Result::unwrap) {
        let [rate, crossover, swap, elitism, length, population] = [3, 4, 5, 6, 7, 8].map(|place| &row[place]);
        let (is_one_point, is_uniform) = (crossover == "one-point", crossover == "{ uniform = { rate = 0.9 } }");
        assert_eq!((rate.is_empty(), swap.is_empty()), (!is_one_point, !is_uniform), "{row:?}");
        assert_eq!(length.is_empty(), !["1", "2"].contains(&elitism), "{row:?}");
        // The base has 20 genes.
        assert_eq!(population.is_empty(), length == "15", "{row:?}");
        // All configurations differ.
        assert!(seen.insert([rate, crossover, swap, elitism, length, population].map(str::to_owned)), "{row:?}");
        drawn += usize::from(&row[1] != "1" && is_one_point);
    }
    assert!(seen.len() > 20 && drawn > 0, "{table}");
    // The first configuration is the base, whose rate differs from that of the level.
    assert!(table.lines().nth(1).unwrap().starts_with("1,1,,0.3,one-point,,1,20,40,"), "{table}");
    // The recorded cost of each configuration equals the cost of a single trial.
    let costs = read(&folder.join("one"), "costs.csv");
    let keys =
        ["crossover", "crossover.one-point.rate", "crossover.uniform.swap", "elitism", "genome.length", "population"];
    for line in costs.lines().skip(1).step_by(37) {
        let fields: Vec<&str> = line.split(',').collect();
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        let row = reader.records().map(Result::unwrap).find(|row| row[0] == *fields[2]).unwrap();
        let mut words = vec!["trial".to_owned(), "sweep.toml".to_owned(), "--seed".to_owned(), fields[5].to_owned()];
        words.extend(["--instance".to_owned(), fields[3].to_owned()]);
        for (key, value) in
            keys.iter().zip([4, 3, 5, 6, 7, 8].map(|place| &row[place])).filter(|(_, value)| !value.is_empty())
        {
            words.extend(["--set".to_owned(), format!("{key}={value}")]);
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(done(folder, &words).trim(), fields[6], "{line}");
    }
}

#[test]
fn irace_scenarios_have_the_conditions_of_parameters() {
    let folder = with(CONDITIONAL);
    let folder = folder.path();
    done(folder, &["export", "sweep.toml", "--to", "irace", "--out", "irace", "--budget", "300"]);
    // Factors inside a level come after it, since the level would replace their values.
    assert_eq!(
        read(folder, "irace/parameters.txt"),
        "crossover \"--set=crossover=\" c (\"none\", \"one-point\", \"@3\")\n\
         crossover.one_point.rate \"--set=crossover.one-point.rate=\" r (0, 1) | crossover %in% c(\"one-point\")\n\
         crossover.uniform.swap \"--set=crossover.uniform.swap=\" r (0.1, 0.5) | crossover %in% c(\"@3\")\n\
         elitism \"--set=elitism=\" i (0, 6)\n\
         genome.length \"--set=genome.length=\" o (\"15\", \"20\") | elitism %in% c(1, 2)\n\
         population \"--set=population=\" o (\"30\", \"40\") | (elitism %in% c(1) & genome.length %in% c(\"20\")) | \
         (elitism %in% c(2) & genome.length %in% c(\"20\")) | (!(elitism %in% c(1, 2)))\n"
    );
    assert_eq!(
        read(folder, "irace/configurations.txt"),
        "crossover crossover.one_point.rate crossover.uniform.swap elitism genome.length population\none-point 0.3 NA 1 20 40\n"
    );
    let irace = ["trial", "sweep.toml", "--threads", "1", "--for", "irace", "c1", "2", "7", "random-2"];
    let set = ["--set=crossover=@3", "--set=crossover.uniform.swap=0.2", "--set=elitism=0"];
    let plain = ["trial", "sweep.toml", "--seed", "7", "--instance", "random-2", "--set", "elitism=0", "--set"];
    let uniform = done(folder, &[&plain[..], &["crossover={ uniform = { rate = 0.9, swap = 0.2 } }"]].concat());
    assert_eq!(done(folder, &[&irace[..], &set].concat()), uniform);
    // In any order of arguments, a level does not replace the keys that are set inside it.
    let reversed: Vec<&str> = set.into_iter().rev().collect();
    assert_eq!(done(folder, &[&irace[..], &reversed].concat()), uniform);
}
