//! The tables and keys in `docs/data-dictionary.md`, compared with what the program writes: data of figures, tables of solvers, routes and
//! landscapes, and JSON. The tables of results folders are compared in `crates/experiment/src/store/rows.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{evocube_in, sweep_folder};
use crate::guide::{root, text};
use crate::race_figures::RACE;

fn page() -> String {
    text(&root().join("docs/data-dictionary.md"))
}

fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The cells of the table rows of a section, without its head.
fn rows(page: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, section) = page.split_once(&format!("\n{heading}\n")).expect(heading);
    let section = section.split("\n## ").next().unwrap();
    let lines = section.lines().filter(|line| line.starts_with('|'));
    let cells = lines.map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect());
    cells.filter(|cells: &Vec<String>| !["---", "file", "column", "command"].contains(&&*cells[0])).collect()
}

/// The columns of the table under a heading of the third level; keys of factors are left out.
fn columns(page: &str, heading: &str) -> Vec<String> {
    let (_, section) = page.split_once(&format!("\n### {heading}\n")).expect(heading);
    let section = section.split("\n#").next().unwrap();
    section
        .lines()
        .filter(|line| line.starts_with("| `"))
        .flat_map(|line| quoted(line.split('|').nth(1).unwrap()))
        .collect()
}

fn header(file: &Path, factors: &[&str]) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let names = text.lines().next().unwrap().split(',').map(str::to_owned);
    names.filter(|name| !factors.contains(&name.as_str())).collect()
}

const FACTORS: [&str; 3] = ["population", "elitism", "crossover.one-point.rate"];

const BASE: &str = "seed = 1\n[[instance]]\nrandom = 6\n[base]\npopulation = 4\ngenome = { length = 8, evaluate = 'best-prefix' }\n\
                    stop = { generations = 6 }\nselection.tournament.size = 2\n";

/// Two factors in all combinations, with a cube that is solved and one that is not.
const FACTORIAL: &str = "name = 'factorial'\nseed = 1\nrepetitions = 4\nbaselines = ['layers']\nholdout = 2\n\
                         [[instance]]\nscramble = 'R U F2 L'\n[[instance]]\nscramble = 'F L'\n[base]\n\
                         genome = { length = 6, evaluate = 'best-prefix' }\nalphabet.conjugate = 0\n\
                         stop = { generations = 20 }\n\
                         [[factor]]\nkey = 'population'\nlevels = [10, 40]\n[[factor]]\nkey = 'elitism'\nlevels = [0, 1]\n";

fn done(folder: &Path, arguments: &[&str]) -> String {
    let (code, out, stderr) = evocube_in(folder, arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {out}{stderr}");
    out
}

/// The name of a figure's file in the dictionary.
fn pattern(name: &str) -> String {
    match name.split_once("-main-") {
        Some((_, kind)) => format!("*-{kind}"),
        None if name.starts_with("best-") => "best-*.csv".to_owned(),
        None => name.to_owned(),
    }
}

#[test]
fn the_columns_of_figures_are_those_of_the_dictionary() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    let factors = |range: bool| {
        let mut text = String::new();
        for (key, values) in FACTORS.iter().zip(["[10, 60]", "[0, 5]", "[0.1, 0.9]"]) {
            let kind = if range { "range" } else { "levels" };
            text.push_str(&format!("[[factor]]\nkey = '{key}'\n{kind} = {values}\n"));
        }
        text
    };
    fs::write(folder.join("factorial.toml"), FACTORIAL).unwrap();
    let sampled = format!("name = 'sampled'\ndesign = 'sobol'\npoints = 16\n{BASE}{}", factors(true));
    fs::write(folder.join("sampled.toml"), sampled).unwrap();
    let front =
        format!("name = 'front'\n{BASE}replacement = 'nsga-ii'\n[[factor]]\nkey = 'population'\nlevels = [10, 20]\n");
    fs::write(folder.join("front.toml"), front).unwrap();
    let race = RACE.replace("small", "race").replace("budget = 300", "budget = 120").replace("= 2000", "= 500");
    fs::write(folder.join("race.toml"), race).unwrap();
    let mut files = BTreeMap::new();
    for name in ["factorial", "sampled", "front", "race"] {
        done(folder, &["run", &format!("{name}.toml"), "-q"]);
        for entry in fs::read_dir(folder.join("results").join(name).join("plots")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "csv") {
                let file = path.file_name().unwrap().to_string_lossy().into_owned();
                let factors = [&FACTORS[..], &["mutation.uniform.individual-rate"]].concat();
                files.insert(pattern(&file), header(&path, &factors));
            }
        }
    }
    done(folder, &["plot", "results/factorial", "interaction", "--out", "interaction.svg"]);
    files.insert("*-interaction.csv".to_owned(), header(&folder.join("interaction.csv"), &FACTORS));
    // Two numbers of a sample that matter.
    let numbers = "name = 'contours'\ndesign = 'sobol'\npoints = 32\nseed = 1\nrepetitions = 4\n[[instance]]\nrandom = 1\n[base]\n\
                   stop.evaluations = 1000\n[[factor]]\nkey = 'genome.length'\nrange = [1, 60]\n\
                   [[factor]]\nkey = 'population'\nrange = [2, 1000]\n";
    fs::write(folder.join("contours.toml"), numbers).unwrap();
    done(folder, &["run", "contours.toml", "-q"]);
    done(folder, &["plot", "results/contours", "contours", "--out", "contours.svg"]);
    files.insert("*-contours.csv".to_owned(), header(&folder.join("contours.csv"), &FACTORS));
    let small =
        ["landscape", "--walks", "5", "--steps", "60", "--states", "6", "--distance", "3", "--out", "landscape"];
    done(folder, &small);
    for entry in fs::read_dir(folder.join("landscape/plots")).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        if file.ends_with(".csv") {
            files.insert(file, header(&path, &FACTORS));
        }
    }
    let page = page();
    for name in ["states.csv", "descents.csv"] {
        assert_eq!(header(&folder.join("landscape").join(name), &[]), columns(&page, name), "{name}");
    }
    let mut meanings = BTreeSet::new();
    let mut listed = BTreeMap::new();
    for cells in rows(&page, "## Figures") {
        match &cells[..] {
            [names, _, columns] => quoted(names).into_iter().for_each(|name| {
                listed.insert(name, columns.clone());
            }),
            [names, _] => meanings.extend(quoted(names)),
            other => panic!("{other:?}"),
        }
    }
    let mut named = BTreeSet::new();
    for (name, header) in &files {
        let columns = listed.remove(name).unwrap_or_else(|| panic!("{name} is not in the dictionary: {header:?}"));
        // One of two names for one column.
        let is = |(index, column): (usize, &String)| {
            let cell = columns.split(", ").filter(|cell| *cell != "*factors*").nth(index);
            cell.is_some_and(|cell| quoted(cell).contains(column))
        };
        assert!(header.iter().enumerate().all(is), "{name}: {header:?}, and {columns}");
        assert_eq!(columns.split(", ").filter(|cell| *cell != "*factors*").count(), header.len(), "{name}: {header:?}");
        named.extend(quoted(&columns));
    }
    assert!(listed.is_empty(), "no figure has these data: {listed:?}");
    assert_eq!(meanings, named);
}

#[test]
fn the_columns_of_solvers_and_routes_are_those_of_the_dictionary() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    done(folder, &["stats", "--solver", "layers", "--count", "5", "--seed", "1", "--out", "."]);
    fs::write(folder.join("patterns"), "a: R\nb: U\n").unwrap();
    done(folder, &["route", "--matrix", "patterns", "--solver", "layers", "--out", "."]);
    let page = page();
    for (file, name) in [("lengths.csv", "lengths.csv"), ("steps.csv", "steps.csv")] {
        assert_eq!(header(&folder.join(file), &FACTORS), columns(&page, name), "{file}");
    }
    let mut header = header(&folder.join("matrix.csv"), &[]);
    let mut named = columns(&page, "matrix.csv");
    header.sort();
    named.sort();
    assert_eq!(header, named);
}

/// Collects the keys of a document. Those of maps are left out. An empty list and null stand for the keys that are listed below them.
fn keys(value: &Value, path: &str, listed: &BTreeSet<String>, all: &mut BTreeSet<String>) {
    const MAPS: [&str; 8] = ["claims", "levels", "distribution", "missing", "lower_bounds", "rows", "alphabet", "base"];
    let below = format!("{path}.");
    match value {
        Value::Object(fields) if !MAPS.contains(&path.rsplit('.').next().unwrap()) => {
            for (key, value) in fields {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                keys(value, &path, listed, all);
            }
        }
        Value::Array(items) if items.iter().any(Value::is_object) => {
            items.iter().for_each(|item| keys(item, path, listed, all));
        }
        Value::Array(_) | Value::Null if listed.iter().any(|key| key.starts_with(&below)) => {
            all.extend(listed.iter().filter(|key| key.starts_with(&below)).cloned());
        }
        _ => {
            all.insert(path.to_owned());
        }
    }
}

#[test]
fn the_keys_of_json_documents_are_those_of_the_dictionary() {
    let folder = sweep_folder(FACTORIAL);
    let folder = folder.path();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    let plain = FACTORIAL.replace("name = 'factorial'", "name = 'plain'").replace("holdout = 2\n", "");
    write("plain.toml", &plain);
    let staged = plain.replace("'plain'", "'staged'").replace("[[factor]]", "[[stage]]\nname = 'a'\n[[stage.factor]]");
    write("staged.toml", &staged.replacen("'a'", "'b'", 1));
    write("wrong.toml", "name = 1");
    write("patterns", "a: R\nb: U\n");
    write("list", "a = U x\n");
    fs::create_dir(folder.join("cache")).unwrap();
    write("cache/.corners.table.0123456789abcdef.part", "x");
    let small =
        ["landscape", "--walks", "5", "--steps", "60", "--states", "6", "--distance", "3", "--out", "landscape"];
    // Each document by the first command of its row.
    let commands: [(&str, &[&str]); 28] = [
        ("any that fails", &["plan", "wrong.toml"]),
        ("plan", &["plan", "sweep.toml", "--trials"]),
        ("run", &["run", "sweep.toml"]),
        ("run --shard", &["run", "staged.toml", "--shard", "1/1"]),
        ("merge", &["merge", "results/staged-shards/1-of-1", "--out", "begun"]),
        ("run --shard", &["run", "plain.toml", "--shard", "1/1"]),
        ("run", &["merge", "results/plain-shards/1-of-1", "--out", "whole"]),
        ("verify", &["verify", "results/factorial"]),
        ("report", &["report", "results/factorial"]),
        ("plot", &["plot", "results/factorial", "box"]),
        ("plot", &["plot", "results/factorial"]),
        ("export --to ioh", &["export", "results/factorial", "--to", "ioh"]),
        ("export --to irace", &["export", "plain.toml", "--to", "irace", "--out", "irace"]),
        ("race", &["race", "plain.toml", "--budget", "200", "--holdout", "5"]),
        ("trial", &["trial", "sweep.toml", "--seed", "1"]),
        ("solve", &["solve", "U x"]),
        ("solve", &["solve", "list", "--batch"]),
        ("solve", &["solve", "R", "--solver", "layers", "--trace"]),
        ("stats", &["stats", "--solver", "layers", "--count", "3", "--seed", "1"]),
        ("stats", &["stats", "--solver", "layers", "--count", "3", "--seed", "1", "--turns", "2"]),
        ("route", &["route", "U x", "F", "--solver", "layers"]),
        ("route --matrix", &["route", "--matrix", "patterns", "--solver", "layers"]),
        ("refine", &["refine", "U F"]),
        ("refine", &["refine", "list", "--batch"]),
        ("check", &["check", "U", "U' x"]),
        ("alphabet", &["alphabet", "--list"]),
        ("landscape", &small),
        ("doctor", &["doctor"]),
    ];
    let mut listed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut name = String::new();
    for cells in rows(&page(), "## JSON") {
        if !cells[0].is_empty() {
            name = quoted(&cells[0]).into_iter().next().unwrap_or(cells[0].clone());
        }
        listed.entry(name.clone()).or_default().extend(quoted(&cells[1]));
    }
    let mut all: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (name, arguments) in commands.into_iter().chain([("tables info", &["tables", "info"][..])]) {
        let listed = listed.get(name).unwrap_or_else(|| panic!("{name} is not in the dictionary"));
        let mut program = crate::common::program();
        program.current_dir(folder).args(arguments).arg("--json");
        if name == "tables info" {
            program.env("EVOCUBE_CACHE", folder.join("cache"));
        }
        let (_, out, stderr) = crate::common::execute(&mut program);
        let document =
            serde_json::from_str(&out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {out}{stderr}"));
        keys(&document, "", listed, all.entry(name).or_default());
    }
    for (name, keys) in all {
        assert_eq!(keys, listed.remove(name).unwrap(), "{name}");
    }
    assert!(listed.is_empty(), "no command was tried for {:?}", listed.keys());
}
