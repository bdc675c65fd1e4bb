//! Genetic-algorithm experiments on the Rubik's cube.
//!
//! A tour, each room knowing only those before it:
//!
//! - [`rng`], [`stats`]: random numbers and statistics.
//! - [`puzzle`]: states, moves, notations; [`puzzle::group`]: what sequences of moves do.
//! - [`table`], [`solver`], [`search`]: tables of distances, what a solver is, the deterministic solvers.
//! - [`evaluation`]: penalties of states, and the kernels that compute them for whole genomes.
//! - [`alphabet`]: the symbols of a gene, moves and macros.
//! - [`optimizer`]: what an algorithm is.
//! - [`evolve`]: the genetic algorithm and the evolution strategies.
//! - [`landscape`]: measures of the penalty that evolution minimizes.
//! - [`route`]: ways between any two states, made short.
//! - [`experiment`]: sweep files, trials and results; [`report`]: figures and pages of results.
//! - [`run_sweep`]: a sweep file to a results folder, in one call.
//! - [`Registry`] and [`main_with`]: the whole program with components of one's own.
//! - [`prelude`]: the names that most programs need.
//!
//! Nothing but [`main_with`] prints, reads the environment or installs a handler.

// The commands name the library as any other program does.
extern crate self as evocube;

#[macro_use]
mod schema;

pub mod alphabet;
pub mod bounded;
mod cli;
#[allow(unsafe_code)] // here and nowhere else
pub mod evaluation;
pub mod evolve;
pub mod experiment;
mod files;
pub mod landscape;
pub mod optimizer;
pub mod prelude;
pub mod puzzle;
pub mod registered;
mod registry;
pub mod report;
pub mod rng;
pub mod route;
mod run_sweep;
pub mod search;
pub mod solver;
pub mod stats;
pub mod table;
pub mod text;

pub use cli::main_with;
pub use puzzle::algorithm::{Algorithm, Metric};
pub use puzzle::cube2::Cube2;
pub use puzzle::cube3::{Cube3, Setup};
pub use puzzle::notation;

pub use puzzle::symmetry::Symmetry;
pub use puzzle::turn::{Face, MoveSet, Turn};
pub use puzzle::{CUBE2, CUBE3, Cube, CubeState, Puzzle, PuzzleKind};
pub use registry::Registry;
pub use rng::{Seed, Stream};
pub use run_sweep::run_sweep;
pub use search::SolverKind;
pub use solver::{Budget, Cancellation, Solution, Solver, Unsolved};

/// The page on the library, compiled.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
pub struct LibraryPage;
