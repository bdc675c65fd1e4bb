//! [`OperatorProbabilities`]: the probabilities of the operators of a mixture.

use super::{AdaptiveOperatorSelection, MAX_OPERATORS, OperatorCredits};
use evocube_cube::rng::{CounterStream, Lanes, Streams};

/// Draws of one of at most N operators by weight, for many streams at once.
pub(in crate::evolve) struct WeightedDraw<const N: usize> {
    /// The weights, followed by zeros.
    weights: [f64; N],
    sum: f64,
    /// The last operator with a weight above 0.
    last: usize,
}

impl<const N: usize> WeightedDraw<N> {
    /// Returns the draw by these weights, at most N.
    pub(in crate::evolve) fn new(operators: impl Iterator<Item = f64> + Clone) -> Self {
        let (mut weights, mut last) = ([0.0; N], 0);
        for (number, weight) in operators.clone().take(N).enumerate() {
            weights[number] = weight;
            last = if weight > 0.0 { number } else { last };
        }
        Self { weights, sum: operators.sum(), last }
    }

    /// Draws the number that [`OperatorProbabilities::draw`] draws from each stream, without a branch.
    #[inline(always)]
    pub(in crate::evolve) fn draw_lanes(&self, streams: &mut Streams, is_drawn: &Lanes<bool>) -> Lanes<u64> {
        let fractions = streams.fractions(is_drawn);
        let mut numbers = [0; Streams::MAX];
        for (number, fraction) in numbers.iter_mut().zip(fractions) {
            let (mut rest, mut is_open) = (fraction * self.sum, 1);
            for weight in &self.weights[..self.last] {
                is_open &= u64::from(rest >= *weight);
                *number += is_open;
                rest -= weight;
            }
        }
        numbers
    }
}

/// Checks the weights and the adaptation of a mixture of `operators`, a noun in the plural.
///
/// # Errors
/// If there are no operators or more than [`MAX_OPERATORS`], if all weights are 0, or if the operators cannot each have the minimum
/// probability.
pub(in crate::evolve) fn check_mixture(
    mut weights: impl ExactSizeIterator<Item = f64>,
    adapt: Option<AdaptiveOperatorSelection>,
    operators: &str,
) -> Result<(), String> {
    let count = weights.len();
    if !(1..=MAX_OPERATORS).contains(&count) {
        return Err(format!("a mixture has 1 to {MAX_OPERATORS} {operators}, not {count}"));
    }
    if weights.all(|weight| weight == 0.0) {
        return Err("the weights of a mixture are all 0".to_owned());
    }
    adapt.map_or(Ok(()), |adapt| adapt.check(count, operators))
}

/// The quality and the probability of each operator of a mixture. Before the first adaptation there are none, and the
/// probabilities are in proportion to the weights of the configuration.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::evolve) struct OperatorProbabilities(Option<Learned>);

#[derive(Clone, Debug, PartialEq)]
struct Learned {
    quality: Vec<f64>,
    probability: Vec<f64>,
}

impl OperatorProbabilities {
    /// Returns the present probability of each operator.
    pub(in crate::evolve) fn all(&self, weights: impl Iterator<Item = f64> + Clone) -> Vec<f64> {
        match &self.0 {
            Some(learned) => learned.probability.clone(),
            None => {
                let sum: f64 = weights.clone().sum();
                weights.map(|weight| weight / sum).collect()
            }
        }
    }

    /// Draws the number of an operator.
    pub(in crate::evolve) fn draw(
        &self,
        count: usize,
        weight: impl Fn(usize) -> f64,
        stream: &mut CounterStream,
    ) -> usize {
        let fraction = stream.fraction();
        let probability = |number: usize| match &self.0 {
            Some(learned) => learned.probability[number],
            None => weight(number),
        };
        let sum: f64 = (0..count).map(probability).sum();
        let mut rest = fraction * sum;
        let mut last = 0;
        for number in 0..count {
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

    /// Adapts to the credits of a generation.
    pub(in crate::evolve) fn learn(
        &mut self,
        adapt: AdaptiveOperatorSelection,
        weights: impl Iterator<Item = f64> + Clone,
        credits: &OperatorCredits,
    ) {
        let probability = self.all(weights);
        let learned = self.0.get_or_insert_with(|| Learned { quality: vec![1.0; probability.len()], probability });
        let rewards: Vec<_> = (0..learned.quality.len()).map(|number| credits.credit(number).mean_gain()).collect();
        adapt.update(&rewards, &mut learned.quality, &mut learned.probability);
    }

    /// Returns the qualities, then the probabilities; none before the first adaptation.
    pub(in crate::evolve) fn numbers(&self) -> Vec<f64> {
        self.0.iter().flat_map(|learned| learned.quality.iter().chain(&learned.probability)).copied().collect()
    }

    /// Restores the numbers of `count` operators. Returns `false` if they are of another count.
    pub(in crate::evolve) fn restore(&mut self, numbers: &[f64], count: usize) -> bool {
        self.0 = match numbers.split_at_checked(count) {
            Some((quality, probability)) if probability.len() == quality.len() => {
                Some(Learned { quality: quality.to_vec(), probability: probability.to_vec() })
            }
            _ if numbers.is_empty() => None,
            _ => return false,
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::rng::Seed;

    #[test]
    fn joint_draws_by_weight_equal_those_of_single_streams() {
        let probabilities = OperatorProbabilities::default();
        for weights in [&[1.0; 8][..], &[1.0], &[0.0, 3.0, 0.0, 1.0, 0.0], &[0.1, 0.2, 0.7], &[5.0, 0.0]] {
            let key = Seed::from_number(7).key(weights.len() as u64);
            let (mut streams, together) =
                (Streams::new(key, 0, Streams::MAX), WeightedDraw::<8>::new(weights.iter().copied()));
            for round in 0..50 {
                let alone: Vec<_> = (0..Streams::MAX).map(|n| streams.get(n)).collect();
                let is_drawn = std::array::from_fn(|n| (n + round) % 4 != 0);
                let numbers = together.draw_lanes(&mut streams, &is_drawn);
                for (n, mut stream) in alone.into_iter().enumerate().filter(|(n, _)| is_drawn[*n]) {
                    let number = probabilities.draw(weights.len(), |number| weights[number], &mut stream);
                    assert_eq!((numbers[n], streams.get(n).word()), (number as u64, stream.word()), "{weights:?}");
                }
            }
        }
    }
}
