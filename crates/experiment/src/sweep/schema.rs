//! [`schema`]: the JSON Schema of sweep files, for editors.

#[cfg(all(test, feature = "schema"))]
mod derived;

use serde_json::{Value, json};

use evocube_engine::evaluation::Penalize;
use evocube_engine::evolve::algorithm::BuildOptimizer;
use evocube_engine::evolve::crossover::Cross;
use evocube_engine::evolve::mutation::Mutate;
use evocube_engine::evolve::selection::Select;
use evocube_engine::evolve::survivor::Survive;
use evocube_engine::optimizer::{Observe, StopRule};
use evocube_engine::registered::ComponentKind;

/// The schema without registered components, which follows from the types that read a sweep file and from their doc comments.
const SHIPPED: &str = include_str!("../../sweep.schema.json");

/// Returns the JSON Schema (draft 2020-12) of sweep files, registered components included.
///
/// It describes keys, words, types and ranges of numbers. Combinations of values are checked when the sweep is read.
#[must_use]
pub fn schema() -> Value {
    let mut root: Value = serde_json::from_str(SHIPPED).expect("a check compares it with the types");
    let definitions = &mut root["$defs"];
    for (kind, names) in [
        ("Algorithm", <dyn BuildOptimizer>::table().names()),
        ("Crossover", <dyn Cross>::table().names()),
        ("Mutation", <dyn Mutate>::table().names()),
        ("Objective", <dyn Penalize>::table().names()),
        ("Selection", <dyn Select>::table().names()),
        ("SurvivorSelection", <dyn Survive>::table().names()),
    ] {
        if let Value::Array(alternatives) = &mut definitions[kind]["anyOf"] {
            alternatives.extend(registered(&names));
        }
    }
    if let Some(mut rule) = registered(&<dyn StopRule>::table().names()) {
        rule["description"] = json!("A registered rule, checked after every generation.");
        definitions["StopCriterion"]["properties"]["rule"] = rule;
    }
    if let Some(observers) = registered(&<dyn Observe>::table().names()) {
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
