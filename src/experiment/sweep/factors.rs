//! Reading the factors of a stage.

use std::collections::HashSet;
use std::ops::Range;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::condition::{self, Condition};
use super::factor::{Factor, FactorPlaces, Level};
use super::overrides::{self, Base, Override, PUZZLE, UNVARIED};
use super::range::{Scale, ValueRange};
use super::spanned::{Value, deserialize, reject};
use super::tree::{Diagnostic, Node};
use crate::experiment::design_point::DesignPoint;
use crate::text::{is_formula, quoted};

/// A factor: a key of `[base]` that varies.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FactorHead {
    /// The key of `[base]` with dots, as in `selection.tournament.size`.
    #[schemars(with = "String", extend("pattern" = "^[^.]+([.][^.]+)*$"))]
    key: Spanned<String>,
    /// The values that the key takes.
    #[serde(default, rename = "levels")]
    #[schemars(with = "Option<Vec<serde_json::Value>>", length(min = 1))]
    _levels: IgnoredAny,
    /// The lowest and the highest value, for a design that fills ranges.
    #[schemars(with = "Option<[f64; 2]>")]
    range: Option<Spanned<Vec<f64>>>,
    /// Scale of the range. Default `linear`.
    #[schemars(with = "Option<Scale>")]
    scale: Option<Spanned<Scale>>,
    /// Condition: where the factor applies.
    #[schemars(with = "Option<When>")]
    when: Option<Spanned<When>>,
}

/// The condition of a factor, as written.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct When {
    /// A key of `[base]`, with dots.
    #[schemars(with = "String")]
    key: Spanned<String>,
    /// A word, a number, a truth value, or a list of which one must match.
    #[schemars(with = "serde_json::Value")]
    is: Spanned<toml::Value>,
}

/// Returns the tables of a list of tables, each with its place.
pub(super) fn tables<'t>(value: Value<'t>, what: &str) -> Result<Vec<(DeTable<'t>, Range<usize>)>, Diagnostic> {
    let span = value.span();
    let DeValue::Array(items) = value.into_inner() else {
        return reject(format!("{what} is written as [[{what}]]"), span);
    };
    items
        .into_iter()
        .map(|item| {
            let span = item.span();
            match item.into_inner() {
                DeValue::Table(table) => Ok((table, span)),
                _ => reject(format!("{what} is written as [[{what}]]"), span),
            }
        })
        .collect()
}

/// Reads the factors of a stage and checks each by itself.
pub(super) fn read_factors(value: Value<'_>, base: &Base) -> Result<Vec<Factor>, Diagnostic> {
    let mut factors: Vec<Factor> = Vec::new();
    for (mut table, span) in tables(value, "factor")? {
        let levels = table.remove("levels");
        let ends_are_whole = table.get("range").and_then(|range| range.get_ref().as_array()).map(|ends| {
            let mut ends = ends.iter();
            ends.all(|end| end.get_ref().is_integer())
        });
        let FactorHead { key, range, scale, when, .. } =
            deserialize(Spanned::new(span.clone(), DeValue::Table(table)))?;
        let name = key.get_ref();
        if name.split('.').any(str::is_empty) {
            return reject(format!("\"{name}\" is not a key"), key.span());
        }
        if name.split('.').next() == Some(PUZZLE) {
            return reject(UNVARIED, key.span());
        }
        if factors.iter().any(|factor| factor.key == *name) {
            return reject(format!("factor \"{name}\" occurs twice"), key.span());
        }
        if let (Some(scale), None) = (&scale, &range) {
            return reject("a scale belongs to a range", scale.span());
        }
        let when = when.map(|when| read_when(when, name)).transpose()?;
        let (levels, range, place) = match (levels, range) {
            (None, None) => return reject("a factor needs levels or a range", span),
            (Some(_), Some(range)) => return reject("a factor has either levels or a range, not both", range.span()),
            (Some(levels), None) => {
                let place = levels.span();
                (read_levels(&levels)?, None, place)
            }
            (None, Some(ends)) => {
                let scale = scale.map_or_else(Scale::default, Spanned::into_inner);
                let range = read_range(&key, &ends, ends_are_whole == Some(true), scale, base)?;
                (Vec::new(), Some(range), ends.span())
            }
        };
        let places = FactorPlaces { key: key.span(), levels: place, when: when.as_ref().map(Spanned::span) };
        let conditions = when.into_iter().map(Spanned::into_inner).collect();
        factors.push(Factor { key: key.into_inner(), levels, range, conditions, places });
    }
    Ok(factors)
}

/// Reads listed levels, each once.
fn read_levels(levels: &Value<'_>) -> Result<Vec<Level>, Diagnostic> {
    let items = match levels.get_ref() {
        DeValue::Array(items) if !items.is_empty() => items,
        DeValue::Array(_) => return reject("a factor needs at least one level", levels.span()),
        _ => return reject("levels is a list", levels.span()),
    };
    let mut seen = HashSet::new();
    let mut read = Vec::new();
    for item in items.iter() {
        let level = Level::of(Node::from(item))?;
        if is_formula(&level.text) {
            let message = "begins as a formula of a spreadsheet does, and would be a cell of trials.csv";
            return reject(format!("level {} {message}", quoted(&level.text)), item.span());
        }
        if !seen.insert(level.text.clone()) {
            return reject(format!("level {} occurs twice", level.text), item.span());
        }
        read.push(level);
    }
    Ok(read)
}

/// Reads the written condition of a factor.
fn read_when(when: Spanned<When>, factor: &str) -> Result<Spanned<Condition>, Diagnostic> {
    let span = when.span();
    let When { key, is } = when.into_inner();
    if key.get_ref().split('.').any(str::is_empty) {
        return reject(format!("\"{}\" is not a key", key.get_ref()), key.span());
    }
    let place = is.span();
    let is = match is.into_inner() {
        toml::Value::Array(values) => values,
        value => vec![value],
    };
    let is_plain = |value: &toml::Value| value.is_str() || value.is_bool() || condition::number(value).is_some();
    if is.is_empty() || !is.iter().all(is_plain) {
        let message = "a condition is a word, a number, true or false, or a list of these, as in when = { key = \
                       \"crossover\", is = \"one-point\" }";
        return reject(message, place);
    }
    let condition = Condition { key: key.into_inner(), is, is_written: true };
    if let Some((at, name)) = condition::alternatives(factor).find(|(at, _)| *at == condition.key)
        && !condition.is.iter().all(|is| is.as_str() == Some(name))
    {
        let message = format!("factor \"{factor}\" sets {at} = \"{name}\": it cannot apply where {condition}");
        return reject(message, place);
    }
    Ok(Spanned::new(span, condition))
}

/// Reads a range whose ends the key can have. It has whole numbers if the key takes no others.
fn read_range(
    key: &Spanned<String>,
    ends: &Spanned<Vec<f64>>,
    ends_are_whole: bool,
    scale: Scale,
    base: &Base,
) -> Result<ValueRange, Diagnostic> {
    let [low, high] = ends.get_ref()[..] else {
        return reject("a range is two numbers, as in range = [0.01, 0.5]", ends.span());
    };
    let range = |whole| ValueRange::new(low, high, whole, scale).map_err(|message| (message, Some(ends.span())));
    let tried = |value: &toml::Value| -> Result<DesignPoint, Diagnostic> {
        let value = Node::from(value).at_place(ends.span());
        overrides::read(base, &[Override { key: key.get_ref(), place: key.span(), value: &value }])
    };
    let fraction = |range: ValueRange| range.value(low + 0.5 * (high - low).min(1.0));
    let whole = ends_are_whole
        && tried(&fraction(range(false)?)).is_err_and(|(message, _)| message.starts_with("invalid type: floating"));
    let range = range(whole)?;
    for end in [low, high] {
        match tried(&range.value(end)) {
            // The value is good; what else its alternative needs may be in a level of another factor.
            Err((message, _)) if message.starts_with("missing field") => {}
            result => drop(result?),
        }
    }
    Ok(range)
}
