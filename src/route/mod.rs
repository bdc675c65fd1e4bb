//! Ways between any two states, by any solver, and shorter ones (G. R. Monteiro and D. S. Menasché, *Roteamento e o Cubo
//! Mágico*).
//!
//! A [`Router`] makes a solver, which knows the way home, find the way to anywhere, through the [`auxiliary`] state.
//! [`Router::refined`] asks it forwards and backwards through all symmetries; a [`Matrix`] does so for all pairs of some
//! [`Pattern`]s. [`refine`] shortens any sequence of turns.

mod auxiliary;
mod matrix;
mod orbit;
mod pattern;
mod router;
mod shorten;

pub use auxiliary::{auxiliary, auxiliary_pieces};
pub use matrix::{Matrix, mean_length};
pub use orbit::{DifferentOrbits, Orbit};
pub use pattern::{MOST_PATTERNS, Pattern, PatternError};
pub use router::{NoRoute, Route, Router};
pub use shorten::{Effort, Refined, refine};
