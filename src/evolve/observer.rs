//! [`Observer`]: watching a run, generic, so that nobody pays for what he does not look at.

use std::collections::BTreeMap;
use std::fmt;

use super::mutation::{Credits, Mutate, OperatorState};
use super::stop::Progress;
use crate::puzzle::kernel::Fitness;

/// Somebody who is shown every generation.
pub trait Observer {
    /// Called after the initial population (generation 0) and after every generation.
    fn generation(&mut self, generation: &Generation<'_>);
}

/// Nobody watches.
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

/// All individuals of a generation, wherever they live. They come in groups: those of an island lie together.
pub trait Individuals: std::fmt::Debug {
    /// How many groups there are.
    fn groups(&self) -> usize;

    /// The fitness of everybody in a group.
    fn fitness(&self, group: usize) -> &[Fitness];

    /// How many different genomes there are in all groups together.
    fn distinct(&self) -> usize;

    /// How many individuals have each gene of their own; nobody has one unless the mutation asks for it.
    fn own(&self) -> BTreeMap<u16, u64> {
        BTreeMap::new()
    }
}

/// What operators learn in a run.
#[derive(Clone, Copy)]
pub struct Learning<'a> {
    /// The mutation, with what it has learnt.
    pub mutation: &'a dyn Mutate,
    /// What each of its operators did in the last generation.
    pub credits: &'a Credits,
}

impl fmt::Debug for Learning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Learning").field("credits", self.credits).finish_non_exhaustive()
    }
}

/// One generation, as an observer sees it. What costs something is computed when asked for.
#[derive(Debug)]
pub struct Generation<'a> {
    /// All individuals, evaluated.
    pub individuals: &'a dyn Individuals,
    /// How far the run is.
    pub progress: Progress,
    /// Individuals made so far, the initial ones included.
    pub offspring: u64,
    /// Restarts so far, those of all islands together.
    pub restarts: u64,
    /// What became of this generation's recombined children.
    pub children: Children,
    /// What operators have learnt up to and from this generation; nothing where none do.
    pub learning: Option<Learning<'a>>,
}

/// Recombined children compared with their parents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Children {
    /// Those with a lower penalty than the mean of their two parents.
    pub better: u64,
    /// Those with a higher one.
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
    /// The operators that adapt, as they go into the next generation.
    #[must_use]
    pub fn operators(&self) -> Vec<OperatorState> {
        let Some(Learning { mutation, credits }) = self.learning else { return Vec::new() };
        mutation.states(credits, &|| self.individuals.own())
    }

    /// The spread of the penalties: one pass over all individuals.
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
        // In whole numbers until the end: n Σx² − (Σx)² has no rounding.
        let scaled = u128::from(size) * u128::from(squares) - u128::from(sum) * u128::from(sum);
        Spread { best, worst, mean: sum as f64 / size as f64, std: (scaled as f64).sqrt() / size as f64 }
    }
}
