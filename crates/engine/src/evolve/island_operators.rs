//! [`IslandSettings`]: operators that an island has in place of those of the run.

use super::crossover::{Cross, Crossover};
use super::memetic::Memetic;
use super::mutation::{Mutate, Mutation, OperatorCredits};
use super::schedule::Moment;
use super::selection::{Select, Selection};
use crate::settings::settings;

settings! {
    /// The settings of one island: `[[base.island]]`. Omitted keys take their values from `[base]`.
    ///
    /// Islands with different settings explore in different ways (E. Alba and J. M. Troya, "A survey of parallel distributed genetic
    /// algorithms", 1999, call them heterogeneous).
    pub struct IslandSettings {
        /// Parent selection.
        pub selection: Option<Selection>,
        /// Recombination.
        pub crossover: Option<Crossover>,
        /// Mutation.
        pub mutation: Option<Mutation>,
        /// Local search on offspring.
        pub memetic: Option<Memetic>,
    }
}

/// Operators of an island.
#[derive(Clone, Debug, PartialEq)]
pub struct IslandOperators {
    /// Parent selection.
    pub selection: Selection,
    /// Recombination of two parents into two offspring.
    pub crossover: Crossover,
    /// Mutation of offspring.
    pub mutation: Mutation,
    /// Local search on offspring.
    pub memetic: Memetic,
}

impl IslandOperators {
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
