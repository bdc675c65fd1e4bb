//! The interface of solvers: [`Solver`], its limits ([`Budget`]), a [`Solution`] with its [`SolutionPart`]s, and the reason why there is
//! none ([`Unsolved`]). Also requests to end work early, for solvers and for the trials of other algorithms: [`Cancellation`],
//! [`Cancelled`]. The solvers themselves are in [`search`](crate::search).

use std::any::Any;
use std::error::Error;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::puzzle::{Algorithm, Cube, Metric, Puzzle, Turn};

/// A solver of states `S` by moves `M`.
///
/// ```
/// use evocube_cube::{Algorithm, Budget, Cube3, Solution, Solver, Turn, Unsolved};
///
/// /// Solves states that are one move from solved.
/// struct OneMove;
///
/// impl Solver<Cube3> for OneMove {
///     fn name(&self) -> &str {
///         "one-move"
///     }
///
///     fn solve(&self, state: Cube3, _: &Budget) -> Result<Solution<Cube3>, Unsolved> {
///         let solutions = Turn::ALL.map(|turn| Solution::new(state, Algorithm::from(&[turn][..]), 1));
///         solutions.into_iter().find(Result::is_ok).unwrap_or(Err(Unsolved::Budget { nodes: 18 }))
///     }
/// }
/// assert!(OneMove.solve(Cube3::after(&[Turn::R]), &Budget::default()).is_ok());
/// ```
pub trait Solver<S, M = Turn>: Send + Sync {
    /// Returns the name in options and files.
    fn name(&self) -> &str;

    /// Returns whether a solve also searches the symmetric copies of a state and their inverses, so that solving these
    /// separately is redundant.
    fn sees_symmetries(&self) -> bool {
        false
    }

    /// Solves a state within a budget.
    ///
    /// # Errors
    /// If the budget ran out, or the solver does not support the state.
    fn solve(&self, state: S, budget: &Budget) -> Result<Solution<S, M>, Unsolved>;
}

/// A request to end work early, which is made by setting a flag. Solvers check it every few thousand nodes, other algorithms every
/// generation. Results of cancelled work are discarded.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use evocube_cube::Cancellation;
/// let flag = Arc::new(AtomicBool::new(false));
/// let cancellation = Cancellation::from(flag.clone());
/// assert!(!cancellation.is_requested());
/// flag.store(true, Ordering::Relaxed);
/// assert!(cancellation.is_requested());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Option<Arc<AtomicBool>>);

impl Cancellation {
    /// A request that is never made.
    pub const NEVER: Self = Self(None);

    /// Returns whether the request is made.
    #[inline]
    pub fn is_requested(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// Error: work was ended before its result. A component that fails names a reason, which ends the run: the trial leaves no row.
#[derive(Clone, Debug, Default)]
pub struct Cancelled(pub Option<Arc<dyn Any + Send + Sync>>);

impl Cancelled {
    /// Returns the error of a component that failed for this reason, an error or a sentence.
    pub fn because(reason: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(Some(Arc::new(reason.into())))
    }

    /// Returns the reason that [`because`](Self::because) received; `None` if it is none or of another type.
    pub fn reason(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        self.0.as_ref()?.downcast_ref::<Box<dyn Error + Send + Sync>>().map(|reason| &**reason)
    }
}

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "a component failed" } else { "the work was cancelled" })
    }
}

impl Error for Cancelled {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.reason().map(|reason| reason as _)
    }
}

impl PartialEq for Cancelled {
    /// Returns whether both have the same reason, or none.
    fn eq(&self, other: &Self) -> bool {
        let address = |cancelled: &Self| cancelled.0.as_ref().map(|reason| Arc::as_ptr(reason).cast::<()>());
        address(self) == address(other)
    }
}

impl Eq for Cancelled {}

impl From<Arc<AtomicBool>> for Cancellation {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(Some(flag))
    }
}

impl PartialEq for Cancellation {
    /// Returns whether both use the same flag, or none.
    fn eq(&self, other: &Self) -> bool {
        self.0.as_ref().map(Arc::as_ptr) == other.0.as_ref().map(Arc::as_ptr)
    }
}

impl Eq for Cancellation {}

/// The limits of a solver; `None` is no limit. A fast solver may ignore the time, or look at another limit only after a step or at the
/// end: its `solve` says so.
///
/// ```
/// use evocube_cube::search::{Macros, TableSource};
/// use evocube_cube::{Budget, Cube3, Seed, Solver};
/// let state = Cube3::random(&mut Seed::from_number(1).stream());
/// let budget = Budget { nodes: Some(1), ..Budget::default() };
/// assert!(Macros::new(&TableSource::IN_MEMORY)?.solve(state, &budget).is_err());
/// # Ok::<(), evocube_cube::solver::Cancelled>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Wall-clock time. Sweeps never set it, because a result that depends on it is not reproducible.
    pub time: Option<Duration>,
    /// The number of search nodes, as the solver counts them.
    pub nodes: Option<u64>,
    /// The maximum length of a solution, in the solver's own metric.
    pub depth: Option<usize>,
    /// The sufficient length: a solver that improves its solution stops at this length.
    pub target: Option<usize>,
    /// The maximum number of threads of one solve; 1 if `None`. The result does not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// A request to end the search, with the effect of a time limit.
    pub cancellation: Cancellation,
}

impl Budget {
    /// Returns the end of a search that begins now.
    pub(crate) fn end(&self) -> SearchEnd {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        SearchEnd { deadline, cancellation: self.cancellation.clone() }
    }
}

/// The end of a search: a time, or the request to cancel it.
#[derive(Clone, Debug)]
pub(crate) struct SearchEnd {
    pub(crate) deadline: Option<Instant>,
    cancellation: Cancellation,
}

impl SearchEnd {
    pub(crate) fn is_reached(&self) -> bool {
        self.cancellation.is_requested() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

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
