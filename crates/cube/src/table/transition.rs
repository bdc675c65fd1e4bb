//! [`TransitionTable`]: the effect of moves on a coordinate of at most 2^16 values. [`ImageTable`]: the images of such values under moves
//! or symmetries, side by side for each of these. [`narrow`] and [`narrow_to_byte`] are the checked conversions of their numbers.

use super::{Coordinate, TableSlice, axis_symmetries};
use crate::puzzle::{MoveSet, Turn};
use crate::solver::Cancelled;

/// `(value, move) → value` for a coordinate of at most 2^16 values: a row of 18 numbers per value, 36 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TransitionTable {
    rows: TableSlice<[u16; 18]>,
}

/// Returns a value as 16 bits.
///
/// # Panics
/// If the value is 2^16 or more.
#[inline]
pub(crate) fn narrow(value: usize) -> u16 {
    u16::try_from(value).expect("the coordinate has at most 2^16 values")
}

/// Returns a number as one byte.
///
/// # Panics
/// If it is 256 or more, which a number of a move, a symmetry or a position is not.
#[inline]
pub(crate) fn narrow_to_byte(number: usize) -> u8 {
    u8::try_from(number).expect("moves, symmetries and positions are few")
}

impl TransitionTable {
    /// Returns the table of a coordinate for its moves: every value is decoded, moved and encoded. If a quarter turn is among
    /// the moves, the other turns of its face are repeated quarter turns.
    ///
    /// # Panics
    /// If the coordinate has more than 2^16 values.
    pub(crate) fn new<C: Coordinate>() -> Self {
        let quarter = |turn: Turn| Turn::new(turn.face(), 1).filter(|&first| first != turn && C::TURNS.contains(first));
        let (repeated, direct): (Vec<_>, Vec<_>) = C::TURNS.iter().partition(|&turn| quarter(turn).is_some());
        let mut rows: Vec<_> = (0..C::SIZE)
            .map(|value| {
                let (cube, mut row) = (C::decode(value), [u16::MAX; 18]);
                for &turn in &direct {
                    row[turn.index()] = narrow(C::encode(cube.apply(turn)));
                }
                row
            })
            .collect();
        for turn in repeated {
            // The turns of a face are in the order of their angles, so the turn before this one is complete.
            let (smaller_turn, quarter) = (turn.index() - 1, turn.index() / 3 * 3);
            for value in 0..C::SIZE {
                rows[value][turn.index()] = rows[usize::from(rows[value][smaller_turn])][quarter];
            }
        }
        Self { rows: rows.into() }
    }

    /// Returns the table with these rows, one per value.
    pub(crate) fn from_rows(rows: TableSlice<[u16; 18]>) -> Self {
        Self { rows }
    }

    /// Returns the number of values.
    #[inline]
    pub(crate) fn size(&self) -> usize {
        self.rows.len()
    }

    /// Returns the values after each of the 18 turns; entries of turns that are not moves of the coordinate are undefined.
    #[inline]
    pub(crate) fn row(&self, value: u16) -> &[u16; 18] {
        &self.rows[usize::from(value)]
    }

    /// Returns the value after a move.
    #[inline]
    pub(crate) fn next(&self, value: u16, turn: Turn) -> u16 {
        self.row(value)[turn.index()]
    }
}

/// The images of all values of a coordinate under several permutations, by permutation and then by value, so that the
/// images under one permutation are adjacent in memory.
#[derive(Clone, Debug)]
pub(crate) struct ImageTable {
    size: usize,
    images: TableSlice<u16>,
}

impl ImageTable {
    /// Returns the images under the moves of a set, by [`Turn::index`].
    pub(super) fn by_turn(table: &TransitionTable, moves: MoveSet) -> Self {
        let size = table.size();
        let mut images = vec![0; Turn::ALL.len() * size];
        for turn in moves.iter() {
            let row = &mut images[turn.index() * size..][..size];
            row.iter_mut().zip(table.rows.iter()).for_each(|(image, after)| *image = after[turn.index()]);
        }
        Self { size, images: images.into() }
    }

    /// Returns the images of a coordinate's values under the [16 symmetries](axis_symmetries) that keep the axis U–D. Calls `step` several
    /// times a second.
    ///
    /// # Errors
    /// That of a step.
    ///
    /// # Panics
    /// If the coordinate has more than 2^16 values.
    pub(crate) fn by_symmetry<C: Coordinate>(step: &dyn Fn() -> Result<(), Cancelled>) -> Result<Self, Cancelled> {
        let (cubes, mut images): (Vec<_>, _) = ((0..C::SIZE).map(C::decode).collect(), Vec::new());
        for symmetry in axis_symmetries() {
            step()?;
            images.extend(cubes.iter().map(|cube| narrow(C::encode(cube.conjugate(symmetry)))));
        }
        Ok(Self { size: C::SIZE, images: images.into() })
    }

    /// Returns the table with these images, by permutation and then by value.
    pub(crate) fn from_images(size: usize, images: TableSlice<u16>) -> Self {
        Self { size, images }
    }

    /// Returns the number of values.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Returns the images under one permutation, by value.
    #[inline]
    pub(crate) fn row(&self, permutation: usize) -> &[u16] {
        &self.images[permutation * self.size..][..self.size]
    }

    /// Returns the image of a value under one permutation.
    #[inline]
    pub(crate) fn image(&self, permutation: usize, value: u16) -> u16 {
        self.images[permutation * self.size + usize::from(value)]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::puzzle::Cube3;
    use crate::rng::Seed;
    use crate::table::coordinate::{
        CornerOrientation, CornerPermutation, EdgeOrientation, LayerEdges, SlicePositions, SortedSlice,
    };

    /// Checks the table against the cube along a walk, and that inverse moves cancel.
    fn follows<C: Coordinate>(table: &TransitionTable, mut cube: Cube3, turns: &[usize]) {
        let mut value = narrow(C::encode(cube));
        for &turn in turns {
            let turn = Turn::ALL[turn];
            let next = table.next(value, turn);
            assert_eq!(table.next(next, turn.inverse()), value, "{}", std::any::type_name::<C>());
            (cube, value) = (cube.apply(turn), next);
            assert_eq!(usize::from(value), C::encode(cube), "{} after {turn}", std::any::type_name::<C>());
        }
    }

    #[test]
    fn transition_tables_agree_with_the_cube() {
        let corners = TransitionTable::new::<CornerPermutation>();
        let twists = TransitionTable::new::<CornerOrientation>();
        let flips = TransitionTable::new::<EdgeOrientation>();
        let slice = TransitionTable::new::<SlicePositions>();
        let sorted = TransitionTable::new::<SortedSlice>();
        proptest!(|(seed in any::<u64>(), turns in prop::collection::vec(0..18usize, 1..40))| {
            let cube = Cube3::random(&mut Seed::from_number(seed).stream());
            follows::<CornerPermutation>(&corners, cube, &turns);
            follows::<CornerOrientation>(&twists, cube, &turns);
            follows::<EdgeOrientation>(&flips, cube, &turns);
            follows::<SlicePositions>(&slice, cube, &turns);
            follows::<SortedSlice>(&sorted, cube, &turns);
        });
    }

    #[test]
    fn image_tables_agree_with_the_cube() {
        let twists = ImageTable::by_symmetry::<CornerOrientation>(&|| Ok(())).unwrap();
        let edges = ImageTable::by_symmetry::<LayerEdges>(&|| Ok(())).unwrap();
        let table = TransitionTable::new::<LayerEdges>();
        let by_turn = ImageTable::by_turn(&table, LayerEdges::TURNS);
        let mut stream = Seed::from_number(11).stream();
        for _ in 0..200 {
            let cube = Cube3::random(&mut stream);
            // A state of the domino group: moves of it in random order.
            let domino: Vec<_> = LayerEdges::TURNS.iter().collect();
            let turns: Vec<_> = (0..40).map(|_| domino[stream.index(domino.len())]).collect();
            let domino_space = Cube3::after(&turns);
            let edge = LayerEdges::encode(domino_space);
            for (number, symmetry) in axis_symmetries().into_iter().enumerate() {
                let twist = twists.row(number)[CornerOrientation::encode(cube)];
                assert_eq!(usize::from(twist), CornerOrientation::encode(cube.conjugate(symmetry)));
                assert_eq!(
                    usize::from(edges.image(number, narrow(edge))),
                    LayerEdges::encode(domino_space.conjugate(symmetry))
                );
            }
            for turn in domino {
                assert_eq!(usize::from(by_turn.row(turn.index())[edge]), LayerEdges::encode(domino_space.apply(turn)));
            }
        }
    }
}
