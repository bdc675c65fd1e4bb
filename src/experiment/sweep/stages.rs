//! The stages and factors of a sweep file as they are written, and the points that they make.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::condition::{self, Condition, head, is_below};
use super::error_text::grouped;
use super::factor::{Factor, Level};
use super::file::{checked_name, deserialize, reject, within};
use super::overrides::{self, Diagnostic, Override, PUZZLE};
use super::points::{Levels, NoPoints, Request};
use super::range::{Scale, ValueRange};
use super::{Choose, MAX_TRIALS, ONLY_STAGE, Stage};
use crate::experiment::design::{Design, MAX_DIMENSIONS};
use crate::experiment::design_point::DesignPoint;
use crate::experiment::record::varies_objective;
use crate::rng::Seed;
use crate::text::{is_formula, quoted};

/// The most points of a design that fills ranges.
const MAX_POINTS: u64 = 10_000;

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
    when: Option<Spanned<When>>,
}

/// The condition of a factor as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct When {
    key: Spanned<String>,
    is: Spanned<toml::Value>,
}

/// A TOML value with its place in the file.
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// A stage whose levels still know their places.
pub(super) struct Written<'t> {
    pub(super) stage: Stage,
    factors: Vec<WrittenFactor<'t>>,
}

/// A stage before its points are made.
struct Draft<'t> {
    head: StageHead,
    name: String,
    factors: Vec<WrittenFactor<'t>>,
    plain: Vec<Factor>,
    /// How many points are asked for, unless the design is factorial.
    count: Option<usize>,
}

/// A factor whose levels still know their places.
struct WrittenFactor<'t> {
    key: Spanned<String>,
    when: Option<Spanned<Condition>>,
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
    /// The same with every default.
    pub(super) complete: &'a toml::Value,
    /// What designs draw from.
    pub(super) seed: Seed,
}

/// The parts at the top that a sweep without `[[stage]]` has instead.
pub(super) struct Only<'t> {
    pub(super) factors: Option<Value<'t>>,
    pub(super) design: Option<Spanned<Design>>,
    pub(super) points: Option<Spanned<i64>>,
}

fn tables<'t>(value: Value<'t>, what: &str) -> Result<Vec<(DeTable<'t>, Range<usize>)>, Diagnostic> {
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

impl<'t> Draft<'t> {
    /// All stages.
    fn read_all(value: Value<'t>, context: &Context<'_, 't>) -> Result<Vec<Self>, Diagnostic> {
        let mut stages: Vec<Self> = Vec::new();
        for (mut table, span) in tables(value, "stage")? {
            let factors = table.remove("factor");
            let head: StageHead = deserialize(Spanned::new(span, DeValue::Table(table)))?;
            if stages.iter().any(|other| other.name == *head.name.get_ref()) {
                return reject(format!("two stages are called \"{}\"", head.name.get_ref()), head.name.span());
            }
            stages.push(Self::read(head, factors, context)?);
        }
        Ok(stages)
    }

    /// The stage of a sweep without `[[stage]]`.
    fn only(only: Only<'t>, context: &Context<'_, 't>) -> Result<Self, Diagnostic> {
        let name = Spanned::new(0..0, ONLY_STAGE.to_owned());
        let Only { factors, design, points } = only;
        let head = StageHead { name, choose: None, design, points, _factor: IgnoredAny };
        Self::read(head, factors, context)
    }

    fn read(head: StageHead, factors: Option<Value<'t>>, context: &Context<'_, 't>) -> Result<Self, Diagnostic> {
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
                    return reject(format!("level {} {message}", quoted(&level.text)), value.span());
                }
                if !seen.insert(&level.text) {
                    return reject(format!("level {} occurs twice", level.text), value.span());
                }
            }
            let conditions = factor.when.iter().map(|when| when.get_ref().clone()).collect();
            plain.push(Factor { key: factor.key.get_ref().clone(), levels, range: factor.range, conditions });
        }
        let count = check_design(&head, &factors)?;
        Ok(Self { head, name, factors, plain, count })
    }

    /// The stage with its points, after those before.
    fn finish(
        self,
        context: &Context<'_, 't>,
        earlier: &[Stage],
        decisive: &BTreeSet<String>,
    ) -> Result<Written<'t>, Diagnostic> {
        let Self { head, name, factors, mut plain, count } = self;
        let order = condition::order(&plain).map_err(|place| {
            let factor = &factors[place];
            let span = factor.when.as_ref().map_or(factor.key.span(), Spanned::span);
            (format!("the condition of factor \"{}\" depends on the factor itself", plain[place].key), Some(span))
        })?;
        let design = head.design.as_ref().map_or(Design::Factorial, |design| *design.get_ref());
        let seed = context.seed.child(&name);
        let request = Request { base: context.complete, earlier, decisive, design, count, seed, order: &order };
        let (points, open) = request.points(&mut plain).map_err(|none| no_points(none, &head, &factors, count))?;
        let choose = check_choose(&head, &plain)?;
        let (awaits_selection, open) = (open.is_some(), open.map(Arc::new));
        let stage = Stage { name, choose, factors: plain, design, asked: count, order, points, open, awaits_selection };
        let written = Written { stage, factors };
        written.check_names()?;
        Ok(written)
    }
}

impl<'t> Written<'t> {
    /// All stages, and the first keys of all conditions of their factors.
    pub(super) fn read_all(
        value: Result<Value<'t>, Only<'t>>,
        context: &Context<'_, 't>,
    ) -> Result<(Vec<Self>, BTreeSet<String>), Diagnostic> {
        let mut drafts = match value {
            Ok(stages) => Draft::read_all(stages, context)?,
            Err(only) => vec![Draft::only(only, context)?],
        };
        condition::infer(&mut drafts.iter_mut().map(|draft| &mut draft.plain[..]).collect::<Vec<_>>());
        let factors = drafts.iter().flat_map(|draft| &draft.plain);
        let conditions = factors.flat_map(|factor| &factor.conditions);
        let decisive = conditions.map(|condition| head(&condition.key).to_owned()).collect();
        let (mut all, mut stages): (Vec<Self>, Vec<Stage>) = (Vec::new(), Vec::new());
        for draft in drafts {
            let written = draft.finish(context, &stages, &decisive)?;
            stages.push(written.stage.clone());
            all.push(written);
        }
        Ok((all, decisive))
    }

    /// Two points must not differ in nothing but what is replaced: then they are one.
    fn check_names(&self) -> Result<(), Diagnostic> {
        let Stage { factors, .. } = &self.stage;
        if !factors.iter().any(|one| factors.iter().any(|other| is_below(&other.key, &one.key))) {
            return Ok(());
        }
        let mut seen = std::collections::HashMap::new();
        for point in 0..self.stage.points().min(MAX_TRIALS) {
            let Some(other) = seen.insert(self.stage.point_name(point), point) else { continue };
            let (one, other) = (self.stage.levels_of(point), self.stage.levels_of(other));
            let differs = (0..factors.len()).find(|place| one[*place] != other[*place]).unwrap_or_default();
            let (factor, written) = (&factors[differs], &self.factors[differs]);
            let (Some(level), Some(before)) = (one[differs], other[differs]) else { continue };
            let (level, before) = (level.max(before), level.min(before));
            let place = written.levels.get(level).map_or(written.place.clone(), Spanned::span);
            let [level, before] = [level, before].map(|level| &factor.levels[level].text);
            return reject(
                format!(
                    "level {level} differs from {before} only in what other factors of the stage set: leave one out"
                ),
                place,
            );
        }
        Ok(())
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
    pub(super) fn overrides<'x>(
        &'x self,
        numbers: &'x [Vec<Value<'x>>],
        levels: &Levels,
    ) -> Vec<Override<'x, Value<'x>>>
    where
        't: 'x,
    {
        let overlay = |&place: &usize| {
            let factor = &self.factors[place];
            let level = levels[place]?;
            let value: &'x Value<'x> = numbers[place].get(level).unwrap_or_else(|| &factor.levels[level]);
            Some(Override { key: factor.key.get_ref(), place: factor.key.span(), value })
        };
        self.stage.order.iter().filter_map(overlay).collect()
    }
}

/// Why a stage has no points, and where that is written.
fn no_points(none: NoPoints, head: &StageHead, factors: &[WrittenFactor<'_>], count: Option<usize>) -> Diagnostic {
    let place_of = |place: usize| {
        let factor = &factors[place];
        Some(factor.when.as_ref().map_or(factor.key.span(), Spanned::span))
    };
    let key_of = |place: usize| factors[place].key.get_ref();
    let points = || head.points.as_ref().map(Spanned::span);
    let count = count.unwrap_or_default();
    match none {
        NoPoints::TooFew => {
            (format!("the factors do not have {count} different points: fewer points, or wider ranges"), points())
        }
        NoPoints::TooMany => {
            (format!("the sweep has far too many trials: {} are allowed", grouped(MAX_TRIALS as u64)), None)
        }
        NoPoints::TooManySelections => {
            let message = "the conditions of the stage depend on too many combinations of earlier levels: fewer levels, or \
                           a sweep of its own";
            (message.to_owned(), Some(head.name.span()))
        }
        NoPoints::Depends { factor, condition } => {
            let (key, Condition { key: at, .. }, is) = (key_of(factor), &condition, &condition.is[0]);
            let message = format!(
                "factor \"{key}\" applies only if an earlier stage selects {condition}: write when = {{ key = \"{at}\", is = \
                 {is} }} beside it if it is to be varied only then"
            );
            (message, place_of(factor))
        }
        NoPoints::Never { factor, condition } => {
            let key = key_of(factor);
            let message = match condition {
                Some(condition) => format!(
                    "factor \"{key}\" never applies: no configuration of the stage has {condition}; add that level to a factor \
                     \"{}\", or leave this factor out",
                    condition.key
                ),
                None => format!("factor \"{key}\" never applies: its conditions never hold together"),
            };
            (message, place_of(factor))
        }
    }
}

/// The rule of a stage. Penalties of different objectives are different measures, so a stage that varies the objective
/// selects by solved trials.
fn check_choose(head: &StageHead, factors: &[Factor]) -> Result<Choose, Diagnostic> {
    let varies = factors.iter().find(|factor| varies_objective(&factor.key));
    match (&head.choose, varies) {
        (None, None) => Ok(Choose::default()),
        (None, Some(_)) => Ok(Choose::MostSolved),
        (Some(choose), Some(factor)) if choose.get_ref().compares_penalties() => reject(
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
fn check_design(head: &StageHead, factors: &[WrittenFactor<'_>]) -> Result<Option<usize>, Diagnostic> {
    let design = head.design.as_ref().filter(|design| *design.get_ref() != Design::Factorial);
    let Some(design) = design else {
        if let Some(points) = &head.points {
            let message = format!("points belong to a design: {}", Design::FILLING);
            return reject(message, points.span());
        }
        return match factors.iter().find(|factor| factor.range.is_some()) {
            Some(factor) => reject(
                "a range needs a design, as in design = \"latin-hypercube\" and points = 20",
                factor.place.clone(),
            ),
            None => Ok(None),
        };
    };
    let name = design.get_ref().name();
    let Some(points) = &head.points else {
        return reject(format!("design \"{name}\" needs its number of points, as in points = 20"), design.span());
    };
    let count = within("points", points, MAX_POINTS)?;
    match factors.len() {
        0 => reject(format!("design \"{name}\" needs a factor"), design.span()),
        many if many > MAX_DIMENSIONS => {
            reject(format!("a design has at most {MAX_DIMENSIONS} factors, this one {many}"), design.span())
        }
        _ => Ok(usize::try_from(count).ok()),
    }
}

fn read_factors<'t>(value: Value<'t>, base: &Value<'t>) -> Result<Vec<WrittenFactor<'t>>, Diagnostic> {
    let mut factors: Vec<WrittenFactor<'t>> = Vec::new();
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
            return reject("the puzzle cannot be varied: write one sweep for each", key.span());
        }
        if factors.iter().any(|factor| factor.key.get_ref() == name) {
            return reject(format!("factor \"{name}\" occurs twice"), key.span());
        }
        if let (Some(scale), None) = (&scale, &range) {
            return reject("a scale belongs to a range", scale.span());
        }
        let when = when.map(|when| read_when(when, name)).transpose()?;
        factors.push(match (levels, range) {
            (None, None) => return reject("a factor needs levels or a range", span),
            (Some(_), Some(range)) => return reject("a factor has either levels or a range, not both", range.span()),
            (Some(levels), None) => {
                let place = levels.span();
                match levels.into_inner() {
                    DeValue::Array(levels) if !levels.is_empty() => {
                        WrittenFactor { key, when, levels: levels.into_iter().collect(), place, range: None }
                    }
                    DeValue::Array(_) => return reject("a factor needs at least one level", place),
                    _ => return reject("levels is a list", place),
                }
            }
            (None, Some(ends)) => {
                let scale = scale.map_or_else(Scale::default, Spanned::into_inner);
                let place = ends.span();
                let range = read_range(&key, &ends, ends_are_whole == Some(true), scale, base)?;
                WrittenFactor { key, when, levels: Vec::new(), place, range: Some(range) }
            }
        });
    }
    Ok(factors)
}

/// The condition that a factor is given.
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

/// A range whose ends the key can have. It has whole numbers if the key takes no others.
fn read_range(
    key: &Spanned<String>,
    ends: &Spanned<Vec<f64>>,
    ends_are_whole: bool,
    scale: Scale,
    base: &Value<'_>,
) -> Result<ValueRange, Diagnostic> {
    let [low, high] = ends.get_ref()[..] else {
        return reject("a range is two numbers, as in range = [0.01, 0.5]", ends.span());
    };
    let range = |whole| ValueRange::new(low, high, whole, scale).map_err(|message| (message, Some(ends.span())));
    let tried = |text: &str| -> Result<DesignPoint, Diagnostic> {
        let value = DeValue::parse(text).expect("a number is printed as TOML reads it");
        let value = Spanned::new(ends.span(), value.into_inner());
        overrides::read(base, &[Override { key: key.get_ref(), place: key.span(), value: &value }])
    };
    let fraction = |range: ValueRange| range.value(low + 0.5 * (high - low).min(1.0)).to_string();
    let whole = ends_are_whole
        && tried(&fraction(range(false)?)).is_err_and(|(message, _)| message.starts_with("invalid type: floating"));
    let range = range(whole)?;
    for end in [low, high] {
        match tried(&range.value(end).to_string()) {
            // The value is good; what else its alternative needs may be in a level of another factor.
            Err((message, _)) if message.starts_with("missing field") => {}
            result => drop(result?),
        }
    }
    Ok(range)
}
