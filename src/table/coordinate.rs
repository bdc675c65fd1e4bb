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
//!
//! The last twist and the last flip follow from the others.

use crate::puzzle::cube3::{Cube3, PieceVectors, permutation_is_odd};

/// A part of a state as a number: the value after a turn follows from the value before it.
pub trait Coordinate {
    /// What it is called.
    const NAME: &'static str;
    /// How many values there are: 0 to `SIZE` − 1. The solved cube has 0.
    const SIZE: usize;

    /// The value of a state.
    fn encode(cube: Cube3) -> usize;

    /// A state with this value, the rest as near to solved as the parity of the permutations allows.
    ///
    /// # Panics
    /// If the index is not less than [`Coordinate::SIZE`].
    fn decode(index: usize) -> Cube3;
}

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

/// Which positions hold the edges FR, FL, BL and BR, in any order.
#[derive(Clone, Copy, Debug)]
pub struct SlicePositions;

/// The number of a permutation of 0..N among all, in lexicographic order.
pub(crate) fn rank<const N: usize>(permutation: [u8; N]) -> usize {
    (0..N).fold(0, |rank, i| {
        let smaller = permutation[i + 1..].iter().filter(|&&later| later < permutation[i]).count();
        rank * (N - i) + smaller
    })
}

/// The permutation of 0..N with this number.
pub(crate) fn unrank<const N: usize>(mut rank: usize) -> [u8; N] {
    // The digits of the number in the factorial base, from the last, which has one value only.
    let mut permutation = [0; N];
    for i in (0..N).rev() {
        let digit = u8::try_from(rank % (N - i)).expect("less than N");
        rank /= N - i;
        permutation[i] = digit;
        for later in &mut permutation[i + 1..] {
            *later += u8::from(*later >= digit);
        }
    }
    permutation
}

/// The digits, all but the last, as one number.
pub(crate) fn join<const N: usize>(digits: [u8; N], base: usize) -> usize {
    digits[..N - 1].iter().fold(0, |index, &digit| base * index + usize::from(digit))
}

/// The digits of a number, with a last one that makes their sum a multiple of the base.
pub(crate) fn split<const N: usize>(mut index: usize, base: usize) -> [u8; N] {
    let mut digits = [0; N];
    let mut sum = 0;
    for digit in digits[..N - 1].iter_mut().rev() {
        *digit = u8::try_from(index % base).expect("less than 3");
        sum += index % base;
        index /= base;
    }
    digits[N - 1] = u8::try_from((base - sum % base) % base).expect("less than 3");
    digits
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

impl Coordinate for CornerPermutation {
    const NAME: &'static str = "corner permutation";
    const SIZE: usize = 40_320;

    fn encode(cube: Cube3) -> usize {
        rank(cube.vectors().corner_position)
    }

    fn decode(index: usize) -> Cube3 {
        check::<Self>(index);
        let vectors = PieceVectors { corner_position: unrank(index), ..Cube3::SOLVED.vectors() };
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
        rank(cube.vectors().edge_position)
    }

    fn decode(index: usize) -> Cube3 {
        check::<Self>(index);
        let vectors = PieceVectors { edge_position: unrank(index), ..Cube3::SOLVED.vectors() };
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

/// n over k.
fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// Is it one of the edges FR, FL, BL, BR?
fn in_slice(edge: u8) -> bool {
    edge >= 8
}

impl Coordinate for SlicePositions {
    const NAME: &'static str = "slice positions";
    const SIZE: usize = 495;

    fn encode(cube: Cube3) -> usize {
        // Positions are read from the last, so that the solved cube's come first; a position without a slice edge
        // passes over all the sets that have one there.
        let mut left = 4;
        let mut index = 0;
        for (position, &edge) in cube.vectors().edge_position.iter().enumerate().rev() {
            if left == 0 {
                break;
            }
            if in_slice(edge) {
                left -= 1;
            } else {
                index += choose(position, left - 1);
            }
        }
        index
    }

    fn decode(mut index: usize) -> Cube3 {
        check::<Self>(index);
        let (mut slice, mut others) = ((8..12u8).rev(), (0..8u8).rev());
        let mut left = 4;
        let mut edges = [0; 12];
        for (position, edge) in edges.iter_mut().enumerate().rev() {
            let here = if left == 0 { 0 } else { choose(position, left - 1) };
            *edge = if index < here {
                left -= 1;
                slice.next().expect("four edges of the slice")
            } else {
                index -= here;
                others.next().expect("eight other edges")
            };
        }
        let vectors = PieceVectors { edge_position: edges, ..Cube3::SOLVED.vectors() };
        even_out(vectors, |vectors| {
            let [a, b] = [0, 1].map(|edge| edges.iter().position(|&found| found == edge).expect("every edge"));
            vectors.edge_position.swap(a, b);
        })
    }
}

/// A whole state as four numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct IndexCube {
    /// [`CornerPermutation`]
    pub corner_permutation: u32,
    /// [`CornerOrientation`]
    pub corner_orientation: u32,
    /// [`EdgePermutation`]
    pub edge_permutation: u32,
    /// [`EdgeOrientation`]
    pub edge_orientation: u32,
}

/// Why four numbers are no reachable state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnIndexCube {
    /// A number is too large.
    #[error("{name} {value} is not below {size}")]
    OutOfRange {
        /// Which number.
        name: &'static str,
        /// Its value.
        value: u32,
        /// How many values there are.
        size: usize,
    },
    /// One permutation is odd, the other even: as if two pieces had been exchanged.
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
        /// The number as an index, if it is small enough.
        fn checked<C: Coordinate>(value: u32) -> Result<usize, NotAnIndexCube> {
            let out_of_range = NotAnIndexCube::OutOfRange { name: C::NAME, value, size: C::SIZE };
            usize::try_from(value).ok().filter(|&index| index < C::SIZE).ok_or(out_of_range)
        }
        let vectors = PieceVectors {
            corner_position: unrank(checked::<CornerPermutation>(index.corner_permutation)?),
            corner_orientation: split(checked::<CornerOrientation>(index.corner_orientation)?, 3),
            edge_position: unrank(checked::<EdgePermutation>(index.edge_permutation)?),
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
    use crate::puzzle::Puzzle;
    use crate::rng::Seed;

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
        goes_both_ways::<EdgePermutation>(7_919);
    }

    #[test]
    fn four_numbers_are_a_cube() {
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
    fn four_numbers_may_be_no_cube() {
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

    #[test]
    #[should_panic(expected = "slice positions 495 is not below 495")]
    fn an_index_must_be_one() {
        let _ = SlicePositions::decode(495);
    }
}
