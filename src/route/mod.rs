//! Ways between any two states, and shorter ones.

mod shorten;

pub use shorten::{Effort, Refined, refine};
