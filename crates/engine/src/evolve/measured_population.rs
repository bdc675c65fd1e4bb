//! [`MeasuredPopulation`]: what parent selections measure beside fitness: penalties by piece, numbers of genes, and distances of genomes.

use super::population::{Population, hamming_distance};
use super::selection::Measures;
use crate::evaluation::Evaluator;

/// The measures of an evaluated population, computed at each call. Distances are Hamming distances of whole genomes. The other
/// measures are of the genes that count.
pub(super) struct MeasuredPopulation<'a> {
    pub(super) evaluator: &'a Evaluator,
    pub(super) population: &'a Population,
}

impl Measures for MeasuredPopulation<'_> {
    fn cases(&self) -> usize {
        self.evaluator.piece_count()
    }

    fn penalties(&self, individual: usize, penalties: &mut [u16]) {
        self.evaluator.piece_penalties(self.population.counting_genes(individual), penalties);
    }

    fn genes(&self, individual: usize) -> usize {
        self.evaluator.length(self.population.counting_genes(individual))
    }

    #[allow(clippy::cast_possible_truncation)] // genomes have at most 1000 genes
    fn distances(&self, individual: usize, distances: &mut [u16]) {
        let genome = self.population.genome(individual);
        for (distance, other) in distances.iter_mut().zip(0..) {
            *distance = hamming_distance(genome, self.population.genome(other)) as u16;
        }
    }
}
