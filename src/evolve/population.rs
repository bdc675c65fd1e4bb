//! [`Population`]: genomes in one flat array, and their fitness.

use std::collections::{HashSet, TryReserveError};

use crate::puzzle::kernel::{Fitness, Gene, Genomes, Kernel, Lines, Rows, RowsMut, Work};
use crate::rng::{BatchedRange, Rng64, Stream};

/// Genomes of one length, row by row, and the fitness of each.
#[derive(Clone, Debug)]
pub struct Population {
    /// One row more than there are individuals, for the sibling of an odd last child.
    genomes: Genomes,
    fitness: Vec<Fitness>,
}

impl Population {
    /// A population of genomes all of whose genes are 0, not evaluated.
    ///
    /// # Errors
    /// If there is not that much memory.
    pub fn new(size: usize, length: usize) -> Result<Self, TryReserveError> {
        Self::with_own(size, length, 0)
    }

    /// The same with so many genes of its own for each individual.
    ///
    /// # Errors
    /// If there is not that much memory.
    pub fn with_own(size: usize, length: usize, own: usize) -> Result<Self, TryReserveError> {
        let genomes = Genomes::with_own(size + 1, length, own)?;
        let mut fitness = Vec::new();
        fitness.try_reserve_exact(size + 1)?;
        fitness.resize(size + 1, Fitness::WORST);
        Ok(Self { genomes, fitness })
    }

    /// Takes memory for a size that the population may have later.
    ///
    /// # Errors
    /// If there is not that much memory.
    pub fn reserve(&mut self, size: usize) -> Result<(), TryReserveError> {
        let more = size.saturating_sub(self.size());
        self.genomes.try_reserve(more)?;
        self.fitness.try_reserve_exact(more)
    }

    /// Has this many individuals from now on; those that are new are not evaluated.
    pub fn resize(&mut self, size: usize) {
        self.genomes.resize(size + 1);
        self.fitness.resize(size + 1, Fitness::WORST);
    }

    /// Puts an individual in a place; its own genes begin anew.
    pub fn settle(&mut self, place: usize, genes: &[Gene], fitness: Fitness) {
        let mut rows = self.genomes.rows_mut();
        let (genome, own) = rows.genome_and_own_mut(place);
        genome.copy_from_slice(genes);
        own.fill(Gene(0));
        self.fitness[place] = fitness;
    }

    /// Puts an individual of another population in a place.
    pub fn put(&mut self, place: usize, other: &Self, individual: usize) {
        self.genomes.rows_mut().copy(place, other.rows(), individual);
        self.fitness[place] = other.fitness[individual];
    }

    /// How many bytes a population takes.
    #[must_use]
    pub const fn bytes(size: usize, length: usize) -> usize {
        Genomes::bytes(size + 1, length) + (size + 1) * size_of::<Fitness>()
    }

    /// How many individuals there are.
    #[inline(always)]
    #[must_use]
    pub fn size(&self) -> usize {
        self.fitness.len() - 1
    }

    /// All rows of genes; the one behind the last individual is not one.
    #[inline(always)]
    #[must_use]
    pub fn rows(&self) -> Rows<'_> {
        self.genomes.rows()
    }

    /// One genome.
    #[inline(always)]
    #[must_use]
    pub fn genome(&self, individual: usize) -> &[Gene] {
        self.genomes.rows().genome(individual)
    }

    /// The fitness of every individual.
    #[inline(always)]
    #[must_use]
    pub fn fitness(&self) -> &[Fitness] {
        &self.fitness[..self.size()]
    }

    /// Rows and fitness, to be changed; both with one more than there are individuals.
    #[inline(always)]
    pub fn parts_mut(&mut self) -> (RowsMut<'_>, &mut [Fitness]) {
        (self.genomes.rows_mut(), &mut self.fitness)
    }

    /// How many different genomes there are: exact, by hashing and comparing what hashes alike.
    #[must_use]
    pub fn distinct(&self) -> usize {
        let rows = self.rows();
        if rows.own() > 0 {
            // A hash of a row would take in what is no part of the genome.
            return (0..self.size()).map(|individual| rows.genome(individual)).collect::<HashSet<_>>().len();
        }
        let kernel = Kernel::best();
        kernel.run(CountDistinct { rows, size: self.size(), lines: kernel.lines() })
    }
}

/// Counts different rows among the first, without genes of their own.
struct CountDistinct<'a> {
    rows: Rows<'a>,
    size: usize,
    lines: Option<Lines>,
}

impl Work for CountDistinct<'_> {
    type Output = usize;

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // a hash is cut; populations are smaller than 2^32
    fn run(self) -> usize {
        let Self { rows, size, lines } = self;
        // Mostly empty, so that the first slot nearly always decides. Nothing is written for those that came before: the
        // next look at that slot would have to wait for it.
        let mask = (4 * size).next_power_of_two() - 1;
        let mut table = vec![u32::MAX; mask + 1];
        let mut distinct = 0;
        for individual in 0..size {
            let hash = match lines {
                Some(lines) => lines.hash(rows, individual),
                None => rows.hash(individual),
            };
            let mut slot = hash as usize & mask;
            loop {
                let there = table[slot];
                if there == u32::MAX {
                    table[slot] = individual as u32;
                    distinct += 1;
                    break;
                }
                let is_same = match lines {
                    Some(lines) => lines.are_equal(rows, there as usize, individual),
                    None => rows.are_equal(there as usize, individual),
                };
                if is_same {
                    break;
                }
                slot = (slot + 1) & mask;
            }
        }
        distinct
    }
}

/// Fills a genome with genes that are uniform over the alphabet, whose symbols are the sides of the dice.
#[inline(always)]
pub fn random_genes<G: Rng64>(genome: &mut [Gene], symbols: &BatchedRange, stream: &mut Stream<G>) {
    for part in genome.chunks_mut(BatchedRange::MAX) {
        let mut numbers = [0; BatchedRange::MAX];
        symbols.fill(stream, &mut numbers[..part.len()]);
        for (gene, number) in part.iter_mut().zip(numbers) {
            *gene = gene_of(number);
        }
    }
}

/// The gene of a number that was drawn.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // alphabets have at most 65,535 genes
pub(super) fn gene_of(number: u32) -> Gene {
    Gene(number as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    fn random(size: usize, length: usize, symbols: u64, stream: &mut Stream) -> Population {
        let mut population = Population::new(size, length).unwrap();
        let (mut rows, _) = population.parts_mut();
        for individual in 0..size {
            random_genes(rows.genome_mut(individual), &BatchedRange::new(symbols), stream);
        }
        population
    }

    #[test]
    fn distinct_agrees_with_a_set() {
        let mut stream = Seed::from_number(1).stream();
        for symbols in [2, 3, 18] {
            let population = random(500, 5, symbols, &mut stream);
            let set: HashSet<Vec<Gene>> = (0..500).map(|individual| population.genome(individual).to_vec()).collect();
            assert_eq!(population.distinct(), set.len());
        }
    }

    #[test]
    fn initial_genes_are_uniform() {
        let population = random(10_000, 30, 30, &mut Seed::from_number(2).stream());
        let mut counts = [0u32; 30];
        for gene in (0..10_000).flat_map(|individual| population.genome(individual)) {
            counts[gene.index()] += 1;
        }
        // 29 degrees of freedom: 58.3 is exceeded once in 1000.
        let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 58.3, "chi-square {chi}");
    }
}
