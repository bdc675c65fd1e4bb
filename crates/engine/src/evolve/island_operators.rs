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
        #[serde(skip_serializing_if = "Option::is_none")]
        pub selection: Option<Selection>,
        /// Recombination.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub crossover: Option<Crossover>,
        /// Mutation.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub mutation: Option<Mutation>,
        /// Local search on offspring.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub memetic: Option<Memetic>,
    }
}

/// Operators of an island.
#[derive(Clone, Debug, PartialEq)]
pub struct IslandOperators<S = Selection, X = Crossover, M = Mutation> {
    /// Parent selection.
    pub selection: S,
    /// Recombination of two parents into two offspring.
    pub crossover: X,
    /// Mutation of offspring.
    pub mutation: M,
    /// Local search on offspring.
    pub memetic: Memetic,
}

impl<S: Select, X: Cross, M: Mutate> IslandOperators<S, X, M> {
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
    pub(super) fn learn(&mut self, [crossover, mutation]: [&OperatorCredits; 2]) {
        self.crossover.learn(crossover);
        self.mutation.learn(mutation);
    }
}
