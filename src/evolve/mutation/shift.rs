//! Shift mutation.

use serde::{Deserialize, Serialize};

use super::{Context, Gene, Mutate, different};
use crate::evolve::bounded::Rate;
use crate::rng::{Bernoulli, CounterStream};

/// Two neighbouring stretches of genes change places, which is a stretch moved forwards or backwards; each choice of the
/// three cuts around them is as likely (Z. Michalewicz, "Genetic algorithms + data structures = evolution programs",
/// 1992, who calls it displacement; I. Or's exchange, 1976).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Shift {
    /// The probability per individual to be mutated.
    pub individual_rate: Rate,
}

impl Mutate for Shift {
    fn individual_rate(&self) -> Bernoulli {
        self.individual_rate.bernoulli()
    }

    fn mutate(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        let length = context.symbols.length(genome);
        if length < 2 {
            return false;
        }
        let [begin, middle, end] = different(length + 1, stream);
        genome[begin..end].rotate_left(middle - begin);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;

    #[test]
    fn every_choice_of_cuts_is_equally_likely() {
        let mut rotated = Vec::new();
        for end in 2..=LENGTH {
            for middle in 1..end {
                for begin in 0..middle {
                    let mut genome = numbered();
                    genome[begin..end].rotate_left(middle - begin);
                    rotated.push(genome);
                }
            }
        }
        assert_eq!(rotated.len(), 84);
        assert_uniform(&Shift { individual_rate: certain() }, 121, &rotated);
    }

    #[test]
    fn what_turns_nothing_stays_at_the_end() {
        keeps_length(&Shift { individual_rate: certain() }, 122, |before, after| before == after);
    }
}
