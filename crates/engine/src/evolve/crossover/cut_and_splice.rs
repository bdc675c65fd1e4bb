//! [`CutAndSplice`]: crossover with a cut of its own in each parent, so that genomes change their lengths. The alphabet needs a no-op,
//! which fills the shorter offspring; genes that do not fit into the longer one are dropped.

use super::{Cancelled, CounterStream, Cross, Gene, Pair, Requirements, rate, rated};

rated! {
    /// Cut and splice (D. E. Goldberg, B. Korb and K. Deb, "Messy genetic algorithms: motivation, analysis, and first
    /// results", 1989): each parent has a cut of its own, and the genomes exchange their tails.
    ///
    /// Offspring may be longer or shorter than both parents. The cuts before, between and behind a parent's genes are
    /// equally likely; trailing no-ops do not count as genes. Genes that do not fit are dropped; no-ops fill the rest.
    CutAndSplice { rate per "pair of parents", }
}

impl Cross for CutAndSplice {
    rate!(rate);

    fn cross(
        &self,
        a: &mut [Gene],
        b: &mut [Gene],
        pair: Pair<'_>,
        stream: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        let (length_a, length_b) = (pair.symbols.length(a), pair.symbols.length(b));
        let (cut_a, cut_b) = (stream.index(length_a + 1), stream.index(length_b + 1));
        let (a, b) = (&mut a[cut_a..], &mut b[cut_b..]);
        let both = a.len().min(b.len());
        let (a, rest_of_a) = a.split_at_mut(both);
        let (b, rest_of_b) = b.split_at_mut(both);
        a.swap_with_slice(b);
        // The tail with more room is filled up; the genes that it held do not fit into the other offspring.
        pair.symbols.pad(rest_of_a, stream);
        pair.symbols.pad(rest_of_b, stream);
        Ok(())
    }

    fn requirements(&self) -> Requirements {
        Requirements { no_op: Some("cut-and-splice"), ..Requirements::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Fitness;
    use crate::evolve::schedule::ScheduledRate;
    use crate::evolve::symbols::Symbols;
    use evocube_cube::rng::Seed;

    const LENGTH: usize = 8;
    const NO_OP: Gene = Gene(99);

    #[test]
    fn tails_are_exchanged_at_cuts_that_are_equally_likely() {
        let symbols = Symbols::with_no_op(100, Some(NO_OP));
        let pair = Pair { symbols: &symbols, parents: [Fitness::WORST; 2], further: &[] };
        let crossover = CutAndSplice { rate: ScheduledRate::new(1.0) };
        let mut stream = Seed::from_number(85).key(0).stream(0);
        let parent = |first: u16, length: u16| -> [Gene; LENGTH] {
            std::array::from_fn(|n| {
                let n = u16::try_from(n).unwrap();
                if n < length { Gene(first + n) } else { NO_OP }
            })
        };
        // Five genes and seven: 6 × 8 pairs of cuts.
        let mut counts = [[0u32; 8]; 6];
        for _ in 0..1_000_000 {
            let (mut a, mut b) = (parent(10, 5), parent(20, 7));
            crossover.cross(&mut a, &mut b, pair, &mut stream).unwrap();
            let kept_genes =
                |child: &[Gene; LENGTH], first: u16| child.iter().take_while(|gene| gene.0 / 10 == first / 10).count();
            let (cut_a, cut_b) = (kept_genes(&a, 10), kept_genes(&b, 20));
            let spliced = |head: &[Gene], tail: &[Gene]| -> Vec<Gene> {
                head.iter().chain(tail).copied().chain([NO_OP; LENGTH]).take(LENGTH).collect()
            };
            let (before_a, before_b) = (parent(10, 5), parent(20, 7));
            assert_eq!(a.to_vec(), spliced(&before_a[..cut_a], &before_b[cut_b..7]));
            assert_eq!(b.to_vec(), spliced(&before_b[..cut_b], &before_a[cut_a..5]));
            counts[cut_a][cut_b] += 1;
        }
        let share = 1e6 / 48.0;
        let chi: f64 = counts.as_flattened().iter().map(|&count| (f64::from(count) - share).powi(2) / share).sum();
        // 47 degrees of freedom: 82.7 is exceeded once in 1000.
        assert!(chi < 82.7, "chi-square {chi}");
    }
}
