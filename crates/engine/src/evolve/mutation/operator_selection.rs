//! [`AdaptiveOperatorSelection`]: probabilities of operators that follow their credit, by [`ProbabilityMatching`] or [`AdaptivePursuit`],
//! for mixtures of mutations and of crossovers. The credit is counted in `adaptation`; operators are drawn in `evolve::mixture`.

use serde::{Deserialize, Deserializer, Serialize};

use super::InvalidSettings;
use crate::bounded::Rate;
use crate::registered::{Named, SettingsSource, read_named};
use crate::settings::settings;

/// Adaptive operator selection. D. Thierens, "An adaptive pursuit strategy for allocating operator probabilities", 2005,
/// compares the two rules.
///
/// The reward of an operator is the mean decrease of the penalty over the offspring that it changed in a generation; an offspring
/// that is not better counts as 0. Its quality is a moving average of its rewards and begins at 1, as in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum AdaptiveOperatorSelection {
    /// See [`ProbabilityMatching`].
    ProbabilityMatching(ProbabilityMatching),
    /// See [`AdaptivePursuit`].
    AdaptivePursuit(AdaptivePursuit),
}

settings! {
    /// Each probability is in proportion to the quality (D. E. Goldberg, "Probability matching, the magnitude of reinforcement, and
    /// classifier system bidding", 1990).
    #[derive(Copy)]
    pub struct ProbabilityMatching {
        /// Minimum probability of each operator. Default: half an equal share.
        pub min: Option<Rate>,
        /// Weight of the last reward in the moving average of rewards. Default 0.8.
        pub quality_rate: Rate = Rate::new(0.8),
    }

    /// The probability of the operator of highest quality approaches the maximum, those of all others approach the minimum.
    #[derive(Copy)]
    pub struct AdaptivePursuit {
        /// Minimum probability of each operator. Default: half an equal share.
        pub min: Option<Rate>,
        /// Weight of the last reward in the moving average of rewards. Default 0.8.
        pub quality_rate: Rate = Rate::new(0.8),
        /// Share of the distance to its target that each probability moves in a generation. Default 0.8.
        pub pursuit_rate: Rate = Rate::new(0.8),
    }
}

impl Named for AdaptiveOperatorSelection {
    fn names() -> &'static [&'static str] {
        &["probability-matching", "adaptive-pursuit"]
    }

    fn read<'de, S: SettingsSource<'de>>(name: &str, source: S) -> Result<Self, S::Error> {
        match name {
            "probability-matching" => source.settings().map(Self::ProbabilityMatching),
            _ => source.settings().map(Self::AdaptivePursuit),
        }
    }
}

impl<'de> Deserialize<'de> for AdaptiveOperatorSelection {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_named(deserializer)
    }
}

evocube_cube::schema!(AdaptiveOperatorSelection, generator => { "anyOf": [
    { "enum": Self::names() },
    {
        "type": "object", "additionalProperties": false, "minProperties": 1, "maxProperties": 1,
        "properties": {
            "probability-matching": generator.subschema_for::<ProbabilityMatching>(),
            "adaptive-pursuit": generator.subschema_for::<AdaptivePursuit>(),
        },
    },
] });

impl AdaptiveOperatorSelection {
    /// Returns the minimum probability and the quality rate.
    fn rates(self) -> (Option<Rate>, f64) {
        match self {
            Self::ProbabilityMatching(ProbabilityMatching { min, quality_rate })
            | Self::AdaptivePursuit(AdaptivePursuit { min, quality_rate, .. }) => (min, quality_rate.get()),
        }
    }

    /// Checks that so many `operators`, a noun in the plural, can each have the minimum probability.
    pub(in crate::evolve) fn check(self, count: usize, operators: &'static str) -> Result<(), InvalidSettings> {
        match self.rates().0 {
            Some(min) if min.get() * count as f64 > 1.0 => {
                Err(InvalidSettings::MinProbability { count, operators, min: min.get() })
            }
            _ => Ok(()),
        }
    }

    /// Updates qualities and probabilities after a generation. An unused operator has no reward and keeps its quality.
    pub(in crate::evolve) fn update(self, rewards: &[Option<f64>], quality: &mut [f64], probability: &mut [f64]) {
        let count = rewards.len() as f64;
        let (min, quality_rate) = self.rates();
        let min = min.map_or(0.5 / count, Rate::get);
        for (quality, reward) in quality.iter_mut().zip(rewards) {
            if let Some(reward) = reward {
                *quality += quality_rate * (reward - *quality);
            }
        }
        let sum: f64 = quality.iter().sum();
        if sum <= 0.0 {
            // Without any reward all operators are equal.
            probability.fill(1.0 / count);
            return;
        }
        match self {
            Self::ProbabilityMatching(_) => {
                for (probability, quality) in probability.iter_mut().zip(quality) {
                    *probability = min + (1.0 - count * min) * *quality / sum;
                }
            }
            Self::AdaptivePursuit(pursuit) => {
                let mut best = 0;
                for number in 1..quality.len() {
                    if quality[number] > quality[best] {
                        best = number;
                    }
                }
                for (number, probability) in probability.iter_mut().enumerate() {
                    let target = if number == best { 1.0 - (count - 1.0) * min } else { min };
                    *probability += pursuit.pursuit_rate.get() * (target - *probability);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(text: &str) -> AdaptiveOperatorSelection {
        #[derive(Deserialize)]
        struct Document {
            adapt: AdaptiveOperatorSelection,
        }
        crate::settings::read::<Document>(text).unwrap().adapt
    }

    #[test]
    fn probability_matching_and_adaptive_pursuit_follow_their_formulas() {
        let (mut quality, mut probability) = ([1.0; 2], [0.5; 2]);
        let matching = selection("adapt.probability-matching = { min = 0.1, quality-rate = 0.5 }");
        matching.update(&[Some(2.0), Some(6.0)], &mut quality, &mut probability);
        assert_eq!(quality, [1.5, 3.5]);
        assert!((probability[0] - 0.34).abs() < 1e-12 && (probability[1] - 0.66).abs() < 1e-12, "{probability:?}");
        matching.update(&[None, Some(1.5)], &mut quality, &mut probability);
        assert_eq!(quality, [1.5, 2.5]);

        let (mut quality, mut probability) = ([1.0; 2], [0.5; 2]);
        let pursuit = selection("adapt.adaptive-pursuit = { min = 0.1, quality-rate = 0.5, pursuit-rate = 0.25 }");
        pursuit.update(&[Some(2.0), Some(6.0)], &mut quality, &mut probability);
        assert!((probability[0] - 0.4).abs() < 1e-12 && (probability[1] - 0.6).abs() < 1e-12, "{probability:?}");
        assert_eq!(pursuit.check(10, "mutations"), Ok(()));
        assert!(pursuit.check(11, "mutations").is_err());
    }
}
