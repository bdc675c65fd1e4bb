//! Sweeps with values at and beyond the limits of their keys: each is read, or refused with file, line and column. Valid ones, races of
//! them, and races of the shipped sweeps are read again from what their manifest would have.

use std::panic::catch_unwind;

use serde_json::Value as Schema;
use toml::{Table, Value};

use evocube::experiment::design::RaceDesign;
use evocube::shipped::ShippedSweep;

use super::draws::{Draws, SCHEMA};
use super::*;

/// Whole numbers that are limits of something, beside those of the schema.
const INTEGERS: [i64; 10] = [i64::MIN, -1, 0, 1, 2, 255, 65_536, 1_000_000, 4_294_967_296, i64::MAX];

/// Numbers that are limits of something.
const NUMBERS: [f64; 9] = [f64::NEG_INFINITY, -1.0, -0.0, 5e-324, 1e-9, 1.0, f64::MAX, f64::INFINITY, f64::NAN];

impl Draws {
    /// Draws one of several values.
    fn any_of<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }

    /// Draws a value of any type.
    fn nonsense(&mut self) -> Value {
        let nested = (0..50).fold(Value::from(1), |inner, _| vec![inner].into());
        let texts = ["", "=1", "none", "\u{202e}\u{0}\n", "../../etc/passwd", "a.b", "Ω"].map(Value::from);
        let number = self.any_of(&NUMBERS).into();
        let others = [true.into(), self.any_of(&INTEGERS).into(), number, "x".repeat(100_000).into(), nested];
        let empty = [
            Value::Array(Vec::new()),
            Table::new().into(),
            "1979-05-27".parse::<toml::value::Datetime>().unwrap().into(),
        ];
        self.any_of(&[&texts[..], &others, &empty].concat())
    }

    /// Replaces a value, or one inside it, by a limit of its schema or by a value of another type.
    fn set_limit(&mut self, schema: &Schema, value: &mut Value) {
        if let Some(path) = schema.get("$ref").and_then(Schema::as_str) {
            return self.set_limit(SCHEMA.pointer(&path[1..]).expect("a definition"), value);
        }
        if self.one_in(12) {
            *value = self.nonsense();
            return;
        }
        let forms = ["anyOf", "oneOf"].into_iter().find_map(|key| schema.get(key).and_then(Schema::as_array));
        if let Some(forms) = forms.filter(|_| schema.get("properties").is_none()) {
            let form = self.below(forms.len());
            return self.set_limit(&forms[form], value);
        }
        let limits = ["minimum", "maximum"].map(|key| schema.get(key));
        match schema.get("type").and_then(Schema::as_str) {
            Some("integer") => {
                let limits = limits.into_iter().flatten().filter_map(Schema::as_i64);
                let near = limits.flat_map(|limit| [limit, limit.saturating_sub(1), limit.saturating_add(1)]);
                *value = self.any_of(&near.chain(INTEGERS).collect::<Vec<_>>()).into();
            }
            Some("number") => {
                let limits = limits.into_iter().flatten().filter_map(Schema::as_f64);
                let near = limits.flat_map(|limit| [limit, limit.next_down(), limit.next_up()]);
                *value = self.any_of(&near.chain(NUMBERS).collect::<Vec<_>>()).into();
            }
            Some("array") => match (self.below(4), value.as_array_mut()) {
                (0, _) => *value = Value::Array(Vec::new()),
                (count @ (1 | 2), Some(items)) if !items.is_empty() => {
                    let copies = if count == 1 { 1 } else { 300 };
                    items.extend(vec![items[0].clone(); copies]);
                }
                (_, Some(items)) if !items.is_empty() => {
                    let item = self.below(items.len());
                    self.set_limit(&schema["items"], &mut items[item]);
                }
                _ => *value = self.value(schema, 0).unwrap_or_else(|| Value::Array(vec![1.into()])),
            },
            Some("object") => {
                let Some(properties) = schema.get("properties").and_then(Schema::as_object) else { return };
                let keys: Vec<&String> = properties.keys().collect();
                let key = self.any_of(&keys);
                let mut table = value.as_table().cloned().unwrap_or_default();
                if self.one_in(12) {
                    table.remove(key);
                } else {
                    if schema.get("maxProperties").is_some() {
                        table.retain(|other, _| other == key);
                    }
                    let mut inner = table.remove(key).or_else(|| self.value(&properties[key], 0)).unwrap_or(0.into());
                    self.set_limit(&properties[key], &mut inner);
                    table.insert(key.clone(), inner);
                }
                *value = table.into();
            }
            _ => *value = self.nonsense(),
        }
    }

    /// Returns a sweep with one or two values at limits, which was valid without.
    fn sweep_at_limits(&mut self) -> String {
        let mut sweep = Value::Table(self.valid_sweep().0);
        for _ in 0..=self.below(2) {
            self.set_limit(&SCHEMA, &mut sweep);
        }
        sweep.as_table().map(Table::to_string).unwrap_or_default()
    }
}

/// Asserts that a sweep is that of its manifest.
#[track_caller]
fn assert_read_again(sweep: &Sweep) {
    let printed = sweep.to_table().to_string();
    let again = Sweep::parse(&printed, Path::new("manifest.toml")).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(again.to_table().to_string(), printed);
    assert!(Plan::new(&again).trials().eq(Plan::new(sweep).trials()), "{printed}");
}

/// Reads a sweep, and plans it and its race if they are valid. Returns whether the sweep is.
fn is_read(text: &str) -> bool {
    match Sweep::parse(text, Path::new("sweep.toml")) {
        Ok(mut sweep) => {
            assert_read_again(&sweep);
            if sweep.to_race(RaceDesign::default(), 3).is_ok() {
                assert_read_again(&sweep);
            }
            true
        }
        Err(error) => {
            for located in &error.diagnostics {
                let place = located.line_and_column();
                assert!(place.is_some() || text.trim().is_empty(), "{located}");
                assert!(!located.diagnostic.message.is_empty() && located.diagnostic.message.len() < 1000, "{located}");
            }
            false
        }
    }
}

/// Reads sweeps at limits. Returns how many of them are valid.
fn read_at_limits(sweeps: u64, seed: u64) -> usize {
    let read = |number: &u64| {
        let text = Draws::new(&Seed::from_number(seed).child(&number.to_string())).sweep_at_limits();
        catch_unwind(|| is_read(&text)).unwrap_or_else(|_| panic!("sweep {number}:\n{text:.20000}"))
    };
    (1..=sweeps).filter(read).count()
}

#[test]
fn a_hundred_sweeps_at_the_limits_of_their_keys_are_read_or_refused_at_a_place() {
    let valid = read_at_limits(100, 42);
    assert!((1..100).contains(&valid), "{valid} are valid");
}

#[test]
#[ignore = "a minute or two"]
fn a_thousand_sweeps_at_the_limits_of_their_keys_are_read_or_refused_at_a_place() {
    let valid = read_at_limits(1000, 43);
    assert!((1..1000).contains(&valid), "{valid} are valid");
}

#[test]
fn races_of_shipped_sweeps_are_read_again_from_their_manifests() {
    let is_raced = |shipped: &ShippedSweep| {
        let mut sweep = Sweep::parse(&shipped.text(), Path::new("sweep.toml")).unwrap();
        let is_raced = sweep.to_race(RaceDesign::default(), 50).is_ok();
        if is_raced {
            assert_read_again(&sweep);
        }
        is_raced
    };
    let raced: Vec<&str> = ShippedSweep::ALL.into_iter().filter(is_raced).map(ShippedSweep::name).collect();
    // The question of the first names a level that it expects to be better.
    assert!(["self-adaptation", "race", "lexicase"].iter().all(|name| raced.contains(name)), "{raced:?}");
    assert!(!raced.contains(&"always-solve") && !raced.contains(&"what-makes-it-work"), "{raced:?}");
}
