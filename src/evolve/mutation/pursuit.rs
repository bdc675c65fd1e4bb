//! [`Pursuit`]: probabilities that follow the credit of operators.

use serde::{Deserialize, Serialize};

use crate::evolve::bounded::Rate;

/// How the probabilities of operators follow what they do (D. Thierens, "An adaptive pursuit strategy for allocating
/// operator probabilities", 2005, which compares both). The reward of an operator is the mean gain of penalty over the
/// children that it changed in a generation; its quality is a moving average of the rewards.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pursuit {
    /// Each probability is in proportion to the quality (D. E. Goldberg, "Probability matching, the magnitude of
    /// reinforcement, and classifier system bidding", 1990).
    ProbabilityMatching(Matching),
    /// The probability of the best operator goes up to all that the others leave, theirs go down to the least.
    AdaptivePursuit(Adaptive),
}

/// See [`Pursuit::ProbabilityMatching`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Matching {
    /// The least probability of each operator. Default: half an equal share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<Rate>,
    /// How much of the quality is the last reward. Default 0.8.
    #[serde(default = "much")]
    pub quality_rate: Rate,
}

/// See [`Pursuit::AdaptivePursuit`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Adaptive {
    /// The least probability of each operator. Default: half an equal share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<Rate>,
    /// How much of the quality is the last reward. Default 0.8.
    #[serde(default = "much")]
    pub quality_rate: Rate,
    /// How much of its way to its aim each probability goes in a generation. Default 0.8.
    #[serde(default = "much")]
    pub pursuit_rate: Rate,
}

fn much() -> Rate {
    Rate::new(0.8)
}

impl Pursuit {
    fn least(self) -> Option<Rate> {
        match self {
            Self::ProbabilityMatching(matching) => matching.least,
            Self::AdaptivePursuit(adaptive) => adaptive.least,
        }
    }

    fn quality_rate(self) -> f64 {
        match self {
            Self::ProbabilityMatching(matching) => matching.quality_rate.get(),
            Self::AdaptivePursuit(adaptive) => adaptive.quality_rate.get(),
        }
    }

    /// What is wrong with it for so many operators, if anything is.
    #[allow(clippy::cast_precision_loss)] // a few operators
    pub(super) fn check(self, count: usize) -> Result<(), String> {
        match self.least() {
            Some(least) if least.get() * count as f64 > 1.0 => {
                Err(format!("{count} mutations cannot each have a probability of at least {}", least.get()))
            }
            _ => Ok(()),
        }
    }

    /// A generation later. An operator that was not used has no reward, and keeps its quality.
    #[allow(clippy::cast_precision_loss)] // a few operators
    pub(super) fn follow(self, rewards: &[Option<f64>], quality: &mut [f64], probability: &mut [f64]) {
        let count = rewards.len() as f64;
        let least = self.least().map_or(0.5 / count, Rate::get);
        for (quality, reward) in quality.iter_mut().zip(rewards) {
            if let Some(reward) = reward {
                *quality += self.quality_rate() * (reward - *quality);
            }
        }
        let sum: f64 = quality.iter().sum();
        if sum <= 0.0 {
            // Nobody has done any good: all are alike.
            probability.fill(1.0 / count);
            return;
        }
        match self {
            Self::ProbabilityMatching(_) => {
                for (probability, quality) in probability.iter_mut().zip(quality) {
                    *probability = least + (1.0 - count * least) * *quality / sum;
                }
            }
            Self::AdaptivePursuit(adaptive) => {
                let mut best = 0;
                for number in 1..quality.len() {
                    if quality[number] > quality[best] {
                        best = number;
                    }
                }
                for (number, probability) in probability.iter_mut().enumerate() {
                    let aim = if number == best { 1.0 - (count - 1.0) * least } else { least };
                    *probability += adaptive.pursuit_rate.get() * (aim - *probability);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pursuit(text: &str) -> Pursuit {
        #[derive(Deserialize)]
        struct One {
            adapt: Pursuit,
        }
        toml::from_str::<One>(text).unwrap().adapt
    }

    #[test]
    fn both_follow_their_formulas() {
        let (mut quality, mut probability) = ([0.0; 2], [0.5; 2]);
        let matching = pursuit("adapt.probability-matching = { least = 0.1, quality-rate = 0.5 }");
        matching.follow(&[Some(2.0), Some(6.0)], &mut quality, &mut probability);
        assert_eq!(quality, [1.0, 3.0]);
        assert!((probability[0] - 0.3).abs() < 1e-12 && (probability[1] - 0.7).abs() < 1e-12, "{probability:?}");
        matching.follow(&[None, Some(1.0)], &mut quality, &mut probability);
        assert_eq!(quality, [1.0, 2.0]);

        let (mut quality, mut probability) = ([0.0; 2], [0.5; 2]);
        let adaptive = pursuit("adapt.adaptive-pursuit = { least = 0.1, quality-rate = 0.5, pursuit-rate = 0.25 }");
        adaptive.follow(&[Some(2.0), Some(6.0)], &mut quality, &mut probability);
        assert!((probability[0] - 0.4).abs() < 1e-12 && (probability[1] - 0.6).abs() < 1e-12, "{probability:?}");
        assert_eq!(adaptive.check(10), Ok(()));
        assert!(adaptive.check(11).is_err());
    }
}
