//! The vocabulary of solving: [`Solver`], [`Solution`], [`Budget`], [`Unsolved`].

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::turn::Turn;
use crate::puzzle::{Cube, CubeState, Puzzle};

/// A search for moves `M` that solve a state `S` of a puzzle.
pub trait Solver<S, M = Turn>: Send + Sync {
    /// Returns the name in options and files.
    fn name(&self) -> &str;

    /// Does one solve look at a state as at all its symmetric copies and their inverses? Then to ask for these is to search
    /// the same again.
    fn sees_symmetries(&self) -> bool {
        false
    }

    /// Solves a state within a budget.
    ///
    /// # Errors
    /// If the budget ran out, or the solver does not do such states.
    fn solve(&self, state: S, budget: &Budget) -> Result<Solution<S, M>, Unsolved>;
}

/// A request to end work early. Solvers and algorithms ask for it every few thousand nodes or every generation; what a
/// cancelled one returns counts for nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cancellation(Option<&'static AtomicBool>);

impl Cancellation {
    /// The request that never comes.
    pub const NEVER: Self = Self(None);

    /// The request that has come once the flag is set.
    #[must_use]
    pub const fn by(flag: &'static AtomicBool) -> Self {
        Self(Some(flag))
    }

    /// Has the request come?
    #[inline]
    #[must_use]
    pub fn is_requested(self) -> bool {
        self.0.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl PartialEq for Cancellation {
    /// The same flag, or none.
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Some(flag), Some(other)) => std::ptr::eq(flag, other),
            (flag, other) => flag.is_none() && other.is_none(),
        }
    }
}

impl Eq for Cancellation {}

/// What a solver may spend; what is `None` is not limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Wall-clock time. A result that depends on it is not reproducible, so sweeps never set it.
    pub time: Option<Duration>,
    /// Search nodes.
    pub nodes: Option<u64>,
    /// The length of the solution, in turns of the solver's own metric: a longer one is none.
    pub depth: Option<usize>,
    /// The length that is good enough: a solver that finds ever shorter solutions stops there.
    pub target: Option<usize>,
    /// How many threads one solve may use; one if `None`. This changes nothing but the time it takes.
    pub threads: Option<NonZeroUsize>,
    /// A request to end the search, which solvers heed like the end of their time.
    pub cancellation: Cancellation,
}

/// A way to the solved state. It is replayed when built, so that a wrong one cannot exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<S, M = Turn> {
    start: S,
    moves: Algorithm<M>,
    parts: Vec<Part>,
    nodes: u64,
    optimal: Option<Metric>,
}

/// A step or phase of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What the step does, in a few words.
    pub name: &'static str,
    /// How many turns it took, before anything cancels.
    pub turns: usize,
}

/// Why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// The budget ran out.
    #[error("no solution within the budget ({nodes} nodes searched)")]
    Budget {
        /// How many nodes were searched.
        nodes: u64,
    },
    /// The budget ran out, but something is proved.
    #[error("no solution within the budget ({nodes} nodes searched); it takes at least {}", turns(*.bound, *.metric))]
    Bounded {
        /// How many nodes were searched.
        nodes: u64,
        /// There is no solution with fewer turns.
        bound: usize,
        /// The metric that they are counted in.
        metric: Metric,
    },
    /// Everything was searched that the limit of the length allows.
    #[error("no solution has at most {}; the search was exhaustive ({nodes} nodes)", turns(*.length, *.metric))]
    Impossible {
        /// How many nodes were searched.
        nodes: u64,
        /// There is no solution with so few turns.
        length: usize,
        /// The metric that they are counted in.
        metric: Metric,
    },
    /// A search came to the end of its memory.
    #[error("no solution has fewer than {}; the search needs more than the {states} states it may keep ({nodes} nodes)", turns(*.bound, Metric::Htm))]
    Memory {
        /// How many nodes were searched.
        nodes: u64,
        /// There is no solution with fewer moves.
        bound: usize,
        /// The maximum of states.
        states: usize,
    },
    /// The moves that were found do not solve the state: a defect of the solver, which never reaches anybody as a
    /// solution.
    #[error("the moves found do not solve the state")]
    Wrong,
}

impl Unsolved {
    /// Returns the number of search nodes; 0 for wrong moves.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        match self {
            Self::Budget { nodes }
            | Self::Bounded { nodes, .. }
            | Self::Impossible { nodes, .. }
            | Self::Memory { nodes, .. } => *nodes,
            Self::Wrong => 0,
        }
    }

    /// Returns the proved lower bound of a solution's length, in the metric of the solver.
    #[must_use]
    pub const fn lower_bound(&self) -> Option<usize> {
        match self {
            Self::Bounded { bound, .. } | Self::Memory { bound, .. } => Some(*bound),
            Self::Impossible { length, .. } => Some(*length + 1),
            Self::Budget { .. } | Self::Wrong => None,
        }
    }
}

/// A length in words.
fn turns(length: usize, metric: Metric) -> String {
    let kind = if metric == Metric::Qtm { "quarter " } else { "" };
    let plural = if length == 1 { "" } else { "s" };
    format!("{length} {kind}turn{plural}")
}

impl<S: CubeState> Solution<S> {
    /// A solution of a cube in one part.
    ///
    /// # Errors
    /// [`Unsolved::Wrong`] if the moves do not solve the state.
    pub fn new(start: S, moves: Algorithm, nodes: u64) -> Result<Self, Unsolved> {
        Self::with_parts(start, moves, Vec::new(), nodes)
    }

    /// A solution of a cube in parts.
    ///
    /// # Errors
    /// [`Unsolved::Wrong`] if the moves do not solve the state.
    pub fn with_parts(start: S, moves: Algorithm, parts: Vec<Part>, nodes: u64) -> Result<Self, Unsolved> {
        Ok(Self { parts, ..Self::of(&Cube::new(), start, moves, nodes)? })
    }
}

impl<S: Copy, M: Copy> Solution<S, M> {
    /// A solution on any puzzle, in one part.
    ///
    /// # Errors
    /// [`Unsolved::Wrong`] if the moves do not solve the state.
    pub fn of<P>(puzzle: &P, start: S, moves: Algorithm<M>, nodes: u64) -> Result<Self, Unsolved>
    where
        P: Puzzle<State = S, Move = M>,
    {
        if puzzle.is_solved(puzzle.apply_all(start, &moves)) {
            Ok(Self { start, moves, parts: Vec::new(), nodes, optimal: None })
        } else {
            Err(Unsolved::Wrong)
        }
    }

    /// The same, with the solver's word that no solution is shorter in this metric.
    #[must_use]
    pub fn proved_optimal(self, metric: Metric) -> Self {
        Self { optimal: Some(metric), ..self }
    }

    /// The metric in which it is proved that no solution is shorter, if it is.
    #[must_use]
    pub fn optimal(&self) -> Option<Metric> {
        self.optimal
    }

    /// The state that it solves.
    #[must_use]
    pub fn start(&self) -> S {
        self.start
    }

    /// The moves, as the solver found them. [`Algorithm::simplify`] cancels what it left.
    #[must_use]
    pub fn moves(&self) -> &Algorithm<M> {
        &self.moves
    }

    /// Its steps or phases, in order; empty when the solver has none.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// How many search nodes it took.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::cube3::Cube3;

    #[test]
    fn a_wrong_solution_cannot_be_built() {
        let state = Cube3::SOLVED.apply(Turn::R);
        assert_eq!(Solution::new(state, [Turn::R].as_slice().into(), 1), Err(Unsolved::Wrong));
        assert!(Solution::new(state, [Turn::R3].as_slice().into(), 1).is_ok());
    }
}
