//! All corners and all edges: their permutations and orientations.

use super::ranking::{join, rank, split, unrank};
use super::{Coordinate, check, even_out};
use crate::puzzle::cube3::{Cube3, PieceVectors};

/// Which corner is in which position.
#[derive(Clone, Copy, Debug)]
pub struct CornerPermutation;

/// How the corners are twisted.
#[derive(Clone, Copy, Debug)]
pub struct CornerOrientation;

/// Which edge is in which position.
#[derive(Clone, Copy, Debug)]
pub struct EdgePermutation;

/// Which edges are flipped.
#[derive(Clone, Copy, Debug)]
pub struct EdgeOrientation;

impl Coordinate for CornerPermutation {
    const NAME: &'static str = "corner permutation";
    const SIZE: usize = 40_320;

    fn encode(cube: Cube3) -> usize {
        rank(cube.vectors().corner_position, 8)
    }

    fn decode(index: usize) -> Cube3 {
        check::<Self>(index);
        let vectors = PieceVectors { corner_position: unrank(index, 8), ..Cube3::SOLVED.vectors() };
        even_out(vectors, |vectors| vectors.edge_position.swap(10, 11))
    }
}

impl Coordinate for CornerOrientation {
    const NAME: &'static str = "corner orientation";
    const SIZE: usize = 2_187;

    fn encode(cube: Cube3) -> usize {
        join(cube.vectors().corner_orientation, 3)
    }

    fn decode(index: usize) -> Cube3 {
        check::<Self>(index);
        let vectors = PieceVectors { corner_orientation: split(index, 3), ..Cube3::SOLVED.vectors() };
        Cube3::from_vectors_unchecked(&vectors)
    }
}

impl Coordinate for EdgePermutation {
    const NAME: &'static str = "edge permutation";
    const SIZE: usize = 479_001_600;

    fn encode(cube: Cube3) -> usize {
        rank(cube.vectors().edge_position, 12)
    }

    fn decode(index: usize) -> Cube3 {
        check::<Self>(index);
        let vectors = PieceVectors { edge_position: unrank(index, 12), ..Cube3::SOLVED.vectors() };
        even_out(vectors, |vectors| vectors.corner_position.swap(6, 7))
    }
}

impl Coordinate for EdgeOrientation {
    const NAME: &'static str = "edge orientation";
    const SIZE: usize = 2_048;

    fn encode(cube: Cube3) -> usize {
        join(cube.vectors().edge_orientation, 2)
    }

    fn decode(index: usize) -> Cube3 {
        check::<Self>(index);
        let vectors = PieceVectors { edge_orientation: split(index, 2), ..Cube3::SOLVED.vectors() };
        Cube3::from_vectors_unchecked(&vectors)
    }
}
