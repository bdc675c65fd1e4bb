//! Cubes and other twisty puzzles: states, moves, notations, groups, tables, solvers and routes.
//!
//! - [`puzzle`]: states, moves, notations; [`puzzle::group`]: words of moves and their effects.
//! - [`table`], [`solver`], [`search`]: pruning tables, the interface of solvers, the deterministic solvers.
//! - [`route`]: routes between any two states, and their refinement.
//! - [`rng`]: random numbers from named streams.
//! - [`text`], [`files`]: printable text, and files that are written whole or not at all.
//!
//! Nothing here prints, and only [`CacheDir::user`](table::cache::CacheDir::user) reads the environment.

#[macro_use]
pub mod schema;

pub mod files;
pub mod puzzle;
pub mod rng;
pub mod route;
pub mod search;
pub mod solver;
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
