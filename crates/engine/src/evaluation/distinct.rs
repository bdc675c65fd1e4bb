//! Comparisons of genomes: [`Rows::distinct`], the number of different ones, and [`Rows::mark_changed`], those that differ from their
//! parents. Pairs of equal ones are found, too. With AVX-512, `x86_64::distinct` counts eight or more genomes of at most 32 genes without
//! strategy parameters.

use std::collections::HashSet;

use super::genomes::WORDS;
use super::{CacheLineOps, Kernel, KernelTask, Rows};

impl Rows<'_> {
    /// Returns the exact number of different genomes among the first `count`: those with equal hashes are compared.
    ///
    /// # Panics
    /// If there are fewer genomes.
    pub fn distinct(&self, count: usize, kernel: Kernel) -> usize {
        assert!(count <= self.count(), "the genomes that are counted");
        if self.parameter_count() > 0 {
            // The hash of a row includes strategy parameters, which are no part of the genome.
            return (0..count).map(|row| self.genome(row)).collect::<HashSet<_>>().len();
        }
        #[cfg(target_arch = "x86_64")]
        if let (Some(lines), Some(_)) = (self.single_lines(), kernel.cache_line_ops()) {
            // SAFETY: these operations exist only with AVX-512.
            let distinct = unsafe { super::x86_64::distinct::count(&lines[..count]) };
            if let Some(distinct) = distinct {
                return distinct;
            }
        }
        kernel.run(CountDistinct { rows: *self, count })
    }

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

    /// Sets the bit of each row of a list whose genome differs from that of its parent. Row r began as a copy of row `selected[r]` of
    /// `parents`.
    ///
    /// # Panics
    /// If a row, a parent or a bit is out of range.
    #[inline(always)]
    pub fn mark_changed(&self, kernel: Kernel, parents: Rows<'_>, selected: &[u32], list: &[u32], bits: &mut [u64]) {
        let (lines, ops) = (self.single_lines().zip(parents.single_lines()), kernel.cache_line_ops());
        for &row in list {
            let (row, parent) = (row as usize, selected[row as usize] as usize);
            // Genomes of one line are compared without a branch, since nothing predicts their differences.
            let differs = match lines {
                Some((genomes, parents)) => lines_differ(ops, &genomes[row], &parents[parent]),
                None => self.differs(row, parents, parent),
            };
            bits[row / 64] |= u64::from(differs) << (row % 64);
        }
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

    /// Returns a hash of all bits of a row: products of pairs of words, folded. Results do not depend on its value.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // the two halves of a product
    fn hash(&self, row: usize) -> u64 {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let (mut even, mut odd) = (0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F);
        let fours = self.words(row).as_chunks::<4>().0;
        for n in 0..fours.len() {
            let four = &fours[n];
            even = fold(four[0] ^ even, four[1] ^ 0xD6E8_FEB8_6659_FD93);
            odd = fold(four[2] ^ odd, four[3] ^ 0xA076_1D64_78BD_642F);
        }
        fold(even ^ 0xE703_7ED1_A0B4_28DB, odd ^ 0x8EBC_6AF0_9C88_C6E3)
    }
}

/// Returns whether two lines differ, without a branch, which is faster than a call of memcmp.
#[inline(always)]
fn lines_differ(ops: Option<CacheLineOps>, a: &[u64; WORDS], b: &[u64; WORDS]) -> bool {
    if let Some(ops) = ops {
        return ops.differ(a, b);
    }
    let mut difference = 0;
    for word in 0..WORDS {
        difference |= a[word] ^ b[word];
    }
    difference != 0
}

/// The count of different rows among the first `count`.
struct CountDistinct<'a> {
    rows: Rows<'a>,
    count: usize,
}

impl KernelTask for CountDistinct<'_> {
    type Output = usize;

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // a hash is cut; there are fewer than 2^32 rows
    fn run(self) -> usize {
        const FREE: u32 = u32::MAX;
        let Self { rows, count } = self;
        // The table is mostly free, so that the first slot nearly always decides.
        let mut table = vec![FREE; (4 * count).next_power_of_two()];
        let mut distinct = 0;
        for row in 0..count {
            let mut slot = rows.hash(row) as usize;
            loop {
                slot &= table.len() - 1;
                // A row that takes a free slot is compared with itself, so that no branch depends on whether it is new.
                let is_new = table[slot] == FREE;
                let other = if is_new { row as u32 } else { table[slot] };
                table[slot] = other;
                distinct += usize::from(is_new);
                if !rows.differs(other as usize, rows, row) {
                    break;
                }
                slot += 1;
            }
        }
        distinct
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Gene, Genomes};
    use evocube_cube::rng::Seed;

    #[test]
    fn distinct_genomes_are_those_of_a_set() {
        let mut stream = Seed::from_number(1).stream();
        for (length, parameters) in [(1, 0), (5, 0), (5, 1), (32, 0), (33, 0), (70, 2)] {
            for (count, symbols) in
                [(0, 1), (1, 2), (7, 2), (8, 1), (9, 3), (500, 2), (500, 3), (501, 18), (503, 60_000)]
            {
                let mut genomes = Genomes::with_parameters(count + 1, length, parameters).unwrap();
                let mut rows = genomes.rows_mut();
                for row in 0..=count {
                    let (genome, parameters) = rows.genome_and_parameters_mut(row);
                    // Copies of earlier genomes, and genomes that differ in few genes.
                    for gene in genome.iter_mut().rev().take(5).chain(parameters) {
                        gene.0 = u16::try_from(stream.below(symbols)).unwrap();
                    }
                }
                let rows = genomes.rows();
                let set: HashSet<&[Gene]> = (0..count).map(|row| rows.genome(row)).collect();
                for kernel in Kernel::available() {
                    assert_eq!(
                        rows.distinct(count, kernel),
                        set.len(),
                        "{kernel} {length} {parameters} {count} {symbols}"
                    );
                }
            }
        }
    }

    #[test]
    fn rows_that_differ_from_their_parents_are_marked() {
        let mut stream = Seed::from_number(3).stream();
        for (length, parameters) in [(1, 0), (30, 0), (30, 1), (32, 0), (33, 0), (70, 3)] {
            let genomes = || Genomes::with_parameters(130, length, parameters).unwrap();
            let (mut parents, mut children) = (genomes(), genomes());
            for row in 0..130 {
                let mut rows = children.rows_mut();
                let (genome, parameters) = rows.genome_and_parameters_mut(row);
                // Parents differ in one bit of a gene, or in strategy parameters alone.
                genome.iter_mut().for_each(|gene| gene.0 = u16::try_from(stream.below(60_000)).unwrap());
                parameters.fill(Gene(7));
                parents.rows_mut().copy(129 - row, children.rows(), row);
                let mut rows = parents.rows_mut();
                let (genome, parameters) = rows.genome_and_parameters_mut(129 - row);
                match row % 3 {
                    0 => genome[stream.index(length)].0 ^= 1 << (row % 16),
                    1 => parameters.fill(Gene(9)),
                    _ => {}
                }
            }
            let selected: Vec<u32> = (0..130).rev().collect();
            let list: Vec<u32> = (0..130).filter(|row| row % 2 == 0).collect();
            let bits = [0b10; 3];
            for kernel in Kernel::available() {
                let mut bits = bits;
                children.rows().mark_changed(kernel, parents.rows(), &selected, &list, &mut bits);
                for row in 0..130 {
                    let expected = row % 6 == 0 || row % 64 == 1;
                    assert_eq!(bits[row / 64] >> (row % 64) & 1 == 1, expected, "{kernel} {length} {parameters} {row}");
                }
            }
        }
    }

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

    #[test]
    fn genomes_that_differ_in_one_bit_are_different() {
        for length in [30, 40] {
            let mut genomes = Genomes::new(16 * length + 1, length).unwrap();
            for bit in 0..16 * length {
                genomes.rows_mut().genome_mut(bit)[bit / 16] = Gene(1 << (bit % 16));
            }
            for kernel in Kernel::available() {
                assert_eq!(genomes.rows().distinct(16 * length + 1, kernel), 16 * length + 1, "{kernel}");
            }
        }
    }

    #[test]
    fn hashes_differ_by_every_bit() {
        let mut genomes = Genomes::new(1, 40).unwrap();
        let mut genomes_so_far = HashSet::new();
        genomes_so_far.insert(genomes.rows().hash(0));
        for position in 0..40 {
            for bit in 0..16 {
                genomes.rows_mut().genome_mut(0)[position] = Gene(1 << bit);
                assert!(genomes_so_far.insert(genomes.rows().hash(0)), "gene {position}, bit {bit}");
            }
            genomes.rows_mut().genome_mut(0)[position] = Gene(0);
        }
    }
}
