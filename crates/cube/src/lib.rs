//! Cubes and other twisty puzzles: states, moves, notations, groups, tables, solvers and routes. Also the foundations of evocube's other
//! crates: random streams, printable text, lists, files, TOML and JSON Schemas. Genetic algorithms are in `evocube-engine`.
//!
//! - [`puzzle`]: states, moves, notations; [`puzzle::group`]: words of moves and their effects.
//! - [`table`], [`solver`], [`search`]: pruning tables, the interface of solvers, the deterministic solvers.
//! - [`route`]: routes between any two states, and their refinement.
//! - [`rng`]: random numbers from named streams.
//! - [`text`], [`list`], [`files`], [`document`], [`schema`](mod@schema): printable text, lists of one entry a line, files that are whole
//!   or not there, TOML with the place of every value, and JSON Schemas. They are for evocube's own programs and promise nothing.
//!
//! A cube is read in any notation and solved by the two-phase algorithm:
//!
//! ```
//! use evocube_cube::search::{Kociemba, KociembaTables, TableSource};
//! use evocube_cube::{Budget, Cube3, Metric, Solver};
//!
//! let cube: Cube3 = "R U2 F' [R, U]".parse()?;
//! let solver = Kociemba::with_metric(KociembaTables::Small, Metric::Htm, &TableSource::IN_MEMORY)?;
//! let solution = solver.solve(cube, &Budget::default())?;
//! println!("{cube} is solved by {}", solution.moves());
//! assert!(cube.apply_all(solution.moves()).is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A typed-in cube is checked, and an impossible one is refused with all reasons:
//!
//! ```
//! use evocube_cube::Cube3;
//! use evocube_cube::puzzle::cube3::Reason;
//!
//! let facelets = "UUUUUUUFU RRRRRRRRR FUFFFFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB";
//! let error = facelets.parse::<Cube3>().expect_err("an edge is flipped");
//! assert_eq!(error.to_string(), "impossible cube: one edge is flipped (UF)");
//! assert_eq!(error.reasons, [Reason::Flipped { suspects: vec!["UF".to_owned()] }]);
//! ```
//!
//! A commutator of two words cycles three corners, so three of it are the identity:
//!
//! ```
//! use evocube_cube::puzzle::group::{EffectKind, commutator};
//! use evocube_cube::{Algorithm, CUBE3, Cube3};
//!
//! let (a, b): (Algorithm, Algorithm) = ("R U R'".parse()?, "D".parse()?);
//! let cycle = commutator(&CUBE3, &a, &b);
//! assert_eq!(cycle.to_string(), "R U R' D R U' R' D'");
//! let effect = Cube3::SOLVED.apply_all(&cycle);
//! assert_eq!(EffectKind::classify(&CUBE3, effect), Some(EffectKind::CornerCycle));
//! assert!(effect.then(effect).then(effect).is_solved());
//! # Ok::<(), evocube_cube::notation::NotationError>(())
//! ```
//!
//! Nothing here prints but the handler of [`end_on_lost_file`](table::end_on_lost_file), and only
//! [`CacheDir::user`](table::cache::CacheDir::user) reads the environment.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[macro_use]
pub mod schema;

pub mod document;
pub mod files;
pub mod list;
pub mod puzzle;
pub mod rng;
pub mod route;
pub mod search;
pub mod solver;
pub mod table;
pub mod text;

pub use puzzle::{
    Algorithm, CUBE2, CUBE3, Cube, Cube2, Cube3, Face, Metric, MoveSet, Puzzle, PuzzleKind, Setup, Symmetry, Turn,
    notation,
};
pub use rng::{Seed, Stream};
pub use search::SolverKind;
pub use solver::{Budget, Cancellation, Solution, Solver, Unsolved};
