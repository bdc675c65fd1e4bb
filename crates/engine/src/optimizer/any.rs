//! [`AnyOptimizer`]: an algorithm for a puzzle that is known at run time only, and its conversion from and to a solver. The conversions for
//! one puzzle are in `deterministic` and `solving`. A configuration is built into an algorithm in `evolve::algorithm`.

use std::sync::Arc;

use super::{Deterministic, Optimizer, Solving, StopCriterion};
use crate::evaluation::objective::Objective;
use evocube_cube::map_puzzle;
use evocube_cube::puzzle::spec::PuzzleSpec;
use evocube_cube::puzzle::{ByPuzzle, CUBE2, CUBE3, Cube, Cube2, Cube3};
use evocube_cube::rng::Seed;
use evocube_cube::search::AnySolver;

/// An algorithm for one of the puzzles.
pub type AnyOptimizer =
    ByPuzzle<Box<dyn Optimizer<Cube<Cube3>>>, Box<dyn Optimizer<Cube<Cube2>>>, Box<dyn Optimizer<PuzzleSpec>>>;

/// Returns a deterministic solver as an algorithm.
pub fn deterministic(solver: AnySolver) -> AnyOptimizer {
    map_puzzle!(solver, |_, solver| Box::new(Deterministic(solver)))
}

/// Returns an algorithm as a solver with this objective, stop criterion, which it must support, and seed of every run.
pub fn into_solver(optimizer: AnyOptimizer, objective: &Objective, stop: &StopCriterion, seed: u64) -> AnySolver {
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
    match optimizer {
        ByPuzzle::Cube3(optimizer) => ByPuzzle::Cube3(solving!(Arc::new(CUBE3), optimizer)),
        ByPuzzle::Cube2(optimizer) => ByPuzzle::Cube2(solving!(Arc::new(CUBE2), optimizer)),
        ByPuzzle::Spec(puzzle, optimizer) => ByPuzzle::Spec(puzzle.clone(), solving!(puzzle, optimizer)),
    }
}
