//! Design points: their configurations are those of their names, in shipped, random and conditional sweeps. Also the points of a stage
//! after a selection, how sampled designs fill ranges, and the defaults of settings. No trial is run. Runs of conditional sweeps are tested
//! in `tests/sweeps/conditional.rs`, commands on sampled designs in `tests/cli/designs.rs`.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // in functions that tests share

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use evocube_cube::rng::ChaCha8;
use evocube_cube::{Seed, Stream};
use evocube_engine::evolve::config::TrialConfig;
use evocube_experiment::sweep::{Level, Stage, Sweep};

/// Returns the value at a key with dots.
fn value_at<'a>(tree: &'a toml::Value, key: &str) -> Option<&'a toml::Value> {
    key.split('.').try_fold(tree, |table, name| table.get(name))
}

/// Returns the value of a level: its text is a string without quotes, or TOML.
fn value(level: &Level) -> toml::Value {
    let table = toml::from_str::<toml::Table>(&format!("value = {}", level.text));
    table.map_or_else(|_| toml::Value::String(level.text.clone()), |mut table| table.remove("value").unwrap())
}

fn number(value: &toml::Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|number| number as f64))
}

/// Returns whether the configuration has all values of a level, except keys that other factors of the point set.
fn has(configured: Option<&toml::Value>, key: &str, level: &toml::Value, inside: &[&str]) -> bool {
    match (level, configured) {
        _ if inside.contains(&key) => true,
        (_, None) => false,
        // Moves are written out: `[R, U]` becomes `R U R' U'`.
        (toml::Value::String(_), Some(toml::Value::String(_))) if key.ends_with(".moves") => true,
        (toml::Value::Table(table), Some(toml::Value::String(word))) => table.len() == 1 && table.contains_key(word),
        (toml::Value::Table(table), Some(configured)) => {
            table.iter().all(|(name, value)| has(configured.get(name), &format!("{key}.{name}"), value, inside))
        }
        (toml::Value::Array(list), Some(toml::Value::Array(values))) => {
            list.len() == values.len() && list.iter().zip(values).all(|(level, value)| has(Some(value), "", level, &[]))
        }
        // An alternative without settings is a word, or a table without keys.
        (toml::Value::String(word), Some(toml::Value::Table(table))) => table.contains_key(word),
        (level, Some(value)) => value == level || number(level).is_some() && number(value) == number(level),
    }
}

/// Checks every point of a stage against its configuration. Returns the number of points.
#[track_caller]
fn check_stage(sweep: &Sweep, number: usize, selected: &[usize]) -> usize {
    let stage = &sweep.stages[number];
    // Manifests have the written conditions alone.
    let manifest = sweep.to_table();
    let is_written = |factor: usize| {
        manifest["stage"].get(number).is_some_and(|stage| stage["factor"][factor].get("when").is_some())
    };
    let mut names = HashSet::new();
    for point in 0..stage.points() {
        let name = stage.point_name(point);
        assert!(names.insert(name.clone()), "{}: {name} is there twice", sweep.name);
        let configuration = toml::Value::Table(sweep.point(number, selected, point).unwrap().to_table());
        let levels = stage.levels_of(point);
        let applying: Vec<_> = (0..levels.len()).filter_map(|place| Some((place, levels[place]?))).collect();
        let keys: Vec<&str> = applying.iter().flat_map(|(place, _)| stage.factors[*place].keys()).collect();
        for (place, level) in applying {
            let factor = &stage.factors[place];
            // A level with a label sets several keys.
            let settings: Vec<(String, toml::Value)> = if factor.is_labeled() {
                let set = &manifest["stage"][number]["factor"][place]["levels"][level]["set"];
                set.as_table().unwrap().iter().map(|(key, value)| (key.clone(), value.clone())).collect()
            } else {
                vec![(factor.key.clone(), value(&factor.levels[level]))]
            };
            for (key, level) in settings {
                let is_inside = |other: &&str| other.strip_prefix(&*key).is_some_and(|rest| rest.starts_with('.'));
                let inside: Vec<&str> = keys.iter().copied().filter(is_inside).collect();
                assert!(
                    has(value_at(&configuration, &key), &key, &level, &inside),
                    "{}: {name}: {level}\n{configuration}",
                    sweep.name
                );
            }
        }
        // A factor that does not apply has no key in the configuration, or a written condition.
        for (place, _) in levels.iter().enumerate().filter(|(_, level)| level.is_none()) {
            let factor = &stage.factors[place];
            let is_there = value_at(&configuration, &factor.key).is_some();
            assert!(is_written(place) || !is_there, "{}: {name}: {}\n{configuration}", sweep.name, factor.key);
            assert!(!name.contains(&format!("{}=", factor.key)), "{name}");
        }
    }
    stage.points()
}

#[test]
fn every_configuration_of_the_shipped_experiments_has_the_levels_of_its_name() {
    let mut count = 0;
    let golden = ["../../tests/data/golden.toml"].map(PathBuf::from);
    let shipped = std::fs::read_dir("../../experiments").unwrap().map(|entry| entry.unwrap().path());
    for path in shipped.chain(golden).filter(|path| path.extension().is_some_and(|extension| extension == "toml")) {
        let sweep = Sweep::read(&path).unwrap_or_else(|error| panic!("{error}"));
        count += (0..sweep.stages.len()).map(|stage| check_stage(&sweep, stage, &[])).sum::<usize>();
    }
    assert!(count > 150, "{count}");
}

/// The key of a factor of a random sweep, and its levels or its range.
const POOL: [(&str, &str); 15] = [
    ("crossover", "levels = ['none', 'one-point', { one-point = { rate = 0.8 } }, { uniform = { rate = 0.9 } }]"),
    ("crossover", "levels = ['none', { two-point = { rate = 0.3 } }, 'uniform']"),
    ("crossover.one-point.rate", "levels = [0.1, 0.5]"),
    ("crossover.one-point.rate", "range = [0.1, 0.5]"),
    ("crossover.uniform.rate", "levels = [0.2, 0.4]"),
    ("crossover.uniform.swap", "levels = [0.3, 0.5]"),
    ("crossover.uniform.swap", "range = [0.3, 0.5]"),
    (
        "mutation",
        "levels = ['none', { swap = { individual-rate = 1.0 } }, { uniform = { individual-rate = 0.5, gene-rate = 0.1 } }]",
    ),
    ("mutation.uniform.gene-rate", "levels = [0.02, 0.2]"),
    ("mutation.swap.individual-rate", "levels = [0.6, 0.7]"),
    ("selection", "levels = ['roulette', { rank = { pressure = 1.5 } }, { tournament = { size = 4 } }]"),
    ("selection.tournament.size", "range = [2, 9]"),
    ("elitism", "levels = [0, 1, 2]"),
    ("population", "levels = [20, 40]"),
    ("genome.length", "range = [10, 30]"),
];

const CONDITIONS: [&str; 7] = [
    "when = { key = 'crossover', is = 'one-point' }",
    "when = { key = 'crossover', is = ['none', 'uniform'] }",
    "when = { key = 'mutation', is = 'uniform' }",
    "when = { key = 'elitism', is = [0, 2] }",
    "when = { key = 'selection', is = 'tournament' }",
    "when = { key = 'crossover.uniform.swap', is = 0.5 }",
    "when = { key = 'population', is = 40 }",
];

fn random_sweep(stream: &mut Stream<ChaCha8>, number: usize) -> String {
    let base = ["", "crossover.uniform = { rate = 0.1 }\n", "crossover = 'none'\nelitism = 0\n"][stream.index(3)];
    let mut text = format!(
        "name = 's{number}'\nseed = {number}\n[[instance]]\nrandom = 1\n[base]\npopulation = 30\nmutation.uniform = {{ individual-rate = 0.1, gene-rate = 0.1 }}\n{base}"
    );
    for stage in 0..=stream.index(3) {
        text += &format!("[[stage]]\nname = 'stage-{stage}'\n");
        let is_filled = stream.index(2) == 0;
        if is_filled {
            let design = ["random", "latin-hypercube", "sobol", "shifted-sobol"][stream.index(4)];
            text += &format!("design = '{design}'\npoints = {}\n", 1 + stream.index(12));
        }
        let mut keys = HashSet::new();
        for _ in 0..=stream.index(5) {
            let (key, values) = POOL[stream.index(POOL.len())];
            if (is_filled || !values.starts_with("range")) && keys.insert(key) {
                text += &format!("[[stage.factor]]\nkey = '{key}'\n{values}\n");
                let inside = key.split('.').collect::<Vec<_>>();
                if let (true, [operator, name, _]) = (stream.index(2) == 0, &inside[..]) {
                    text += &format!("when = {{ key = '{operator}', is = '{name}' }}\n");
                } else if stream.index(6) == 0 {
                    text += &format!("{}\n", CONDITIONS[stream.index(CONDITIONS.len())]);
                }
            }
        }
        if keys.is_empty() {
            text += "[[stage.factor]]\nkey = 'elitism'\nlevels = [0, 1]\n";
        }
    }
    text
}

/// Checks the configurations of random sweeps.
fn check_random_sweeps(count: usize) {
    /// Mistakes of a random sweep.
    const REFUSALS: [&str; 6] = [
        " never applies: ",
        " applies only if an earlier stage selects ",
        "different points: write fewer points, or wider ranges",
        ": it cannot apply where ",
        " depends on the factor itself",
        " only in what other factors of the stage set: leave one out",
    ];
    let mut stream = Seed::from_number(2026).stream();
    let (mut accepted, mut conditional, mut open, mut points) = (0, 0, 0, 0);
    for number in 0..count {
        let text = random_sweep(&mut stream, number);
        let sweep = match Sweep::parse(&text, Path::new("random.toml")) {
            Ok(sweep) => sweep,
            Err(error) => {
                let is_expected = REFUSALS.iter().any(|refusal| error.messages().contains(refusal));
                assert!(is_expected, "{error}\n{text}");
                continue;
            }
        };
        // The manifest keeps the same sweep.
        let again = Sweep::parse(&toml::to_string(&sweep.to_table()).unwrap(), Path::new("again.toml")).unwrap();
        let mut selected = Vec::new();
        for stage in 0..sweep.stages.len() {
            let (sweep, reread) = (sweep.settled(&selected), again.settled(&selected));
            points += check_stage(&sweep, stage, &selected);
            let names = |stage: &Stage| (0..stage.points()).map(|point| stage.point_name(point)).collect::<Vec<_>>();
            assert_eq!(names(&sweep.stages[stage]), names(&reread.stages[stage]), "{text}");
            selected.push(stream.index(sweep.stages[stage].points()));
        }
        accepted += 1;
        let factors = sweep.stages.iter().flat_map(|stage| &stage.factors);
        conditional += usize::from(factors.clone().any(|factor| factor.applies_where().is_some()));
        open += usize::from(sweep.stages.iter().any(Stage::is_open));
    }
    assert!(
        accepted > count / 8 && conditional > count / 15 && open > count / 240 && points > count,
        "{accepted} {conditional} {open} {points}"
    );
}

#[test]
fn every_configuration_of_random_conditional_sweeps_has_the_levels_of_its_name() {
    check_random_sweeps(300);
}

#[test]
#[ignore = "a minute"]
fn every_configuration_of_many_random_conditional_sweeps_has_the_levels_of_its_name() {
    check_random_sweeps(10_000);
}

fn parsed(rest: &str) -> Sweep {
    let text = format!("name = 'x'\nseed = 1\n{rest}");
    Sweep::parse(&text, Path::new("x.toml")).unwrap_or_else(|error| panic!("{error}"))
}

const CROSSOVERS: &str = "[[factor]]\nkey = 'crossover'\n\
                          levels = ['none', { one-point = { rate = 0.9 } }, { uniform = { rate = 0.9 } }]\n\
                          [[factor]]\nkey = 'crossover.one-point.rate'\n";

#[test]
fn factors_that_exclude_each_other_have_no_level_where_they_do_not_apply() {
    let rest = "levels = ['none', { one-point = { rate = 0.9 } }, { uniform = { rate = 0.9 } }]\n";
    let last_first = format!(
        "[[factor]]\nkey = 'crossover.one-point.rate'\nlevels = [0.1, 0.5]\n[[factor]]\nkey = 'crossover'\n{rest}"
    );
    for factors in [format!("{CROSSOVERS}levels = [0.1, 0.5]\n"), last_first] {
        let sweep = parsed(&format!("[[instance]]\nrandom = 1\n{factors}"));
        let mut names: Vec<String> =
            (0..sweep.stages[0].points()).map(|point| sweep.stages[0].point_name(point)).collect();
        names.sort();
        assert_eq!(
            names,
            [
                "crossover.one-point.rate=0.1,crossover=one-point",
                "crossover.one-point.rate=0.5,crossover=one-point",
                "crossover=none",
                "crossover={ uniform = { rate = 0.9 } }",
            ]
        );
        check_stage(&sweep, 0, &[]);
    }
}

#[test]
fn designs_that_fill_ranges_have_as_many_configurations_as_asked_for() {
    for design in ["random", "latin-hypercube", "sobol", "shifted-sobol"] {
        let sweep = parsed(&format!(
            "design = '{design}'\npoints = 16\n[[instance]]\nrandom = 1\n{CROSSOVERS}range = [0.1, 0.5]\n"
        ));
        let stage = &sweep.stages[0];
        assert_eq!(check_stage(&sweep, 0, &[]), 16, "{design}");
        // None and uniform are one configuration each; all others have a rate.
        let with_rate = (0..16).filter(|point| stage.levels_of(*point)[1].is_some()).count();
        assert_eq!(with_rate, 14, "{design}");
    }
}

#[test]
fn points_of_ranges_depend_on_the_seed_and_the_number_of_points() {
    let points = |design: &str, seed: u64, count: usize| -> Vec<String> {
        let text = format!(
            "name = 'x'\nseed = {seed}\ndesign = '{design}'\npoints = {count}\n[[instance]]\nrandom = 1\n[[factor]]\nkey = 'population'\n\
             range = [10, 40]\nscale = 'log'\n[[factor]]\nkey = 'crossover.one-point.rate'\nrange = [0, 1]\n[[factor]]\n\
             key = 'alphabet.expand'\nlevels = ['none', 'rotations']\n"
        );
        let sweep = Sweep::parse(&text, Path::new("x.toml")).unwrap();
        let stage = &sweep.stages[0];
        (0..stage.points()).map(|point| stage.point_name(point)).collect()
    };
    for design in ["random", "latin-hypercube", "sobol", "shifted-sobol"] {
        let drawn = points(design, 4, 5);
        assert_eq!(drawn.len(), 5);
        assert_eq!(drawn, points(design, 4, 5));
        // Sobol's sequence does not depend on the seed.
        assert_eq!(drawn == points(design, 5, 5), design == "sobol", "{design}");
        // Only a Latin hypercube depends on the number of points.
        assert_eq!(points(design, 4, 9)[..5] == drawn, design != "latin-hypercube", "{design}");
    }
}

#[test]
fn a_hypercube_of_64_points_hits_each_of_the_64_strata_of_every_range() {
    for seed in 0..40 {
        let sweep = Sweep::parse(
            &format!(
                "name = 'x'\nseed = {seed}\ndesign = 'latin-hypercube'\npoints = 64\n[[instance]]\nrandom = 1\n[base]\nmutation.uniform = {{ individual-rate = 0.1, gene-rate = 0.1 }}\n[[factor]]\n\
                 key = 'crossover.one-point.rate'\nrange = [0.0, 1.0]\n[[factor]]\nkey = 'mutation.uniform.gene-rate'\n\
                 range = [0.01, 0.5]\nscale = 'log'\n[[factor]]\nkey = 'population'\nrange = [100, 5000]\n[[factor]]\n\
                 key = 'genome.length'\nrange = [1, 20]\n[[factor]]\nkey = 'alphabet.expand'\nlevels = ['none', 'rotations', 'symmetries']\n"
            ),
            Path::new("x.toml"),
        )
        .unwrap();
        let stage = &sweep.stages[0];
        let values = |factor: usize| -> Vec<f64> {
            let level = |point| stage.levels_of(point)[factor].unwrap();
            (0..64).map(|point| number(&value(&stage.factors[factor].levels[level(point)])).unwrap()).collect()
        };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let strata = |places: Vec<f64>| {
            let mut strata: Vec<usize> = places.into_iter().map(|place| ((place * 64.0) as usize).min(63)).collect();
            strata.sort_unstable();
            strata
        };
        let all: Vec<usize> = (0..64).collect();
        assert_eq!(strata(values(0)), all, "seed {seed}");
        let log = values(1).into_iter().map(|rate| (rate / 0.01).ln() / 50.0f64.ln()).collect();
        assert_eq!(strata(log), all, "seed {seed}");
        // 4901 whole numbers from 100.
        assert_eq!(strata(values(2).into_iter().map(|number| (number - 100.0) / 4901.0).collect()), all, "seed {seed}");
        // If there are fewer values than strata, their numbers of strata differ by at most one.
        let counts = |factor: usize, count: usize| -> HashSet<usize> {
            let points = |level| (0..64).filter(|point| stage.levels_of(*point)[factor] == Some(level)).count();
            (0..count).map(points).collect()
        };
        assert_eq!(counts(3, 20), HashSet::from([3, 4]), "seed {seed}");
        assert_eq!(counts(4, 3), HashSet::from([21, 22]), "seed {seed}");
    }
}

#[test]
fn a_stage_below_an_alternative_that_is_always_selected_needs_no_condition() {
    let sweep = parsed(
        "[[instance]]\nrandom = 1\n[base]\ncrossover = 'none'\n[[stage]]\nname = 'operator'\n[[stage.factor]]\nkey = 'crossover'\n\
         levels = [{ one-point = { rate = 0.9 } }, { one-point = { rate = 0.3 } }]\n[[stage]]\nname = 'rate'\n\
         [[stage.factor]]\nkey = 'crossover.one-point.rate'\nlevels = [0.1, 0.5]\n",
    );
    assert!(!sweep.stages[1].is_open());
    assert_eq!(check_stage(&sweep, 1, &[1]), 2);
}

#[test]
fn a_stage_has_the_points_that_apply_to_what_was_selected() {
    let sweep = parsed(
        "[[instance]]\nrandom = 1\n[[stage]]\nname = 'operator'\n[[stage.factor]]\nkey = 'crossover'\n\
         levels = ['none', { one-point = { rate = 0.9 } }]\n[[stage]]\nname = 'rate'\n[[stage.factor]]\n\
         key = 'crossover.one-point.rate'\nlevels = [0.1, 0.5]\nwhen = { key = 'crossover', is = 'one-point' }\n\
         [[stage]]\nname = 'swap'\n[[stage.factor]]\nkey = 'elitism'\nlevels = [0, 1, 2]\n\
         when = { key = 'crossover.one-point.rate', is = 0.5 }\n",
    );
    let names = |sweep: &Sweep, stage: usize| -> Vec<String> {
        (0..sweep.stages[stage].points()).map(|point| sweep.stages[stage].point_name(point)).collect()
    };
    assert!(sweep.stages[1].awaits_selection() && !sweep.stages[0].is_open());
    let sweep = sweep.settled(&[0]);
    assert_eq!((names(&sweep, 1), sweep.stages[2].awaits_selection()), (vec![String::new()], true));
    let sweep = sweep.settled(&[0, 0]);
    assert_eq!(names(&sweep, 2), [""]);
    let sweep = sweep.settled(&[1, 0]);
    assert_eq!(names(&sweep, 1), ["crossover.one-point.rate=0.1", "crossover.one-point.rate=0.5"]);
    assert_eq!(names(&sweep, 2), [""]);
    assert_eq!(names(&sweep.settled(&[1, 1]), 2), ["elitism=0", "elitism=1", "elitism=2"]);
}

/// Returns the configurations of the points of a sweep with this end.
fn configurations(rest: &str) -> Vec<TrialConfig> {
    let sweep = parsed(&format!("[[instance]]\nrandom = 1\n{rest}"));
    let points = 0..sweep.stages[0].points();
    points.map(|point| sweep.point(0, &[], point).unwrap()).collect()
}

#[test]
fn operators_named_alone_and_omitted_settings_take_the_documented_defaults() {
    let same = |short: &str, long: &str| assert_eq!(configurations(short), configurations(long), "{short}");
    let factor = |key: &str, levels: &str| format!("[[factor]]\nkey = '{key}'\nlevels = {levels}\n");
    same("[base]\ncrossover = 'one-point'\n", "");
    same("[base]\ncrossover = 'one-point'\nselection = 'tournament'\n", "");
    same("[base]\ncrossover.one-point = { rate = 0.9 }\nselection.tournament.replacement = true\n", "");
    same(
        "[base]\nmutation.uniform = { gene-rate = 0.1 }\n",
        "[base]\nmutation.uniform = { individual-rate = 1.0, gene-rate = 0.1 }\n",
    );
    same(
        &factor("crossover", "['none', 'one-point', 'uniform']"),
        &factor("crossover", "['none', { one-point = { rate = 0.9 } }, { uniform = { rate = 0.9, swap = 0.5 } }]"),
    );
    same(
        &factor("mutation.uniform.gene-rate", "[0.1, 0.2]"),
        &format!(
            "[base]\nmutation.uniform = {{ individual-rate = 1.0, gene-rate = 0.5 }}\n{}",
            factor("mutation.uniform.gene-rate", "[0.1, 0.2]")
        ),
    );
    same(
        &factor("selection", "['rank', 'truncation', 'tournament']"),
        &factor("selection", "[{ rank.pressure = 1.5 }, { truncation.fraction = 0.5 }, { tournament.size = 5 }]"),
    );
    same(
        &factor("mutation", "['self-adaptive', 'one-fifth']"),
        &factor(
            "mutation",
            "[{ self-adaptive = { individual-rate = 1.0, rates = [0.01, 0.05, 0.2], change = 0.1 } }, \
             { one-fifth = { individual-rate = 1.0, gene-rate = 0.05, success = 0.2, factor = 0.85 } }]",
        ),
    );
    same(
        "[base]\nmutation.mixture = { of = [{ mutation = 'swap' }, { mutation = 'insert' }], adapt = 'adaptive-pursuit' }\n",
        "[base]\nmutation.mixture = { of = [{ mutation.swap.individual-rate = 1.0 }, \
         { mutation.insert.individual-rate = 1.0 }], adapt.adaptive-pursuit = { quality-rate = 0.8, pursuit-rate = 0.8 } }\n",
    );
    same(
        "[base]\nalgorithm = 'evolution-strategy'\n",
        "[base.algorithm.evolution-strategy]\nparents = 100\noffspring = 5000\n",
    );
    same("[base]\nalgorithm = 'niche-archive'\n", "[base.algorithm.niche-archive]\n");
}
