//! The command `trial`, and the forms of `trial` and `export` for other tuners, which themselves run in `tuners.rs`. Races are tested in
//! `race`. `read`, the text of a file in a folder, serves other tests, too.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{done_in as done, evocube_in as evocube, sweep_folder as with};
use crate::race::{CONDITIONAL, RACE};

/// Returns the text of a file in a folder.
pub(super) fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

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
            "trial", "sweep.toml", "--seed", "7", "--instance", "random-2", "--set", "population=50", "--set",
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
        "--set population=ten: population must be a whole number, not \"ten\": write it as in population = 100",
    );
    refused(
        &["--seed", "1", "--set", "population"],
        "--set population: expected KEY=VALUE with a key of [base], as in population=500",
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
