//! [`Pieces`]: the objective that counts the wrong pieces of any puzzle.

use super::PenaltyRule;
use evocube_cube::puzzle::{Fit, Place, Puzzle};

/// Number of pieces in a wrong position or orientation: at most 20 on a 3×3×3, and 7 on a 2×2×2, whose corner DBL is fixed.
pub(super) struct Pieces;

impl PenaltyRule for Pieces {
    fn penalty<P: Puzzle>(&self, puzzle: &P, piece: usize, place: Place) -> usize {
        usize::from(puzzle.fit(piece, place) != Fit::Right)
    }
}
