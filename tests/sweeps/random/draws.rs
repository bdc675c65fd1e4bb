//! [`Draws`]: draws valid sweeps of a few short trials for the tests of the parent module, of `limits` and of `elementary`, each with a
//! smaller one that it extends. Values of `[base]`, other than `stop`, and of levels follow the JSON Schema, without `initial`, files and
//! what is slow; `stop` and the keys around `[base]` are a fixed choice. No test is here.

use std::sync::LazyLock;

use serde_json::Value as Schema;
use toml::{Table, Value};

use super::*;

/// The shipped schema, which has no component of a test.
pub(super) static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../crates/experiment/sweep.schema.json")).expect("a JSON document")
});

/// Words that need large tables.
const HEAVY: [&str; 4] = ["kociemba", "korf", "pocket", "thistlethwaite"];

/// Keys of a configuration that are not drawn: the length of a trial, and files.
const FIXED: [&str; 2] = ["initial", "stop"];

/// Keys that bound the work of a trial, which the algorithms of their tables always have here.
const BOUNDS: [&str; 9] =
    ["attempts", "backward", "evaluations", "max-failures", "offspring", "parents", "runs", "solved", "steps"];

/// Keys that are left out: longer words give alphabets of commutators that take minutes.
const SLOW: [&str; 2] = ["a-length", "b-length"];

/// Depth of values within values from which the first form is taken, such as a word.
const DEEP: usize = 8;

/// Draws values of the schema.
pub(crate) struct Draws {
    stream: Stream,
}

impl Draws {
    pub(crate) fn new(seed: &Seed) -> Self {
        Self { stream: seed.stream() }
    }

    /// Returns a number below a bound.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.stream.index(bound)
    }

    /// Returns whether an event of probability 1 / `count` happens.
    pub(super) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Returns a value that a schema accepts, with small numbers; `None` where only the user knows one, such as a path.
    pub(super) fn value(&mut self, schema: &Schema, depth: usize) -> Option<Value> {
        if let Some(path) = schema.get("$ref").and_then(Schema::as_str) {
            return self.value(SCHEMA.pointer(&path[1..]).expect("a definition"), depth);
        }
        if let Some(constant) = schema.get("const") {
            return constant.as_str().map(Value::from);
        }
        let list = |key: &str| schema.get(key).and_then(Schema::as_array);
        if let Some(words) = list("enum") {
            let words: Vec<&str> =
                words.iter().filter_map(Schema::as_str).filter(|word| !HEAVY.contains(word)).collect();
            return Some(words[self.below(words.len())].into());
        }
        if let Some(forms) = list("anyOf").or(list("oneOf")) {
            let form = if depth < DEEP { self.below(forms.len()) } else { 0 };
            return self.value(&forms[form], depth + 1);
        }
        match schema.get("type").and_then(Schema::as_str)? {
            "boolean" => Some(self.one_in(2).into()),
            "integer" => Some(self.integer(schema).into()),
            "number" => Some(self.number(schema).into()),
            "array" => {
                let count = |key: &str, default: u64| schema.get(key).and_then(Schema::as_u64).unwrap_or(default);
                let min = count("minItems", 1);
                let count = min + self.stream.below(count("maxItems", min + 2) - min + 1);
                let items: Option<Vec<Value>> = (0..count).map(|_| self.value(&schema["items"], depth + 1)).collect();
                items.map(Value::Array)
            }
            "object" => self.table(schema, depth).map(Value::Table),
            _ => None,
        }
    }

    fn table(&mut self, schema: &Schema, depth: usize) -> Option<Table> {
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Schema::as_array)
            .into_iter()
            .flatten()
            .filter_map(Schema::as_str)
            .collect();
        let properties = schema.get("properties").and_then(Schema::as_object)?;
        let is_choice = schema.get("maxProperties").and_then(Schema::as_u64) == Some(1);
        let mut keys: Vec<&str> = properties.keys().map(String::as_str).collect();
        if is_choice {
            keys = vec![keys[self.below(keys.len())]];
        }
        let is_schedule = properties.contains_key("from");
        let mut table = Table::new();
        for key in keys {
            let is_required = is_choice || required.contains(&key);
            let is_bound = BOUNDS.contains(&key) && !is_schedule;
            if SLOW.contains(&key) || !is_required && !is_bound && self.one_in(2) {
                continue;
            }
            match self.value(&properties[key], depth + 1) {
                Some(value) => drop(table.insert(key.to_owned(), value)),
                None if is_required => return None,
                None => {}
            }
        }
        Some(table)
    }

    fn integer(&mut self, schema: &Schema) -> i64 {
        let limit = |key: &str, default: i64| schema.get(key).and_then(Schema::as_i64).unwrap_or(default);
        let min = limit("minimum", 0);
        let span = [3, 10, 30][self.below(3)].min(limit("maximum", i64::MAX).saturating_sub(min).saturating_add(1));
        min + i64::try_from(self.below(usize::try_from(span).unwrap())).unwrap()
    }

    fn number(&mut self, schema: &Schema) -> f64 {
        let limit = |key: &str, default: f64| schema.get(key).and_then(Schema::as_f64).unwrap_or(default);
        let min = limit("minimum", 0.0);
        let share = f64::from(u32::try_from(self.below(41)).unwrap()) / 40.0;
        min + (limit("maximum", 1.0).min(min + 20.0) - min) * share
    }

    /// Returns a value for a key of a configuration.
    fn setting(&mut self, key: &str) -> Option<Value> {
        let schema = &SCHEMA["$defs"]["TrialConfig"]["properties"][key];
        self.value(schema, 0)
    }

    /// Returns a sweep of some ten short trials, which may have conflicts.
    fn sweep(&mut self) -> Option<Table> {
        let keys = SCHEMA["$defs"]["TrialConfig"]["properties"].as_object().expect("the keys of a configuration");
        let mut keys: Vec<&str> = keys.keys().map(String::as_str).filter(|key| !FIXED.contains(key)).collect();
        self.stream.shuffle(&mut keys);
        let (factors, rest) = keys.split_at(1 + self.below(2));
        let mut base: Table = rest
            .iter()
            .filter_map(|key| self.one_in(3).then(|| self.setting(key))?.map(|value| ((*key).to_owned(), value)))
            .collect();
        let mut stop = Table::new();
        stop.insert("evaluations".to_owned(), i64::try_from(200 + self.below(2000)).unwrap().into());
        if self.one_in(2) {
            stop.insert("target".to_owned(), "none".into());
        }
        base.insert("stop".to_owned(), stop.into());

        let mut sweep = Table::new();
        let mut set = |key: &str, value: Value| drop(sweep.insert(key.to_owned(), value));
        set("name", "drawn".into());
        set("seed", i64::try_from(self.below(1 << 30)).unwrap().into());
        set("repetitions", i64::try_from(1 + self.below(3)).unwrap().into());
        set("base", base.into());
        let random = |count: usize| Table::from_iter([("random".to_owned(), i64::try_from(count).unwrap().into())]);
        let mut instances = vec![Value::from(random(1 + self.below(2)))];
        if self.one_in(2) {
            instances.push(Table::from_iter([("scramble".to_owned(), "R U".into())]).into());
        }
        set("instance", instances.into());
        let optional = [
            ("log-every", i64::try_from(1 + self.below(9)).unwrap().into(), 3),
            ("holdout", 1.into(), 4),
            ("baselines", vec!["layers"].into(), 4),
        ];
        for (key, value, count) in optional {
            if self.one_in(count) {
                set(key, value);
            }
        }
        let mut stages = Vec::new();
        for key in factors {
            let levels: Option<Vec<Value>> = (0..2 + self.below(2)).map(|_| self.setting(key)).collect();
            let factor = Table::from_iter([("key".to_owned(), (*key).into()), ("levels".to_owned(), levels?.into())]);
            let name = format!("stage-{}", stages.len() + 1);
            stages.push(Value::from(Table::from_iter([
                ("name".to_owned(), name.into()),
                ("factor".to_owned(), vec![Value::from(factor)].into()),
            ])));
        }
        if self.one_in(4) {
            let range = toml::toml! {
                name = "filled"
                points = 3
                factor = [{ key = "genome.length", range = [3, 20] }, { key = "population", range = [4, 30] }]
            };
            let design = ["random", "latin-hypercube", "sobol", "shifted-sobol"][self.below(4)];
            stages.push(range.into_iter().chain([("design".to_owned(), design.into())]).collect::<Table>().into());
        }
        set("stage", stages.into());
        Some(sweep)
    }

    /// Returns a sweep that can be run, and the same with less of something, which an extension enlarges.
    pub(crate) fn valid_sweep(&mut self) -> (Table, Table) {
        loop {
            let Some(sweep) = self.sweep() else { continue };
            let smaller = self.smaller(&sweep);
            if [&sweep, &smaller].iter().all(|sweep| Sweep::parse(&sweep.to_string(), Path::new("sweep.toml")).is_ok())
                && smaller != sweep
            {
                return (sweep, smaller);
            }
        }
    }

    /// Returns a sweep with fewer repetitions, instances, levels, stages, baselines or evaluations.
    fn smaller(&mut self, sweep: &Table) -> Table {
        let mut smaller = sweep.clone();
        let list = |table: &mut Table, key: &str| table[key].as_array_mut().expect("a list").pop();
        match self.below(7) {
            0 => drop(smaller.insert("repetitions".to_owned(), 1.into())),
            1 if sweep["instance"].as_array().is_some_and(|instances| instances.len() > 1) => {
                list(&mut smaller, "instance");
            }
            2 if sweep["stage"].as_array().is_some_and(|stages| stages.len() > 1) => drop(list(&mut smaller, "stage")),
            3 => drop(smaller.remove("baselines")),
            4 | 5 => {
                let stop = smaller["base"]["stop"].as_table_mut().expect("limits");
                let evaluations = stop["evaluations"].as_integer().expect("a limit");
                stop.insert("evaluations".to_owned(), (evaluations * [1, 3][self.below(2)] / 4).into());
                if self.one_in(2) {
                    stop.insert("generations".to_owned(), i64::try_from(1 + self.below(20)).unwrap().into());
                }
            }
            _ => {
                let stage = smaller["stage"][0].as_table_mut().expect("a stage");
                list(stage["factor"][0].as_table_mut().expect("a factor"), "levels");
            }
        }
        smaller
    }
}
