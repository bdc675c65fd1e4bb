//! [`SpecState`], [`SpecMove`], [`SpecSymmetry`]: values that mean something together with their puzzle only.

use crate::puzzle::Place;
use crate::puzzle::layout::MAX_PIECES;

/// Where each piece of some puzzle is: entry p is the place of piece p. Which puzzle, a state does not know; whatever is
/// asked of it is asked of its [`PuzzleSpec`](super::PuzzleSpec).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SpecState {
    places: [Place; MAX_PIECES],
}

impl SpecState {
    /// From the places of all pieces.
    pub(super) fn new(element: &[Place]) -> Self {
        let mut places = [0; MAX_PIECES];
        places[..element.len()].copy_from_slice(element);
        Self { places }
    }

    /// The places of so many pieces.
    #[must_use]
    pub fn places(&self, pieces: usize) -> &[Place] {
        &self.places[..pieces]
    }

    /// The state after every piece went where a map takes it. What lies behind the pieces stays 0, as it must.
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

/// A move of some puzzle or one of its powers, by its number among all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SpecMove(pub(super) u8);

impl SpecMove {
    /// From 0, in the order of [`Puzzle::moves`](crate::puzzle::Puzzle::moves).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A symmetry of some puzzle, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpecSymmetry(pub(super) u8);

impl SpecSymmetry {
    /// From 0, the identity, in the order of [`Puzzle::symmetries`](crate::puzzle::Puzzle::symmetries).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
