//! Routes between any two states of a cube by any solver, routes between all pairs of patterns, and refinement of routes of the 3×3×3
//! (G. R. Monteiro and D. S. Menasché, *Roteamento e o Cubo Mágico*). Also for cubes that moves do not reach: the auxiliary state of two,
//! and their orbits, between which there is no route.
//!
//! A [`Router`] finds routes between any two states: an ordinary solver solves the state [`between`](crate::Puzzle::between) them.
//! [`Router::refined`] solves that state in all symmetric and inverse forms. A [`Matrix`] holds refined routes for all
//! pairs of some [`Pattern`]s. [`refine`] shortens any sequence of moves.

mod auxiliary;
mod matrix;
mod orbit;
mod pattern;
mod refinement;
mod router;

pub use auxiliary::auxiliary_pieces;
pub use matrix::{Matrix, mean_length};
pub use orbit::{CubeOrbit, DifferentOrbits};
pub use pattern::{Pattern, PatternError};
pub use refinement::{DominoSearch, Refined, SearchBudget, refine};
pub use router::{NoRoute, Route, Router};
