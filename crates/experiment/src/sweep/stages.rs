//! Reading the stages of a sweep file, at most 200: names, designs, forbidden combinations, rules of selection. Factors are read in
//! `factors`, `comparison` checks outcomes, and `points` builds the design points. Points that differ only in what other factors overwrite
//! are refused here. Configurations of points are checked in `check`.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use super::base::Base;
use super::comparison::ComparisonKeys;
use super::conditions::infer;
use super::diagnostic::{Diagnostic, keep, reject};
use super::factor::{Factor, Level};
use super::factor_order::order;
use super::factors::read_factors;
use super::forbidden::Forbidden;
use super::key_path::{head, is_below};
use super::list_of_tables::tables;
use super::points::DesignInputs;
use super::race::SEVERAL_STAGES;
use super::repair::read_repaired;
use super::single_values::{bounded_number, checked_name};
use super::{MAX_TRIALS, SelectionRule, Stage};
use crate::design::{Design, MAX_DIMENSIONS, RaceDesign};
use crate::record::{Outcome, varies_objective};
use evocube_cube::document::Node;
use evocube_cube::rng::Seed;

/// Maximum number of points of a space-filling design.
const MAX_POINTS: u64 = 10_000;

/// A stage: its factors are varied, and one configuration is selected.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct StageHead {
    /// Name of the stage.
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$")))]
    name: Spanned<String>,
    /// Rule that selects the configuration which the later stages fix. Default `outcome`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<SelectionRule>"))]
    select: Option<Spanned<SelectionRule>>,
    /// Rule that chooses the design points. Default `factorial`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Design>"))]
    design: Option<Spanned<Design>>,
    /// Number of points of a design that fills ranges.
    #[cfg_attr(feature = "schema", schemars(with = "Option<i64>", range(min = 1, max = 10_000)))]
    points: Option<Spanned<i64>>,
    /// Combinations of values that no configuration has, beside those of the sweep.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    forbid: Vec<Spanned<String>>,
    /// Outcome by which configurations are compared, and by which the stage selects. Default: that of the sweep.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Outcome>"))]
    outcome: Option<Spanned<Outcome>>,
    /// Outcomes that are tested. Default: those of the sweep.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Outcome>>", length(min = 1)))]
    outcomes: Option<Spanned<Vec<Outcome>>>,
    /// Evaluations within which trials are compared. Default: those of the sweep.
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::comparison::EffortForm>"))]
    effort: Option<Spanned<toml::Value>>,
    /// Largest difference in the outcome without importance. Default: that of the sweep, if the outcome is.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    equivalence: Option<Spanned<f64>>,
    /// The factors of the stage.
    #[serde(default, rename = "factor")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<super::factors::FactorHead>"))]
    _factor: IgnoredAny,
}

/// A stage before its points are built.
struct Draft {
    head: StageHead,
    name: String,
    factors: Vec<Factor>,
    forbidden: Vec<Forbidden>,
    /// Requested number of points; `None` for a factorial design and a race.
    count: Option<usize>,
}

/// Input of all stages.
pub(super) struct StageContext<'a> {
    /// The base, as written.
    pub(super) base: &'a Base,
    /// The base with every default.
    pub(super) complete: &'a Base,
    /// Seed of the designs.
    pub(super) seed: Seed,
    /// How the sweep compares configurations, unless a stage says it.
    pub(super) comparison: ComparisonKeys,
    /// Whether ranges need no design.
    pub(super) samples_ranges: bool,
}

/// Reads all stages, and the first keys of all conditions of their factors; `None` after a mistake, which is recorded.
pub(super) fn read_stages(
    stages: Node,
    context: &StageContext<'_>,
    errors: &mut Vec<Diagnostic>,
) -> Option<(Vec<Stage>, BTreeSet<String>)> {
    let count = errors.len();
    let mut drafts = Draft::read_all(stages, context, errors);
    if errors.len() > count {
        return None;
    }
    infer(&mut drafts.iter_mut().map(|draft| &mut draft.factors[..]).collect::<Vec<_>>());
    let factors = drafts.iter().flat_map(|draft| &draft.factors);
    let conditions = factors.flat_map(|factor| &factor.conditions);
    let forbidden = drafts.iter().flat_map(|draft| &draft.forbidden).flat_map(Forbidden::keys);
    let keys = conditions.map(|condition| condition.key.as_str()).chain(forbidden);
    let decisive = keys.map(|key| head(key).to_owned()).collect();
    let mut stages: Vec<Stage> = Vec::new();
    let is_alone = drafts.len() == 1;
    for draft in drafts {
        let race = draft.head.design.as_ref().filter(|design| matches!(design.get_ref(), Design::Race(_)));
        if let Some(race) = race.filter(|_| !is_alone) {
            errors.push(Diagnostic::new(SEVERAL_STAGES, Some(race.span())));
            return None;
        }
        match draft.finish(context, &stages, &decisive) {
            Ok(stage) => stages.push(stage),
            Err(diagnostic) => {
                errors.push(diagnostic);
                return None;
            }
        }
    }
    Some((stages, decisive))
}

/// Maximum number of stages: each one is read with all earlier ones.
const MAX_STAGES: usize = 200;

impl Draft {
    fn read_all(value: Node, context: &StageContext<'_>, errors: &mut Vec<Diagnostic>) -> Vec<Self> {
        let (mut stages, span): (Vec<Self>, _) = (Vec::new(), value.span());
        if value.items().is_some_and(<[Node]>::is_empty) {
            errors.push(Diagnostic::new("stage has no stage: write [[stage]], or leave it out", Some(span)));
            return stages;
        }
        let stage_tables = tables(value, "stage", errors);
        if stage_tables.len() > MAX_STAGES {
            let message = format!("the sweep has {} stages, more than the {MAX_STAGES} allowed", stage_tables.len());
            errors.push(Diagnostic::new(message, Some(span)));
            return stages;
        }
        for mut table in stage_tables {
            let read: Option<StageHead> = read_repaired(&mut table, errors);
            let factors = table.take("factor");
            let Some(head) = read else {
                factors.into_iter().for_each(|factors| drop(read_factors(factors, context.base, errors)));
                continue;
            };
            if stages.iter().any(|other| other.name == *head.name.get_ref()) {
                let message = format!("two stages are called \"{}\": give one another name", head.name.get_ref());
                errors.push(Diagnostic::new(message, Some(head.name.span())));
            }
            stages.extend(Self::read(head, factors, context, errors));
        }
        stages
    }

    fn read(
        head: StageHead,
        factors: Option<Node>,
        context: &StageContext<'_>,
        errors: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let name = keep(checked_name(&head.name), errors);
        let error_count = errors.len();
        let factors = factors.map_or(Vec::new(), |value| read_factors(value, context.base, errors));
        if errors.len() > error_count {
            return None;
        }
        let forbidden = head.forbid.iter().filter_map(|text| keep(Forbidden::read(text), errors)).collect();
        let count = keep(check_design(&head, &factors, context.samples_ranges), errors)?;
        Some(Self { head, name: name?, factors, forbidden, count })
    }

    /// Builds the points of the stage, given the earlier stages.
    fn finish(
        self,
        context: &StageContext<'_>,
        earlier: &[Stage],
        decisive: &BTreeSet<String>,
    ) -> Result<Stage, Diagnostic> {
        let Self { head, name, mut factors, forbidden, count } = self;
        let all_factors = earlier.iter().flat_map(|stage| &stage.factors).chain(&factors);
        forbidden.iter().try_for_each(|combination| combination.check(context.complete, all_factors.clone()))?;
        let order = order(&factors).map_err(|place| {
            let factor = &factors[place];
            let message = format!("the condition of factor \"{}\" depends on the factor itself", factor.key);
            Diagnostic::new(message, Some(factor.places.condition()))
                .help("write a condition on another key, or leave it out")
        })?;
        // The caller samples ranges without a design as a race does.
        let is_sampled = head.design.is_none() && factors.iter().any(|factor| factor.range.is_some());
        let default = if is_sampled { Design::Race(RaceDesign::default()) } else { Design::Factorial };
        let design = head.design.as_ref().map_or(default, |design| *design.get_ref());
        let inputs = DesignInputs {
            base: context.complete,
            earlier,
            decisive,
            design,
            forbidden: &forbidden,
            count,
            seed: context.seed.child(&name),
            order: &order,
            name: head.name.span(),
            points: head.points.as_ref().map(Spanned::span),
        };
        let (points, open) = inputs.points(&mut factors)?;
        let rule = selection_rule(&head, &factors)?;
        let StageHead { outcome, outcomes, effort, equivalence, .. } = head;
        let written = ComparisonKeys { outcome, outcomes, effort, equivalence };
        let comparison = context.comparison.overridden_by(written).check(&factors)?;
        let (awaits_selection, open, requested) = (open.is_some(), open.map(Arc::new), count);
        let forbidden = Arc::new(forbidden);
        let planned =
            Stage { name, rule, factors, design, comparison, requested, order, points, forbidden, ..Stage::default() };
        let stage = Stage { open, awaits_selection, ..planned };
        check_names(&stage)?;
        Ok(stage)
    }
}

/// Checks that no two points differ only in values that other factors replace, since they would be equal.
fn check_names(stage: &Stage) -> Result<(), Diagnostic> {
    let Stage { factors, .. } = stage;
    if !factors.iter().any(|inner| factors.iter().any(|other| is_below(&other.key, &inner.key))) {
        return Ok(());
    }
    let mut names = HashMap::new();
    for point in 0..stage.points().min(MAX_TRIALS) {
        let Some(other) = names.insert(stage.point_name(point), point) else { continue };
        let (levels, other) = (stage.levels_of(point), stage.levels_of(other));
        let differs = (0..factors.len()).find(|place| levels[*place] != other[*place]).unwrap_or_default();
        let factor = &factors[differs];
        let (Some(level), Some(earlier)) = (levels[differs], other[differs]) else { continue };
        let [level, earlier] = [level.max(earlier), level.min(earlier)].map(|level| &factor.levels[level]);
        let place = if level.place.is_empty() { factor.places.levels.clone() } else { level.place.clone() };
        let [level, earlier] = [level, earlier].map(Level::shown);
        return reject(
            format!("level {level} differs from {earlier} only in what other factors of the stage set: leave one out"),
            place,
        );
    }
    Ok(())
}

/// Returns the rule of a stage. Penalties of different objectives cannot be compared.
fn selection_rule(head: &StageHead, factors: &[Factor]) -> Result<SelectionRule, Diagnostic> {
    let varies = factors.iter().find(|factor| factor.keys().into_iter().any(varies_objective));
    match (&head.select, varies) {
        (None, _) => Ok(SelectionRule::default()),
        (Some(rule), Some(factor)) if rule.get_ref().compares_penalties() => reject(
            format!(
                "select = \"{}\" compares penalties, which are not comparable where \"{}\" varies: write select = \
                 \"{}\" or leave it out",
                rule.get_ref(),
                factor.key,
                SelectionRule::MostSolved
            ),
            rule.span(),
        ),
        (Some(rule), _) => Ok(*rule.get_ref()),
    }
}

/// Returns the number of points of a design; `None` for a factorial design and a race.
fn check_design(head: &StageHead, factors: &[Factor], samples_ranges: bool) -> Result<Option<usize>, Diagnostic> {
    let design = head.design.as_ref().filter(|design| *design.get_ref() != Design::Factorial);
    let Some(design) = design else {
        if let Some(points) = &head.points {
            let message = format!("points belong to a design: {}", Design::FILLING);
            return reject(message, points.span());
        }
        return match factors.iter().find(|factor| factor.range.is_some() && !samples_ranges) {
            Some(factor) => reject(
                "a range needs a design, as in design = \"latin-hypercube\" and points = 20",
                factor.places.levels.clone(),
            ),
            None => Ok(None),
        };
    };
    if let Design::Race(race) = design.get_ref() {
        if let Some(points) = &head.points {
            return reject(
                "a race samples its points: leave points out, its extent is design.race.budget",
                points.span(),
            );
        }
        if let Some(select) = &head.select {
            return reject("a race selects by the ranks of its costs: leave select out", select.span());
        }
        let varied = factors.iter().find(|factor| factor.keys().into_iter().any(varies_objective));
        let checked = race.check(factors.len(), varied.map(|factor| factor.key.as_str()));
        return checked.map(|()| None).or_else(|message| reject(message, design.span()));
    }
    let name = design.get_ref().name();
    let Some(points) = &head.points else {
        return reject(format!("design \"{name}\" needs its number of points, as in points = 20"), design.span());
    };
    let count = bounded_number("points", points, MAX_POINTS)?;
    match factors.len() {
        0 => reject(format!("design \"{name}\" needs a factor"), design.span()),
        many if many > MAX_DIMENSIONS => {
            reject(format!("a design has at most {MAX_DIMENSIONS} factors, this one {many}"), design.span())
        }
        _ => Ok(usize::try_from(count).ok()),
    }
}
