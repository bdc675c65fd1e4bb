//! [`Mating`]: the record of the way from parents to their offspring, for observers that [ask for
//! it](super::Observer::records_matings), and `MatingRecorder`, which collects those of a generation. Only the genetic algorithm records
//! them, in `evolve::breeding`.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use crate::evaluation::{Fitness, Gene};

/// The selection, recombination and mutation of a pair of parents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mating {
    /// The two parents. Offspring n began as a copy of parent n.
    pub parents: [Parent; 2],
    /// Further parents of the crossover, as indices of individuals; empty if it has none.
    pub further: Vec<u32>,
    /// The number of the crossover that recombined the pair, 0 unless it is one of a mixture; `None` if the parents were copied.
    pub crossover: Option<usize>,
    /// The two offspring, or the first alone if the generation has no place for the other.
    pub offspring: Vec<Offspring>,
}

/// A parent and the selection that drew it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parent {
    /// Its index in the population before.
    pub individual: u32,
    /// The individuals that the selection compared, in the order of their draws; empty if it compares none.
    pub contestants: Vec<u32>,
    /// Its genes.
    pub genes: Vec<Gene>,
    /// Its fitness.
    pub fitness: Fitness,
}

/// An offspring, step by step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offspring {
    /// The genes after the crossover.
    pub crossed: Vec<Gene>,
    /// The parent's gene that each of them is; `None` for one that the crossover added.
    pub origins: Vec<Option<Origin>>,
    /// The number of the mutation that was applied, 0 unless it is one of a mixture; `None` if there was none.
    pub mutation: Option<usize>,
    /// The genes after the mutation.
    pub genes: Vec<Gene>,
    /// The position that each of them had before the mutation; `None` for a new gene.
    pub positions: Vec<Option<u16>>,
    /// The fitness of these genes. It is that of the parent, without an evaluation, if they are the parent's genes.
    pub fitness: Fitness,
}

/// The gene of a parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The parent: 0 or 1, or 2 and more for further parents.
    pub parent: u16,
    /// The position of the gene in that parent.
    pub gene: u16,
}

/// Recorder of the matings of a generation, on all islands in their order.
#[derive(Debug, Default)]
pub(crate) struct MatingRecorder(Mutex<Vec<Mating>>);

impl MatingRecorder {
    /// Adds the matings of some offspring, which come after those before.
    pub(crate) fn add(&self, mut matings: Vec<Mating>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).append(&mut matings);
    }

    /// Returns the matings in the order of the offspring.
    pub(crate) fn into_matings(self) -> Vec<Mating> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
