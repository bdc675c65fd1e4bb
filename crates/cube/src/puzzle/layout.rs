//! [`Layout`]: the orbits of a puzzle, the numbers of its pieces and places, and products and inverses in its group. An [`Orbit`] has
//! pieces that can take each other's positions; orbits of states are in `route::orbit`. A [`Place`] is a position with an orientation, and
//! [`Fit`] says how a piece matches it. A puzzle has at most [`MAX_PIECES`] pieces and [`MAX_PLACES`] places.

use std::ops::Range;

/// A position with an orientation, as one number that indexes tables. On the cubes 0–23 are corner position · 3 +
/// twist, 24–47 are 24 + edge position · 2 + flip.
pub type Place = u8;

/// The match of a piece with a place.
///
/// ```
/// use evocube_cube::puzzle::Fit;
/// use evocube_cube::{CUBE3, Puzzle};
/// let [first, second] = [0, 1].map(|orientation| CUBE3.layout().orbits()[0].place(5, orientation));
/// assert_eq!((CUBE3.fit(5, first), CUBE3.fit(5, second)), (Fit::Right, Fit::Turned));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// The piece is in its own position, or in that of a piece that looks like it, in the solved orientation.
    Right,
    /// The piece is in one of these positions in another orientation.
    Turned,
    /// The piece is in another position.
    Elsewhere,
}

/// The maximum number of pieces of a puzzle.
pub const MAX_PIECES: usize = 64;
/// The maximum number of places of a puzzle: the sum of the numbers of orientations over all pieces.
pub const MAX_PLACES: usize = 128;

/// Pieces that can take each other's positions, with their orientations. Pieces are numbered consecutively over all
/// orbits; position p is the home of piece p. A place is a position with an orientation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbit {
    /// The name.
    pub name: String,
    /// The numbers of the pieces.
    pub pieces: Range<usize>,
    /// The number of orientations of a piece in a position.
    pub orientations: u8,
    first_place: u8,
}

impl Orbit {
    /// Returns the position of a place, counted from the orbit's first, and its orientation.
    ///
    /// ```
    /// use evocube_cube::{CUBE3, Puzzle};
    /// let edges = &CUBE3.layout().orbits()[1];
    /// assert_eq!(edges.split(edges.place(3, 1)), (3, 1));
    /// ```
    pub fn split(&self, place: Place) -> (usize, u8) {
        let offset = place - self.first_place;
        (usize::from(offset / self.orientations), offset % self.orientations)
    }

    /// Returns the place in a position, counted from the orbit's first, in an orientation.
    pub fn place(&self, position: usize, orientation: u8) -> Place {
        let position = u8::try_from(position).expect("places fit 8 bits");
        self.first_place + position * self.orientations + orientation % self.orientations
    }

    /// Returns all places, in order.
    pub fn places(&self) -> Range<Place> {
        let last = self.place(self.pieces.len() - 1, self.orientations - 1);
        self.first_place..last + 1
    }
}

/// The orbits of a puzzle.
///
/// ```
/// use evocube_cube::{CUBE3, Puzzle};
/// let layout = CUBE3.layout();
/// let names: Vec<&str> = layout.orbits().iter().map(|orbit| &*orbit.name).collect();
/// assert_eq!((names, layout.pieces(), layout.places()), (vec!["corners", "edges"], 20, 48));
/// ```
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
    /// Returns the layout of orbits with a name, a number of pieces and a number of orientations each. All orbits have at most
    /// 2 · [`MAX_PLACES`] places: the search for symmetries doubles a layout.
    pub(in crate::puzzle) fn new<N: Into<String>>(orbits: impl IntoIterator<Item = (N, usize, u8)>) -> Self {
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
            layout.orbits.push(Orbit { name: name.into(), pieces: first..first + count, orientations, first_place });
        }
        layout
    }

    /// Returns the orbits, in order.
    pub fn orbits(&self) -> &[Orbit] {
        &self.orbits
    }

    /// Returns the number of pieces.
    pub fn pieces(&self) -> usize {
        self.homes.len()
    }

    /// Returns the number of places.
    pub fn places(&self) -> usize {
        self.piece_of.len()
    }

    /// Returns the orbit of a piece.
    pub fn orbit_of(&self, piece: usize) -> &Orbit {
        &self.orbits[usize::from(self.orbit_of[piece])]
    }

    /// Returns the position of a place, as the number of its home piece, and the orientation.
    pub fn position(&self, place: Place) -> (usize, u8) {
        let piece = usize::from(self.piece_of[usize::from(place)]);
        (piece, place - self.homes[piece])
    }

    /// Returns the place of each piece in the solved state.
    pub fn homes(&self) -> &[Place] {
        &self.homes
    }

    /// Returns where an element, given by the place of each piece, takes what is at a place.
    fn image(&self, element: &[Place], place: Place) -> Place {
        let (piece, twist) = self.position(place);
        let (position, orientation) = self.position(element[piece]);
        self.homes[position] + (orientation + twist) % self.orbit_of(position).orientations
    }

    /// Returns the map of all places that corresponds to an element, given by the place of each piece.
    pub(in crate::puzzle) fn map_of(&self, element: &[Place]) -> Vec<Place> {
        let places = u8::try_from(self.places() - 1).expect("places fit 8 bits");
        (0..=places).map(|place| self.image(element, place)).collect()
    }

    /// Returns the product of two elements, the first applied first.
    pub(in crate::puzzle) fn then(&self, first: &[Place], second: &[Place]) -> Box<[Place]> {
        first.iter().map(|&place| self.image(second, place)).collect()
    }

    /// Returns the inverse of an element.
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
