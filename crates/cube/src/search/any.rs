//! [`AnySolver`]: a solver whose puzzle is known at run time only. That of a file-defined puzzle is bidirectional search.

use std::sync::Arc;

use super::Bidirectional;
use crate::puzzle::spec::{PuzzleSpec, SpecMove, SpecState};
use crate::puzzle::{ByPuzzle, Cube2, Cube3};
use crate::solver::Solver;

/// A solver of one of the puzzles. Callers switch on it once with [`with_puzzle!`](crate::with_puzzle) and then call code
/// that is generic over the puzzle.
///
/// ```
/// use evocube_cube::search::{AnySolver, Layers};
/// use evocube_cube::{Budget, Puzzle, Turn, with_puzzle};
/// let solver = AnySolver::cube3(Layers::new());
/// let length = with_puzzle!(&solver, |puzzle, solver| {
///     solver.solve(puzzle.apply(puzzle.solved(), puzzle.moves()[0]), &Budget::default())?.moves().len()
/// });
/// assert!(length >= 1);
/// # Ok::<(), evocube_cube::Unsolved>(())
/// ```
pub type AnySolver = ByPuzzle<Box<dyn Solver<Cube3>>, Box<dyn Solver<Cube2>>, Box<dyn Solver<SpecState, SpecMove>>>;

impl AnySolver {
    /// Returns a solver of the 3×3×3.
    pub fn cube3(solver: impl Solver<Cube3> + 'static) -> Self {
        Self::Cube3(Box::new(solver))
    }

    /// Returns a solver of the 2×2×2.
    pub fn cube2(solver: impl Solver<Cube2> + 'static) -> Self {
        Self::Cube2(Box::new(solver))
    }

    /// Returns the solver of a file-defined puzzle, bidirectional search. It is made here since a generic of this crate that
    /// another one instantiates is optimized as that one is.
    pub fn spec(puzzle: &Arc<PuzzleSpec>) -> Self {
        Self::Spec(puzzle.clone(), Box::new(Bidirectional(puzzle.clone())))
    }

    /// Returns the name of the solver.
    pub fn name(&self) -> &str {
        crate::with_puzzle!(self, |_, solver| solver.name())
    }
}
