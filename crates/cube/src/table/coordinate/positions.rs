//! Coordinates of positions. The middle layer's edges as a set, in order, or with the flips of all edges; the upper corners as a set; both
//! sets together. In the domino group, that of phase 2 of `Kociemba`, only: the set of upper edges, and orders of edges.
//! `SortedSlice::edge_rank` numbers other edges than the middle layer's, too.

use super::ranking::{choose, place_subset, rank, rank_subset, unrank};
use super::{Coordinate, EdgeOrientation, SOLVED};
use crate::puzzle::{Cube3, MoveSet, PieceVectors};

/// The set of positions of the edges FR, FL, BL and BR: C(12, 4) = 495 values.
pub(crate) struct SlicePositions;

/// The position of each of the edges FR, FL, BL and BR, 11,880 values: [`SlicePositions`] · 24 + their order.
pub(crate) struct SortedSlice;

/// The flips of the edges and the positions of those of the middle layer, 1,013,760 values: [`SlicePositions`] · 2048 +
/// [`EdgeOrientation`]. Symmetries that keep the axis U–D permute its values. They do not permute the values of the
/// flips alone, because flips are defined by the faces F and B.
pub(crate) struct FlipSlice;

/// The order of the edges FR, FL, BL and BR in the middle layer, 4! = 24 values: a coordinate of the domino group.
pub(crate) struct SlicePermutation;

/// The order of the eight edges of U and D, 8! = 40,320 values: a coordinate of the domino group.
pub(crate) struct LayerEdges;

/// The set of positions of the corners URF, UFL, ULB and UBR: C(8, 4) = 70 values.
pub(crate) struct UpperCorners;

/// The set of positions of the edges UR, UF, UL and UB among those of U and D, 70 values: a coordinate of the domino group.
pub(crate) struct UpperEdges;

/// The positions of the middle layer's edges and of the corners of U, 34,650 values: [`SlicePositions`] · 70 +
/// [`UpperCorners`]. Turns about the axis U–D keep its solved value.
pub(crate) struct AxisPositions;

/// The first edge of the middle layer; the others follow.
const SLICE: u8 = 8;
/// The number of corners and of edges of U, which are the first ones.
const UPPER: u8 = 4;
/// The orders of four edges.
const ORDERS: usize = 24;

impl SortedSlice {
    /// Returns the value for the edges `first` to `first` + 3 instead of those of the middle layer.
    #[inline]
    pub(crate) fn edge_rank(cube: Cube3, first: u8) -> usize {
        let (mut set, mut order, mut count) = (0, [0; 4], 0);
        for (position, &edge) in cube.vectors().edge_position.iter().enumerate() {
            if (first..first + 4).contains(&edge) {
                set |= 1 << position;
                order[count] = edge - first;
                count += 1;
            }
        }
        // The highest positions come first, so that the solved state has 0.
        (choose(12, 4) - 1 - rank_subset(set)) * ORDERS + rank(order, 4)
    }
}

impl Coordinate for SlicePositions {
    const SIZE: usize = 495;

    fn encode(cube: Cube3) -> usize {
        SortedSlice::encode(cube) / ORDERS
    }

    fn vectors(value: usize) -> PieceVectors {
        SortedSlice::vectors(value * ORDERS)
    }
}

impl Coordinate for SortedSlice {
    const SIZE: usize = 11_880;

    fn encode(cube: Cube3) -> usize {
        Self::edge_rank(cube, SLICE)
    }

    fn vectors(value: usize) -> PieceVectors {
        let order = unrank::<4>(value % ORDERS, 4).map(|edge| SLICE + edge);
        let edge_position = place_subset(choose(12, 4) - 1 - value / ORDERS, order, 0..SLICE);
        PieceVectors { edge_position, ..SOLVED }
    }
}

impl Coordinate for FlipSlice {
    const SIZE: usize = SlicePositions::SIZE * EdgeOrientation::SIZE;

    fn encode(cube: Cube3) -> usize {
        SlicePositions::encode(cube) * EdgeOrientation::SIZE + EdgeOrientation::encode(cube)
    }

    fn vectors(value: usize) -> PieceVectors {
        let edge_orientation = EdgeOrientation::vectors(value % EdgeOrientation::SIZE).edge_orientation;
        PieceVectors { edge_orientation, ..SlicePositions::vectors(value / EdgeOrientation::SIZE) }
    }
}

impl Coordinate for SlicePermutation {
    const SIZE: usize = ORDERS;
    const TURNS: MoveSet = MoveSet::DOMINO;

    fn encode(cube: Cube3) -> usize {
        SortedSlice::encode(cube) % ORDERS
    }

    fn vectors(value: usize) -> PieceVectors {
        SortedSlice::vectors(value)
    }
}

impl Coordinate for LayerEdges {
    const SIZE: usize = 40_320;
    const TURNS: MoveSet = MoveSet::DOMINO;

    fn encode(cube: Cube3) -> usize {
        let (mut order, mut count) = ([0; 8], 0);
        for edge in cube.vectors().edge_position {
            if edge < SLICE {
                order[count] = edge;
                count += 1;
            }
        }
        rank(order, 8)
    }

    fn vectors(value: usize) -> PieceVectors {
        let mut vectors = SOLVED;
        vectors.edge_position[..8].copy_from_slice(&unrank::<8>(value, 8));
        vectors
    }
}

impl Coordinate for UpperCorners {
    const SIZE: usize = 70;

    fn encode(cube: Cube3) -> usize {
        let corners = cube.vectors().corner_position;
        rank_subset((0..8).filter(|&position| corners[position] < UPPER).map(|position| 1 << position).sum())
    }

    fn vectors(value: usize) -> PieceVectors {
        PieceVectors { corner_position: place_subset(value, [0, 1, 2, 3], UPPER..8), ..SOLVED }
    }
}

impl Coordinate for UpperEdges {
    const SIZE: usize = UpperCorners::SIZE;
    const TURNS: MoveSet = MoveSet::DOMINO;

    fn encode(cube: Cube3) -> usize {
        let edges = cube.vectors().edge_position;
        rank_subset((0..8).filter(|&position| edges[position] < UPPER).map(|position| 1 << position).sum())
    }

    fn vectors(value: usize) -> PieceVectors {
        let mut vectors = SOLVED;
        vectors.edge_position[..8].copy_from_slice(&place_subset::<8, 4>(value, [0, 1, 2, 3], UPPER..8));
        vectors
    }
}

impl Coordinate for AxisPositions {
    const SIZE: usize = SlicePositions::SIZE * UpperCorners::SIZE;

    fn encode(cube: Cube3) -> usize {
        SlicePositions::encode(cube) * UpperCorners::SIZE + UpperCorners::encode(cube)
    }

    fn vectors(value: usize) -> PieceVectors {
        let corner_position = UpperCorners::vectors(value % UpperCorners::SIZE).corner_position;
        PieceVectors { corner_position, ..SlicePositions::vectors(value / UpperCorners::SIZE) }
    }
}
