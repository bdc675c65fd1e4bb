//! [`AnyState`]: a state of a 3×3×3 or a 2×2×2 whose size is known at run time only, with [`OtherPuzzle`], the error for the wrong size.
//! Also how states of cubes are parsed and displayed, and the facelets of a held one. [`Reading`] has the facelets of a text, which may be
//! impossible. States of file-defined puzzles are in `puzzle::spec`.

use std::fmt;
use std::str::FromStr;

use super::{FromNotation, Notation, NotationError};
use crate::puzzle::{
    Algorithm, Cube2, Cube3, Face, HeldMoves, HeldState, PieceVectors, PuzzleKind, Setup, Symmetry, Unreachable,
};

/// A state of a cube that is known at run time only.
///
/// ```
/// use evocube_cube::notation::{AnyState, OtherPuzzle};
/// use evocube_cube::{Algorithm, Cube2, Cube3, PuzzleKind};
/// let state = AnyState::after(PuzzleKind::Cube3, &Algorithm::EMPTY);
/// assert_eq!(Cube3::try_from(state), Ok(Cube3::SOLVED));
/// assert_eq!(Cube2::try_from(state), Err(OtherPuzzle(PuzzleKind::Cube3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyState {
    /// A 3×3×3.
    Cube3(Cube3),
    /// A 2×2×2.
    Cube2(Cube2),
}

/// Runs an expression for the state of a known type.
macro_rules! with_state {
    ($state:expr, |$cube:ident| $body:expr) => {
        match $state {
            AnyState::Cube3($cube) => $body,
            AnyState::Cube2($cube) => $body,
        }
    };
}

impl AnyState {
    /// Returns the kind of cube.
    pub const fn kind(self) -> PuzzleKind {
        match self {
            Self::Cube3(_) => PuzzleKind::Cube3,
            Self::Cube2(_) => PuzzleKind::Cube2,
        }
    }

    /// Returns the solved state after an algorithm.
    pub fn after(kind: PuzzleKind, algorithm: &Algorithm) -> Self {
        let solved: Self = match kind {
            PuzzleKind::Cube3 => Cube3::SOLVED.into(),
            PuzzleKind::Cube2 => Cube2::SOLVED.into(),
        };
        solved.apply_all(algorithm)
    }

    /// Returns the state with these facelets; `None` if there are neither 54 nor 24.
    ///
    /// ```
    /// use evocube_cube::notation::AnyState;
    /// use evocube_cube::{Cube2, Face};
    /// assert_eq!(AnyState::from_facelets(&Cube2::SOLVED.facelets()), Some(Ok(Cube2::SOLVED.into())));
    /// assert_eq!(AnyState::from_facelets(&[Face::U; 9]), None);
    /// ```
    pub fn from_facelets(facelets: &[Face]) -> Option<Result<Self, Unreachable>> {
        match facelets.len() {
            54 => Some(Cube3::from_facelets(facelets).map(Self::Cube3)),
            24 => Some(Cube2::from_facelets(facelets).map(Self::Cube2)),
            _ => None,
        }
    }

    /// Returns the colors of all facelets, faces in the order U R F D L B.
    pub fn facelets(self) -> Vec<Face> {
        with_state!(self, |cube| cube.facelets())
    }

    /// Returns the state after more turns.
    #[must_use]
    pub fn apply_all(self, algorithm: &Algorithm) -> Self {
        with_state!(self, |cube| cube.apply_all(algorithm).into())
    }

    /// Returns the state conjugated by a symmetry: see [`Cube3::conjugate`].
    #[must_use]
    pub fn conjugate(self, symmetry: Symmetry) -> Self {
        with_state!(self, |cube| cube.conjugate(symmetry).into())
    }

    /// Returns whether every face has one color.
    pub fn is_solved(self) -> bool {
        with_state!(self, |cube| cube.is_solved())
    }

    /// Returns a 3×3×3 with the corners of the state; that of a 2×2×2 has the edges of [`Cube2::with_edges`].
    pub fn with_edges(self) -> Cube3 {
        match self {
            Self::Cube3(cube) => cube,
            Self::Cube2(cube) => cube.with_edges(),
        }
    }
}

impl fmt::Display for AnyState {
    /// The facelets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_state!(self, |cube| cube.fmt(f))
    }
}

impl HeldState<AnyState> {
    /// Returns a state whose moves are those of this one as it lies.
    pub fn lying(self) -> AnyState {
        self.state.conjugate(self.hold)
    }

    /// Returns the state after moves that name positions of the cube as it lies, and that leave a rotation.
    #[must_use]
    pub fn go_on(self, moves: &HeldMoves) -> Self {
        self.after(moves.rotation, AnyState::conjugate, |state| state.apply_all(&moves.moves))
    }

    /// Returns the colors of all facelets as the cube lies, faces in the order U R F D L B.
    pub fn facelets(self) -> Vec<Face> {
        held_facelets(self.lying().facelets(), self.hold)
    }
}

/// Returns the facelets of a rotated cube, given those of the state with its moves.
pub(in crate::puzzle) fn held_facelets(lying: Vec<Face>, hold: Symmetry) -> Vec<Face> {
    let home = hold.inverse();
    lying.into_iter().map(|color| home.face(color)).collect()
}

impl fmt::Display for HeldState<AnyState> {
    /// The facelets as the cube lies.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.facelets().iter().try_for_each(|face| face.fmt(f))
    }
}

impl<S> FromStr for HeldState<S>
where
    Self: FromNotation,
{
    type Err = NotationError;

    /// Reads a cube in any notation as it lies, as the default [`Notation`] does.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        Notation::default().read(text)
    }
}

impl FromStr for AnyState {
    type Err = NotationError;

    /// Reads a cube in any notation, as the default [`Notation`] does.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        Notation::default().read(text)
    }
}

/// Error: a state belongs to another puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is a {0}")]
pub struct OtherPuzzle(pub PuzzleKind);

macro_rules! impl_states {
    ($($Cube:ident),+) => {$(
        impl fmt::Display for $Cube {
            /// The facelets in the order U R F D L B.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.facelets().iter().try_for_each(|face| face.fmt(f))
            }
        }

        impl fmt::Debug for $Cube {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($Cube), "({})"), self)
            }
        }

        impl FromStr for $Cube {
            type Err = NotationError;

            /// Reads a cube in any notation, as the default [`Notation`] does.
            fn from_str(text: &str) -> Result<Self, NotationError> {
                Notation::default().read(text)
            }
        }

        impl TryFrom<AnyState> for $Cube {
            type Error = OtherPuzzle;

            fn try_from(state: AnyState) -> Result<Self, OtherPuzzle> {
                if let AnyState::$Cube(cube) = state { Ok(cube) } else { Err(OtherPuzzle(state.kind())) }
            }
        }

        impl From<$Cube> for AnyState {
            fn from(cube: $Cube) -> Self {
                Self::$Cube(cube)
            }
        }

        impl FromNotation for HeldState<$Cube> {
            fn from_notation(text: &str, notation: Notation) -> Result<Self, NotationError> {
                let puzzle = Some(PuzzleKind::$Cube);
                let held: HeldState<AnyState> = Notation { puzzle, ..notation }.read(text)?;
                Ok(held.map(|state| state.try_into().expect("the notation has its puzzle")))
            }
        }

        impl FromNotation for $Cube {
            fn from_notation(text: &str, notation: Notation) -> Result<Self, NotationError> {
                notation.read(text).map(|held: HeldState<Self>| held.state)
            }
        }

        impl From<$Cube> for HeldState<AnyState> {
            fn from(cube: $Cube) -> Self {
                AnyState::from(cube).into()
            }
        }
    )+};
}

impl_states!(Cube3, Cube2);

/// The facelets that a text describes, which need not be those of a state.
pub(super) struct Reading {
    facelets: Vec<Face>,
    /// The rotation after these facelets.
    rotation: Symmetry,
    /// The error of facelets that no state has.
    explain: Box<Explanation>,
}

type Explanation = dyn Fn(Unreachable, &[Face]) -> NotationError;

impl Reading {
    /// Returns 54 or 24 facelets.
    pub(super) fn new(facelets: impl Into<Vec<Face>>) -> Self {
        let explain = Box::new(|unreachable: Unreachable, _: &[Face]| unreachable.into());
        Self { facelets: facelets.into(), rotation: Symmetry::IDENTITY, explain }
    }

    /// Returns the facelets after a scramble, and the rotation that it leaves.
    pub(super) fn scramble(scramble: HeldMoves, puzzle: Option<PuzzleKind>) -> Self {
        let state = AnyState::after(puzzle.unwrap_or_default(), &scramble.moves);
        Self { rotation: scramble.rotation, ..Self::new(state.facelets()) }
    }

    /// Returns the same facelets with another error if no state has them.
    pub(super) fn explained_by(self, explain: impl Fn(Unreachable, &[Face]) -> NotationError + 'static) -> Self {
        Self { explain: Box::new(explain), ..self }
    }

    /// Returns the kind of cube that has as many facelets.
    pub(super) fn kind(&self) -> PuzzleKind {
        if self.facelets.len() == 54 { PuzzleKind::Cube3 } else { PuzzleKind::Cube2 }
    }

    /// Returns the state with these facelets.
    pub(super) fn state(&self) -> Result<HeldState<AnyState>, NotationError> {
        let held = match self.facelets.as_slice().try_into() {
            Ok(colors) => Setup::from_colors(colors).check_held().map(|held| held.map(AnyState::from)),
            Err(_) => Cube2::from_facelets(&self.facelets).map(HeldState::from),
        };
        self.held(held)
    }

    /// Returns the pieces of a 3×3×3 that may be unreachable.
    pub(super) fn pieces(&self) -> Result<HeldState<PieceVectors>, NotationError> {
        let colors = self.facelets.as_slice().try_into();
        let colors = colors.map_err(|_| NotationError::whole("this is a cube2, expected a cube3"))?;
        self.held(Setup::from_colors(colors).pieces())
    }

    /// Returns what these facelets show, after the rotation, or the explanation why it does not exist.
    fn held<T>(&self, shown: Result<HeldState<T>, Unreachable>) -> Result<HeldState<T>, NotationError> {
        let rotated = |held: HeldState<T>| HeldState { hold: held.hold.then(self.rotation), ..held };
        shown.map(rotated).map_err(|unreachable| (self.explain)(unreachable, &self.facelets))
    }
}
