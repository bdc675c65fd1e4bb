//! [`Differences`]: the keys whose values differ between sweeps that are compared, and the numbers of their configurations. Values of one
//! sweep by key are here, too; the differences are found by `evocube_report::compare`.

use std::collections::BTreeMap;

use super::SweepSummary;

impl SweepSummary {
    /// Returns the values of the sweep by their keys: those that no stage varies, and of a factor its levels.
    pub fn settings(&self) -> BTreeMap<String, String> {
        let numbers = [("seed", self.seed), ("repetitions", self.repetitions)];
        let mut all: BTreeMap<String, String> =
            numbers.into_iter().map(|(key, number)| (key.to_owned(), number.to_string())).collect();
        if let Ok(base) = self.base_toml.parse::<toml::Table>() {
            add_values(&toml::Value::Table(base), "", &mut all);
        }
        let factors = self.stages.iter().flat_map(|stage| &stage.factors);
        all.extend(factors.map(|factor| (factor.key.clone(), factor.levels.join(", "))));
        all
    }
}

/// Adds the values inside a value by their keys with dots.
fn add_values(value: &toml::Value, path: &str, all: &mut BTreeMap<String, String>) {
    match value {
        toml::Value::Table(table) if !table.is_empty() => {
            for (key, inner) in table {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                add_values(inner, &path, all);
            }
        }
        toml::Value::String(text) => drop(all.insert(path.to_owned(), text.clone())),
        other => drop(all.insert(path.to_owned(), other.to_string())),
    }
}

/// The differences of sweeps that are compared: their values, and the numbers of their configurations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differences {
    /// The keys whose values differ, with the value of each sweep; `None` where it has no such key.
    pub settings: Vec<(String, Vec<Option<String>>)>,
    /// The number of configurations of each sweep, of which the best is compared.
    pub configurations: Vec<u64>,
}
