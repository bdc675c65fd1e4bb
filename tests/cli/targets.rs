//! A target above 0: trials that reach it count as solved on pages, in costs and in races. Also the evaluations in which a strategy solves,
//! which its further attempts do not change. The rows of trials with targets are tested in `tests/sweeps/targets.rs`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::tuning::read;
use crate::common::{done_in as done, sweep_folder as with};

/// A sweep all of whose trials reach a penalty of 40 and solve nothing.
const SWEEP: &str = "name = 'target'\nseed = 1\nrepetitions = 25\n[[instance]]\nrandom = 4\n[base]\n\
                     stop = { evaluations = 200_000, target = 40 }\n[[factor]]\nkey = 'population'\nlevels = [20, 400]\n";

/// Returns the values of columns of the trials in a folder.
fn columns<const N: usize>(folder: &Path, names: [&str; N]) -> Vec<[String; N]> {
    let text = read(folder, "trials.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let places = names.map(|name| headers.iter().position(|column| column == name).unwrap());
    reader.records().map(|row| row.unwrap()).map(|row| places.map(|place| row[place].to_owned())).collect()
}

#[test]
fn trials_that_reach_a_target_above_0_are_compared_by_their_evaluations() {
    let folder = with(SWEEP);
    let folder = folder.path();
    let printed = done(folder, &["run", "sweep.toml", "--out", "out"]);
    assert!(printed.contains("Trials that reached their stop.target count as solved.\n"), "{printed}");
    let rows: Vec<&str> = printed.lines().filter(|line| line.contains("100/100")).collect();
    assert!(rows.len() == 2 && printed.contains("expected evaluations"), "{printed}");
    let out = folder.join("out");
    let trials = columns(&out, ["best", "solved", "stop"]);
    let ended = |row: &[String; 3]| row[0].parse::<u64>().unwrap() <= 40 && row[1] == "0" && row[2] == "target";
    assert!(trials.len() == 200 && trials.iter().all(ended), "{trials:?}");
    let page = read(&out, "summary.md");
    assert!(page.contains("`population` **matters**: `20` wins 100 % of pairs of trials against `400` ("), "{page}");
    assert!(
        page.contains("| 100/100 | ") && page.contains("| wins | reached |") && !page.contains("**0 of 100"),
        "{page}"
    );
    let budgets = page.lines().skip_while(|line| !line.starts_with("| evaluations | median penalty"));
    let last = budgets.take_while(|line| line.starts_with('|')).last().unwrap();
    assert!(last.contains("| 100 of 100 |"), "{last}");
    // With a target that no trial reaches, none is counted; with that of default, solved means solved.
    for target in ["target = 1", "target = 0"] {
        fs::write(folder.join("sweep.toml"), SWEEP.replace("target = 40", target).replace("200_000", "2_000")).unwrap();
        let printed = done(folder, &["run", "sweep.toml", "--out", target]);
        let page = read(&folder.join(target), "summary.md");
        assert!(page.contains("0/100") && !page.contains("stop.target"), "{page}");
        assert!(!printed.contains("stop.target"), "{printed}");
    }
}

#[test]
fn a_trial_that_reaches_its_target_costs_its_evaluations() {
    let folder = with(SWEEP);
    let cost = |target: &str| -> Value {
        let arguments = ["trial", "sweep.toml", "--seed", "1", "--cost", "evaluations", "--json", "--set"];
        let text = done(folder.path(), &[&arguments[..], &[target, "--set", "stop.evaluations=5000"]].concat());
        serde_json::from_str(&text).unwrap()
    };
    let [reached, missed] = ["stop.target=40", "stop.target=0"].map(cost);
    assert_eq!((&reached["solved"], &reached["cost"]), (&Value::Bool(false), &reached["evaluations"]));
    assert_eq!(missed["cost"].as_u64(), missed["evaluations"].as_u64().map(|spent| 10 * spent));
}

#[test]
fn a_race_by_evaluations_does_not_punish_trials_that_reach_their_target() {
    let race = SWEEP
        .replace("repetitions = 25", "design.race = { budget = 60 }")
        .replace("levels = [20, 400]", "range = [10, 200]");
    let folder = with(&race);
    let folder = folder.path();
    let arguments = ["race", "sweep.toml", "--cost", "evaluations", "--holdout", "4", "--out", "out"];
    let document: Value = serde_json::from_str(&done(folder, &[&arguments[..], &["--json"]].concat())).unwrap();
    let base = document["held_out"].as_array().unwrap().iter().find(|row| row["role"] == "base").unwrap();
    let out = folder.join("out");
    let trials = columns(&out, ["stage", "point", "evaluations", "solved"]);
    let costs = trials.iter().filter(|row| row[0] == "held-out" && row[1] == "1").map(|row| row[2].parse::<f64>());
    let costs: Vec<f64> = costs.map(Result::unwrap).collect();
    assert!(costs.len() == 4 && trials.iter().all(|row| row[3] == "0"), "{trials:?}");
    assert_eq!(base["mean_cost"].as_f64(), Some(costs.iter().sum::<f64>() / 4.0), "{document}");
    assert_eq!(base["solved"], 4);
    assert!(read(&out, "summary.md").contains("; it reached its target on "));
}

/// With the same seed the first attempt of several is the only one of a single attempt, which ends where it solves the cube.
#[test]
fn further_attempts_of_a_strategy_do_not_change_when_it_solved() {
    let base = "name = 'x'\n[[instance]]\nrandom = 1\n[base]\nstop.generations = 2000\n";
    let archive = format!("{base}puzzle = 'cube2'\nalgorithm.niche-archive.attempts = 1\n");
    let strategy = format!(
        "{base}alphabet.expand = 'symmetries'\n[base.algorithm.evolution-strategy]\nparents = 20\noffspring = 500\n"
    );
    for (text, key) in [(archive, "niche-archive"), (strategy, "evolution-strategy")] {
        let folder = with(&text);
        let trial = |attempts: u32| -> Value {
            let attempts = format!("algorithm.{key}.attempts={attempts}");
            let text = done(folder.path(), &["trial", "sweep.toml", "--seed", "5", "--json", "--set", &attempts]);
            serde_json::from_str(&text).unwrap()
        };
        let [one, four] = [1, 4].map(trial);
        assert!(one["reached"] == true && one["evaluations_to_reach"] == one["evaluations"], "{one}");
        assert_eq!(four["evaluations_to_reach"], one["evaluations"], "{key}");
        assert!(four["evaluations"].as_u64() > one["evaluations"].as_u64(), "{four}");
    }
}
