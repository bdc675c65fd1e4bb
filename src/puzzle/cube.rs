//! [`CubeState`]: what is known of a cube at compile time, and [`Cube`], the puzzle made of it.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::algorithm::Algorithm;
use super::cube2::Cube2;
use super::cube3::{CORNERS, Cube3, EDGES, Unreachable};
use super::layout::{Layout, Place};
use super::notation::{self, AnyState, Dialect, Format};
use super::symmetry::Symmetry;
use super::turn::{Face, MoveSet, Turn};
use super::{Puzzle, UnknownName};
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
    /// The 3×3×3 cube: [`Cube3`].
    #[default]
    Cube3,
    /// The 2×2×2 cube: [`Cube2`].
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

/// The cube with these states, as a [`Puzzle`]: no data, since the type of its states says everything.
#[derive(Clone, Copy)]
pub struct Cube<S>(PhantomData<fn() -> S>);

/// The 3×3×3.
pub const CUBE3: Cube<Cube3> = Cube::new();
/// The 2×2×2.
pub const CUBE2: Cube<Cube2> = Cube::new();

impl<S> Cube<S> {
    /// The cube with these states.
    #[must_use]
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

    fn apply(&self, state: S, one: Turn) -> S {
        state.apply(one)
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

    fn generator(&self, one: Turn) -> (usize, u32) {
        (one.face().index(), one.quarters())
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

    fn move_name(&self, one: Turn) -> String {
        one.to_string()
    }

    fn read_moves(&self, text: &str, dialect: Dialect) -> Result<Algorithm, String> {
        notation::read_moves(text, dialect).map_err(|error| error.to_string())
    }

    fn read_move(&self, text: &str) -> Result<Turn, String> {
        text.parse().map_err(|error: super::turn::NotATurn| error.to_string())
    }

    fn read(&self, text: &str, format: Option<Format>, dialect: Dialect) -> Result<S, String> {
        notation::read_as(text, format, dialect).map_err(|error| error.to_string())
    }

    fn read_state(&self, text: &str) -> Result<S, String> {
        self.read(text, Some(Format::Facelets), Dialect::Wca)
    }

    fn write_state(&self, state: S) -> String {
        state.facelets().iter().map(|face| face.letter()).collect()
    }

    fn write(&self, state: S, format: Format) -> Result<String, String> {
        notation::write(AnyState::of(state), format).map_err(|error| error.to_string())
    }

    fn facelets(&self, state: S) -> Option<Vec<Face>> {
        Some(state.facelets())
    }

    fn simplify(&self, moves: &[Turn]) -> Algorithm {
        Algorithm::from(moves).simplify()
    }
}
