//! [`Rows::distinct`]: the number of different genomes. With AVX-512, `x86_64::distinct` counts eight or more genomes of at most 32 genes
//! without strategy parameters. Genomes that differ from their parents are found in `changed`, pairs of equal ones in `equal`.

use std::collections::HashSet;

use super::{Kernel, KernelTask, Rows};

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
