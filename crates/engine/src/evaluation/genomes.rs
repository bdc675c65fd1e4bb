//! [`Genomes`]: rows of genes of one length, with or without strategy parameters, laid out for the kernels; read as [`Rows`], written and
//! copied as [`RowsMut`]. Rows are compared in `equal`, `changed` and `distinct`; their fitness is in `evolve::population`.
//!
//! A row begins on a cache line of 64 bytes and takes whole lines. A kernel reads four genes as one word without a check
//! for the end of the row, and copies up to 32 genes as one line.

use std::collections::TryReserveError;
use std::ops::Range;

use super::Gene;
use super::prefetch::{prefetch_for_reading, prefetch_for_writing};

/// Maximum number of genes of a genome, since a [`Fitness`](super::Fitness) counts them in 16 bits.
pub const MAX_GENES: usize = u16::MAX as usize;

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

/// Returns the lines of a row. A row beyond those of the machine is beyond all lines.
#[inline(always)]
fn lines_of(row: usize, stride: usize) -> Range<usize> {
    let start = row.checked_mul(stride).expect("the row of a genome");
    start..start.saturating_add(stride)
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
    /// If the length is 0 or above [`MAX_GENES`].
    pub fn new(count: usize, length: usize) -> Result<Self, TryReserveError> {
        Self::with_parameters(count, length, 0)
    }

    /// Returns genomes with strategy parameters, all genes and parameters 0.
    ///
    /// # Errors
    /// If there is not enough memory.
    ///
    /// # Panics
    /// If the length is 0 or above [`MAX_GENES`].
    pub fn with_parameters(count: usize, length: usize, parameters: usize) -> Result<Self, TryReserveError> {
        assert!((1..=MAX_GENES).contains(&length), "a genome has 1 to {MAX_GENES} genes, not {length}");
        // More than memory holds stays more than that, so that no kernel reads behind the lines of a row.
        let stride = length.saturating_add(parameters).div_ceil(LINE);
        let count = count.saturating_mul(stride);
        let mut lines = Vec::new();
        lines.try_reserve_exact(count)?;
        lines.resize(count, CacheLine([Gene(0); LINE]));
        Ok(Self { length, parameters, stride, lines })
    }

    /// Changes the number of genomes; all genes of new ones are 0.
    ///
    /// # Panics
    /// If their size in bytes is above `isize::MAX`.
    pub fn resize(&mut self, count: usize) {
        self.lines.resize(count.saturating_mul(self.stride), CacheLine([Gene(0); LINE]));
    }

    /// Returns the memory of genomes without strategy parameters, in bytes.
    pub const fn bytes(count: usize, length: usize) -> usize {
        count.saturating_mul(length.div_ceil(LINE)).saturating_mul(size_of::<CacheLine>())
    }

    /// Returns all rows.
    #[inline(always)]
    pub fn rows(&self) -> Rows<'_> {
        Rows { length: self.length, parameters: self.parameters, stride: self.stride, lines: &self.lines }
    }

    /// Returns all rows, mutably.
    #[inline(always)]
    pub fn rows_mut(&mut self) -> RowsMut<'_> {
        RowsMut { length: self.length, parameters: self.parameters, stride: self.stride, lines: &mut self.lines }
    }
}

/// Rows of [`Genomes`]. A row out of range is a panic.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    length: usize,
    parameters: usize,
    stride: usize,
    lines: &'a [CacheLine],
}

impl<'a> Rows<'a> {
    /// Returns the number of rows.
    pub fn count(&self) -> usize {
        self.lines.len() / self.stride
    }

    /// Returns the number of genes of each genome.
    #[inline(always)]
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns whether the genomes exceed the second-level cache of usual processors.
    #[inline(always)]
    pub(crate) fn exceed_cache(&self) -> bool {
        size_of_val(self.lines) > 1 << 20
    }

    /// Requests the first line of each of these rows in the background.
    ///
    /// # Panics
    /// If one is no row.
    #[inline(always)]
    pub(crate) fn prefetch(&self, rows: &[u32]) {
        for &row in rows {
            prefetch_for_reading(&self.lines[row as usize * self.stride]);
        }
    }

    /// Returns a genome.
    #[inline(always)]
    pub fn genome(&self, row: usize) -> &'a [Gene] {
        &genes(self.lines(row))[..self.length]
    }

    /// Returns the number of strategy parameters of each row.
    #[inline(always)]
    pub fn parameter_count(&self) -> usize {
        self.parameters
    }

    /// Returns the strategy parameters of a row.
    pub fn strategy_parameters(&self, row: usize) -> &'a [Gene] {
        &genes(self.lines(row))[self.length..self.length + self.parameters]
    }

    /// Returns the words of a row: gene i is quarter i mod 4 of word i / 4, on a little-endian machine the lowest first.
    /// Strategy parameters, then zeros follow the genes.
    #[inline(always)]
    pub(super) fn words(&self, row: usize) -> &'a [u64] {
        let lines = self.lines(row);
        // SAFETY: a line is WORDS words, is aligned for them, and has no bytes that are not written.
        unsafe { std::slice::from_raw_parts(lines.as_ptr().cast(), lines.len() * WORDS) }
    }

    /// Returns the words of all rows, if each row is one line of genes alone.
    #[inline(always)]
    pub(super) fn single_lines(&self) -> Option<&'a [[u64; WORDS]]> {
        if self.stride > 1 || self.parameters > 0 {
            return None;
        }
        // SAFETY: a line is WORDS words, is aligned for them, and has no bytes that are not written.
        Some(unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.lines.len()) })
    }

    #[inline(always)]
    fn lines(&self, row: usize) -> &'a [CacheLine] {
        &self.lines[lines_of(row, self.stride)]
    }
}

/// Rows of [`Genomes`], mutable. A row out of range is a panic.
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
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns the rows for reading.
    #[inline(always)]
    pub fn as_rows(&self) -> Rows<'_> {
        Rows { length: self.length, parameters: self.parameters, stride: self.stride, lines: self.lines }
    }

    /// Returns a genome.
    #[inline(always)]
    pub fn genome_mut(&mut self, row: usize) -> &mut [Gene] {
        &mut genes_mut(&mut self.lines[lines_of(row, self.stride)])[..self.length]
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
            for (target, &gene) in self.genome_mut(row).iter_mut().zip(genome) {
                *target = Gene(gene);
            }
        }
        genes.iter().fold(0, |largest, &gene| largest.max(gene))
    }

    /// Returns a genome and its strategy parameters.
    #[inline(always)]
    pub fn genome_and_parameters_mut(&mut self, row: usize) -> (&mut [Gene], &mut [Gene]) {
        let all = genes_mut(&mut self.lines[lines_of(row, self.stride)]);
        let (genome, rest) = all.split_at_mut(self.length);
        (genome, &mut rest[..self.parameters])
    }

    /// Returns the genomes `row` and `row + 1`.
    #[inline(always)]
    pub fn pair_mut(&mut self, row: usize) -> (&mut [Gene], &mut [Gene]) {
        let length = self.length;
        let (a, b) = self.two_rows(row);
        (&mut genes_mut(a)[..length], &mut genes_mut(b)[..length])
    }

    /// Returns the lines of the rows `row` and `row + 1`.
    #[inline(always)]
    pub(super) fn lines_of_pair(&mut self, row: usize) -> (&mut [[u16; LINE]], &mut [[u16; LINE]]) {
        let (a, b) = self.two_rows(row);
        (numbers_mut(a), numbers_mut(b))
    }

    #[inline(always)]
    fn two_rows(&mut self, row: usize) -> (&mut [CacheLine], &mut [CacheLine]) {
        let stride = self.stride;
        let start = lines_of(row, stride).start;
        let (a, rest) = self.lines[start..].split_at_mut(stride);
        (a, &mut rest[..stride])
    }

    /// Writes eight numbers of 16 bits to a row, from number `8 eight` on, the lowest of the first word first. A row has genes, then
    /// strategy parameters, then zeros to the end of its last line.
    #[inline(always)]
    pub(crate) fn write_eight(&mut self, row: usize, eight: usize, numbers: [u64; 2]) {
        let lines = &mut self.lines[lines_of(row, self.stride)];
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
        &mut numbers_mut(&mut self.lines[lines_of(row, self.stride)])[0]
    }

    /// Requests all rows for writing in the background, since another core may have read them.
    #[inline(always)]
    pub(crate) fn prefetch_for_writing(&self) {
        for line in &*self.lines {
            prefetch_for_writing(line);
        }
    }

    /// Copies rows of the same shape: row n becomes row `rows[n]` of `source`. Rows behind those of the list stay.
    ///
    /// # Panics
    /// If the shapes differ, or a source is no row.
    #[inline(always)]
    pub fn copy_each(&mut self, source: Rows<'_>, rows: &[u32]) {
        assert_eq!((self.length, self.parameters), (source.length, source.parameters), "rows of one shape");
        if self.stride == 1 {
            for (target, &row) in self.lines.iter_mut().zip(rows) {
                *target = source.lines[row as usize];
            }
        } else {
            for (target, &row) in self.lines.chunks_exact_mut(self.stride).zip(rows) {
                target.copy_from_slice(source.lines(row as usize));
            }
        }
    }

    /// Copies one row of the same shape.
    ///
    /// # Panics
    /// If the shapes differ, or a row is missing.
    pub fn copy(&mut self, row: usize, source: Rows<'_>, source_row: usize) {
        assert_eq!((self.length, self.parameters), (source.length, source.parameters), "rows of one shape");
        self.lines[lines_of(row, self.stride)].copy_from_slice(source.lines(source_row));
    }

    /// Returns the rows before this one, and the others.
    pub fn split_at(self, row: usize) -> (RowsMut<'a>, RowsMut<'a>) {
        let Self { length, parameters, stride, lines } = self;
        let (first, rest) = lines.split_at_mut(lines_of(row, stride).start);
        let part = |lines| RowsMut { length, parameters, stride, lines };
        (part(first), part(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// Returns the message of a panic.
    fn panic_of<T>(act: impl FnOnce() -> T) -> String {
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(act)).err().expect("it panics");
        panic.downcast_ref::<String>().cloned().or(panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap()
    }

    #[test]
    fn a_genome_has_a_length_that_fitness_counts() {
        for (length, parameters) in [(0, 1), (MAX_GENES + 1, 0), (usize::MAX, 2), (usize::MAX - 1, 1)] {
            let message = panic_of(|| Genomes::with_parameters(1, length, parameters));
            assert_eq!(message, format!("a genome has 1 to 65535 genes, not {length}"));
        }
        assert_eq!(Genomes::new(1, MAX_GENES).unwrap().rows().genome(0).len(), MAX_GENES);
    }

    #[test]
    fn rows_beyond_the_last_one_are_never_those_of_another() {
        let mut genomes = Genomes::new(4, 40).unwrap();
        // Twice this row, the first line of it, is 2^64, which is 0 without a check.
        for row in [4, usize::MAX / 2 + 1, usize::MAX] {
            panic_of(|| genomes.rows().genome(row).len());
            panic_of(|| genomes.rows_mut().genome_mut(row).len());
            panic_of(|| genomes.rows_mut().pair_mut(row).0.len());
            panic_of(|| genomes.rows_mut().write_eight(row, 0, [1, 1]));
            let copy = genomes.clone();
            panic_of(|| genomes.rows_mut().copy(row, copy.rows(), 0));
            panic_of(|| genomes.rows_mut().copy(0, copy.rows(), row));
        }
        panic_of(|| genomes.rows_mut().pair_mut(3).0.len());
        let (mut short, other) = (Genomes::new(4, 30).unwrap(), Genomes::new(4, 31).unwrap());
        panic_of(|| short.rows_mut().copy_each(other.rows(), &[1, 2]));
        assert_eq!(genomes.rows().genome(0), [Gene(0); 40]);
    }
}
