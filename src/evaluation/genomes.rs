//! [`Genomes`]: rows of genes, laid out for the kernels.
//!
//! A row begins on a cache line of 64 bytes and takes whole lines. A kernel reads four genes as one word without a check
//! for the end of the row, and copies up to 32 genes as one line.

use std::collections::TryReserveError;

use super::Gene;
use super::prefetch::prefetch_for_writing;

/// Genes in a cache line.
const LINE: usize = 32;

/// Words of four genes in a cache line.
pub(super) const WORDS: usize = LINE / 4;

#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct CacheLine([Gene; LINE]);

/// Returns lines as genes.
#[inline(always)]
fn genes(lines: &[CacheLine]) -> &[Gene] {
    // SAFETY: a line is LINE genes without padding (its size is its alignment), and lines lie side by side.
    unsafe { std::slice::from_raw_parts(lines.as_ptr().cast(), lines.len() * LINE) }
}

#[inline(always)]
fn genes_mut(lines: &mut [CacheLine]) -> &mut [Gene] {
    // SAFETY: as above, and the borrow is exclusive.
    unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), lines.len() * LINE) }
}

/// Returns lines as numbers.
#[inline(always)]
fn numbers_mut(lines: &mut [CacheLine]) -> &mut [[u16; LINE]] {
    // SAFETY: a line is LINE genes without padding, and a gene is a number.
    unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), lines.len()) }
}

/// Genomes of one length. Strategy parameters may follow the genes of a row; they are copied with it, but not evaluated.
#[derive(Clone, Debug)]
pub struct Genomes {
    length: usize,
    parameters: usize,
    stride: usize,
    lines: Vec<CacheLine>,
}

impl Genomes {
    /// Returns genomes in which all genes are 0.
    ///
    /// # Errors
    /// If there is not enough memory.
    ///
    /// # Panics
    /// If the length is 0.
    pub fn new(count: usize, length: usize) -> Result<Self, TryReserveError> {
        Self::with_parameters(count, length, 0)
    }

    /// Returns genomes with strategy parameters, all genes and parameters 0.
    ///
    /// # Errors
    /// If there is not enough memory.
    ///
    /// # Panics
    /// If the length is 0.
    pub fn with_parameters(count: usize, length: usize, parameters: usize) -> Result<Self, TryReserveError> {
        assert!(length > 0, "a genome has at least one gene");
        let stride = (length + parameters).div_ceil(LINE);
        let mut lines = Vec::new();
        lines.try_reserve_exact(count * stride)?;
        lines.resize(count * stride, CacheLine([Gene(0); LINE]));
        Ok(Self { length, parameters, stride, lines })
    }

    /// Reserves memory for further genomes.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn try_reserve(&mut self, more: usize) -> Result<(), TryReserveError> {
        self.lines.try_reserve_exact(more * self.stride)
    }

    /// Changes the number of genomes; all genes of new ones are 0.
    pub fn resize(&mut self, count: usize) {
        self.lines.resize(count * self.stride, CacheLine([Gene(0); LINE]));
    }

    /// Returns the memory of genomes without strategy parameters, in bytes.
    #[must_use]
    pub const fn bytes(count: usize, length: usize) -> usize {
        count * length.div_ceil(LINE) * size_of::<CacheLine>()
    }

    /// Returns all rows.
    #[inline(always)]
    #[must_use]
    pub fn rows(&self) -> Rows<'_> {
        Rows { length: self.length, parameters: self.parameters, stride: self.stride, lines: &self.lines }
    }

    /// Returns all rows, mutably.
    #[inline(always)]
    #[must_use]
    pub fn rows_mut(&mut self) -> RowsMut<'_> {
        RowsMut { length: self.length, parameters: self.parameters, stride: self.stride, lines: &mut self.lines }
    }
}

/// Rows of [`Genomes`].
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    length: usize,
    parameters: usize,
    stride: usize,
    lines: &'a [CacheLine],
}

impl<'a> Rows<'a> {
    /// Returns the number of rows.
    #[must_use]
    pub fn count(&self) -> usize {
        self.lines.len() / self.stride
    }

    /// Returns the number of genes of each genome.
    #[inline(always)]
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns a genome.
    #[inline(always)]
    #[must_use]
    pub fn genome(&self, row: usize) -> &'a [Gene] {
        &genes(self.lines(row))[..self.length]
    }

    /// Returns the number of strategy parameters of each row.
    #[inline(always)]
    #[must_use]
    pub fn parameter_count(&self) -> usize {
        self.parameters
    }

    /// Returns the strategy parameters of a row.
    #[must_use]
    pub fn strategy_parameters(&self, row: usize) -> &'a [Gene] {
        &genes(self.lines(row))[self.length..self.length + self.parameters]
    }

    /// Returns the words of a row: gene i is quarter i mod 4 of word i / 4, on a little-endian machine the lowest first.
    /// Strategy parameters, then zeros follow the genes.
    #[inline(always)]
    #[must_use]
    pub(super) fn words(&self, row: usize) -> &'a [u64] {
        let lines = self.lines(row);
        // SAFETY: a line is WORDS words, is aligned for them, and has no bytes that are not written.
        unsafe { std::slice::from_raw_parts(lines.as_ptr().cast(), lines.len() * WORDS) }
    }

    /// Returns all lines as numbers, if each row is one line.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn single_lines(&self) -> Option<&'a [[u16; LINE]]> {
        // SAFETY: a line is LINE genes without padding, and a gene is a number.
        (self.stride == 1).then(|| unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.lines.len()) })
    }

    #[inline(always)]
    fn lines(&self, row: usize) -> &'a [CacheLine] {
        &self.lines[row * self.stride..(row + 1) * self.stride]
    }
}

/// Rows of [`Genomes`], mutable.
#[derive(Debug)]
pub struct RowsMut<'a> {
    length: usize,
    parameters: usize,
    stride: usize,
    lines: &'a mut [CacheLine],
}

impl<'a> RowsMut<'a> {
    /// Returns the number of genes of each genome.
    #[inline(always)]
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns the rows for reading.
    #[inline(always)]
    #[must_use]
    pub fn as_rows(&self) -> Rows<'_> {
        Rows { length: self.length, parameters: self.parameters, stride: self.stride, lines: self.lines }
    }

    /// Returns a genome.
    #[inline(always)]
    #[must_use]
    pub fn genome_mut(&mut self, row: usize) -> &mut [Gene] {
        &mut genes_mut(&mut self.lines[row * self.stride..(row + 1) * self.stride])[..self.length]
    }

    /// Copies genomes that lie side by side to the first rows. Returns the largest gene, which the caller compares with the last
    /// symbol; 0 without genomes.
    ///
    /// # Panics
    /// If there are fewer rows, or the genes are no whole number of genomes.
    pub fn copy_genes(&mut self, genes: &[u16]) -> u16 {
        let rows = self.lines.len() / self.stride;
        assert!(
            genes.len().is_multiple_of(self.length) && genes.len() / self.length <= rows,
            "the rows of the genomes"
        );
        #[cfg(target_arch = "x86_64")]
        if self.length >= 16 && is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions.
            return unsafe { super::x86_64::copy::rows(genes, self.length, numbers_mut(self.lines), self.stride) };
        }
        self.copy_genes_scalar(genes)
    }

    /// Does the same in plain Rust.
    fn copy_genes_scalar(&mut self, genes: &[u16]) -> u16 {
        for (row, genome) in genes.chunks_exact(self.length).enumerate() {
            for (to, &gene) in self.genome_mut(row).iter_mut().zip(genome) {
                *to = Gene(gene);
            }
        }
        genes.iter().fold(0, |largest, &gene| largest.max(gene))
    }

    /// Returns a genome and its strategy parameters.
    #[inline(always)]
    #[must_use]
    pub fn genome_and_parameters_mut(&mut self, row: usize) -> (&mut [Gene], &mut [Gene]) {
        let all = genes_mut(&mut self.lines[row * self.stride..(row + 1) * self.stride]);
        let (genome, behind) = all.split_at_mut(self.length);
        (genome, &mut behind[..self.parameters])
    }

    /// Returns the genomes `row` and `row + 1`.
    #[inline(always)]
    #[must_use]
    pub fn pair_mut(&mut self, row: usize) -> (&mut [Gene], &mut [Gene]) {
        let (a, b) = self.lines[row * self.stride..(row + 2) * self.stride].split_at_mut(self.stride);
        (&mut genes_mut(a)[..self.length], &mut genes_mut(b)[..self.length])
    }

    /// Returns the lines of the rows `row` and `row + 1`.
    #[inline(always)]
    pub(super) fn lines_of_pair(&mut self, row: usize) -> (&mut [[u16; LINE]], &mut [[u16; LINE]]) {
        let (a, b) = self.lines[row * self.stride..(row + 2) * self.stride].split_at_mut(self.stride);
        (numbers_mut(a), numbers_mut(b))
    }

    /// Writes eight numbers of 16 bits to a row, from number `8 eight` on, the lowest of the first word first. A row has genes, then
    /// strategy parameters, then zeros to the end of its last line.
    #[inline(always)]
    pub(crate) fn write_eight(&mut self, row: usize, eight: usize, numbers: [u64; 2]) {
        let lines = &mut self.lines[row * self.stride..(row + 1) * self.stride];
        // SAFETY: a line is WORDS words, is aligned for them, and any word is four genes.
        let words: &mut [u64] =
            unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), lines.len() * WORDS) };
        let words = &mut words[2 * eight..2 * eight + 2];
        for n in 0..2 {
            let four = numbers[n];
            words[n] = if cfg!(target_endian = "little") {
                four
            } else {
                // The first gene is the highest quarter there.
                four << 48 | (four & 0xFFFF_0000) << 16 | four >> 16 & 0xFFFF_0000 | four >> 48
            };
        }
    }

    /// Returns the first line of a row.
    #[inline(always)]
    pub(super) fn first_line(&mut self, row: usize) -> &mut [u16; LINE] {
        &mut numbers_mut(&mut self.lines[row * self.stride..][..1])[0]
    }

    /// Requests all rows for writing in the background, since another core may have read them.
    #[inline(always)]
    pub(crate) fn prefetch_for_writing(&self) {
        for line in &*self.lines {
            prefetch_for_writing(line);
        }
    }

    /// Copies rows of the same shape: row n becomes row `sources[n]` of `from`.
    #[inline(always)]
    pub fn copy_each(&mut self, from: Rows<'_>, sources: &[u32]) {
        debug_assert_eq!((self.length, self.parameters), (from.length, from.parameters));
        if self.stride == 1 {
            for (to, &source) in self.lines.iter_mut().zip(sources) {
                *to = from.lines[source as usize];
            }
        } else {
            for (to, &source) in self.lines.chunks_exact_mut(self.stride).zip(sources) {
                to.copy_from_slice(from.lines(source as usize));
            }
        }
    }

    /// Copies one row of the same shape.
    pub fn copy(&mut self, row: usize, from: Rows<'_>, source: usize) {
        debug_assert_eq!((self.length, self.parameters), (from.length, from.parameters));
        self.lines[row * self.stride..][..self.stride].copy_from_slice(from.lines(source));
    }

    /// Returns the rows before this one, and the others.
    #[must_use]
    pub fn split_at(self, row: usize) -> (RowsMut<'a>, RowsMut<'a>) {
        let (before, behind) = self.lines.split_at_mut(row * self.stride);
        let part = |lines| RowsMut { length: self.length, parameters: self.parameters, stride: self.stride, lines };
        (part(before), part(behind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_genomes_are_disjoint() {
        for length in [1, 31, 32, 33, 64, 100] {
            let mut genomes = Genomes::new(7, length).unwrap();
            let mut rows = genomes.rows_mut();
            for row in 0..7 {
                assert!(rows.genome_mut(row).iter().all(|&gene| gene == Gene(0)), "new genes are 0");
                rows.genome_mut(row).fill(Gene(u16::try_from(row + 1).unwrap()));
            }
            let (a, b) = rows.pair_mut(2);
            assert_eq!((a.len(), b.len(), a[0], b[length - 1]), (length, length, Gene(3), Gene(4)));
            let (before, mut behind) = rows.split_at(3);
            assert_eq!((before.as_rows().count(), behind.as_rows().count()), (3, 4));
            behind.copy_each(before.as_rows(), &[1]);
            let rows = genomes.rows();
            assert_eq!(rows.genome(3), rows.genome(1));
            assert_ne!(rows.genome(3), rows.genome(2));
        }
    }

    #[test]
    fn strategy_parameters_are_copied_with_a_row() {
        for length in [31, 32] {
            let mut genomes = Genomes::with_parameters(2, length, 1).unwrap();
            let mut rows = genomes.rows_mut();
            let (genome, parameters) = rows.genome_and_parameters_mut(0);
            assert_eq!((genome.len(), parameters.len()), (length, 1));
            parameters[0] = Gene(9);
            let copy = Genomes::clone(&genomes);
            genomes.rows_mut().copy_each(copy.rows(), &[1, 0]);
            assert_eq!(genomes.rows_mut().genome_and_parameters_mut(0).1, [Gene(0)]);
            assert_eq!(genomes.rows_mut().genome_and_parameters_mut(1).1, [Gene(9)]);
            assert!(genomes.rows().genome(1).iter().all(|&gene| gene == Gene(0)));
        }
    }

    #[test]
    fn words_of_a_genome_hold_four_genes_and_trailing_zeros() {
        let mut genomes = Genomes::new(2, 6).unwrap();
        for (gene, number) in genomes.rows_mut().genome_mut(1).iter_mut().zip(1..) {
            *gene = Gene(number);
        }
        let words = genomes.rows().words(1);
        assert_eq!((words.len(), words[2..].iter().sum::<u64>()), (WORDS, 0));
        if cfg!(target_endian = "little") {
            assert_eq!(words[..2], [0x0004_0003_0002_0001, 0x0006_0005]);
        }
    }

    #[test]
    fn genes_are_copied_to_rows_and_the_largest_is_found() {
        for length in [1, 15, 16, 17, 30, 32, 33, 47, 64, 65] {
            let genes: Vec<u16> =
                (0..).take(4 * length).map(|place: u16| place.wrapping_mul(7919) % 60_000 + 1).collect();
            let (mut genomes, mut scalar) = (Genomes::new(5, length).unwrap(), Genomes::new(5, length).unwrap());
            for last in [0, 1, 4 * length - 1] {
                let mut genes = genes.clone();
                genes[last] = u16::MAX;
                assert_eq!(genomes.rows_mut().copy_genes(&genes), u16::MAX, "{length} {last}");
                assert_eq!(scalar.rows_mut().copy_genes_scalar(&genes), u16::MAX);
                for row in 0..4 {
                    let expected: Vec<Gene> = genes[row * length..][..length].iter().map(|&gene| Gene(gene)).collect();
                    assert_eq!(genomes.rows().genome(row), expected);
                }
                assert!((0..5).all(|row| genomes.rows().words(row) == scalar.rows().words(row)), "{length}");
            }
            let largest = genes.iter().copied().max().unwrap();
            assert_eq!(genomes.rows_mut().copy_genes(&genes), largest);
            assert_eq!((genomes.rows_mut().copy_genes(&[]), genomes.rows().genome(0)[0]), (0, Gene(genes[0])));
        }
    }

    #[test]
    fn too_little_memory_is_an_error() {
        assert!(Genomes::new(usize::MAX / 4096, 100).is_err());
    }
}
