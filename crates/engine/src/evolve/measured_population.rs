//! [`MeasuredPopulation`]: the measures of individuals for parent selections.

use super::population::{Population, hamming_distance};
use super::selection::Measures;
use crate::evaluation::{Evaluator, Gene};

/// The measures of an evaluated population.
pub(super) struct MeasuredPopulation<'a> {
    pub(super) evaluator: &'a Evaluator,
    pub(super) population: &'a Population,
}

impl MeasuredPopulation<'_> {
    /// Returns the genes that count.
    fn evaluated(&self, individual: usize) -> &[Gene] {
        &self.population.genome(individual)[..self.population.fitness()[individual].genes()]
    }
}

impl Measures for MeasuredPopulation<'_> {
    fn cases(&self) -> usize {
        self.evaluator.piece_count()
    }

    fn penalties(&self, individual: usize, penalties: &mut [u16]) {
        self.evaluator.piece_penalties(self.evaluated(individual), penalties);
    }

    fn genes(&self, individual: usize) -> usize {
        let no_op = self.evaluator.no_op();
        self.evaluated(individual).iter().rposition(|&gene| Some(gene) != no_op).map_or(0, |last| last + 1)
    }

    #[allow(clippy::cast_possible_truncation)] // genomes have at most 1000 genes
    fn distances(&self, individual: usize, distances: &mut [u16]) {
        let genome = self.population.genome(individual);
        for (distance, other) in distances.iter_mut().zip(0..) {
            *distance = hamming_distance(genome, self.population.genome(other)) as u16;
        }
    }
}
