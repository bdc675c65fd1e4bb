//! [`Observe`]: the interface of registered observers, which compute further columns of logged generations; [`LoggedGeneration`] is what
//! they see. A receiver of the generations themselves is an `Observer`, in `observer`.

use super::observer::Generation;
use crate::evaluation::{Fitness, Gene};
use crate::registered::{Word, component_kind};
use evocube_cube::solver::Cancelled;

/// An observer outside the crate, which computes values of every logged generation. It changes no result.
pub trait Observe: Send + Sync {
    /// Returns the name of each value: letters, digits, `-` and `_`. The names depend on the settings alone.
    fn columns(&self) -> Vec<String>;

    /// Writes the value of each column. The values must depend on the generation alone. They are NaN before, and a value that is
    /// not finite is a missing one.
    ///
    /// # Errors
    /// If the observer fails, which ends the run.
    fn observe(&self, generation: &LoggedGeneration<'_>, values: &mut [f64]) -> Result<(), Cancelled>;
}

impl Observe for Word {
    fn columns(&self) -> Vec<String> {
        self.columns.clone()
    }

    fn observe(&self, _: &LoggedGeneration<'_>, _: &mut [f64]) -> Result<(), Cancelled> {
        self.run()
    }
}

component_kind!(dyn Observe, Observer, &[]);

/// A generation that is logged, with the alphabet of its genomes.
#[derive(Clone, Copy)]
pub struct LoggedGeneration<'a> {
    /// The generation.
    pub generation: Generation<'a>,
    /// The name of each symbol; a gene is an index of this list.
    pub symbols: &'a [String],
    write: &'a dyn Fn(&[Gene]) -> String,
}

/// An individual of a logged generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggedIndividual<'a> {
    /// Index of its island.
    pub island: usize,
    /// All its genes; empty if the algorithm has no genomes.
    pub genome: &'a [Gene],
    /// Its fitness.
    pub fitness: Fitness,
}

impl<'a> LoggedGeneration<'a> {
    /// Returns a logged generation. `write` returns the moves of genes as text.
    pub fn new(generation: Generation<'a>, symbols: &'a [String], write: &'a dyn Fn(&[Gene]) -> String) -> Self {
        Self { generation, symbols, write }
    }

    /// Returns all individuals, island by island.
    pub fn individuals(&self) -> impl Iterator<Item = LoggedIndividual<'a>> + use<'a> {
        let individuals = self.generation.individuals;
        (0..individuals.groups()).flat_map(move |island| {
            let fitness = individuals.fitness(island).iter().enumerate();
            fitness.map(move |(number, &fitness)| {
                let genome = individuals.genome(island, number);
                LoggedIndividual { island, genome, fitness }
            })
        })
    }

    /// Returns the fittest individual, the first of equals.
    ///
    /// # Panics
    /// Never: a logged generation has individuals.
    pub fn best(&self) -> LoggedIndividual<'a> {
        self.individuals().min_by_key(|individual| individual.fitness).expect("a logged generation has individuals")
    }

    /// Returns the moves of an individual, after cancelling: those of the genes that count. Empty if it has no genome.
    pub fn moves(&self, individual: &LoggedIndividual<'_>) -> String {
        let LoggedIndividual { genome, fitness, .. } = individual;
        genome.get(..fitness.genes()).map_or(String::new(), self.write)
    }
}
