//! Random numbers: a [`Seed`] has named children, and opens a [`Stream`].
//!
//! Every random draw of the crate comes from a named stream. A seed is derived by *name*
//! (`master → sweep → stage → point → instance → repetition`), never by position, so adding a level to
//! a sweep or skipping a finished trial moves nobody else's numbers.
//!
//! There are two generators behind it. ChaCha serves what is drawn once: instances, keys. [`Keyed`] streams serve the
//! inner loop of evolution, where opening a ChaCha stream would cost more than everything else: each is a stretch of
//! SplitMix64, found from a [`Key`] and a number in a few instructions, so that any part of a population can be bred
//! at any time, by any thread, with the same numbers.
//!
//! The primitives below ([`Stream::below`], [`Stream::chance`], [`Stream::coins`], [`Dice`], [`Stream::shuffle`]) are
//! our own few lines on top of 64-bit words: an upgrade of a random-number crate cannot move a published result.
//! They use integers and IEEE multiplication only (no logarithm), so they draw the same on every platform, and they
//! are exact: no draw is biased by what is left over of a word. The tests at the end pin their values.

mod streams;

pub use streams::{Each, Eight, Streams};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A 256-bit seed, the root of a tree of named seeds and streams.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed that a person types, as a number.
    #[must_use]
    pub fn from_number(number: u64) -> Self {
        Self(
            *blake3::Hasher::new_derive_key("evocube 1 seed from number")
                .update(&number.to_le_bytes())
                .finalize()
                .as_bytes(),
        )
    }

    /// The child of this name: BLAKE3 of the name, keyed with this seed.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        Self(*blake3::keyed_hash(&self.0, name.as_bytes()).as_bytes())
    }

    /// A number that stands for this seed in a table: `Seed::from_number(seed.number())` opens other
    /// streams than `seed` itself, so whoever prints the number must also start from it.
    #[must_use]
    pub fn number(&self) -> u64 {
        let mut low = [0; 8];
        low.copy_from_slice(&self.0[..8]);
        // 53 bits: read back exactly by every tool that keeps numbers as doubles.
        u64::from_le_bytes(low) >> 11
    }

    /// The stream of this seed, from its beginning.
    #[must_use]
    pub fn stream(&self) -> Stream {
        Stream(ChaCha8Rng::from_seed(self.0))
    }

    /// One of 2^64 independent streams of this seed: ChaCha's own stream number. Opening one costs tens of
    /// nanoseconds; see [`Seed::key`] for what is opened millions of times.
    #[must_use]
    pub fn numbered_stream(&self, number: u64) -> Stream {
        let mut rng = ChaCha8Rng::from_seed(self.0);
        rng.set_stream(number);
        Stream(rng)
    }

    /// One of 2^64 independent keys of this seed, each of which opens 2^32 [`Keyed`] streams.
    #[must_use]
    pub fn key(&self, number: u64) -> Key {
        let mut stream = self.numbered_stream(number);
        let state = stream.word();
        // Every gamma that the paper allows is odd, and not so regular that neighbouring states look alike.
        let gamma = std::iter::repeat_with(|| stream.word() | 1).find(|gamma| (gamma ^ gamma >> 1).count_ones() >= 24);
        Key { state, gamma: gamma.expect("an endless sequence, of which most words will do") }
    }
}

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seed({})", self.number())
    }
}

/// A sequence of random words.
#[derive(Clone, Debug)]
pub struct Stream<G = ChaCha8>(G);

/// ChaCha with 8 rounds (D. J. Bernstein, "ChaCha, a variant of Salsa20", 2008).
pub type ChaCha8 = ChaCha8Rng;

/// A stream of the inner loop.
pub type Keyed = Stream<SplitMix>;

/// A generator of random words.
pub trait Words {
    /// 64 random bits.
    fn next_word(&mut self) -> u64;
}

impl Words for ChaCha8 {
    #[inline(always)]
    fn next_word(&mut self) -> u64 {
        self.next_u64()
    }
}

/// SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators", 2014): word i is
/// a mix of `state + i × gamma`, so a stretch of it can begin anywhere. It passes the batteries of statistical tests.
#[derive(Clone, Debug)]
pub struct SplitMix {
    state: u64,
    gamma: u64,
}

impl Words for SplitMix {
    #[inline(always)]
    fn next_word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(self.gamma);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}

/// State and gamma of a SplitMix64 generator, both drawn from ChaCha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    state: u64,
    gamma: u64,
}

impl Key {
    /// One of 2^32 streams of 2^32 words that do not overlap.
    #[inline(always)]
    #[must_use]
    pub fn stream(self, number: u32) -> Keyed {
        let skipped = u64::from(number) << 32;
        Stream(SplitMix { state: self.state.wrapping_add(self.gamma.wrapping_mul(skipped)), gamma: self.gamma })
    }
}

/// Bits of a word for one of three coins.
const SHORT: u32 = 21;

impl<G: Words> Stream<G> {
    /// 64 random bits.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.0.next_word()
    }

    /// A uniform integer in `0..bound`, without bias (D. Lemire, "Fast random integer generation in an
    /// interval", 2019).
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // taking the low half is the method
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

    /// A uniform index of a slice of this length.
    ///
    /// # Panics
    /// If `length` is 0.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // below(length) is less than a usize
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// Three coins from one word: each is compared by its 21 highest bits, and by 43 more when they are those of the
    /// probability.
    #[inline(always)]
    pub fn three_chances(&mut self, chances: [Chance; 3]) -> [bool; 3] {
        let word = self.word();
        let [a, b, c] = chances;
        [self.toss(word, a), self.toss(word >> SHORT, b), self.toss(word >> (2 * SHORT), c)]
    }

    /// A coin by the lowest bits of a word, and by another word if it must be.
    #[inline(always)]
    fn toss(&mut self, bits: u64, chance: Chance) -> bool {
        let Some(threshold) = chance.0 else { return true };
        let (bits, high) = (bits & ((1 << SHORT) - 1), threshold >> (64 - SHORT));
        if bits == high { self.word() >> SHORT < threshold & (u64::MAX >> SHORT) } else { bits < high }
    }

    /// True with this probability.
    #[inline(always)]
    pub fn chance(&mut self, chance: Chance) -> bool {
        match chance.0 {
            Some(threshold) => self.word() < threshold,
            None => true,
        }
    }

    /// `count` tosses of a coin at once, at most 64, as bits; the bits above are 0.
    ///
    /// All coins compare a random fraction with the probability, bit by bit, the highest first: a word gives one bit
    /// to each of them, and half of those that were undecided are decided by it. Words are drawn eight at a time, which
    /// decides nearly always all coins, or until no lower bit is left: one word if the probability is one half.
    #[inline(always)]
    pub fn coins(&mut self, chance: Chance, count: usize) -> u64 {
        let mut undecided = u64::MAX >> (64 - count.clamp(1, 64));
        let Some(mut threshold) = chance.0 else { return undecided };
        let mut heads = 0;
        while undecided != 0 {
            for _ in 0..8 {
                // A coin that equals the probability so far is heads only if it still can get below it.
                if threshold == 0 {
                    return heads;
                }
                let word = self.word();
                let bit = 0u64.wrapping_sub(threshold >> 63);
                heads |= undecided & bit & !word;
                undecided &= !(word ^ bit);
                threshold <<= 1;
            }
        }
        heads
    }

    /// Shuffles in place: every order equally likely (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

/// A probability made ready to be tossed: a threshold among 2^64 words; `None` is certainty, which
/// draws no word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance(Option<u64>);

impl Chance {
    /// Always.
    pub const ALWAYS: Self = Self(None);
    /// Never.
    pub const NEVER: Self = Self(Some(0));

    /// A probability between 0 and 1; what lies outside counts as the nearer end.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturating by definition of `as`
    pub fn new(probability: f64) -> Self {
        if probability >= 1.0 { Self(None) } else { Self(Some((probability * 18_446_744_073_709_551_616.0) as u64)) }
    }
}

/// Several uniform numbers below the same bound from one word (N. Brackett-Rozinsky and D. Lemire, "Batched ranged
/// random integer generation", 2024): the word is a fraction of the product of all bounds; each multiplication
/// gives one number and leaves the fraction for the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    bound: u64,
    /// How many fit one word.
    at_once: usize,
    /// The ways so many dice can fall: powers of the bound, as far as they fit.
    ways: [u64; Self::MOST + 1],
}

impl Dice {
    /// The most numbers that one word is cut into.
    pub const MOST: usize = 8;

    /// Numbers from 0 to `bound` − 1.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[must_use]
    pub fn new(bound: u64) -> Self {
        assert!(bound > 0, "a die has sides");
        let mut ways = [1u64; Self::MOST + 1];
        let mut at_once = 0;
        while at_once < Self::MOST
            && let Some(product) = ways[at_once].checked_mul(bound)
        {
            at_once += 1;
            ways[at_once] = product;
        }
        Self { bound, at_once, ways }
    }

    /// How many one word is cut into.
    #[inline(always)]
    #[must_use]
    pub const fn at_once(&self) -> usize {
        self.at_once
    }

    /// Throws as many as there is room for.
    #[inline(always)]
    pub fn throw<G: Words>(&self, stream: &mut Stream<G>, numbers: &mut [u32]) {
        for part in numbers.chunks_mut(self.at_once) {
            self.throw_at_once(stream, part);
        }
    }

    /// Throws a number of dice that is known beforehand.
    #[inline(always)]
    pub fn throw_array<const N: usize, G: Words>(&self, stream: &mut Stream<G>) -> [u32; N] {
        let mut numbers = [0; N];
        if N <= self.at_once {
            self.throw_at_once(stream, &mut numbers);
        } else {
            self.throw(stream, &mut numbers);
        }
        numbers
    }

    /// Throws a number of dice that is known beforehand, one after the other, for somebody who may have enough sooner
    /// and then says false. The stream is as if all were thrown.
    #[inline(always)]
    pub fn throw_while<const N: usize, G: Words>(&self, stream: &mut Stream<G>, mut wanted: impl FnMut(u32) -> bool) {
        if N <= self.at_once {
            let mut rest = self.word_for(N, stream);
            for _ in 0..N {
                if !wanted(self.next_of(&mut rest)) {
                    return;
                }
            }
        } else {
            let numbers: [u32; N] = self.throw_array(stream);
            let _ = numbers.into_iter().all(wanted);
        }
    }

    #[inline(always)]
    fn throw_at_once<G: Words>(&self, stream: &mut Stream<G>, numbers: &mut [u32]) {
        let mut rest = self.word_for(numbers.len(), stream);
        for number in numbers {
            *number = self.next_of(&mut rest);
        }
    }

    /// A word from which so many numbers may be cut. What will be left of it after them is uniform too; the lowest
    /// values of that are one too many for an even share.
    #[inline(always)]
    fn word_for<G: Words>(&self, count: usize, stream: &mut Stream<G>) -> u64 {
        let ways = self.ways[count];
        loop {
            let word = stream.word();
            let left = word.wrapping_mul(ways);
            if left >= ways || left >= ways.wrapping_neg() % ways {
                return word;
            }
        }
    }

    /// Cuts the next number from a word.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // taking the low half is the method; numbers are below the bound
    fn next_of(&self, rest: &mut u64) -> u32 {
        let product = u128::from(*rest) * u128::from(self.bound);
        *rest = product as u64;
        (product >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_stable() {
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
        assert_eq!(keyed.coins(Chance::new(0.15), 20), 262145);
        assert_eq!(Dice::new(1000).throw_array(&mut keyed), [691, 361, 837]);
    }

    #[test]
    fn names_and_numbers_make_different_streams() {
        let seed = Seed::from_number(1);
        assert_ne!(seed.child("a"), seed.child("b"));
        assert_ne!(seed.child("a").child("b"), seed.child("ab"));
        assert_ne!(seed.numbered_stream(0).word(), seed.numbered_stream(1).word());
        assert!(seed.child("a").number() < 1 << 53);
    }

    #[test]
    fn below_is_uniform() {
        // Chi-square with 9 degrees of freedom: 27.9 is exceeded once in 1000.
        let mut stream = Seed::from_number(7).stream();
        let mut counts = [0u32; 10];
        for _ in 0..1_000_000 {
            counts[stream.index(10)] += 1;
        }
        let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 1e5).powi(2) / 1e5).sum();
        assert!(chi < 27.9, "chi-square {chi}");
    }

    /// Chi-square of counts against expected numbers.
    fn chi_square(counts: &[u32], expected: impl Fn(usize) -> f64) -> f64 {
        counts.iter().enumerate().map(|(k, &count)| (f64::from(count) - expected(k)).powi(2) / expected(k)).sum()
    }

    #[test]
    fn coins_are_independent_and_of_their_probability() {
        let mut stream = Seed::from_number(8).key(0).stream(0);
        for p in [0.5, 0.15, 0.02] {
            let (chance, draws, count) = (Chance::new(p), 1_000_000, 10);
            let mut counts = vec![0u32; 1 << count];
            for _ in 0..draws {
                counts[usize::try_from(stream.coins(chance, count)).expect("ten bits")] += 1;
            }
            let share = |heads: u32| p.powi(heads as i32) * (1.0 - p).powi(10 - heads as i32);
            // By the number of heads of ten tosses; three and more are one class when they are rare.
            let most = if p < 0.1 { 3 } else { 10 };
            let (mut by_heads, mut expected) = (vec![0u32; most + 1], vec![0.0; most + 1]);
            for (bits, &found) in (0u32..).zip(&counts) {
                let class = most.min(bits.count_ones() as usize);
                by_heads[class] += found;
                expected[class] += f64::from(draws) * share(bits.count_ones());
            }
            let (by_heads, expected) = if p == 0.15 {
                // Of eight and more heads one is expected in 100,000.
                (by_heads[..8].to_vec(), expected[..8].to_vec())
            } else {
                (by_heads, expected)
            };
            let chi = chi_square(&by_heads, |k| expected[k]);
            // At most 10 degrees of freedom: 29.6 is exceeded once in 1000.
            assert!(chi < 29.6, "{p}: chi-square {chi}");
            // Each coin for itself: 10 degrees of freedom.
            let of_coin =
                |coin: usize| (0..1 << count).filter(|bits| bits >> coin & 1 == 1).map(|bits| counts[bits]).sum();
            let coins: Vec<u32> = (0..count).map(of_coin).collect();
            let chi = chi_square(&coins, |_| f64::from(draws) * p) / (1.0 - p);
            assert!(chi < 29.6, "{p}: chi-square {chi} by coin");
        }
        assert_eq!(stream.coins(Chance::new(1.0), 64), u64::MAX);
        assert_eq!(stream.coins(Chance::new(1.0), 3), 7);
        assert_eq!(stream.coins(Chance::new(0.0), 64), 0);
    }

    #[test]
    fn three_coins_are_independent_and_each_of_its_probability() {
        let mut stream = Seed::from_number(14).key(0).stream(0);
        let p = [0.3, 0.15, 0.5];
        let chances = p.map(Chance::new);
        let mut counts = [0u32; 8];
        for _ in 0..1_000_000 {
            let [a, b, c] = stream.three_chances(chances);
            counts[usize::from(a) + 2 * usize::from(b) + 4 * usize::from(c)] += 1;
        }
        let share = |k: usize| (0..3).map(|n| if k >> n & 1 == 1 { p[n] } else { 1.0 - p[n] }).product::<f64>();
        // 7 degrees of freedom: 24.3.
        let chi = chi_square(&counts, |k| 1e6 * share(k));
        assert!(chi < 24.3, "chi-square {chi}");
        // A probability below 2^-21 is decided by the second word alone.
        let tiny = Chance::new(0.25 / f64::from(1 << 21));
        let mut heads = 0;
        for _ in 0..8_000_000 {
            let tosses = stream.three_chances([tiny, Chance::ALWAYS, Chance::NEVER]);
            heads += u32::from(tosses[0]);
            assert!(tosses[1] && !tosses[2]);
        }
        assert!((0..=6).contains(&heads), "{heads}: 0.95 are expected, 7 and more once in 100,000");
    }

    #[test]
    fn dice_are_uniform_and_independent() {
        let mut stream = Seed::from_number(10).key(0).stream(0);
        // Three dice of seven sides: 343 ways, 342 degrees of freedom, 430 is exceeded once in 1000.
        let dice = Dice::new(7);
        let mut counts = vec![0u32; 343];
        for _ in 0..1_000_000 {
            let [a, b, c] = dice.throw_array(&mut stream);
            counts[(a * 49 + b * 7 + c) as usize] += 1;
        }
        let chi = chi_square(&counts, |_| 1e6 / 343.0);
        assert!(chi < 430.0, "chi-square {chi}");
    }

    #[test]
    fn dice_that_nearly_fill_a_word_are_thrown_again_when_they_must() {
        // 3 × 2^61 sides: of four equal parts of the words the last is left over half of the time.
        let bound = 3 << 29;
        let dice = Dice::new(bound);
        assert_eq!(dice.at_once, 2);
        let mut stream = Seed::from_number(11).key(0).stream(0);
        let mut counts = [0u32; 9];
        for _ in 0..1_000_000 {
            let pair: [u32; 2] = dice.throw_array(&mut stream);
            let third = |number: u32| usize::try_from(number >> 29).expect("0 to 2");
            counts[3 * third(pair[0]) + third(pair[1])] += 1;
        }
        // 8 degrees of freedom: 26.1.
        let chi = chi_square(&counts, |_| 1e6 / 9.0);
        assert!(chi < 26.1, "chi-square {chi}");
    }

    #[test]
    fn more_dice_than_fit_a_word_take_more_words() {
        let dice = Dice::new(30_000);
        let mut stream = Seed::from_number(12).key(0).stream(0);
        let mut numbers = [0; 50];
        let mut counts = [0u32; 10];
        for _ in 0..20_000 {
            dice.throw(&mut stream, &mut numbers);
            numbers.iter().for_each(|&number| counts[number as usize / 3000] += 1);
        }
        let chi = chi_square(&counts, |_| 1e5);
        assert!(chi < 27.9, "chi-square {chi}");
    }

    #[test]
    fn keyed_streams_are_uniform_across_their_numbers() {
        // The first word of each of a million neighbouring streams: bytes at both ends, 255 degrees of freedom, 330.5.
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

    #[test]
    fn certainty_and_impossibility_are_exact() {
        let mut stream = Seed::from_number(9).stream();
        assert!((0..1000).all(|_| stream.chance(Chance::new(1.0))));
        assert!((0..1000).all(|_| !stream.chance(Chance::new(0.0))));
    }
}
