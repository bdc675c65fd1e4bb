//! Two objectives at once: the penalty and the length, both minimised.
//!
//! The length of a genome is that of the part of it that counts (all genes, or its best prefix), in turns after
//! cancelling, if a [`Ruler`] knows what genes stand for; in genes otherwise. A genome *dominates* another that is no
//! better in either and worse in one. NSGA-II keeps genomes that few dominate and that have few like them; what nobody
//! dominated in the whole run is its [`Front`].

mod crowding;
mod front;
mod nsga_ii;
mod ruler;
mod sorting;

pub use crowding::distances;
pub use front::{Front, Member};
pub(super) use nsga_ii::NsgaTwo;
pub use ruler::Ruler;
pub use sorting::ranks;

/// What a genome is worth in both objectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The penalty.
    pub penalty: u32,
    /// The length.
    pub length: u32,
}

impl Point {
    /// Is it no worse in both objectives, and better in one?
    #[must_use]
    pub fn dominates(self, other: Self) -> bool {
        self != other && self.penalty <= other.penalty && self.length <= other.length
    }
}
