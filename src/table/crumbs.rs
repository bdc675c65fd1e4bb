//! [`Crumbs`]: distances in two bits each.

use super::growing::{Growing, Level};
use super::nibbles::Build;
use super::rows::RowSpace;

/// What is known of the distance of each number of a space from the solved one, in two bits: that it is one distance at
/// most, the next, the one after that, or more. In a large space nearly all numbers are at two or three distances, so
/// that little is lost and twice as many have room (the idea: T. Rokicki and S. Tronto, in their optimal solvers). A
/// row after the other, each from a byte of its own on, the first of four columns in the lowest bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crumbs {
    bytes: Vec<u8>,
    /// Bytes a row.
    stride: usize,
}

/// How many columns a byte holds.
const COLUMNS: usize = 4;

impl Crumbs {
    /// How many bytes so many rows of so many columns take.
    #[must_use]
    pub const fn size(rows: usize, columns: usize) -> usize {
        rows * columns.div_ceil(COLUMNS)
    }

    /// The table of a space, breadth first from the solved state. Code 0 is for everything at most `near` turns away.
    ///
    /// # Panics
    /// If some turn counts more than one.
    #[must_use]
    pub fn new(space: &impl RowSpace, near: u8, build: Build<'_>) -> Self {
        assert!(
            space.turns().iter().all(|turn| space.cost(turn) == 1),
            "two bits have no room for turns that count two"
        );
        let total = space.rows() as u64 * space.columns() as u64;
        let growing = Growing::<_, 2>::new(space, &build);
        // The last of those that are near must not have the code of the next, so the first has that of the last.
        let code = |distance: u8| 2 - (near - distance) % 2;
        growing.reach(0, 0, code(0));
        let (mut last, mut reached) = (1, 1);
        for distance in 1..=near + 2 {
            let before = if distance == near + 2 { 1 } else { code(distance - 1) };
            let level = Level {
                code: if distance > near { distance - near } else { code(distance) },
                nearer: [Some(before), None],
                // While few are reached, go on from the last ones; when few are left, look back from those.
                backward: distance == near + 2 && total - reached < 2 * last,
                forget: distance <= near + 1,
            };
            last = growing.level(level, &|more| (build.progress)(reached + more, total));
            reached += last;
        }
        (build.progress)(total, total);
        let mut bytes = growing.into_bytes();
        // While it grew, every row began with a word.
        let (wide, stride) = (bytes.len() / space.rows(), Self::size(1, space.columns()));
        for row in 1..space.rows() {
            bytes.copy_within(row * wide..row * wide + stride, row * stride);
        }
        bytes.truncate(stride * space.rows());
        Self { bytes, stride }
    }

    /// A table with rows of so many columns that was built before.
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>, columns: usize) -> Self {
        Self { bytes, stride: Self::size(1, columns) }
    }

    /// The table as bytes.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The code of a number: 0 for near, 1 and 2 for the next two distances, 3 for what is farther.
    #[must_use]
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> u8 {
        Self::look(&self.bytes, row * COLUMNS * self.stride + column)
    }

    /// Which entry of a table with so many columns is at a row and a column.
    #[must_use]
    #[inline]
    pub const fn entry<const WIDTH: usize>(row: usize, column: usize) -> usize {
        row * const { COLUMNS * Self::size(1, WIDTH) } + column
    }

    /// The byte that holds an entry.
    #[must_use]
    #[inline]
    pub const fn byte(entry: usize) -> usize {
        entry / COLUMNS
    }

    /// The code of an entry, in the bytes of a table.
    #[must_use]
    #[inline]
    pub fn look(bytes: &[u8], entry: usize) -> u8 {
        bytes[Self::byte(entry)] >> (2 * (entry % COLUMNS)) & 3
    }

    /// How many states of the unreduced space have each code.
    #[must_use]
    pub fn distribution(&self, space: &impl RowSpace) -> Vec<u64> {
        let mut counts = vec![0; 4];
        for row in 0..space.rows() {
            for column in 0..space.columns() {
                counts[usize::from(self.get(row, column))] += space.weight(row);
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::puzzle::turn::MoveSet;
    use crate::table::coordinate::{
        Coordinate, CornerOrientation, CornerPermutation, SlicePermutation, SlicePositions,
    };
    use crate::table::pattern::PatternDatabase;
    use crate::table::rows::{Product, QuarterTurns, Reduced};
    use crate::table::transition::{Pair, Space, TransitionTable};

    fn build(threads: usize) -> Build<'static> {
        Build { threads: NonZeroUsize::new(threads).expect("some"), progress: &|_, _| () }
    }

    fn code(distance: u8, near: u8) -> u8 {
        distance.saturating_sub(near).min(3)
    }

    #[test]
    fn codes_are_those_of_distances() {
        let (slice, twists) = (TransitionTable::new::<SlicePositions>(), TransitionTable::new::<CornerOrientation>());
        let plain = PatternDatabase::new(&Pair(&slice, &twists), MoveSet::ALL);
        let space = Product::new::<SlicePositions, CornerOrientation>();
        let reduced = Reduced::new::<SlicePositions, CornerOrientation>(|index, turn| slice.next(index, turn));
        for (near, threads) in [(0, 1), (5, 1), (5, 3), (6, 2), (20, 1)] {
            let table = Crumbs::new(&space, near, build(threads));
            let small = Crumbs::new(&reduced, near, build(threads));
            let mut counts = [0; 4];
            for index in 0..SlicePositions::SIZE * CornerOrientation::SIZE {
                let (row, column) = (index / CornerOrientation::SIZE, index % CornerOrientation::SIZE);
                let known = code(plain.distance(index).expect("everything is reached"), near);
                counts[usize::from(known)] += 1;
                let entry = Crumbs::entry::<{ CornerOrientation::SIZE }>(row, column);
                assert_eq!([table.get(row, column), Crumbs::look(&table.bytes, entry)], [known; 2], "{near} {index}");
                let (class, symmetry) = reduced.classes().class(row);
                assert_eq!(small.get(class, reduced.conjugate(column, symmetry)), known, "{near} {index}");
            }
            assert_eq!(table.distribution(&space), counts);
            assert_eq!(small.distribution(&reduced), counts);
            assert_eq!(table.bytes.len(), Crumbs::size(SlicePositions::SIZE, CornerOrientation::SIZE));
        }
    }

    #[test]
    #[should_panic(expected = "no room for turns that count two")]
    fn turns_must_count_one() {
        let corners = TransitionTable::new::<CornerPermutation>();
        let domino = Reduced::new::<CornerPermutation, SlicePermutation>(|index, turn| corners.next(index, turn));
        let _ = Crumbs::new(&QuarterTurns(domino), 5, build(1));
    }
}
