//! [`Cube`]: the 3×3×3, [`CUBE3`], or the 2×2×2, [`CUBE2`], as a [`Puzzle`], by the type of its states. It calls the methods of the states,
//! which are in `cube3` and `cube2`, and the readers and writers of `notation`.

use std::fmt;
use std::marker::PhantomData;
use std::sync::LazyLock;

use super::algorithm;
use super::cube3::{CORNERS, EDGES};
use super::notation::{self, AnyState, Dialect, Format, FormatError, Notation, NotationError};
use super::turn::NotATurn;
use super::{
    Algorithm, Cube2, Cube3, Face, HeldMoves, HeldState, Layout, PieceView, Place, Puzzle, PuzzleKind, Symmetry, Turn,
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

impl<S> fmt::Debug for Cube<S>
where
    Self: Puzzle,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Implements [`Puzzle`] for the cubes by the methods of their states.
macro_rules! impl_puzzle {
    ($($State:ident: $orbits:expr;)+) => {$(
        impl Puzzle for Cube<$State> {
            type State = $State;
            type Move = Turn;
            type Symmetry = Symmetry;

            fn name(&self) -> &str {
                PuzzleKind::$State.name()
            }

            fn cube(&self) -> Option<PuzzleKind> {
                Some(PuzzleKind::$State)
            }

            fn layout(&self) -> &Layout {
                static LAYOUT: LazyLock<Layout> = LazyLock::new(|| Layout::new($orbits));
                &LAYOUT
            }

            fn piece_name(&self, piece: usize) -> String {
                let names = CORNERS.iter().map(|faces| &faces[..]).chain(EDGES.iter().map(|faces| &faces[..]));
                names.skip(piece).take(1).flatten().map(|face| face.letter()).collect()
            }

            #[inline]
            fn solved(&self) -> $State {
                $State::SOLVED
            }

            fn random(&self, stream: &mut Stream) -> $State {
                $State::random(stream)
            }

            fn moves(&self) -> Vec<Turn> {
                $State::turns().iter().collect()
            }

            #[inline]
            fn apply(&self, state: $State, turn: Turn) -> $State {
                state.apply(turn)
            }

            // Compiled here, not where it is called.
            fn apply_all(&self, state: $State, moves: &[Turn]) -> $State {
                moves.iter().fold(state, |state, &turn| state.apply(turn))
            }

            #[inline]
            fn then(&self, first: $State, second: $State) -> $State {
                first.then(second)
            }

            #[inline]
            fn inverse(&self, state: $State) -> $State {
                state.inverse()
            }

            #[inline]
            fn places(&self, state: $State) -> impl AsRef<[Place]> {
                state.places()
            }

            #[inline]
            fn place_map(&self, state: $State) -> impl AsRef<[Place]> {
                state.place_map()
            }

            fn view(&self, piece: usize, place: Place) -> Option<PieceView> {
                $State::view(piece, place)
            }

            fn anchor(&self, state: $State) -> ($State, Symmetry) {
                state.anchor()
            }

            fn generators(&self) -> usize {
                6
            }

            #[inline]
            fn generator(&self, turn: Turn) -> (usize, u32) {
                (turn.face().index(), turn.quarters())
            }

            #[inline]
            fn order(&self, _generator: usize) -> u32 {
                4
            }

            #[inline]
            fn power(&self, generator: usize, times: u32) -> Option<Turn> {
                Turn::new(Face::ALL[generator], times)
            }

            #[inline]
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
                $State::anchored(moves.iter().map(|&turn| symmetry.turn(turn)))
            }

            fn conjugate_effect(&self, effect: $State, _moves: &[Turn], symmetry: Symmetry) -> $State {
                effect.conjugate(symmetry).anchor().0
            }

            #[inline]
            fn conjugate_by(&self, state: $State, by: $State, _inverse: $State) -> $State {
                state.conjugate_by(by)
            }

            #[inline]
            fn move_name(&self, turn: Turn) -> &str {
                turn.name()
            }

            fn read_moves(&self, text: &str, dialect: Dialect) -> Result<HeldMoves, NotationError> {
                notation::read_moves(text, dialect)
            }

            fn read_move(&self, text: &str) -> Result<Turn, NotationError> {
                text.parse().map_err(|error: NotATurn| NotationError::whole(error.to_string()))
            }

            fn read(&self, text: &str, notation: Notation) -> Result<HeldState<$State>, NotationError> {
                notation.read(text)
            }

            fn rotate(&self, state: $State, rotation: Symmetry) -> $State {
                state.conjugate(rotation)
            }

            fn write(&self, state: impl Into<HeldState<$State>>, format: Format) -> Result<String, FormatError> {
                format.write(state.into().map(AnyState::from))
            }

            fn facelets(&self, state: impl Into<HeldState<$State>>) -> Option<Vec<Face>> {
                let held = state.into();
                Some(notation::held_facelets(held.state.conjugate(held.hold).facelets(), held.hold))
            }

            #[inline]
            fn append(&self, moves: &mut Vec<Turn>, begin: usize, turn: Turn) {
                algorithm::append(moves, begin, turn);
            }
        }
    )+};
}

impl_puzzle! {
    Cube3: [("corners", 8, 3), ("edges", 12, 2)];
    Cube2: [("corners", 8, 3)];
}
