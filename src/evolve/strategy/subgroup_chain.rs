//! [`SubgroupChain`]: the subgroups that lead through a puzzle, and how they see its states.

use super::same;
use crate::puzzle::cube2::Cube2;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::{CubeState, PuzzleKind};
use crate::table::subgroups::SubgroupStep;

/// The phases of an archive of niches.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubgroupChain {
    pub(super) steps: &'static [SubgroupStep],
    /// How many individuals a niche of each phase holds unless something else is said.
    pub(super) capacity: &'static [u8],
}

impl SubgroupChain {
    /// How many phases the chain of a puzzle has.
    pub(super) const fn phases(puzzle: PuzzleKind) -> usize {
        Self::usual(puzzle).len()
    }

    const fn usual(puzzle: PuzzleKind) -> &'static [u8] {
        match puzzle {
            PuzzleKind::Cube3 => &[20, 1, 8, 1],
            PuzzleKind::Cube2 => &[20, 1],
        }
    }

    /// The chain of a puzzle.
    pub(super) fn of(puzzle: PuzzleKind) -> Self {
        let steps: &[SubgroupStep] = match puzzle {
            PuzzleKind::Cube3 => SubgroupStep::chain(),
            PuzzleKind::Cube2 => SubgroupStep::pocket_chain(),
        };
        Self { steps, capacity: Self::usual(puzzle) }
    }
}

/// A state as the subgroups see it: that of a 2×2×2 as the corners of a 3×3×3.
pub(super) fn as_cube3<P: CubeState>(state: P) -> Cube3 {
    match P::KIND {
        PuzzleKind::Cube3 => same(state),
        PuzzleKind::Cube2 => same::<P, Cube2>(state).with_edges(),
    }
}

/// The state that the subgroups see so.
pub(super) fn of_cube3<P: CubeState>(state: Cube3) -> P {
    match P::KIND {
        PuzzleKind::Cube3 => same(state),
        PuzzleKind::Cube2 => same(Cube2::corners_of(state)),
    }
}
