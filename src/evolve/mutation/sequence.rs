//! Several mutations, one after the other.

use serde::{Deserialize, Serialize};

use super::{Context, Credits, Gene, Mutate, Mutation};
use crate::rng::{Bernoulli, CounterStream};

/// Mutations one after the other, each with its own rate per individual; so an individual may meet none of them, or all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sequence(pub Vec<Mutation>);

impl Mutate for Sequence {
    /// Each part tosses its own coin.
    fn individual_rate(&self) -> Bernoulli {
        Bernoulli::ALWAYS
    }

    fn mutate(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        self.0.iter().fold(false, |changed, mutation| mutation.mutate_perhaps(genome, context, stream) | changed)
    }

    fn own_genes(&self) -> usize {
        self.0.iter().map(Mutation::own_genes).max().unwrap_or(0)
    }

    fn learns(&self) -> bool {
        self.0.iter().any(Mutation::learns)
    }

    fn forget(&mut self) {
        self.0.iter_mut().for_each(Mutation::forget);
    }

    /// Each part learns from what became of a child by all of them.
    fn learn(&mut self, credits: &Credits) {
        self.0.iter_mut().for_each(|mutation| mutation.learn(credits));
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;

    #[test]
    fn each_part_has_its_own_rate() {
        let text = "sequence = [{ swap = { individual-rate = 0.3 } }, { delete = { individual-rate = 0.5 } }]";
        let Mutation::Sequence(sequence) = toml::from_str(text).unwrap() else { panic!("a sequence") };
        let mut counts = [0u32; 4];
        draw(&sequence, 171, numbered(), |genome| {
            // Without its last gene the deleted genome lacks one number; a swapped one is not in order.
            let genes = &genome[..LENGTH - 1];
            let deleted =
                genes.contains(&u16::try_from(LENGTH - 1).unwrap()) || genome[LENGTH - 1] != numbered()[LENGTH - 1];
            let swapped = genes.windows(2).any(|pair| pair[0] > pair[1]);
            counts[usize::from(deleted) + 2 * usize::from(swapped)] += 1;
        });
        // Neither: 0.35, and nothing else leaves a genome as it was but a deletion of the last gene that brings it back.
        let untouched = f64::from(counts[0]) / f64::from(DRAWS);
        let back = 0.7 * 0.5 / (LENGTH as f64 * f64::from(SYMBOLS));
        assert!((untouched - 0.35 - back).abs() < 0.002, "{counts:?}");
    }
}
