//! [`Solution`]: moves that solve a state, with their [`SolutionPart`]s; and [`Unsolved`], the reason why there are none.

use super::Budget;
use crate::puzzle::{Algorithm, Cube, Metric, Puzzle, Turn};

/// A sequence of moves that solves a state. Constructors replay it, so every value is correct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<S, M = Turn> {
    start: S,
    moves: Algorithm<M>,
    parts: Vec<SolutionPart>,
    nodes: u64,
    optimal: Option<Metric>,
    substitute: Option<&'static str>,
}

/// A step or phase of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionPart {
    /// The name of the step.
    pub name: &'static str,
    /// The number of moves before simplification.
    pub turns: usize,
    /// The numbers of moves of its macros, in order; of a step without macros the number of all its moves.
    pub macros: Vec<usize>,
}

impl SolutionPart {
    /// Returns a step of macros of these numbers of moves.
    pub fn new(name: &'static str, macros: Vec<usize>) -> Self {
        Self { name, turns: macros.iter().sum(), macros }
    }
}

/// Error: no solution was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// The budget ran out.
    #[error("no solution within the budget ({nodes} nodes searched)")]
    Budget {
        /// The number of search nodes.
        nodes: u64,
    },
    /// The budget ran out after a lower bound was proved.
    #[error("no solution within the budget ({nodes} nodes searched); it takes at least {}", metric.length_text(*.bound))]
    Bounded {
        /// The number of search nodes.
        nodes: u64,
        /// The lower bound of the length of all solutions.
        bound: usize,
        /// The metric of the lengths.
        metric: Metric,
    },
    /// The search was exhaustive: no solution is within the limit of the length.
    #[error("no solution has at most {}; the search was exhaustive ({nodes} nodes)", metric.length_text(*.length))]
    Impossible {
        /// The number of search nodes.
        nodes: u64,
        /// The maximum length that was searched.
        length: usize,
        /// The metric of the lengths.
        metric: Metric,
    },
    /// The search reached its memory limit.
    #[error("no solution has fewer than {}; the search needs more than the {states} states it may keep ({nodes} nodes)", Metric::Htm.length_text(*.bound))]
    Memory {
        /// The number of search nodes.
        nodes: u64,
        /// The lower bound of the number of moves of all solutions.
        bound: usize,
        /// The maximum number of states.
        states: usize,
    },
    /// The moves do not solve the state: a defect of the solver.
    #[error("the moves found do not solve the state")]
    Wrong,
    /// An algorithm outside this crate could not run, for this reason.
    #[error("{0}")]
    Failed(String),
}

impl Unsolved {
    /// Returns the number of search nodes; 0 for wrong moves and a failure.
    pub const fn nodes(&self) -> u64 {
        match self {
            Self::Budget { nodes }
            | Self::Bounded { nodes, .. }
            | Self::Impossible { nodes, .. }
            | Self::Memory { nodes, .. } => *nodes,
            Self::Wrong | Self::Failed(_) => 0,
        }
    }

    /// Returns the proved lower bound of a solution's length, in the metric of the solver; `None` if none was proved.
    pub const fn lower_bound(&self) -> Option<usize> {
        match self {
            Self::Bounded { bound, .. } | Self::Memory { bound, .. } => Some(*bound),
            Self::Impossible { length, .. } => Some(*length + 1),
            Self::Budget { .. } | Self::Wrong | Self::Failed(_) => None,
        }
    }
}

impl<S: Copy> Solution<S>
where
    Cube<S>: Puzzle<State = S, Move = Turn>,
{
    /// Returns a solution of a cube in one part.
    ///
    /// # Errors
    /// [`Unsolved::Wrong`] if the moves do not solve the state.
    pub fn new(start: S, moves: Algorithm, nodes: u64) -> Result<Self, Unsolved> {
        Self::for_puzzle(&Cube::new(), start, moves, nodes)
    }

    /// Returns a solution of a cube in parts.
    ///
    /// # Errors
    /// [`Unsolved::Wrong`] if the moves do not solve the state, and [`Unsolved::Budget`] if they are too many.
    pub(crate) fn with_parts(
        start: S,
        moves: Algorithm,
        parts: Vec<SolutionPart>,
        nodes: u64,
        budget: &Budget,
    ) -> Result<Self, Unsolved> {
        if budget.depth.is_some_and(|depth| moves.len() > depth) {
            return Err(Unsolved::Budget { nodes });
        }
        Ok(Self { parts, ..Self::for_puzzle(&Cube::new(), start, moves, nodes)? })
    }
}

impl<S: Copy, M: Copy> Solution<S, M> {
    /// Returns a solution on any puzzle, in one part.
    ///
    /// # Errors
    /// [`Unsolved::Wrong`] if the moves do not solve the state.
    ///
    /// ```
    /// use evocube_cube::{CUBE3, Cube3, Solution, Turn};
    /// let start = Cube3::after(&[Turn::R]);
    /// assert!(Solution::for_puzzle(&CUBE3, start, [Turn::R3].into_iter().collect(), 1).is_ok());
    /// assert!(Solution::for_puzzle(&CUBE3, start, [Turn::U].into_iter().collect(), 1).is_err());
    /// ```
    pub fn for_puzzle<P>(puzzle: &P, start: S, moves: Algorithm<M>, nodes: u64) -> Result<Self, Unsolved>
    where
        P: Puzzle<State = S, Move = M>,
    {
        if puzzle.is_solved(puzzle.apply_all(start, &moves)) {
            Ok(Self { start, moves, parts: Vec::new(), nodes, optimal: None, substitute: None })
        } else {
            Err(Unsolved::Wrong)
        }
    }

    /// Returns the solution, marked as optimal in a metric. The solver must have proved it.
    #[must_use]
    pub(crate) fn proved_optimal(self, metric: Metric) -> Self {
        Self { optimal: Some(metric), ..self }
    }

    /// Returns the solution, with the nodes of searches before it added to its own.
    #[must_use]
    pub(crate) fn after_nodes(self, nodes: u64) -> Self {
        Self { nodes: self.nodes + nodes, ..self }
    }

    /// Returns the solution, marked as that of another solver.
    #[must_use]
    pub(crate) fn by_substitute(self, name: &'static str) -> Self {
        Self { substitute: Some(name), ..self }
    }

    /// Returns the name of the solver that found the solution in place of the one that was asked; `None` if it was that one.
    pub fn substitute(&self) -> Option<&'static str> {
        self.substitute
    }

    /// Returns the metric in which the solution is proved optimal; `None` if it is not proved.
    pub fn optimal(&self) -> Option<Metric> {
        self.optimal
    }

    /// Returns the state that the moves solve.
    pub fn start(&self) -> S {
        self.start
    }

    /// Returns the moves of the solver, not simplified (see [`Algorithm::simplify`]).
    pub fn moves(&self) -> &Algorithm<M> {
        &self.moves
    }

    /// Returns the steps or phases, in order; empty if the solver has none.
    pub fn parts(&self) -> &[SolutionPart] {
        &self.parts
    }

    /// Returns the number of search nodes.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Cube3;

    #[test]
    fn a_wrong_solution_cannot_be_built() {
        let state = Cube3::SOLVED.apply(Turn::R);
        assert_eq!(Solution::new(state, [Turn::R].as_slice().into(), 1), Err(Unsolved::Wrong));
        assert!(Solution::new(state, [Turn::R3].as_slice().into(), 1).is_ok());
    }
}
