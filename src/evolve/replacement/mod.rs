//! [`Replacement`]: who lives in the next generation.
//!
//! A generation is, under every replacement, as many children as the population has individuals (elites that go over
//! unchanged are not made): that is what bounds, intervals and logs count.

mod deterministic_crowding;
mod generational;
mod steady_state;

pub use steady_state::{SteadyState, Victim};

use serde::{Deserialize, Serialize};

use super::breeding::Tally;
use super::crossover::Cross;
use super::island::{Common, Stock};
use super::mutation::Mutate;
use super::pareto::NsgaTwo;
use super::selection::Select;
use crate::puzzle::kernel::{Fitness, Gene};
use deterministic_crowding::DeterministicCrowding;
use generational::Generational;
use steady_state::Standing;

/// Who lives in the next generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replacement {
    /// The children, and as many elites as there are.
    #[default]
    Generational,
    /// A few children at a time take the places of others: see [`SteadyState`].
    SteadyState(SteadyState),
    /// Everybody has one child, which takes the place of the parent that it is more like if it is better: deterministic
    /// crowding (S. W. Mahfoud, "Niching methods for genetic algorithms", 1995). Parents are paired at random; the four
    /// of a family are matched so that the sum of the two distances (genes that differ) is the least. An odd one sits out
    /// the generation. No selection takes place, and nobody needs to be an elite.
    DeterministicCrowding,
    /// Penalty and length are minimised together: NSGA-II (K. Deb, A. Pratap, S. Agarwal and T. Meyarivan, "A fast and
    /// elitist multiobjective genetic algorithm: NSGA-II", 2002). See [`pareto`](super::pareto).
    #[serde(rename = "nsga-ii")]
    NsgaTwo,
}

impl Replacement {
    /// How many individuals a generation makes, in a population of this size.
    #[must_use]
    pub const fn offspring(&self, population: usize, elitism: usize) -> usize {
        match self {
            Self::Generational => population - elitism,
            Self::SteadyState(_) | Self::NsgaTwo => population,
            Self::DeterministicCrowding => population - population % 2,
        }
    }

    /// Does a run leave a front behind?
    #[must_use]
    pub const fn has_front(&self) -> bool {
        matches!(self, Self::NsgaTwo)
    }

    /// How many bytes each individual takes beside its genes.
    #[must_use]
    pub const fn bytes_each(&self) -> usize {
        match self {
            Self::Generational => 0,
            // The order in which they are paired.
            Self::DeterministicCrowding => 4,
            // Two search trees, whose nodes may be half empty; ages.
            Self::SteadyState(_) => 80,
            // Two points each, their ranks and distances.
            Self::NsgaTwo => 64,
        }
    }
}

/// What a replacement knows of a population between generations.
#[derive(Debug)]
pub(super) enum Scheme {
    Generational(Generational),
    SteadyState(SteadyState, Standing),
    DeterministicCrowding(DeterministicCrowding),
    NsgaTwo(NsgaTwo),
}

impl Scheme {
    pub(super) fn new(replacement: Replacement) -> Self {
        match replacement {
            Replacement::Generational => Self::Generational(Generational::default()),
            Replacement::SteadyState(settings) => Self::SteadyState(settings, Standing::default()),
            Replacement::DeterministicCrowding => Self::DeterministicCrowding(DeterministicCrowding::default()),
            Replacement::NsgaTwo => Self::NsgaTwo(NsgaTwo::default()),
        }
    }

    /// Gets to know a population that was made anew, of which this is known.
    pub(super) fn begin<S, X, M>(&mut self, stock: &mut Stock, common: &Common<'_, S, X, M>, tally: &Tally) {
        match self {
            Self::Generational(_) | Self::DeterministicCrowding(_) => stock.note_best(tally.best.1),
            Self::SteadyState(_, standing) => {
                standing.begin(&stock.current);
                stock.note_best(tally.best.1);
            }
            Self::NsgaTwo(scheme) => scheme.begin(stock, common.ruler),
        }
    }

    /// Makes a generation.
    #[inline(always)]
    pub(super) fn breed<S: Select, X: Cross, M: Mutate>(
        &mut self,
        stock: &mut Stock,
        common: &Common<'_, S, X, M>,
        generation: u64,
    ) -> Tally {
        match self {
            Self::Generational(scheme) => scheme.breed(stock, common, generation),
            Self::SteadyState(settings, standing) => standing.breed(*settings, stock, common, generation),
            Self::DeterministicCrowding(scheme) => scheme.breed(stock, common, generation),
            Self::NsgaTwo(scheme) => scheme.breed(stock, common, generation),
        }
    }

    /// By what individuals are compared, the less the better: their fitness, or what stands for it.
    pub(super) fn merit<'a>(&'a self, stock: &'a Stock) -> &'a [Fitness] {
        match self {
            Self::NsgaTwo(scheme) => scheme.merit(),
            _ => stock.current.fitness(),
        }
    }

    /// Somebody from elsewhere takes some places.
    pub(super) fn admit<S, X, M>(
        &mut self,
        stock: &mut Stock,
        common: &Common<'_, S, X, M>,
        arrivals: &[(u32, (&[Gene], Fitness))],
    ) {
        for &(place, (genes, fitness)) in arrivals {
            if let Self::SteadyState(_, standing) = self {
                standing.replace(&stock.current, place, fitness);
            }
            stock.current.settle(place as usize, genes, fitness);
        }
        if let Self::NsgaTwo(scheme) = self {
            scheme.begin(stock, common.ruler);
        }
    }
}
