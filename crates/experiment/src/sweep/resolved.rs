//! A checked sweep in the form of manifests: a sweep file with every default.

use std::borrow::Cow;

use serde::Serialize;

use super::condition::Condition;
use super::{Comparison, Factor, Level, Question, Scale, SelectionRule, Sweep, ValueRange, labels};
use crate::design::Design;
use crate::instance::Instance;
use evocube_engine::optimizer::Observe;
use evocube_engine::registered::Registered;
use evocube_engine::settings;

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ResolvedSweep<'a> {
    name: &'a str,
    notes: &'a str,
    question: Option<&'a Question>,
    seed: i64,
    repetitions: u64,
    holdout: Option<usize>,
    log_every: Option<u64>,
    #[serde(skip_serializing_if = "<[u64]>::is_empty")]
    log_at_evaluations: &'a [u64],
    #[serde(skip_serializing_if = "<[Registered<dyn Observe>]>::is_empty")]
    observers: &'a [Registered<dyn Observe>],
    baselines: Vec<String>,
    goal: Option<&'a str>,
    instance: &'a [Instance],
    base: toml::Table,
    stage: Vec<ResolvedStage<'a>>,
}

#[derive(Serialize)]
struct ResolvedStage<'a> {
    name: &'a str,
    select: Option<SelectionRule>,
    design: Option<Design>,
    points: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forbid: Vec<&'a str>,
    #[serde(flatten)]
    comparison: Comparison,
    factor: Vec<ResolvedFactor<'a>>,
}

#[derive(Serialize)]
struct ResolvedFactor<'a> {
    key: Option<&'a str>,
    name: Option<&'a str>,
    levels: Option<Vec<Cow<'a, toml::Value>>>,
    range: Option<[toml::Value; 2]>,
    scale: Option<Scale>,
    when: Option<&'a Condition>,
}

impl<'a> ResolvedFactor<'a> {
    fn new(factor: &'a Factor) -> Self {
        let level = |level: &'a Level| {
            if factor.is_labeled { Cow::Owned(labels::to_value(level)) } else { Cow::Borrowed(&level.value) }
        };
        let levels = factor.range.is_none().then(|| factor.levels.iter().map(level).collect());
        let ends = |range: ValueRange| [range.ends().0, range.ends().1].map(|end| range.value(end));
        Self {
            key: (!factor.is_labeled).then_some(&factor.key),
            name: factor.is_labeled.then_some(&factor.key),
            levels,
            range: factor.range.map(ends),
            scale: factor.range.map(|range| range.scale()),
            when: factor.conditions.iter().find(|condition| condition.is_written),
        }
    }
}

/// Returns a sweep as a sweep file.
pub(super) fn to_table(sweep: &Sweep) -> toml::Table {
    let resolved = ResolvedSweep {
        name: &sweep.name,
        notes: &sweep.notes,
        question: sweep.question.as_ref(),
        seed: i64::try_from(sweep.seed).expect("it was read as one"),
        repetitions: sweep.repetitions,
        holdout: Some(sweep.held_out.len()).filter(|count| *count > 0),
        log_every: sweep.log.every,
        log_at_evaluations: &sweep.log.at_evaluations,
        observers: &sweep.log.observers,
        baselines: sweep.baselines.iter().map(ToString::to_string).collect(),
        goal: sweep.goal.as_deref(),
        instance: &sweep.instances,
        base: sweep.base.to_table(),
        stage: sweep
            .selecting_stages()
            .iter()
            .map(|stage| ResolvedStage {
                name: &stage.name,
                // A race selects by its costs.
                select: stage.race_design().is_none().then_some(stage.rule),
                design: (stage.design != Design::Factorial).then_some(stage.design),
                points: stage.requested,
                forbid: stage.forbidden.iter().map(|combination| combination.text.as_str()).collect(),
                comparison: stage.comparison.clone(),
                factor: stage.factors.iter().map(ResolvedFactor::new).collect(),
            })
            .collect(),
    };
    settings::to_table(&resolved)
}
