//! [`Observer`]: a receiver of the generations of a run that it needs ([`Needed`]) and, on request, of its matings; it changes no result.
//! [`Generation`]: what it receives, from the individuals, the progress and the spread of penalties to the states of adaptive operators.
//! Matings are defined in `mating`, observers that a sweep names in `observe`.

use serde::{Deserialize, Serialize};

use super::mating::Mating;
use crate::evaluation::{Fitness, Gene, Kernel, KernelTask};
use evocube_cube::solver::Cancelled;

/// A receiver of every generation, or of those that it needs. Costly values are computed on request. An error of any of its methods ends
/// the run.
pub trait Observer: Send {
    /// Receives the initial population (generation 0), then every generation that it [needs](Self::needs).
    ///
    /// # Errors
    /// If the observer fails, which ends the run.
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled>;

    /// Returns which generation the observer needs next; it is asked after each that it receives. It may receive others, too: an algorithm
    /// may leave out those before, since a generation of one individual takes less time than an observer.
    fn needs(&self) -> Needed {
        Needed::EVERY
    }

    /// Returns whether the matings of the next generation are recorded, for [`matings`](Self::matings). Only the genetic algorithm
    /// records them; no result of a run changes, but the generation takes longer.
    fn records_matings(&self) -> bool {
        false
    }

    /// Receives the matings of a generation, in the order of its offspring and island by island, before the generation itself. There are
    /// none if the population was reinitialized. A generation that the limit of evaluations cuts is not received.
    ///
    /// # Errors
    /// As for [`generation`](Self::generation).
    fn matings(&mut self, matings: &[Mating]) -> Result<(), Cancelled> {
        let _ = matings;
        Ok(())
    }

    /// Receives the first solution of a strategy that makes further attempts, as the only individual of its generation.
    ///
    /// # Errors
    /// As for [`generation`](Self::generation).
    fn solution(&mut self, solution: &Generation<'_>) -> Result<(), Cancelled> {
        let _ = solution;
        Ok(())
    }

    /// Receives the last generation at the end of a run, or the solution as its only individual.
    ///
    /// # Errors
    /// As for [`generation`](Self::generation).
    fn end(&mut self, last: &Generation<'_>) -> Result<(), Cancelled> {
        let _ = last;
        Ok(())
    }

    /// Returns whether the observer ignores generations, so that an algorithm may skip the calls.
    fn is_idle(&self) -> bool {
        false
    }
}

/// The next generation that an observer needs: the first for which any part holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needed {
    /// This generation or a later one.
    pub generation: u64,
    /// A generation after at least this number of evaluations.
    pub evaluations: u64,
    /// A generation by which the lowest penalty of the run is below this; never while it is `u32::MAX`.
    pub below: u32,
}

impl Needed {
    /// Every generation.
    pub const EVERY: Self = Self { generation: 0, evaluations: 0, below: u32::MAX };

    /// No generation.
    pub const NONE: Self = Self { generation: u64::MAX, evaluations: u64::MAX, below: 0 };

    /// Returns whether the generation with this progress is needed.
    #[inline]
    pub fn holds(&self, progress: &Progress) -> bool {
        progress.generations >= self.generation
            || progress.evaluations >= self.evaluations
            || progress.best < self.below
    }

    /// Returns the next generation that either of two observers needs.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            generation: self.generation.min(other.generation),
            evaluations: self.evaluations.min(other.evaluations),
            below: self.below.max(other.below),
        }
    }
}

/// No observer.
impl Observer for () {
    fn generation(&mut self, _: &Generation<'_>) -> Result<(), Cancelled> {
        Ok(())
    }

    fn needs(&self) -> Needed {
        Needed::NONE
    }

    fn is_idle(&self) -> bool {
        true
    }
}

/// Two observers.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        self.0.generation(generation)?;
        self.1.generation(generation)
    }

    fn needs(&self) -> Needed {
        self.0.needs().or(self.1.needs())
    }

    fn records_matings(&self) -> bool {
        self.0.records_matings() || self.1.records_matings()
    }

    fn matings(&mut self, matings: &[Mating]) -> Result<(), Cancelled> {
        self.0.matings(matings)?;
        self.1.matings(matings)
    }

    fn solution(&mut self, solution: &Generation<'_>) -> Result<(), Cancelled> {
        self.0.solution(solution)?;
        self.1.solution(solution)
    }

    fn end(&mut self, last: &Generation<'_>) -> Result<(), Cancelled> {
        self.0.end(last)?;
        self.1.end(last)
    }

    fn is_idle(&self) -> bool {
        self.0.is_idle() && self.1.is_idle()
    }
}

/// By reference.
impl<O: Observer + ?Sized> Observer for &mut O {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        (**self).generation(generation)
    }

    fn needs(&self) -> Needed {
        (**self).needs()
    }

    fn records_matings(&self) -> bool {
        (**self).records_matings()
    }

    fn matings(&mut self, matings: &[Mating]) -> Result<(), Cancelled> {
        (**self).matings(matings)
    }

    fn solution(&mut self, solution: &Generation<'_>) -> Result<(), Cancelled> {
        (**self).solution(solution)
    }

    fn end(&mut self, last: &Generation<'_>) -> Result<(), Cancelled> {
        (**self).end(last)
    }

    fn is_idle(&self) -> bool {
        (**self).is_idle()
    }
}

/// The individuals of a generation, in one group per island.
pub trait Individuals {
    /// Returns the number of groups.
    fn groups(&self) -> usize;

    /// Returns the fitness of each individual of a group.
    fn fitness(&self, group: usize) -> &[Fitness];

    /// Returns the number of different genomes in all groups together.
    fn distinct(&self) -> usize;

    /// Returns the genome of an individual of a group; empty if individuals have none.
    fn genome(&self, group: usize, individual: usize) -> &[Gene] {
        let _ = (group, individual);
        &[]
    }
}

/// The adaptive operators of an algorithm.
pub trait Adaptation {
    /// Returns the state of each operator for the next generation.
    fn operators(&self) -> Vec<OperatorState>;
}

/// State of an adaptive operator, or of a part of an adaptive mixture. Values that do not apply are `None`.
#[derive(Clone, Debug, PartialEq)]
pub struct OperatorState {
    /// Name; in a mixture or a sequence it follows the operator's number: `2-insert`.
    pub operator: String,
    /// Current probability in a mixture.
    pub probability: Option<f64>,
    /// Rate per gene; `None` if it does not adapt.
    pub rate: Option<f64>,
    /// Number of individuals with this rate as their strategy parameter.
    pub individuals: Option<u64>,
    /// Success of the offspring that the operator changed in the last generation.
    pub credit: Option<Credit>,
}

impl OperatorState {
    pub(crate) fn new(operator: &str) -> Self {
        Self { operator: operator.to_owned(), probability: None, rate: None, individuals: None, credit: None }
    }

    /// Returns the state with the number of part `index` before its name.
    pub(crate) fn numbered(self, index: usize) -> Self {
        Self { operator: format!("{}-{}", index + 1, self.operator), ..self }
    }
}

/// Success of the offspring that one operator changed in a generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credit {
    /// Number of offspring.
    pub uses: u64,
    /// Number of offspring fitter than the parent from which they were copied.
    pub successes: u64,
    /// Sum of the differences to those parents' penalties, over offspring with a lower penalty.
    pub gain: u64,
}

impl Credit {
    /// Returns the mean gain per offspring; `None` without offspring.
    pub fn mean_gain(self) -> Option<f64> {
        (self.uses > 0).then(|| self.gain as f64 / self.uses as f64)
    }

    /// Returns the share of successes; `None` without offspring.
    pub fn success_rate(self) -> Option<f64> {
        (self.uses > 0).then(|| self.successes as f64 / self.uses as f64)
    }
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Lowest penalty so far; `u32::MAX` while an algorithm on states has not solved the state.
    pub best: u32,
    /// Generations after the initial one.
    pub generations: u64,
    /// Genomes evaluated.
    pub evaluations: u64,
    /// Generations since the lowest penalty of the run was first found.
    pub stagnation: u64,
    /// Generations in a row without a new genome.
    pub without_new_genome: u64,
}

impl Progress {
    /// Sets the lowest penalty and the number of evaluations after a generation.
    pub(crate) fn update(&mut self, best: u32, evaluations: u64) {
        self.stagnation = if best < self.best { 0 } else { self.stagnation + 1 };
        self.without_new_genome = if evaluations > self.evaluations { 0 } else { self.without_new_genome + 1 };
        (self.best, self.evaluations) = (best, evaluations);
    }
}

/// One generation.
#[derive(Clone, Copy)]
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
    /// Whether the limit of evaluations cut the generation: some of its genomes were left out. The individuals are then those before it.
    pub is_cut: bool,
    /// Adaptive operators; `None` if the algorithm has none.
    pub adaptation: Option<&'a dyn Adaptation>,
}

/// Numbers of recombined offspring by comparison with their parents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Returns the spread of the penalties: one pass over all individuals. In a [cut](Self::is_cut) generation the lowest penalty is that
    /// of the run.
    pub fn spread(&self) -> Spread {
        let (mut all, mut size) = (Moments { best: u32::MAX, worst: 0, sum: 0, squares: 0 }, 0);
        for group in 0..self.individuals.groups() {
            let group = self.individuals.fitness(group);
            size += group.len() as u64;
            // Of so few penalties of 16 bits, the sum has 32 bits.
            for fitness in group.chunks(1 << 16) {
                let part = Kernel::best().run(MomentsOf(fitness));
                all.best = all.best.min(part.best);
                all.worst = all.worst.max(part.worst);
                all.sum += part.sum;
                all.squares += part.squares;
            }
        }
        let Moments { mut best, worst, sum, squares } = all;
        if self.is_cut {
            best = best.min(self.progress.best);
        }
        // In integers, n Σx² − (Σx)² has no rounding error.
        let scaled = u128::from(size) * u128::from(squares) - u128::from(sum) * u128::from(sum);
        Spread { best, worst, mean: sum as f64 / size as f64, std: (scaled as f64).sqrt() / size as f64 }
    }
}

/// Extremes and sums of penalties.
struct Moments {
    best: u32,
    worst: u32,
    sum: u64,
    squares: u64,
}

/// The moments of at most 2^16 individuals.
struct MomentsOf<'a>(&'a [Fitness]);

impl KernelTask for MomentsOf<'_> {
    type Output = Moments;

    #[inline(always)]
    fn run(self) -> Moments {
        let (mut best, mut worst, mut sum, mut squares) = (u32::MAX, 0, 0u32, 0u64);
        for fitness in self.0 {
            let penalty = fitness.penalty();
            best = best.min(penalty);
            worst = worst.max(penalty);
            sum += penalty;
            squares += u64::from(penalty * penalty);
        }
        Moments { best, worst, sum: u64::from(sum), squares }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Islands of individuals with these penalties.
    struct Islands([Vec<Fitness>; 2]);

    impl Individuals for Islands {
        fn groups(&self) -> usize {
            self.0.len()
        }

        fn fitness(&self, group: usize) -> &[Fitness] {
            &self.0[group]
        }

        fn distinct(&self) -> usize {
            0
        }
    }

    #[test]
    fn the_spread_is_that_of_all_islands_together() {
        let individuals = Islands(
            [&[2, 4, 4, 4][..], &[5, 5, 7, 9]]
                .map(|penalties| penalties.iter().map(|penalty| Fitness::new(*penalty, 0)).collect()),
        );
        let generation = Generation {
            individuals: &individuals,
            progress: Progress { best: 1, ..Progress::default() },
            offspring: 8,
            restarts: 0,
            children: Children::default(),
            is_cut: false,
            adaptation: None,
        };
        let spread = Spread { best: 2, worst: 9, mean: 5.0, std: 2.0 };
        assert_eq!(generation.spread(), spread);
        assert_eq!(Generation { is_cut: true, ..generation }.spread(), Spread { best: 1, ..spread });
    }
}
