//! Genetic-algorithm experiments on the Rubik's cube and on puzzles that files define: sweeps, results and reports, solvers of these
//! puzzles, and the command line. Genomes are sequences of moves; other optimization problems are not covered. Most modules here are those
//! of the other crates.
//!
//! A sweep file says what to compare. Its trials become rows and a page with the answer in a results folder:
//!
//! ```no_run
//! let results = evocube::run_sweep("mine.toml", "results/mine")?;
//! println!("{} trials, and results/mine/report.html", results.trials.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One run of an algorithm is a value with defaults. Its `objective` can be a penalty of your own:
//!
//! ```
//! use evocube::prelude::*;
//!
//! let cube: Cube3 = "R U2 F'".parse()?;
//! let config = TrialConfig { population: PopulationSize::new(200), ..TrialConfig::default() };
//! let outcome = config.run(&CUBE3, cube, Seed::from_number(1))?;
//! println!("penalty {:?} after {}", outcome.penalty, outcome.moves);
//! assert!(cube.apply_all(&outcome.moves).is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules, in the order of their dependencies:
//!
//! - [`rng`], [`stats`]: random numbers and statistics; [`files`], [`list`], [`text`]: files, lists of one entry a line, printable text.
//! - [`puzzle`]: states, moves, notations; [`puzzle::group`]: words of moves and their effects.
//! - [`table`], [`solver`], [`search`]: pruning tables, the interface of solvers, the deterministic solvers.
//! - [`evaluation`]: penalties of states, and the kernels that compute them for whole genomes.
//! - [`alphabet`]: the symbols that a gene can take, moves and macros.
//! - [`optimizer`]: the interface of algorithms.
//! - [`evolve`]: the genetic algorithm, other algorithms on its genomes, the evolution strategies and their operators; [`bounded`],
//!   [`registered`], [`settings`]: the values, the components and the declaration of their configuration.
//! - [`landscape`]: fitness landscape analysis of the penalty.
//! - [`route`]: routes between any two states, and their refinement.
//! - [`experiment`]: sweep files, trials and results; [`report`]: figures and pages of results.
//! - [`run_sweep`]: runs a sweep file into a results folder in one call; [`shipped`]: the sweeps that are part of the program.
//! - [`Registry`] and [`main_with`]: components from other crates, and the whole program with them.
//! - [`prelude`]: the names that most programs need.
//!
//! Two features, both default: `cli` for [`main_with`], `report` for [`report`] and [`run_sweep`].
//!
//! Only [`main_with`] and [`main_of`] print or install handlers. They alone read the environment, except for [`read_shard`] and
//! [`CacheDir::user`](table::cache::CacheDir::user).

// The commands import the library as any other program does.
extern crate self as evocube;

#[cfg(feature = "cli")]
mod cli;
mod folder_error;
pub mod prelude;
#[cfg(feature = "report")]
mod run_sweep;
pub mod shipped;

#[cfg(feature = "cli")]
pub use cli::{Host, NoShard, main_of, main_with, read_shard};
pub use evocube_cube::puzzle::notation;
pub use evocube_cube::{
    Algorithm, Budget, CUBE2, CUBE3, Cancellation, Cube, Cube2, Cube3, Face, Metric, MoveSet, Puzzle, PuzzleKind, Seed,
    Setup, Solution, Solver, SolverKind, Stream, Symmetry, Turn, Unsolved, files, list, map_puzzle, puzzle, rng, route,
    search, solver, table, text, with_puzzle,
};
pub use evocube_engine::registered::{InvalidName, Registry};
pub use evocube_engine::{alphabet, bounded, evaluation, evolve, landscape, optimizer, registered, settings};
pub use evocube_experiment as experiment;
#[cfg(feature = "report")]
pub use evocube_report as report;
pub use evocube_stats as stats;
pub use folder_error::folder_error;
#[cfg(feature = "report")]
pub use run_sweep::{run_sweep, run_sweep_with};

/// The page on the library, compiled.
#[cfg(all(doctest, feature = "report"))]
#[doc = include_str!("../docs/library.md")]
pub struct LibraryPage;
