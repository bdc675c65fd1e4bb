//! [`PrefixPoint`]: one-point crossover with a cut of its own for each parent, at or within that parent's best prefix, the genes up to its
//! best state. The rule of the cut, `PrefixCut`, is in `mutation::tail`.

use super::{Cancelled, CounterStream, Cross, Gene, Pair, Requirements, rate, rated};
use crate::evolve::mutation::PrefixCut;

rated! {
    /// One-point crossover at the best prefix: each offspring keeps its own parent's genes up to a cut at that parent's best
    /// prefix or within it, and takes the genes behind the cut from the other parent.
    ///
    /// This project's variant of the one-point crossover of J. H. Holland (1975). The two cuts may differ, so that a
    /// gene may go to both offspring or to neither.
    PrefixPoint { rate per "pair of parents",
        /// Position of the cuts, drawn for each offspring. Default `at`.
        pub cut: PrefixCut,
    }
}

impl Cross for PrefixPoint {
    rate!(rate);

    fn cross(
        &self,
        a: &mut [Gene],
        b: &mut [Gene],
        pair: Pair<'_>,
        stream: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        let [cut_a, cut_b] = pair.parents.map(|parent| self.cut.draw(parent.genes().min(a.len()), stream));
        for (position, (a, b)) in a.iter_mut().zip(b).enumerate() {
            let (gene_a, gene_b) = (*a, *b);
            if position >= cut_a {
                *a = gene_b;
            }
            if position >= cut_b {
                *b = gene_a;
            }
        }
        Ok(())
    }

    fn requirements(&self) -> Requirements {
        self.cut.requirements("prefix-point")
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

    /// Number of pairs by the genes that each of the two offspring keeps, among a million pairs.
    fn head_counts(cut: PrefixCut, prefixes: [u16; 2], seed: u64) -> [[u32; LENGTH + 1]; 2] {
        let crossover = PrefixPoint { rate: ScheduledRate::new(1.0), cut };
        let symbols = Symbols::new(2);
        let pair = Pair { symbols: &symbols, parents: prefixes.map(|genes| Fitness::new(9, genes)), further: &[] };
        let mut stream = Seed::from_number(seed).key(0).stream(0);
        let mut counts = [[0; LENGTH + 1]; 2];
        for _ in 0..1_000_000 {
            let (mut a, mut b) = ([Gene(0); LENGTH], [Gene(1); LENGTH]);
            crossover.cross(&mut a, &mut b, pair, &mut stream).unwrap();
            for (counts, (first, child)) in counts.iter_mut().zip([(Gene(0), a), (Gene(1), b)]) {
                let head = child.iter().take_while(|&&gene| gene == first).count();
                assert!(child[head..].iter().all(|&gene| gene != first), "one cut");
                counts[head] += 1;
            }
        }
        counts
    }

    #[test]
    fn offspring_keep_the_best_prefix_of_their_parent() {
        let [a, b] = head_counts(PrefixCut::At, [3, 8], 81);
        assert_eq!((a[3], b[8]), (1_000_000, 1_000_000));
        let [a, b] = head_counts(PrefixCut::Within, [3, 7], 82);
        for (counts, cuts) in [(a, 4), (b, 8)] {
            let share = 1e6 / cuts as f64;
            let chi: f64 = counts[..cuts].iter().map(|&count| (f64::from(count) - share).powi(2) / share).sum();
            // 3 and 7 degrees of freedom: 16.3 and 24.3 are exceeded once in 1000.
            assert!(counts[cuts..].iter().all(|&count| count == 0) && chi < if cuts == 4 { 16.3 } else { 24.3 });
        }
    }
}
