//! Building the design points of a stage: the level of each factor that applies at a point, also after each selection of earlier stages on
//! which conditions depend. Forbidden combinations are left out. [`OrderedFactors`] applies factors in order. Samples are drawn in
//! `design`; a race has no points before it runs. Points are given by their numbers in `design_point`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::base::Base;
use super::condition::{Condition, PartialConfiguration};
use super::diagnostic::{Diagnostic, reject};
use super::factor::{Factor, FactorValue, Values};
use super::forbidden::{self, Forbidden};
use super::{MAX_TRIALS, Stage};
use crate::design::Design;
use evocube_cube::rng::Seed;
use evocube_stats::numbers::grouped;

/// The index of each factor's level at a point; `None` for a factor that does not apply there.
pub(super) type Levels = Vec<Option<usize>>;

/// Selected levels of the earlier stages on which conditions depend, one list per stage.
pub(super) type SelectedLevels = Vec<Levels>;

/// Maximum number of different selections.
const MAX_SELECTIONS: usize = 20_000;

/// The points of a stage.
#[derive(Clone, Debug, Default)]
pub(super) enum Points {
    /// All combinations of levels; the last factor varies fastest.
    #[default]
    All,
    /// The listed points.
    Listed(Arc<Vec<Levels>>),
}

/// Points that depend on the selections of the earlier stages.
#[derive(Debug)]
pub(super) struct OpenPoints {
    lists: Vec<Arc<Vec<Levels>>>,
    /// The list of each selection.
    list_numbers: BTreeMap<SelectedLevels, usize>,
}

impl OpenPoints {
    /// Returns the points after a selection.
    pub(super) fn list(&self, selection: &SelectedLevels) -> Option<Points> {
        self.list_numbers.get(selection).map(|list| Points::Listed(self.lists[*list].clone()))
    }

    /// Returns every selection with its points.
    pub(super) fn all(&self) -> impl Iterator<Item = (&SelectedLevels, &Arc<Vec<Levels>>)> {
        self.list_numbers.iter().map(|(selection, list)| (selection, &self.lists[*list]))
    }
}

/// Inputs of the design of a stage.
pub(super) struct DesignInputs<'a> {
    /// The base, complete.
    pub(super) base: &'a Base,
    /// The stages before.
    pub(super) earlier: &'a [Stage],
    /// The first keys of all conditions of the sweep.
    pub(super) decisive: &'a BTreeSet<String>,
    pub(super) design: Design,
    /// The combinations that no point has.
    pub(super) forbidden: &'a [Forbidden],
    /// Requested number of points; `None` for a factorial design and a race.
    pub(super) count: Option<usize>,
    pub(super) seed: Seed,
    /// The order in which factors are applied.
    pub(super) order: &'a [usize],
    /// Place of the stage's name.
    pub(super) name: Range<usize>,
    /// Place of the requested number of points.
    pub(super) points: Option<Range<usize>>,
}

impl DesignInputs<'_> {
    /// Returns the points, and the points after each selection if they differ. Sets the levels of ranges, in ascending order. A race has no
    /// points yet.
    ///
    /// # Errors
    /// If the stage has too few or too many points, or a factor without any.
    pub(super) fn points(&self, factors: &mut [Factor]) -> Result<(Points, Option<OpenPoints>), Diagnostic> {
        if matches!(self.design, Design::Race(_)) {
            return Ok((Points::Listed(Arc::default()), None));
        }
        let is_conditional = !self.forbidden.is_empty() || factors.iter().any(|factor| !factor.conditions.is_empty());
        if !is_conditional && self.count.is_none() {
            return Ok((Points::All, None));
        }
        let selections = if is_conditional { self.selections()? } else { BTreeSet::from([SelectedLevels::new()]) };
        let base = PartialConfiguration::new(self.base);
        let starts: Vec<PartialConfiguration<'_>> =
            selections.iter().map(|selection| self.start(selection, &base)).collect();
        let lists = match self.count {
            None => starts.iter().map(|start| self.combinations(factors, start)).collect::<Result<Vec<_>, _>>()?,
            Some(count) => self.filled(factors, &starts, count)?,
        };
        if lists.iter().any(Vec::is_empty) {
            return Err(Diagnostic::new(
                "forbid leaves no configuration of the stage",
                forbidden::place(self.forbidden),
            ));
        }
        check(OrderedFactors(factors, self.order), &starts, &lists)?;
        let mut open = OpenPoints { lists: Vec::new(), list_numbers: BTreeMap::new() };
        for (selection, list) in selections.into_iter().zip(lists) {
            let place = open.lists.iter().position(|other| **other == list).unwrap_or_else(|| {
                open.lists.push(Arc::new(list));
                open.lists.len() - 1
            });
            open.list_numbers.insert(selection, place);
        }
        // Until the selection is known, the longest list stands for all.
        let longest = open.lists.iter().max_by_key(|list| list.len()).cloned().unwrap_or_default();
        let is_open = open.lists.len() > 1;
        Ok((Points::Listed(longest), is_open.then_some(open)))
    }

    /// Returns all selections that the earlier stages can make.
    fn selections(&self) -> Result<BTreeSet<SelectedLevels>, Diagnostic> {
        let mut all = BTreeSet::from([SelectedLevels::new()]);
        for stage in self.earlier {
            let mut longer = BTreeSet::new();
            for selection in &all {
                for levels in stage.decisive_levels(selection, self.decisive) {
                    let mut selection = selection.clone();
                    selection.push(levels);
                    longer.insert(selection);
                    if longer.len() > MAX_SELECTIONS {
                        let message = "the conditions of the stage depend on too many combinations of earlier levels: write \
                                       fewer levels, or a sweep of its own for the stage";
                        return reject(message, self.name.clone());
                    }
                }
            }
            all = longer;
        }
        Ok(all)
    }

    /// Returns the base with the selected levels.
    fn start<'a>(&self, selection: &SelectedLevels, base: &PartialConfiguration<'a>) -> PartialConfiguration<'a> {
        let mut configuration = base.clone();
        for (stage, levels) in self.earlier.iter().zip(selection) {
            stage.ordered_factors().set_levels(levels, &mut configuration);
        }
        configuration
    }

    /// Returns the distinct combinations of levels of the factors that apply; the last factor varies fastest.
    fn combinations(&self, factors: &[Factor], start: &PartialConfiguration<'_>) -> Result<Vec<Levels>, Diagnostic> {
        let mut all = Vec::new();
        self.combine(factors, 0, &mut vec![None; factors.len()], start, &mut all)?;
        all.sort_unstable();
        Ok(all)
    }

    fn combine(
        &self,
        factors: &[Factor],
        depth: usize,
        levels: &mut Levels,
        configuration: &PartialConfiguration<'_>,
        all: &mut Vec<Levels>,
    ) -> Result<(), Diagnostic> {
        let Some(&place) = self.order.get(depth) else {
            if self.forbidden.iter().any(|combination| combination.has(|key| configuration.get(key))) {
                return Ok(());
            }
            all.push(levels.clone());
            if all.len() <= MAX_TRIALS {
                return Ok(());
            }
            let message =
                format!("the sweep has far too many trials: at most {} are allowed", grouped(MAX_TRIALS as u64));
            return Err(Diagnostic::new(message, most_levels(factors)));
        };
        let factor = &factors[place];
        if !factor.applies_to(configuration) {
            levels[place] = None;
            return self.combine(factors, depth + 1, levels, configuration, all);
        }
        for (number, level) in factor.levels.iter().enumerate() {
            levels[place] = Some(number);
            if factor.is_decisive(self.decisive) {
                let mut configuration = configuration.clone();
                factor.set_level(level, &mut configuration);
                self.combine(factors, depth + 1, levels, &configuration, all)?;
            } else {
                self.combine(factors, depth + 1, levels, configuration, all)?;
            }
        }
        Ok(())
    }

    /// Returns the points of a space-filling design, after each selection.
    fn filled(
        &self,
        factors: &mut [Factor],
        starts: &[PartialConfiguration<'_>],
        count: usize,
    ) -> Result<Vec<Vec<Levels>>, Diagnostic> {
        let keys: Vec<&str> = factors.iter().map(|factor| factor.key.as_str()).collect();
        let may_coincide = factors.iter().any(|factor| !factor.conditions.is_empty());
        let mut lists: Vec<Vec<Values>> = Vec::new();
        for start in starts {
            let ordered = OrderedFactors(factors, self.order);
            let values = |place: &[f64], strata: Option<usize>| {
                ordered.choose(start, |factor: usize| Some(factors[factor].stratified(place[factor], strata)))
            };
            lists.push(match self.forbidden {
                [] => self.design.distinct(count, &keys, self.seed, may_coincide, values),
                some => self.design.allowed(count, &keys, self.seed, |place, strata| {
                    Some(values(place, strata)).filter(|values| ordered.allows(some, start, values))
                }),
            });
        }
        if let Some(few) = lists.iter().map(Vec::len).min().filter(|few| !self.forbidden.is_empty() && *few < count) {
            let draws = grouped((Design::DRAWS * count) as u64);
            let message =
                format!("only {few} different points of {draws} that were drawn are not forbidden: write fewer points");
            return Err(Diagnostic::new(message, self.points.clone()));
        }
        // Too few points are an error only if that holds after all selections.
        if lists.iter().all(|list| list.len() < count) {
            let message =
                format!("the factors do not have {count} different points: write fewer points, or wider ranges");
            return Err(Diagnostic::new(message, self.points.clone()));
        }
        Ok(list_levels(factors, lists))
    }
}

/// Returns lists of values as lists of levels. Sets the levels of ranges, in ascending order.
pub(super) fn list_levels(factors: &mut [Factor], mut lists: Vec<Vec<Values>>) -> Vec<Vec<Levels>> {
    for (place, factor) in factors.iter_mut().enumerate().filter(|(_, factor)| factor.range.is_some()) {
        let number = |point: &Values| match point[place] {
            Some(FactorValue::Number(number)) => Some(number),
            _ => None,
        };
        let mut numbers: Vec<f64> = lists.iter().flatten().filter_map(number).collect();
        numbers.sort_by(f64::total_cmp);
        numbers.dedup();
        factor.levels = numbers.iter().map(|&number| factor.level(FactorValue::Number(number))).collect();
        for value in lists.iter_mut().flatten().filter_map(|point| point[place].as_mut()) {
            if let FactorValue::Number(number) = *value {
                *value = FactorValue::Level(numbers.partition_point(|other| *other < number));
            }
        }
    }
    let level = |value: Option<FactorValue>| match value {
        Some(FactorValue::Level(level)) => Some(level),
        _ => None,
    };
    let levels = |point: Values| point.into_iter().map(level).collect();
    lists.into_iter().map(|list| list.into_iter().map(levels).collect()).collect()
}

impl Stage {
    /// Returns its factors in the order in which they are applied.
    pub(crate) fn ordered_factors(&self) -> OrderedFactors<'_> {
        OrderedFactors(&self.factors, &self.order)
    }

    /// Returns the levels of a point without those of factors on which no condition depends.
    pub(super) fn decisive_part(&self, levels: &[Option<usize>], decisive: &BTreeSet<String>) -> Levels {
        let part = |(factor, level): (&Factor, &Option<usize>)| level.filter(|_| factor.is_decisive(decisive));
        self.factors.iter().zip(levels).map(part).collect()
    }

    /// Returns the levels that can follow a selection of the earlier stages, as far as conditions depend on them.
    pub(super) fn decisive_levels(&self, selection: &SelectedLevels, decisive: &BTreeSet<String>) -> BTreeSet<Levels> {
        let open = self.open.as_ref().and_then(|open| open.list(selection));
        match open.as_ref().unwrap_or(&self.points) {
            Points::Listed(points) => points.iter().map(|levels| self.decisive_part(levels, decisive)).collect(),
            Points::All => self.factors.iter().fold(BTreeSet::from([Levels::new()]), |all, factor| {
                let is_decisive = factor.is_decisive(decisive);
                let levels = || (0..factor.levels.len()).map(|level| is_decisive.then_some(level));
                let longer = |levels_before: &Levels, level| levels_before.iter().copied().chain([level]).collect();
                let each = all.iter().flat_map(|levels_before| levels().map(move |level| longer(levels_before, level)));
                each.collect()
            }),
        }
    }
}

/// The factors of a stage, and the order in which they are applied.
#[derive(Clone, Copy)]
pub(crate) struct OrderedFactors<'a>(pub(super) &'a [Factor], pub(super) &'a [usize]);

impl OrderedFactors<'_> {
    /// Chooses the value of each factor that applies, given by its place.
    pub(crate) fn choose(
        self,
        start: &PartialConfiguration<'_>,
        mut choose: impl FnMut(usize) -> Option<FactorValue>,
    ) -> Values {
        let Self(factors, order) = self;
        let is_conditional = factors.iter().any(|factor| !factor.conditions.is_empty());
        let (mut configuration, mut values) = (start.clone(), vec![None; factors.len()]);
        for &place in order {
            let factor = &factors[place];
            values[place] = if factor.applies_to(&configuration) { choose(place) } else { None };
            if let Some(value) = values[place].filter(|_| is_conditional) {
                factor.set_level(&factor.level(value), &mut configuration);
            }
        }
        values
    }

    /// Returns whether values of the factors, set on a configuration, have none of some combinations.
    pub(super) fn allows(
        self,
        forbidden: &[Forbidden],
        start: &PartialConfiguration<'_>,
        values: &[Option<FactorValue>],
    ) -> bool {
        let Self(factors, order) = self;
        let mut configuration = start.clone();
        for &place in order {
            if let Some(value) = values[place] {
                factors[place].set_level(&factors[place].level(value), &mut configuration);
            }
        }
        !forbidden.iter().any(|combination| combination.has(|key| configuration.get(key)))
    }

    /// Sets the levels of a point in their order.
    fn set_levels(self, levels: &[Option<usize>], configuration: &mut PartialConfiguration<'_>) {
        let Self(factors, order) = self;
        for &place in order {
            if let Some(level) = levels[place] {
                factors[place].set_level(&factors[place].levels[level], configuration);
            }
        }
    }
}

/// Returns the place of the levels of the factor that has most of them.
pub(super) fn most_levels<'a>(factors: impl IntoIterator<Item = &'a Factor>) -> Option<Range<usize>> {
    let longest = factors.into_iter().max_by_key(|factor| factor.levels.len());
    longest.map(|factor| factor.places.levels.clone())
}

/// Checks that every factor applies somewhere, and that factors without `when` apply after all selections alike.
fn check(
    ordered: OrderedFactors<'_>,
    starts: &[PartialConfiguration<'_>],
    lists: &[Vec<Levels>],
) -> Result<(), Diagnostic> {
    for (place, factor) in ordered.0.iter().enumerate().filter(|(_, factor)| !factor.conditions.is_empty()) {
        let values =
            |list: &Vec<Levels>| -> BTreeSet<Option<usize>> { list.iter().map(|levels| levels[place]).collect() };
        let values_by_list: Vec<_> = lists.iter().map(values).collect();
        let never = BTreeSet::from([None]);
        if values_by_list.iter().all(|levels| *levels == never) {
            let fails = |condition: &&Condition| {
                starts.iter().zip(lists).all(|(start, list)| {
                    list.iter().all(|levels| {
                        let mut configuration = start.clone();
                        ordered.set_levels(levels, &mut configuration);
                        !condition.holds(&configuration)
                    })
                })
            };
            let why = match factor.conditions.iter().find(fails) {
                Some(condition) => format!(
                    "no configuration of the stage has {condition}; add that level to a factor \"{}\", or leave this factor out",
                    condition.key
                ),
                None => "its conditions never hold together".to_owned(),
            };
            return reject(format!("factor \"{}\" never applies: {why}", factor.key), factor.places.condition());
        }
        let is_written = factor.conditions.iter().any(|condition| condition.is_written);
        if !is_written && values_by_list.iter().any(|levels| *levels != values_by_list[0]) {
            let fails = |condition: &&Condition| starts.iter().any(|start| !condition.holds(start));
            let condition = factor.conditions.iter().find(fails).unwrap_or(&factor.conditions[0]);
            let Condition { key, is, .. } = condition;
            let message = format!(
                "factor \"{}\" applies only if an earlier stage selects {condition}: write when = {{ key = \"{key}\", is = {} }} \
                 beside it if it is to be varied only then",
                factor.key, is[0]
            );
            return reject(message, factor.places.condition());
        }
    }
    Ok(())
}
