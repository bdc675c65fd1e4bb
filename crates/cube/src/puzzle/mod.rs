//! Puzzles as groups: their states, moves, symmetries and notations; the cubes, and puzzles that files define.
//!
//! A puzzle is a value that implements [`Puzzle`]: [`CUBE3`] and [`CUBE2`], whose states have their own types, or a
//! [`PuzzleSpec`](spec::PuzzleSpec), which a file defines. Code that works for all puzzles takes a `&impl Puzzle`, and code for both
//! cubes a `&impl Puzzle<Move = Turn>`. [`AnyPuzzle`] is a puzzle that is known at run time only;
//! [`with_puzzle!`](crate::with_puzzle) switches from it to a type.

pub mod algorithm;
mod any;
mod by_puzzle;
mod corners;
mod cube;
pub mod cube2;
pub mod cube3;
pub mod group;
mod held;
mod interface;
mod kind;
mod layout;
mod names;
pub mod notation;
pub mod spec;
pub mod symmetry;
pub mod turn;
mod unreachable;

pub use crate::named;
pub use algorithm::{Algorithm, Metric};
pub use any::NameTaken;
pub use by_puzzle::{AnyPuzzle, ByPuzzle};
pub use cube::{CUBE2, CUBE3, Cube};
pub use cube2::Cube2;
pub use cube3::{Cube3, PieceVectors, Setup};
pub(crate) use cube3::{SearchDirection, permutation_is_odd};
pub use held::{HeldMoves, HeldState};
pub use interface::Puzzle;
pub use kind::{MAX_CUBE_PIECES, PLACES, PieceView, PuzzleKind};
pub use layout::{Fit, Layout, MAX_PIECES, MAX_PLACES, Orbit, Place};
pub use names::UnknownName;
pub use symmetry::Symmetry;
pub use turn::{Face, MoveSet, Turn};
pub use unreachable::{Reason, Unreachable};
