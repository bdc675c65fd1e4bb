//! [`Statistics`]: the statistics of a page as rows: effects, comparisons, estimates and shares of variance, those of a race among them.
//! The first two are also files, `effects.csv` and `comparisons.csv`. Claims with their words, [`StatedClaim`], are made by `sections`.

use super::effects::Effect;
use super::family::Tested;
use super::{Factors, Model, OutcomeTests, StageModel};
use crate::claims::{Claim, Measure};
use crate::estimate::{StageEstimates, measure, tail};
use crate::race::{Comparison, CostDifference, compare, race_of};
use crate::result_index::{ResultIndex, SolvedCount, StageTrials};
use evocube_experiment::record::{HeldOutRole, HeldOutSummary, Outcome, RaceSummary, Results, StageSummary};
use evocube_rows::{Data, Field};
use evocube_stats::intervals::exact_rate_interval;
use evocube_stats::{Estimate, Interval};
use serde::Serialize;

/// Name of the table of effects in a results folder.
pub const EFFECTS: &str = "effects.csv";
/// Name of the table of comparisons with the leading configurations.
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
    /// The estimands of levels in the main figures, and the statistics of configurations in the tables below the answers and of each
    /// stage. Shares of pairs of levels are rows of `effects.csv`.
    pub estimates: Vec<EstimateRow>,
    /// The shares of variance in the tables of tests.
    pub shares: Vec<ShareRow>,
    /// The claims on each stage, in the order of the page.
    pub claims: Vec<Vec<StatedClaim>>,
}

/// A claim with its words in Markdown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatedClaim {
    /// Name of the stage.
    pub stage: String,
    /// The claim.
    #[serde(flatten)]
    pub claim: Claim,
    /// Its words.
    pub words: String,
}

impl StatedClaim {
    /// Returns the claim as JSON; a number that is not finite is null.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// A level against the mean of the others, a difference between two levels, or that of two such differences.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectRow {
    /// Name of the stage.
    pub stage: String,
    /// Key of the factor, or of two as `a × b`.
    pub factor: String,
    /// The level that is compared with `reference`; both are empty for an effect of a sampled design.
    pub level: String,
    /// The level that it is compared with; empty for the mean of the others.
    pub reference: String,
    /// `wins`, `solved`, `run-time`, `penalty` or `moves`; of a race its cost, `penalty` or `evaluations`.
    pub outcome: &'static str,
    /// The share of pairs of trials that `level` wins; the difference `level` − `reference` in percentage points of trials that reached
    /// their target, penalties or moves; or the ratio of expected evaluations. For an interaction the difference of two of these, or
    /// their ratio. `None` for an effect of a sampled design.
    pub estimate: Option<f64>,
    /// The lower end of its interval, which holds together with those of all levels and pairs of the factor; `None` without one.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The p-value of this comparison alone; 1 where there is no noise to test it with.
    pub p: f64,
    /// Corrected for all tests of the page.
    pub p_corrected: f64,
    /// The test.
    pub method: &'static str,
    /// The number of trials behind it.
    pub n: usize,
    /// `key=level` for an effect within a level of another factor, both levels for an interaction; otherwise empty.
    pub within: String,
    /// The corrected p-value with the instance as the unit, for claims on instances like these; `None` where it is not tested.
    pub p_instances: Option<f64>,
}

impl EffectRow {
    /// Sets the result of a test.
    fn with(self, tested: &Tested) -> Self {
        Self {
            estimate: Some(tested.estimate),
            low: tested.interval.map(|interval| interval.low),
            high: tested.interval.map(|interval| interval.high),
            p: tested.p,
            p_corrected: tested.p_corrected,
            p_instances: tested.p_instances,
            ..self
        }
    }
}

/// A statistic of a level or of a configuration, with its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimateRow {
    /// Name of the stage.
    pub stage: String,
    /// Key of the factor; empty for a configuration.
    pub factor: String,
    /// The level, or the number of the configuration.
    pub level: String,
    /// The statistic; `None` for the share of pairs that a configuration wins against all others.
    pub measure: Option<Measure>,
    /// Its estimate; infinite if no trial reached its target.
    pub estimate: f64,
    /// The lower end of the interval, which holds together with those of all levels or configurations.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// The share of the variance between configurations that a factor or an interaction explains.
#[derive(Clone, Debug, PartialEq)]
pub struct ShareRow {
    /// Name of the stage.
    pub stage: String,
    /// Key of the factor, or of two as `a × b`.
    pub factor: String,
    /// As in `effects.csv`.
    pub outcome: &'static str,
    /// The share, 0 to 1.
    pub estimate: f64,
    /// Its interval, which holds for itself.
    pub interval: Option<Interval>,
}

/// A configuration against the leading one; of a race an elite against `[base]`.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparisonRow {
    /// Name of the stage.
    pub stage: String,
    /// Number of the configuration.
    pub configuration: u64,
    /// Number of the one that it is compared with.
    pub other: u64,
    /// As in `effects.csv`.
    pub outcome: &'static str,
    /// The share of pairs of trials that `configuration` wins, the difference `configuration` − `other` (of a race that of mean costs),
    /// or the ratio of expected evaluations.
    pub estimate: f64,
    /// The lower end of its interval, which holds together with those of all pairs of configurations.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The p-value.
    pub p: f64,
    /// Corrected for all tests of the page.
    pub p_corrected: f64,
    /// The test of the difference.
    pub method: &'static str,
    /// The number of trials behind it.
    pub n: usize,
    /// Whether the configuration may be the best by this outcome; `None` for an elite of a race.
    pub in_set: Option<bool>,
    /// Of a race the probability that the other one has the lower cost, ties counting half.
    pub a12: Option<f64>,
}

/// Returns all rows but those of claims.
pub(crate) fn rows(index: &ResultIndex<'_>, model: &Model) -> Statistics {
    let mut statistics = Statistics::default();
    for (stage, tested) in index.stages.iter().zip(&model.stages) {
        estimate_rows(index, stage, tested, &mut statistics.estimates);
        for tests in &tested.tests {
            effect_rows(stage.summary, tests, &mut statistics.effects);
            share_rows(stage.summary, tests, &mut statistics.shares);
            let outcome = tests.sample.outcome.name();
            let (Some(configurations), Some(leader)) = (&tests.configurations, tested.leader) else { continue };
            for (point, comparison) in configurations.against_leader.iter().enumerate() {
                let Some((tested, trials)) = comparison else { continue };
                statistics.comparisons.push(ComparisonRow {
                    stage: stage.summary.name.clone(),
                    configuration: point as u64 + 1,
                    other: leader as u64 + 1,
                    outcome,
                    estimate: tested.estimate,
                    low: tested.interval.map(|interval| interval.low),
                    high: tested.interval.map(|interval| interval.high),
                    p: tested.p,
                    p_corrected: tested.p_corrected,
                    method: configurations.method,
                    n: *trials,
                    in_set: Some(configurations.may_be_best(point)),
                    a12: None,
                });
            }
        }
    }
    if let Some((race, held_out)) = race_of(index.results) {
        add_race(&mut statistics, index.results, race, held_out);
    }
    statistics
}

/// Adds the shares of variance; none of a single effect, which explains what noise does not.
fn share_rows(summary: &StageSummary, tests: &OutcomeTests, rows: &mut Vec<ShareRow>) {
    let effects = tests.factors.explained();
    for effect in effects.iter().filter(|_| effects.len() > 1) {
        let Some(Estimate { value, interval }) = effect.share else { continue };
        let keys: Vec<&str> = effect.factors.iter().map(|factor| &*summary.factors[*factor].key).collect();
        let (stage, factor, outcome) = (summary.name.clone(), keys.join(" × "), tests.sample.outcome.name());
        rows.push(ShareRow { stage, factor, outcome, estimate: value, interval });
    }
}

/// Adds the estimands of the levels of a stage in its main figure, and the statistics of its configurations.
fn estimate_rows(index: &ResultIndex<'_>, stage: &StageTrials<'_>, model: &StageModel, rows: &mut Vec<EstimateRow>) {
    let mut add = |factor: &str, level: String, measure: Option<Measure>, estimate: Estimate| {
        rows.push(EstimateRow {
            stage: stage.summary.name.clone(),
            factor: factor.to_owned(),
            level,
            measure,
            estimate: estimate.value,
            low: estimate.interval.map(|ends| ends.low),
            high: estimate.interval.map(|ends| ends.high),
        });
    };
    let of_levels = match model.outcome {
        Outcome::Wins => None,
        Outcome::Solved => Some(Measure::Reached),
        Outcome::RunTime => Some(Measure::ExpectedEvaluations),
        Outcome::Penalty => Some(Measure::MeanPenalty),
        Outcome::Moves => Some(Measure::MeanMoves),
    };
    let effects = model.designs().iter().flat_map(|design| &design.effects);
    if let Some(measure) = of_levels {
        for effect in effects {
            let factor = &stage.summary.factors[effect.factor];
            for (level, estimate) in effect.levels.iter().zip(&effect.family.estimates) {
                estimate
                    .iter()
                    .for_each(|estimate| add(&factor.key, factor.levels[*level].clone(), Some(measure), *estimate));
            }
        }
    }
    let measure = measure(stage, model.outcome);
    for (place, estimates) in StageEstimates::at_limit(index, stage).configurations.iter().enumerate() {
        estimates.iter().for_each(|all| add("", (place + 1).to_string(), Some(measure), all.of(measure)));
    }
    if stage.solved().count > 0 {
        for point in &stage.points {
            let SolvedCount { count, trials } = point.solved();
            let percent = |ends: Interval| Interval { low: 100.0 * ends.low, high: 100.0 * ends.high };
            let interval = exact_rate_interval(count, trials, tail(stage.points.len())).map(percent);
            let value = 100.0 * count as f64 / trials.max(1) as f64;
            add("", point.number.to_string(), Some(Measure::Reached), Estimate { value, interval });
        }
    }
    // The levels of a single factor are rows of `effects.csv`.
    let several = model.primary().filter(|tests| !tests.factors.is_of_one_factor());
    let shares = several.and_then(|tests| tests.configurations.as_ref()).map_or(&[][..], |all| &all.levels);
    for (place, tested) in shares.iter().enumerate() {
        let Some(Tested { estimate, interval, .. }) = *tested else { continue };
        add("", (place + 1).to_string(), None, Estimate { value: estimate, interval });
    }
}

/// Adds the rows of the effects of a stage by an outcome.
fn effect_rows(summary: &StageSummary, tests: &OutcomeTests, rows: &mut Vec<EffectRow>) {
    let key = |factor: usize| summary.factors[factor].key.as_str();
    let level = |factor: usize, level: usize| {
        let factor = &summary.factors[factor];
        factor.as_written(&factor.levels[level])
    };
    let outcome = tests.sample.outcome.name();
    let row = |factor: String, names: [&str; 2], (method, n): (&'static str, usize)| EffectRow {
        stage: summary.name.clone(),
        factor,
        level: names[0].to_owned(),
        reference: names[1].to_owned(),
        outcome,
        estimate: None,
        low: None,
        high: None,
        p: 1.0,
        p_corrected: 1.0,
        method,
        n,
        within: String::new(),
        p_instances: None,
    };
    let within = |levels: &[(usize, usize)]| {
        let names = levels.iter().map(|(factor, place)| format!("{}={}", key(*factor), level(*factor, *place)));
        names.collect::<Vec<_>>().join(";")
    };
    let add = |rows: &mut Vec<EffectRow>, effect: &Effect| {
        let name = |place: usize| level(effect.factor, effect.levels[place]);
        let row = |names| EffectRow {
            within: within(&effect.within),
            ..row(key(effect.factor).to_owned(), names, (effect.family.method, effect.trials))
        };
        let levels = effect.family.levels.iter().enumerate();
        rows.extend(levels.filter_map(|(place, tested)| Some(row([name(place), ""]).with(tested.as_ref()?))));
        let pairs = effect.family.pairs.iter();
        rows.extend(pairs.map(|pair| row([name(pair.level), name(pair.reference)]).with(&pair.tested)));
    };
    for effect in tests.factors.effects() {
        add(rows, effect);
    }
    for interaction in tests.factors.interactions() {
        let (focus, around) = interaction.factors;
        let (Some(largest), Some(design)) = (&interaction.largest, tests.factors.design_of(focus, around)) else {
            continue;
        };
        let places = [focus, around].map(|factor| &design.levels[design.place(factor)]);
        let names = [largest.levels.0, largest.levels.1].map(|place| level(focus, places[0][place]));
        let slices = [largest.slices.0, largest.slices.1].map(|place| (around, places[1][place]));
        let n = tests.sample.trials(design.cells.iter().flatten());
        let whole = row(format!("{} × {}", key(focus), key(around)), names, ("slices", n));
        rows.push(EffectRow {
            estimate: Some(largest.estimate),
            low: Some(largest.interval.low),
            high: Some(largest.interval.high),
            p: largest.p,
            p_corrected: largest.p_corrected,
            within: within(&slices),
            ..whole
        });
        // One within the levels of the question is a row of its own.
        let is_asked = |effect: &Effect| {
            tests.asked.as_ref().is_some_and(|asked| (asked.factor, &asked.within) == (effect.factor, &effect.within))
        };
        interaction.simple.iter().filter(|effect| !is_asked(effect)).for_each(|effect| add(rows, effect));
    }
    tests.asked.iter().for_each(|effect| add(rows, effect));
    if let Factors::Surface(surface) = &tests.factors {
        for effect in &surface.effects {
            let keys = effect.factors.iter().map(|factor| key(*factor)).collect::<Vec<_>>().join(" × ");
            let whole = row(keys, ["", ""], ("regression-f", summary.points.len()));
            rows.push(EffectRow { p: effect.p.unwrap_or(1.0), p_corrected: effect.p_corrected, ..whole });
        }
    }
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
                let level =
                    |point: usize| stage.factors[factor].as_written(&stage.points[point - 1][factor]).to_owned();
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
                a12: Some(a12),
            }),
        }
    }
}

/// Returns the two tables as files.
pub(crate) fn files(index: &ResultIndex<'_>, model: &Model) -> Vec<(String, Vec<u8>)> {
    let statistics = rows(index, model);
    let first = ["estimate", "low", "high", "p", "p_corrected", "method", "n"];
    let names = [&["stage", "factor", "level", "reference", "outcome"], &first[..], &["within", "p_instances"]];
    let mut effects = Data::new(&names.concat());
    for row in statistics.effects {
        let names: [&dyn Field; 5] = [&row.stage, &row.factor, &row.level, &row.reference, &row.outcome];
        let ends: [&dyn Field; 3] = [&row.estimate, &row.low, &row.high];
        let test: [&dyn Field; 6] = [&row.p, &row.p_corrected, &row.method, &row.n, &row.within, &row.p_instances];
        effects.row(&[&names[..], &ends, &test].concat());
    }
    let names = [&["stage", "configuration", "other", "outcome"], &first[..], &["in_set", "a12"]];
    let mut comparisons = Data::new(&names.concat());
    for row in statistics.comparisons {
        let in_set = row.in_set.map(u8::from);
        let names: [&dyn Field; 4] = [&row.stage, &row.configuration, &row.other, &row.outcome];
        let ends: [&dyn Field; 3] = [&row.estimate, &row.low, &row.high];
        let test: [&dyn Field; 6] = [&row.p, &row.p_corrected, &row.method, &row.n, &in_set, &row.a12];
        comparisons.row(&[&names[..], &ends, &test].concat());
    }
    [(EFFECTS, effects), (COMPARISONS, comparisons)]
        .map(|(name, data)| (name.to_owned(), data.text().into_bytes()))
        .into()
}
