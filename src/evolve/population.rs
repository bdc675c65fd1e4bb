//! [`Population`]: genomes in one flat array, and their fitness.

use std::collections::TryReserveError;

use crate::puzzle::kernel::{Fitness, Gene};
use crate::rng::Stream;

/// Genomes of one length, row by row, and the fitness of each.
#[derive(Clone, Debug)]
pub struct Population {
    length: usize,
    genes: Vec<Gene>,
    fitness: Vec<Fitness>,
}

impl Population {
    /// A population of genomes all of whose genes are 0, not evaluated.
    ///
    /// # Errors
    /// If there is not that much memory.
    pub fn new(size: usize, length: usize) -> Result<Self, TryReserveError> {
        let (mut genes, mut fitness) = (Vec::new(), Vec::new());
        genes.try_reserve_exact(size * length)?;
        fitness.try_reserve_exact(size)?;
        genes.resize(size * length, Gene(0));
        fitness.resize(size, Fitness::WORST);
        Ok(Self { length, genes, fitness })
    }

    /// How many individuals there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.fitness.len()
    }

    /// How many genes a genome has.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// One genome.
    #[inline]
    #[must_use]
    pub fn genome(&self, individual: usize) -> &[Gene] {
        &self.genes[individual * self.length..(individual + 1) * self.length]
    }

    /// One genome, to change it.
    #[inline]
    pub fn genome_mut(&mut self, individual: usize) -> &mut [Gene] {
        &mut self.genes[individual * self.length..(individual + 1) * self.length]
    }

    /// Two neighbouring genomes, to change them; the second is empty behind the last individual.
    #[inline]
    pub fn pair_mut(&mut self, first: usize) -> (&mut [Gene], &mut [Gene]) {
        let both = &mut self.genes[first * self.length..];
        let (a, rest) = both.split_at_mut(self.length);
        let second = self.length.min(rest.len());
        (a, &mut rest[..second])
    }

    /// All genomes, row by row.
    #[must_use]
    pub fn genes(&self) -> &[Gene] {
        &self.genes
    }

    /// The fitness of every individual.
    #[must_use]
    pub fn fitness(&self) -> &[Fitness] {
        &self.fitness
    }

    /// Genomes and fitness, for an evaluation.
    pub fn parts_mut(&mut self) -> (&mut [Gene], &mut [Fitness]) {
        (&mut self.genes, &mut self.fitness)
    }

    /// Sets the fitness of an individual.
    #[inline]
    pub fn set_fitness(&mut self, individual: usize, fitness: Fitness) {
        self.fitness[individual] = fitness;
    }

    /// The best individual; the first of several.
    #[must_use]
    pub fn best(&self) -> usize {
        let mut best = 0;
        for (individual, fitness) in self.fitness.iter().enumerate() {
            if *fitness < self.fitness[best] {
                best = individual;
            }
        }
        best
    }

    /// Initialisation: every gene uniform over the alphabet.
    pub fn randomize(&mut self, symbols: usize, stream: &mut Stream) {
        for gene in &mut self.genes {
            *gene = random_gene(symbols, stream);
        }
    }

    /// How many different genomes there are: exact, by hashing and comparing what hashes alike.
    #[must_use]
    pub fn distinct(&self) -> usize {
        let mask = (2 * self.size()).next_power_of_two() - 1;
        let mut table = vec![u32::MAX; mask + 1];
        let mut distinct = 0;
        for individual in 0..self.size() {
            let genome = self.genome(individual);
            let mut slot = hash(genome) & mask;
            loop {
                match table[slot] {
                    u32::MAX => {
                        table[slot] = u32::try_from(individual).expect("populations are smaller");
                        distinct += 1;
                        break;
                    }
                    other if self.genome(other as usize) == genome => break,
                    _ => slot = (slot + 1) & mask,
                }
            }
        }
        distinct
    }
}

/// A gene drawn uniformly from the alphabet.
#[inline]
pub fn random_gene(symbols: usize, stream: &mut Stream) -> Gene {
    Gene(u16::try_from(stream.below(symbols as u64)).expect("alphabets have at most 65,535 genes"))
}

/// A multiplicative hash of a genome; only its spread matters, never its value.
#[allow(clippy::cast_possible_truncation)] // a hash
fn hash(genome: &[Gene]) -> usize {
    let mut state = 0u64;
    for word in genome.chunks(4) {
        let word = word.iter().fold(0, |word, gene| word << 16 | u64::from(gene.0));
        state = (state.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    (state ^ state >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;
    use std::collections::HashSet;

    #[test]
    fn distinct_agrees_with_a_set() {
        let mut stream = Seed::from_number(1).stream();
        for symbols in [2, 3, 18] {
            let mut population = Population::new(500, 5).unwrap();
            population.randomize(symbols, &mut stream);
            let set: HashSet<Vec<Gene>> = (0..500).map(|individual| population.genome(individual).to_vec()).collect();
            assert_eq!(population.distinct(), set.len());
        }
    }

    #[test]
    fn initial_genes_are_uniform() {
        let mut population = Population::new(10_000, 30).unwrap();
        population.randomize(30, &mut Seed::from_number(2).stream());
        let mut counts = [0u32; 30];
        for gene in population.genes() {
            counts[gene.index()] += 1;
        }
        // 29 degrees of freedom: 58.3 is exceeded once in 1000.
        let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 58.3, "chi-square {chi}");
    }
}
