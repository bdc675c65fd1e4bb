//! Former names of keys, which are read until 1.0 and never printed.

use toml::{Table, Value};

use crate::experiment::design_point::{ALGORITHM, DesignPoint};
use crate::text::similar;

/// The table of a key, its name and its former name.
pub(super) const FORMER_NAMES: [(&str, &str, &str); 18] = [
    ("algorithm", "evolution-strategy", "es"),
    ("algorithm", "niche-archive", "niches"),
    ("alphabet", "macros", "composites"),
    ("alphabet", "no-op", "no-turn"),
    ("commutators", "max-pieces", "most-pieces"),
    ("genome", "parsimony-tiebreak", "shorter"),
    ("islands", "emigrants", "leave"),
    ("islands", "replaced", "replace"),
    ("steady-state", "offspring", "children"),
    ("steady-state", "replaced", "replace"),
    ("growing", "max", "most"),
    ("one-fifth", "min", "least"),
    ("one-fifth", "max", "most"),
    ("probability-matching", "min", "least"),
    ("adaptive-pursuit", "min", "least"),
    ("evolution-strategy", "solved", "solvers"),
    ("evolution-strategy", "extra-generations", "extra"),
    ("evolution-strategy", "max-generations", "patience"),
];

/// Returns the other name of a key of a table: the former name of a present one, or the present name of a former one.
pub(super) fn other_name(table: &str, key: &str) -> Option<&'static str> {
    FORMER_NAMES.iter().filter(|(of, ..)| *of == table).find_map(|&(_, name, former)| match key {
        key if key == name => Some(former),
        key if key == former => Some(name),
        _ => None,
    })
}

/// Returns whether a key of a table is a former name.
pub(super) fn is_former_name(table: &str, key: &str) -> bool {
    FORMER_NAMES.iter().any(|(of, _, former)| *of == table && *former == key)
}

/// Returns the name and the former name of the key of a table whose former name is misspelled.
pub(super) fn similar_to_former(table: &str, key: &str) -> Option<(&'static str, &'static str)> {
    let of = FORMER_NAMES.iter().filter(|(of, ..)| *of == table);
    let found = similar(key, of.clone().map(|(.., former)| *former))?;
    of.map(|&(_, name, former)| (name, former)).find(|(_, former)| *former == found)
}

/// Returns a configuration as `[base]` of a sweep file, with the present names of all keys.
pub(super) fn whole_base_table(point: &DesignPoint) -> Table {
    with_present_names("base", point.to_table())
}

/// Returns [`whole_base_table`] without the algorithm if that is the genetic algorithm, the default.
pub(in crate::experiment) fn base_table(point: &DesignPoint) -> Table {
    let mut table = whole_base_table(point);
    if point.is_genetic_algorithm() {
        table.remove(ALGORITHM);
    }
    table
}

/// Replaces the former names of the keys of a table of this name and of all tables in it.
fn with_present_names(of: &str, table: Table) -> Table {
    let present = |key: &str| FORMER_NAMES.iter().find(|(table, _, former)| *table == of && *former == key);
    table
        .into_iter()
        .map(|(key, value)| {
            let name = present(&key).map_or(key, |(_, name, _)| (*name).to_owned());
            let value = with_present_values(&name, value);
            (name, value)
        })
        .collect()
}

fn with_present_values(of: &str, value: Value) -> Value {
    match value {
        Value::Table(table) => Value::Table(with_present_names(of, table)),
        Value::Array(values) => Value::Array(values.into_iter().map(|value| with_present_values(of, value)).collect()),
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::experiment::sweep::Sweep;

    #[test]
    fn configurations_are_printed_with_present_names_and_read_again() {
        let base = "alphabet.composites = [{ name = \"a\", moves = \"R U\" }]\nalphabet.no-turn = true\n\
                    islands = { count = 2, leave = \"best\", replace = \"worst\" }\n\
                    genome.shorter = true\nmutation.sequence = [{ uniform = {} }]\nrestart.growing = { stagnation = 5, most = 100000 }\n";
        let es = "strategy.es = { parents = 1, offspring = 2, solvers = 4, extra = 3 }\n";
        for (base, names, former) in [
            (
                base,
                &["macros", "emigrants", "replaced", "parsimony-tiebreak", "max"][..],
                &["composites", "no-turn", "leave", "shorter", "most"][..],
            ),
            (
                es,
                &["[base.algorithm.evolution-strategy]", "extra-generations", "solved"],
                &["strategy.es", "extra =", "solvers"],
            ),
        ] {
            let sweep = |base: &str| {
                let text = format!("name = \"x\"\nseed = 1\n[[instance]]\nrandom = 1\n{base}");
                Sweep::parse(&text, Path::new("x.toml")).unwrap()
            };
            let read = sweep(&format!("[base]\n{base}"));
            let table = Table::from_iter([("base".to_owned(), Value::Table(base_table(&read.base)))]);
            let text = toml::to_string(&table).unwrap();
            names.iter().for_each(|name| assert!(text.contains(name), "{name}: {text}"));
            former.iter().for_each(|name| assert!(!text.contains(name), "{name}: {text}"));
            assert_eq!(sweep(&text).base, read.base);
        }
    }
}
