//! Space-filling designs, from the plan to the merged shards.

use std::fs;

use serde_json::Value;

use super::tuning::read;
use crate::common::{done_in as done, sweep_folder as with};

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
    done(folder, &["merge", "1-2", "2-2", "--out", "joined"]);
    assert_eq!(read(&folder.join("joined"), "trials.csv"), read(&folder.join("whole"), "trials.csv"));
}

#[test]
fn designs_depend_on_the_seed_and_the_number_of_points() {
    let points = |text: &str| -> Vec<String> {
        let folder = with(text);
        let plan: Value = serde_json::from_str(&done(folder.path(), &["plan", "sweep.toml", "--json"])).unwrap();
        let trials = plan["stages"][0]["trials"].as_array().unwrap();
        trials.iter().step_by(4).map(|trial| trial["levels"].as_str().unwrap().to_owned()).collect()
    };
    for design in ["random", "latin-hypercube", "sobol", "shifted-sobol"] {
        let text = CHAINED.replace("latin-hypercube", design);
        let drawn = points(&text);
        assert_eq!(drawn.len(), 5);
        assert_eq!(drawn, points(&text));
        // Sobol's sequence does not depend on the seed.
        assert_eq!(drawn == points(&text.replace("seed = 4", "seed = 5")), design == "sobol", "{design}");
        let more = points(&text.replace("points = 5", "points = 9"));
        // Only a Latin hypercube depends on the number of points.
        assert_eq!(more[..5] == drawn, design != "latin-hypercube", "{design}");
    }
}
