//! Genetic-algorithm experiments on the Rubik's cube.
//!
//! The modules, in the order of their dependencies:
//!
//! - [`rng`], [`stats`]: random numbers and statistics.
//! - [`puzzle`]: states, moves, notations; [`puzzle::group`]: words of moves and their effects.
//! - [`table`], [`solver`], [`search`]: pruning tables, the interface of solvers, the deterministic solvers.
//! - [`evaluation`]: penalties of states, and the kernels that compute them for whole genomes.
//! - [`alphabet`]: the symbols that a gene can take, moves and macros.
//! - [`optimizer`]: the interface of algorithms.
//! - [`evolve`]: the genetic algorithm, the evolution strategies and their operators.
//! - [`landscape`]: fitness landscape analysis of the penalty.
//! - [`route`]: routes between any two states, and their refinement.
//! - [`experiment`]: sweep files, trials and results; [`report`]: figures and pages of results.
//! - [`run_sweep`]: runs a sweep file into a results folder in one call.
//! - [`Registry`] and [`main_with`]: the whole program with components from other crates.
//! - [`prelude`]: the names that most programs need.
//!
//! Two features, both default: `cli` for [`main_with`], `report` for [`report`] and [`run_sweep`].
//!
//! Only [`main_with`] prints or installs handlers. It alone reads the environment, except for
//! [`CacheDir::user`](table::cache::CacheDir::user).

// The commands import the library as any other program does.
extern crate self as evocube;

#[macro_use]
mod schema;

pub mod alphabet;
pub mod bounded;
#[cfg(feature = "cli")]
mod cli;
#[allow(unsafe_code)] // the kernels
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
#[cfg(feature = "report")]
pub mod report;
pub mod rng;
pub mod route;
#[cfg(feature = "report")]
mod run_sweep;
pub mod search;
mod settings;
pub mod solver;
pub mod stats;
pub mod table;
pub mod text;

#[cfg(feature = "cli")]
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
#[cfg(feature = "report")]
pub use run_sweep::run_sweep;
pub use search::SolverKind;
pub use solver::{Budget, Cancellation, Solution, Solver, Unsolved};

/// The page on the library, compiled.
#[cfg(all(doctest, feature = "report"))]
#[doc = include_str!("../docs/library.md")]
pub struct LibraryPage;
