//! [`CrossoverMixture`]: one of several crossovers for each pair, by weights that may adapt; each is a [`WeightedCrossover`]. A mixture has
//! no mixtures in it. Operators are drawn, and weights adapted, in `evolve::mixture`.

use serde::{Deserialize, Serialize};

use super::{
    AdaptedState, Bernoulli, Cancelled, CounterStream, Cross, Crossover, Gene, InvalidSettings, Moment,
    OperatorCredits, OperatorState, Pair,
};
use crate::bounded::Proportion;
use crate::evolve::mixture::{Mixture, WeightedOperator};

/// One of several crossovers for each pair of parents.
pub type CrossoverMixture = Mixture<WeightedCrossover>;

/// A crossover and its weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WeightedCrossover {
    /// The probability is this weight divided by the sum of all weights. Default 1.
    #[serde(default)]
    pub weight: Proportion,
    /// The crossover.
    pub crossover: Crossover,
}

impl WeightedOperator for WeightedCrossover {
    type Operator = Crossover;

    fn weight(&self) -> f64 {
        self.weight.get()
    }

    fn operator(&self) -> &Crossover {
        &self.crossover
    }
}

impl Cross for CrossoverMixture {
    /// Returns 1: the crossover drawn applies its own rate.
    fn rate(&self) -> Bernoulli {
        Bernoulli::ALWAYS
    }

    fn schedule(&mut self, moment: Moment) {
        self.parts.iter_mut().for_each(|part| part.crossover.schedule(moment));
    }

    fn is_mixture(&self) -> bool {
        true
    }

    fn draw(&self, stream: &mut CounterStream) -> Option<usize> {
        let number = self.draw_number(stream);
        stream.bernoulli(self.parts[number].crossover.rate()).then_some(number)
    }

    fn cross(
        &self,
        a: &mut [Gene],
        b: &mut [Gene],
        pair: Pair<'_>,
        stream: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        match self.draw(stream) {
            Some(part) => self.cross_by(part, a, b, pair, stream),
            None => Ok(()),
        }
    }

    fn cross_by(
        &self,
        part: usize,
        a: &mut [Gene],
        b: &mut [Gene],
        pair: Pair<'_>,
        stream: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        self.parts[part].crossover.cross(a, b, pair, stream)
    }

    fn further_parents(&self) -> usize {
        self.operators().map(Crossover::further_parents).max().unwrap_or(0)
    }

    fn learns(&self) -> bool {
        self.adapt.is_some()
    }

    fn reset(&mut self) {
        self.reset_probabilities();
    }

    fn learn(&mut self, credits: &OperatorCredits) {
        self.adapt_probabilities(credits);
    }

    fn adapted(&self) -> Option<AdaptedState> {
        Some(AdaptedState { numbers: self.numbers(), parts: Vec::new() })
    }

    fn restore(&mut self, state: &AdaptedState) -> bool {
        state.parts.is_empty() && self.restore_numbers(&state.numbers)
    }

    /// Returns a row for each crossover, if the mixture adapts.
    fn adaptation_rows(&self, credits: &OperatorCredits) -> Vec<OperatorState> {
        let row = |(index, (part, probability)): (usize, (&Crossover, f64))| OperatorState {
            operator: format!("crossover-{}-{}", index + 1, part.name()),
            probability: Some(probability),
            credit: Some(credits.credit(index)),
            ..OperatorState::new(part.name())
        };
        let parts = self.operators().zip(self.probabilities()).enumerate();
        if self.learns() { parts.map(row).collect() } else { Vec::new() }
    }

    fn check(&self) -> Result<(), InvalidSettings> {
        self.check_weights("crossovers")?;
        if self.operators().any(|crossover| matches!(crossover, Crossover::Mixture(_))) {
            return Err(InvalidSettings::Nested { operators: "crossovers", others: "mixtures" });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Fitness;
    use evocube_cube::rng::Seed;

    fn mixture(adapt: &str) -> CrossoverMixture {
        crate::settings::read(&format!(
            "{adapt}\nof = [{{ weight = 3, crossover.one-point.rate = 1.0 }}, \
             {{ weight = 0, crossover.two-point.rate = 1.0 }}, {{ crossover.uniform.rate = 0.5 }}]"
        ))
        .unwrap()
    }

    #[test]
    fn crossover_mixture_draws_by_weight_and_then_by_rate() {
        let mixture = mixture("");
        assert_eq!(mixture.probabilities(), [0.75, 0.0, 0.25]);
        let mut stream = Seed::from_number(231).key(0).stream(0);
        let mut counts = [0u32; 4];
        (0..1_000_000).for_each(|_| counts[mixture.draw(&mut stream).unwrap_or(3)] += 1);
        assert_eq!(counts[1], 0);
        let chi: f64 = [(0, 0.75), (2, 0.125), (3, 0.125)]
            .into_iter()
            .map(|(number, share)| (f64::from(counts[number]) - share * 1e6).powi(2) / (share * 1e6))
            .sum();
        // 2 degrees of freedom: 13.8 is exceeded once in 1000.
        assert!(chi < 13.8, "chi-square {chi}: {counts:?}");
    }

    #[test]
    fn adaptive_crossover_mixture_draws_successful_crossovers_more_often() {
        for adapt in ["adapt.adaptive-pursuit = {}", "adapt.probability-matching = {}"] {
            let mut mixture = mixture(adapt);
            mixture.check().unwrap();
            let mut credits = OperatorCredits::NONE;
            credits.record(1, Fitness::new(9, 0), Fitness::new(3, 0));
            credits.record(0, Fitness::new(9, 0), Fitness::new(9, 0));
            (0..100).for_each(|_| mixture.learn(&credits));
            let learned = mixture.probabilities();
            assert!((learned.iter().sum::<f64>() - 1.0).abs() < 1e-9 && learned[1] > 0.59, "{adapt}: {learned:?}");
            let rows = mixture.adaptation_rows(&credits);
            assert_eq!((rows.len(), rows[1].operator.as_str()), (3, "crossover-2-two-point"));
            assert_eq!((rows[1].probability, rows[1].credit), (Some(learned[1]), Some(credits.credit(1))));
            let state = mixture.adapted().unwrap();
            mixture.reset();
            assert_eq!(mixture.probabilities(), [0.75, 0.0, 0.25]);
            assert!(mixture.restore(&state) && mixture.probabilities() == learned);
        }
    }
}
