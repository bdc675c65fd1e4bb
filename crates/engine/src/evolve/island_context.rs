//! [`IslandContext`]: the operators and the inputs of a generation that all islands of a run share, with its budget of evaluations. It is
//! made in `engine`, and used by breeding and by the survivor selections.

use super::budget::Budget;
use super::genetic_operators::GeneticOperators;
use super::pareto::LengthMetric;
use super::restart::Restart;
use super::symbols::Symbols;
use crate::bounded::{InitialLength, Rate};
use crate::evaluation::{Evaluator, Gene};
use crate::optimizer::{MatingRecorder, WorkerPool};

/// The operators and the inputs that all islands of a run share.
#[derive(Clone, Copy)]
pub(super) struct IslandContext<'a> {
    pub(super) evaluator: &'a Evaluator,
    pub(super) pool: &'a WorkerPool,
    pub(super) length_metric: Option<&'a LengthMetric>,
    pub(super) operators: &'a GeneticOperators,
    pub(super) symbols: &'a Symbols,
    /// Genomes that the run begins with.
    pub(super) seeds: &'a [Vec<Gene>],
    /// Lengths of initial genomes; all genes if `None`.
    pub(super) initial: Option<InitialLength>,
    pub(super) elitism: usize,
    /// Share of a generation that is random immigrants.
    pub(super) immigrants: Rate,
    pub(super) restart: Restart,
    /// The evaluations that are left, if the generation may need more. It is then made on one thread.
    pub(super) budget: Option<&'a Budget>,
    /// The recorder of the matings, if the observer of the run asks for them.
    pub(super) recorder: Option<&'a MatingRecorder>,
}

impl IslandContext<'_> {
    /// Returns whether the budget left out a genome of the generation, which has then no survivors.
    pub(super) fn is_cut(&self) -> bool {
        self.budget.is_some_and(Budget::is_cut)
    }
}
