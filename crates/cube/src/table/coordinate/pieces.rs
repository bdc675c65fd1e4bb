//! The coordinates of all corners or all edges: the permutation of the corners, and the orientations of both. The permutation of all
//! edges, with 12! values, is no coordinate.

use super::ranking::{join, rank, split, unrank};
use super::{Coordinate, SOLVED};
use crate::puzzle::{Cube3, PieceVectors};

/// The permutation of the corners: 8! = 40,320 values, in lexicographic order.
pub(crate) struct CornerPermutation;

/// The twists of the corners: 3^7 = 2,187 values, whose ternary digits are the twists of positions 0 to 6, the first the
/// most significant.
pub(crate) struct CornerOrientation;

/// The flips of the edges: 2^11 = 2,048 values, whose bits are the flips of positions 0 to 10, the first the most
/// significant.
pub(crate) struct EdgeOrientation;

impl Coordinate for CornerPermutation {
    const SIZE: usize = 40_320;

    fn encode(cube: Cube3) -> usize {
        rank(cube.vectors().corner_position, 8)
    }

    fn vectors(value: usize) -> PieceVectors {
        PieceVectors { corner_position: unrank(value, 8), ..SOLVED }
    }
}

impl Coordinate for CornerOrientation {
    const SIZE: usize = 2_187;

    fn encode(cube: Cube3) -> usize {
        join(cube.vectors().corner_orientation, 3)
    }

    fn vectors(value: usize) -> PieceVectors {
        PieceVectors { corner_orientation: split(value, 3), ..SOLVED }
    }
}

impl Coordinate for EdgeOrientation {
    const SIZE: usize = 2_048;

    fn encode(cube: Cube3) -> usize {
        join(cube.vectors().edge_orientation, 2)
    }

    fn vectors(value: usize) -> PieceVectors {
        PieceVectors { edge_orientation: split(value, 2), ..SOLVED }
    }
}
