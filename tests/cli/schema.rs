//! The JSON Schema of sweep files: it accepts good sweeps, and refuses misspelled keys and words, wrong values and missing keys. The
//! checker of these tests ignores patterns. Keys are described, and registered components named. Mistakes that evocube itself reports are
//! in `bad_sweeps.rs`. `the_schema` serves other tests, too.

use std::fs;
use std::path::Path;

use evocube::evolve::algorithm::BuildOptimizer;
use evocube::experiment::sweep::schema;
use evocube::prelude::{Cross, Mutate, Observe, Penalize, Registry, Select, StopRule, Survive};
use evocube::registered::ComponentKind;
use serde_json::{Map, Value};

use crate::common::done_in as done;

/// Keywords that the checker below applies, and keywords of descriptions.
const KNOWN: [&str; 27] = [
    "$defs",
    "$ref",
    "$schema",
    "additionalProperties",
    "anyOf",
    "const",
    "default",
    "deprecated",
    "description",
    "enum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "oneOf",
    "pattern",
    "properties",
    "required",
    "title",
    "type",
    "uniqueItems",
];

/// Checks a value by draft 2020-12, for the keywords that the schema uses. Patterns are ignored.
fn accepts(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let Value::Object(schema) = schema else {
        return if schema == &Value::Bool(true) { Ok(()) } else { Err(format!("nothing is allowed here: {value}")) };
    };
    let number = |key: &str| schema.get(key).and_then(Value::as_f64);
    let fail = |why: &str| Err(format!("{why}: {value} by {}", Value::Object(schema.clone())));
    if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
        accepts(root, root.pointer(&path[1..]).expect("a definition"), value)?;
    }
    if let Some(kind) = schema.get("type").and_then(Value::as_str) {
        let is = match kind {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            other => panic!("type {other}"),
        };
        if !is {
            return fail("type");
        }
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return fail("const");
    }
    if schema.get("enum").is_some_and(|words| !words.as_array().unwrap().contains(value)) {
        return fail("enum");
    }
    if let Some(float) = value.as_f64() {
        let above = number("minimum").is_none_or(|min| float >= min);
        if !above || number("maximum").is_some_and(|max| float > max) {
            return fail("range");
        }
    }
    let size = match value {
        Value::Object(object) => Some((object.len(), "minProperties", "maxProperties")),
        Value::Array(items) => Some((items.len(), "minItems", "maxItems")),
        Value::String(text) => Some((text.chars().count(), "minLength", "maxLength")),
        _ => None,
    };
    if let Some((size, min, max)) = size {
        let size = size as f64;
        if number(min).is_some_and(|min| size < min) || number(max).is_some_and(|max| size > max) {
            return fail("size");
        }
    }
    if let Value::Object(object) = value {
        check_object(root, schema, object)?;
    }
    if let (Some(items), Value::Array(values)) = (schema.get("items"), value) {
        values.iter().try_for_each(|value| accepts(root, items, value))?;
    }
    for (keyword, expected) in [("anyOf", 1..=usize::MAX), ("oneOf", 1..=1)] {
        let Some(alternatives) = schema.get(keyword).and_then(Value::as_array) else { continue };
        let results: Vec<_> = alternatives.iter().map(|schema| accepts(root, schema, value)).collect();
        if !expected.contains(&results.iter().filter(|result| result.is_ok()).count()) {
            let reasons: Vec<_> = results.into_iter().filter_map(Result::err).collect();
            return Err(format!("{keyword}: {value}: {reasons:#?}"));
        }
    }
    Ok(())
}

fn check_object(root: &Value, schema: &Map<String, Value>, object: &Map<String, Value>) -> Result<(), String> {
    for key in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        if !object.contains_key(key.as_str().unwrap()) {
            return Err(format!("{key} is missing"));
        }
    }
    for (key, value) in object {
        let property = schema.get("properties").and_then(|property| property.get(key));
        match property.or(schema.get("additionalProperties")) {
            Some(Value::Bool(false)) if property.is_none() => return Err(format!("unknown key {key}")),
            Some(schema) => accepts(root, schema, value).map_err(|error| format!("{key}: {error}"))?,
            None => {}
        }
    }
    Ok(())
}

/// Checks the text of a sweep.
fn check(schema: &Value, text: &str) -> Result<(), String> {
    let table: toml::Table = text.parse().expect("it is TOML");
    accepts(schema, schema, &serde_json::to_value(table).unwrap())
}

pub(crate) fn the_schema() -> Value {
    serde_json::from_str(&done(Path::new("."), &["schema"])).unwrap()
}

/// Returns the sweeps of the repository: shipped, of tests, of examples, and in the docs.
fn sweeps() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sweeps = Vec::new();
    for folder in ["experiments", "tests/data", "examples", "docs", "."] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is = |extension: &str| name.ends_with(extension);
            if is(".toml") && folder != "." && name != "own_components.toml" {
                sweeps.push((name, fs::read_to_string(path).unwrap()));
            } else if is(".md") {
                let text = fs::read_to_string(&path).unwrap();
                let blocks = text.split("```toml\n").skip(1).map(|block| block.split("```").next().unwrap());
                let whole = blocks.filter(|block| block.starts_with("name = ") && block.contains("seed = "));
                sweeps.extend(whole.map(|block| (name.clone(), block.to_owned())));
            }
        }
    }
    sweeps
}

#[test]
fn good_sweeps_are_accepted() {
    let schema = the_schema();
    let sweeps = sweeps();
    assert!(sweeps.len() > 24, "{}", sweeps.len());
    for (name, text) in &sweeps {
        check(&schema, text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    }
}

const GOOD: &str = "name = 'x'\nseed = 1\nbaselines = ['layers']\n[[instance]]\nscramble = 'R U'\n[base]\npopulation = 10\n\
    alphabet = { turns = ['U'], macros = 'none' }\ncrossover.one-point.rate = 0.5\nmutation = 'uniform'\nrestart = 'none'\n\
    stop = { generations = 3, target = 'none' }\nalgorithm = 'kociemba'\n[[stage]]\nname = 'a'\nselect = 'most-solved'\n\
    [[stage.factor]]\nkey = 'elitism'\nlevels = [0, 1]\nwhen = { key = 'population', is = 10 }\n";

#[test]
fn misspelled_keys_and_words_are_refused() {
    let schema = the_schema();
    assert_eq!(check(&schema, GOOD), Ok(()));
    for (right, wrong) in [
        ("seed =", "sed ="),
        ("seed = 1", "seed = -1"),
        ("seed = 1", "seed = 'one'"),
        ("baselines = ['layers']", "baselines = ['layer']"),
        ("scramble", "scrambel"),
        ("scramble = 'R U'", "scramble = 'R U'\nrandom = 3"),
        ("population = 10", "populaton = 10"),
        ("population = 10", "population = 1"),
        ("turns = ['U']", "turn = ['U']"),
        ("macros = 'none'", "macros = 'no'"),
        ("crossover.one-point.rate", "crossover.onepoint.rate"),
        ("crossover.one-point.rate", "crossover.one-point.rat"),
        ("rate = 0.5", "rate = 1.5"),
        ("'uniform'", "'unform'"),
        ("restart = 'none'", "restart = 'non'"),
        ("generations = 3", "generation = 3"),
        ("target = 'none'", "target = 'nothing'"),
        ("'kociemba'", "'kociembo'"),
        ("'kociemba'", "{ evolution-strateg = {} }"),
        ("'kociemba'", "{ evolution-strategy = { parent = 3 } }"),
        ("select", "selct"),
        ("most-solved", "most-solve"),
        ("key = 'elitism'", "kye = 'elitism'"),
        ("levels", "level"),
        ("is = 10", "iss = 10"),
        ("[[stage]]\nname = 'a'", "[[stage]]"),
        ("name = 'x'\n", ""),
        ("[[instance]]\nscramble = 'R U'\n", ""),
    ] {
        assert!(GOOD.contains(right) && check(&schema, &GOOD.replacen(right, wrong, 1)).is_err(), "{wrong}");
    }
    for algorithm in ["algorithm.evolution-strategy = { solved = 3 }", "algorithm = 'niche-archive'"] {
        assert_eq!(check(&schema, &GOOD.replace("algorithm = 'kociemba'", algorithm)), Ok(()), "{algorithm}");
    }
    // Required keys may be in an included file.
    assert_eq!(check(&schema, "include = 'base.toml'\n[base]\npopulation = 20\n"), Ok(()));
}

#[test]
fn the_schema_of_a_program_has_the_names_of_its_components() {
    fn with_component<T: ComponentKind + ?Sized>(registry: Registry) -> Registry {
        registry.component::<T>("of-a-program", "1", |_| unreachable!("only its name is used"))
    }
    let registry = with_component::<dyn BuildOptimizer>(with_component::<dyn Cross>(with_component::<dyn Mutate>(
        Registry::new(),
    )));
    let registry =
        with_component::<dyn Observe>(with_component::<dyn Penalize>(with_component::<dyn Select>(registry)));
    let registry = with_component::<dyn Survive>(with_component::<dyn StopRule>(registry));
    let schemas = [schema(&registry), the_schema()];
    let keys = ["algorithm", "crossover", "mutation", "objective", "selection", "replacement", "stop.rule"];
    for (value, is_registered) in
        [("'of-a-program'", true), ("{ of-a-program = { any = 1 } }", true), ("'of-a'", false)]
    {
        let head = |observers: &str| {
            format!("name = 'x'\nseed = 1\n{observers}[[instance]]\nscramble = 'R U'\n[base]\nstop.generations = 3\n")
        };
        let base_values = keys.map(|key| head("") + &format!("{key} = {value}\n"));
        for sweep in base_values.into_iter().chain([head(&format!("observers = [{value}]\n"))]) {
            let accepted = [&schemas[0], &schemas[1]].map(|schema| check(schema, &sweep).is_ok());
            assert_eq!(accepted, [is_registered, false], "{sweep}");
        }
    }
}

#[test]
fn the_schema_describes_keys() {
    let schema = the_schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let base = &schema["$defs"]["TrialConfig"]["properties"];
    assert_eq!(base["population"]["minimum"], 2);
    assert_eq!(base["population"]["maximum"], 10_000_000);
    assert_eq!(base["population"]["default"], 100);
    assert_eq!(base["population"]["description"], "Number of individuals on each island. Default 100.");
    assert!(!schema.to_string().contains("deprecated"));
    fn keywords(schema: &Value, unchecked: &mut Vec<String>) {
        match schema {
            Value::Object(object) => {
                for (key, inner) in object {
                    unchecked.push(key.clone());
                    match key.as_str() {
                        "properties" | "$defs" => {
                            inner.as_object().unwrap().values().for_each(|schema| keywords(schema, unchecked));
                        }
                        "default" | "const" | "enum" => {}
                        _ => keywords(inner, unchecked),
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|schema| keywords(schema, unchecked)),
            _ => {}
        }
    }
    let mut unchecked = Vec::new();
    keywords(&schema, &mut unchecked);
    unchecked.retain(|keyword| !KNOWN.contains(&keyword.as_str()));
    assert_eq!(unchecked, Vec::<String>::new(), "keywords that the checker does not know");
    // Every key at the top and of [base] has a description.
    let top = schema["properties"].as_object().unwrap();
    for (key, property) in top.iter().chain(base.as_object().unwrap()) {
        assert!(property["description"].is_string(), "{key}: {property}");
    }
    assert!(!schema.to_string().contains("null"), "TOML has no null");
}
