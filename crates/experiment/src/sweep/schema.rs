//! [`schema`]: the JSON Schema of sweep files, for editors, with the registered components. It describes single values; combinations are
//! checked when a sweep is read. Tests compare the shipped schema with the types.

use serde_json::{Value, json};

use evocube_engine::registered::{Kind, Registry};

/// The schema without registered components, which follows from the types that read a sweep file and from their doc comments.
const SHIPPED: &str = include_str!("../../sweep.schema.json");

/// Returns the JSON Schema (draft 2020-12) of sweep files, with the components of a registry.
///
/// It describes keys, words, types and ranges of numbers. Combinations of values are checked when the sweep is read.
pub fn schema(registry: &Registry) -> Value {
    let mut root: Value = serde_json::from_str(SHIPPED).expect("a check compares it with the types");
    let definitions = &mut root["$defs"];
    for (definition, kind) in [
        ("Algorithm", Kind::Algorithm),
        ("Crossover", Kind::Crossover),
        ("Mutation", Kind::Mutation),
        ("Objective", Kind::Objective),
        ("Selection", Kind::Selection),
        ("SurvivorSelection", Kind::SurvivorSelection),
    ] {
        if let Value::Array(alternatives) = &mut definitions[definition]["anyOf"] {
            alternatives.extend(registered(&registry.names(kind)));
        }
    }
    if let Some(mut rule) = registered(&registry.names(Kind::StopRule)) {
        rule["description"] = json!("A registered rule, checked after every generation.");
        definitions["StopCriterion"]["properties"]["rule"] = rule;
    }
    if let Some(observers) = registered(&registry.names(Kind::Observer)) {
        root["properties"]["observers"]["items"] = observers;
    }
    root
}

/// Returns the schema of registered components, by the name alone or with any settings; `None` without names.
fn registered(names: &[&str]) -> Option<Value> {
    let table = |name: &&str| json!({ "type": "object", "properties": { *name: {} }, "required": [name], "additionalProperties": false });
    let alternatives = names.iter().map(table).chain([json!({ "enum": names })]);
    (!names.is_empty()).then(|| json!({ "anyOf": alternatives.collect::<Vec<_>>() }))
}

/// The JSON Schema of sweep files as it follows from the types that read them, and its comparison with the shipped file.
#[cfg(test)]
mod derived {
    #![cfg(feature = "schema")]

    use schemars::generate::SchemaSettings;
    use serde_json::{Map, Value, json};

    use crate::sweep::parse::Head;

    fn derived() -> Value {
        let generator = SchemaSettings::draft2020_12().into_generator();
        let mut root = generator.into_root_schema_for::<Head>().to_value();
        tidy(&mut root);
        root["title"] = json!("Sweep file of evocube");
        root["description"] =
            json!("An experiment: instances, a configuration that all trials share, and factors that vary.");
        // Required keys may be in the included file.
        root["anyOf"] = json!([{ "required": ["include"] }, { "required": ["name", "instance"] }]);
        if let Some(root) = root.as_object_mut() {
            root.remove("required");
        }
        root
    }

    /// Removes `null`, which TOML does not have, and defaults of tables; writes descriptions as plain text.
    fn tidy(schema: &mut Value) {
        match schema {
            Value::Object(object) => {
                tidy_object(object);
                object.values_mut().for_each(tidy);
            }
            Value::Array(items) => items.iter_mut().for_each(tidy),
            _ => {}
        }
    }

    fn tidy_object(object: &mut Map<String, Value>) {
        // Inner keys have their own defaults.
        if object.get("default").is_some_and(|default| default.is_null() || default.is_object()) {
            object.remove("default");
        }
        if let Some(Value::Object(properties)) = object.get_mut("properties") {
            properties.retain(|_, schema| !is_nothing(schema));
        }
        if let Some(Value::Array(types)) = object.get_mut("type") {
            types.retain(|name| name != "null");
            if let [only] = &types[..] {
                let only = only.clone();
                object.insert("type".to_owned(), only);
            }
        }
        if let Some(Value::Array(words)) = object.get_mut("enum") {
            words.retain(|word| !word.is_null());
        }
        if let Some(Value::Array(alternatives)) = object.get_mut("anyOf") {
            alternatives.retain(|schema| !is_nothing(schema));
            if let [only] = &mut alternatives[..] {
                let only = only.take();
                object.remove("anyOf");
                let mut all = Value::Object(std::mem::take(object));
                extend(&mut all, only);
                *object = all.as_object_mut().map(std::mem::take).unwrap_or_default();
            }
        }
        if let Some(Value::String(text)) = object.get_mut("description") {
            *text = plain(text);
        }
    }

    /// Returns whether the schema allows no value of TOML.
    fn is_nothing(schema: &Value) -> bool {
        *schema == false || schema["type"] == "null"
    }

    /// Adds the keys of a schema to another one.
    fn extend(schema: &mut Value, other: Value) {
        if let (Value::Object(schema), Value::Object(other)) = (schema, other) {
            for (key, value) in other {
                schema.entry(key).or_insert(value);
            }
        }
    }

    /// Returns a doc comment without links and without the example at its end, each paragraph on a line.
    fn plain(comment: &str) -> String {
        let comment = comment.split("```").next().unwrap_or_default().trim_end();
        let paragraphs: Vec<String> =
            comment.split("\n\n").map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        let mut rest = paragraphs.join("\n");
        let mut text = String::new();
        while let Some(link) = rest.find("[`") {
            let Some(end) = rest[link..].find("`]").map(|end| link + end) else { break };
            text.push_str(&rest[..link]);
            text.push_str(&rest[link + 1..=end]);
            let tail = &rest[end + 2..];
            let target = tail.strip_prefix('(').and_then(|target| target.split_once(')'));
            rest = target.map_or(tail, |(_, tail)| tail).to_owned();
        }
        text + &rest
    }

    #[cfg(test)]
    mod tests {
        use std::{env, fs};

        use super::*;
        use crate::sweep::schema::SHIPPED;

        #[test]
        fn descriptions_have_no_links_and_examples() {
            assert_eq!(plain("See [`A`](b::A)\nand [`C`].\n\nOr\nd.\n\n```\nuse a;\n```"), "See `A` and `C`.\nOr d.");
        }

        #[test]
        fn the_shipped_schema_is_that_of_the_types() {
            let text = format!("{:#}\n", derived());
            if env::var_os("EVOCUBE_UPDATE").is_some() {
                fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/sweep.schema.json"), text).unwrap();
            } else {
                let differing = text.lines().zip(SHIPPED.lines()).find(|(derived, shipped)| derived != shipped);
                assert!(
                    text == SHIPPED,
                    "EVOCUBE_UPDATE=1 rewrites crates/experiment/sweep.schema.json: {differing:?}"
                );
            }
        }
    }
}
