//! [`AnySolver`]: a solver whose puzzle is known at run time only.

use crate::puzzle::cube2::Cube2;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::{CubeState, PuzzleKind};
use crate::solver::Solver;

/// A solver of one of the puzzles. A caller matches once and is generic over the puzzle from there on.
pub enum AnySolver {
    /// Of the 3×3×3.
    Cube3(Box<dyn Solver<Cube3>>),
    /// Of the 2×2×2.
    Cube2(Box<dyn Solver<Cube2>>),
}

impl AnySolver {
    /// A solver of the 3×3×3.
    #[must_use]
    pub fn cube3(solver: impl Solver<Cube3> + 'static) -> Self {
        Self::Cube3(Box::new(solver))
    }

    /// A solver of the 2×2×2.
    #[must_use]
    pub fn cube2(solver: impl Solver<Cube2> + 'static) -> Self {
        Self::Cube2(Box::new(solver))
    }

    /// Name of the solver.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Cube3(solver) => solver.name(),
            Self::Cube2(solver) => solver.name(),
        }
    }

    /// The puzzle of the solver.
    #[must_use]
    pub const fn puzzle(&self) -> PuzzleKind {
        match self {
            Self::Cube3(_) => Cube3::KIND,
            Self::Cube2(_) => Cube2::KIND,
        }
    }
}
