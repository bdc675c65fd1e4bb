//! Uniform mutation whose rate is part of the individual.

use serde::{Deserialize, Serialize};

use super::{Context, Gene, Mutate, Replacement, Uniform};
use crate::evolve::bounded::Rate;
use crate::rng::{Bernoulli, CounterStream};

/// [`Uniform`] mutation with one of several gene rates, which each individual has for itself and its copies inherit: the
/// rates that make good children spread with them (T. Bäck, "Self-adaptation in genetic algorithms", 1992; that the
/// rate is one of a few and is drawn anew, J. Smith and T. C. Fogarty, "Self adaptation of mutation rates in a steady
/// state genetic algorithm", 1996). The rate changes first, then the genes by the new one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SelfAdaptive {
    /// The probability per individual to be mutated at all.
    pub individual_rate: Rate,
    /// The probabilities per gene to be replaced, one of which an individual has; each is as likely in the beginning.
    pub rates: Vec<Rate>,
    /// The probability per mutated individual that its rate is drawn anew. Default 0.1.
    #[serde(default = "tenth")]
    pub change: Rate,
}

fn tenth() -> Rate {
    Rate::new(0.1)
}

/// The most rates there may be.
pub(super) const MOST_RATES: usize = 100;

impl Mutate for SelfAdaptive {
    fn individual_rate(&self) -> Bernoulli {
        self.individual_rate.bernoulli()
    }

    #[allow(clippy::cast_possible_truncation)] // at most MOST_RATES
    fn mutate(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        // An individual of the first generation has 0; the others have one more than the number of their rate.
        let inherited = context.own.first().map_or(0, |own| usize::from(own.0));
        let number = match inherited {
            0 => stream.index(self.rates.len()),
            _ if stream.bernoulli(self.change.bernoulli()) => stream.index(self.rates.len()),
            one_more => one_more - 1,
        };
        if let Some(own) = context.own.first_mut() {
            *own = Gene(number as u16 + 1);
        }
        let (individual_rate, gene_rate) = (self.individual_rate, self.rates[number]);
        Uniform { individual_rate, gene_rate, replacement: Replacement::Other }.mutate(genome, context, stream)
    }

    fn own_genes(&self) -> usize {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::super::Symbols;
    use super::super::laws::*;
    use super::*;
    use crate::puzzle::kernel::Fitness;
    use crate::rng::Seed;

    #[test]
    fn rates_are_inherited_and_drawn_anew() {
        let mutation: SelfAdaptive =
            toml::from_str("individual-rate = 1.0\nrates = [0.0, 0.5, 1.0]\nchange = 0.3").unwrap();
        let symbols = Symbols::new(usize::from(SYMBOLS));
        let mut stream = Seed::from_number(191).key(0).stream(0);
        for (before, shares) in [(0, [1.0, 1.0, 1.0]), (2, [0.3, 2.4, 0.3])] {
            let mut counts = [0u32; 3];
            let mut mutated = [0u32; 3];
            for _ in 0..DRAWS {
                let (mut genome, mut own) = (numbered().map(Gene), [Gene(before)]);
                let mut context = Context { symbols: &symbols, parent: Fitness::WORST, own: &mut own };
                mutation.mutate(&mut genome, &mut context, &mut stream);
                let number = usize::from(own[0].0) - 1;
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
