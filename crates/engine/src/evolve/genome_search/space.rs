//! [`Space`]: the genomes of a run, and the neighbors of one, which differ in one gene. It draws genomes and neighbors at random, or visits
//! neighbors by number or in a random order. Neighborhoods of states are in `landscape::neighborhood`.

use super::{CounterStream, Gene};
use crate::bounded::InitialLength;
use crate::evolve::symbols::{Symbols, gene_of};

/// The genomes of a run. Two genomes are neighbors if they differ in one gene.
#[derive(Clone, Copy, Debug)]
pub(in crate::evolve) struct Space {
    /// Number of genes of a genome.
    pub(super) length: usize,
    pub(super) initial: Option<InitialLength>,
    pub(super) symbols: Symbols,
    /// Number of symbols that a gene can change to.
    others: u64,
}

impl Space {
    /// Returns the genomes of this length over an alphabet of `count` symbols.
    pub(super) fn new(length: usize, initial: Option<InitialLength>, symbols: Symbols, count: usize) -> Self {
        Self { length, initial, symbols, others: count as u64 - 1 }
    }

    /// Returns the number of neighbors of a genome; 0 with an alphabet of one symbol.
    pub(super) const fn neighbors(&self) -> u64 {
        self.length as u64 * self.others
    }

    /// Returns whether genes are a genome of this space.
    pub(super) fn contains(&self, genes: &[Gene]) -> bool {
        genes.len() == self.length && genes.iter().all(|gene| u64::from(gene.0) <= self.others)
    }

    /// Fills a genome at random, as the genetic algorithm initializes its population.
    #[inline]
    pub(super) fn randomize(&self, genome: &mut [Gene], stream: &mut CounterStream) {
        self.symbols.randomize(genome, self.initial, stream);
    }

    /// Changes a gene to another symbol, each equally likely.
    #[inline]
    pub(super) fn change_gene(&self, gene: &mut Gene, stream: &mut CounterStream) {
        if self.others > 0 {
            change(gene, stream.below(self.others));
        }
    }

    /// Returns a gene with a random symbol.
    #[inline]
    pub(super) fn random_gene(&self, stream: &mut CounterStream) -> Gene {
        let [number] = self.symbols.all().sample_array(stream);
        gene_of(number)
    }

    /// Returns the number of symbols.
    #[allow(clippy::cast_possible_truncation)] // at most 65,535
    pub(super) const fn symbol_count(&self) -> usize {
        self.others as usize + 1
    }

    /// Replaces a genome by its neighbor of this number.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // less than the length
    pub(super) fn move_to_neighbor(&self, genome: &mut [Gene], number: u64) {
        change(&mut genome[(number / self.others) as usize], number % self.others);
    }

    /// Replaces a genome by the neighbor at this place of a random order of all its neighbors.
    #[inline]
    pub(super) fn move_to_neighbor_in_order(&self, genome: &mut [Gene], order: u64, place: u64) {
        if self.others > 0 {
            self.move_to_neighbor(genome, self.nth_neighbor(order, place));
        }
    }

    /// Replaces a genome by one of its neighbors, all equally likely.
    #[inline]
    pub(super) fn move_to_random_neighbor(&self, genome: &mut [Gene], stream: &mut CounterStream) {
        if self.others > 0 {
            self.move_to_neighbor(genome, stream.below(self.neighbors()));
        }
    }

    /// Returns the number of the neighbor at this place of a random order of all neighbors.
    ///
    /// The order is a Feistel network over the next power of four; numbers outside the neighborhood are skipped (J. Black and P.
    /// Rogaway, "Ciphers with arbitrary finite domains", 2002). It takes no memory, whatever the size of the neighborhood.
    #[inline]
    pub(super) fn nth_neighbor(&self, order: u64, place: u64) -> u64 {
        let bits = (64 - (self.neighbors() - 1).leading_zeros()).div_ceil(2).max(1);
        // Small networks need more rounds until all orders of two neighbors are equally likely.
        let rounds = if bits < 5 { 12 } else { 6 };
        let mask = (1u64 << bits) - 1;
        let mut number = place;
        loop {
            let (mut left, mut right) = (number >> bits, number & mask);
            for round in 1..=rounds {
                (left, right) = (right, left ^ (mixed(right, order, round) >> 32) & mask);
            }
            number = left << bits | right;
            if number < self.neighbors() {
                return number;
            }
        }
    }
}

/// Returns a word that depends on all bits of the arguments: the mixing function of SplitMix64.
#[inline]
fn mixed(value: u64, order: u64, round: u64) -> u64 {
    let word = order.wrapping_add(value).wrapping_add(round.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

/// Changes a gene to the other symbol of this number.
#[inline]
#[allow(clippy::cast_possible_truncation)] // less than the number of symbols
fn change(gene: &mut Gene, other: u64) {
    // Numbers from the present symbol on stand for the symbol behind.
    *gene = gene_of(other as u32 + u32::from(other >= u64::from(gene.0)));
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use evocube_cube::rng::Seed;

    #[test]
    fn a_genome_has_all_genomes_with_one_other_gene_as_neighbors() {
        let space = Space::new(4, None, Symbols::new(5), 5);
        let genome = [Gene(0), Gene(4), Gene(2), Gene(2)];
        let neighbors: HashSet<_> = (0..space.neighbors())
            .map(|number| {
                let mut neighbor = genome;
                space.move_to_neighbor(&mut neighbor, number);
                assert_eq!(neighbor.iter().zip(&genome).filter(|(a, b)| a != b).count(), 1);
                assert!(neighbor.iter().all(|gene| gene.index() < 5));
                neighbor
            })
            .collect();
        assert_eq!(neighbors.len(), 16);
    }

    #[test]
    fn every_order_has_each_neighbor_once_and_begins_anywhere() {
        for (length, symbols) in [(1, 2), (3, 2), (4, 5), (7, 13)] {
            let space = Space::new(length, None, Symbols::new(symbols), symbols);
            let order: HashSet<u64> = (0..space.neighbors()).map(|place| space.nth_neighbor(99, place)).collect();
            assert_eq!(order.len() as u64, space.neighbors());
        }
        let space = Space::new(4, None, Symbols::new(5), 5);
        let mut stream = Seed::from_number(3).key(0).stream(0);
        let (mut first, mut second) = ([0u32; 16], [0u32; 16]);
        for _ in 0..160_000 {
            let order = stream.word();
            let [a, b] = [0, 1].map(|place| usize::try_from(space.nth_neighbor(order, place)).unwrap());
            first[a] += 1;
            second[(16 + b - a) % 16] += 1;
        }
        // 15 degrees of freedom: 37.7 is exceeded once in 1000; the second is never the first: 14, 36.1.
        let chi = |counts: &[u32], mean: f64| -> f64 {
            counts.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum()
        };
        let chi_squares = (chi(&first, 1e4), chi(&second[1..], 160_000.0 / 15.0));
        assert!(second[0] == 0 && chi_squares.0 < 37.7 && chi_squares.1 < 36.1, "{chi_squares:?}");
    }
}
