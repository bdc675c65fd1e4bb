//! Swap mutation.

use serde::{Deserialize, Serialize};

use super::{Context, Gene, Mutate, different};
use crate::evolve::bounded::Rate;
use crate::rng::{Bernoulli, CounterStream};

/// Two genes at different places change places, each pair as likely (W. Banzhaf, "The 'molecular' traveling salesman",
/// 1990, who calls it the exchange of two cities).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Swap {
    /// The probability per individual to be mutated.
    pub individual_rate: Rate,
}

impl Mutate for Swap {
    fn individual_rate(&self) -> Bernoulli {
        self.individual_rate.bernoulli()
    }

    fn mutate(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        let length = context.symbols.length(genome);
        if length < 2 {
            return false;
        }
        let [a, b] = different(length, stream);
        genome.swap(a, b);
        genome[a] != genome[b]
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;

    #[test]
    fn every_pair_is_equally_likely() {
        let pairs = (0..LENGTH).flat_map(|b| (0..b).map(move |a| (a, b))).map(|(a, b)| {
            let mut genome = numbered();
            genome.swap(a, b);
            genome
        });
        assert_uniform(&Swap { individual_rate: certain() }, 101, &pairs.collect::<Vec<_>>());
    }

    #[test]
    fn what_turns_nothing_stays_at_the_end() {
        keeps_length(&Swap { individual_rate: certain() }, 102, |before, after| before == after);
    }
}
