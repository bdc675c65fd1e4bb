//! Space-filling designs and forbidden combinations of levels: plans, runs, merged shards, races, single trials, and scenarios of irace.
//! The samples themselves are tested in `crates/experiment/src/design`. The sweep `CHAINED` serves `tuning`, too.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::tuning::read;
use crate::common::{done_in as done, evocube_in as evocube, sweep_folder as with};

/// Two stages with space-filling designs over whole numbers, fractions and words.
pub(super) const CHAINED: &str = r#"name = "filled"
seed = 4
repetitions = 2
[[instance]]
random = 2
[base]
population = 20
mutation.uniform = { individual-rate = 0.15, gene-rate = 0.15 }
stop = { evaluations = 300 }
[[stage]]
name = "first"
design = "latin-hypercube"
points = 5
[[stage.factor]]
key = "population"
range = [10, 40]
scale = "log"
[[stage.factor]]
key = "crossover.one-point.rate"
range = [0, 1]
[[stage.factor]]
key = "alphabet.expand"
levels = ["none", "rotations"]
[[stage]]
name = "second"
design = "sobol"
points = 4
[[stage.factor]]
key = "mutation.uniform.gene-rate"
range = [0.01, 0.5]
scale = "log"
"#;

#[test]
fn points_of_filling_designs_are_run_resumed_and_verified() {
    let folder = with(CHAINED);
    let folder = folder.path();
    let plan = done(folder, &["plan", "sweep.toml"]);
    assert!(
        plan.contains("population (10 to 40, log), crossover.one-point.rate (0 to 1), alphabet.expand (2)"),
        "{plan}"
    );
    assert!(plan.contains("The configurations of stage second (sobol):"), "{plan}");
    done(folder, &["run", "sweep.toml", "--out", "whole", "-q"]);
    let trials = read(&folder.join("whole"), "trials.csv");
    assert_eq!(trials.lines().count(), 1 + (5 + 4) * 4);
    let rates: Vec<&str> = trials.lines().skip(21).step_by(4).map(|line| line.split(',').nth(6).unwrap()).collect();
    // The first points of Sobol's sequence: 0, 1/2, 3/4, 1/4 of the range on a logarithmic scale.
    assert_eq!(rates, ["0.01", "0.07071", "0.188", "0.02659"]);
    let mut populations: Vec<u32> = trials
        .lines()
        .skip(1)
        .step_by(4)
        .take(5)
        .map(|line| line.split(',').nth(3).unwrap().parse().unwrap())
        .collect();
    populations.sort_unstable();
    populations.dedup();
    assert_eq!(populations.len(), 5, "each stratum is hit once: {populations:?}");
    // The shares of five strata on a logarithmic scale from 10 to 41.
    for (population, upper) in populations.iter().zip([13.3, 17.6, 23.3, 31.0, 41.1]) {
        assert!(f64::from(*population) < upper, "{populations:?}");
    }

    // An interrupted run is resumed to the same bytes, and the manifest has the same sweep.
    done(folder, &["run", "sweep.toml", "--out", "cut", "-q", "--threads", "1"]);
    let manifest = read(&folder.join("cut"), "manifest.toml").replace("complete = true", "complete = false");
    fs::write(folder.join("cut/manifest.toml"), manifest).unwrap();
    let half: String = trials.split_inclusive('\n').take(11).collect();
    fs::write(folder.join("cut/trials.csv"), half).unwrap();
    done(folder, &["run", "sweep.toml", "--out", "cut", "-q", "--resume"]);
    for name in ["trials.csv", "convergence.csv", "solutions.csv", "report.html"] {
        assert_eq!(read(&folder.join("cut"), name), read(&folder.join("whole"), name), "{name}");
    }
    assert_eq!(done(folder, &["verify", "whole"]), "identical: 36 trials run again\n");
}

#[test]
fn shards_of_a_filled_design_join_to_the_whole() {
    let single = CHAINED.split("[[stage]]\nname = \"second\"").next().unwrap();
    let folder = with(single);
    let folder = folder.path();
    done(folder, &["run", "sweep.toml", "--out", "whole", "-q"]);
    for shard in ["1/2", "2/2"] {
        done(folder, &["run", "sweep.toml", "--shard", shard, "--out", &shard.replace('/', "-"), "-q"]);
    }
    assert_eq!(done(folder, &["verify", "1-2", "--trial", "1"]), "identical: 1 trial run again\n");
    let (code, _, notes) = evocube(folder, &["verify", "1-2", "--trial", "2"]);
    assert_eq!(code, Some(2));
    assert!(notes.ends_with("error: 1-2: trial 2 is of another shard than 1/2\n"), "{notes}");
    done(folder, &["merge", "1-2", "2-2", "--out", "joined"]);
    assert_eq!(read(&folder.join("joined"), "trials.csv"), read(&folder.join("whole"), "trials.csv"));
}

/// The numbers in two columns of the trials of a run.
fn pairs(folder: &Path, columns: [&str; 2]) -> Vec<(u64, u64)> {
    let trials = read(folder, "trials.csv");
    let header: Vec<&str> = trials.lines().next().unwrap().split(',').collect();
    let places = columns.map(|column| header.iter().position(|name| *name == column).unwrap());
    let number = |line: &str, place: usize| line.split(',').nth(place).unwrap().parse().unwrap();
    trials.lines().skip(1).map(|line| (number(line, places[0]), number(line, places[1]))).collect()
}

#[test]
fn forbidden_combinations_are_left_out_of_every_design() {
    let head = "name = 'f'\nseed = 3\nforbid = ['elitism >= population']\n";
    let base = "[[instance]]\nrandom = 1\n[base]\nstop = { generations = 2 }\n";
    let levels =
        "[[factor]]\nkey = 'population'\nlevels = [4, 8, 12]\n[[factor]]\nkey = 'elitism'\nlevels = [0, 4, 8]\n";
    let folder = with(&format!("{head}{base}{levels}"));
    done(folder.path(), &["run", "sweep.toml", "-q"]);
    let results = folder.path().join("results/f");
    let expected = [(4, 0), (8, 0), (8, 4), (12, 0), (12, 4), (12, 8)];
    assert_eq!(pairs(&results, ["population", "elitism"]), expected);
    assert!(fs::read_to_string(results.join("manifest.toml")).unwrap().contains("elitism >= population"));
    // The manifest has it, so the run is finished when it is started again, and can be verified and reported.
    done(folder.path(), &["run", "sweep.toml", "-q", "--resume"]);
    assert_eq!(pairs(&results, ["population", "elitism"]).len(), 6);
    done(folder.path(), &["verify", "results/f"]);
    done(folder.path(), &["report", "results/f"]);
    // Designs that fill ranges have all of their points.
    let ranges = "[[factor]]\nkey = 'population'\nrange = [4, 40]\n[[factor]]\nkey = 'elitism'\nrange = [0, 39]\n";
    for design in ["random", "latin-hypercube", "sobol", "shifted-sobol"] {
        let sweep = format!("{head}design = '{design}'\npoints = 20\n{base}{ranges}");
        fs::write(folder.path().join("sweep.toml"), sweep).unwrap();
        done(folder.path(), &["run", "sweep.toml", "-q", "--out", design]);
        let points = pairs(&folder.path().join(design), ["population", "elitism"]);
        assert!(points.len() == 20 && points.iter().all(|(population, elitism)| elitism < population), "{points:?}");
    }
    // A later stage knows the configuration that an earlier one selects; a stage may forbid more.
    let stages = "[[stage]]\nname = 'a'\n[[stage.factor]]\nkey = 'population'\nlevels = [8, 9]\n\
                  [[stage]]\nname = 'b'\nforbid = ['elitism = 2']\n[[stage.factor]]\nkey = 'elitism'\nlevels = [0, 2, 4, 8, 12]\n";
    fs::write(folder.path().join("sweep.toml"), format!("{head}{base}{stages}")).unwrap();
    let plan: Value = serde_json::from_str(&done(folder.path(), &["plan", "sweep.toml", "--json"])).unwrap();
    assert_eq!(plan["stages"][1]["points"], 3, "{plan}");
}

#[test]
fn races_and_trials_need_no_design_and_have_no_forbidden_combination() {
    let sweep = "name = 'f'\nseed = 3\nforbid = ['elitism > 2 and population < 10']\n[[instance]]\nrandom = 2\n[base]\nstop = { generations = 2 }\n\
                 [[factor]]\nkey = 'population'\nrange = [4, 12]\n[[factor]]\nkey = 'elitism'\nrange = [0, 11]\n";
    let folder = with(sweep);
    let refused = crate::common::evocube_in(folder.path(), &["plan", "sweep.toml"]).2;
    assert!(refused.starts_with("error: sweep.toml:10:9: a range needs a design"), "{refused}");
    done(folder.path(), &["race", "sweep.toml", "--budget", "80", "--holdout", "0", "-q", "--out", "race"]);
    let points = pairs(&folder.path().join("race"), ["population", "elitism"]);
    let is_allowed = |&(population, elitism): &(u64, u64)| elitism < population && (elitism <= 2 || population >= 10);
    assert!(points.len() > 20 && points.iter().all(is_allowed), "{points:?}");
    done(folder.path(), &["verify", "race"]);
    let trial = |values: [&str; 2], more: &[&str]| {
        let arguments =
            [&["trial", "sweep.toml", "--seed", "1", "--set", values[0], "--set", values[1]], more].concat();
        crate::common::evocube_in(folder.path(), &arguments)
    };
    // Tuners write whole numbers with a fraction of zero.
    assert_eq!(trial(["population=8.0", "elitism=1"], &[]), trial(["population=8", "elitism=1.0"], &[]));
    assert_eq!(trial(["population=8.0", "elitism=1"], &[]).0, Some(0));
    let forbidden = trial(["population=8", "elitism=3"], &[]);
    let sentence = "error: the sweep forbids elitism > 2 and population < 10\n";
    assert_eq!((forbidden.0, forbidden.2.as_str()), (Some(2), sentence));
    let irace =
        ["trial", "sweep.toml", "--for", "irace", "c1", "1", "7", "random-1", "--set=population=8", "--set=elitism=3"];
    assert_eq!(done(folder.path(), &irace), "Inf\n");
    let written = done(folder.path(), &["export", "sweep.toml", "--to", "irace", "--out", "irace"]);
    assert!(written.contains("parameters.txt"), "{written}");
    let parameters = fs::read_to_string(folder.path().join("irace/parameters.txt")).unwrap();
    assert!(parameters.contains("population \"--set=population=\" i (4, 12)"), "{parameters}");
    let read = |name: &str| fs::read_to_string(folder.path().join("irace").join(name)).unwrap();
    assert_eq!(read("forbidden.txt"), "elitism > 2 & population < 10\n");
    assert!(read("scenario.txt").contains("\nforbiddenFile = \"./forbidden.txt\"\n"));
}

#[test]
fn irace_has_the_forbidden_combinations_that_parameters_express() {
    let sweep = "name = 'f'\nseed = 3\nforbid = [FORBID]\n[[instance]]\nrandom = 2\n[base]\ngenome.length = 20\nstop = { generations = 2 }\n\
                 [[factor]]\nkey = 'population'\nrange = [4, 12]\n[[factor]]\nkey = 'elitism'\nlevels = [0, 2, 3]\n\
                 [[factor]]\nkey = 'crossover'\nlevels = ['none', { one-point = { rate = 0.9 } }]\n";
    let forbidden = |texts: &str| {
        let folder = with(&sweep.replace("FORBID", texts));
        done(folder.path(), &["export", "sweep.toml", "--to", "irace", "--out", "irace"]);
        let scenario = fs::read_to_string(folder.path().join("irace/scenario.txt")).unwrap();
        let text = fs::read_to_string(folder.path().join("irace/forbidden.txt")).unwrap_or_default();
        assert_eq!(scenario.contains("forbiddenFile"), !text.is_empty(), "{scenario}");
        text
    };
    for (text, expression) in [
        ("elitism >= 2 and crossover = none", "(elitism == \"2\" | elitism == \"3\") & crossover == \"none\"\n"),
        ("crossover = one-point and population = 5", "crossover == \"@2\" & population == 5\n"),
        (
            "population <= elitism",
            "((elitism == \"0\" & population <= 0) | (elitism == \"2\" & population <= 2) | (elitism == \"3\" & population <= 3))\n",
        ),
        // A key of the base is fixed: always, or never.
        ("genome.length = 20 and population < 6", "population < 6\n"),
        ("genome.length < population", "20 < population\n"),
        ("genome.length = 21 and population < 6", ""),
        // A level sets the rate together with the crossover.
        ("crossover.one-point.rate > 0.5 and population < 6", ""),
    ] {
        assert_eq!(forbidden(&format!("'{text}'")), expression, "{text}");
    }
    assert_eq!(forbidden("'elitism = 2', 'population != 8'"), "elitism == \"2\"\npopulation != 8\n");
    assert_eq!(forbidden(""), "");
}
