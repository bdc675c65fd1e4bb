//! Reading the factors of a stage from a sweep file: keys of `[base]` with levels or a range, names with labeled levels, and conditions
//! `when`. The types are in `factor`, canonical values of levels in `canonical`.
//!
//! Each factor is checked by itself; combinations of levels are checked with the [design points](super::check).

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use super::base::Base;
use super::condition::{Condition, number};
use super::diagnostic::{Diagnostic, Repair, reject};
use super::factor::{Factor, FactorPlaces, Level};
use super::key_path::{alternatives, unvaried};
use super::labels;
use super::list_of_tables::tables;
use super::overrides::{self, Override};
use super::range::{Scale, ValueRange};
use super::repair::read_repaired;
use super::single_values::check_factor_name;
use evocube_cube::document::Node;
use evocube_cube::text::{is_formula, quoted};
use evocube_engine::evolve::config::TrialConfig;

/// A factor: a key of `[base]` that varies, or several keys that vary together under a name.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(extend("oneOf" = [{ "required": ["key"] }, { "required": ["name", "levels"] }])))]
pub(super) struct FactorHead {
    /// The key of `[base]` with dots, as in `selection.tournament.size`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>", extend("pattern" = "^[^.]+([.][^.]+)*$")))]
    key: Option<Spanned<String>>,
    /// The name of a factor whose levels have labels.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>", extend("pattern" = "^[A-Za-z0-9_][A-Za-z0-9_-]{0,99}$")))]
    name: Option<Spanned<String>>,
    /// The values that the key takes, or for a factor with a name tables of a label and what it sets.
    #[serde(default, rename = "levels")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<LevelForm>>", length(min = 1)))]
    _levels: IgnoredAny,
    /// The lowest and the highest value, for a design that fills ranges.
    #[cfg_attr(feature = "schema", schemars(with = "Option<[f64; 2]>"))]
    range: Option<Spanned<Vec<f64>>>,
    /// Scale of the range. Default `linear`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Scale>"))]
    scale: Option<Spanned<Scale>>,
    /// Condition: where the factor applies.
    #[cfg_attr(feature = "schema", schemars(with = "Option<When>"))]
    when: Option<Spanned<When>>,
}

/// The condition of a factor, as written.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct When {
    /// A key of `[base]`, with dots.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    key: Spanned<String>,
    /// A word, a number, a truth value, or a list of which one must match.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    is: Spanned<toml::Value>,
}

/// The form of a level.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code)] // read by the schema
enum LevelForm {
    /// A level with a label, of a factor with a name.
    Labeled(labels::LabeledLevel),
    /// A value of the key.
    Value(serde_json::Value),
}

/// Reads the factors of a stage and checks each by itself.
pub(super) fn read_factors(value: Node, base: &Base, errors: &mut Vec<Diagnostic>) -> Vec<Factor> {
    let mut factors: Vec<Factor> = Vec::new();
    for table in tables(value, "factor", errors) {
        let count = errors.len();
        match read_factor(table, base, &factors, errors) {
            Ok(mut factor) => {
                if factor.is_labeled {
                    labels::check(&mut factor, base, errors);
                } else if factor.range.is_none() {
                    check_levels(&mut factor, base, errors);
                }
                factors.push(factor);
            }
            // A missing key may be one that was removed as a mistake.
            Err(diagnostic) => errors.extend(diagnostic.filter(|_| errors.len() == count)),
        }
    }
    labels::check_keys(&factors, errors);
    factors
}

/// Checks each listed level by itself, sets its canonical values, and refuses a level that is another one in other words.
fn check_levels(factor: &mut Factor, base: &Base, errors: &mut Vec<Diagnostic>) {
    let mut texts = HashMap::new();
    for level in &mut factor.levels {
        let Some(setting) = level.settings.first() else { continue };
        let point = match overrides::read(base, &[setting.as_override()]) {
            Ok(point) => Some(point),
            // A level may lack keys that other factors set, but must have no other mistake.
            Err(wrong) if wrong.repair == Repair::Complete => None,
            Err(wrong) => {
                errors.push(wrong);
                continue;
            }
        };
        let text = level.set_canonical(base, point.as_ref());
        if let Some(other) = texts.insert(text, level.shown()) {
            let message = format!("level {} is {other} in other words: leave one out", level.shown());
            errors.push(Diagnostic::new(message, Some(level.place.clone()).filter(|place| !place.is_empty())));
        }
    }
}

/// Reads a factor. The error is the last mistake, if it is not recorded yet.
fn read_factor(
    mut table: Node,
    base: &Base,
    factors: &[Factor],
    errors: &mut Vec<Diagnostic>,
) -> Result<Factor, Option<Diagnostic>> {
    let FactorHead { key, name, range, scale, when, .. } = read_repaired(&mut table, errors).ok_or(None)?;
    let is_labeled = name.is_some();
    let mut key = match (key, name) {
        (Some(key), None) => key,
        (None, Some(name)) => {
            check_factor_name(name.get_ref(), name.span())?;
            name
        }
        (Some(_), Some(name)) => reject(
            "a factor has either a key, or a name with levels that have labels: leave one of them out",
            name.span(),
        )?,
        (None, None) => {
            let message = "a factor needs a key of [base], as in key = \"population\"";
            Err(Some(Diagnostic::new(message, Some(table.span()))))?
        }
    };
    let (levels, ends) = (table.take("levels"), table.take("range"));
    let ends_are_whole =
        ends.and_then(|ends| ends.value().as_array().map(|ends| ends.iter().all(toml::Value::is_integer)));
    if let Some(inside) = key.get_ref().strip_prefix("base.").map(str::to_owned) {
        let message = format!("\"{}\" is written without base", key.get_ref());
        errors.push(Diagnostic::new(message, Some(key.span())).help(format!("write key = \"{inside}\"")));
        key = Spanned::new(key.span(), inside);
    }
    let name = key.get_ref();
    if name.split('.').any(str::is_empty) {
        let help = "write a key of [base] with dots, as in key = \"genome.length\"";
        return Err(Some(Diagnostic::new(format!("\"{name}\" is not a key"), Some(key.span())).help(help)));
    }
    if let Some(message) = unvaried(name) {
        reject::<()>(message, key.span())?;
    }
    if factors.iter().any(|factor| factor.key == *name) {
        reject(format!("factor \"{name}\" occurs twice: write all its levels in one list"), key.span())?;
    }
    if let (Some(scale), None) = (&scale, &range) {
        reject("a scale belongs to a range: leave it out beside levels", scale.span())?;
    }
    let when = when.map(|when| read_when(when, name)).transpose()?;
    let (levels, range, place) = match (levels, range) {
        (None, None) => reject("a factor needs levels or a range, as in levels = [10, 20]", key.span())?,
        (Some(_), Some(range)) => reject("a factor has either levels or a range, not both", range.span())?,
        (None, Some(range)) if is_labeled => reject("a factor with a name has levels with labels", range.span())?,
        (Some(levels), None) => (read_levels(&levels, &key, is_labeled, errors)?, None, levels.span()),
        (None, Some(ends)) => {
            let scale = scale.map_or_else(Scale::default, Spanned::into_inner);
            let range = read_range(&key, &ends, ends_are_whole == Some(true), scale, base)?;
            (Vec::new(), Some(range), ends.span())
        }
    };
    let places = FactorPlaces { key: key.span(), levels: place, when: when.as_ref().map(Spanned::span) };
    let conditions = when.into_iter().map(Spanned::into_inner).collect();
    Ok(Factor { key: key.into_inner(), is_labeled, levels, range, conditions, places })
}

/// Reads the listed levels of a key or, with labels, of a name; each once.
fn read_levels(
    levels: &Node,
    key: &Spanned<String>,
    is_labeled: bool,
    errors: &mut Vec<Diagnostic>,
) -> Result<Vec<Level>, Diagnostic> {
    let items = match levels.items() {
        Some([]) => return reject("a factor needs at least one level, as in levels = [10, 20]", levels.span()),
        Some(items) => items,
        None => return reject("levels is a list, as in levels = [10, 20]", levels.span()),
    };
    let mut texts = HashSet::new();
    let mut read = Vec::new();
    for item in items {
        if !is_labeled && labels::is_labeled(item) {
            let message = "levels with labels belong to a factor with a name: write name = \"variant\" in place of key";
            return reject(message, key.span());
        }
        let level =
            if is_labeled { labels::read(item)? } else { Level::read(key.get_ref(), &key.span(), item.clone())? };
        let wrong = if is_formula(&level.text) {
            let message = "begins like a spreadsheet formula, and would be a cell of trials.csv";
            format!("level {} {message}: write it with a letter first", quoted(&level.text))
        } else if !texts.insert(level.text.clone()) {
            format!("{} {} occurs twice: leave one out", if is_labeled { "label" } else { "level" }, level.shown())
        } else {
            read.push(level);
            continue;
        };
        errors.push(Diagnostic::new(wrong, Some(item.span())));
    }
    Ok(read)
}

/// Reads the written condition of a factor.
fn read_when(when: Spanned<When>, factor: &str) -> Result<Spanned<Condition>, Diagnostic> {
    let span = when.span();
    let When { key, is } = when.into_inner();
    if key.get_ref().split('.').any(str::is_empty) {
        let wrong = Diagnostic::new(format!("\"{}\" is not a key", key.get_ref()), Some(key.span()));
        return Err(wrong.help("write a key of [base] with dots, as in key = \"crossover\""));
    }
    let place = is.span();
    let is = match is.into_inner() {
        toml::Value::Array(values) => values,
        value => vec![value],
    };
    let is_plain = |value: &toml::Value| value.is_str() || value.is_bool() || number(value).is_some();
    if is.is_empty() || !is.iter().all(is_plain) {
        let message = "a condition is a word, a number, true or false, or a list of these, as in when = { key = \
                       \"crossover\", is = \"one-point\" }";
        return reject(message, place);
    }
    let condition = Condition { key: key.into_inner(), is, is_written: true };
    if let Some((outer, name)) = alternatives(factor).find(|(outer, _)| *outer == condition.key)
        && !condition.is.iter().all(|is| is.as_str() == Some(name))
    {
        let message = format!("factor \"{factor}\" sets {outer} = \"{name}\": it cannot apply where {condition}");
        return reject(message, place);
    }
    Ok(Spanned::new(span, condition))
}

/// Reads a range whose ends are valid values of the key. It has whole numbers if the key takes no others.
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
    let range =
        |whole| ValueRange::new(low, high, whole, scale).map_err(|message| Diagnostic::new(message, Some(ends.span())));
    let configure = |value: &toml::Value| -> Result<TrialConfig, Diagnostic> {
        let value = Node::from(value).with_place(ends.span());
        overrides::read(base, &[Override { key: key.get_ref(), place: key.span(), value: &value }])
    };
    // A value between the ends that is refused has an end that is refused, too, or a fraction.
    let fraction = range(false)?.value(low + 0.5 * (high - low).min(1.0));
    let is_refused = |wrong: Diagnostic| wrong.repair != Repair::Complete;
    let range = range(ends_are_whole && configure(&fraction).is_err_and(is_refused))?;
    for end in [low, high] {
        match configure(&range.value(end)) {
            // The value is valid; other keys of its alternative may be in a level of another factor.
            Err(wrong) if wrong.repair == Repair::Complete => {}
            result => drop(result?),
        }
    }
    Ok(range)
}
