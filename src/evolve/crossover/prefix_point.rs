//! One-point crossover at the best prefix.

use serde::{Deserialize, Serialize};

use super::{Cross, Gene, Pair, Rate};
use crate::evolve::mutation::Cut;
use crate::rng::{Bernoulli, CounterStream};

/// Each child keeps its own parent's genes up to a cut at the parent's best prefix, or within it, and takes those behind
/// it from the other parent. So nothing that is good for one of them is lost, and what did it no good is replaced. Ours,
/// made of the one point of J. H. Holland (1975) and the best prefix; the children's cuts differ, so that a gene may go
/// to both or to none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrefixPoint {
    /// The probability that a pair of parents is recombined at all; otherwise both are copied.
    pub rate: Rate,
    /// Where the cuts are, drawn for each child. Default `at`.
    #[serde(default)]
    pub cut: Cut,
}

impl Cross for PrefixPoint {
    fn rate(&self) -> Bernoulli {
        self.rate.bernoulli()
    }

    fn cross(&self, a: &mut [Gene], b: &mut [Gene], pair: Pair<'_>, stream: &mut CounterStream) {
        let [of_a, of_b] = pair.parents.map(|parent| self.cut.draw(parent.genes().min(a.len()), stream));
        for (position, (a, b)) in a.iter_mut().zip(b).enumerate() {
            let before = (*a, *b);
            if position >= of_a {
                *a = before.1;
            }
            if position >= of_b {
                *b = before.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::mutation::Symbols;
    use crate::puzzle::kernel::Fitness;
    use crate::rng::Seed;

    const LENGTH: usize = 8;

    /// How many genes of their own the two children have kept, of a million pairs.
    fn kept(cut: Cut, prefixes: [u16; 2], seed: u64) -> [[u32; LENGTH + 1]; 2] {
        let crossover = PrefixPoint { rate: Rate::try_from(1.0).unwrap(), cut };
        let symbols = Symbols::new(2);
        let pair = Pair { symbols: &symbols, parents: prefixes.map(|genes| Fitness::new(9, genes)) };
        let mut stream = Seed::from_number(seed).key(0).stream(0);
        let mut counts = [[0; LENGTH + 1]; 2];
        for _ in 0..1_000_000 {
            let (mut a, mut b) = ([Gene(0); LENGTH], [Gene(1); LENGTH]);
            crossover.cross(&mut a, &mut b, pair, &mut stream);
            for (counts, (own, child)) in counts.iter_mut().zip([(Gene(0), a), (Gene(1), b)]) {
                let kept = child.iter().take_while(|&&gene| gene == own).count();
                assert!(child[kept..].iter().all(|&gene| gene != own), "one cut");
                counts[kept] += 1;
            }
        }
        counts
    }

    #[test]
    fn children_keep_their_parents_best_prefix() {
        let [a, b] = kept(Cut::At, [3, 8], 81);
        assert_eq!((a[3], b[8]), (1_000_000, 1_000_000));
        let [a, b] = kept(Cut::Within, [3, 7], 82);
        for (counts, cuts) in [(a, 4), (b, 8)] {
            let share = 1e6 / cuts as f64;
            let chi: f64 = counts[..cuts].iter().map(|&count| (f64::from(count) - share).powi(2) / share).sum();
            // 3 and 7 degrees of freedom: 16.3 and 24.3 are exceeded once in 1000.
            assert!(counts[cuts..].iter().all(|&count| count == 0) && chi < if cuts == 4 { 16.3 } else { 24.3 });
        }
    }
}
