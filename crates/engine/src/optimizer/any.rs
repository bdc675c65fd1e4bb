//! [`AnyOptimizer`]: an algorithm for a puzzle that is known at run time only.

use std::sync::Arc;

use super::{Deterministic, Optimizer, Solving, StopCriterion};
use crate::evaluation::objective::Objective;
use evocube_cube::puzzle::cube2::Cube2;
use evocube_cube::puzzle::cube3::Cube3;
use evocube_cube::puzzle::spec::PuzzleSpec;
use evocube_cube::puzzle::{CUBE2, CUBE3, Cube};
use evocube_cube::rng::Seed;
use evocube_cube::search::AnySolver;

/// An algorithm for one of the puzzles.
pub enum AnyOptimizer {
    /// For the 3×3×3.
    Cube3(Box<dyn Optimizer<Cube<Cube3>>>),
    /// For the 2×2×2.
    Cube2(Box<dyn Optimizer<Cube<Cube2>>>),
    /// For a file-defined puzzle.
    Spec(Arc<PuzzleSpec>, Box<dyn Optimizer<PuzzleSpec>>),
}

impl AnyOptimizer {
    /// Returns a deterministic solver.
    #[must_use]
    pub fn deterministic(solver: AnySolver) -> Self {
        match solver {
            AnySolver::Cube3(solver) => Self::Cube3(Box::new(Deterministic(solver))),
            AnySolver::Cube2(solver) => Self::Cube2(Box::new(Deterministic(solver))),
            AnySolver::Spec(puzzle, solver) => Self::Spec(puzzle, Box::new(Deterministic(solver))),
        }
    }

    /// Returns the algorithm as a solver with this objective, stop criterion and seed of every run.
    #[must_use]
    pub fn into_solver(self, objective: &Objective, stop: &StopCriterion, seed: u64) -> AnySolver {
        macro_rules! solving {
            ($puzzle:expr, $optimizer:expr) => {
                Box::new(Solving {
                    puzzle: $puzzle,
                    optimizer: $optimizer,
                    objective: objective.clone(),
                    stop: stop.clone(),
                    seed: Seed::from_number(seed),
                })
            };
        }
        match self {
            Self::Cube3(optimizer) => AnySolver::Cube3(solving!(Arc::new(CUBE3), optimizer)),
            Self::Cube2(optimizer) => AnySolver::Cube2(solving!(Arc::new(CUBE2), optimizer)),
            Self::Spec(puzzle, optimizer) => AnySolver::Spec(puzzle.clone(), solving!(puzzle, optimizer)),
        }
    }
}
