//! [`PenaltyTable`]: what an objective charges for each piece at each place.

use crate::puzzle::{Layout, Place};

/// What each piece penalties at each place of its orbit; a penalty is their sum over all pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PenaltyTable {
    places: usize,
    /// A row a piece, an entry a place; 0 outside the piece's orbit.
    penalties: Vec<u16>,
}

impl PenaltyTable {
    /// The penalties that a function says of pieces and places.
    #[must_use]
    pub fn new(layout: &Layout, mut penalty: impl FnMut(usize, Place) -> u16) -> Self {
        let places = layout.places();
        let mut penalties = vec![0; layout.pieces() * places];
        for (piece, row) in penalties.chunks_mut(places).enumerate() {
            let orbit = layout.orbit_of(piece);
            for position in 0..orbit.pieces.len() {
                for place in (0..orbit.orientations).map(|orientation| orbit.place(position, orientation)) {
                    row[usize::from(place)] = penalty(piece, place);
                }
            }
        }
        Self { places, penalties }
    }

    /// The penalty of a state whose pieces are at these places.
    #[must_use]
    pub fn penalty(&self, places: &[Place]) -> u32 {
        self.rows().zip(places).map(|(penalties, &place)| u32::from(penalties[usize::from(place)])).sum()
    }

    /// The penalty of the worst state that could be put together.
    #[must_use]
    pub fn max(&self) -> u32 {
        self.rows().map(|penalties| u32::from(*penalties.iter().max().expect("many places"))).sum()
    }

    /// The penalties of each piece, by place.
    pub fn rows(&self) -> impl Iterator<Item = &[u16]> {
        self.penalties.chunks(self.places)
    }

    /// The same as a table of fixed size, filled up with 0.
    pub(crate) fn table<const PIECES: usize, const PLACES: usize>(&self) -> Box<[[u16; PLACES]; PIECES]> {
        let mut table = Box::new([[0; PLACES]; PIECES]);
        for (row, penalties) in table.iter_mut().zip(self.rows()) {
            row[..penalties.len()].copy_from_slice(penalties);
        }
        table
    }
}
