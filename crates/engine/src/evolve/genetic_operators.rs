//! [`GeneticOperators`]: the parent selection, crossover, mutation and local search of a genetic algorithm. Their scheduled values are set
//! here, and crossover and mutation adapt or are reset. All islands share them. The survivor selection is none of them: each island has its
//! own.

use super::crossover::{Cross, Crossover};
use super::memetic::Memetic;
use super::mutation::{Mutate, Mutation, OperatorCredits};
use super::schedule::Moment;
use super::selection::{Select, Selection};

/// Operators of a genetic algorithm. All islands share them and what they learn.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneticOperators {
    /// Parent selection.
    pub selection: Selection,
    /// Recombination of two parents into two offspring.
    pub crossover: Crossover,
    /// Mutation of offspring.
    pub mutation: Mutation,
    /// Local search on offspring.
    pub memetic: Memetic,
}

impl GeneticOperators {
    /// Sets the parameters that depend on the time of the run.
    pub(super) fn schedule(&mut self, moment: Moment) {
        self.selection.schedule(moment);
        self.crossover.schedule(moment);
        self.mutation.schedule(moment);
        self.memetic.rate.set(moment);
    }

    /// Resets the adaptation of the operators.
    pub(super) fn reset(&mut self) {
        self.crossover.reset();
        self.mutation.reset();
    }

    /// Adapts the operators to the success of crossovers and of mutations.
    pub(super) fn learn(&mut self, crossovers: &OperatorCredits, mutations: &OperatorCredits) {
        self.crossover.learn(crossovers);
        self.mutation.learn(mutations);
    }
}
