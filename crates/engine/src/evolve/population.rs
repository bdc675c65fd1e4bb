//! [`Population`]: genomes in one flat array, each with its fitness and strategy parameters, such as a mutation rate of its own, written
//! and restored for checkpoints. Distances, the ranking of individuals and copies of the fittest are here, too. Survivors are selected in
//! `survivor`, parents in `selection`.

use std::collections::TryReserveError;

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

pub use super::symbols::random_genes;
use crate::evaluation::{Evaluator, Fitness, Gene, Genomes, Kernel, Rows, RowsMut};
use evocube_cube::solver::Cancelled;

/// Genomes of one length, row by row, and the fitness of each.
#[derive(Clone, Debug)]
pub struct Population {
    /// One row more than there are individuals: if the number of offspring is odd, for the sibling of the last one.
    genomes: Genomes,
    fitness: Vec<Fitness>,
}

impl Population {
    /// Returns a population with this number of strategy parameters for each individual. All genes are 0 and not evaluated.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn with_strategy_parameters(
        size: usize,
        length: usize,
        parameters: usize,
    ) -> Result<Self, TryReserveError> {
        let genomes = Genomes::with_parameters(size + 1, length, parameters)?;
        let mut fitness = Vec::new();
        fitness.try_reserve_exact(size + 1)?;
        fitness.resize(size + 1, Fitness::WORST);
        Ok(Self { genomes, fitness })
    }

    /// Returns a copy.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn try_clone(&self) -> Result<Self, TryReserveError> {
        let rows = self.rows();
        let mut copy = Self::with_strategy_parameters(self.size(), rows.length(), rows.parameter_count())?;
        let all: Vec<u32> = (0u32..).take(self.size()).collect();
        copy.genomes.rows_mut().copy_each(rows, &all);
        copy.fitness.copy_from_slice(&self.fitness);
        Ok(copy)
    }

    /// Changes the number of individuals; new ones are not evaluated.
    pub(crate) fn resize(&mut self, size: usize) {
        self.genomes.resize(size + 1);
        self.fitness.resize(size + 1, Fitness::WORST);
    }

    /// Replaces an individual by one with these genes; its strategy parameters become 0.
    pub(crate) fn replace_with(&mut self, place: usize, genes: &[Gene], fitness: Fitness) {
        let mut rows = self.genomes.rows_mut();
        let (genome, strategy) = rows.genome_and_parameters_mut(place);
        genome.copy_from_slice(genes);
        strategy.fill(Gene(0));
        self.fitness[place] = fitness;
    }

    /// Replaces an individual by a copy of one of another population.
    pub(crate) fn copy_from(&mut self, place: usize, other: &Self, individual: usize) {
        self.genomes.rows_mut().copy(place, other.rows(), individual);
        self.fitness[place] = other.fitness[individual];
    }

    /// Returns the bytes of memory of a population.
    pub(crate) const fn bytes(size: usize, length: usize) -> usize {
        Genomes::bytes(size + 1, length) + (size + 1) * size_of::<Fitness>()
    }

    /// Returns the number of individuals.
    #[inline(always)]
    pub fn size(&self) -> usize {
        self.fitness.len() - 1
    }

    /// Returns all rows of genes; the one behind the last individual is not an individual.
    #[inline(always)]
    pub(crate) fn rows(&self) -> Rows<'_> {
        self.genomes.rows()
    }

    /// Returns one genome.
    #[inline(always)]
    pub fn genome(&self, individual: usize) -> &[Gene] {
        self.genomes.rows().genome(individual)
    }

    /// Returns the genes of an individual that count.
    pub(super) fn counting_genes(&self, individual: usize) -> &[Gene] {
        &self.genome(individual)[..self.fitness[individual].genes()]
    }

    /// Returns the fitness of each individual.
    #[inline(always)]
    pub fn fitness(&self) -> &[Fitness] {
        &self.fitness[..self.size()]
    }

    /// Returns rows and fitness for changes; both have one element more than there are individuals.
    #[inline(always)]
    pub(crate) fn parts_mut(&mut self) -> (RowsMut<'_>, &mut [Fitness]) {
        (self.genomes.rows_mut(), &mut self.fitness)
    }

    /// Returns the lowest fitness and the first individual that has it.
    pub(super) fn best(&self) -> (Fitness, usize) {
        self.fitness().iter().copied().zip(0..).min().expect("populations are not empty")
    }

    /// Restores and evaluates the population that was serialized as these genes and strategy parameters. Returns `false` if
    /// they are of other genomes, of none, or of more than `max` individuals.
    pub(super) fn restore(&mut self, genes: &[Gene], max: usize, evaluator: &Evaluator) -> Result<bool, Cancelled> {
        let rows = self.rows();
        let (length, width) = (rows.length(), rows.length() + rows.parameter_count());
        let individuals = genes.chunks_exact(width);
        let size = individuals.len();
        let is_known = |gene: &Gene| gene.index() < evaluator.symbol_count();
        let fits = individuals.remainder().is_empty() && (1..=max).contains(&size);
        if !fits || !individuals.clone().all(|individual| individual[..length].iter().all(is_known)) {
            return Ok(false);
        }
        self.resize(size);
        let (mut rows, fitness) = self.parts_mut();
        for (row, individual) in individuals.enumerate() {
            let (genome, parameters) = rows.genome_and_parameters_mut(row);
            genome.copy_from_slice(&individual[..length]);
            parameters.copy_from_slice(&individual[length..]);
        }
        let all: Vec<u32> = (0u32..).take(size).collect();
        evaluator.evaluate(rows.as_rows(), &all, fitness)?;
        Ok(true)
    }

    /// Replaces the fitness of all individuals by that of their descents. Returns `false` if the number differs from that of the
    /// individuals, or a fitness counts more genes than a genome has.
    pub(super) fn restore_fitness(&mut self, learned: &[Fitness]) -> bool {
        let size = self.size();
        let fits = learned.len() == size && learned.iter().all(|fitness| fitness.genes() <= self.rows().length());
        if fits {
            self.fitness[..size].copy_from_slice(learned);
        }
        fits
    }

    /// Returns the exact number of different genomes.
    pub(crate) fn distinct(&self) -> usize {
        self.rows().distinct(self.size(), Kernel::best())
    }
}

/// Writes the genes and strategy parameters of each individual, one after the other, as `Population::restore` reads them.
impl Serialize for Population {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.rows();
        // A binary format writes the number of genes first.
        let count = self.size() * (rows.length() + rows.parameter_count());
        let mut genes = serializer.serialize_seq(Some(count))?;
        for individual in 0..self.size() {
            for gene in rows.genome(individual).iter().chain(rows.strategy_parameters(individual)) {
                genes.serialize_element(gene)?;
            }
        }
        genes.end()
    }
}

/// Returns the number of positions at which two genomes differ.
pub(super) fn hamming_distance(a: &[Gene], b: &[Gene]) -> usize {
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}

/// Copies the fittest individuals of two populations into a third, the fittest first. Each of the two is given with the number of
/// its first individuals that compete; those of the first population come before equally fit ones of the second. Returns the
/// numbers of the individuals that were copied, which count the second population after the first.
pub(super) fn copy_fittest(
    into: &mut Population,
    (first, count): (&Population, usize),
    (second, further): (&Population, usize),
) -> Vec<u32> {
    let source = |number: u32| match number as usize {
        number if number < count => (first, number),
        number => (second, number - count),
    };
    let fitness = |number: u32| {
        let (population, individual) = source(number);
        population.fitness()[individual]
    };
    let fittest = first_by_key(count + further, into.size(), |number| (fitness(number), number));
    for (place, &number) in fittest.iter().enumerate() {
        let (population, individual) = source(number);
        into.copy_from(place, population, individual);
    }
    fittest
}

/// Returns the `count` individuals with the lowest keys of a population of this size, in ascending order. Keys are distinct.
#[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
pub(super) fn first_by_key<K: Ord>(size: usize, count: usize, key: impl Fn(u32) -> K) -> Vec<u32> {
    let mut order: Vec<u32> = (0..size as u32).collect();
    if (1..size).contains(&count) {
        order.select_nth_unstable_by_key(count - 1, |&individual| key(individual));
    }
    order.truncate(count);
    order.sort_unstable_by_key(|&individual| key(individual));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::rng::{BatchedRange, Seed, Stream};

    fn random(size: usize, length: usize, symbols: u64, stream: &mut Stream) -> Population {
        let mut population = Population::with_strategy_parameters(size, length, 0).unwrap();
        let (mut rows, _) = population.parts_mut();
        for individual in 0..size {
            random_genes(rows.genome_mut(individual), &BatchedRange::new(symbols), stream);
        }
        population
    }

    #[test]
    fn the_first_individuals_by_a_key_are_those_of_a_sorted_list() {
        let key = |individual: u32| (individual * 7 % 5, individual);
        let mut sorted: Vec<u32> = (0..20).collect();
        sorted.sort_unstable_by_key(|&individual| key(individual));
        for count in 0..=20 {
            assert_eq!(first_by_key(20, count, key), sorted[..count]);
        }
    }

    #[test]
    fn only_genomes_of_the_alphabet_are_restored() {
        let evaluator = crate::evolve::island::laws::evaluator();
        let mut population = Population::with_strategy_parameters(9, 3, 1).unwrap();
        // Four individuals; the parameter of the first is no gene.
        let mut genes = vec![Gene(5); 16];
        genes[3] = Gene(20);
        let restore =
            |population: &mut Population, genes: &[Gene], max| population.restore(genes, max, &evaluator).unwrap();
        assert!(restore(&mut population, &genes, 9));
        assert_eq!((population.size(), population.rows().strategy_parameters(0)), (4, &[Gene(20)][..]));
        assert!((0..4).all(|n| population.fitness()[n] == evaluator.reference_fitness(&[Gene(5); 3]).unwrap()));
        assert!(!restore(&mut population, &genes[..15], 9), "half an individual");
        assert!(!restore(&mut population, &genes, 3), "too many");
        assert!(!restore(&mut population, &[], 9), "none");
        genes[2] = Gene(18);
        assert!(!restore(&mut population, &genes, 9), "an unknown symbol");
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
