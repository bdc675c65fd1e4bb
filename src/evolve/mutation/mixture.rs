//! One of several mutations for each individual, by weights that may learn.

use serde::{Deserialize, Serialize};

use super::credit::MOST_OPERATORS;
use super::{Context, Credits, Gene, Mutate, Mutation, Pursuit};
use crate::evolve::bounded::Proportion;
use crate::rng::{Bernoulli, CounterStream};

/// One of several mutations for each individual, drawn by their weights; the one drawn then tosses the coin of its own
/// rate. With `adapt` the weights are those of the beginning only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Mixture {
    /// The mutations.
    pub of: Vec<Weighted>,
    /// How the probabilities follow the credit of each mutation. Default: they do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapt: Option<Pursuit>,
    /// The quality and the probability of each mutation, once something is learnt.
    #[serde(skip)]
    learnt: Option<Learnt>,
}

/// A mutation and its weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weighted {
    /// Its probability is this by the sum of all weights. Default 1.
    #[serde(default)]
    pub weight: Proportion,
    /// The mutation.
    pub mutation: Mutation,
}

/// What is known of the mutations.
#[derive(Clone, Debug, PartialEq)]
struct Learnt {
    quality: Vec<f64>,
    probability: Vec<f64>,
}

impl Mixture {
    /// The present probability of each mutation.
    #[must_use]
    pub fn probabilities(&self) -> Vec<f64> {
        match &self.learnt {
            Some(learnt) => learnt.probability.clone(),
            None => {
                let sum: f64 = self.of.iter().map(|part| part.weight.get()).sum();
                self.of.iter().map(|part| part.weight.get() / sum).collect()
            }
        }
    }

    /// The number of the mutation whose turn it is.
    fn draw(&self, stream: &mut CounterStream) -> usize {
        #[allow(clippy::cast_precision_loss)] // 53 bits
        let fraction = (stream.word() >> 11) as f64 / (1u64 << 53) as f64;
        let probability = |number: usize| match &self.learnt {
            Some(learnt) => learnt.probability[number],
            None => self.of[number].weight.get(),
        };
        let sum: f64 = (0..self.of.len()).map(probability).sum();
        let mut rest = fraction * sum;
        let mut last = 0;
        for number in 0..self.of.len() {
            let own = probability(number);
            if own > 0.0 {
                last = number;
                if rest < own {
                    break;
                }
                rest -= own;
            }
        }
        last
    }

    /// What is wrong with it, if anything is.
    pub(super) fn check(&self) -> Result<(), String> {
        let count = self.of.len();
        if !(1..=MOST_OPERATORS).contains(&count) {
            return Err(format!("a mixture has 1 to {MOST_OPERATORS} mutations, not {count}"));
        }
        if self.of.iter().all(|part| part.weight.get() == 0.0) {
            return Err("the weights of a mixture are all 0".to_owned());
        }
        if self.of.iter().any(|part| matches!(part.mutation, Mutation::Mixture(_) | Mutation::Sequence(_))) {
            return Err("a mixture is made of single mutations, not of mixtures or sequences".to_owned());
        }
        self.adapt.map_or(Ok(()), |adapt| adapt.check(count))
    }
}

impl Mutate for Mixture {
    /// Each mutation tosses its own coin.
    fn individual_rate(&self) -> Bernoulli {
        Bernoulli::ALWAYS
    }

    fn mutate(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        self.mutate_by(genome, context, stream).is_some()
    }

    fn mutate_by(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> Option<usize> {
        let number = self.draw(stream);
        self.of[number].mutation.mutate_perhaps(genome, context, stream).then_some(number)
    }

    fn own_genes(&self) -> usize {
        self.of.iter().map(|part| part.mutation.own_genes()).max().unwrap_or(0)
    }

    fn learns(&self) -> bool {
        self.adapt.is_some() || self.of.iter().any(|part| part.mutation.learns())
    }

    fn forget(&mut self) {
        self.learnt = None;
        self.of.iter_mut().for_each(|part| part.mutation.forget());
    }

    fn learn(&mut self, credits: &Credits) {
        if let Some(adapt) = self.adapt {
            let probability = self.probabilities();
            let learnt =
                self.learnt.get_or_insert_with(|| Learnt { quality: vec![0.0; probability.len()], probability });
            let rewards: Vec<_> = (0..self.of.len()).map(|number| credits.of(number).mean_gain()).collect();
            adapt.follow(&rewards, &mut learnt.quality, &mut learnt.probability);
        }
        for (number, part) in self.of.iter_mut().enumerate() {
            part.mutation.learn(&credits.only(number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;
    use crate::puzzle::kernel::Fitness;

    fn mixture(adapt: &str) -> Mixture {
        toml::from_str(&format!(
            "{adapt}\nof = [{{ weight = 3, mutation.insert.individual-rate = 1.0 }}, \
             {{ weight = 0, mutation.delete.individual-rate = 1.0 }}, {{ mutation.swap.individual-rate = 0.5 }}]"
        ))
        .unwrap()
    }

    #[test]
    fn weights_are_shares() {
        let mixture = mixture("");
        assert_eq!(mixture.probabilities(), [0.75, 0.0, 0.25]);
        let mut counts = [0u32; 3];
        let symbols = super::super::Symbols::new(usize::from(SYMBOLS));
        let mut stream = crate::rng::Seed::from_number(201).key(0).stream(0);
        for _ in 0..DRAWS {
            let mut context = Context { symbols: &symbols, parent: Fitness::WORST, own: &mut [] };
            match mixture.mutate_by(&mut numbered().map(Gene), &mut context, &mut stream) {
                Some(number) => counts[number] += 1,
                // The coin of the swap.
                None => counts[1] += 1,
            }
        }
        let chi: f64 = [0.75, 0.125, 0.125]
            .into_iter()
            .zip(counts)
            .map(|(share, count)| (f64::from(count) - share * 1e6).powi(2) / (share * 1e6))
            .sum();
        assert!(chi < limit(3), "chi-square {chi}: {counts:?}");
    }

    #[test]
    fn what_does_good_is_drawn_more_often() {
        for adapt in ["adapt.adaptive-pursuit = {}", "adapt.probability-matching = {}"] {
            let mut mixture = mixture(adapt);
            mixture.check().unwrap();
            let mut credits = Credits::NONE;
            credits.note(1, Fitness::new(9, 0), Fitness::new(3, 0));
            credits.note(0, Fitness::new(9, 0), Fitness::new(9, 0));
            (0..100).for_each(|_| mixture.learn(&credits));
            let found = mixture.probabilities();
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9 && found[1] > 0.6, "{adapt}: {found:?}");
            assert!(found[0] > 0.1 && found[2] > 0.1, "{adapt}: {found:?} never dies out");
            mixture.forget();
            assert_eq!(mixture.probabilities(), [0.75, 0.0, 0.25]);
        }
    }
}
