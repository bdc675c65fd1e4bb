//! [`Symbols`]: the symbols of an alphabet, ready to be drawn.

use crate::evolve::population::{gene_of, random_genes};
use crate::puzzle::kernel::{Gene, Program};
use crate::rng::{BatchedRange, CounterStream};

/// The symbols of an alphabet, ready to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Symbols {
    all: BatchedRange,
    others: Option<BatchedRange>,
    no_turn: Option<Gene>,
}

impl Symbols {
    /// For an alphabet of so many, none of which turns nothing.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self::with_no_turn(count, None)
    }

    /// For an alphabet of so many, one of which may turn nothing.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn with_no_turn(count: usize, no_turn: Option<Gene>) -> Self {
        let others = (count > 1).then(|| BatchedRange::new(count as u64 - 1));
        Self { all: BatchedRange::new(count as u64), others, no_turn }
    }

    /// Those of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        Self::with_no_turn(program.symbols(), program.no_turn())
    }

    /// BatchedRange whose sides are the symbols.
    #[inline(always)]
    #[must_use]
    pub const fn all(&self) -> &BatchedRange {
        &self.all
    }

    /// BatchedRange whose sides are all symbols but one; there is no other symbol in an alphabet of one.
    #[inline(always)]
    #[must_use]
    pub const fn others(&self) -> Option<&BatchedRange> {
        self.others.as_ref()
    }

    /// The symbol that turns nothing, if there is one. Genomes end with any number of it.
    #[inline(always)]
    #[must_use]
    pub const fn no_turn(&self) -> Option<Gene> {
        self.no_turn
    }

    /// How long a genome is without the turns of nothing at its end.
    #[inline]
    #[must_use]
    pub fn length(&self, genome: &[Gene]) -> usize {
        match self.no_turn {
            Some(no_turn) => genome.iter().rposition(|&gene| gene != no_turn).map_or(0, |last| last + 1),
            None => genome.len(),
        }
    }

    /// Fills genes with symbols that are uniform over those that turn something.
    #[inline]
    pub fn fill(&self, genes: &mut [Gene], stream: &mut CounterStream) {
        match (self.no_turn, &self.others) {
            (Some(no_turn), Some(others)) => {
                random_genes(genes, others, stream);
                // Numbers go round the symbol that turns nothing.
                for gene in genes {
                    *gene = gene_of(u32::from(gene.0) + u32::from(*gene >= no_turn));
                }
            }
            _ => random_genes(genes, &self.all, stream),
        }
    }

    /// Fills the end of a genome: with the symbol that turns nothing, or where there is none with random ones.
    #[inline]
    pub fn fill_up(&self, genes: &mut [Gene], stream: &mut CounterStream) {
        match self.no_turn {
            Some(no_turn) => genes.fill(no_turn),
            None => self.fill(genes, stream),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    #[test]
    fn genomes_end_where_nothing_turns_any_more() {
        let symbols = Symbols::with_no_turn(5, Some(Gene(2)));
        let length = |genes: &[u16]| symbols.length(&genes.iter().map(|&gene| Gene(gene)).collect::<Vec<_>>());
        assert_eq!((length(&[2, 2]), length(&[1, 2, 0, 2]), length(&[0, 1])), (0, 3, 2));
        assert_eq!(Symbols::new(5).length(&[Gene(2); 7]), 7);
    }

    #[test]
    fn what_is_filled_in_turns_something() {
        let symbols = Symbols::with_no_turn(5, Some(Gene(2)));
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
        symbols.fill_up(&mut genes, &mut stream);
        assert_eq!(genes, [Gene(2); 20]);
    }
}
