//! What the turns about the axis U–D leave where it is: the corners of U among themselves, with the edges of the middle
//! layer.

use super::ranking::choose;
use super::{Coordinate, SlicePositions, check, even_out};
use crate::puzzle::cube3::{Cube3, PieceVectors};

/// Which positions hold the corners URF, UFL, ULB and UBR, in any order.
#[derive(Clone, Copy, Debug)]
pub struct UpperCorners;

/// Which positions hold the edges of the middle layer and which the corners of U: [`SlicePositions`] · 70 +
/// [`UpperCorners`].
#[derive(Clone, Copy, Debug)]
pub struct AxisPositions;

/// The corners of U are the first ones.
const UPPER: u8 = 4;

impl UpperCorners {
    /// The number of a set of four positions, a bit each; the solved cube's, 15, has 0.
    #[must_use]
    pub fn of_positions(set: usize) -> usize {
        let mut left = 0;
        (0..8).filter(|position| set >> position & 1 == 1).fold(0, |number, position| {
            left += 1;
            number + choose(position, left)
        })
    }
}

impl Coordinate for UpperCorners {
    const NAME: &'static str = "upper corners";
    const SIZE: usize = 70;

    fn encode(cube: Cube3) -> usize {
        let corners = cube.vectors().corner_position;
        Self::of_positions((0..8).filter(|&position| corners[position] < UPPER).map(|position| 1 << position).sum())
    }

    fn decode(index: usize) -> Cube3 {
        check::<Self>(index);
        let set = (0_usize..1 << 8).filter(|set| set.count_ones() == 4).find(|&set| Self::of_positions(set) == index);
        let set = set.expect("every number below 70 is that of a set");
        let (mut upper, mut lower) = (0..UPPER, UPPER..8);
        let mut vectors = Cube3::SOLVED.vectors();
        for (position, corner) in vectors.corner_position.iter_mut().enumerate() {
            let next = if set >> position & 1 == 1 { upper.next() } else { lower.next() };
            *corner = next.expect("four corners of each");
        }
        even_out(vectors, |vectors| vectors.edge_position.swap(0, 1))
    }
}

impl Coordinate for AxisPositions {
    const NAME: &'static str = "slice positions and upper corners";
    const SIZE: usize = SlicePositions::SIZE * UpperCorners::SIZE;

    fn encode(cube: Cube3) -> usize {
        SlicePositions::encode(cube) * UpperCorners::SIZE + UpperCorners::encode(cube)
    }

    fn decode(index: usize) -> Cube3 {
        check::<Self>(index);
        let corner_position = UpperCorners::decode(index % UpperCorners::SIZE).vectors().corner_position;
        let edge_position = SlicePositions::decode(index / UpperCorners::SIZE).vectors().edge_position;
        let vectors = PieceVectors { corner_position, edge_position, ..Cube3::SOLVED.vectors() };
        even_out(vectors, |vectors| {
            // Two edges that are not of the middle layer.
            let [a, b] = [0, 1].map(|edge| edge_position.iter().position(|&found| found == edge).expect("every edge"));
            vectors.edge_position.swap(a, b);
        })
    }
}
