//! [`BitSet`]: a small set of numbers, one bit each, with operations on siblings: the pairs of offspring 2n and 2n + 1.

use crate::evaluation::Kernel;

/// Set of numbers below 64 × `WORDS`. Random decisions are written into it as bits, which avoids unpredictable
/// branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitSet<const WORDS: usize>(pub [u64; WORDS]);

/// Mask of the second siblings: each odd number.
const SECOND_SIBLINGS: u64 = 0xAAAA_AAAA_AAAA_AAAA;

impl<const WORDS: usize> Default for BitSet<WORDS> {
    fn default() -> Self {
        Self([0; WORDS])
    }
}

impl<const WORDS: usize> BitSet<WORDS> {
    /// Returns the set of the positions that hold a 1; all others must hold a 0.
    #[inline(always)]
    pub(crate) fn from_flags(kernel: Kernel, flags: &[[u8; 64]]) -> Self {
        let mut bits = Self::default();
        for (word, flags) in bits.0.iter_mut().zip(flags) {
            if let Some(ops) = kernel.cache_line_ops() {
                *word = ops.bits(flags);
                continue;
            }
            for (n, eight) in flags.as_chunks().0.iter().enumerate() {
                // The highest byte of the product collects the eight bits, one beside the other.
                let byte = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *word |= byte << (8 * n);
            }
        }
        bits
    }

    /// Inserts 2n and 2n + 1 for each n in a set of pairs.
    #[inline(always)]
    pub(crate) fn insert_siblings(&mut self, pairs: &[u64]) {
        for (n, word) in self.0.iter_mut().enumerate() {
            // Spreads the bits of half a word over a whole one.
            let mut bits = pairs[n / 2] >> (32 * (n % 2)) & 0xFFFF_FFFF;
            for (apart, mask) in [
                (16, 0x0000_FFFF_0000_FFFF),
                (8, 0x00FF_00FF_00FF_00FF),
                (4, 0x0F0F_0F0F_0F0F_0F0F),
                (2, 0x3333_3333_3333_3333),
                (1, 0x5555_5555_5555_5555),
            ] {
                bits = (bits | bits << apart) & mask;
            }
            *word |= bits | bits << 1;
        }
    }

    /// Removes the members of another set.
    #[inline(always)]
    pub(crate) fn remove(&mut self, others: &Self) {
        for (word, others) in self.0.iter_mut().zip(&others.0) {
            *word &= !others;
        }
    }

    /// Returns whether a number below 64 × `WORDS` is a member.
    #[inline(always)]
    pub(crate) const fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Returns the number of members.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Splits a set of offspring into two without pairs of siblings: the members that draw first from the stream of their
    /// pair, and the second siblings that draw after a first one.
    #[inline(always)]
    pub(crate) fn first_siblings_then_others(&self) -> [Self; 2] {
        let (mut firsts, mut others) = (*self, *self);
        for (first, other) in firsts.0.iter_mut().zip(&mut others.0) {
            *other &= *first << 1 & SECOND_SIBLINGS;
            *first ^= *other;
        }
        [firsts, others]
    }

    /// Returns the members below `end`.
    #[inline(always)]
    pub(crate) fn truncate(mut self, end: usize) -> Self {
        for (n, word) in self.0.iter_mut().enumerate() {
            *word &= match end.saturating_sub(64 * n) {
                count @ 0..64 => (1 << count) - 1,
                _ => u64::MAX,
            };
        }
        self
    }

    /// Writes the members in ascending order and returns their number.
    ///
    /// # Panics
    /// If `indices` is shorter than 64 × `WORDS`.
    #[inline(always)]
    pub(crate) fn write_indices(&self, kernel: Kernel, indices: &mut [u32]) -> usize {
        assert!(indices.len() >= 64 * WORDS, "there is room for all");
        if let Some(ops) = kernel.cache_line_ops() {
            return ops.write_indices(&self.0, indices);
        }
        let mut count = 0;
        for (place, member) in indices.iter_mut().zip(self.members()) {
            *place = u32::try_from(member).expect("batches are small");
            count += 1;
        }
        count
    }

    /// Iterates over the members in ascending order.
    #[inline(always)]
    pub fn members(&self) -> Members<'_> {
        Members { words: &self.0, rest: 0, first: 0 }
    }
}

/// Iterator of [`BitSet::members`].
#[derive(Clone, Debug)]
pub struct Members<'a> {
    words: &'a [u64],
    /// Remaining members of the word before `words`.
    rest: u64,
    /// Number of the first bit of `words`.
    first: usize,
}

impl Iterator for Members<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            let (&next, words) = self.words.split_first()?;
            (self.rest, self.words) = (next, words);
            self.first += 64;
        }
        let member = self.first - 64 + self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(member)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_the_members_of_their_flags() {
        let mut flags = [[0; 64]; 2];
        (flags[0][0], flags[0][63], flags[1][5], flags[1][6]) = (1, 1, 1, 1);
        let mut pairs = BitSet::<2>::from_flags(Kernel::SCALAR, &flags);
        assert_eq!(pairs.members().collect::<Vec<_>>(), [0, 63, 69, 70]);
        assert!(Kernel::available().all(|kernel| BitSet::from_flags(kernel, &flags) == pairs));
        let mut offspring = BitSet([8, 0, 0, 0]);
        offspring.insert_siblings(&pairs.0);
        assert_eq!(offspring.members().collect::<Vec<_>>(), [0, 1, 3, 126, 127, 138, 139, 140, 141]);
        for kernel in Kernel::available() {
            let mut indices = [u32::MAX; 256];
            assert_eq!(offspring.truncate(140).write_indices(kernel, &mut indices), 7);
            assert_eq!(indices[..7], [0, 1, 3, 126, 127, 138, 139]);
            assert_eq!(BitSet([u64::MAX; 4]).truncate(192).write_indices(kernel, &mut indices), 192);
            assert!((0..192).eq(indices[..192].iter().copied()));
        }
        assert_eq!((offspring.count(), offspring.contains(139), offspring.contains(137)), (9, true, false));
        let mut rest = offspring;
        rest.remove(&BitSet([2, u64::MAX, 1 << 12, 0]));
        assert_eq!(rest.members().collect::<Vec<_>>(), [0, 3, 138, 139, 141]);
        let parts = BitSet([0b1_1011, 0b10]).first_siblings_then_others();
        assert_eq!(parts, [BitSet([0b1_1001, 0b10]), BitSet([0b10, 0])], "a second sibling alone draws first");
        pairs.0 = [0; 2];
        assert_eq!(pairs.members().next(), None);
    }
}
