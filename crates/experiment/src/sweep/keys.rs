//! The keys at the top of a sweep file and of `[base]`, corrections of unknown keys in any table, and examples of values for messages.
//! Values are read elsewhere: at the top in `parse`, of `[base]` by the engine, of other tables in `stages`, `factors` and `states`.

use serde::de::DeserializeOwned;

use super::diagnostic::{Diagnostic, Repair};
use evocube_cube::document::{Mistake, Node};
use evocube_cube::text::{quoted, similar};
use evocube_engine::alphabet::AlphabetConfig;
use evocube_engine::evolve::config::{GenomeConfig, TrialConfig};
use evocube_engine::evolve::islands::Islands;
use evocube_engine::optimizer::StopCriterion;

/// The keys at the top of a file that hold no tables.
pub(super) const OF_THE_TOP: [&str; 19] = [
    "name", "notes", "question", "seed", "repetitions", "holdout", "log-every", "log-at-evaluations", "observers",
    "baselines", "goal", "outcome", "outcomes", "effort", "equivalence", "include", "design", "points", "forbid",
];

/// The tables of a file.
pub(super) const TABLES: [&str; 4] = ["instance", "base", "stage", "factor"];

/// Returns the keys of a table, which the mistake about any other key names.
fn keys_of<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut table = Node::table();
    table.insert("", 0..0, Node::table());
    match table.read::<T>().map_err(|wrong| wrong.mistake) {
        Err(Mistake::UnknownKey { keys, .. }) => keys,
        _ => unreachable!("no key is empty"),
    }
}

/// Returns the keys of `[base]`.
pub(super) fn of_base() -> &'static [&'static str] {
    keys_of::<TrialConfig>()
}

/// Returns tables of keys that are often written in another table.
fn homes() -> [(&'static str, &'static [&'static str]); 10] {
    [
        ("belongs to the top of the file, before the first table", &OF_THE_TOP),
        ("is a key of [[instance]]", &["file", "scramble", "state", "random", "format", "dialect"]),
        ("is a key of [[factor]]", &["key", "levels", "range", "scale", "when"]),
        ("is a key of [[stage]]", &["select"]),
        ("is a key of [base]", of_base()),
        ("is a key of genome", keys_of::<GenomeConfig>()),
        ("is a key of stop", keys_of::<StopCriterion>()),
        ("is a key of alphabet", keys_of::<AlphabetConfig>()),
        ("is a key of selection", &["tournament"]),
        ("is a key of islands", keys_of::<Islands>()),
    ]
}

/// Names under which a limit of time is looked for in `stop`.
const OF_CLOCKS: [&str; 7] = ["seconds", "minutes", "hours", "time", "time-limit", "timeout", "duration"];

/// Returns the diagnostic of an unknown key; `parents` is the path of its table.
pub(super) fn unknown(name: &str, names: &[&'static str], parents: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(format!("unknown key {}", quoted(name)), None);
    if name == "base" && names.contains(&"population") {
        return diagnostic.help("keys inside [base] are written without base, as in population = 100");
    }
    if names.contains(&"stagnation") && OF_CLOCKS.contains(&name) {
        return diagnostic
            .help("a trial has no limit of time, because its result would depend on the machine: limit evaluations");
    }
    let home = homes().into_iter().find(|(_, keys)| keys.contains(&name) && !names.contains(&name));
    if let Some((home, _)) = home {
        return diagnostic.help(format!("{name} {home}"));
    }
    match similar(name, names.iter().copied()) {
        Some(key) => {
            let form = match key {
                "instance" | "stage" | "factor" if names.contains(&"seed") => format!("[[{key}]]"),
                "factor" if parents == ["stage"] => "[[stage.factor]]".to_owned(),
                "base" => "[base]".to_owned(),
                key => key.to_owned(),
            };
            diagnostic.help(format!("did you mean {form}?")).repaired(Repair::Rename(key))
        }
        None if names.is_empty() => diagnostic.help("no key belongs here: leave it out"),
        None => diagnostic.help(format!("the keys here are {}", names.join(", "))),
    }
}

/// Returns an example of a condition, or of a key of `[base]` its default, unless that is a table.
pub(super) fn example(path: &[String]) -> Option<String> {
    if path.last().is_some_and(|key| key == "when") {
        return Some("when = { key = \"crossover\", is = \"one-point\" }".to_owned());
    }
    if path.last().is_some_and(|key| key == "at") {
        return Some("at = { elitism = 1 }".to_owned());
    }
    let table = toml::Value::Table(TrialConfig::default().to_printed_table());
    let value = path.iter().try_fold(&table, |table, key| table.get(key))?;
    (!value.is_table() && !value.is_array()).then(|| format!("{} = {value}", path.join(".")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misplaced_keys_are_told_their_table() {
        let help = |name: &str| unknown(name, &["population", "elitism", "crossover"], &[]).help.unwrap();
        assert_eq!(help("repetitions"), "repetitions belongs to the top of the file, before the first table");
        assert_eq!(help("generations"), "generations is a key of stop");
        assert_eq!(help("tournament"), "tournament is a key of selection");
        assert_eq!(help("scramble"), "scramble is a key of [[instance]]");
        assert_eq!(help("base"), "keys inside [base] are written without base, as in population = 100");
        assert_eq!(help("populaton"), "did you mean population?");
        assert_eq!(help("Cross_over"), "did you mean crossover?");
        assert_eq!(help("weather"), "the keys here are population, elitism, crossover");
        let alphabet_key = |name: &str| unknown(name, &["turns", "macros"], &["alphabet"]).help.unwrap();
        assert_eq!(alphabet_key("macro"), "did you mean macros?");
        assert_eq!(alphabet_key("weather"), "the keys here are turns, macros");
        assert_eq!(unknown("factors", &["seed", "factor"], &[]).help.unwrap(), "did you mean [[factor]]?");
        assert_eq!(unknown("x", &[], &[]).help.unwrap(), "no key belongs here: leave it out");
    }
}
