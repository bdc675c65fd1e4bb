//! [`State`]: where the pieces of a puzzle are.

use super::layout::MOST_PIECES;
use crate::puzzle::Place;

/// Where each piece of some puzzle is: entry p is the place of piece p. Which puzzle, a state does not know; whatever is
/// asked of it is asked of its [`Definition`](super::Definition).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    places: [Place; MOST_PIECES],
}

impl State {
    /// From the places of all pieces.
    pub(super) fn new(element: &[Place]) -> Self {
        let mut places = [0; MOST_PIECES];
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

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let last = self.places.iter().rposition(|&place| place != 0).map_or(0, |last| last + 1);
        write!(f, "State({:?})", &self.places[..last])
    }
}
