//! [`Bernoulli`]: random decisions of a given probability, one or many at once. Several streams decide at once in `streams` and `lane8`.

use super::{Rng64, Stream};

/// A probability prepared for drawing: a threshold among 2^64 words.
///
/// Probability 1 draws no word.
///
/// ```
/// use evocube_cube::Seed;
/// use evocube_cube::rng::Bernoulli;
/// let mut stream = Seed::from_number(1).stream();
/// assert!(stream.bernoulli(Bernoulli::ALWAYS) && !stream.bernoulli(Bernoulli::new(0.0)));
/// assert_eq!(stream.bernoulli_mask(Bernoulli::ALWAYS, 3), 0b111);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bernoulli(pub(super) Option<u64>);

impl Bernoulli {
    /// Probability 1.
    pub const ALWAYS: Self = Self(None);
    /// Probability 0.
    pub const NEVER: Self = Self(Some(0));

    /// Returns the decision of a probability, which is clamped to the range from 0 to 1; NaN is 0.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` saturates
    pub const fn new(probability: f64) -> Self {
        if probability >= 1.0 { Self(None) } else { Self(Some((probability * 18_446_744_073_709_551_616.0) as u64)) }
    }
}

/// Bits of a word that each of three decisions uses.
pub(super) const SHORT: u32 = 21;

impl<G: Rng64> Stream<G> {
    /// Returns true with this probability.
    #[inline(always)]
    pub fn bernoulli(&mut self, probability: Bernoulli) -> bool {
        match probability.0 {
            Some(threshold) => self.word() < threshold,
            None => true,
        }
    }

    /// Makes three decisions from one word.
    ///
    /// Each compares its 21 highest bits with the probability, and 43 bits of another word if they are equal.
    #[inline(always)]
    pub(crate) fn bernoulli_triple(&mut self, probabilities: [Bernoulli; 3]) -> [bool; 3] {
        let word = self.word();
        let [a, b, c] = probabilities;
        [self.decide(word, a), self.decide(word >> SHORT, b), self.decide(word >> (2 * SHORT), c)]
    }

    /// Compares the lowest bits of a word with the highest of the probability. Draws another word if they are equal.
    #[inline(always)]
    fn decide(&mut self, bits: u64, probability: Bernoulli) -> bool {
        let Some(threshold) = probability.0 else { return true };
        let (bits, high) = (bits & ((1 << SHORT) - 1), threshold >> (64 - SHORT));
        if bits == high { self.word() >> SHORT < threshold & (u64::MAX >> SHORT) } else { bits < high }
    }

    /// Makes `count` decisions of the same probability, 1 to 64, as the lowest bits of a word.
    ///
    /// Each decision compares a random fraction with the probability, bit by bit from the highest. A word gives one bit to each of
    /// up to 64 fractions, two to 32 or three to 21, the first from its lowest bits; each bit settles half of the open decisions.
    /// Words are drawn in groups of twelve bits, which nearly always settle all decisions. Drawing stops where the binary
    /// probability has no further 1: probability 1/2 needs one word.
    #[inline(always)]
    pub fn bernoulli_mask(&mut self, probability: Bernoulli, count: usize) -> u64 {
        let mut undecided = u64::MAX >> (64 - count.clamp(1, 64));
        let Some(mut threshold) = probability.0 else { return undecided };
        let (mut mask, bits) = (0, bits_of_word(count));
        while undecided != 0 {
            for _ in 0..GROUP / bits {
                // A fraction that equals the probability so far must still get below it.
                if threshold == 0 {
                    return mask;
                }
                let word = self.word();
                for bit in 0..bits {
                    let (fractions, wanted) = (word >> (bit * (64 / bits)), 0u64.wrapping_sub(threshold >> 63));
                    mask |= undecided & wanted & !fractions;
                    undecided &= !(fractions ^ wanted);
                    threshold <<= 1;
                }
            }
        }
        mask
    }
}

/// Bits of each fraction that are drawn before it is asked which decisions are open.
pub(super) const GROUP: u32 = 12;

/// Returns how many bits a word gives to each of `count` fractions: 1, 2 or 3.
#[inline(always)]
pub(super) const fn bits_of_word(count: usize) -> u32 {
    match count {
        0..=21 => 3,
        22..=32 => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::chi_square;
    use super::*;
    use crate::rng::Seed;

    #[test]
    fn bits_of_a_mask_are_independent_and_of_their_probability() {
        let mut stream = Seed::from_number(8).key(0).stream(0);
        for p in [0.5, 0.15, 0.02] {
            let (probability, draws, count) = (Bernoulli::new(p), 1_000_000, 10);
            let mut counts = vec![0u32; 1 << count];
            for _ in 0..draws {
                counts[usize::try_from(stream.bernoulli_mask(probability, count)).expect("ten bits")] += 1;
            }
            let share = |ones: u32| p.powi(ones as i32) * (1.0 - p).powi(10 - ones as i32);
            // Classes by the number of ones among ten bits; three and more share a class if they are rare.
            let tolerance = if p < 0.1 { 3 } else { 10 };
            let (mut counts_by_ones, mut expected) = (vec![0u32; tolerance + 1], vec![0.0; tolerance + 1]);
            for (bits, &observed) in (0u32..).zip(&counts) {
                let class = tolerance.min(bits.count_ones() as usize);
                counts_by_ones[class] += observed;
                expected[class] += f64::from(draws) * share(bits.count_ones());
            }
            let (counts_by_ones, expected) = if p == 0.15 {
                // Eight and more ones are expected once in 100,000.
                (counts_by_ones[..8].to_vec(), expected[..8].to_vec())
            } else {
                (counts_by_ones, expected)
            };
            let chi = chi_square(&counts_by_ones, |k| expected[k]);
            // At most 10 degrees of freedom: 29.6 is exceeded once in 1000.
            assert!(chi < 29.6, "{p}: chi-square {chi}");
            // Each bit alone: 10 degrees of freedom.
            let bit_count =
                |bit: usize| (0..1 << count).filter(|bits| bits >> bit & 1 == 1).map(|bits| counts[bits]).sum();
            let bits: Vec<u32> = (0..count).map(bit_count).collect();
            let chi = chi_square(&bits, |_| f64::from(draws) * p) / (1.0 - p);
            assert!(chi < 29.6, "{p}: chi-square {chi} by bit");
        }
        assert_eq!(stream.bernoulli_mask(Bernoulli::new(1.0), 64), u64::MAX);
        assert_eq!(stream.bernoulli_mask(Bernoulli::new(1.0), 3), 7);
        assert_eq!(stream.bernoulli_mask(Bernoulli::new(0.0), 64), 0);
    }

    #[test]
    fn three_bernoulli_decisions_of_one_word_are_independent() {
        let mut stream = Seed::from_number(14).key(0).stream(0);
        let p = [0.3, 0.15, 0.5];
        let probabilities = p.map(Bernoulli::new);
        let mut counts = [0u32; 8];
        for _ in 0..1_000_000 {
            let [a, b, c] = stream.bernoulli_triple(probabilities);
            counts[usize::from(a) + 2 * usize::from(b) + 4 * usize::from(c)] += 1;
        }
        let share = |k: usize| (0..3).map(|n| if k >> n & 1 == 1 { p[n] } else { 1.0 - p[n] }).product::<f64>();
        // 7 degrees of freedom: 24.3.
        let chi = chi_square(&counts, |k| 1e6 * share(k));
        assert!(chi < 24.3, "chi-square {chi}");
        // The second word alone decides a probability below 2^-21.
        let tiny = Bernoulli::new(0.25 / f64::from(1 << 21));
        let mut hits = 0;
        for _ in 0..8_000_000 {
            let decisions = stream.bernoulli_triple([tiny, Bernoulli::ALWAYS, Bernoulli::NEVER]);
            hits += u32::from(decisions[0]);
            assert!(decisions[1] && !decisions[2]);
        }
        assert!((0..=6).contains(&hits), "{hits}: 0.95 are expected, 7 and more once in 100,000");
    }

    #[test]
    fn probabilities_0_and_1_are_exact() {
        let mut stream = Seed::from_number(9).stream();
        assert!((0..1000).all(|_| stream.bernoulli(Bernoulli::new(1.0))));
        assert!((0..1000).all(|_| !stream.bernoulli(Bernoulli::new(0.0))));
    }
}
