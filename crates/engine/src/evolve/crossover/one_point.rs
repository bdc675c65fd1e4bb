//! [`OnePoint`]: crossover that exchanges the genes behind one cut, which both genomes share, in a single pair or in a batch. With
//! `prefix_point` and `cut_and_splice` each genome has its own cut.

use super::exchange::exchange;
use super::{Cancelled, Cross, Gene, OffspringBatch, Pair, PairSet, rate, rated};
use evocube_cube::rng::CounterStream;

rated! {
    /// One-point crossover (J. H. Holland 1975): the genomes exchange their tails behind one cut.
    ///
    /// The L − 1 cuts between two of the L genes are equally likely, so that both parts have at least one gene. Genomes of one gene
    /// are never cut.
    OnePoint { rate per "pair of parents", }
}

impl Cross for OnePoint {
    rate!(rate);

    #[inline(always)]
    fn cross(&self, a: &mut [Gene], b: &mut [Gene], _: Pair<'_>, stream: &mut CounterStream) -> Result<(), Cancelled> {
        if a.len() > 1 {
            let cut = 1 + stream.index(a.len() - 1);
            let _ = exchange_tails(a, b, cut);
        }
        Ok(())
    }

    #[inline(always)]
    fn cross_batch(&self, crossed: &PairSet, batch: &mut OffspringBatch<'_, '_>) -> Result<(), Cancelled> {
        let length = batch.rows.length();
        let (ops, mut recombined, mut swapped) =
            (batch.kernel.cache_line_ops(), PairSet::default(), PairSet::default());
        if length < 2 {
            return Ok(());
        }
        let cuts = batch.streams.below_lanes(length as u64 - 1, crossed.0);
        // In a population that has converged most pairs are equal.
        let mut different = *crossed;
        batch.rows.as_rows().remove_equal_pairs(batch.kernel, batch.parents.len() / 2, &mut different.0);
        for (word, &pairs) in different.0.iter().enumerate() {
            let (mut left, mut changed, mut mixed) = (pairs, 0, 0);
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let pair = 64 * word + bit as usize;
                #[allow(clippy::cast_possible_truncation)] // less than the length
                let cut = 1 + cuts[pair] as usize;
                let (is_changed, is_mixed) = match ops {
                    Some(ops) => ops.exchange_tails(&mut batch.rows, 2 * pair, cut),
                    None => {
                        let (a, b) = batch.rows.pair_mut(2 * pair);
                        (exchange_tails(a, b, cut), a[..cut] != b[..cut])
                    }
                };
                changed |= u64::from(is_changed) << bit;
                mixed |= u64::from(is_mixed) << bit;
            }
            recombined.0[word] = changed;
            swapped.0[word] = changed & !mixed;
        }
        batch.recombined = Some(recombined);
        batch.swapped = swapped;
        Ok(())
    }
}

/// Exchanges the genes from position `cut` on. Returns whether that changes the genomes.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // genomes are shorter than 65,536 genes
fn exchange_tails(a: &mut [Gene], b: &mut [Gene], cut: usize) -> bool {
    exchange(a, b, |position| position >= cut as u16)
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LENGTH, chi_square, patterns};
    use super::*;
    use crate::evolve::schedule::ScheduledRate;

    #[test]
    fn one_point_crossover_cuts_uniformly() {
        let (counts, copies) = patterns(&OnePoint { rate: ScheduledRate::new(1.0) }, 1_000_000, 51);
        assert_eq!(copies, 0);
        let tails: Vec<usize> = (1..LENGTH).map(|point| (1 << LENGTH) - (1 << point)).collect();
        // 8 degrees of freedom: 26.1 is exceeded once in 1000.
        assert!(chi_square(&counts, &tails) < 26.1);
    }

    #[test]
    fn the_crossover_rate_is_per_pair() {
        let (_, copies) = patterns(&OnePoint { rate: ScheduledRate::new(0.3) }, 1_000_000, 52);
        // 0.7 of a million with a standard deviation of 458; 3.3 of them once in 1000.
        assert!((f64::from(copies) - 700_000.0).abs() < 3.3 * 458.3, "{copies}");
    }

    #[test]
    fn offspring_differ_from_both_parents_when_the_parents_differ_everywhere() {
        // The published program of B. L. Sousa's paper copies the second parent.
        let mut stream = evocube_cube::rng::Seed::from_number(53).key(0).stream(0);
        let symbols = crate::evolve::symbols::Symbols::new(8);
        let pair = Pair { symbols: &symbols, parents: [crate::evaluation::Fitness::WORST; 2], further: &[] };
        for _ in 0..1000 {
            let (mother, father) = ([Gene(2); 20], [Gene(7); 20]);
            let (mut a, mut b) = (mother, father);
            OnePoint { rate: ScheduledRate::new(1.0) }.cross(&mut a, &mut b, pair, &mut stream).unwrap();
            for offspring in [a, b] {
                assert!(offspring != mother && offspring != father);
                assert!(offspring.contains(&Gene(2)) && offspring.contains(&Gene(7)));
            }
        }
    }
}
