//! [`StopCriterion`]: the condition that ends a run, from its penalty, solution length, generations, evaluations and population. It also
//! ends one after 10,000 generations without a new genome. [`StopReason`]: the part that held, or another end. [`StopRule`]: rules outside
//! the crate. [`Unsupported`]: a part that an algorithm refuses. Limits of time are in `RunContext`.

use serde::{Deserialize, Serialize};

use super::observer::{Generation, Progress};
use super::reached;
use crate::registered::{Registered, Word, component_kind};
use evocube_cube::solver::Cancelled;

/// Condition that ends a run: after every generation, the run ends if any part holds. The limit of evaluations also ends it within a
/// generation, whose further genomes are left out. At least one of `generations`, `evaluations` and `stagnation` is required, so that
/// every run ends. An algorithm may support only some parts: see
/// [`Optimizer::supports`](super::Optimizer::supports).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StopCriterion {
    /// Penalty at which the run ends, or `"none"`. Default 0: solved.
    #[serde(default = "solved", with = "target")]
    #[cfg_attr(feature = "schema", schemars(with = "target::TargetSchema"))]
    pub target: Option<u32>,
    /// Generations after the initial one, including those of all restarts.
    pub generations: Option<u64>,
    /// Maximum number of evaluated genomes, at least 1.
    pub evaluations: Option<u64>,
    /// Generations without a lower penalty.
    pub stagnation: Option<u64>,
    /// Maximum difference between the highest and the lowest penalty of a population that has converged.
    pub penalty_range: Option<u32>,
    /// Maximum number of different genomes of a population that has converged.
    pub distinct: Option<u64>,
    /// A registered rule, checked after every generation.
    pub rule: Option<Registered<dyn StopRule>>,
    /// Solution length, in moves, at which a run ends; the run continues after longer solutions. `None` ends a run with
    /// its first solution. Not a key of sweep files: [`Solving`](super::Solving) sets it.
    #[serde(skip)]
    pub length: Option<usize>,
}

/// Serialization of a target: a number, or the word `none`.
mod target {
    use serde::{Deserializer, Serializer, de};

    /// The JSON Schema of a target.
    #[cfg(feature = "schema")]
    pub(super) struct TargetSchema;

    evocube_cube::schema!(TargetSchema, generator => { "anyOf": [generator.subschema_for::<u32>(), { "const": "none" }] });

    pub(super) fn serialize<S: Serializer>(target: &Option<u32>, serializer: S) -> Result<S::Ok, S::Error> {
        match target {
            Some(target) => serializer.serialize_u32(*target),
            None => serializer.serialize_str("none"),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
        struct Target;
        impl de::Visitor<'_> for Target {
            type Value = Option<u32>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("\"none\" or a whole number from 0 to 4294967295")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self::Value, E> {
                let wrong = || E::invalid_value(de::Unexpected::Signed(number), &self);
                u32::try_from(number).map(Some).map_err(|_| wrong())
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self::Value, E> {
                self.visit_i64(number.try_into().unwrap_or(i64::MAX))
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Self::Value, E> {
                if word == "none" { Ok(None) } else { Err(E::invalid_value(de::Unexpected::Str(word), &self)) }
            }
        }
        deserializer.deserialize_any(Target)
    }
}

fn solved() -> Option<u32> {
    Some(0)
}

impl Default for StopCriterion {
    fn default() -> Self {
        Self {
            target: solved(),
            generations: None,
            evaluations: Some(2_000_000),
            stagnation: None,
            penalty_range: None,
            distinct: None,
            rule: None,
            length: None,
        }
    }
}

/// A stop criterion outside the crate.
pub trait StopRule: Send + Sync {
    /// Returns whether a run ends after this generation. The result must depend on the generations alone.
    ///
    /// # Errors
    /// If the rule fails, which ends the run without a result.
    fn is_met(&self, generation: &Generation<'_>) -> Result<bool, Cancelled>;
}

impl StopRule for Word {
    fn is_met(&self, _: &Generation<'_>) -> Result<bool, Cancelled> {
        self.run()
    }
}

// The text of every other reason of an end.
component_kind!(
    dyn StopRule,
    StopRule,
    &[
        "target", "generations", "evaluations", "stagnation", "penalty-range", "distinct", "converged", "solved",
        "cancelled", "failed"
    ]
);

/// Error: an algorithm does not support a part of a stop criterion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Unsupported {
    /// The key of a sweep's `[base]`.
    pub key: &'static str,
    /// A sentence with the reason and what to write instead.
    pub message: String,
}

impl Unsupported {
    /// Returns an unsupported part by its key.
    pub fn new(key: &'static str, message: impl Into<String>) -> Self {
        Self { key, message: message.into() }
    }
}

/// Reason why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// The target penalty was reached.
    Target,
    /// The limit of generations was reached.
    Generations,
    /// The limit of evaluations was reached.
    Evaluations,
    /// The limit of generations without improvement was reached.
    Stagnation,
    /// The highest and the lowest penalty of the population differed by at most [`StopCriterion::penalty_range`].
    PenaltyRange,
    /// The population had at most [`StopCriterion::distinct`] different genomes.
    Distinct,
    /// No generation of the last [`MAX_WITHOUT_NEW_GENOME`](StopCriterion::MAX_WITHOUT_NEW_GENOME) had a new genome.
    Converged,
    /// A [registered rule](StopRule) of this name was met.
    Rule(&'static str),
    /// A deterministic solver solved the state.
    Solved,
    /// The run was [cancelled](evocube_cube::solver::Cancellation), or its time was up, before any criterion held.
    Cancelled,
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Target => "target",
            Self::Generations => "generations",
            Self::Evaluations => "evaluations",
            Self::Stagnation => "stagnation",
            Self::PenaltyRange => "penalty-range",
            Self::Distinct => "distinct",
            Self::Converged => "converged",
            Self::Rule(name) => name,
            Self::Solved => "solved",
            Self::Cancelled => "cancelled",
        })
    }
}

impl StopCriterion {
    /// Number of generations in a row without a new genome after which every run ends, whatever the criterion: copies of the genomes that
    /// it has reach no other limit of evaluations.
    pub const MAX_WITHOUT_NEW_GENOME: u64 = 10_000;

    /// Returns whether the criterion ends every run.
    pub(crate) fn is_bounded(&self) -> bool {
        self.generations.is_some() || self.evaluations.is_some() || self.stagnation.is_some()
    }

    /// Returns the limit of generations or evaluations that a run has reached; `None` if it has reached neither.
    pub(crate) fn limit(&self, generations: u64, evaluations: u64) -> Option<StopReason> {
        self.reason_of_progress(&Progress { best: u32::MAX, generations, evaluations, ..Progress::default() })
    }

    /// Returns the reason why a run ends after this generation; `None` if it continues.
    ///
    /// # Errors
    /// If a registered rule fails.
    #[inline]
    pub fn reason(&self, generation: &Generation<'_>) -> Result<Option<StopReason>, Cancelled> {
        self.reason_after(&generation.progress, || *generation)
    }

    /// Returns the reason why a run with this progress ends. Its generation is made only for parts that need a population.
    #[inline]
    pub(crate) fn reason_after<'g>(
        &self,
        progress: &Progress,
        generation: impl FnOnce() -> Generation<'g>,
    ) -> Result<Option<StopReason>, Cancelled> {
        let reason = self.reason_of_progress(progress);
        if reason.is_none() && (self.penalty_range.is_some() || self.distinct.is_some() || self.rule.is_some()) {
            return self.reason_of_population(&generation());
        }
        Ok(reason)
    }

    /// Returns the reason why a run ends with this population, or by its rule; `None` if there is none.
    #[inline(never)]
    fn reason_of_population(&self, generation: &Generation<'_>) -> Result<Option<StopReason>, Cancelled> {
        let range = |max| {
            let spread = generation.spread();
            spread.worst - spread.best <= max
        };
        if self.penalty_range.is_some_and(range) {
            return Ok(Some(StopReason::PenaltyRange));
        } else if self.distinct.is_some_and(|max| generation.individuals.distinct() as u64 <= max) {
            return Ok(Some(StopReason::Distinct));
        }
        let Some(rule) = &self.rule else { return Ok(None) };
        Ok(rule.is_met(generation)?.then(|| StopReason::Rule(rule.name())))
    }

    /// Returns the key of a criterion that needs a population.
    pub(crate) fn population_key(&self) -> Option<&'static str> {
        match (self.penalty_range, self.distinct) {
            (Some(_), _) => Some("stop.penalty-range"),
            (None, Some(_)) => Some("stop.distinct"),
            (None, None) => None,
        }
    }

    /// Returns the reason why a run with this progress ends, whatever its population; `None` if there is none.
    #[inline]
    fn reason_of_progress(&self, progress: &Progress) -> Option<StopReason> {
        let is_at = |limit: Option<u64>, value: u64| limit.is_some_and(|limit| value >= limit);
        if self.target.is_some() && reached(u64::from(progress.best), self.target) {
            Some(StopReason::Target)
        } else if is_at(self.generations, progress.generations) {
            Some(StopReason::Generations)
        } else if is_at(self.evaluations, progress.evaluations) {
            Some(StopReason::Evaluations)
        } else if is_at(self.stagnation, progress.stagnation) {
            Some(StopReason::Stagnation)
        } else if progress.without_new_genome >= Self::MAX_WITHOUT_NEW_GENOME {
            Some(StopReason::Converged)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_target_is_a_number_or_none() {
        let target = |text: &str| crate::settings::read::<StopCriterion>(text).map(|stop| stop.target);
        assert_eq!(target(""), Ok(Some(0)));
        assert_eq!(target("target = 7"), Ok(Some(7)));
        assert_eq!(target("target = \"none\""), Ok(None));
        for wrong in ["-1", "4294967296", "\"some\"", "1.5"] {
            assert!(target(&format!("target = {wrong}")).is_err(), "{wrong}");
        }
        for target in [None, Some(3)] {
            let stop = StopCriterion { target, ..StopCriterion::default() };
            assert_eq!(
                crate::settings::read(&crate::settings::to_table(&stop).to_string()),
                Ok(stop.clone()),
                "what is written is read back"
            );
        }
    }

    #[test]
    fn a_run_without_a_target_reaches_a_penalty_of_0() {
        let lowest = |target| [0, 3, 4].map(|best| reached(best, target));
        assert_eq!(
            [Some(3), Some(0), None].map(lowest),
            [[true, true, false], [true, false, false], [true, false, false]]
        );
    }

    #[test]
    fn the_first_stop_criterion_that_holds_is_reported() {
        let stop = StopCriterion {
            target: Some(3),
            generations: Some(10),
            evaluations: Some(1000),
            stagnation: Some(5),
            ..StopCriterion::default()
        };
        let reason = |best, generations, evaluations, stagnation| {
            stop.reason_of_progress(&Progress { best, generations, evaluations, stagnation, without_new_genome: 0 })
        };
        assert_eq!(reason(4, 9, 999, 4), None);
        assert_eq!(reason(3, 10, 1000, 5), Some(StopReason::Target));
        assert_eq!(reason(4, 10, 1000, 5), Some(StopReason::Generations));
        assert_eq!(reason(4, 9, 1000, 5), Some(StopReason::Evaluations));
        assert_eq!(reason(4, 9, 999, 5), Some(StopReason::Stagnation));
    }

    #[test]
    fn a_run_without_new_genomes_ends_after_ten_thousand_generations() {
        let stop = StopCriterion { evaluations: Some(20), ..StopCriterion::default() };
        let progress = |without_new_genome| Progress {
            best: 1,
            generations: 10_019,
            evaluations: 19,
            stagnation: 10_019,
            without_new_genome,
        };
        assert_eq!(stop.reason_of_progress(&progress(9_999)), None);
        assert_eq!(stop.reason_of_progress(&progress(10_000)), Some(StopReason::Converged));
        let mut progress = Progress { best: 5, evaluations: 7, ..Progress::default() };
        let mut without_new_genome = |best, evaluations| {
            progress.update(best, evaluations);
            progress.without_new_genome
        };
        assert_eq!(
            [
                without_new_genome(5, 7),
                without_new_genome(5, 7),
                without_new_genome(5, 8),
                without_new_genome(4, 8),
                without_new_genome(3, 9)
            ],
            [1, 2, 0, 1, 0]
        );
    }

    #[test]
    fn a_registered_rule_has_no_name_of_another_reason() {
        use crate::registered::ComponentKind;
        let reasons = [
            StopReason::Target,
            StopReason::Generations,
            StopReason::Evaluations,
            StopReason::Stagnation,
            StopReason::PenaltyRange,
            StopReason::Distinct,
            StopReason::Converged,
            StopReason::Solved,
            StopReason::Cancelled,
        ];
        let names = <dyn StopRule>::own_names();
        assert!(reasons.iter().all(|reason| names.contains(&&*reason.to_string())) && names.contains(&"failed"));
    }
}
