//! [`SelfAdaptive`]: uniform mutation whose gene rate, one of a few, is inherited with the individual and sometimes changes to another.

use super::{
    Cancelled, Context, Gene, InvalidSettings, Mutate, OperatorCredits, OperatorState, ParameterHistogram,
    ScheduledRate, Uniform, rate,
};
use crate::bounded::Rate;
use crate::settings::settings;
use evocube_cube::rng::CounterStream;

settings! {
    /// [`Uniform`] mutation with one of several gene rates as a strategy parameter of the individual (T. Bäck, "Self-adaptation
    /// in genetic algorithms", 1992), which its copies inherit.
    ///
    /// The rate is one of a few, and changes to another with a probability as in J. Smith and T. C. Fogarty, "Self adaptation of mutation
    /// rates in a steady state genetic algorithm", 1996. The rate mutates first, then the genes mutate at the new rate.
    pub struct SelfAdaptive {
        /// Probability per individual that the operator is applied. Default 1.
        pub individual_rate: ScheduledRate = ScheduledRate::new(1.0),
        /// The gene rates; each is the initial one of an individual with equal probability. Default 0.01, 0.05 and 0.2.
        pub rates: Vec<Rate> = [0.01, 0.05, 0.2].map(Rate::new).to_vec(),
        /// Probability per mutated individual that its rate changes to another, each equally likely. Default 0.1.
        pub change: Rate = Rate::new(0.1),
    }
}

/// Maximum number of rates.
const MAX_RATES: usize = 100;

impl Mutate for SelfAdaptive {
    rate!(individual_rate);

    #[allow(clippy::cast_possible_truncation)] // at most MAX_RATES
    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        // The strategy parameter is 0 in the first generation, later the number of the rate plus 1. In a damaged checkpoint it may be that
        // of no rate.
        let inherited = context.strategy.first().map_or(0, |parameter| usize::from(parameter.0));
        let number = match inherited {
            one_more if one_more == 0 || one_more > self.rates.len() => stream.index(self.rates.len()),
            one_more if self.rates.len() > 1 && stream.bernoulli(self.change.bernoulli()) => {
                let other = stream.index(self.rates.len() - 1);
                other + usize::from(other + 1 >= one_more)
            }
            one_more => one_more - 1,
        };
        if let Some(parameter) = context.strategy.first_mut() {
            *parameter = Gene(number as u16 + 1);
        }
        Uniform::with_other_symbols(self.rates[number]).mutate(genome, context, stream)
    }

    fn strategy_parameters(&self) -> usize {
        1
    }

    /// Returns one row for each rate. Individuals that were never mutated have no rate.
    fn adaptation_rows(&self, _: &OperatorCredits, histogram: ParameterHistogram<'_>) -> Vec<OperatorState> {
        let counts = histogram();
        let row = |(parameter, rate): (u16, &Rate)| OperatorState {
            rate: Some(rate.get()),
            individuals: Some(counts.get(&parameter).copied().unwrap_or(0)),
            ..OperatorState::new("self-adaptive")
        };
        (1..).zip(&self.rates).map(row).collect()
    }

    fn check(&self) -> Result<(), InvalidSettings> {
        match self.rates.len() {
            1..=MAX_RATES => Ok(()),
            count => Err(InvalidSettings::Count { list: "self-adaptive", most: MAX_RATES, items: "rates", count }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;
    use crate::evaluation::Fitness;
    use crate::evolve::symbols::Symbols;
    use evocube_cube::rng::Seed;

    #[test]
    fn self_adaptive_rates_are_inherited_or_change_to_another() {
        let mutation: SelfAdaptive =
            crate::settings::read("individual-rate = 1.0\nrates = [0.0, 0.5, 1.0]\nchange = 0.3").unwrap();
        let symbols = Symbols::new(usize::from(SYMBOLS));
        let mut stream = Seed::from_number(191).key(0).stream(0);
        for (old_rate, shares) in [(0, [1.0, 1.0, 1.0]), (1, [2.1, 0.45, 0.45]), (2, [0.45, 2.1, 0.45])] {
            let mut counts = [0u32; 3];
            let mut mutated = [0u32; 3];
            for _ in 0..DRAWS {
                let (mut genome, mut strategy) = (numbered().map(Gene), [Gene(old_rate)]);
                let mut context = Context { symbols: &symbols, parent: Fitness::WORST, strategy: &mut strategy };
                mutation.mutate(&mut genome, &mut context, &mut stream).unwrap();
                let number = usize::from(strategy[0].0) - 1;
                counts[number] += 1;
                mutated[number] += (0..LENGTH).map(|n| u32::from(genome[n].0 != numbered()[n])).sum::<u32>();
            }
            let expected = shares.map(|share| share * f64::from(DRAWS) / 3.0);
            let chi: f64 = (0..3).map(|n| (f64::from(counts[n]) - expected[n]).powi(2) / expected[n]).sum();
            assert!(chi < limit(3), "chi-square {chi}");
            for (n, rate) in [0.0, 0.5, 1.0].into_iter().enumerate() {
                let share = f64::from(mutated[n]) / (f64::from(counts[n]) * LENGTH as f64);
                assert!((share - rate).abs() < 0.003, "{share} of the genes by rate {rate}");
            }
        }
    }
}
