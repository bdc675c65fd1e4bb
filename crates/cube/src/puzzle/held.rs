//! A state or moves of a puzzle that may lie rotated, for notations that show how it lies: [`HeldState`] has the rotation in which the
//! whole puzzle is held, [`HeldMoves`] the one that the moves leave. Both are read in `notation`, or in `spec`.

use std::fmt;

use super::{Algorithm, Symmetry, Turn};

/// Moves that name positions of a puzzle as it lies, and the rotation of the whole puzzle that they leave.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeldMoves<M = Turn> {
    /// The moves without rotations.
    pub moves: Algorithm<M>,
    /// The rotation; the identity for puzzles without rotations.
    pub rotation: Symmetry,
}

impl fmt::Display for HeldMoves {
    /// The moves, and the rotation after them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.fmt(f)?;
        match self.rotation.rotation_moves() {
            Some(rotation) if !rotation.is_empty() && !self.moves.is_empty() => write!(f, " {rotation}"),
            rotation => f.write_str(&rotation.unwrap_or_default()),
        }
    }
}

/// A state, and the rotation in which the whole puzzle is held.
///
/// ```
/// use evocube_cube::puzzle::HeldState;
/// use evocube_cube::{CUBE3, Cube3, Face, Puzzle, Symmetry, Turn};
/// let held: HeldState<Cube3> = "R y".parse()?;
/// assert_eq!((held.state, held.hold), (Cube3::after(&[Turn::R]), Symmetry::rotation(Face::U, 1)));
/// // The face R lies in front.
/// assert_eq!(CUBE3.rotate(held.state, held.hold), Cube3::after(&[Turn::F]));
/// # Ok::<(), evocube_cube::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeldState<S> {
    /// The state turned home, with the centers of a 3×3×3 on their own faces.
    pub state: S,
    /// The rotation that takes the puzzle from there to where it lies. It is the identity for puzzles without rotations, and where the
    /// notation has none.
    pub hold: Symmetry,
}

impl<S> From<S> for HeldState<S> {
    /// Holds the state at home.
    fn from(state: S) -> Self {
        Self { state, hold: Symmetry::IDENTITY }
    }
}

impl<S> HeldState<S> {
    /// Returns the same hold of another value of the state.
    pub fn map<T>(self, value: impl FnOnce(S) -> T) -> HeldState<T> {
        HeldState { state: value(self.state), hold: self.hold }
    }

    /// Returns the state after moves that name positions of the puzzle as it lies, and that leave a rotation. `rotate` returns a state
    /// with other names of its faces, `apply` performs the moves.
    pub fn after(self, rotation: Symmetry, rotate: impl Fn(S, Symmetry) -> S, apply: impl FnOnce(S) -> S) -> Self {
        let lying = apply(rotate(self.state, self.hold));
        Self { state: rotate(lying, self.hold.inverse()), hold: self.hold.then(rotation) }
    }
}
