//! Values at the edges for keys of the JSON Schema. Every integer is given the largest numbers and larger ones; tables of settings, except
//! those of levels and of puzzles, are given a list.

use std::fs;
use std::path::Path;

use evocube::experiment::sweep::Sweep;
use serde_json::Value;

use super::bad_sweeps::GOOD;
use super::schema::the_schema;
use crate::common::{evocube_in as evocube, sweep_folder};

/// A step of a path in a sweep.
#[derive(Clone, Debug, PartialEq)]
enum Step {
    /// A key, and the keys that its table requires.
    Key(String, Vec<String>),
    /// An item of a list with this minimum number of items.
    Item(u64),
}

/// Calls `visit` with the path and the schema of every key below a schema. A definition within itself is not entered again.
fn walk(root: &Value, schema: &Value, path: &[Step], inside: &[&str], visit: &mut impl FnMut(&[Step], &Value)) {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        if !inside.contains(&name) {
            let definition = root.pointer(&name[1..]).expect("a definition");
            walk(root, definition, path, &[inside, &[name]].concat(), visit);
        }
        return;
    }
    visit(path, schema);
    for alternatives in ["anyOf", "oneOf"] {
        for alternative in schema.get(alternatives).and_then(Value::as_array).into_iter().flatten() {
            walk(root, alternative, path, inside, visit);
        }
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let required: Vec<String> = required.map(|key| key.as_str().unwrap().to_owned()).collect();
    for (key, schema) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        walk(root, schema, &[path, &[Step::Key(key.clone(), required.clone())]].concat(), inside, visit);
    }
    if let Some(items) = schema.get("items") {
        let count = schema.get("minItems").and_then(Value::as_u64).unwrap_or(1);
        walk(root, items, &[path, &[Step::Item(count)]].concat(), inside, visit);
    }
}

/// Returns a sweep with a value at a path, written in the line after the last key of its first table.
fn sweep_with(path: &[Step], value: &str) -> String {
    let inline = |path: &[Step]| {
        path.iter().rev().fold(value.to_owned(), |inner, step| match step {
            Step::Key(key, required) => {
                let values = [("from", "0.5"), ("to", "0.5"), ("name", "'a'")];
                let others =
                    values.iter().filter(|(other, _)| *other != key && required.iter().any(|key| key == other));
                let others: String = others.map(|(other, value)| format!("{other} = {value}, ")).collect();
                format!("{{ {others}{key} = {inner} }}")
            }
            Step::Item(2) => format!("[{inner}, {inner}]"),
            Step::Item(_) => format!("[{inner}]"),
        })
    };
    match path {
        [Step::Key(table, _), Step::Key(key, _), rest @ ..] if table == "base" => {
            let other = if key == "population" { "" } else { "population = 10\n" };
            let stop = if key == "stop" { "" } else { "stop = { generations = 3 }\n" };
            format!(
                "name = 'x'\nseed = 1\n[[instance]]\nscramble = 'R U'\n[base]\n{other}{stop}{key} = {}\n",
                inline(rest)
            )
        }
        [Step::Key(table, _), Step::Item(_), rest @ ..] if table == "instance" => {
            format!("name = 'x'\nseed = 1\ninstance = [{}]\n", inline(rest))
        }
        [Step::Key(key, _), rest @ ..] => {
            let head: String = GOOD.lines().filter(|line| !line.starts_with(&format!("{key} ="))).take(1).collect();
            let head = if key == "name" { "seed = 1".to_owned() } else { head };
            let seed = if key == "seed" || head.starts_with("seed") { "" } else { "seed = 1\n" };
            let tables = [("instance", "[[instance]]\nscramble = 'R U'\n"), ("base", "[base]\npopulation = 10\n")];
            let others: String = tables.into_iter().filter(|(table, _)| table != key).map(|(_, text)| text).collect();
            format!("{head}\n{seed}{key} = {}\n{others}", inline(rest))
        }
        _ => unreachable!("a sweep is a table"),
    }
}

/// Returns the paths of a schema that `is_asked`, each once.
fn paths(is_asked: impl Fn(&Value) -> bool) -> Vec<Vec<Step>> {
    let schema = the_schema();
    let mut paths: Vec<Vec<Step>> = Vec::new();
    walk(&schema, &schema, &[], &[], &mut |path, schema| {
        let is_new = || paths.last().is_none_or(|last| last != path);
        if !path.is_empty() && is_asked(schema) && is_new() {
            paths.push(path.to_vec());
        }
    });
    paths
}

fn plan(folder: &Path, sweep: &str) -> (Option<i32>, String) {
    fs::write(folder.join("sweep.toml"), sweep).unwrap();
    let (code, _, stderr) = evocube(folder, &["plan", "sweep.toml"]);
    assert!(!stderr.contains("panicked"), "{stderr}\n{sweep}");
    assert!(code == Some(0) || stderr.starts_with("error: sweep.toml:"), "{code:?} {stderr}\n{sweep}");
    (code, stderr)
}

#[test]
fn every_integer_of_a_sweep_has_a_range_that_is_named() {
    let folder = sweep_folder("");
    let paths = paths(|schema| schema.get("type").is_some_and(|kind| kind == "integer"));
    assert!(paths.len() > 60, "{}", paths.len());
    let read = |sweep: &str| Sweep::parse(sweep, Path::new("sweep.toml")).map_err(|error| error.to_string());
    let (mut accepted, mut wrong) = (0, Vec::new());
    for path in &paths {
        let largest = sweep_with(path, "9223372036854775807");
        match read(&largest) {
            Ok(_) => {
                accepted += 1;
                assert_eq!(plan(folder.path(), &largest).0, Some(0), "{largest}");
            }
            Err(error) => assert!(error.starts_with("sweep.toml:"), "{error}"),
        }
        for number in ["9223372036854775808", "18446744073709551615", "-9223372036854775809"] {
            let error = read(&sweep_with(path, number)).err().unwrap_or_default();
            // A key that is left out may leave another mistake.
            let names_range = error.lines().any(|line| {
                line.contains(&format!("{number} is out of range: "))
                    || line.contains(&format!("[{number}, {number}] is not a range of numbers of genes: write "))
                    || line.contains("a whole number from ") && line.ends_with(&format!(", not {number}"))
            });
            if !error.starts_with("sweep.toml:") || !names_range {
                wrong.push(format!("{path:?} = {number}: {error}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(accepted >= 4, "{accepted} keys accept the largest integer");
}

#[test]
fn settings_by_position_are_refused_with_their_names() {
    let folder = sweep_folder("");
    let paths = paths(|schema| {
        let is_struct = schema.get("properties").is_some() && schema.get("maxProperties").is_none();
        is_struct && schema.get("type").is_some_and(|kind| kind == "object")
    });
    assert!(paths.len() > 60, "{}", paths.len());
    let (mut named, mut wrong) = (0, Vec::new());
    // The definition of a puzzle is a file of its own kind.
    let is_puzzle = |path: &[Step]| matches!(path.get(1), Some(Step::Key(key, _)) if key == "puzzle");
    // Whether a level may be a table depends on the factor.
    let is_level = |path: &[Step]| path.iter().any(|step| matches!(step, Step::Key(key, _) if key == "levels"));
    for path in paths.iter().filter(|path| !is_puzzle(path) && !is_level(path)) {
        let (code, stderr) = plan(folder.path(), &sweep_with(path, "[0]"));
        let sentence = stderr.lines().next().unwrap_or_default();
        // Values with several forms, of which one is a table, name all of them.
        let form_errors = ["not a list", "not [0]", "found a list", "expected a word or a table"];
        let is_named = sentence.ends_with(" must be a table, not a list");
        let is_refused = form_errors.iter().any(|end| sentence.ends_with(end)) || sentence.contains(" is written as [");
        if code != Some(2) || !is_refused || is_named && !stderr.contains("= help: write {") {
            wrong.push(format!("{code:?} {stderr}"));
        }
        named += usize::from(is_named);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(named > 60, "{named} tables name their keys");
}
