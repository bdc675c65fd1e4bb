//! Random numbers, the same on every platform, but not for secrets: a [`Seed`] has named children and opens a [`Stream`] of draws; its
//! [`Key`]s open many short ones. Single numbers and shuffles are drawn here, decisions in `bernoulli`, several numbers from a word in
//! `range`, and many streams at once in `streams` and `lane8`.
//!
//! Every random draw on which a result depends comes from a named stream. The seed of a trial is derived from its values
//! (`master → stage → factors → start and goal → repetition`), never by position. Adding a level to a sweep or skipping
//! a finished trial therefore leaves the random numbers of all other trials unchanged.
//!
//! There are two generators. ChaCha serves values drawn once: instances and keys. [`CounterStream`]s serve the inner
//! loop of evolution, where opening a ChaCha stream would cost more than everything else. Each is a stretch of
//! SplitMix64, located from a [`Key`] and a number in a few instructions. Any thread can therefore generate any part of
//! a population at any time, with the same numbers.
//!
//! The primitives ([`Stream::below`], [`Stream::bernoulli`], [`Stream::bernoulli_mask`], [`BatchedRange`],
//! [`Stream::shuffle`]) are implemented here on 64-bit words, so an upgrade of a random-number crate cannot change a
//! published result. They use integers and IEEE multiplication only (no logarithm), so every platform draws the same
//! numbers. They are exact: no outcome is more likely because 2^64 is not a multiple of the bound. The tests pin their
//! values.

mod bernoulli;
mod lane8;
mod range;
mod streams;

pub use bernoulli::Bernoulli;
pub use range::BatchedRange;
pub use streams::Streams;
// For the inner loops of the engine.
#[doc(hidden)]
pub use {lane8::Lane8, streams::Lanes};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A 256-bit seed: the root of a tree of named seeds and streams.
///
/// ```
/// use evocube_cube::Seed;
/// let seed = Seed::from_number(2016);
/// assert_eq!(seed.child("a").stream().word(), seed.child("a").stream().word());
/// assert_ne!(seed.child("a").stream().word(), seed.child("b").stream().word());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Returns the seed that a number in a sweep file or on the command line stands for.
    pub fn from_number(number: u64) -> Self {
        Self(blake3::derive_key("evocube 1 seed from number", &number.to_le_bytes()))
    }

    /// Returns the child of this name: BLAKE3 of the name, keyed with this seed.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        Self(*blake3::keyed_hash(&self.0, name.as_bytes()).as_bytes())
    }

    /// Returns a number below 2^53 that identifies this seed in tables.
    ///
    /// `Seed::from_number(seed.number())` is another seed. A program that prints a number to be reproduced must start
    /// from [`Seed::from_number`] itself.
    ///
    /// ```
    /// use evocube_cube::Seed;
    /// assert!(Seed::from_number(1).number() < 1 << 53);
    /// ```
    pub fn number(&self) -> u64 {
        let low = self.0.first_chunk().expect("a seed has 32 bytes");
        // 53 bits: tools that keep numbers as doubles read them back exactly.
        u64::from_le_bytes(*low) >> 11
    }

    /// Opens the stream of this seed at its beginning.
    pub fn stream(&self) -> Stream {
        self.numbered_stream(0)
    }

    /// Opens one of 2^64 independent streams of this seed, by ChaCha's own stream number.
    ///
    /// Opening one costs tens of nanoseconds; see [`Seed::key`] for streams that are opened millions of times.
    ///
    /// ```
    /// use evocube_cube::Seed;
    /// let seed = Seed::from_number(1);
    /// assert_ne!(seed.numbered_stream(0).word(), seed.numbered_stream(1).word());
    /// ```
    pub fn numbered_stream(&self, number: u64) -> Stream {
        let mut rng = ChaCha8Rng::from_seed(self.0);
        rng.set_stream(number);
        Stream(rng)
    }

    /// Returns one of 2^64 independent keys of this seed, each of which opens 2^32 [`CounterStream`]s. It has the first words of
    /// [`Seed::numbered_stream`] of this number, so use only one of the two with a number.
    pub fn key(&self, number: u64) -> Key {
        let mut stream = self.numbered_stream(number);
        let state = stream.word();
        // The paper requires odd gammas with at least 24 changes between neighboring bits.
        let gamma = std::iter::repeat_with(|| stream.word() | 1).find(|gamma| (gamma ^ gamma >> 1).count_ones() >= 24);
        Key { state, gamma: gamma.expect("an endless sequence in which most words are allowed") }
    }
}

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seed({})", self.number())
    }
}

/// A sequence of random words.
///
/// ```
/// use evocube_cube::Seed;
/// let mut stream = Seed::from_number(1).stream();
/// assert!((0.0..1.0).contains(&stream.fraction()));
/// assert!(stream.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Stream<G = ChaCha8>(G);

/// ChaCha with 8 rounds (D. J. Bernstein, "ChaCha, a variant of Salsa20", 2008).
pub type ChaCha8 = ChaCha8Rng;

/// A stream of the inner loop, which a [`Key`] opens by number.
pub type CounterStream = Stream<SplitMix>;

/// A generator of random words.
#[doc(hidden)]
pub trait Rng64 {
    /// Returns 64 random bits.
    fn next_word(&mut self) -> u64;
}

impl Rng64 for ChaCha8 {
    #[inline(always)]
    fn next_word(&mut self) -> u64 {
        self.next_u64()
    }
}

/// SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators", 2014).
///
/// Word i is a mix of `state + i × gamma`, so a stretch of it can begin anywhere. Its authors tested it with DieHarder
/// and TestU01.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct SplitMix {
    state: u64,
    gamma: u64,
}

impl Rng64 for SplitMix {
    #[inline(always)]
    fn next_word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(self.gamma);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}

/// State and gamma (the increment) of a SplitMix64 generator, both drawn from ChaCha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    state: u64,
    gamma: u64,
}

impl Key {
    /// Opens one of 2^32 streams of 2^32 words that do not overlap.
    ///
    /// ```
    /// use evocube_cube::Seed;
    /// let key = Seed::from_number(1).key(0);
    /// assert_eq!(key.stream(7).word(), key.stream(7).word());
    /// ```
    #[inline(always)]
    pub fn stream(self, number: u32) -> CounterStream {
        let skipped = u64::from(number) << 32;
        Stream(SplitMix { state: self.state.wrapping_add(self.gamma.wrapping_mul(skipped)), gamma: self.gamma })
    }
}

impl<G: Rng64> Stream<G> {
    /// Returns 64 random bits.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.0.next_word()
    }

    /// Returns a uniform number from 0 to below 1, a multiple of 2^−53.
    #[inline(always)]
    pub fn fraction(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a uniform integer in `0..bound`, without bias (D. Lemire, "Fast random integer generation in an
    /// interval", 2019).
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // the method takes the low half
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "an empty range has no element");
        let mut product = u128::from(self.word()) * u128::from(bound);
        if (product as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u64) < threshold {
                product = u128::from(self.word()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// Returns a uniform index of a slice of this length.
    ///
    /// # Panics
    /// If `length` is 0.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // below(length) is less than a usize
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// Shuffles in place; every order is equally likely (Fisher–Yates).
    ///
    /// ```
    /// use evocube_cube::Seed;
    /// let mut order = [1, 2, 3, 4, 5];
    /// Seed::from_number(1).stream().shuffle(&mut order);
    /// order.sort_unstable();
    /// assert_eq!(order, [1, 2, 3, 4, 5], "a permutation");
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// Moves `count` random items to the front (partial Fisher–Yates shuffle). Every ordered choice is equally likely.
    ///
    /// # Panics
    /// If there are fewer items.
    pub fn shuffle_first<T>(&mut self, items: &mut [T], count: usize) {
        for place in 0..count {
            items.swap(place, place + self.index(items.len() - place));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_streams_have_pinned_values() {
        let seed = Seed::from_number(2016).child("sweep").child("stage");
        assert_eq!(seed.number(), 5229662860721468);
        let mut stream = seed.stream();
        assert_eq!([stream.word(), stream.word()], [6621604313226811112, 18340232954867552839]);
        assert_eq!((stream.below(1000), stream.below(7)), (799, 1));
        assert_eq!(seed.numbered_stream(5).word(), 258300520251882555);
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
        stream.shuffle(&mut order);
        assert_eq!(order, [1, 5, 4, 0, 3, 6, 7, 2]);
        let mut keyed = seed.key(5).stream(3);
        assert_eq!([keyed.word(), keyed.word()], [7394123960198639875, 14024263335895892676]);
        assert_eq!(keyed.bernoulli_mask(Bernoulli::new(0.15), 20), 286800);
        assert_eq!(BatchedRange::new(1000).sample_array(&mut keyed), [571, 942, 695]);
    }

    #[test]
    fn child_seeds_of_names_and_numbers_differ() {
        let seed = Seed::from_number(1);
        assert_ne!(seed.child("a"), seed.child("b"));
        assert_ne!(seed.child("a").child("b"), seed.child("ab"));
        assert_ne!(seed.numbered_stream(0).word(), seed.numbered_stream(1).word());
        assert!(seed.child("a").number() < 1 << 53);
    }

    #[test]
    fn bounded_integers_are_uniform() {
        // Chi-square with 9 degrees of freedom: 27.9 is exceeded once in 1000.
        let mut stream = Seed::from_number(7).stream();
        let mut counts = [0u32; 10];
        for _ in 0..1_000_000 {
            counts[stream.index(10)] += 1;
        }
        let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 1e5).powi(2) / 1e5).sum();
        assert!(chi < 27.9, "chi-square {chi}");
    }

    /// Chi-square of counts against their expected values.
    pub(super) fn chi_square(counts: &[u32], expected: impl Fn(usize) -> f64) -> f64 {
        counts.iter().enumerate().map(|(k, &count)| (f64::from(count) - expected(k)).powi(2) / expected(k)).sum()
    }

    #[test]
    fn counter_streams_are_uniform_across_their_numbers() {
        // The highest and the lowest byte of the first word of a million neighboring streams. Chi-square with 255
        // degrees of freedom: 330.5 is exceeded once in 1000.
        for number in 0..3 {
            let key = Seed::from_number(13).key(number);
            let (mut high, mut low) = ([0u32; 256], [0u32; 256]);
            for stream in 0..1_000_000 {
                let word = key.stream(stream).word();
                high[usize::try_from(word >> 56).expect("a byte")] += 1;
                low[usize::try_from(word & 255).expect("a byte")] += 1;
            }
            for counts in [high, low] {
                let chi = chi_square(&counts, |_| 1e6 / 256.0);
                assert!(chi < 330.5, "chi-square {chi}");
            }
        }
    }
}
