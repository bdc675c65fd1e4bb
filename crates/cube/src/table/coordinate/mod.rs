//! [`Coordinate`]: a part of a state of the 3×3×3 as a number, and a state with a given number, as in W. Souza, *Soluções Eficientes para o
//! Cubo Mágico*, Universidade de São Paulo. The coordinates are in the submodules. The moves of those with at most 2^16 values are
//! tabulated in `table::transition`, those of the two larger ones in `table::row_space`.
//!
//! | coordinate | values |
//! |---|---|
//! | [`CornerPermutation`] | 8! = 40,320, in lexicographic order |
//! | [`CornerOrientation`] | 3^7 = 2,187: the twists of positions 0–6, the first the most significant |
//! | [`EdgeOrientation`] | 2^11 = 2,048: the flips of positions 0–10, the first the most significant |
//! | [`SlicePositions`] | C(12, 4) = 495: the set of positions of the four edges of the middle layer |
//! | [`SortedSlice`] | 495 · 4! = 11,880: the position of each of them |
//! | [`UpperCorners`] | C(8, 4) = 70: the set of positions of the four corners of U |
//! | [`AxisPositions`] | 495 · 70 = 34,650: slice positions and upper corners |
//! | [`FlipSlice`] | 495 · 2,048 = 1,013,760: slice positions and edge orientation |
//! | [`SixEdges`] | 12!/6! · 2^6 = 42,577,920: the positions and flips of six edges |
//! | [`LayerEdges`] | 8! = 40,320: the order of the edges of U and D, in the domino group only |
//! | [`UpperEdges`] | C(8, 4) = 70: the set of positions of the four edges of U, in the domino group only |
//! | [`SlicePermutation`] | 4! = 24: the order of the edges of the middle layer, in the domino group only |
//!
//! The solved state has 0. The last twist and the last flip follow from the others.

mod pieces;
mod positions;
pub(crate) mod ranking;
mod six_edges;

pub(crate) use pieces::{CornerOrientation, CornerPermutation, EdgeOrientation};
pub(crate) use positions::{
    AxisPositions, FlipSlice, LayerEdges, SlicePermutation, SlicePositions, SortedSlice, UpperCorners, UpperEdges,
};
pub(super) use six_edges::ORDERINGS;
pub(crate) use six_edges::SixEdges;

use std::any::type_name;

use crate::puzzle::{Cube3, MoveSet, PieceVectors, permutation_is_odd};

/// The vectors of the solved state.
const SOLVED: PieceVectors = PieceVectors {
    corner_position: [0, 1, 2, 3, 4, 5, 6, 7],
    corner_orientation: [0; 8],
    edge_position: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    edge_orientation: [0; 12],
};

/// A part of a state as a number. The value after a move depends only on the move and the value before it.
pub(crate) trait Coordinate {
    /// Number of values: 0 to `SIZE` − 1. The solved state has 0.
    const SIZE: usize;
    /// The moves of the coordinate. If some of the 18 turns are missing, only states that these moves reach have a
    /// value.
    const TURNS: MoveSet = MoveSet::ALL;

    /// Returns the value of a state.
    fn encode(cube: Cube3) -> usize;

    /// Returns the pieces of a cube with this value. Their parity may make it unreachable.
    fn vectors(value: usize) -> PieceVectors;

    /// Returns a state with this value.
    ///
    /// # Panics
    /// If the value is not below [`Coordinate::SIZE`].
    fn decode(value: usize) -> Cube3 {
        assert!(value < Self::SIZE, "{} {value} is not below {}", type_name::<Self>(), Self::SIZE);
        let mut vectors = Self::vectors(value);
        if permutation_is_odd(&vectors.corner_position) != permutation_is_odd(&vectors.edge_position) {
            // A swap of two pieces that leaves the value unchanged: edges of the middle layer if only corners are
            // permuted, else corners of D.
            if vectors.edge_position == SOLVED.edge_position {
                vectors.edge_position.swap(10, 11);
            } else {
                let swapped = |corner| if corner >= 6 { 13 - corner } else { corner };
                vectors.corner_position = vectors.corner_position.map(swapped);
            }
        }
        Cube3::from_vectors_unchecked(&vectors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that every value decodes to a reachable state that encodes to this value.
    fn goes_both_ways<C: Coordinate>(step: usize) {
        assert_eq!(C::encode(Cube3::SOLVED), 0, "{}", type_name::<C>());
        assert_eq!(C::decode(0), Cube3::SOLVED, "{}", type_name::<C>());
        for index in (0..C::SIZE).step_by(step).chain([C::SIZE - 1]) {
            let cube = C::decode(index);
            assert_eq!(C::encode(cube), index, "{}", type_name::<C>());
            assert_eq!(Cube3::from_vectors(&cube.vectors()), Ok(cube), "{}", type_name::<C>());
        }
    }

    #[test]
    fn coordinates_round_trip() {
        goes_both_ways::<CornerPermutation>(1);
        goes_both_ways::<CornerOrientation>(1);
        goes_both_ways::<EdgeOrientation>(1);
        goes_both_ways::<SlicePositions>(1);
        goes_both_ways::<SortedSlice>(1);
        goes_both_ways::<UpperCorners>(1);
        goes_both_ways::<UpperEdges>(1);
        goes_both_ways::<AxisPositions>(1);
        goes_both_ways::<LayerEdges>(1);
        goes_both_ways::<SlicePermutation>(1);
        goes_both_ways::<FlipSlice>(13);
        goes_both_ways::<SixEdges<0>>(997);
        goes_both_ways::<SixEdges<6>>(997);
    }

    #[test]
    #[should_panic(expected = "SlicePositions 495 is not below 495")]
    fn an_out_of_range_coordinate_is_refused() {
        let _ = SlicePositions::decode(495);
    }
}
