//! [`KPoint`]: crossover that exchanges every other stretch between k random cuts. Genes keep their positions, and those before the first
//! cut stay. `multi_parent` draws its [`cuts`] here, too; `two_point` cuts a ring.

use super::{Cancelled, CounterStream, Cross, Gene, Pair, Requirements, rate, rated};
use crate::bounded::GenomeLength;

rated! {
    /// k-point crossover (K. A. De Jong 1975; L. J. Eshelman, R. A. Caruana and J. D. Schaffer, "Biases in the crossover
    /// landscape", 1989): the genomes exchange every other stretch between k different cuts.
    ///
    /// Each set of k of the L − 1 inner cuts is equally likely. The stretch before the first cut stays.
    KPoint { rate per "pair of parents",
        /// Number of cuts, fewer than a genome has genes. Default 3.
        pub points: GenomeLength = GenomeLength::new(3),
    }
}

impl Cross for KPoint {
    rate!(rate);

    fn cross(&self, a: &mut [Gene], b: &mut [Gene], _: Pair<'_>, stream: &mut CounterStream) -> Result<(), Cancelled> {
        let cuts = cuts(a.len(), self.points.get(), stream);
        for stretch in cuts.chunks(2) {
            let end = stretch.get(1).copied().unwrap_or(a.len());
            a[stretch[0]..end].swap_with_slice(&mut b[stretch[0]..end]);
        }
        Ok(())
    }

    fn requirements(&self) -> Requirements {
        Requirements { genes: Some((self.points.get() + 1, "k-point")), ..Requirements::default() }
    }
}

/// Draws `count` different inner cuts of a genome, in ascending order; all of them if there are fewer.
pub(super) fn cuts(length: usize, count: usize, stream: &mut CounterStream) -> Vec<usize> {
    let mut cuts: Vec<usize> = (1..length).collect();
    let count = count.min(cuts.len());
    stream.shuffle_first(&mut cuts, count);
    cuts.truncate(count);
    cuts.sort_unstable();
    cuts
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LENGTH, chi_square, patterns};
    use super::*;
    use crate::evolve::schedule::ScheduledRate;

    #[test]
    fn k_point_crossover_makes_each_set_of_cuts_with_equal_probability() {
        // Sets of cuts among 9, and the value that chi-square exceeds once in 1000.
        for (points, sets, limit) in [(1, 9, 26.1), (3, 84, 128.6), (4, 126, 180.8), (9, 1, 0.1)] {
            let crossover = KPoint { rate: ScheduledRate::new(1.0), points: GenomeLength::new(points) };
            let (counts, copies) = patterns(&crossover, 1_000_000, 101);
            assert_eq!(copies, 0);
            // A pattern has a cut between neighbors of which one is exchanged, and its first gene stays.
            let is_possible = |bits: &usize| {
                let cuts = ((bits ^ bits >> 1) & ((1 << (LENGTH - 1)) - 1)).count_ones();
                bits & 1 == 0 && i64::from(cuts) == points
            };
            let possible: Vec<usize> = (0..1 << LENGTH).filter(is_possible).collect();
            assert_eq!(possible.len(), sets);
            let chi = chi_square(&counts, &possible);
            assert!(chi < limit, "{points} points: chi-square {chi}");
        }
    }

    #[test]
    fn genomes_with_too_few_genes_are_cut_everywhere() {
        let mut stream = evocube_cube::rng::Seed::from_number(102).key(0).stream(0);
        assert!(cuts(1, 3, &mut stream).is_empty());
        assert_eq!(cuts(3, 3, &mut stream), [1, 2]);
    }
}
