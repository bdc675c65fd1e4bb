//! Defaults in the tables of keys and operators in `docs`, the reference of sweep files: each is that of the schema, and no row lacks one.
//! Of sentences, only those on shared settings are compared; `guide.rs` tests that the guide names every key.

use serde_json::Value;

use crate::guide::{root, text};
use crate::schema::the_schema;

/// Sections whose table of keys has a column of defaults, and the definition that has the keys; none is the top of the file.
const KEYS: [(&str, &str, Option<&str>); 9] = [
    ("docs/sweep-file.md", "## Top level", None),
    ("docs/configuration.md", "## Keys", Some("TrialConfig")),
    ("docs/configuration.md", "### Stop", Some("TrialConfig")),
    ("docs/configuration.md", "## Alphabet", Some("AlphabetConfig")),
    ("docs/operators.md", "## Memetic", Some("Memetic")),
    ("docs/operators.md", "## Islands", Some("Islands")),
    ("docs/algorithms.md", "### Evolution strategies", Some("EvolutionStrategy")),
    ("docs/algorithms.md", "### Niche archive", Some("Niches")),
    ("docs/puzzles.md", "## Keys", Some("Description")),
];

/// Sections whose table has the settings of an operator in a cell, and the definition that has the operators.
const OPERATORS: [(&str, &str, &str); 6] = [
    ("docs/operators.md", "## Selection", "Selection"),
    ("docs/operators.md", "## Crossover", "Crossover"),
    ("docs/operators.md", "## Mutation", "Mutation"),
    ("docs/operators.md", "## Survivor selection", "SurvivorSelection"),
    ("docs/operators.md", "## Restarts", "Restart"),
    ("docs/algorithms.md", "## Algorithms on genomes", "Algorithm"),
];

/// Settings that all operators of a section share, whose default is in a sentence outside the table.
const SHARED: [(&str, &str, &str); 3] = [
    ("rate", "0.9", "The default `rate` of every crossover is 0.9"),
    ("individual-rate", "1", "the default `individual-rate` of every mutation 1"),
    ("runs", "1", "`runs` (1–100,000, default 1)"),
];

/// The rows of the first table below a heading, as cells.
fn rows(page: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, below) = page.split_once(&format!("\n{heading}\n")).expect(heading);
    let below = below.split("\n#").next().unwrap();
    let table = below.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells =
        |line: &str| line.trim_matches('|').replace("\\|", "/").split('|').map(|cell| cell.trim().to_owned()).collect();
    table.skip(2).map(cells).collect()
}

/// A default in one form: without quotes, grouped digits and spaces.
fn plain(default: &str) -> String {
    let plain: String = default.chars().filter(|c| !"`\" ".contains(*c)).collect();
    let number = plain.replace(',', "");
    if number.parse::<f64>().is_ok() { number.trim_end_matches(".0").to_owned() } else { plain }
}

/// The value that a text begins with: code, a number, true or false; `None` for other words.
fn literal(text: &str) -> Option<String> {
    match text.strip_prefix('`') {
        Some(code) => code.split_once('`').map(|(code, _)| plain(code)),
        None => Some(plain(text)).filter(|word| word.parse::<f64>().is_ok() || word == "true" || word == "false"),
    }
}

/// The default of a key: that of the schema, or that of its description.
fn default_of(property: &Value) -> Option<String> {
    if let Some(default) = property.get("default") {
        return Some(plain(&default.to_string()));
    }
    let (_, rest) = property["description"].as_str()?.split_once("Default ")?;
    literal(rest.split([';', ':']).next()?.split(". ").next()?.trim_end_matches('.'))
}

/// A schema behind its reference, and that of the items of a list.
fn resolved<'s>(schema: &'s Value, part: &'s Value) -> &'s Value {
    if let Some(path) = part.get("$ref").and_then(Value::as_str) {
        return resolved(schema, schema.pointer(&path[1..]).expect("a definition"));
    }
    part.get("items").map_or(part, |items| resolved(schema, items))
}

/// The property of a key with dots.
fn property<'s>(schema: &'s Value, part: &'s Value, key: &str) -> Option<&'s Value> {
    match key.split_once('.') {
        Some((first, rest)) => property(schema, resolved(schema, &part["properties"][first]), rest),
        None => part["properties"].get(key),
    }
}

/// The first definition of an alternative with this name.
fn alternative<'s>(schema: &'s Value, part: &'s Value, name: &str) -> Option<&'s Value> {
    if let Some(property) = part.get("properties").and_then(|properties| properties.get(name)) {
        return Some(resolved(schema, property));
    }
    match part {
        Value::Object(fields) => fields.values().find_map(|field| alternative(schema, field, name)),
        Value::Array(items) => items.iter().find_map(|item| alternative(schema, item, name)),
        _ => None,
    }
}

/// The default of a key that a cell prints: `key` (V), `key` … default V, `key = V` (default) or `key`: V (default.
fn printed(cell: &str, key: &str, keys: &[&String]) -> Option<String> {
    if let Some((_, rest)) = cell.split_once(&format!("`{key} = ")) {
        return rest.split_once("` (default").map(|(value, _)| plain(value));
    }
    let (_, rest) = cell.split_once(&format!("`{key}`"))?;
    let ends = keys.iter().filter_map(|other| rest.find(&format!("`{other}`")).or(rest.find(&format!("`{other} = "))));
    let rest = &rest[..ends.min().unwrap_or(rest.len())];
    let end = |value: &str| value.split([')', ';']).next().map(plain);
    match rest.split_once("default") {
        Some((before, after)) if after.starts_with([')', ',']) => before.rsplit('`').nth(1).map(plain),
        Some((_, after)) => end(after.trim_start_matches(':')),
        None => end(rest.strip_prefix(" (")?),
    }
}

#[test]
fn tables_of_keys_print_the_defaults_of_the_schema() {
    let schema = the_schema();
    let mut count = 0;
    for (page, heading, definition) in KEYS {
        let part = definition.map_or(&schema, |name| &schema["$defs"][name]);
        for row in rows(&text(&root().join(page)), heading) {
            let names: Vec<&str> = row[0].split('`').skip(1).step_by(2).collect();
            let defaults: Vec<&str> =
                if names.len() > 1 { row[1].split(", ").collect() } else { vec![row[1].as_str()] };
            for (name, written) in names.iter().zip(&defaults) {
                let Some(property) = property(&schema, part, name) else { continue };
                match (default_of(property), literal(written)) {
                    (Some(default), Some(written)) => assert_eq!(written, default, "{page}: {heading}: {name}"),
                    (Some(default), None) => {
                        panic!("{page}: {heading}: {name} has the default {default}, not {written}")
                    }
                    // An empty value is the same as none.
                    (None, Some(written)) => {
                        assert!(written.is_empty() || written == "[]", "{page}: {heading}: {name}")
                    }
                    (None, None) => continue,
                }
                count += 1;
            }
        }
    }
    assert!(count > 38, "only {count} defaults");
}

#[test]
fn tables_of_operators_print_the_defaults_of_the_schema() {
    let schema = the_schema();
    let mut count = 0;
    for (page, heading, family) in OPERATORS {
        let page = text(&root().join(page));
        let sentences = page.replace('\n', " ");
        let operators = &schema["$defs"][family];
        for row in rows(&page, heading) {
            let name = row[0].split(['`', '"', ' ']).find(|word| !word.is_empty()).unwrap();
            let Some(operator) = alternative(&schema, operators, name) else { continue };
            let properties = operator["properties"].as_object();
            let Some(properties) = properties else { continue };
            let keys: Vec<&String> = properties.keys().collect();
            for (key, property) in properties {
                let Some(default) = default_of(property).filter(|_| property["deprecated"] != true) else { continue };
                if let Some((_, shared, sentence)) = SHARED.iter().find(|(shared, ..)| shared == key) {
                    assert!(default == *shared && sentences.contains(sentence), "{name}: {key} = {default}");
                } else if !row[1].contains(&format!("`{key}` as above")) {
                    assert_eq!(printed(&row[1], key, &keys), Some(default), "{heading}: {name}: {key}: {}", row[1]);
                }
                count += 1;
            }
        }
    }
    assert!(count > 60, "only {count} defaults");
}
