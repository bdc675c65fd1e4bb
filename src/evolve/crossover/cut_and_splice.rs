//! Cut and splice, for genomes of different lengths.

use serde::{Deserialize, Serialize};

use super::{Cross, Gene, Pair, Rate};
use crate::rng::{Bernoulli, CounterStream};

/// Each parent is cut at a place of its own, and the genomes exchange their tails, so that children may be longer or
/// shorter than both (D. E. Goldberg, B. Korb and K. Deb, "Messy genetic algorithms: motivation, analysis, and first
/// results", 1989). Each of the places before, between and behind a parent's genes is as likely; turns of nothing at its
/// end are no genes. What does not fit into a child falls off, what it lacks is filled with turns of nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CutAndSplice {
    /// The probability that a pair of parents is recombined at all; otherwise both are copied.
    pub rate: Rate,
}

impl Cross for CutAndSplice {
    fn rate(&self) -> Bernoulli {
        self.rate.bernoulli()
    }

    fn cross(&self, a: &mut [Gene], b: &mut [Gene], pair: Pair<'_>, stream: &mut CounterStream) {
        let (length_a, length_b) = (pair.symbols.length(a), pair.symbols.length(b));
        let (cut_a, cut_b) = (stream.index(length_a + 1), stream.index(length_b + 1));
        let (a, b) = (&mut a[cut_a..], &mut b[cut_b..]);
        let both = a.len().min(b.len());
        let (a, behind_a) = a.split_at_mut(both);
        let (b, behind_b) = b.split_at_mut(both);
        a.swap_with_slice(b);
        // The child with more room lacks genes now; those that it had here do not fit into the other.
        pair.symbols.fill_up(behind_a, stream);
        pair.symbols.fill_up(behind_b, stream);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::mutation::Symbols;
    use crate::puzzle::kernel::Fitness;
    use crate::rng::Seed;

    const LENGTH: usize = 8;
    const NO_TURN: Gene = Gene(99);

    #[test]
    fn tails_are_exchanged_at_cuts_that_are_all_alike() {
        let symbols = Symbols::with_no_turn(100, Some(NO_TURN));
        let pair = Pair { symbols: &symbols, parents: [Fitness::WORST; 2] };
        let crossover = CutAndSplice { rate: Rate::try_from(1.0).unwrap() };
        let mut stream = Seed::from_number(85).key(0).stream(0);
        let parent = |first: u16, length: u16| -> [Gene; LENGTH] {
            std::array::from_fn(|n| {
                let n = u16::try_from(n).unwrap();
                if n < length { Gene(first + n) } else { NO_TURN }
            })
        };
        // Five genes and seven: 6 × 8 pairs of cuts.
        let mut counts = [[0u32; 8]; 6];
        for _ in 0..1_000_000 {
            let (mut a, mut b) = (parent(10, 5), parent(20, 7));
            crossover.cross(&mut a, &mut b, pair, &mut stream);
            let own =
                |child: &[Gene; LENGTH], first: u16| child.iter().take_while(|gene| gene.0 / 10 == first / 10).count();
            let (cut_a, cut_b) = (own(&a, 10), own(&b, 20));
            let spliced = |head: &[Gene], tail: &[Gene]| -> Vec<Gene> {
                head.iter().chain(tail).copied().chain([NO_TURN; LENGTH]).take(LENGTH).collect()
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
