//! Random sweeps that are enlarged at random: the folder has the bytes of a new run, and only new trials are run. Six keys are factors;
//! sweeps with any key are enlarged in `tests/sweeps/random`.

use std::collections::HashMap;

use super::*;

/// Returns the inputs of the trials of a folder. The selections of a complete folder are those of its manifest.
fn trials(folder: &Path) -> BTreeSet<(String, u64, String)> {
    let text = fs::read_to_string(folder.join(file::MANIFEST)).unwrap();
    let results = store::read(folder).unwrap();
    let manifest: toml::Table = text.parse().unwrap();
    let names: Vec<String> = results.sweep.stages.iter().map(|stage| stage.name.clone()).collect();
    let selected = manifest.get("selected").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let before = |stage: &str| {
        let count = names.iter().position(|name| name == stage).unwrap();
        selected.iter().take(count).map(|stage| stage["levels"].as_str().unwrap()).collect::<Vec<_>>().join(";")
    };
    results.trials.iter().map(|row| (row.stage.to_string(), row.seed, before(&row.stage))).collect()
}

/// Returns the rows of `timing.csv` without the trial number, by the seed of their trial.
fn times(folder: &Path) -> HashMap<u64, String> {
    let timing = fs::read_to_string(folder.join(file::TIMING)).unwrap();
    let times: HashMap<&str, &str> = timing.lines().filter_map(|line| line.split_once(',')).collect();
    let results = store::read(folder).unwrap();
    results.trials.iter().map(|row| (row.seed, times[row.trial.to_string().as_str()].to_owned())).collect()
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
            "name = 'grows'\nseed = 31\nrepetitions = {}\nbaselines = {:?}\n[base]\npopulation = 18\nelitism = 1\ngenome = {{ length = 8, evaluate = 'whole' }}\nalphabet.expand = 'none'\nobjective.penalty.edge-rule = 'any-sticker'\n\
             selection.tournament.size = 3\nrestart = 'none'\n\
             stop = {{ generations = 6 }}\nmutation.uniform = {{ individual-rate = 1.0, gene-rate = 0.1 }}\n",
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
                let index = draw(self.stages.len());
                let stage = &mut self.stages[index];
                let factor = draw(stage.factors.len());
                let (_, levels) = &mut stage.factors[factor];
                match &mut stage.design {
                    Some((_, points)) if draw(3) > 0 => *points += 1 + draw(2),
                    // A range becomes wider.
                    _ if levels.len() < 4 => {
                        let missing: Vec<usize> = (0..4).filter(|level| !levels.contains(level)).collect();
                        let place = draw(levels.len() + 1);
                        levels.extend(missing.first());
                        // At any place of the list.
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
fn twenty_random_extensions_run_only_new_trials_and_have_the_bytes_of_the_larger_sweep() {
    let (mut done, mut number, mut kept, mut reselected, mut interrupted) = (0, 0, 0, 0, 0);
    while done < 20 {
        number += 1;
        assert!(number < 60, "most enlargements can be run");
        let mut stream = Seed::from_number(number).stream();
        let mut draw = |count: usize| stream.index(count);
        let small = Model::random(&mut draw);
        let mut large = small.clone();
        (0..1 + draw(3)).for_each(|_| large.grow(&mut draw));
        let (small, large) = (small.text(), large.text());
        let parent = crate::common::tempdir().unwrap();
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
        // The interrupted run has the first trials of the plan.
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
