//! [`HalfUniform`]: crossover that exchanges exactly half of the genes in which two parents differ. Its function `exchange_half` is that of
//! the algorithm `chc`, too. `uniform` exchanges each gene independently.

use super::{Cancelled, CounterStream, Cross, Gene, Pair, rate, rated};

rated! {
    /// Half-uniform crossover, HUX (L. J. Eshelman, "The CHC adaptive search algorithm: how to have safe search when
    /// engaging in nontraditional genetic recombination", 1991): exactly half of the differing genes are exchanged, every
    /// half of them equally likely.
    ///
    /// Offspring are as far from their parents as possible. An odd number of differing genes is rounded down.
    HalfUniform { rate per "pair of parents", }
}

impl Cross for HalfUniform {
    rate!(rate);

    fn cross(&self, a: &mut [Gene], b: &mut [Gene], _: Pair<'_>, stream: &mut CounterStream) -> Result<(), Cancelled> {
        exchange_half(a, b, stream);
        Ok(())
    }
}

/// Exchanges exactly half of the differing genes of two genomes, every half of them equally likely.
pub(in crate::evolve) fn exchange_half(a: &mut [Gene], b: &mut [Gene], stream: &mut CounterStream) {
    let mut differing: Vec<usize> = (0..a.len()).filter(|&position| a[position] != b[position]).collect();
    let half = differing.len() / 2;
    stream.shuffle_first(&mut differing, half);
    differing[..half].iter().for_each(|&position| std::mem::swap(&mut a[position], &mut b[position]));
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LENGTH, chi_square, patterns};
    use super::*;
    use crate::evaluation::Fitness;
    use crate::evolve::population::hamming_distance;
    use crate::evolve::schedule::ScheduledRate;
    use crate::evolve::symbols::Symbols;

    #[test]
    fn half_uniform_crossover_exchanges_each_half_with_equal_probability() {
        let (counts, copies) = patterns(&HalfUniform { rate: ScheduledRate::new(1.0) }, 1_000_000, 91);
        assert_eq!(copies, 0);
        let halves: Vec<usize> = (0..1 << LENGTH).filter(|bits: &usize| bits.count_ones() == 5).collect();
        // 252 halves, 251 degrees of freedom: 326.0 is exceeded once in 1000.
        let chi = chi_square(&counts, &halves);
        assert!(chi < 326.0, "chi-square {chi}");
    }

    #[test]
    fn half_uniform_crossover_counts_differing_genes_only() {
        let mut stream = evocube_cube::rng::Seed::from_number(92).key(0).stream(0);
        let symbols = Symbols::new(8);
        let pair = Pair { symbols: &symbols, parents: [Fitness::WORST; 2], further: &[] };
        for differing in 0..=20 {
            let parents: [Vec<Gene>; 2] = [3, 5].map(|symbol| {
                (0..20).map(|position| Gene(if position < differing { symbol } else { position })).collect()
            });
            let [mut a, mut b] = parents.clone();
            HalfUniform { rate: ScheduledRate::new(1.0) }.cross(&mut a, &mut b, pair, &mut stream).unwrap();
            for (offspring, parent) in [a, b].iter().zip(&parents) {
                assert_eq!(hamming_distance(offspring, parent), usize::from(differing / 2));
            }
        }
    }
}
