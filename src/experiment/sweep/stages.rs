//! The stages and factors of a sweep file as they are written, and the points that they make.

use std::collections::HashSet;
use std::ops::Range;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::factor::{Factor, Level, Setting};
use super::overlay::{self, Overlay, PUZZLE, Wrong};
use super::range::{Scale, ValueRange};
use super::wire::{checked_name, deserialize, within, wrong};
use super::{Choose, ONLY_STAGE, Stage};
use crate::experiment::contender::DesignPoint;
use crate::experiment::design::{Design, MOST_SIDES};
use crate::experiment::record::varies_objective;
use crate::rng::Seed;
use crate::text::{is_formula, quoted};

/// The most points of a design that fills ranges.
const MOST_POINTS: u64 = 10_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StageHead {
    name: Spanned<String>,
    choose: Option<Spanned<Choose>>,
    design: Option<Spanned<Design>>,
    points: Option<Spanned<i64>>,
    #[serde(default, rename = "factor")]
    _factor: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FactorHead {
    key: Spanned<String>,
    #[serde(default, rename = "levels")]
    _levels: IgnoredAny,
    range: Option<Spanned<Vec<f64>>>,
    scale: Option<Spanned<Scale>>,
}

/// A TOML value with its place in the file.
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// A stage whose levels still know their places.
pub(super) struct Written<'t> {
    pub(super) stage: Stage,
    factors: Vec<WrittenFactor<'t>>,
}

/// A factor whose levels still know their places.
struct WrittenFactor<'t> {
    key: Spanned<String>,
    /// Those that are listed; none of a range.
    levels: Vec<Value<'t>>,
    /// Where the levels or the range stand.
    place: Range<usize>,
    range: Option<ValueRange>,
}

/// What stages are read against.
pub(super) struct Context<'a, 't> {
    /// The base as written.
    pub(super) base: &'a Value<'t>,
    /// What designs draw from.
    pub(super) seed: Seed,
}

/// The parts at the top that a sweep without `[[stage]]` has instead.
pub(super) struct Only<'t> {
    pub(super) factors: Option<Value<'t>>,
    pub(super) design: Option<Spanned<Design>>,
    pub(super) points: Option<Spanned<i64>>,
}

fn tables<'t>(value: Value<'t>, what: &str) -> Result<Vec<(DeTable<'t>, Range<usize>)>, Wrong> {
    let span = value.span();
    let DeValue::Array(items) = value.into_inner() else {
        return wrong(format!("{what} is written as [[{what}]]"), span);
    };
    items
        .into_iter()
        .map(|item| {
            let span = item.span();
            match item.into_inner() {
                DeValue::Table(table) => Ok((table, span)),
                _ => wrong(format!("{what} is written as [[{what}]]"), span),
            }
        })
        .collect()
}

impl<'t> Written<'t> {
    /// All stages.
    pub(super) fn read_all(value: Value<'t>, context: &Context<'_, 't>) -> Result<Vec<Self>, Wrong> {
        let mut stages: Vec<Self> = Vec::new();
        for (mut table, span) in tables(value, "stage")? {
            let factors = table.remove("factor");
            let head: StageHead = deserialize(Spanned::new(span, DeValue::Table(table)))?;
            if stages.iter().any(|other| other.stage.name == *head.name.get_ref()) {
                return wrong(format!("two stages are called \"{}\"", head.name.get_ref()), head.name.span());
            }
            stages.push(Self::read(head, factors, context)?);
        }
        Ok(stages)
    }

    /// The stage of a sweep without `[[stage]]`.
    pub(super) fn only(only: Only<'t>, context: &Context<'_, 't>) -> Result<Self, Wrong> {
        let name = Spanned::new(0..0, ONLY_STAGE.to_owned());
        let Only { factors, design, points } = only;
        let head = StageHead { name, choose: None, design, points, _factor: IgnoredAny };
        Self::read(head, factors, context)
    }

    fn read(head: StageHead, factors: Option<Value<'t>>, context: &Context<'_, 't>) -> Result<Self, Wrong> {
        let name = checked_name(&head.name)?;
        let factors = factors.map_or(Ok(Vec::new()), |value| read_factors(value, context.base))?;
        let mut plain = Vec::new();
        for factor in &factors {
            let levels: Vec<Level> = factor
                .levels
                .iter()
                .map(|value| deserialize(value.clone()).map(Level::new))
                .collect::<Result<_, _>>()?;
            let mut seen = HashSet::new();
            for (level, value) in levels.iter().zip(&factor.levels) {
                if is_formula(&level.text) {
                    let message = "begins as a formula of a spreadsheet does, and would be a cell of trials.csv";
                    return wrong(format!("level {} {message}", quoted(&level.text)), value.span());
                }
                if !seen.insert(&level.text) {
                    return wrong(format!("level {} occurs twice", level.text), value.span());
                }
            }
            plain.push(Factor { key: factor.key.get_ref().clone(), levels, range: factor.range });
        }
        let count = check_design(&head, &factors)?;
        let design = head.design.as_ref().map_or(Design::Factorial, |design| *design.get_ref());
        let mut sampled = Vec::new();
        if let Some(count) = count {
            let keys: Vec<&str> = plain.iter().map(|factor| factor.key.as_str()).collect();
            let settings = |point: &[f64]| -> Vec<Setting> {
                plain.iter().zip(point).map(|(factor, place)| factor.at(*place)).collect()
            };
            let points: Option<Vec<Vec<Setting>>> = design.distinct(count, &keys, context.seed.child(&name), settings);
            let Some(points) = points else {
                let message =
                    format!("the factors do not have {count} different points: fewer points, or wider ranges");
                return Err((message, head.points.map(|points| points.span())));
            };
            sampled = levels_of_points(&mut plain, &points);
        }
        let choose = check_choose(&head, &plain)?;
        let stage = Stage { name, choose, factors: plain, design, sampled };
        Ok(Written { stage, factors })
    }

    /// The values of ranges at the design's points, at the places of the ranges; nothing for listed levels.
    pub(super) fn numbers(&self) -> Vec<Vec<Value<'_>>> {
        let factors = self.stage.factors.iter().zip(&self.factors);
        let value = |level, place: &Range<usize>| -> Value<'_> {
            let parsed = DeValue::parse(level).expect("a number is printed as TOML reads it");
            Spanned::new(place.clone(), parsed.into_inner())
        };
        factors
            .map(|(factor, written)| match factor.range {
                Some(_) => factor.levels.iter().map(|level| value(&level.text, &written.place)).collect(),
                None => Vec::new(),
            })
            .collect()
    }

    /// The levels of a design point, over the base as written, whose values know their places.
    pub(super) fn overlays<'x>(&'x self, numbers: &'x [Vec<Value<'x>>], point: usize) -> Vec<Overlay<'x, Value<'x>>>
    where
        't: 'x,
    {
        let levels = self.stage.levels_of(point).into_iter();
        let factors = self.factors.iter().zip(numbers).zip(levels);
        factors
            .map(|((factor, numbers), level)| {
                let value: &'x Value<'x> = numbers.get(level).unwrap_or_else(|| &factor.levels[level]);
                Overlay { key: factor.key.get_ref(), place: factor.key.span(), value }
            })
            .collect()
    }
}

/// Two factors of one stage must not name different alternatives (the later would hide the earlier).
pub(super) fn check_exclusion(overlays: &[Overlay<'_, Value<'_>>], resolved: &DesignPoint) -> Result<(), Wrong> {
    let resolved = toml::Value::Table(resolved.to_table());
    // An alternative without settings is resolved to a word.
    let step = |value: &'_ toml::Value, name: &str| value.get(name).is_some() || value.as_str() == Some(name);
    let there = |key: &str| {
        let mut value = &resolved;
        key.split('.').all(|name| {
            let found = step(value, name);
            value = value.get(name).unwrap_or(value);
            found
        })
    };
    match overlays.iter().find(|overlay| !there(overlay.key)) {
        Some(hidden) => {
            wrong(format!("factor \"{}\" is hidden by another factor of the stage", hidden.key), hidden.place.clone())
        }
        None => Ok(()),
    }
}

/// The rule of a stage. Penalties of different objectives are different measures, so a stage that varies the objective
/// selects by solved trials.
fn check_choose(head: &StageHead, factors: &[Factor]) -> Result<Choose, Wrong> {
    let varies = factors.iter().find(|factor| varies_objective(&factor.key));
    match (&head.choose, varies) {
        (None, None) => Ok(Choose::default()),
        (None, Some(_)) => Ok(Choose::MostSolved),
        (Some(choose), Some(factor)) if choose.get_ref().compares_penalties() => wrong(
            format!(
                "choose = \"{}\" compares penalties, which are different measures where \"{}\" varies: write choose = \
                 \"{}\" or leave it out",
                choose.get_ref(),
                factor.key,
                Choose::MostSolved
            ),
            choose.span(),
        ),
        (Some(choose), _) => Ok(*choose.get_ref()),
    }
}

/// How many points a design has; `None` of a factorial one.
fn check_design(head: &StageHead, factors: &[WrittenFactor<'_>]) -> Result<Option<usize>, Wrong> {
    let design = head.design.as_ref().filter(|design| *design.get_ref() != Design::Factorial);
    let Some(design) = design else {
        if let Some(points) = &head.points {
            let message = format!("points belong to a design: {}", Design::FILLING);
            return wrong(message, points.span());
        }
        return match factors.iter().find(|factor| factor.range.is_some()) {
            Some(factor) => wrong(
                "a range needs a design, as in design = \"latin-hypercube\" and points = 20",
                factor.place.clone(),
            ),
            None => Ok(None),
        };
    };
    let name = design.get_ref().name();
    let Some(points) = &head.points else {
        return wrong(format!("design \"{name}\" needs its number of points, as in points = 20"), design.span());
    };
    let count = within("points", points, MOST_POINTS)?;
    match factors.len() {
        0 => wrong(format!("design \"{name}\" needs a factor"), design.span()),
        many if many > MOST_SIDES => {
            wrong(format!("a design has at most {MOST_SIDES} factors, this one {many}"), design.span())
        }
        _ => Ok(usize::try_from(count).ok()),
    }
}

/// Gives ranges their levels, in ascending order, and says which of them each point has.
fn levels_of_points(factors: &mut [Factor], points: &[Vec<Setting>]) -> Vec<Vec<usize>> {
    let mut sampled = vec![Vec::with_capacity(factors.len()); points.len()];
    for (side, factor) in factors.iter_mut().enumerate() {
        let number = |point: &Vec<Setting>| match point[side] {
            Setting::Number(number) => Some(number),
            Setting::Level(_) => None,
        };
        let mut numbers: Vec<f64> = points.iter().filter_map(number).collect();
        numbers.sort_by(f64::total_cmp);
        numbers.dedup();
        for (levels, point) in sampled.iter_mut().zip(points) {
            levels.push(match point[side] {
                Setting::Level(level) => level,
                Setting::Number(number) => numbers.partition_point(|other| *other < number),
            });
        }
        if factor.range.is_some() {
            factor.levels = numbers.iter().map(|&number| factor.level(Setting::Number(number))).collect();
        }
    }
    sampled
}

fn read_factors<'t>(value: Value<'t>, base: &Value<'t>) -> Result<Vec<WrittenFactor<'t>>, Wrong> {
    let mut factors: Vec<WrittenFactor<'t>> = Vec::new();
    for (mut table, span) in tables(value, "factor")? {
        let levels = table.remove("levels");
        let ends_are_whole = table.get("range").and_then(|range| range.get_ref().as_array()).map(|ends| {
            let mut ends = ends.iter();
            ends.all(|end| end.get_ref().is_integer())
        });
        let FactorHead { key, range, scale, .. } = deserialize(Spanned::new(span.clone(), DeValue::Table(table)))?;
        let name = key.get_ref();
        if name.split('.').any(str::is_empty) {
            return wrong(format!("\"{name}\" is not a key"), key.span());
        }
        if name.split('.').next() == Some(PUZZLE) {
            return wrong("the puzzle cannot be varied: write one sweep for each", key.span());
        }
        if factors.iter().any(|factor| factor.key.get_ref() == name) {
            return wrong(format!("factor \"{name}\" occurs twice"), key.span());
        }
        if let (Some(scale), None) = (&scale, &range) {
            return wrong("a scale belongs to a range", scale.span());
        }
        factors.push(match (levels, range) {
            (None, None) => return wrong("a factor needs levels or a range", span),
            (Some(_), Some(range)) => return wrong("a factor has either levels or a range, not both", range.span()),
            (Some(levels), None) => {
                let place = levels.span();
                match levels.into_inner() {
                    DeValue::Array(levels) if !levels.is_empty() => {
                        WrittenFactor { key, levels: levels.into_iter().collect(), place, range: None }
                    }
                    DeValue::Array(_) => return wrong("a factor needs at least one level", place),
                    _ => return wrong("levels is a list", place),
                }
            }
            (None, Some(ends)) => {
                let scale = scale.map_or_else(Scale::default, Spanned::into_inner);
                let place = ends.span();
                let range = read_range(&key, &ends, ends_are_whole == Some(true), scale, base)?;
                WrittenFactor { key, levels: Vec::new(), place, range: Some(range) }
            }
        });
    }
    Ok(factors)
}

/// A range whose ends the key can have. It has whole numbers if the key takes no others.
fn read_range(
    key: &Spanned<String>,
    ends: &Spanned<Vec<f64>>,
    ends_are_whole: bool,
    scale: Scale,
    base: &Value<'_>,
) -> Result<ValueRange, Wrong> {
    let [low, high] = ends.get_ref()[..] else {
        return wrong("a range is two numbers, as in range = [0.01, 0.5]", ends.span());
    };
    let range = |whole| ValueRange::new(low, high, whole, scale).map_err(|message| (message, Some(ends.span())));
    let tried = |text: &str| -> Result<DesignPoint, Wrong> {
        let value = DeValue::parse(text).expect("a number is printed as TOML reads it");
        let value = Spanned::new(ends.span(), value.into_inner());
        overlay::read(base, &[Overlay { key: key.get_ref(), place: key.span(), value: &value }])
    };
    let fraction = |range: ValueRange| range.value(low + 0.5 * (high - low).min(1.0)).to_string();
    let whole = ends_are_whole
        && tried(&fraction(range(false)?)).is_err_and(|(message, _)| message.starts_with("invalid type: floating"));
    let range = range(whole)?;
    for end in [low, high] {
        tried(&range.value(end).to_string())?;
    }
    Ok(range)
}
