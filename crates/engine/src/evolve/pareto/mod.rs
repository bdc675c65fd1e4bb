//! Two objectives at once: penalty and length, both minimized. [`ParetoPoint`]: the two values of a genome, and whether it dominates
//! another. The front, the metric of lengths and the ranking have files in this folder. The survivor selection by them is
//! `survivor::nsga_ii`.
//!
//! The length of a genome is that of the part that counts (all genes, or its best prefix). A [`LengthMetric`] counts it in
//! moves after cancellation; without one it is counted in genes. A genome *dominates* another if it is no worse in both
//! objectives and better in one. The genomes that no other dominated in the whole run are its [`Front`].

mod front;
mod length_metric;
mod ranking;

pub use front::{Front, Member};
pub use length_metric::LengthMetric;
pub(crate) use ranking::{distances, ranks};

use serde::{Deserialize, Serialize};

/// The values of a genome in both objectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ParetoPoint {
    /// The penalty.
    pub penalty: u32,
    /// The length, in moves by a [`LengthMetric`], or in genes.
    pub length: u32,
}

impl ParetoPoint {
    /// Returns whether it is no worse in both objectives and better in one.
    pub(crate) fn dominates(self, other: Self) -> bool {
        self != other && self.penalty <= other.penalty && self.length <= other.length
    }
}
