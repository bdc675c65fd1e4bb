//! [`AnySolver`]: a solver whose puzzle is known at run time only.

use std::sync::Arc;

use crate::puzzle::cube2::Cube2;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::spec::{PuzzleSpec, SpecMove, SpecState};
use crate::puzzle::{AnyPuzzle, PuzzleKind};
use crate::solver::Solver;

/// A solver of one of the puzzles. Callers match on it once and then call code that is generic over the puzzle.
pub enum AnySolver {
    /// A solver of the 3×3×3.
    Cube3(Box<dyn Solver<Cube3>>),
    /// A solver of the 2×2×2.
    Cube2(Box<dyn Solver<Cube2>>),
    /// A solver of a file-defined puzzle.
    Spec(Arc<PuzzleSpec>, Box<dyn Solver<SpecState, SpecMove>>),
}

impl AnySolver {
    /// Returns a solver of the 3×3×3.
    #[must_use]
    pub fn cube3(solver: impl Solver<Cube3> + 'static) -> Self {
        Self::Cube3(Box::new(solver))
    }

    /// Returns a solver of the 2×2×2.
    #[must_use]
    pub fn cube2(solver: impl Solver<Cube2> + 'static) -> Self {
        Self::Cube2(Box::new(solver))
    }

    /// Returns the name of the solver.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Cube3(solver) => solver.name(),
            Self::Cube2(solver) => solver.name(),
            Self::Spec(_, solver) => solver.name(),
        }
    }

    /// Returns the puzzle of the solver.
    #[must_use]
    pub fn puzzle(&self) -> AnyPuzzle {
        match self {
            Self::Cube3(_) => PuzzleKind::Cube3.into(),
            Self::Cube2(_) => PuzzleKind::Cube2.into(),
            Self::Spec(puzzle, _) => AnyPuzzle::Spec(puzzle.clone()),
        }
    }
}

/// Runs an expression for an [`AnySolver`], with the puzzle and the solver bound to values of their own types.
#[macro_export]
macro_rules! with_solver {
    ($any:expr, |$puzzle:ident, $solver:ident| $body:expr) => {
        match $any {
            $crate::search::AnySolver::Cube3(solver) => {
                let ($puzzle, $solver) = (&$crate::puzzle::CUBE3, &*solver);
                $body
            }
            $crate::search::AnySolver::Cube2(solver) => {
                let ($puzzle, $solver) = (&$crate::puzzle::CUBE2, &*solver);
                $body
            }
            $crate::search::AnySolver::Spec(puzzle, solver) => {
                let ($puzzle, $solver) = (&*puzzle, &*solver);
                $body
            }
        }
    };
}
