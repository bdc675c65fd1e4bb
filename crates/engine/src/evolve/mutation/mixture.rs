//! [`MutationMixture`]: one of several mutations for each individual, by weights that may adapt; each is a [`WeightedMutation`]. A mixture
//! has no mixtures or sequences in it. The default mutation, [`Mutation::default_of`], is here, too. Weights are drawn and adapted in
//! `evolve::mixture`.

use serde::{Deserialize, Serialize};

use super::{
    AdaptedState, Cancelled, Context, Gene, Insert, InvalidSettings, Moment, Mutate, Mutation, OperatorCredits,
    OperatorState, ParameterHistogram, PrefixCut, Tail, Uniform, mutate_scalar,
};
use crate::bounded::Proportion;
use crate::evolve::batch::{BATCH_PAIRS, OffspringBatch, OffspringSet, PairSet};
use crate::evolve::mixture::{Mixture, WeightedDraw, WeightedOperator};
use crate::evolve::schedule::ScheduledRate;
use evocube_cube::rng::{Bernoulli, CounterStream};

/// One of several mutations for each individual.
pub type MutationMixture = Mixture<WeightedMutation>;

/// A mutation and its weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WeightedMutation {
    /// The probability is this weight divided by the sum of all weights. Default 1.
    #[serde(default)]
    pub weight: Proportion,
    /// The mutation.
    pub mutation: Mutation,
}

impl WeightedOperator for WeightedMutation {
    type Operator = Mutation;

    fn weight(&self) -> f64 {
        self.weight.get()
    }

    fn operator(&self) -> &Mutation {
        &self.mutation
    }
}

/// Maximum number of mutations of a mixture that changes its offspring mutation by mutation.
const TOGETHER: usize = 8;

impl Mutate for MutationMixture {
    /// Returns 1: the mutation drawn applies its own rate.
    fn individual_rate(&self) -> Bernoulli {
        Bernoulli::ALWAYS
    }

    fn schedule(&mut self, moment: Moment) {
        self.parts.iter_mut().for_each(|part| part.mutation.schedule(moment));
    }

    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        Ok(self.mutate_by(genome, context, stream)?.is_some())
    }

    fn mutate_by(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<Option<usize>, Cancelled> {
        let number = self.draw_number(stream);
        Ok(self.parts[number].mutation.mutate_at_rate(genome, context, stream)?.then_some(number))
    }

    /// Draws the mutation of each offspring first; then each mutation changes all of its own.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // at most `TOGETHER` mutations
    fn mutate_batch(&self, mutated: &OffspringSet, batch: &mut OffspringBatch<'_, '_>) -> Result<(), Cancelled> {
        if self.learns() || self.parts.len() > TOGETHER {
            return mutate_scalar(self, mutated, batch);
        }
        let wheel = WeightedDraw::<TOGETHER>::new(self.weights());
        let mut rates = [Bernoulli::NEVER; TOGETHER];
        for (rate, mutation) in rates.iter_mut().zip(self.operators()) {
            *rate = mutation.individual_rate();
        }
        // Probability 1 draws no word.
        let is_certain = rates[..self.parts.len()].iter().all(|&rate| rate == Bernoulli::ALWAYS);
        for siblings in mutated.first_siblings_then_others() {
            let numbers = wheel.draw_lanes(batch.streams, &siblings);
            let mut assigned = [OffspringSet::default(); TOGETHER];
            if is_certain {
                for (number, offspring) in (0..).zip(&mut assigned[..self.parts.len()]) {
                    let mut is_drawn = [0; BATCH_PAIRS];
                    for (is_drawn, &choice) in is_drawn.iter_mut().zip(&numbers) {
                        *is_drawn = u8::from(choice == number);
                    }
                    offspring.insert_siblings(&PairSet::from_flags(batch.kernel, is_drawn.as_chunks().0).0);
                    offspring.0.iter_mut().zip(siblings.0).for_each(|(offspring, siblings)| *offspring &= siblings);
                }
            } else {
                for row in siblings.members() {
                    let number = usize::from(numbers[row / 2]) % TOGETHER;
                    let mut stream = batch.streams.get(row / 2);
                    let is_mutated = stream.bernoulli(rates[number]);
                    batch.streams.put(row / 2, &stream);
                    assigned[number].0[row / 64] |= u64::from(is_mutated) << (row % 64);
                }
            }
            for (mutation, offspring) in self.operators().zip(&assigned) {
                mutation.mutate_batch(offspring, batch)?;
            }
        }
        Ok(())
    }

    fn strategy_parameters(&self) -> usize {
        self.operators().map(Mutation::strategy_parameters).max().unwrap_or(0)
    }

    fn learns(&self) -> bool {
        self.adapt.is_some() || self.operators().any(Mutation::learns)
    }

    fn reset(&mut self) {
        self.reset_probabilities();
        self.parts.iter_mut().for_each(|part| part.mutation.reset());
    }

    fn learn(&mut self, credits: &OperatorCredits) {
        self.adapt_probabilities(credits);
        for (number, part) in self.parts.iter_mut().enumerate() {
            part.mutation.learn(&credits.only(number));
        }
    }

    /// Returns the qualities, then the probabilities, as numbers of the mixture; none before the first adaptation.
    fn adapted(&self) -> Option<AdaptedState> {
        let parts = self.operators().map(Mutation::adapted).collect::<Option<_>>()?;
        Some(AdaptedState { numbers: self.numbers(), parts })
    }

    fn restore(&mut self, state: &AdaptedState) -> bool {
        let AdaptedState { numbers, parts } = state;
        self.restore_numbers(numbers)
            && parts.len() == self.parts.len()
            && self.parts.iter_mut().zip(parts).all(|(part, state)| part.mutation.restore(state))
    }

    /// Returns a row for each part, if the mixture or a part adapts, followed by rows for each inherited rate.
    fn adaptation_rows(&self, credits: &OperatorCredits, histogram: ParameterHistogram<'_>) -> Vec<OperatorState> {
        if !self.learns() && self.strategy_parameters() == 0 {
            return Vec::new();
        }
        let mut rows = Vec::new();
        for (index, (part, probability)) in self.operators().zip(self.probabilities()).enumerate() {
            let states = part.adaptation_rows(&credits.only(index), histogram);
            let (inherited, adapted): (Vec<_>, Vec<_>) = states.into_iter().partition(|row| row.individuals.is_some());
            let row = adapted.into_iter().next().unwrap_or_else(|| OperatorState::new(part.name()));
            let credit = self.learns().then(|| credits.credit(index));
            rows.push(OperatorState { probability: Some(probability), credit, ..row }.numbered(index));
            rows.extend(inherited.into_iter().map(|row| row.numbered(index)));
        }
        rows
    }

    fn check(&self) -> Result<(), InvalidSettings> {
        self.check_weights("mutations")?;
        if self.operators().any(|mutation| matches!(mutation, Mutation::Mixture(_) | Mutation::Sequence(_))) {
            return Err(InvalidSettings::Nested { operators: "mutations", others: "mixtures or sequences" });
        }
        Ok(())
    }
}

impl Mutation {
    /// Returns the mutation of genomes with or without a best prefix, unless a configuration has one: tail or insert for each
    /// individual, which keep the best prefix or most of it, and uniform for genomes without one.
    pub fn default_of(has_prefix: bool) -> Self {
        if !has_prefix {
            return Self::Uniform(Uniform::default());
        }
        let individual_rate = ScheduledRate::new(1.0);
        let tail = Self::Tail(Tail { individual_rate, cut: PrefixCut::At, append: None });
        let part = |mutation| WeightedMutation { weight: Proportion::default(), mutation };
        Self::Mixture(MutationMixture::new([tail, Self::Insert(Insert { individual_rate })].map(part).into()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;
    use crate::evaluation::Fitness;

    fn mixture(adapt: &str) -> MutationMixture {
        crate::settings::read(&format!(
            "{adapt}\nof = [{{ weight = 3, mutation.insert.individual-rate = 1.0 }}, \
             {{ weight = 0, mutation.delete.individual-rate = 1.0 }}, {{ mutation.swap.individual-rate = 0.5 }}]"
        ))
        .unwrap()
    }

    #[test]
    fn mixture_draws_by_weight() {
        let mixture = mixture("");
        assert_eq!(mixture.probabilities(), [0.75, 0.0, 0.25]);
        let mut counts = [0u32; 3];
        let symbols = crate::evolve::symbols::Symbols::new(usize::from(SYMBOLS));
        let mut stream = evocube_cube::rng::Seed::from_number(201).key(0).stream(0);
        for _ in 0..DRAWS {
            let mut context = Context { symbols: &symbols, parent: Fitness::WORST, strategy: &mut [] };
            match mixture.mutate_by(&mut numbered().map(Gene), &mut context, &mut stream).unwrap() {
                Some(number) => counts[number] += 1,
                // The swap was not applied, by its own rate.
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
    fn adaptive_mixture_draws_successful_mutations_more_often() {
        for adapt in ["adapt.adaptive-pursuit = {}", "adapt.probability-matching = {}"] {
            let mut mixture = mixture(adapt);
            mixture.check().unwrap();
            let mut credits = OperatorCredits::NONE;
            credits.record(1, Fitness::new(9, 0), Fitness::new(3, 0));
            credits.record(0, Fitness::new(9, 0), Fitness::new(9, 0));
            (0..100).for_each(|_| mixture.learn(&credits));
            let learned = mixture.probabilities();
            assert!((learned.iter().sum::<f64>() - 1.0).abs() < 1e-9 && learned[1] > 0.59, "{adapt}: {learned:?}");
            assert!(learned[0] > 0.1 && learned[2] > 0.1, "{adapt}: {learned:?} never dies out");
            mixture.reset();
            assert_eq!(mixture.probabilities(), [0.75, 0.0, 0.25]);
        }
    }
}
