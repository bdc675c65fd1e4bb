//! [`Cube`]: the 3×3×3 or the 2×2×2 as a [`Puzzle`], by the type of its states. The states themselves are in `cube3` and `cube2`.

use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::sync::LazyLock;

use super::cube3::{CORNERS, EDGES};
use super::notation::{self, AnyState, Dialect, Format, FormatError, Notation, NotationError};
use super::turn::NotATurn;
use super::{
    Algorithm, Cube2, Cube3, CubeState, Face, HeldMoves, HeldState, Layout, PieceView, Place, Puzzle, PuzzleKind,
    Symmetry, Turn,
};
use crate::rng::Stream;

/// The cube with states `S`, as a [`Puzzle`]. A value of size zero: the type of its states defines the cube.
#[derive(Clone, Copy)]
pub struct Cube<S>(PhantomData<fn() -> S>);

/// The 3×3×3.
pub const CUBE3: Cube<Cube3> = Cube::new();
/// The 2×2×2.
pub const CUBE2: Cube<Cube2> = Cube::new();

impl<S> Cube<S> {
    /// Returns the cube with these states.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S> Default for Cube<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: CubeState> Debug for Cube<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(S::KIND.name())
    }
}

impl<S: CubeState> Puzzle for Cube<S> {
    type State = S;
    type Move = Turn;
    type Symmetry = Symmetry;

    fn name(&self) -> &str {
        S::KIND.name()
    }

    fn cube(&self) -> Option<PuzzleKind> {
        Some(S::KIND)
    }

    fn layout(&self) -> &Layout {
        static CORNERS: LazyLock<Layout> = LazyLock::new(|| Layout::new([("corners".to_owned(), 8, 3)]));
        static BOTH: LazyLock<Layout> =
            LazyLock::new(|| Layout::new([("corners".to_owned(), 8, 3), ("edges".to_owned(), 12, 2)]));
        match S::KIND {
            PuzzleKind::Cube3 => &BOTH,
            PuzzleKind::Cube2 => &CORNERS,
        }
    }

    fn piece_name(&self, piece: usize) -> String {
        let names = CORNERS.iter().map(|faces| &faces[..]).chain(EDGES.iter().map(|faces| &faces[..]));
        names.skip(piece).take(1).flatten().map(|face| face.letter()).collect()
    }

    fn solved(&self) -> S {
        S::SOLVED
    }

    fn is_solved(&self, state: S) -> bool {
        state.is_solved()
    }

    fn random(&self, stream: &mut Stream) -> S {
        S::random(stream)
    }

    fn moves(&self) -> Vec<Turn> {
        S::turns().iter().collect()
    }

    fn apply(&self, state: S, turn: Turn) -> S {
        state.apply(turn)
    }

    fn then(&self, first: S, second: S) -> S {
        first.then(second)
    }

    fn inverse(&self, state: S) -> S {
        state.inverse()
    }

    fn places(&self, state: S) -> impl AsRef<[Place]> {
        state.places()
    }

    fn place_map(&self, state: S) -> impl AsRef<[Place]> {
        state.place_map()
    }

    fn view(&self, piece: usize, place: Place) -> Option<PieceView> {
        S::view(piece, place)
    }

    fn anchor(&self, state: S) -> (S, Symmetry) {
        state.anchored_state()
    }

    fn generators(&self) -> usize {
        6
    }

    fn generator(&self, turn: Turn) -> (usize, u32) {
        (turn.face().index(), turn.quarters())
    }

    fn order(&self, _generator: usize) -> u32 {
        4
    }

    fn power(&self, generator: usize, times: u32) -> Option<Turn> {
        Turn::new(Face::ALL[generator], times)
    }

    fn commute(&self, generator: usize, other: usize) -> bool {
        generator % 3 == other % 3
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::all().collect()
    }

    fn mirrors(&self, symmetry: Symmetry) -> bool {
        symmetry.mirrors()
    }

    fn symmetry_name(&self, symmetry: Symmetry) -> String {
        symmetry.letters()
    }

    fn conjugate(&self, moves: &[Turn], symmetry: Symmetry) -> Algorithm {
        S::anchored(&moves.iter().map(|&turn| symmetry.turn(turn)).collect())
    }

    fn move_name(&self, turn: Turn) -> &str {
        turn.name()
    }

    fn read_moves(&self, text: &str, dialect: Dialect) -> Result<HeldMoves, NotationError> {
        notation::read_moves(text, dialect)
    }

    fn read_move(&self, text: &str) -> Result<Turn, NotationError> {
        text.parse().map_err(|error: NotATurn| NotationError::whole(error.to_string()))
    }

    fn read(&self, text: &str, notation: Notation) -> Result<HeldState<S>, NotationError> {
        notation.read(text)
    }

    fn rotate(&self, state: S, rotation: Symmetry) -> S {
        state.conjugate(rotation)
    }

    fn read_state(&self, text: &str) -> Result<S, NotationError> {
        Notation::from(Format::Facelets).read(text)
    }

    fn write_state(&self, state: S) -> String {
        state.facelets().iter().map(|face| face.letter()).collect()
    }

    fn write(&self, state: impl Into<HeldState<S>>, format: Format) -> Result<String, FormatError> {
        format.write(state.into().map(AnyState::from_state))
    }

    fn facelets(&self, state: impl Into<HeldState<S>>) -> Option<Vec<Face>> {
        let held = state.into();
        Some(notation::held_facelets(self.lying(held).facelets(), held.hold))
    }

    fn simplify(&self, moves: &[Turn]) -> Algorithm {
        Algorithm::from(moves).simplify()
    }
}
