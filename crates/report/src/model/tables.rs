//! The statistics of a page as tables: `effects.csv` and `comparisons.csv`.

use super::effects::{Effect, Pair, Test, TestedDesign};
use super::{Factors, Model};
use crate::data::Data;
use crate::race::{Comparison, CostDifference, compare, race_of};
use crate::result_index::ResultIndex;
use evocube_experiment::record::{HeldOutRole, HeldOutSummary, RaceSummary, Results};
use evocube_stats::Interval;

/// Name of the table of effects in a results folder.
pub const EFFECTS: &str = "effects.csv";
/// Name of the table of comparisons with the selected configurations.
pub const COMPARISONS: &str = "comparisons.csv";

/// The name of the test of two configurations on held-out instances.
const SIGNED_RANK: &str = "signed-rank";

/// All statistics of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// The rows of `effects.csv`.
    pub effects: Vec<EffectRow>,
    /// The rows of `comparisons.csv`.
    pub comparisons: Vec<ComparisonRow>,
    /// The claims of each stage in Markdown: the answer to a question, the sentences on factors and configurations, and their scope.
    pub sentences: Vec<Vec<String>>,
}

/// A main effect, an interaction, or a difference between two levels.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectRow {
    /// Name of the stage.
    pub stage: String,
    /// Key of the factor, or of two as `a × b`.
    pub factor: String,
    /// The level that is compared with `reference`; both are empty for the effect itself.
    pub level: String,
    /// The level that it is compared with.
    pub reference: String,
    /// `penalty`, `solved` or `run-time`; of a race its cost, `penalty` or `evaluations`.
    pub outcome: &'static str,
    /// The share of variance of an effect. For a pair of levels the difference `level` − `reference` in penalties or
    /// percentage points of solved trials, or the ratio of run times.
    pub estimate: Option<f64>,
    /// The lower end of its interval of 95 %.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The p-value.
    pub p: f64,
    /// Corrected for its family.
    pub p_corrected: f64,
    /// The test.
    pub method: &'static str,
    /// The number of trials behind it.
    pub n: usize,
    /// `key=level` for an effect within a level of another factor; otherwise empty.
    pub within: String,
    /// The corrected p-value with the instance as the unit, for claims on instances like these.
    pub p_instances: Option<f64>,
}

/// A configuration against the selected one.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparisonRow {
    /// Name of the stage.
    pub stage: String,
    /// Number of the configuration.
    pub configuration: u64,
    /// Number of the selected configuration.
    pub other: u64,
    /// `penalty`, `solved` or `run-time`; of a race its cost, `penalty` or `evaluations`.
    pub outcome: &'static str,
    /// The difference `configuration` − `other`, or the ratio of run times.
    pub estimate: f64,
    /// The lower end of its interval of 95 %.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The p-value.
    pub p: f64,
    /// The p-value at which the configuration leaves the set of those that may be the best; for other outcomes than the
    /// primary one corrected by Holm's method.
    pub p_corrected: f64,
    /// The test of the difference.
    pub method: &'static str,
    /// The number of trials behind it.
    pub n: usize,
    /// Whether the configuration may be the best by the primary outcome; `None` for an elite of a race.
    pub in_set: Option<bool>,
    /// The probability that a trial of the selected configuration is better than one of this one, ties counting half.
    pub a12: f64,
}

/// Returns the rows of both tables.
pub(crate) fn rows(index: &ResultIndex<'_>, model: &Model) -> Statistics {
    let mut statistics = Statistics::default();
    for (stage, tested) in index.stages.iter().zip(&model.stages) {
        let (summary, leader) = (stage.summary, tested.leader);
        for tests in &tested.tests {
            let outcome = tests.sample.outcome.name();
            let key = |factor: &usize| summary.factors[*factor].key.as_str();
            for effect in tests.factors.effects() {
                let within = effect
                    .within
                    .map(|(factor, level)| format!("{}={}", key(&factor), summary.factors[factor].levels[level]));
                let row = |names: [&str; 2], estimate, interval: Option<Interval>, test: &Test| EffectRow {
                    stage: summary.name.clone(),
                    factor: effect.factors.iter().map(key).collect::<Vec<_>>().join(" × "),
                    level: names[0].to_owned(),
                    reference: names[1].to_owned(),
                    outcome,
                    estimate,
                    low: interval.map(|interval| interval.low),
                    high: interval.map(|interval| interval.high),
                    p: test.p,
                    p_corrected: test.p_corrected,
                    method: test.method.name(),
                    n: effect.trials,
                    within: within.clone().unwrap_or_default(),
                    p_instances: None,
                };
                let whole = row(["", ""], effect.share, effect.share_interval, &effect.test);
                statistics.effects.push(EffectRow { p_instances: effect.p_instances, ..whole });
                for Pair { level, reference, difference, test } in &effect.pairs {
                    let Some(levels) = levels(&tests.factors, effect) else { continue };
                    let names =
                        [*level, *reference].map(|level| &*summary.factors[effect.factors[0]].levels[levels[level]]);
                    statistics.effects.push(row(names, Some(difference.estimate), difference.interval, test));
                }
            }
            for (point, comparison) in tests.comparisons.iter().enumerate() {
                let (Some(comparison), Some(leader)) = (comparison, leader) else { continue };
                let interval = comparison.difference.interval;
                statistics.comparisons.push(ComparisonRow {
                    stage: summary.name.clone(),
                    configuration: point as u64 + 1,
                    other: leader as u64 + 1,
                    outcome,
                    estimate: comparison.difference.estimate,
                    low: interval.map(|interval| interval.low),
                    high: interval.map(|interval| interval.high),
                    p: comparison.test.p,
                    p_corrected: comparison.test.p_corrected,
                    method: comparison.test.method.name(),
                    n: comparison.trials,
                    in_set: Some(tested.set.as_ref().is_none_or(|set| set.contains(point))),
                    a12: comparison.a12,
                });
            }
        }
    }
    if let Some((race, held_out)) = race_of(index.results) {
        add_race(&mut statistics, index.results, race, held_out);
    }
    statistics
}

/// Adds the comparisons of a race on held-out instances: its elites against `[base]`, and each change of the selected one as an
/// effect.
fn add_race(statistics: &mut Statistics, results: &Results, race: &RaceSummary, held_out: &HeldOutSummary) {
    let stage = &held_out.stage;
    let outcome = race.cost.name();
    let point = |role: &HeldOutRole| held_out.roles.iter().position(|other| other == role).map(|place| place + 1);
    let selected = race.elites.first().map(|&point| HeldOutRole::Elite(point));
    let base = point(&HeldOutRole::Base).or_else(|| point(&HeldOutRole::Elite(race.base?)));
    for Comparison { role, instances, difference, .. } in compare(results) {
        let (Some(difference), Some(number)) = (difference, point(&role)) else { continue };
        let CostDifference { mean, interval, p, p_uncorrected, a12, .. } = difference;
        match role {
            HeldOutRole::Without(factor) => {
                let level = |point: usize| stage.points[point - 1][factor].clone();
                let Some(other) = selected.as_ref().and_then(&point) else { continue };
                statistics.effects.push(EffectRow {
                    stage: stage.name.clone(),
                    factor: stage.factors[factor].key.clone(),
                    level: level(other),
                    reference: level(number),
                    outcome,
                    // That of the selected configuration to the one without the change.
                    estimate: Some(-mean),
                    low: interval.map(|ends| -ends.high),
                    high: interval.map(|ends| -ends.low),
                    p: p_uncorrected,
                    p_corrected: p,
                    method: SIGNED_RANK,
                    n: 2 * instances,
                    within: String::new(),
                    p_instances: None,
                });
            }
            _ => statistics.comparisons.push(ComparisonRow {
                stage: stage.name.clone(),
                configuration: number as u64,
                other: base.unwrap_or_default() as u64,
                outcome,
                estimate: mean,
                low: interval.map(|ends| ends.low),
                high: interval.map(|ends| ends.high),
                p: p_uncorrected,
                p_corrected: p,
                method: SIGNED_RANK,
                n: 2 * instances,
                in_set: None,
                a12,
            }),
        }
    }
}

/// Returns the levels of an effect's factor by their places in the stage; `None` outside a factorial.
fn levels<'a>(factors: &'a Factors, effect: &Effect) -> Option<&'a [usize]> {
    let is_here = |design: &&TestedDesign| design.effects.iter().any(|other| std::ptr::eq(other, effect));
    let design = factors.designs().iter().find(is_here)?;
    Some(&design.design.levels[design.place(effect.factors[0])])
}

/// Returns the two tables as files.
pub(crate) fn files(index: &ResultIndex<'_>, model: &Model) -> Vec<(String, Vec<u8>)> {
    let statistics = rows(index, model);
    let text = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    let first = ["estimate", "low", "high", "p", "p_corrected", "method", "n"];
    let names = [&["stage", "factor", "level", "reference", "outcome"], &first[..], &["within", "p_instances"]];
    let mut effects = Data::new(&names.concat());
    for row in statistics.effects {
        let ends = [row.estimate, row.low, row.high].map(text);
        let names = [row.stage, row.factor, row.level, row.reference, row.outcome.to_owned()];
        let test = [row.p.to_string(), row.p_corrected.to_string(), row.method.to_owned(), row.n.to_string()];
        effects.fields(&[&names[..], &ends, &test, &[row.within, text(row.p_instances)]].concat());
    }
    let names = [&["stage", "configuration", "other", "outcome"], &first[..], &["in_set", "a12"]];
    let mut comparisons = Data::new(&names.concat());
    for row in statistics.comparisons {
        let names = [row.stage, row.configuration.to_string(), row.other.to_string(), row.outcome.to_owned()];
        let ends = [Some(row.estimate), row.low, row.high].map(text);
        let test = [row.p.to_string(), row.p_corrected.to_string(), row.method.to_owned(), row.n.to_string()];
        let in_set = row.in_set.map_or(String::new(), |in_set| u8::from(in_set).to_string());
        let set = [in_set, row.a12.to_string()];
        comparisons.fields(&[&names[..], &ends, &test, &set].concat());
    }
    [(EFFECTS, effects), (COMPARISONS, comparisons)]
        .map(|(name, data)| (name.to_owned(), data.text().into_bytes()))
        .into()
}
