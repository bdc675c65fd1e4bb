//! Random numbers: a [`Seed`] has named children, and opens a [`Stream`].
//!
//! Every random draw of the crate comes from a named stream. A seed is derived by *name*
//! (`master → sweep → stage → point → instance → repetition`), never by position, so adding a level to
//! a sweep or skipping a finished trial moves nobody else's numbers.
//!
//! The primitives below ([`Stream::below`], [`Stream::chance`], [`Gap`], [`Stream::shuffle`]) are our own
//! few lines on top of 64-bit words: an upgrade of a random-number crate cannot move a published result.
//! They use integers and IEEE multiplication only (no logarithm), so they draw the same on every platform.
//! The tests at the end pin their values.

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

    /// One of 2^64 independent streams of this seed: ChaCha's own stream number. Opening one costs a few
    /// nanoseconds, so that each block of a population can have its own in each generation.
    #[must_use]
    pub fn numbered_stream(&self, number: u64) -> Stream {
        let mut rng = ChaCha8Rng::from_seed(self.0);
        rng.set_stream(number);
        Stream(rng)
    }
}

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seed({})", self.number())
    }
}

/// A sequence of random words: ChaCha with 8 rounds (D. J. Bernstein, "ChaCha, a variant of Salsa20", 2008).
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform integer in `0..bound`, without bias (D. Lemire, "Fast random integer generation in an
    /// interval", 2019).
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
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
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // below(length) is less than a usize
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// True with this probability.
    #[inline]
    pub fn chance(&mut self, chance: Chance) -> bool {
        match chance.0 {
            Some(threshold) => self.word() < threshold,
            None => true,
        }
    }

    /// Shuffles in place: every order equally likely (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

/// A probability made ready for [`Stream::chance`]: a threshold among 2^64 words; `None` is certainty, which
/// draws no word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance(Option<u64>);

impl Chance {
    /// A probability between 0 and 1; what lies outside counts as the nearer end.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturating by definition of `as`
    pub fn new(probability: f64) -> Self {
        if probability >= 1.0 { Self(None) } else { Self(Some((probability * 18_446_744_073_709_551_616.0) as u64)) }
    }
}

/// How many failures come before the next success of a coin tossed again and again: one word a success
/// instead of one a toss. Used for mutation: jump from one mutated gene to the next.
///
/// The table is that of the inverse method, cut after 32 tosses; since the coin has no memory, 32 failures are
/// followed by a fresh word. A logarithm would do without a table, but differs in its last bit from platform to
/// platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// `tails[k]` = 2^64 × the probability that the first k + 1 tosses all fail.
    tails: [u64; 32],
    /// Success never comes.
    never: bool,
}

impl Gap {
    /// The gaps of a coin with this success probability.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a fraction of 2^64
    pub fn new(probability: f64) -> Self {
        let fail = (1.0 - probability).clamp(0.0, 1.0);
        let mut tail = 1.0;
        let tails = std::array::from_fn(|_| {
            tail *= fail;
            (tail * 18_446_744_073_709_551_616.0) as u64
        });
        Self { tails, never: probability <= 0.0 }
    }

    /// The number of failures before the next success, or any number not below `limit` when it is not below it.
    #[inline]
    pub fn draw(&self, stream: &mut Stream, limit: usize) -> usize {
        if self.never {
            return limit;
        }
        let mut failures = 0;
        while failures < limit {
            let word = stream.word();
            match self.tails.iter().position(|&tail| word >= tail) {
                Some(more) => return failures + more,
                None => failures += self.tails.len(),
            }
        }
        failures
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
        assert_eq!(Gap::new(0.15).draw(&mut stream, 20), 7);
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

    #[test]
    fn gaps_follow_the_geometric_distribution() {
        // Cut at 59 to have 60 classes; 0.02 so that many gaps go beyond the table.
        let (p, limit, draws) = (0.02, 59, 1_000_000);
        let gap = Gap::new(p);
        let mut stream = Seed::from_number(8).stream();
        let mut counts = vec![0u32; limit + 1];
        for _ in 0..draws {
            counts[gap.draw(&mut stream, limit).min(limit)] += 1;
        }
        let mut chi = 0.0;
        for (k, &count) in counts.iter().enumerate() {
            let survive = (1.0 - p).powi(i32::try_from(k).expect("small"));
            let expected = f64::from(draws) * if k == limit { survive } else { survive * p };
            chi += (f64::from(count) - expected).powi(2) / expected;
        }
        // 59 degrees of freedom: 98.3 is exceeded once in 1000.
        assert!(chi < 98.3, "chi-square {chi}");
    }

    #[test]
    fn certainty_and_impossibility_are_exact() {
        let mut stream = Seed::from_number(9).stream();
        assert!((0..1000).all(|_| stream.chance(Chance::new(1.0))));
        assert!((0..1000).all(|_| !stream.chance(Chance::new(0.0))));
        assert!((0..1000).all(|_| Gap::new(1.0).draw(&mut stream, 5) == 0));
        assert!((0..1000).all(|_| Gap::new(0.0).draw(&mut stream, 5) >= 5));
    }
}
