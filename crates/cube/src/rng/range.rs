//! [`BatchedRange`]: several uniform integers, at most eight, from one random word, below one bound of at most 2^32. Draws of several
//! streams at once are in `streams` and `lane8`.

use super::{Rng64, Stream};

/// Sampler of several uniform integers below one bound from a single random word (N. Brackett-Rozinsky and D. Lemire,
/// "Batched ranged random integer generation", 2024).
///
/// The word is a fraction of the product of all bounds; each multiplication gives one number and leaves the fraction
/// for the next.
///
/// ```
/// use evocube_cube::Seed;
/// use evocube_cube::rng::BatchedRange;
/// let dice = BatchedRange::new(6);
/// let [a, b, c] = dice.sample_array(&mut Seed::from_number(1).stream());
/// assert!([a, b, c].iter().all(|&number| number < 6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchedRange {
    pub(super) bound: u64,
    /// Number of draws from one word.
    pub(super) at_once: usize,
    /// Powers of the bound that fit a word: entry n is the number of outcomes of n draws.
    pub(super) powers: [u64; Self::MAX + 1],
    /// Remainders below which the word of n draws is rejected, so that all outcomes are equally likely.
    pub(super) rejected: [u64; Self::MAX + 1],
}

impl BatchedRange {
    /// Maximum number of draws from one word.
    pub const MAX: usize = 8;

    /// Returns the range from 0 to `bound` − 1.
    ///
    /// # Panics
    /// If `bound` is 0 or above 2^32, since draws have 32 bits.
    pub fn new(bound: u64) -> Self {
        assert!((1..=1 << 32).contains(&bound), "a range has 1 to 2^32 elements, not {bound}");
        let mut powers = [1u64; Self::MAX + 1];
        let mut at_once = 0;
        while at_once < Self::MAX
            && let Some(product) = powers[at_once].checked_mul(bound)
        {
            at_once += 1;
            powers[at_once] = product;
        }
        Self { bound, at_once, powers, rejected: powers.map(|outcomes| outcomes.wrapping_neg() % outcomes) }
    }

    /// Returns the bound: the number of different outcomes.
    pub const fn bound(&self) -> u64 {
        self.bound
    }

    /// Returns the number of draws from one word.
    #[inline(always)]
    pub const fn at_once(&self) -> usize {
        self.at_once
    }

    /// Fills a slice with draws.
    #[inline(always)]
    pub fn fill<G: Rng64>(&self, stream: &mut Stream<G>, numbers: &mut [u32]) {
        for part in numbers.chunks_mut(self.at_once) {
            self.fill_from_word(stream, part);
        }
    }

    /// Returns an array of draws; an array that fits one word needs no loop.
    #[inline(always)]
    pub fn sample_array<const N: usize, G: Rng64>(&self, stream: &mut Stream<G>) -> [u32; N] {
        let mut numbers = [0; N];
        if N <= self.at_once {
            self.fill_from_word(stream, &mut numbers);
        } else {
            self.fill(stream, &mut numbers);
        }
        numbers
    }

    /// Passes up to N draws to `accepts` until it returns false. The stream always advances by N draws.
    #[inline(always)]
    pub fn sample_while<const N: usize, G: Rng64>(&self, stream: &mut Stream<G>, mut accepts: impl FnMut(u32) -> bool) {
        if N <= self.at_once {
            let mut rest = self.word_for(N, stream);
            for _ in 0..N {
                if !accepts(self.next_of(&mut rest)) {
                    return;
                }
            }
        } else {
            let numbers: [u32; N] = self.sample_array(stream);
            let _ = numbers.into_iter().all(accepts);
        }
    }

    #[inline(always)]
    fn fill_from_word<G: Rng64>(&self, stream: &mut Stream<G>, numbers: &mut [u32]) {
        let mut rest = self.word_for(numbers.len(), stream);
        numbers.fill_with(|| self.next_of(&mut rest));
    }

    /// Returns a word for `count` draws that is not rejected.
    #[inline(always)]
    fn word_for<G: Rng64>(&self, count: usize, stream: &mut Stream<G>) -> u64 {
        loop {
            let word = stream.word();
            if word.wrapping_mul(self.powers[count]) >= self.rejected[count] {
                return word;
            }
        }
    }

    /// Returns the next draw from the rest of a word.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // the method takes the low half; numbers are below the bound
    fn next_of(&self, rest: &mut u64) -> u32 {
        let product = u128::from(*rest) * u128::from(self.bound);
        *rest = product as u64;
        (product >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::chi_square;
    use super::*;
    use crate::rng::Seed;

    #[test]
    #[should_panic(expected = "a range has 1 to 2^32 elements, not 4294967297")]
    fn a_range_beyond_32_bits_is_refused() {
        let _ = BatchedRange::new((1 << 32) + 1);
    }

    #[test]
    fn draws_from_one_word_are_uniform_and_independent() {
        let mut stream = Seed::from_number(10).key(0).stream(0);
        // Three numbers below seven: 343 outcomes, 342 degrees of freedom, 430 is exceeded once in 1000.
        let range = BatchedRange::new(7);
        let mut counts = vec![0u32; 343];
        for _ in 0..1_000_000 {
            let [a, b, c] = range.sample_array(&mut stream);
            counts[(a * 49 + b * 7 + c) as usize] += 1;
        }
        let chi = chi_square(&counts, |_| 1e6 / 343.0);
        assert!(chi < 430.0, "chi-square {chi}");
    }

    #[test]
    fn words_with_biased_remainders_are_rejected() {
        // With a bound of 3 × 2^29 one word in 64 is rejected.
        let bound = 3 << 29;
        let range = BatchedRange::new(bound);
        assert_eq!(range.at_once, 2);
        let mut stream = Seed::from_number(11).key(0).stream(0);
        let mut counts = [0u32; 9];
        for _ in 0..1_000_000 {
            let pair: [u32; 2] = range.sample_array(&mut stream);
            let third = |number: u32| usize::try_from(number >> 29).expect("0 to 2");
            counts[3 * third(pair[0]) + third(pair[1])] += 1;
        }
        // 8 degrees of freedom: 26.1.
        let chi = chi_square(&counts, |_| 1e6 / 9.0);
        assert!(chi < 26.1, "chi-square {chi}");
    }

    #[test]
    fn batches_larger_than_a_word_draw_more_words() {
        let range = BatchedRange::new(30_000);
        let mut stream = Seed::from_number(12).key(0).stream(0);
        let mut numbers = [0; 50];
        let mut counts = [0u32; 10];
        for _ in 0..20_000 {
            range.fill(&mut stream, &mut numbers);
            numbers.iter().for_each(|&number| counts[number as usize / 3000] += 1);
        }
        let chi = chi_square(&counts, |_| 1e5);
        assert!(chi < 27.9, "chi-square {chi}");
    }
}
