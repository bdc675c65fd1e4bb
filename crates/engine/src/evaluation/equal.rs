//! Whether two genomes are equal, and the removal of pairs of equal ones. Different genomes are counted in `distinct`.

use super::genomes::WORDS;
use super::{CacheLineOps, Kernel, Rows};

impl Rows<'_> {
    /// Returns whether a genome differs from one of the same or of other rows of this shape.
    ///
    /// # Panics
    /// If a row is out of range.
    #[inline(always)]
    pub(crate) fn differs(&self, row: usize, others: Rows<'_>, other: usize) -> bool {
        if self.parameter_count() > 0 {
            // Strategy parameters are no part of the genome.
            return self.genome(row) != others.genome(other);
        }
        let (a, b) = (self.words(row).as_chunks::<WORDS>().0, others.words(other).as_chunks::<WORDS>().0);
        for line in 0..a.len() {
            if lines_differ(None, &a[line], &b[line]) {
                return true;
            }
        }
        false
    }

    /// Clears the bit of each pair of equal genomes: pair n are rows 2n and 2n + 1.
    ///
    /// # Panics
    /// If a row or a bit is out of range.
    #[inline(always)]
    pub(crate) fn remove_equal_pairs(&self, kernel: Kernel, pairs: usize, bits: &mut [u64]) {
        let (lines, ops) = (self.single_lines(), kernel.cache_line_ops());
        for (word, first) in bits.iter_mut().zip((0..pairs).step_by(64)) {
            let (mut different, end) = (0, pairs.min(first + 64));
            match lines {
                Some(lines) => {
                    for (n, [a, b]) in lines[2 * first..2 * end].as_chunks().0.iter().enumerate() {
                        different |= u64::from(lines_differ(ops, a, b)) << n;
                    }
                }
                None => {
                    for pair in first..end {
                        different |= u64::from(self.differs(2 * pair, *self, 2 * pair + 1)) << (pair - first);
                    }
                }
            }
            *word &= different;
        }
    }
}

/// Returns whether two lines differ, without a branch, which is faster than a call of memcmp.
#[inline(always)]
pub(super) fn lines_differ(ops: Option<CacheLineOps>, a: &[u64; WORDS], b: &[u64; WORDS]) -> bool {
    if let Some(ops) = ops {
        return ops.differ(a, b);
    }
    let mut difference = 0;
    for word in 0..WORDS {
        difference |= a[word] ^ b[word];
    }
    difference != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Gene, Genomes};

    #[test]
    fn pairs_of_equal_genomes_are_removed() {
        for (length, parameters) in [(1, 0), (30, 0), (30, 1), (32, 0), (33, 0), (70, 3)] {
            for pairs in [1, 63, 64, 65, 128] {
                let mut genomes = Genomes::with_parameters(2 * pairs + 2, length, parameters).unwrap();
                for pair in 0..pairs {
                    let mut rows = genomes.rows_mut();
                    let (genome, parameters) = rows.genome_and_parameters_mut(2 * pair);
                    match pair % 3 {
                        0 => genome[pair % length].0 ^= 1 << (pair % 16),
                        1 => parameters.fill(Gene(9)),
                        _ => {}
                    }
                }
                let crossed = [0xF0F0_F0F0_F0F0_F0F0, 0x00FF_00FF_00FF_00FF];
                for kernel in Kernel::available() {
                    let mut bits = crossed;
                    genomes.rows().remove_equal_pairs(kernel, pairs, &mut bits);
                    for pair in 0..pairs {
                        let bit = |bits: [u64; 2]| bits[pair / 64] >> (pair % 64) & 1;
                        assert_eq!(bit(bits) == 1, bit(crossed) == 1 && pair % 3 == 0, "{kernel} {length} {pair}");
                    }
                }
            }
        }
    }
}
