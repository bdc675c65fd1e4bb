//! [`SixEdges`]: a coordinate of the positions and flips of the first or the last six edges (R. Korf's tables). Its moves are tabulated by
//! `SixEdgeSpace` in `table::row_space`.

use super::ranking::{rank, unrank};
use super::{Coordinate, SOLVED};
use crate::puzzle::{Cube3, PieceVectors};

/// The positions and flips of the edges `FIRST` to `FIRST` + 5: ordering · 64 + flips, the flip of the first edge in
/// the most significant bit.
///
/// Orderings are the 12!/6! = 665,280 arrangements of six of the twelve positions, in lexicographic order. Positions
/// are counted from the home of the first edge, so that the solved state has ordering 0. The flips that a move reverses
/// depend on the ordering only, so the move of the flips is one exclusive or.
pub(crate) struct SixEdges<const FIRST: usize>;

/// The number of orderings.
pub(crate) const ORDERINGS: usize = 665_280;

impl<const FIRST: usize> SixEdges<FIRST> {
    /// The first edge. Its home is position 0.
    const ORIGIN: usize = {
        assert!(FIRST == 0 || FIRST == 6, "there are the first six and the last six");
        FIRST
    };
}

impl<const FIRST: usize> Coordinate for SixEdges<FIRST> {
    const SIZE: usize = ORDERINGS * 64;

    fn encode(cube: Cube3) -> usize {
        let (mut positions, mut flips) = ([0; 6], 0);
        for number in 0..12u8 {
            let (edge, flip) = cube.edge((usize::from(number) + Self::ORIGIN) % 12);
            if let Some(position) = positions.get_mut(edge.wrapping_sub(Self::ORIGIN)) {
                *position = number;
                flips |= flip << (5 + Self::ORIGIN - edge);
            }
        }
        rank(positions, 12) * 64 + flips
    }

    fn vectors(value: usize) -> PieceVectors {
        let positions: [u8; 6] = unrank(value / 64, 12);
        let mut others = (0..12u8).filter(|edge| !(Self::ORIGIN..Self::ORIGIN + 6).contains(&usize::from(*edge)));
        let mut vectors = SOLVED;
        let mut last_other = 0;
        for number in 0..12u8 {
            let position = (usize::from(number) + Self::ORIGIN) % 12;
            let index = positions.iter().position(|&numbered| numbered == number);
            vectors.edge_orientation[position] = index.map_or(0, |index| u8::from(value >> (5 - index) & 1 == 1));
            vectors.edge_position[position] = match index {
                Some(index) => u8::try_from(Self::ORIGIN + index).expect("an edge"),
                None => {
                    last_other = position;
                    others.next().expect("six other edges")
                }
            };
        }
        vectors.edge_orientation[last_other] = vectors.edge_orientation.iter().sum::<u8>() % 2;
        vectors
    }
}
