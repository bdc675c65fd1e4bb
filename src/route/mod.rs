//! Routes between any two states, by any solver, and shorter ones (G. R. Monteiro and D. S. Menasché, *Roteamento e o
//! Cubo Mágico*).
//!
//! A [`Router`] turns a solver, which finds solutions, into one that finds routes to any state, through the
//! [`auxiliary`] state. [`Router::refined`] solves it in all symmetric and inverse forms; a [`Matrix`] does so for all
//! pairs of some [`Pattern`]s. [`refine`] shortens any sequence of moves.

mod auxiliary;
mod matrix;
mod orbit;
mod pattern;
mod refinement;
mod router;

pub use auxiliary::{auxiliary, auxiliary_pieces};
pub use matrix::{Matrix, mean_length};
pub use orbit::{CubeOrbit, DifferentOrbits};
pub use pattern::{MAX_PATTERNS, Pattern, PatternError};
pub use refinement::{Refined, SearchBudget, refine};
pub use router::{NoRoute, Route, Router};
