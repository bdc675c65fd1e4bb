//! [`Observer`]: a receiver of every generation of a run.

use std::collections::BTreeMap;
use std::fmt;

use super::mutation::{Mutate, OperatorCredits, OperatorState};
use super::stop::Progress;
use crate::evaluation::Fitness;

/// A receiver of every generation. It is generic, so that values which are not read cost nothing.
pub trait Observer {
    /// Receives the initial population (generation 0), then every generation.
    fn generation(&mut self, generation: &Generation<'_>);
}

/// No observer.
impl Observer for () {
    fn generation(&mut self, _: &Generation<'_>) {}
}

/// Two observers.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn generation(&mut self, generation: &Generation<'_>) {
        self.0.generation(generation);
        self.1.generation(generation);
    }
}

/// By reference.
impl<O: Observer + ?Sized> Observer for &mut O {
    fn generation(&mut self, generation: &Generation<'_>) {
        (**self).generation(generation);
    }
}

/// All individuals of a generation, in groups: one for each island.
pub trait Individuals: std::fmt::Debug {
    /// Returns the number of groups.
    fn groups(&self) -> usize;

    /// Returns the fitness of each individual of a group.
    fn fitness(&self, group: usize) -> &[Fitness];

    /// Returns the number of different genomes in all groups together.
    fn distinct(&self) -> usize;

    /// Returns the number of individuals with each value of a strategy parameter; empty unless the mutation has one.
    fn strategy_parameters(&self) -> BTreeMap<u16, u64> {
        BTreeMap::new()
    }
}

/// The adaptation of operators, after a generation.
#[derive(Clone, Copy)]
pub struct AdaptationView<'a> {
    /// The mutation with its adapted state.
    pub mutation: &'a dyn Mutate,
    /// The success of each of its operators in the last generation.
    pub credits: &'a OperatorCredits,
}

impl fmt::Debug for AdaptationView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AdaptationView").field("credits", self.credits).finish_non_exhaustive()
    }
}

/// One generation. Values that take time are computed by methods.
#[derive(Debug)]
pub struct Generation<'a> {
    /// All individuals, evaluated.
    pub individuals: &'a dyn Individuals,
    /// The progress of the run.
    pub progress: Progress,
    /// Individuals generated so far, including the initial ones.
    pub offspring: u64,
    /// Restarts so far, on all islands together.
    pub restarts: u64,
    /// The recombined offspring of this generation compared with their parents.
    pub children: Children,
    /// The adaptation of operators; `None` for algorithms without a mutation that can adapt.
    pub adaptation: Option<AdaptationView<'a>>,
}

/// Numbers of recombined offspring by comparison with their parents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Children {
    /// Offspring with a lower penalty than the mean of their two parents.
    pub better: u64,
    /// Offspring with a higher penalty than the mean of their two parents.
    pub worse: u64,
}

/// The spread of the penalties of a population.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The lowest.
    pub best: u32,
    /// The highest.
    pub worst: u32,
    /// The arithmetic mean.
    pub mean: f64,
    /// The standard deviation over the population (divided by its size).
    pub std: f64,
}

impl Generation<'_> {
    /// Returns the state of the operators that adapt, for the next generation.
    #[must_use]
    pub fn operators(&self) -> Vec<OperatorState> {
        let Some(AdaptationView { mutation, credits }) = self.adaptation else { return Vec::new() };
        mutation.adaptation_rows(credits, &|| self.individuals.strategy_parameters())
    }

    /// Returns the spread of the penalties: one pass over all individuals.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // sums below 2^53: 10^8 individuals × 2^16
    pub fn spread(&self) -> Spread {
        let (mut best, mut worst, mut sum, mut squares, mut size) = (u32::MAX, 0, 0u64, 0u64, 0u64);
        for group in 0..self.individuals.groups() {
            let group = self.individuals.fitness(group);
            for fitness in group {
                let penalty = fitness.penalty();
                best = best.min(penalty);
                worst = worst.max(penalty);
                sum += u64::from(penalty);
                squares += u64::from(penalty) * u64::from(penalty);
            }
            size += group.len() as u64;
        }
        // Integers until the end: n Σx² − (Σx)² has no rounding.
        let scaled = u128::from(size) * u128::from(squares) - u128::from(sum) * u128::from(sum);
        Spread { best, worst, mean: sum as f64 / size as f64, std: (scaled as f64).sqrt() / size as f64 }
    }
}
