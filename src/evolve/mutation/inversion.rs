//! Inversion.

use serde::{Deserialize, Serialize};

use super::{Context, Gene, Mutate, different};
use crate::evolve::bounded::Rate;
use crate::rng::{Bernoulli, CounterStream};

/// The genes from one place to another are put in the reverse order; each pair of places is as likely (J. H. Holland,
/// "Adaptation in natural and artificial systems", 1975). The turns themselves stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Inversion {
    /// The probability per individual to be mutated.
    pub individual_rate: Rate,
}

impl Mutate for Inversion {
    fn individual_rate(&self) -> Bernoulli {
        self.individual_rate.bernoulli()
    }

    fn mutate(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        let length = context.symbols.length(genome);
        if length < 2 {
            return false;
        }
        let [first, last] = different(length, stream);
        genome[first..=last].reverse();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;

    #[test]
    fn every_stretch_is_equally_likely() {
        let stretches = (0..LENGTH).flat_map(|last| (0..last).map(move |first| (first, last))).map(|(first, last)| {
            let mut genome = numbered();
            genome[first..=last].reverse();
            genome
        });
        assert_uniform(&Inversion { individual_rate: certain() }, 111, &stretches.collect::<Vec<_>>());
    }

    #[test]
    fn what_turns_nothing_stays_at_the_end() {
        // A turn of nothing within the genome may come to its end.
        keeps_length(&Inversion { individual_rate: certain() }, 112, |before, after| after == before);
    }
}
