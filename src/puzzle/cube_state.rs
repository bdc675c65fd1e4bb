//! [`CubeState`]: what is known of a cube at compile time; [`PuzzleKind`]: its name at run time.

use std::fmt::{self, Debug};
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use super::UnknownName;
use super::algorithm::Algorithm;
use super::layout::Place;
use super::symmetry::Symmetry;
use super::turn::{Face, MoveSet, Turn};
use super::unreachable::Unreachable;
use crate::rng::Stream;

/// A state of a cube, whose type says everything else: kernels, phases and tables are compiled for it.
pub trait CubeState: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Its name at run time.
    const KIND: PuzzleKind;
    /// The solved state, the neutral element.
    const SOLVED: Self;
    /// How many pieces move.
    const PIECES: usize;
    /// How many stickers move.
    const STICKERS: usize;

    /// The state after one more turn.
    #[must_use]
    fn apply(self, turn: Turn) -> Self;

    /// The product: this state, then everything that made `other`.
    #[must_use]
    fn then(self, other: Self) -> Self;

    /// The state that undoes this one: `a.then(a.inverse())` is solved.
    #[must_use]
    fn inverse(self) -> Self;

    /// Is every face of one color?
    #[must_use]
    fn is_solved(self) -> bool;

    /// A state drawn uniformly from all reachable ones.
    #[must_use]
    fn random(stream: &mut Stream) -> Self;

    /// Where each piece is: entry p is the [`Place`] of piece p. Puzzles that have no centers to say how they
    /// are held must be [anchored](CubeState::anchored_state) first.
    #[must_use]
    fn places(self) -> [Place; MAX_CUBE_PIECES];

    /// The state as a map of places: whatever is at place x when the turns of this state are performed is at
    /// `map[x]` afterwards. Only the first [`CubeState::PIECES`] pieces' places are meaningful.
    #[must_use]
    fn place_map(self) -> [Place; PLACES];

    /// The faces of a piece's stickers beside the faces they lie on, when the piece is at that place; and
    /// whether it is at home, turned or not. `None` for places where the piece cannot be.
    #[must_use]
    fn view(piece: usize, place: Place) -> Option<PieceView>;

    /// The same state held in the standard way, and a symmetry: an algorithm that solves the anchored state solves
    /// this one when [conjugated](Algorithm::conjugate) by it. This state itself for puzzles with centers.
    #[must_use]
    fn anchored_state(self) -> (Self, Symmetry) {
        (self, Symmetry::IDENTITY)
    }

    /// An algorithm with the same effect that keeps the puzzle anchored. The same one for puzzles with centers.
    #[must_use]
    fn anchored(algorithm: &Algorithm) -> Algorithm {
        algorithm.clone()
    }

    /// The turns that make different states: all 18, or those that keep the puzzle anchored.
    #[must_use]
    fn turns() -> MoveSet {
        MoveSet::ALL
    }

    /// The state after a whole algorithm.
    #[must_use]
    fn apply_all(self, turns: &[Turn]) -> Self {
        turns.iter().fold(self, |state, &turn| state.apply(turn))
    }

    /// The colors of all 54 (or 24) facelets, faces in the order U R F D L B, rows from the top left.
    #[must_use]
    fn facelets(self) -> Vec<Face>;

    /// The state that shows these colors, in the same order.
    ///
    /// # Errors
    /// All the reasons why no turns lead to such a state.
    ///
    /// # Panics
    /// If there are not 54 (or 24) facelets.
    fn from_facelets(facelets: &[Face]) -> Result<Self, Unreachable>;
}

/// The most pieces that a cube here has.
pub const MAX_CUBE_PIECES: usize = 20;
/// The number of places of a cube: 8 corners in 3 ways, then 12 edges in 2.
pub const PLACES: usize = 48;

/// What one sees of a piece at a place: see [`CubeState::view`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceView {
    /// Its stickers' own faces and the faces they lie on; three for a corner, two for an edge (the third is `None`).
    pub stickers: [Option<(Face, Face)>; 3],
    /// Is it in its own position, in whatever orientation?
    pub at_home: bool,
}

impl PieceView {
    /// How many stickers it has.
    #[must_use]
    pub fn count(&self) -> usize {
        self.stickers.iter().flatten().count()
    }

    /// How many of its stickers lie on their own face.
    #[must_use]
    pub fn right(&self) -> usize {
        self.stickers.iter().flatten().filter(|(own, lies_on)| own == lies_on).count()
    }
}

/// A puzzle by name: what a sweep file or a command line says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleKind {
    /// The 3×3×3 cube: [`Cube3`](crate::Cube3).
    #[default]
    Cube3,
    /// The 2×2×2 cube: [`Cube2`](crate::Cube2).
    Cube2,
}

impl PuzzleKind {
    /// All puzzles.
    pub const ALL: [Self; 2] = [Self::Cube3, Self::Cube2];

    /// Its name: `cube3` or `cube2`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cube3 => "cube3",
            Self::Cube2 => "cube2",
        }
    }
}

impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for PuzzleKind {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find("puzzle", &Self::ALL, Self::name, text)
    }
}
