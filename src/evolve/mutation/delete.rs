//! Deletion of a gene.

use serde::{Deserialize, Serialize};

use super::{Context, Gene, Mutate};
use crate::evolve::bounded::Rate;
use crate::rng::{Bernoulli, CounterStream};

/// A gene goes; those behind it move up, and the end is filled with a turn of nothing, or with a random gene in an
/// alphabet that has none. Each gene is as likely (J. R. Koza, "Genetic programming", 1992).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Delete {
    /// The probability per individual to be mutated.
    pub individual_rate: Rate,
}

impl Mutate for Delete {
    fn individual_rate(&self) -> Bernoulli {
        self.individual_rate.bernoulli()
    }

    fn mutate(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        let length = context.symbols.length(genome);
        if length == 0 {
            return false;
        }
        let place = stream.index(length);
        genome[place..].rotate_left(1);
        let last = genome.len() - 1;
        context.symbols.fill_up(&mut genome[last..], stream);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;

    #[test]
    fn every_gene_is_equally_likely() {
        let mut by_place = [0u32; LENGTH];
        let mut by_symbol = [0u32; SYMBOLS as usize];
        draw(&Delete { individual_rate: certain() }, 151, numbered(), |genome| {
            let before = numbered();
            let place = (0..LENGTH - 1).find(|&place| genome[place] != before[place]).unwrap_or(LENGTH - 1);
            assert_eq!(genome[place..LENGTH - 1], before[place + 1..]);
            by_place[place] += 1;
            by_symbol[usize::from(genome[LENGTH - 1])] += 1;
        });
        assert!(chi_square(&by_place) < limit(LENGTH), "{by_place:?}");
        assert!(chi_square(&by_symbol) < limit(usize::from(SYMBOLS)), "{by_symbol:?}");
    }

    #[test]
    fn genomes_shrink_by_a_gene() {
        let shrinks = |before: usize, after: usize| after + 1 == before || before == 0 && after == 0;
        keeps_length(&Delete { individual_rate: certain() }, 152, shrinks);
    }
}
