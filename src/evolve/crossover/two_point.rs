//! Two-point crossover.

use serde::{Deserialize, Serialize};

use super::{Cross, Gene, Pair, Rate, exchange};
use crate::rng::{Bernoulli, CounterStream};

/// The genomes exchange what lies between two different cuts (K. A. De Jong 1975). The genome is a ring, whose ends meet
/// in one cut, so there are L cuts, and each of the L (L − 1) / 2 pairs of them is equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwoPoint {
    /// The probability that a pair of parents is recombined at all; otherwise both are copied.
    pub rate: Rate,
}

impl Cross for TwoPoint {
    fn rate(&self) -> Bernoulli {
        self.rate.bernoulli()
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // genomes are shorter than 65,536 genes
    fn cross(&self, a: &mut [Gene], b: &mut [Gene], _: Pair<'_>, stream: &mut CounterStream) {
        if a.len() < 2 {
            return;
        }
        let (x, mut y) = (stream.index(a.len()), stream.index(a.len() - 1));
        if y >= x {
            y += 1;
        }
        let (from, to) = (x.min(y) as u16, x.max(y) as u16);
        exchange(a, b, |position| from <= position && position < to);
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LENGTH, chi_square, patterns};
    use super::*;

    #[test]
    fn every_stretch_is_equally_likely() {
        let (counts, none) = patterns(&TwoPoint { rate: Rate::try_from(1.0).unwrap() }, 1_000_000, 61);
        assert_eq!(none, 0);
        let mut stretches = Vec::new();
        for from in 0..LENGTH {
            for to in from + 1..LENGTH {
                stretches.push((1usize << to) - (1 << from));
            }
        }
        assert_eq!(stretches.len(), 45);
        // 44 degrees of freedom: 78.7 is exceeded once in 1000.
        assert!(chi_square(&counts, &stretches) < 78.7);
    }
}
