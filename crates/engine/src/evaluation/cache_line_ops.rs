//! [`CacheLineOps`]: operations on cache lines of 32 genes, on bits and on fitness, with AVX-512. Elsewhere [`Kernel::cache_line_ops`]
//! returns `None`, and operators make the same genomes gene by gene. The functions with the instructions are in `x86_64::cache_line`.

use std::ops::Range;

#[cfg(not(target_arch = "x86_64"))]
use super::no_cache_line as machine;
#[cfg(target_arch = "x86_64")]
use super::x86_64::cache_line as machine;
use super::{Fitness, Gene, Kernel, RowsMut};

/// Operations on cache lines of 32 genes (AVX-512). A value exists only on machines that have the instructions;
/// elsewhere operators produce the same genomes gene by gene.
#[derive(Clone, Copy, Debug)]
pub struct CacheLineOps(());

impl Kernel {
    /// Returns the operations if the kernel has registers of 64 bytes.
    #[inline(always)]
    pub fn cache_line_ops(self) -> Option<CacheLineOps> {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            super::kernel::InstructionSet::Avx512 => Some(CacheLineOps(())),
            _ => None,
        }
    }
}

impl CacheLineOps {
    /// Exchanges the genes from position `first` on between the genomes `row` and `row + 1`. Returns whether that changes them, and
    /// whether they differ before that position.
    ///
    /// # Panics
    /// If a row is out of range.
    #[inline(always)]
    pub fn exchange_tails(self, rows: &mut RowsMut<'_>, row: usize, first: usize) -> (bool, bool) {
        let places = first..rows.length();
        match rows.lines_of_pair(row) {
            ([a], [b]) => self.exchange((a, b), 0, places),
            (a, b) => {
                let (mut behind, mut before) = (false, false);
                for (line, (a, b)) in a.iter_mut().zip(b).enumerate() {
                    let (is_behind, is_before) = self.exchange((a, b), line, places.clone());
                    (behind, before) = (behind | is_behind, before | is_before);
                }
                (behind, before)
            }
        }
    }

    /// Exchanges the genes at these positions of two genomes, of which a line is given. Returns whether the lines differ there, and
    /// whether before.
    #[inline(always)]
    fn exchange(self, (a, b): (&mut [u16; 32], &mut [u16; 32]), line: usize, places: Range<usize>) -> (bool, bool) {
        let mask_below = |position: usize| match position.saturating_sub(32 * line) {
            count @ 0..32 => (1u32 << count) - 1,
            _ => u32::MAX,
        };
        let before = mask_below(places.start);
        let places = mask_below(places.end) & !before;
        // SAFETY: these operations exist only with AVX-512 with BW.
        let different = unsafe { machine::exchange(a, b, places) };
        (different & places != 0, different & before != 0)
    }

    /// Replaces genes of a genome of at most 32 genes: those at the first eight positions of the mask `places`, in
    /// order, by `numbers` of 16 bits each. With `skip_old`, a number not below that of the old gene is increased by
    /// one, so that the gene changes. Returns the mask of the remaining positions.
    ///
    /// # Panics
    /// If the row is out of range.
    #[inline(always)]
    pub fn replace(self, rows: &mut RowsMut<'_>, row: usize, places: u32, numbers: [u64; 2], skip_old: bool) -> u32 {
        debug_assert!(rows.length() >= 32 - places.leading_zeros() as usize);
        let line = rows.first_line(row);
        // SAFETY: these operations exist only with AVX-512 with BW and VBMI2, and BMI2.
        unsafe { machine::replace(line, places, numbers, skip_old) }
    }

    /// Inserts a gene at a position of a genome of at most 32 genes. The genes from there on move back, and the last one is dropped.
    ///
    /// # Panics
    /// If the row is out of range.
    #[inline(always)]
    pub fn insert(self, rows: &mut RowsMut<'_>, row: usize, place: usize, gene: Gene) {
        debug_assert!(place < rows.length() && rows.length() <= 32);
        let genes = u32::MAX >> (32 - rows.length());
        // SAFETY: these operations exist only with AVX-512 with BW and VBMI2.
        unsafe { machine::insert(rows.first_line(row), place, gene.0, genes) }
    }

    /// Replaces the genes of a genome of at most 32 genes from position `first` on by `numbers`, 16 bits each.
    ///
    /// # Panics
    /// If the row is out of range.
    #[inline(always)]
    pub fn replace_tail(self, rows: &mut RowsMut<'_>, row: usize, first: usize, numbers: &[u64; 8]) {
        debug_assert!(first <= rows.length() && rows.length() <= 32);
        let genes = u64::from(u32::MAX >> (32 - rows.length()));
        #[allow(clippy::cast_possible_truncation)] // 32 genes
        let places = (genes & u64::MAX << first) as u32;
        // SAFETY: these operations exist only with AVX-512 with BW and VBMI2.
        unsafe { machine::replace_places(rows.first_line(row), places, numbers) }
    }

    /// Returns whether two lines differ.
    #[inline(always)]
    pub(super) fn differ(self, a: &[u64; 8], b: &[u64; 8]) -> bool {
        // SAFETY: these operations exist only with AVX-512.
        unsafe { machine::differ(a, b) }
    }

    /// Returns the bits of the bytes that are not 0.
    #[inline(always)]
    pub fn bits(self, bytes: &[u8; 64]) -> u64 {
        // SAFETY: these operations exist only with AVX-512 with BW.
        unsafe { machine::bits(bytes) }
    }

    /// Writes the indices of the set bits to a list, in ascending order; returns their number.
    ///
    /// # Panics
    /// If the list is shorter than the number of bits.
    #[inline(always)]
    pub fn write_indices(self, bits: &[u64], list: &mut [u32]) -> usize {
        assert!(list.len() >= 64 * bits.len(), "the list has an entry for each bit");
        // SAFETY: these operations exist only with AVX-512 and POPCNT, and there is room.
        unsafe { machine::write_indices(bits, list) }
    }

    /// Finds the fittest contestant of each of the first `count` tournaments, the first of equally fit ones: its number and its fitness.
    /// The number of a contestant is the upper half of a word. Without `begins`, the tournaments go on from the winners so far.
    #[inline(always)]
    pub(crate) fn fittest<const LANES: usize>(
        self,
        fitness: &[Fitness],
        (contestants, count): (&[[u64; LANES]], usize),
        begins: bool,
        (winners, least): (&mut [u32; LANES], &mut [Fitness; LANES]),
    ) {
        // SAFETY: a fitness is a number, and these operations exist only with AVX-512.
        unsafe {
            let least = &mut *std::ptr::from_mut(least).cast();
            machine::fittest(numbers(fitness), (contestants, count), begins, (winners, least));
        }
    }

    /// Writes the fitness of individuals.
    #[inline(always)]
    pub(crate) fn gather(self, fitness: &[Fitness], individuals: &[u32], gathered: &mut [Fitness]) {
        // SAFETY: a fitness is a number, and these operations exist only with AVX-512.
        unsafe {
            let gathered = std::slice::from_raw_parts_mut(gathered.as_mut_ptr().cast(), gathered.len());
            machine::gather(numbers(fitness), individuals, gathered);
        }
    }
}

/// Returns the numbers that fitness is.
#[inline(always)]
fn numbers(fitness: &[Fitness]) -> &[u32] {
    // SAFETY: a fitness is a number.
    unsafe { std::slice::from_raw_parts(fitness.as_ptr().cast(), fitness.len()) }
}

#[cfg(test)]
mod tests {
    use super::super::Genomes;
    use super::*;
    use evocube_cube::rng::Seed;

    /// Returns the operations and four different genomes with one strategy parameter, on machines with AVX-512.
    fn random_genomes(length: usize) -> Option<(CacheLineOps, Genomes)> {
        let ops = Kernel::best().cache_line_ops()?;
        let mut genomes = Genomes::with_parameters(4, length, 1).unwrap();
        let mut rows = genomes.rows_mut();
        for row in 0..4 {
            let (genome, parameters) = rows.genome_and_parameters_mut(row);
            for (gene, number) in genome.iter_mut().chain(parameters).zip(0..) {
                gene.0 = 100 * u16::try_from(row).unwrap() + number;
            }
        }
        Some((ops, genomes))
    }

    #[test]
    fn cache_line_ops_exchange_tails_only() {
        for length in [1, 2, 30, 31, 32, 33, 64, 70] {
            for end in 0..=length {
                let Some((ops, mut genomes)) = random_genomes(length) else { return };
                let mut expected = genomes.clone();
                let mut rows = expected.rows_mut();
                let (a, b) = rows.pair_mut(2);
                a[end..].swap_with_slice(&mut b[end..]);
                assert_eq!(ops.exchange_tails(&mut genomes.rows_mut(), 2, end), (end < length, end > 0));
                for row in 0..4 {
                    assert_eq!(genomes.rows().genome(row), expected.rows().genome(row));
                    assert_eq!(genomes.rows().strategy_parameters(row), expected.rows().strategy_parameters(row));
                }
            }
        }
    }

    #[test]
    fn cache_line_ops_insert_a_gene_and_replace_a_tail() {
        for length in 1..=32 {
            for place in 0..=length {
                let Some((ops, mut genomes)) = random_genomes(length) else { return };
                let mut expected = genomes.rows().genome(2).to_vec();
                let numbers: [u16; 32] = std::array::from_fn(|n| 1000 + u16::try_from(n).unwrap());
                let word = |genes: &[u16]| genes.iter().rev().fold(0, |word, &number| word << 16 | u64::from(number));
                let words = std::array::from_fn(|n| word(&numbers[4 * n..][..4]));
                ops.replace_tail(&mut genomes.rows_mut(), 2, place, &words);
                for (gene, number) in expected[place..].iter_mut().zip(numbers) {
                    gene.0 = number;
                }
                assert_eq!(genomes.rows().genome(2), expected);
                if place < length {
                    ops.insert(&mut genomes.rows_mut(), 2, place, Gene(77));
                    expected[place..].rotate_right(1);
                    expected[place] = Gene(77);
                    assert_eq!(genomes.rows().genome(2), expected);
                }
                assert_eq!(genomes.rows().strategy_parameters(2), [Gene(200 + u16::try_from(length).unwrap())]);
            }
        }
    }

    #[test]
    fn cache_line_ops_insert_values_in_order() {
        let mut stream = Seed::from_number(31).stream();
        for round in 0..2000 {
            let length = 1 + stream.index(32);
            let Some((ops, mut genomes)) = random_genomes(length) else { return };
            let places =
                u32::try_from(stream.word() >> 32 & stream.word() >> 32).unwrap() & (u32::MAX >> (32 - length));
            let numbers: [u16; 8] = std::array::from_fn(|_| u16::try_from(stream.below(250)).unwrap());
            let skip_old = round % 2 == 0;
            let mut expected: Vec<Gene> = genomes.rows().genome(1).to_vec();
            let mut left = places;
            for number in numbers {
                if left != 0 {
                    let gene = &mut expected[left.trailing_zeros() as usize];
                    gene.0 = number + u16::from(skip_old && number >= gene.0);
                    left &= left - 1;
                }
            }
            let word = |genes: &[u16]| genes.iter().rev().fold(0, |word, &number| word << 16 | u64::from(number));
            let words = [word(&numbers[..4]), word(&numbers[4..])];
            assert_eq!(ops.replace(&mut genomes.rows_mut(), 1, places, words, skip_old), left);
            assert_eq!(genomes.rows().genome(1), expected);
            assert_eq!(genomes.rows().strategy_parameters(1), [Gene(100 + u16::try_from(length).unwrap())]);
        }
    }
}
