//! The four edges of the middle layer, alone, with the flips of all edges, and in the domino group, which keeps them
//! there.

use super::ranking::{choose, rank, unrank};
use super::{Coordinate, EdgeOrientation, check, even_out};
use crate::puzzle::cube3::{Cube3, PieceVectors};
use crate::puzzle::turn::MoveSet;

/// Which positions hold the edges FR, FL, BL and BR, in any order.
#[derive(Clone, Copy, Debug)]
pub struct SlicePositions;

/// Which position holds which of the edges FR, FL, BL and BR: [`SlicePositions`] · 24 + their order.
#[derive(Clone, Copy, Debug)]
pub struct SortedSlice;

/// Which edges are flipped and where those of the middle layer are: [`SlicePositions`] · 2048 +
/// [`EdgeOrientation`]. Symmetries that keep the axis U–D map it to itself; of the flips alone that is not true,
/// because they are counted from the faces F and B.
#[derive(Clone, Copy, Debug)]
pub struct FlipSlice;

/// In which order the edges FR, FL, BL and BR are in the middle layer: a coordinate of the domino group.
#[derive(Clone, Copy, Debug)]
pub struct SlicePermutation;

/// In which order the eight edges of U and D are there: a coordinate of the domino group.
#[derive(Clone, Copy, Debug)]
pub struct LayerEdges;

/// Is it one of the edges FR, FL, BL, BR?
fn in_slice(edge: u8) -> bool {
    edge >= SLICE
}

/// The first edge of the middle layer; the others follow.
const SLICE: u8 = 8;

impl SortedSlice {
    /// The number for any four edges, `first` and the three after it, as if they were those of the middle layer.
    ///
    /// # Panics
    /// If there are not as many edges.
    #[must_use]
    pub fn of_edges(cube: Cube3, first: u8) -> usize {
        // Positions are read from the last, so that the solved cube's come first; a position without one of the four
        // passes over all the sets that have one there.
        let (mut left, mut positions) = (4, 0);
        let mut order = [0; 4];
        for (position, &edge) in cube.vectors().edge_position.iter().enumerate().rev() {
            if (first..first + 4).contains(&edge) {
                left -= 1;
                order[left] = edge - first;
            } else if left > 0 {
                positions += choose(position, left - 1);
            }
        }
        positions * 24 + rank(order, 4)
    }
}

/// The twelve edges with those of the middle layer in this set of positions and in this order, the others in theirs.
fn place_slice(mut positions: usize, order: [u8; 4]) -> Cube3 {
    let mut others = (0..SLICE).rev();
    let mut left = 4;
    let mut edges = [0; 12];
    for (position, edge) in edges.iter_mut().enumerate().rev() {
        let here = if left == 0 { 0 } else { choose(position, left - 1) };
        *edge = if positions < here {
            left -= 1;
            SLICE + order[left]
        } else {
            positions -= here;
            others.next().expect("eight other edges")
        };
    }
    let vectors = PieceVectors { edge_position: edges, ..Cube3::SOLVED.vectors() };
    even_out(vectors, |vectors| {
        let [a, b] = [0, 1].map(|edge| edges.iter().position(|&found| found == edge).expect("every edge"));
        vectors.edge_position.swap(a, b);
    })
}

impl Coordinate for SlicePositions {
    const NAME: &'static str = "slice positions";
    const SIZE: usize = 495;

    fn encode(cube: Cube3) -> usize {
        SortedSlice::encode(cube) / 24
    }

    fn decode(index: usize) -> Cube3 {
        check::<Self>(index);
        place_slice(index, [0, 1, 2, 3])
    }
}

impl Coordinate for SortedSlice {
    const NAME: &'static str = "sorted slice";
    const SIZE: usize = 11_880;

    fn encode(cube: Cube3) -> usize {
        Self::of_edges(cube, SLICE)
    }

    fn decode(index: usize) -> Cube3 {
        check::<Self>(index);
        place_slice(index / 24, unrank(index % 24, 4))
    }
}

impl Coordinate for FlipSlice {
    const NAME: &'static str = "flips and slice positions";
    const SIZE: usize = 1_013_760;

    fn encode(cube: Cube3) -> usize {
        SlicePositions::encode(cube) * EdgeOrientation::SIZE + EdgeOrientation::encode(cube)
    }

    fn decode(index: usize) -> Cube3 {
        check::<Self>(index);
        let flips = EdgeOrientation::decode(index % EdgeOrientation::SIZE).vectors().edge_orientation;
        let placed = SlicePositions::decode(index / EdgeOrientation::SIZE).vectors();
        Cube3::from_vectors_unchecked(&PieceVectors { edge_orientation: flips, ..placed })
    }
}

impl Coordinate for SlicePermutation {
    const NAME: &'static str = "slice permutation";
    const SIZE: usize = 24;
    const TURNS: MoveSet = MoveSet::DOMINO;

    fn encode(cube: Cube3) -> usize {
        SortedSlice::encode(cube) % 24
    }

    fn decode(index: usize) -> Cube3 {
        check::<Self>(index);
        SortedSlice::decode(index)
    }
}

impl Coordinate for LayerEdges {
    const NAME: &'static str = "edges of U and D";
    const SIZE: usize = 40_320;
    const TURNS: MoveSet = MoveSet::DOMINO;

    fn encode(cube: Cube3) -> usize {
        let mut order = [0; 8];
        let edges = cube.vectors().edge_position.into_iter().filter(|&edge| !in_slice(edge));
        order.iter_mut().zip(edges).for_each(|(place, edge)| *place = edge);
        rank(order, 8)
    }

    fn decode(index: usize) -> Cube3 {
        check::<Self>(index);
        let mut vectors = Cube3::SOLVED.vectors();
        vectors.edge_position[..8].copy_from_slice(&unrank::<8>(index, 8));
        even_out(vectors, |vectors| vectors.edge_position.swap(10, 11))
    }
}
