//! [`Coordinate`]: a part of a state as a number, and [`IndexCube`]: a whole state as four numbers (A. Souza's
//! representation by index, source 000).
//!
//! | coordinate | values | solved |
//! |---|---|---|
//! | [`CornerPermutation`] | 8! = 40,320, in lexicographic order | 0 |
//! | [`CornerOrientation`] | 3^7 = 2,187: the twists of positions 0–6, the first the most significant | 0 |
//! | [`EdgePermutation`] | 12! = 479,001,600, in lexicographic order | 0 |
//! | [`EdgeOrientation`] | 2^11 = 2,048: the flips of positions 0–10, the first the most significant | 0 |
//! | [`SlicePositions`] | C(12, 4) = 495: where the four edges of the middle layer are, in any order | 0 |
//! | [`SortedSlice`] | 495 · 4! = 11,880: where each of them is | 0 |
//! | [`UpperCorners`] | C(8, 4) = 70: where the four corners of U are, in any order | 0 |
//! | [`AxisPositions`] | 495 · 70 = 34,650: slice positions and upper corners | 0 |
//! | [`FlipSlice`] | 495 · 2,048 = 1,013,760: slice positions and edge orientation | 0 |
//! | [`SixEdges`] | 12!/6! · 2^6 = 42,577,920: where six edges are and how they lie | 0 |
//! | [`LayerEdges`] | 8! = 40,320: the order of the edges of U and D, in the domino group only | 0 |
//! | [`SlicePermutation`] | 4! = 24: the order of the edges of the middle layer, in the domino group only | 0 |
//!
//! The last twist and the last flip follow from the others.

mod axis;
mod index_cube;
mod pieces;
pub(crate) mod ranking;
mod six_edges;
mod slice;

pub use axis::{AxisPositions, UpperCorners};
pub use index_cube::{IndexCube, NotAnIndexCube};
pub use pieces::{CornerOrientation, CornerPermutation, EdgeOrientation, EdgePermutation};
pub(super) use six_edges::ORDERINGS;
pub use six_edges::SixEdges;
pub use slice::{FlipSlice, LayerEdges, SlicePermutation, SlicePositions, SortedSlice};

use crate::puzzle::cube3::{Cube3, PieceVectors, permutation_is_odd};
use crate::puzzle::turn::MoveSet;

/// A part of a state as a number: the value after a turn follows from the value before it.
pub trait Coordinate {
    /// What it is called.
    const NAME: &'static str;
    /// How many values there are: 0 to `SIZE` − 1. The solved cube has 0.
    const SIZE: usize;
    /// The turns under which that is true. If they are not all, then only states that these turns make have a value.
    const TURNS: MoveSet = MoveSet::ALL;

    /// The value of a state.
    fn encode(cube: Cube3) -> usize;

    /// A state with this value, the rest as near to solved as the parity of the permutations allows.
    ///
    /// # Panics
    /// If the index is not less than [`Coordinate::SIZE`].
    fn decode(index: usize) -> Cube3;
}

/// The cube of these vectors, with two pieces exchanged by `swap` where one permutation is odd and the other even.
fn even_out(mut vectors: PieceVectors, swap: impl FnOnce(&mut PieceVectors)) -> Cube3 {
    if permutation_is_odd(&vectors.corner_position) != permutation_is_odd(&vectors.edge_position) {
        swap(&mut vectors);
    }
    Cube3::from_vectors_unchecked(&vectors)
}

/// An index must be one.
fn check<C: Coordinate>(index: usize) {
    assert!(index < C::SIZE, "{} {index} is not below {}", C::NAME, C::SIZE);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every index is the value of the state that it decodes to, and that state is reachable.
    fn goes_both_ways<C: Coordinate>(step: usize) {
        assert_eq!(C::encode(Cube3::SOLVED), 0, "{}", C::NAME);
        assert_eq!(C::decode(0), Cube3::SOLVED, "{}", C::NAME);
        for index in (0..C::SIZE).step_by(step).chain([C::SIZE - 1]) {
            let cube = C::decode(index);
            assert_eq!(C::encode(cube), index, "{}", C::NAME);
            assert_eq!(Cube3::from_vectors(&cube.vectors()), Ok(cube), "{}", C::NAME);
        }
    }

    #[test]
    fn coordinates_go_both_ways() {
        goes_both_ways::<CornerPermutation>(1);
        goes_both_ways::<CornerOrientation>(1);
        goes_both_ways::<EdgeOrientation>(1);
        goes_both_ways::<SlicePositions>(1);
        goes_both_ways::<SortedSlice>(1);
        goes_both_ways::<UpperCorners>(1);
        goes_both_ways::<AxisPositions>(1);
        goes_both_ways::<LayerEdges>(1);
        goes_both_ways::<SlicePermutation>(1);
        goes_both_ways::<FlipSlice>(13);
        goes_both_ways::<SixEdges<0>>(997);
        goes_both_ways::<SixEdges<6>>(997);
        goes_both_ways::<EdgePermutation>(7_919);
    }

    #[test]
    #[should_panic(expected = "slice positions 495 is not below 495")]
    fn an_index_must_be_one() {
        let _ = SlicePositions::decode(495);
    }
}
