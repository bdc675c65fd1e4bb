//! [`Layout`]: the orbits of a puzzle, and the numbers of its pieces and places.

use std::ops::Range;

/// Where a piece is and how it lies there, by the number of the position and the orientation together. On the cubes 0–23 are
/// corner position × 3 + twist, 24–47 are 24 + edge position × 2 + flip. As numbers: they index tables.
pub type Place = u8;

/// How a piece lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Where it belongs, or where one that looks like it does.
    Right,
    /// There, but turned.
    Turned,
    /// Elsewhere.
    Elsewhere,
}

/// The most pieces that a puzzle may have.
pub const MAX_PIECES: usize = 64;
/// The most places: for each piece as many as it has orientations.
pub const MAX_PLACES: usize = 128;

/// Pieces that can take each other's positions, with their orientations. The pieces of a puzzle are numbered through,
/// orbit by orbit, and so are their positions: position p is where piece p belongs. A place is a position with an
/// orientation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbit {
    /// What it is called.
    pub name: String,
    /// Its pieces, by their numbers.
    pub pieces: Range<usize>,
    /// In how many ways a piece can lie in a position.
    pub orientations: u8,
    first_place: u8,
}

impl Orbit {
    /// Which of the orbit's positions a place is in, counted from its first, and the orientation there.
    #[must_use]
    pub fn split(&self, place: Place) -> (usize, u8) {
        let within = place - self.first_place;
        (usize::from(within / self.orientations), within % self.orientations)
    }

    /// The place in a position, counted from the orbit's first, in an orientation.
    #[must_use]
    pub fn place(&self, position: usize, orientation: u8) -> Place {
        let position = u8::try_from(position).expect("places fit 8 bits");
        self.first_place + position * self.orientations + orientation % self.orientations
    }
}

/// The orbits of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    orbits: Vec<Orbit>,
    /// The orbit of each piece.
    orbit_of: Vec<u8>,
    /// The place of each piece in the solved state.
    homes: Vec<Place>,
    /// The piece at home in the position of each place.
    piece_of: Vec<u8>,
}

impl Layout {
    /// Of orbits with a name, a number of pieces and a number of orientations each; at most twice [`MAX_PLACES`] in all.
    pub(in crate::puzzle) fn new(orbits: impl IntoIterator<Item = (String, usize, u8)>) -> Self {
        let mut layout = Self { orbits: Vec::new(), orbit_of: Vec::new(), homes: Vec::new(), piece_of: Vec::new() };
        for (name, count, orientations) in orbits {
            let number = u8::try_from(layout.orbits.len()).expect("fewer orbits than pieces");
            let first = layout.homes.len();
            let first_place = u8::try_from(layout.piece_of.len()).expect("places fit 8 bits");
            for piece in first..first + count {
                layout.orbit_of.push(number);
                layout.homes.push(u8::try_from(layout.piece_of.len()).expect("places fit 8 bits"));
                let piece = u8::try_from(piece).expect("fewer pieces than places");
                layout.piece_of.extend((0..orientations).map(|_| piece));
            }
            layout.orbits.push(Orbit { name, pieces: first..first + count, orientations, first_place });
        }
        layout
    }

    /// The orbits, in order.
    #[must_use]
    pub fn orbits(&self) -> &[Orbit] {
        &self.orbits
    }

    /// How many pieces there are.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.homes.len()
    }

    /// How many places there are.
    #[must_use]
    pub fn places(&self) -> usize {
        self.piece_of.len()
    }

    /// The orbit of a piece.
    #[must_use]
    pub fn orbit_of(&self, piece: usize) -> &Orbit {
        &self.orbits[usize::from(self.orbit_of[piece])]
    }

    /// The piece that belongs into the position of a place, and the orientation there.
    #[must_use]
    pub fn position(&self, place: Place) -> (usize, u8) {
        let piece = usize::from(self.piece_of[usize::from(place)]);
        (piece, place - self.homes[piece])
    }

    /// The place of each piece in the solved state.
    #[must_use]
    pub fn homes(&self) -> &[Place] {
        &self.homes
    }

    /// A place after its piece has been turned on the spot.
    fn turned(&self, place: Place, by: u8) -> Place {
        let (piece, orientation) = self.position(place);
        self.homes[piece] + (orientation + by) % self.orbit_of(piece).orientations
    }

    /// Where everything is after an element (for each piece where it goes from home), as a map of places.
    pub(in crate::puzzle) fn map_of(&self, element: &[Place]) -> Vec<Place> {
        let places = u8::try_from(self.places() - 1).expect("places fit 8 bits");
        (0..=places)
            .map(|place| {
                let (piece, orientation) = self.position(place);
                self.turned(element[piece], orientation)
            })
            .collect()
    }

    /// First one element, then another.
    pub(in crate::puzzle) fn then(&self, first: &[Place], second: &[Place]) -> Box<[Place]> {
        let after = |&place: &Place| {
            let (piece, orientation) = self.position(place);
            self.turned(second[piece], orientation)
        };
        first.iter().map(after).collect()
    }

    /// The element that undoes another.
    pub(in crate::puzzle) fn inverse(&self, element: &[Place]) -> Box<[Place]> {
        let mut inverse: Box<[Place]> = self.homes.clone().into();
        for (piece, &place) in element.iter().enumerate() {
            let (position, orientation) = self.position(place);
            let orientations = self.orbit_of(piece).orientations;
            inverse[position] = self.homes[piece] + (orientations - orientation) % orientations;
        }
        inverse
    }
}
