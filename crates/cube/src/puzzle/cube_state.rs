//! [`CubeState`]: the type of a cube's states, for code compiled per cube; [`PuzzleKind`]: the cube's name at run time, which `with_cube!`
//! turns into the type. [`PieceView`]: the stickers of a piece at a place.

use std::fmt::Debug;
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use super::{Algorithm, Face, MoveSet, Place, Symmetry, Turn, Unreachable, named};
use crate::rng::Stream;

/// A state of a cube. Kernels and tables are compiled for its type.
///
/// ```
/// use evocube_cube::{Cube2, Cube3, CubeState, Turn};
///
/// fn order<C: CubeState>(moves: &[Turn]) -> usize {
///     let powers = std::iter::successors(Some(C::SOLVED), |state| Some(state.apply_all(moves)));
///     powers.skip(1).take_while(|state| !state.is_solved()).count() + 1
/// }
/// assert_eq!(order::<Cube3>(&[Turn::R, Turn::U]), 105);
/// assert_eq!(order::<Cube2>(&[Turn::R, Turn::U]), 15);
/// ```
pub trait CubeState: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The name of the cube at run time.
    const KIND: PuzzleKind;
    /// The solved state, the neutral element.
    const SOLVED: Self;
    /// The number of pieces that move.
    const PIECES: usize;

    /// Returns the state after one more turn.
    #[must_use]
    fn apply(self, turn: Turn) -> Self;

    /// Returns the product: the state after the moves that lead to this state, followed by those that lead to `other`.
    ///
    /// ```
    /// use evocube_cube::{Cube3, CubeState, Turn};
    /// let (a, b) = (Cube3::after(&[Turn::R]), Cube3::after(&[Turn::U]));
    /// assert_eq!(a.then(b), Cube3::after(&[Turn::R, Turn::U]));
    /// ```
    #[must_use]
    fn then(self, other: Self) -> Self;

    /// Returns the inverse state: `a.then(a.inverse())` is solved.
    ///
    /// ```
    /// use evocube_cube::{Cube3, CubeState, Turn};
    /// assert_eq!(Cube3::after(&[Turn::R, Turn::U]).inverse(), Cube3::after(&[Turn::U3, Turn::R3]));
    /// ```
    #[must_use]
    fn inverse(self) -> Self;

    /// Returns the state conjugated by a symmetry: the state after the [conjugated](Algorithm::conjugate) moves.
    ///
    /// ```
    /// use evocube_cube::{Cube2, CubeState, Face, Symmetry, Turn};
    /// let y = Symmetry::rotation(Face::U, 1);
    /// assert_eq!(Cube2::SOLVED.apply(Turn::R).conjugate(y), Cube2::SOLVED.apply(y.turn(Turn::R)));
    /// ```
    #[must_use]
    fn conjugate(self, symmetry: Symmetry) -> Self;

    /// Returns whether every face has one color.
    fn is_solved(self) -> bool;

    /// Returns a state drawn uniformly from all reachable ones.
    ///
    /// ```
    /// use evocube_cube::{Cube3, CubeState, Seed};
    /// let mut stream = Seed::from_number(1).stream();
    /// assert_ne!(Cube3::random(&mut stream), Cube3::random(&mut stream));
    /// ```
    fn random(stream: &mut Stream) -> Self;

    /// Returns the [`Place`] of each piece, by the piece's number. A state of a cube without centers must be
    /// [anchored](CubeState::anchored_state) first.
    fn places(self) -> [Place; MAX_CUBE_PIECES];

    /// Returns the state as a map of places: its moves take a piece from place x to place `map[x]`. Only the places of the
    /// first [`CubeState::PIECES`] pieces are defined.
    fn place_map(self) -> [Place; PLACES];

    /// Returns the stickers of a piece at a place; `None` for places where the piece cannot be.
    fn view(piece: usize, place: Place) -> Option<PieceView>;

    /// Returns the state rotated as a whole so that its anchor piece is home, and a symmetry. An algorithm that solves the
    /// anchored state solves this one after [conjugation](Algorithm::conjugate) by the symmetry. A cube with centers is
    /// always anchored.
    fn anchored_state(self) -> (Self, Symmetry) {
        (self, Symmetry::IDENTITY)
    }

    /// Returns an algorithm with the same effect that keeps the cube anchored. For a cube with centers, the algorithm itself.
    fn anchored(algorithm: &Algorithm) -> Algorithm {
        algorithm.clone()
    }

    /// Returns the turns that generate the group: all 18, or those that keep the cube anchored.
    fn turns() -> MoveSet {
        MoveSet::ALL
    }

    /// Returns the state after some turns.
    #[must_use]
    fn apply_all(self, turns: &[Turn]) -> Self {
        turns.iter().fold(self, |state, &turn| state.apply(turn))
    }

    /// Returns the colors of all 54 (or 24) facelets, faces in the order U R F D L B, rows from the top left.
    ///
    /// ```
    /// use evocube_cube::{Cube3, CubeState, Turn};
    /// let state = Cube3::after(&[Turn::R]);
    /// assert_eq!(Cube3::from_facelets(&state.facelets()), Ok(state));
    /// ```
    fn facelets(self) -> Vec<Face>;

    /// Returns the state with these facelets, in the order of [`CubeState::facelets`].
    ///
    /// # Errors
    /// All reasons why no moves lead to these facelets.
    ///
    /// # Panics
    /// If there are not 54 (or 24) facelets.
    fn from_facelets(facelets: &[Face]) -> Result<Self, Unreachable>;
}

/// The maximum number of pieces of a cube.
pub const MAX_CUBE_PIECES: usize = 20;
/// The number of places of a cube: 8 corner positions with 3 orientations, then 12 edge positions with 2.
pub const PLACES: usize = 48;

/// The stickers of a piece at a place: see [`CubeState::view`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceView {
    /// The home face of each sticker and the face that it is on: three for a corner, two for an edge (the third is
    /// `None`).
    pub stickers: [Option<(Face, Face)>; 3],
    /// Whether the piece is in its own position, in any orientation.
    pub at_home: bool,
}

impl PieceView {
    /// Returns the number of stickers.
    pub fn count(&self) -> usize {
        self.stickers.iter().flatten().count()
    }

    /// Returns the number of stickers on their home face.
    pub fn right(&self) -> usize {
        self.stickers.iter().flatten().filter(|(home, lies_on)| home == lies_on).count()
    }
}

named! {
    /// A cube by name, as in sweep files and on the command line.
    ///
    /// ```
    /// use evocube_cube::PuzzleKind;
    /// assert_eq!("cube2".parse(), Ok(PuzzleKind::Cube2));
    /// assert_eq!(PuzzleKind::default().name(), "cube3");
    /// ```
    #[derive(Default, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum PuzzleKind, "puzzle":
    /// The 3×3×3 cube: [`Cube3`](crate::Cube3).
    #[default]
    Cube3 = "cube3",
    /// The 2×2×2 cube: [`Cube2`](crate::Cube2).
    Cube2 = "cube2",
}

/// Runs an expression for a [`PuzzleKind`](crate::puzzle::PuzzleKind), with the type of its states bound to a name. The
/// counterpart of [`with_puzzle!`](crate::with_puzzle) for code that needs the type of a cube.
///
/// ```
/// use evocube_cube::{CubeState, PuzzleKind};
/// let facelets = evocube_cube::with_cube!(PuzzleKind::Cube2, |State| State::SOLVED.facelets().len());
/// assert_eq!(facelets, 24);
/// ```
#[macro_export]
macro_rules! with_cube {
    ($kind:expr, |$state:ident| $body:expr) => {
        match $kind {
            $crate::puzzle::PuzzleKind::Cube3 => {
                type $state = $crate::puzzle::cube3::Cube3;
                $body
            }
            $crate::puzzle::PuzzleKind::Cube2 => {
                type $state = $crate::puzzle::cube2::Cube2;
                $body
            }
        }
    };
}
