//! [`Mixture`]: one of several operators for each individual or pair, drawn by weights that may adapt. Its parts are [`WeightedOperator`]s;
//! `WeightedDraw` draws for many at once. The mixtures of mutations and of crossovers are in `mutation` and `crossover`, the rule of
//! adaptation in `mutation::operator_selection`.

use serde::{Deserialize, Serialize};

use super::batch::OffspringSet;
use super::invalid_settings::InvalidSettings;
use super::mutation::{AdaptiveOperatorSelection, MAX_OPERATORS, OperatorCredits};
use evocube_cube::rng::{CounterStream, Lanes, Streams};

/// One of several operators, drawn by weight for each individual or pair; the one drawn then applies its own rate.
///
/// With `adapt` the weights are the initial ones only. The credit of a crossover is counted as that of a mutation, over the
/// offspring of the pairs that it recombined, after their mutation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Mixture<P> {
    /// The operators with their weights.
    #[serde(rename = "of")]
    pub parts: Vec<P>,
    /// Adaptation of the probabilities to the credit of each operator. Default none.
    pub adapt: Option<AdaptiveOperatorSelection>,
    /// The state after the first adaptation.
    #[serde(skip)]
    learned: Option<Learned>,
}

/// The quality and the probability of each operator.
#[derive(Clone, Debug, PartialEq)]
struct Learned {
    quality: Vec<f64>,
    probability: Vec<f64>,
}

/// An operator of a mixture with its weight.
pub trait WeightedOperator {
    /// The operator.
    type Operator;

    /// Returns the weight. Before the first adaptation the probability of the operator is this divided by the sum of all weights.
    fn weight(&self) -> f64;

    /// Returns the operator.
    fn operator(&self) -> &Self::Operator;
}

impl<P: WeightedOperator> Mixture<P> {
    /// Returns a mixture that does not adapt.
    pub(super) const fn new(parts: Vec<P>) -> Self {
        Self { parts, adapt: None, learned: None }
    }

    /// Returns the operators.
    pub(super) fn operators(&self) -> impl Iterator<Item = &P::Operator> {
        self.parts.iter().map(P::operator)
    }

    /// Returns the weights.
    pub(super) fn weights(&self) -> impl Iterator<Item = f64> + Clone {
        self.parts.iter().map(P::weight)
    }

    /// Returns the present probability of each operator.
    pub fn probabilities(&self) -> Vec<f64> {
        match &self.learned {
            Some(learned) => learned.probability.clone(),
            None => {
                let sum: f64 = self.weights().sum();
                self.weights().map(|weight| weight / sum).collect()
            }
        }
    }

    /// Draws the number of an operator.
    #[inline]
    pub(super) fn draw_number(&self, stream: &mut CounterStream) -> usize {
        let fraction = stream.fraction();
        let probability = |number: usize| match &self.learned {
            Some(learned) => learned.probability[number],
            None => self.parts[number].weight(),
        };
        let sum: f64 = (0..self.parts.len()).map(probability).sum();
        let (mut rest, mut last) = (fraction * sum, 0);
        for number in 0..self.parts.len() {
            let share = probability(number);
            if share > 0.0 {
                last = number;
                if rest < share {
                    break;
                }
                rest -= share;
            }
        }
        last
    }

    /// Adapts to the credits of a generation, if the mixture adapts.
    pub(super) fn adapt_probabilities(&mut self, credits: &OperatorCredits) {
        let Some(adapt) = self.adapt else { return };
        let probability = self.probabilities();
        let learned =
            self.learned.get_or_insert_with(|| Learned { quality: vec![1.0; probability.len()], probability });
        let rewards: Vec<_> = (0..learned.quality.len()).map(|number| credits.credit(number).mean_gain()).collect();
        adapt.update(&rewards, &mut learned.quality, &mut learned.probability);
    }

    /// Returns to the weights of the configuration.
    pub(super) fn reset_probabilities(&mut self) {
        self.learned = None;
    }

    /// Returns the qualities, then the probabilities; none before the first adaptation.
    pub(super) fn numbers(&self) -> Vec<f64> {
        self.learned.iter().flat_map(|learned| learned.quality.iter().chain(&learned.probability)).copied().collect()
    }

    /// Restores the [numbers](Self::numbers). Returns `false` if they are of another number of operators.
    pub(super) fn restore_numbers(&mut self, numbers: &[f64]) -> bool {
        self.learned = match numbers.split_at_checked(self.parts.len()) {
            Some((quality, probability)) if probability.len() == quality.len() => {
                Some(Learned { quality: quality.to_vec(), probability: probability.to_vec() })
            }
            _ if numbers.is_empty() => None,
            _ => return false,
        };
        true
    }

    /// Checks the weights and the adaptation; `operators` is their noun in the plural.
    ///
    /// # Errors
    /// If there are no operators or more than [`MAX_OPERATORS`], if all weights are 0, or if the operators cannot each have the
    /// minimum probability.
    pub(super) fn check_weights(&self, operators: &'static str) -> Result<(), InvalidSettings> {
        let count = self.parts.len();
        if !(1..=MAX_OPERATORS).contains(&count) {
            return Err(InvalidSettings::Count { list: "a mixture", most: MAX_OPERATORS, items: operators, count });
        }
        if self.weights().all(|weight| weight == 0.0) {
            return Err(InvalidSettings::NoWeight);
        }
        self.adapt.map_or(Ok(()), |adapt| adapt.check(count, operators))
    }
}

/// Draws of one of at most N operators by weight, for many streams at once.
pub(super) struct WeightedDraw<const N: usize> {
    /// The weights, followed by zeros.
    weights: [f64; N],
    sum: f64,
    /// The last operator with a weight above 0.
    last: usize,
}

impl<const N: usize> WeightedDraw<N> {
    /// Returns the draw by these weights, at most N.
    pub(super) fn new(operators: impl Iterator<Item = f64> + Clone) -> Self {
        let (mut weights, mut last) = ([0.0; N], 0);
        for (number, weight) in operators.clone().take(N).enumerate() {
            weights[number] = weight;
            last = if weight > 0.0 { number } else { last };
        }
        Self { weights, sum: operators.sum(), last }
    }

    /// Draws the number that [`Mixture::draw_number`] draws from each stream of a pair with offspring, without a branch.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // at most N operators
    pub(super) fn draw_lanes(&self, streams: &mut Streams, offspring: &OffspringSet) -> Lanes<u8> {
        let mut choices = [0; Streams::MAX];
        for first in streams.eights() {
            let mut eight = streams.eight(first);
            let siblings = offspring.0[first / 32] >> (2 * (first % 32));
            let (mut is_drawn, mut is_open, mut numbers) = ([0; 8], [1; 8], [0; 8]);
            for n in 0..8 {
                is_drawn[n] = siblings >> (2 * n) & 3;
            }
            let mut rests = eight.fractions(is_drawn);
            for n in 0..8 {
                rests[n] *= self.sum;
            }
            for weight in &self.weights[..self.last] {
                for n in 0..8 {
                    is_open[n] &= u64::from(rests[n] >= *weight);
                    numbers[n] += is_open[n];
                    rests[n] -= weight;
                }
            }
            streams.put_eight(first, &eight);
            for n in 0..8 {
                choices[first + n] = numbers[n] as u8;
            }
        }
        choices
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::bit_set::BitSet;
    use evocube_cube::rng::Seed;

    /// A weight without an operator.
    struct Weight(f64);

    impl WeightedOperator for Weight {
        type Operator = ();

        fn weight(&self) -> f64 {
            self.0
        }

        fn operator(&self) -> &() {
            &()
        }
    }

    #[test]
    fn joint_draws_by_weight_equal_those_of_single_streams() {
        for weights in [&[1.0; 8][..], &[1.0], &[0.0, 3.0, 0.0, 1.0, 0.0], &[0.1, 0.2, 0.7], &[5.0, 0.0]] {
            let mixture = Mixture::new(weights.iter().copied().map(Weight).collect());
            let key = Seed::from_number(7).key(weights.len() as u64);
            let (mut streams, weighted_draw) =
                (Streams::new(key, 0, Streams::MAX), WeightedDraw::<8>::new(weights.iter().copied()));
            for round in 0..50 {
                let single_streams: Vec<_> = (0..Streams::MAX).map(|n| streams.get(n)).collect();
                // Of four pairs one has a first sibling, one a second, one both, and one none.
                let offspring = BitSet([u64::from(0b1110_0100_u8.rotate_right(2 * round)) * 0x0101_0101_0101_0101; 4]);
                let numbers = weighted_draw.draw_lanes(&mut streams, &offspring);
                for (n, mut stream) in single_streams.into_iter().enumerate() {
                    if offspring.0[n / 32] >> (2 * (n % 32)) & 3 != 0 {
                        assert_eq!(usize::from(numbers[n]), mixture.draw_number(&mut stream), "{weights:?}");
                    }
                    assert_eq!(streams.get(n).word(), stream.word(), "{weights:?}");
                }
            }
        }
    }
}
