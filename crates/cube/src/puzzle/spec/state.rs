//! [`SpecState`], [`SpecMove`], [`SpecSymmetry`]: a state, a move and a symmetry of a file-defined puzzle, which mean nothing without it.

use crate::puzzle::{MAX_PIECES, Place};

/// A state: the place of each piece, by the piece's number. All operations on it are methods of its
/// [`PuzzleSpec`](super::PuzzleSpec).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SpecState {
    places: [Place; MAX_PIECES],
}

impl SpecState {
    /// Returns the state with these places of all pieces.
    pub(super) fn new(element: &[Place]) -> Self {
        let mut places = [0; MAX_PIECES];
        places[..element.len()].copy_from_slice(element);
        Self { places }
    }

    /// Returns the places of the first `pieces` pieces, at most [`MAX_PIECES`].
    pub fn places(&self, pieces: usize) -> &[Place] {
        &self.places[..pieces]
    }

    /// Returns the state after a map of places. Entries beyond the pieces stay 0, as equality requires.
    #[must_use]
    pub(super) fn mapped(mut self, pieces: usize, map: &[Place]) -> Self {
        for place in &mut self.places[..pieces] {
            *place = map[usize::from(*place)];
        }
        self
    }
}

impl std::fmt::Debug for SpecState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let last = self.places.iter().rposition(|&place| place != 0).map_or(0, |last| last + 1);
        write!(f, "SpecState({:?})", &self.places[..last])
    }
}

impl AsRef<[Place]> for SpecState {
    fn as_ref(&self) -> &[Place] {
        &self.places
    }
}

/// A move of a puzzle, by its number among all powers of the generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SpecMove(pub(super) u8);

impl SpecMove {
    /// Returns the index, from 0, in the order of [`Puzzle::moves`](crate::puzzle::Puzzle::moves).
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A symmetry of a puzzle, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpecSymmetry(pub(super) u8);

impl SpecSymmetry {
    /// Returns the index in the order of [`Puzzle::symmetries`](crate::puzzle::Puzzle::symmetries); 0 is the identity.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
