//! One-point crossover.

use serde::{Deserialize, Serialize};

use super::{Bits, Brood, Cross, Gene, PAIRS, Pair, Rate, exchange};
use crate::rng::{Bernoulli, CounterStream};

/// The genomes exchange their tails behind one cut (J. H. Holland 1975). Each of the L − 1 inner cuts is equally
/// likely, so that both parts always have a gene; genomes of one gene are never cut.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnePoint {
    /// The probability that a pair of parents is recombined at all; otherwise both are copied.
    pub rate: Rate,
}

impl Cross for OnePoint {
    fn rate(&self) -> Bernoulli {
        self.rate.bernoulli()
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // genomes are shorter than 65,536 genes
    fn cross(&self, a: &mut [Gene], b: &mut [Gene], _: Pair<'_>, stream: &mut CounterStream) {
        if a.len() < 2 {
            return;
        }
        let cut = 1 + stream.index(a.len() - 1) as u16;
        exchange(a, b, |position| position >= cut);
    }

    #[inline(always)]
    fn cross_each(&self, crossed: &Bits<{ PAIRS / 64 }>, brood: &mut Brood<'_, '_>) {
        let length = brood.rows.length();
        let Some(lines) = brood.kernel.lines().filter(|_| length > 1) else {
            return brood.cross_one_by_one(self, crossed);
        };
        for pair in crossed.members() {
            let mut stream = brood.streams.get(pair);
            let cut = 1 + stream.index(length - 1);
            brood.streams.put(pair, &stream);
            lines.exchange_tails(&mut brood.rows, 2 * pair, cut);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LENGTH, chi_square, patterns};
    use super::*;

    #[test]
    fn every_cut_is_equally_likely() {
        let (counts, none) = patterns(&OnePoint { rate: Rate::try_from(1.0).unwrap() }, 1_000_000, 51);
        assert_eq!(none, 0);
        let tails: Vec<usize> = (1..LENGTH).map(|cut| (1 << LENGTH) - (1 << cut)).collect();
        // 8 degrees of freedom: 26.1 is exceeded once in 1000.
        assert!(chi_square(&counts, &tails) < 26.1);
    }

    #[test]
    fn the_rate_is_per_pair() {
        let (_, none) = patterns(&OnePoint { rate: Rate::try_from(0.3).unwrap() }, 1_000_000, 52);
        // 0.7 of a million with a standard deviation of 458; 3.3 of them once in 1000.
        assert!((f64::from(none) - 700_000.0).abs() < 3.3 * 458.3, "{none}");
    }

    #[test]
    fn children_differ_from_both_parents_when_the_parents_differ_everywhere() {
        // The published program of source 003 copied one parent twice.
        let mut stream = crate::rng::Seed::from_number(53).key(0).stream(0);
        let symbols = crate::evolve::mutation::Symbols::new(8);
        let pair = Pair { symbols: &symbols, parents: [crate::puzzle::kernel::Fitness::WORST; 2] };
        for _ in 0..1000 {
            let (mother, father) = ([Gene(2); 20], [Gene(7); 20]);
            let (mut a, mut b) = (mother, father);
            OnePoint { rate: Rate::try_from(1.0).unwrap() }.cross(&mut a, &mut b, pair, &mut stream);
            for child in [a, b] {
                assert!(child != mother && child != father);
                assert!(child.contains(&Gene(2)) && child.contains(&Gene(7)));
            }
        }
    }
}
