//! [`Symbols`]: the numbers of the symbols of an alphabet, prepared for random draws; [`random_genes`], the random and the given genomes
//! of an initial population; the no-ops that genomes end with.

use std::ops::Range;

use crate::bounded::InitialLength;
use crate::evaluation::{Evaluator, Gene, Kernel, KernelTask, RowsMut};
use evocube_cube::rng::{BatchedRange, CounterStream, Key, Lane8, Rng64, Stream};

/// The symbols of an alphabet, at most 65,535, prepared for drawing.
#[derive(Clone, Copy, Debug)]
pub struct Symbols {
    all: BatchedRange,
    others: Option<BatchedRange>,
    no_op: Option<Gene>,
}

impl Symbols {
    /// Returns the symbols of an alphabet without a no-op.
    ///
    /// # Panics
    /// If there are none.
    pub fn new(count: usize) -> Self {
        Self::with_no_op(count, None)
    }

    /// Returns the symbols of an alphabet in which one symbol may be a no-op.
    ///
    /// # Panics
    /// If there are none.
    pub fn with_no_op(count: usize, no_op: Option<Gene>) -> Self {
        let others = (count > 1).then(|| BatchedRange::new(count as u64 - 1));
        Self { all: BatchedRange::new(count as u64), others, no_op }
    }

    /// Returns the symbols of an evaluator.
    pub(crate) fn from_evaluator(evaluator: &Evaluator) -> Self {
        Self::with_no_op(evaluator.symbol_count(), evaluator.no_op())
    }

    /// Returns the range of all symbols.
    #[inline(always)]
    pub const fn all(&self) -> &BatchedRange {
        &self.all
    }

    /// Returns the range of all symbols if none of them is a no-op.
    #[inline(always)]
    pub(crate) const fn without_no_op(&self) -> Option<&BatchedRange> {
        if self.no_op.is_none() { Some(&self.all) } else { None }
    }

    /// Returns the range of all symbols but one; `None` for an alphabet of one symbol.
    #[inline(always)]
    pub const fn others(&self) -> Option<&BatchedRange> {
        self.others.as_ref()
    }

    /// Returns the length of a genome without trailing no-ops.
    #[inline]
    pub fn length(&self, genome: &[Gene]) -> usize {
        match self.no_op {
            Some(no_op) => genome.iter().rposition(|&gene| gene != no_op).map_or(0, |last| last + 1),
            None => genome.len(),
        }
    }

    /// Fills a genome at random, as in an initial population: all genes uniform over all symbols, or, with initial lengths, a
    /// random number of genes that are not no-ops, padded at the end.
    #[inline]
    pub(crate) fn randomize(&self, genome: &mut [Gene], initial: Option<InitialLength>, stream: &mut CounterStream) {
        match initial {
            None => random_genes(genome, &self.all, stream),
            Some(lengths) => {
                let (genes, rest) = genome.split_at_mut(lengths.draw(stream));
                self.fill(genes, stream);
                self.pad(rest, stream);
            }
        }
    }

    /// Randomizes the genomes of rows as [`randomize`](Self::randomize) does with the stream of a row: `first` is that of row 0.
    /// Strategy parameters may become 0.
    pub(crate) fn randomize_rows(
        &self,
        genomes: &mut RowsMut<'_>,
        rows: Range<usize>,
        initial: Option<InitialLength>,
        (key, first): (Key, u32),
        kernel: Kernel,
    ) {
        let mut singly = rows.clone();
        if initial.is_none() {
            singly.start = kernel.run(RandomizeRows { range: &self.all, genomes, rows, key, first });
        }
        for row in singly {
            self.randomize(genomes.genome_mut(row), initial, &mut key.stream(first + stream_of(row)));
        }
    }

    /// Fills a genome with given genes, and its end with no-ops, or with random symbols in an alphabet that has none.
    pub(crate) fn plant(&self, genome: &mut [Gene], genes: &[Gene], stream: &mut CounterStream) {
        let (planted, rest) = genome.split_at_mut(genes.len());
        planted.copy_from_slice(genes);
        self.pad(rest, stream);
    }

    /// Fills genes with random symbols, uniform over those that are not no-ops.
    #[inline]
    pub fn fill(&self, genes: &mut [Gene], stream: &mut CounterStream) {
        match (self.no_op, &self.others) {
            (Some(no_op), Some(others)) => {
                random_genes(genes, others, stream);
                // Numbers from the no-op on stand for the symbol behind.
                for gene in genes {
                    *gene = gene_of(u32::from(gene.0) + u32::from(*gene >= no_op));
                }
            }
            _ => random_genes(genes, &self.all, stream),
        }
    }

    /// Fills the end of a genome with no-ops, or with random symbols in an alphabet that has none.
    #[inline]
    pub fn pad(&self, genes: &mut [Gene], stream: &mut CounterStream) {
        match self.no_op {
            Some(no_op) => genes.fill(no_op),
            None => self.fill(genes, stream),
        }
    }
}

/// Fills a genome with random genes, uniform over a range of symbols.
#[inline(always)]
pub fn random_genes<G: Rng64>(genome: &mut [Gene], symbols: &BatchedRange, stream: &mut Stream<G>) {
    let (eights, rest) = genome.as_chunks_mut::<{ BatchedRange::MAX }>();
    for eight in eights {
        *eight = symbols.sample_array(stream).map(gene_of);
    }
    let mut numbers = [0; BatchedRange::MAX];
    symbols.fill(stream, &mut numbers[..rest.len()]);
    for (gene, number) in rest.iter_mut().zip(numbers) {
        *gene = gene_of(number);
    }
}

/// Returns the gene of a number drawn.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // alphabets have at most 65,535 symbols
pub(super) fn gene_of(number: u32) -> Gene {
    Gene(number as u16)
}

/// Randomization of rows, eight streams at a time. Strategy parameters next to the genes may become 0. Returns the first row of
/// the rest, fewer than eight.
struct RandomizeRows<'a, 'b> {
    range: &'a BatchedRange,
    genomes: &'a mut RowsMut<'b>,
    rows: Range<usize>,
    key: Key,
    first: u32,
}

impl KernelTask for RandomizeRows<'_, '_> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let Self { range, genomes, mut rows, key, first } = self;
        let length = genomes.length();
        while rows.len() >= 8 {
            let mut streams = Lane8::new(key, first + stream_of(rows.start));
            for eight in 0..length / BatchedRange::MAX {
                write(genomes, rows.start, eight, range.sample_lane8(&mut streams, [1; 8], BatchedRange::MAX));
            }
            let rest = length % BatchedRange::MAX;
            if rest != 0 {
                let eight = length / BatchedRange::MAX;
                write(genomes, rows.start, eight, range.sample_lane8(&mut streams, [1; 8], rest));
            }
            rows.start += 8;
        }
        rows.start
    }
}

/// Writes eight numbers to each of eight rows.
#[inline(always)]
fn write(genomes: &mut RowsMut<'_>, first: usize, eight: usize, numbers: [[u64; 8]; 2]) {
    for n in 0..8 {
        genomes.write_eight(first + n, eight, [numbers[0][n], numbers[1][n]]);
    }
}

/// Returns the number of a row as that of a stream.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
const fn stream_of(row: usize) -> u32 {
    row as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounded::GenomeLength;
    use crate::evaluation::Genomes;
    use evocube_cube::rng::Seed;

    #[test]
    fn trailing_no_ops_are_not_part_of_the_length() {
        let symbols = Symbols::with_no_op(5, Some(Gene(2)));
        let length = |genes: &[u16]| symbols.length(&genes.iter().map(|&gene| Gene(gene)).collect::<Vec<_>>());
        assert_eq!((length(&[2, 2]), length(&[1, 2, 0, 2]), length(&[0, 1])), (0, 3, 2));
        assert_eq!(Symbols::new(5).length(&[Gene(2); 7]), 7);
    }

    #[test]
    fn rows_randomized_together_have_the_genes_of_each_stream() {
        let key = Seed::from_number(91).key(4);
        let lengths = InitialLength::try_from([2, 5].map(GenomeLength::new)).unwrap();
        for (symbols, length, initial) in [
            (30, 30, None),
            (30, 64, None),
            (250, 5, None),
            (12, 8, None),
            (1000, 20, None),
            (65_535, 9, None),
            (30, 7, Some(lengths)),
        ] {
            let symbols = Symbols::with_no_op(symbols, Some(Gene(3)));
            for kernel in Kernel::available() {
                let (mut batch_genomes, mut single_genomes) =
                    (Genomes::new(40, length).unwrap(), Genomes::new(40, length).unwrap());
                symbols.randomize_rows(&mut batch_genomes.rows_mut(), 3..36, initial, (key, 1000), kernel);
                for row in 3..36 {
                    let mut stream = key.stream(1000 + stream_of(row));
                    symbols.randomize(single_genomes.rows_mut().genome_mut(row), initial, &mut stream);
                }
                (0..40).for_each(|row| {
                    assert_eq!(batch_genomes.rows().genome(row), single_genomes.rows().genome(row), "row {row}")
                });
            }
        }
    }

    #[test]
    fn random_filling_is_uniform_over_symbols_that_are_not_no_ops() {
        let symbols = Symbols::with_no_op(5, Some(Gene(2)));
        let mut stream = Seed::from_number(90).key(0).stream(0);
        let mut counts = [0u32; 5];
        let mut genes = [Gene(0); 20];
        for _ in 0..50_000 {
            symbols.fill(&mut genes, &mut stream);
            genes.iter().for_each(|gene| counts[gene.index()] += 1);
        }
        assert_eq!(counts[2], 0);
        // 3 degrees of freedom: 16.3 is exceeded once in 1000.
        let chi: f64 = [0, 1, 3, 4].iter().map(|&n| (f64::from(counts[n]) - 250_000.0).powi(2) / 250_000.0).sum();
        assert!(chi < 16.3, "chi-square {chi}");
        symbols.pad(&mut genes, &mut stream);
        assert_eq!(genes, [Gene(2); 20]);
    }
}
