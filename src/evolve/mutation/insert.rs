//! Insertion of a gene.

use serde::{Deserialize, Serialize};

use super::{Context, Gene, Mutate};
use crate::evolve::bounded::Rate;
use crate::rng::{Bernoulli, CounterStream};

/// A random gene comes in, a turn or a whole macro; those behind it move on, and the last falls off. Each place is as
/// likely, in a genome that ends with turns of nothing up to the first of these; so is each symbol that turns something
/// (J. R. Koza, "Genetic programming", 1992, inserts and deletes for programs of any length).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Insert {
    /// The probability per individual to be mutated.
    pub individual_rate: Rate,
}

impl Mutate for Insert {
    fn individual_rate(&self) -> Bernoulli {
        self.individual_rate.bernoulli()
    }

    fn mutate(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        let places = genome.len().min(context.symbols.length(genome) + 1);
        let place = stream.index(places);
        genome[place..].rotate_right(1);
        context.symbols.fill(&mut genome[place..=place], stream);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;

    #[test]
    fn every_place_and_symbol_is_equally_likely() {
        let insert = Insert { individual_rate: certain() };
        let mut counts = std::collections::HashMap::new();
        draw(&insert, 141, numbered(), |genome| *counts.entry(genome).or_insert(0u32) += 1);
        // What was inserted before a gene like it may also have been inserted behind that.
        let mut expected = std::collections::HashMap::new();
        for place in 0..LENGTH {
            for symbol in 0..SYMBOLS {
                let mut genome = numbered();
                genome[place..].rotate_right(1);
                genome[place] = symbol;
                *expected.entry(genome).or_insert(0.0) += f64::from(DRAWS) / (LENGTH * usize::from(SYMBOLS)) as f64;
            }
        }
        assert_eq!(counts.len(), expected.len());
        let chi: f64 = expected.iter().map(|(genome, share)| (f64::from(counts[genome]) - share).powi(2) / share).sum();
        assert!(chi < limit(expected.len()), "chi-square {chi} of {} ways", expected.len());
    }

    #[test]
    fn genomes_grow_by_a_gene() {
        keeps_length(&Insert { individual_rate: certain() }, 142, |before, after| after == (before + 1).min(LENGTH));
    }
}
