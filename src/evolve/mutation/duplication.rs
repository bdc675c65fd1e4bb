//! Segment duplication.

use serde::{Deserialize, Serialize};

use super::{Context, Gene, Mutate, different};
use crate::evolve::bounded::Rate;
use crate::rng::{Bernoulli, CounterStream};

/// A stretch of genes is copied right behind itself; what stood there moves on, and what no longer fits falls off (gene
/// duplication: S. Ohno, "Evolution by gene duplication", 1970; J. R. Koza, "Gene duplication to enable genetic
/// programming to concurrently evolve both the architecture and work-performing steps of a program", 1995). The two
/// cuts around the stretch are different, behind it is room for a gene at least, and each such pair is as likely.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Duplication {
    /// The probability per individual to be mutated.
    pub individual_rate: Rate,
}

impl Mutate for Duplication {
    fn individual_rate(&self) -> Bernoulli {
        self.individual_rate.bernoulli()
    }

    fn mutate(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        let cuts = genome.len().min(context.symbols.length(genome) + 1);
        if cuts < 2 {
            return false;
        }
        let [begin, end] = different(cuts, stream);
        let size = end - begin;
        let moved = (end + size).min(genome.len());
        genome.copy_within(end..genome.len() - (moved - end), moved);
        genome.copy_within(begin..begin + (moved - end), end);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;

    #[test]
    fn every_stretch_is_equally_likely() {
        let stretches = (1..LENGTH).flat_map(|end| (0..end).map(move |begin| (begin, end))).map(|(begin, end)| {
            let genome = numbered();
            let doubled = genome[..end].iter().chain(&genome[begin..end]).chain(&genome[end..]);
            doubled.copied().take(LENGTH).collect::<Vec<_>>().try_into().unwrap()
        });
        assert_uniform(&Duplication { individual_rate: certain() }, 131, &stretches.collect::<Vec<_>>());
    }

    #[test]
    fn genomes_grow() {
        keeps_length(&Duplication { individual_rate: certain() }, 132, |before, after| {
            after > before || after == LENGTH || before == 0
        });
    }
}
