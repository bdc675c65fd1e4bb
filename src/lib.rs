//! Genetic-algorithm experiments on the Rubik's cube.
//!
//! A tour: [`puzzle`] is the group (states, turns, notations); [`solver`] says what a solver is and [`search`] holds
//! the deterministic ones; [`evolve`] is the genetic algorithm; [`landscape`] measures the penalty that it minimizes; [`route`] finds ways between any two states and makes them short; [`experiment`] turns a sweep file into trials, runs
//! them and keeps the results; [`report`] draws what is on disk; [`rng`] and [`stats`] stand below everything.
//!
//! The library never prints, reads no environment and installs no handler: that is the binary's business.

pub mod evolve;
pub mod experiment;
mod files;
pub mod landscape;
pub mod puzzle;
pub mod report;
pub mod rng;
pub mod route;
pub mod search;
pub mod solver;
pub mod stats;
pub mod table;
pub mod text;

pub use puzzle::algorithm::{Algorithm, Metric};
pub use puzzle::cube2::Cube2;
pub use puzzle::cube3::{Cube3, Setup};
pub use puzzle::notation;

pub use puzzle::symmetry::Symmetry;
pub use puzzle::turn::{Face, MoveSet, Turn};
pub use puzzle::{CUBE2, CUBE3, Cube, CubeState, Puzzle, PuzzleKind};
pub use rng::{Seed, Stream};
pub use search::SolverKind;
pub use solver::{Budget, Cancellation, Solution, Solver, Unsolved};

/// The README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
