//! Uniform crossover.

use serde::{Deserialize, Serialize};

use super::{Cross, Gene, Pair, Rate};
use crate::rng::{Bernoulli, CounterStream};

/// Every position is exchanged or not, on its own (G. Syswerda, "Uniform crossover in genetic algorithms", 1989; with
/// other swap rates than one half W. M. Spears and K. A. De Jong, "On the virtues of parameterized uniform crossover", 1991).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uniform {
    /// The probability that a pair of parents is recombined at all; otherwise both are copied.
    pub rate: Rate,
    /// The probability per gene to be exchanged. Default 0.5.
    #[serde(default = "Rate::per_mille::<500>")]
    pub swap: Rate,
}

impl Cross for Uniform {
    fn rate(&self) -> Bernoulli {
        self.rate.bernoulli()
    }

    #[inline(always)]
    fn cross(&self, a: &mut [Gene], b: &mut [Gene], _: Pair<'_>, stream: &mut CounterStream) {
        for (a, b) in a.chunks_mut(64).zip(b.chunks_mut(64)) {
            let mut exchanged = stream.bernoulli_mask(self.swap.bernoulli(), a.len());
            while exchanged != 0 {
                let position = exchanged.trailing_zeros() as usize;
                std::mem::swap(&mut a[position], &mut b[position]);
                exchanged &= exchanged - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LENGTH, chi_square, patterns};
    use super::*;

    #[test]
    fn every_pattern_is_equally_likely() {
        let crossover = Uniform { rate: Rate::try_from(1.0).unwrap(), swap: Rate::new(0.5) };
        let (counts, none) = patterns(&crossover, 1_000_000, 71);
        assert_eq!(none, 0);
        // 1023 degrees of freedom: 1168 is exceeded once in 1000.
        assert!(chi_square(&counts, &(0..1 << LENGTH).collect::<Vec<_>>()) < 1168.0);
    }

    #[test]
    fn the_share_of_exchanged_genes_is_the_swap_rate() {
        let crossover = Uniform { rate: Rate::try_from(1.0).unwrap(), swap: Rate::try_from(0.2).unwrap() };
        let (counts, _) = patterns(&crossover, 1_000_000, 72);
        let exchanged: f64 = counts.iter().enumerate().map(|(bits, &count)| f64::from(bits.count_ones() * count)).sum();
        // Ten million coins of 0.2: a standard deviation of 1265.
        assert!((exchanged - 2e6).abs() < 3.3 * 1265.0, "{exchanged}");
    }
}
