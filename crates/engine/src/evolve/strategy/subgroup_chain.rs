//! [`SubgroupChain`]: the subgroups that the phases of a niche archive lead through, for the 3×3×3 and the 2×2×2, with the default capacity
//! of a niche in each phase. The subgroups are defined in `evocube_cube::table::subgroups`; a 2×2×2 becomes a 3×3×3, and back, in
//! `prepared`.

use evocube_cube::puzzle::PuzzleKind;
use evocube_cube::table::subgroups::SubgroupStep;

/// The chain of subgroups that the phases of a niche archive lead through.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubgroupChain {
    pub(super) steps: &'static [SubgroupStep],
    /// Default capacity of a niche in each phase.
    pub(super) capacity: &'static [u8],
}

impl SubgroupChain {
    /// Returns the number of phases of a puzzle.
    pub(super) const fn phases(puzzle: PuzzleKind) -> usize {
        Self::usual(puzzle).len()
    }

    const fn usual(puzzle: PuzzleKind) -> &'static [u8] {
        match puzzle {
            PuzzleKind::Cube3 => &[20, 1, 8, 1],
            PuzzleKind::Cube2 => &[20, 1],
        }
    }

    /// Returns the chain of a puzzle.
    pub(super) fn new(puzzle: PuzzleKind) -> Self {
        let steps: &[SubgroupStep] = match puzzle {
            PuzzleKind::Cube3 => SubgroupStep::chain(),
            PuzzleKind::Cube2 => SubgroupStep::pocket_chain(),
        };
        Self { steps, capacity: Self::usual(puzzle) }
    }
}
