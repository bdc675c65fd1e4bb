//! [`Uniform`]: crossover that exchanges each gene independently of the others. The mutation of this name is in `mutation`.

use super::{Cancelled, CounterStream, Cross, Gene, Pair, rate, rated};
use crate::bounded::Rate;

rated! {
    /// Uniform crossover (G. Syswerda, "Uniform crossover in genetic algorithms", 1989): each position is exchanged
    /// independently of the others.
    ///
    /// Swap rates other than one half: W. M. Spears and K. A. De Jong, "On the virtues of parameterized uniform crossover",
    /// 1991.
    Uniform { rate per "pair of parents",
        /// Probability per gene that it is exchanged. Default 0.5.
        pub swap: Rate = Rate::new(0.5),
    }
}

impl Cross for Uniform {
    rate!(rate);

    #[inline(always)]
    fn cross(&self, a: &mut [Gene], b: &mut [Gene], _: Pair<'_>, stream: &mut CounterStream) -> Result<(), Cancelled> {
        for (a, b) in a.chunks_mut(64).zip(b.chunks_mut(64)) {
            let mut exchanged = stream.bernoulli_mask(self.swap.bernoulli(), a.len());
            while exchanged != 0 {
                let position = exchanged.trailing_zeros() as usize;
                std::mem::swap(&mut a[position], &mut b[position]);
                exchanged &= exchanged - 1;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LENGTH, chi_square, patterns};
    use super::*;
    use crate::evolve::schedule::ScheduledRate;

    #[test]
    fn uniform_crossover_makes_each_pattern_with_equal_probability() {
        let crossover = Uniform { rate: ScheduledRate::new(1.0), swap: Rate::new(0.5) };
        let (counts, copies) = patterns(&crossover, 1_000_000, 71);
        assert_eq!(copies, 0);
        // 1023 degrees of freedom: 1168 is exceeded once in 1000.
        assert!(chi_square(&counts, &(0..1 << LENGTH).collect::<Vec<_>>()) < 1168.0);
    }

    #[test]
    fn the_share_of_exchanged_genes_is_the_swap_rate() {
        let crossover = Uniform { rate: ScheduledRate::new(1.0), swap: Rate::new(0.2) };
        let (counts, _) = patterns(&crossover, 1_000_000, 72);
        let exchanged: f64 = counts.iter().enumerate().map(|(bits, &count)| f64::from(bits.count_ones() * count)).sum();
        // Ten million decisions of probability 0.2: a standard deviation of 1265.
        assert!((exchanged - 2e6).abs() < 3.3 * 1265.0, "{exchanged}");
    }
}
