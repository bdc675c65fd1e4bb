//! [`TransitionTable`]: what each turn does to a coordinate.

use super::coordinate::Coordinate;
use crate::puzzle::CubeState;
use crate::puzzle::turn::Turn;

/// A set of numbers that the turns permute: a coordinate with its table, or two of them together.
pub trait Space: Sync {
    /// How many numbers there are; 0 is the solved one.
    fn size(&self) -> usize;

    /// The number after a turn.
    fn next(&self, index: usize, turn: Turn) -> usize;
}

/// `(index, turn) → index` for a coordinate: a row of 18 numbers an index, 72 bytes. (Not for the edge permutation and for six edges,
/// whose tables would take 34 and 3 GB.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransitionTable {
    name: &'static str,
    rows: Vec<[u32; 18]>,
}

impl TransitionTable {
    /// The table of a coordinate, for its turns: every index is decoded, turned and encoded. Where a quarter turn is
    /// among them, half turns and counter-clockwise turns are that, two and three times.
    #[must_use]
    pub fn new<C: Coordinate>() -> Self {
        let number = |index| u32::try_from(index).expect("a coordinate is less than 2^32");
        let quarter = |turn: Turn| Turn::new(turn.face(), 1).filter(|&first| first != turn && C::TURNS.contains(first));
        let (repeated, direct): (Vec<_>, Vec<_>) = C::TURNS.iter().partition(|&turn| quarter(turn).is_some());
        let mut rows: Vec<_> = (0..C::SIZE)
            .map(|index| {
                let (cube, mut row) = (C::decode(index), [u32::MAX; 18]);
                for &turn in &direct {
                    row[turn.index()] = number(C::encode(cube.apply(turn)));
                }
                row
            })
            .collect();
        for turn in repeated {
            // Turns of a face stand in the order of their angles, so the one before is done.
            let (before, quarter) = (turn.index() - 1, turn.index() / 3 * 3);
            for index in 0..C::SIZE {
                let half_way = usize::try_from(rows[index][before]).expect("an index");
                rows[index][turn.index()] = rows[half_way][quarter];
            }
        }
        Self { name: C::NAME, rows }
    }

    /// The coordinate's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }
}

impl Space for TransitionTable {
    fn size(&self) -> usize {
        self.rows.len()
    }

    #[inline]
    fn next(&self, index: usize, turn: Turn) -> usize {
        usize::try_from(self.rows[index][turn.index()]).expect("an index")
    }
}

/// Two coordinates together: first · size of the second + second. All pairs must be reachable.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a>(pub &'a TransitionTable, pub &'a TransitionTable);

impl Space for Pair<'_> {
    fn size(&self) -> usize {
        self.0.size() * self.1.size()
    }

    #[inline]
    fn next(&self, index: usize, turn: Turn) -> usize {
        let size = self.1.size();
        self.0.next(index / size, turn) * size + self.1.next(index % size, turn)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::puzzle::cube3::Cube3;
    use crate::rng::Seed;
    use crate::table::coordinate::{CornerOrientation, CornerPermutation, EdgeOrientation, SlicePositions};

    /// The table agrees with the cube along a walk, and turns undo each other.
    fn follows<C: Coordinate>(table: &TransitionTable, mut cube: Cube3, turns: &[usize]) {
        let mut index = C::encode(cube);
        for &turn in turns {
            let turn = Turn::ALL[turn];
            let next = table.next(index, turn);
            assert_eq!(table.next(next, turn.inverse()), index, "{}", C::NAME);
            (cube, index) = (cube.apply(turn), next);
            assert_eq!(index, C::encode(cube), "{} after {turn}", C::NAME);
        }
    }

    #[test]
    fn tables_agree_with_the_cube() {
        let corners = TransitionTable::new::<CornerPermutation>();
        let twists = TransitionTable::new::<CornerOrientation>();
        let flips = TransitionTable::new::<EdgeOrientation>();
        let slice = TransitionTable::new::<SlicePositions>();
        proptest!(|(seed in any::<u64>(), turns in prop::collection::vec(0..18usize, 1..40))| {
            let cube = Cube3::random(&mut Seed::from_number(seed).stream());
            follows::<CornerPermutation>(&corners, cube, &turns);
            follows::<CornerOrientation>(&twists, cube, &turns);
            follows::<EdgeOrientation>(&flips, cube, &turns);
            follows::<SlicePositions>(&slice, cube, &turns);
        });
    }

    #[test]
    fn a_pair_moves_both() {
        let (twists, slice) = (TransitionTable::new::<CornerOrientation>(), TransitionTable::new::<SlicePositions>());
        let pair = Pair(&twists, &slice);
        let cube = Cube3::random(&mut Seed::from_number(6).stream());
        let index = |cube| CornerOrientation::encode(cube) * 495 + SlicePositions::encode(cube);
        for turn in Turn::ALL {
            assert_eq!(pair.next(index(cube), turn), index(cube.apply(turn)));
        }
        assert_eq!((pair.size(), twists.name()), (1_082_565, "corner orientation"));
    }
}
