//! Scrambles of the World Cube Association for the Skewb: which texts are such, and their moves as those of the shipped puzzle.
//!
//! Their U, R, L and B turn the half around ULB, DRB, DLF and DLB. The first three are those of the puzzle. B turns the half that the
//! puzzle holds still with F: it is F, after which the whole puzzle lies turned about URF, counter-clockwise as seen from there, so that
//! other corners lie where U, R and L turn.

use super::{PuzzleSpec, SpecMove};
use crate::puzzle::notation::{NotationError, refuse_text};
use crate::puzzle::{Algorithm, Puzzle};

/// The move at whose place the scrambles have B.
const OPPOSITE: &str = "F";

/// Each move becomes the next one when the puzzle has turned with B.
const TURNED: [&str; 3] = ["U", "R", "L"];

/// The notation of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveNames {
    /// Those of the puzzle's file.
    Puzzle,
    /// Those of the scrambles: B stands for F, until [`PuzzleSpec::turned_back`] has the moves.
    Wca,
}

impl MoveNames {
    /// Returns the notation of a text.
    ///
    /// # Errors
    /// If it has moves that only one of the notations has, and moves that only the other one has.
    pub(super) fn of(puzzle: &PuzzleSpec, text: &str) -> Result<Self, NotationError> {
        let has_moves = || TURNED.iter().chain([&OPPOSITE]).all(|name| puzzle.kind_named(name).is_some());
        if puzzle.name() != "skewb" || !text.contains('B') || puzzle.kind_named("B").is_some() || !has_moves() {
            return Ok(Self::Puzzle);
        }
        if text.contains(OPPOSITE) {
            return refuse_text(
                "F turns the corner URF of the puzzle's file, and B turns DLB, as in scrambles of the WCA, which have no F: \
                 write one of the two notations",
            );
        }
        Ok(Self::Wca)
    }

    /// Returns the name in the puzzle's file of a move.
    pub(super) fn own(self, name: &str) -> &str {
        match (self, name) {
            (Self::Wca, "B") => OPPOSITE,
            _ => name,
        }
    }
}

impl PuzzleSpec {
    /// Returns the moves of a scramble, in which F stands for B, in the hold of the puzzle's file.
    pub(super) fn turned_back(&self, scramble: &Algorithm<SpecMove>) -> Algorithm<SpecMove> {
        let mut turns = 0;
        let own = |&mv: &SpecMove| {
            let (kind, power) = self.generator(mv);
            let name = self.kind_name(kind);
            match TURNED.iter().position(|turned| *turned == name) {
                None => {
                    turns += power as usize;
                    mv
                }
                Some(place) => {
                    let kind = self.kind_named(TURNED[(place + turns) % 3]).expect("a move of the skewb");
                    self.power(kind, power).expect("a move has a power")
                }
            }
        };
        scramble.iter().map(own).collect()
    }
}
