//! The interface of solvers: [`Solver`]. Its limits are a [`Budget`], its result is a [`Solution`] or the reason why there is none,
//! [`Unsolved`]; a request to end work early is a [`Cancellation`]. All are in the submodules. The solvers themselves are in [`search`](crate::search).

mod budget;
mod solution;

pub(crate) use budget::SearchEnd;
pub use budget::{Budget, Cancellation, Cancelled};
pub use solution::{Solution, SolutionPart, Unsolved};

use crate::puzzle::Turn;

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
