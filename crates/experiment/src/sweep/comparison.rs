//! [`Comparison`]: how the configurations of a stage are compared, by the keys `outcome`, `outcomes`, `effort` and `equivalence`, which are
//! checked here. A stage selects by them in `record::selection`; the statistical tests are made in `evocube_report`. Comparisons of values
//! are in `forbidden`, differences of sweeps in `record::comparison`.

use std::ops::Range;

use serde::{Serialize, Serializer};
use toml::Spanned;

use super::diagnostic::{Diagnostic, reject};
use super::factor::Factor;
use super::key_path::head;
use crate::record::{EffortRule, Outcome, varies_objective};
use evocube_cube::text::quoted;

/// How the configurations of a stage are compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Comparison {
    /// The outcome that is tested first, and by which the stage selects unless it names another rule.
    pub outcome: Outcome,
    /// Further outcomes that are tested, and share the level of the tests with the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Outcome>,
    /// The evaluations within which trials are compared.
    #[serde(serialize_with = "effort_value")]
    pub effort: EffortRule,
    /// The largest difference without importance: percentage points of pairs of trials or of trials that reached their target,
    /// penalties, moves, or a ratio of evaluations above 1.
    pub equivalence: Option<f64>,
}

fn effort_value<S: Serializer>(effort: &EffortRule, serializer: S) -> Result<S::Ok, S::Error> {
    match effort {
        EffortRule::Equal => serializer.serialize_str("equal"),
        EffortRule::Own => serializer.serialize_str("own"),
        EffortRule::Within(evaluations) => serializer.serialize_u64(*evaluations),
    }
}

/// The form of the key `effort`.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code)] // read by the schema
pub(super) enum EffortForm {
    /// By a rule.
    Rule(EffortName),
    /// Within these evaluations.
    Within(#[schemars(range(min = 1))] i64),
}

/// The rules of the key `effort`.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[allow(dead_code)] // read by the schema
pub(super) enum EffortName {
    /// Within the evaluations that all configurations may spend.
    Equal,
    /// As each trial ended.
    Own,
}

/// The keys as they are written.
#[derive(Clone, Default)]
pub(super) struct ComparisonKeys {
    pub(super) outcome: Option<Spanned<Outcome>>,
    pub(super) outcomes: Option<Spanned<Vec<Outcome>>>,
    pub(super) effort: Option<Spanned<toml::Value>>,
    pub(super) equivalence: Option<Spanned<f64>>,
}

impl ComparisonKeys {
    /// Returns the keys of a stage of a sweep with these keys. The sweep's equivalence is one of the sweep's outcome.
    pub(super) fn overridden_by(&self, stage: Self) -> Self {
        let outcome = stage.outcome.or_else(|| self.outcome.clone());
        let [here, there] = [&outcome, &self.outcome].map(|outcome| outcome.as_ref().map(|outcome| *outcome.get_ref()));
        let equivalence = stage.equivalence.or_else(|| self.equivalence.clone().filter(|_| here == there));
        let outcomes = stage.outcomes.or_else(|| self.outcomes.clone());
        let effort = stage.effort.or_else(|| self.effort.clone());
        Self { outcome, outcomes, effort, equivalence }
    }

    /// Checks the keys of a stage with these factors. Limits that a factor varies are not made equal.
    pub(super) fn check(&self, factors: &[Factor]) -> Result<Comparison, Diagnostic> {
        let named = self.outcomes.as_ref().map_or(&[][..], |outcomes| outcomes.get_ref());
        let first = self.outcome.as_ref().map(|outcome| *outcome.get_ref());
        let outcome = first.or(named.first().copied()).unwrap_or_default();
        let mut outcomes = vec![];
        for other in named.iter().filter(|other| **other != outcome) {
            if !outcomes.contains(other) {
                outcomes.push(*other);
            }
        }
        let penalty = self.outcome.as_ref().filter(|outcome| *outcome.get_ref() == Outcome::Penalty).map(Spanned::span);
        let listed = self.outcomes.as_ref().filter(|outcomes| outcomes.get_ref().contains(&Outcome::Penalty));
        let varied = factors.iter().find(|factor| factor.keys().into_iter().any(varies_objective));
        if let (Some(factor), Some(place)) = (varied, penalty.or(listed.map(Spanned::span))) {
            let message = format!(
                "outcome = \"penalty\" compares penalties, which are not comparable where \"{}\" varies: write outcome = \
                 \"wins\", \"solved\" or \"run-time\"",
                factor.key
            );
            return reject(message, place);
        }
        let varies_limits = factors.iter().flat_map(Factor::keys).any(|key| head(key) == "stop");
        let default = if varies_limits { EffortRule::Own } else { EffortRule::Equal };
        let effort = self.effort.as_ref().map_or(Ok(default), check_effort)?;
        let equivalence = self.equivalence.as_ref().map(|margin| (*margin.get_ref(), margin.span()));
        let equivalence = equivalence.map(|(margin, place)| check_equivalence(margin, outcome, place)).transpose()?;
        Ok(Comparison { outcome, outcomes, effort, equivalence })
    }
}

fn check_effort(effort: &Spanned<toml::Value>) -> Result<EffortRule, Diagnostic> {
    match effort.get_ref() {
        toml::Value::String(rule) if rule == "equal" => Ok(EffortRule::Equal),
        toml::Value::String(rule) if rule == "own" => Ok(EffortRule::Own),
        toml::Value::Integer(evaluations) if *evaluations > 0 => {
            Ok(EffortRule::Within(u64::try_from(*evaluations).unwrap_or(u64::MAX)))
        }
        other => {
            let shown = match other {
                toml::Value::String(rule) => quoted(rule),
                toml::Value::Array(_) => "a list".to_owned(),
                toml::Value::Table(_) => "a table".to_owned(),
                other => other.to_string(),
            };
            let message = format!(
                "effort is {shown}: write \"equal\", \"own\", or a number of evaluations above 0, as in effort = 50_000"
            );
            reject(message, effort.span())
        }
    }
}

fn check_equivalence(margin: f64, outcome: Outcome, place: Range<usize>) -> Result<f64, Diagnostic> {
    let (is_valid, range) = match outcome {
        Outcome::Wins => {
            (margin > 0.0 && margin <= 50.0, "percentage points of pairs of trials above 0 and up to 50, as in 10")
        }
        Outcome::Penalty => (margin > 0.0 && margin.is_finite(), "a difference of penalties above 0, as in 2"),
        Outcome::Moves => (margin > 0.0 && margin.is_finite(), "a difference of moves above 0, as in 0.5"),
        Outcome::Solved => (
            margin > 0.0 && margin <= 100.0,
            "a difference of percentage points of solved trials above 0 and up to 100, as in 10",
        ),
        Outcome::RunTime => {
            (margin > 1.0 && margin.is_finite(), "a ratio of evaluations until solved above 1, as in 1.25")
        }
    };
    if is_valid { Ok(margin) } else { reject(format!("equivalence {margin} is out of range: {range}"), place) }
}
