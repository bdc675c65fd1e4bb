//! [`IndexCube`]: a whole state as four numbers.

use super::ranking::{split, unrank};
use super::{Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, EdgePermutation};
use crate::puzzle::cube3::{Cube3, PieceVectors, permutation_is_odd};

/// A whole state as four numbers, the representation by index of W. Souza, *Soluções Eficientes para o Cubo Mágico*,
/// Universidade de São Paulo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct IndexCube {
    /// The value of [`CornerPermutation`].
    pub corner_permutation: u32,
    /// The value of [`CornerOrientation`].
    pub corner_orientation: u32,
    /// The value of [`EdgePermutation`].
    pub edge_permutation: u32,
    /// The value of [`EdgeOrientation`].
    pub edge_orientation: u32,
}

/// Error: four numbers are not a reachable state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotAnIndexCube {
    /// A number is too large.
    #[error("{name} {value} is not below {size}")]
    OutOfRange {
        /// Name of the coordinate.
        name: &'static str,
        /// The value.
        value: u32,
        /// Number of values of the coordinate.
        size: usize,
    },
    /// One permutation is odd and the other even, as after a swap of two pieces.
    #[error("the permutations of corners and edges are not both even or both odd")]
    Parity,
}

impl From<Cube3> for IndexCube {
    fn from(cube: Cube3) -> Self {
        let number = |index: usize| u32::try_from(index).expect("12! is less than 2^32");
        Self {
            corner_permutation: number(CornerPermutation::encode(cube)),
            corner_orientation: number(CornerOrientation::encode(cube)),
            edge_permutation: number(EdgePermutation::encode(cube)),
            edge_orientation: number(EdgeOrientation::encode(cube)),
        }
    }
}

impl TryFrom<IndexCube> for Cube3 {
    type Error = NotAnIndexCube;

    fn try_from(index: IndexCube) -> Result<Self, NotAnIndexCube> {
        fn checked<C: Coordinate>(value: u32) -> Result<usize, NotAnIndexCube> {
            let out_of_range = NotAnIndexCube::OutOfRange { name: C::NAME, value, size: C::SIZE };
            usize::try_from(value).ok().filter(|&index| index < C::SIZE).ok_or(out_of_range)
        }
        let vectors = PieceVectors {
            corner_position: unrank(checked::<CornerPermutation>(index.corner_permutation)?, 8),
            corner_orientation: split(checked::<CornerOrientation>(index.corner_orientation)?, 3),
            edge_position: unrank(checked::<EdgePermutation>(index.edge_permutation)?, 12),
            edge_orientation: split(checked::<EdgeOrientation>(index.edge_orientation)?, 2),
        };
        if permutation_is_odd(&vectors.corner_position) == permutation_is_odd(&vectors.edge_position) {
            Ok(Self::from_vectors_unchecked(&vectors))
        } else {
            Err(NotAnIndexCube::Parity)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::CubeState;
    use crate::rng::Seed;

    #[test]
    fn a_state_is_restored_from_its_four_numbers() {
        let mut stream = Seed::from_number(5).stream();
        for _ in 0..10_000 {
            let cube = Cube3::random(&mut stream);
            assert_eq!(Cube3::try_from(IndexCube::from(cube)), Ok(cube));
        }
        assert_eq!(Cube3::try_from(IndexCube::default()), Ok(Cube3::SOLVED));
        let superflip = IndexCube { edge_orientation: 2_047, ..IndexCube::default() };
        assert!((0..12).all(|position| Cube3::try_from(superflip).expect("reachable").edge(position) == (position, 1)));
    }

    #[test]
    fn unreachable_numbers_are_refused() {
        let sentence = |index: IndexCube| Cube3::try_from(index).unwrap_err().to_string();
        assert_eq!(
            sentence(IndexCube { corner_orientation: 2_187, ..IndexCube::default() }),
            "corner orientation 2187 is not below 2187"
        );
        assert_eq!(
            sentence(IndexCube { edge_permutation: 1, ..IndexCube::default() }),
            "the permutations of corners and edges are not both even or both odd"
        );
    }
}
