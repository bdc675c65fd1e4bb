//! [`Nibbles`]: distances in four bits each, and how they are computed on all cores.

use std::num::NonZeroUsize;

use super::growing::{Growing, Level};
use super::rows::RowSpace;

/// How a table is to be built: on how many threads, and who wants to know how far it is.
#[derive(Clone, Copy)]
pub struct Build<'a> {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// Called with the entries that are done and with all there are, from several threads.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

/// The fewest turns from each number of a space to the solved one, by what they count, four bits each: a row after the other, each from a
/// multiple of eight bytes on, even columns in the low halves. Never more than a whole state needs, so it may guide a
/// search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nibbles {
    bytes: Vec<u8>,
    /// Bytes a row.
    stride: usize,
}

/// How many bits an entry has.
const BITS: usize = 4;
/// How many columns a word holds.
const COLUMNS: usize = 64 / BITS;

impl Nibbles {
    /// How many bytes so many rows of so many columns take.
    #[must_use]
    pub const fn size(rows: usize, columns: usize) -> usize {
        rows * columns.div_ceil(COLUMNS) * size_of::<u64>()
    }

    /// The farthest distance that four bits can tell from others.
    pub const FARTHEST: u8 = (1 << BITS) - 2;

    /// The table of a space, breadth first from the solved state to so many turns away. All that is farther or not
    /// reached at all counts as one turn more.
    ///
    /// # Panics
    /// If it is to go beyond [`Nibbles::FARTHEST`].
    #[must_use]
    pub fn new(space: &impl RowSpace, farthest: u8, build: Build<'_>) -> Self {
        assert!(farthest <= Self::FARTHEST, "four bits hold distances up to {}", Self::FARTHEST);
        let total = space.rows() as u64 * space.columns() as u64;
        let mut growing = Growing::<_, BITS>::new(space, &build);
        growing.reach(0, 0, 0);
        let (mut last, mut reached) = (1, 1);
        for distance in 1..=farthest {
            let level = Level {
                code: distance,
                nearer: [1, 2].map(|cost| distance.checked_sub(cost)),
                // While few are reached, go on from the last ones; when few are left, look back from those.
                backward: total - reached < 2 * last,
                forget: false,
            };
            let before = last;
            last = growing.level(level, &|more| (build.progress)(reached + more, total));
            reached += last;
            // Turns that count two lead over an empty level, not over two of them.
            if before + last == 0 || reached == total {
                break;
            }
        }
        (build.progress)(total, total);
        growing.finish(farthest + 1);
        Self::from_bytes(growing.into_bytes(), space.columns())
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

    /// The fewest turns to the solved state, or the farthest distance of the table and one.
    #[must_use]
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> u8 {
        self.bytes[row * self.stride + column / 2] >> (4 * (column % 2)) & 15
    }

    /// Which entry of a table with so many columns is at a row and a column.
    #[must_use]
    #[inline]
    pub const fn entry<const COLUMNS: usize>(row: usize, column: usize) -> usize {
        row * const { 2 * Self::size(1, COLUMNS) } + column
    }

    /// The byte that holds an entry.
    #[must_use]
    #[inline]
    pub const fn byte(entry: usize) -> usize {
        entry / 2
    }

    /// The distance of an entry, in the bytes of a table.
    #[must_use]
    #[inline]
    pub fn look(bytes: &[u8], entry: usize) -> u8 {
        bytes[Self::byte(entry)] >> (4 * (entry % 2)) & 15
    }

    /// Writes the distances of a row to the first places, and something to the few that follow.
    ///
    /// # Panics
    /// If there is no room for as many as fit the bytes of a row.
    pub fn unpack(&self, row: usize, distances: &mut [u8]) {
        let bytes = &self.bytes[row * self.stride..][..self.stride];
        for (two, byte) in distances[..2 * self.stride].chunks_exact_mut(2).zip(bytes) {
            two[0] = byte & 15;
            two[1] = byte >> 4;
        }
    }

    /// How many states of the unreduced space are at each distance, from 0 to the largest.
    #[must_use]
    pub fn distribution(&self, space: &impl RowSpace) -> Vec<u64> {
        let mut counts = [0; 16];
        for row in 0..space.rows() {
            for column in 0..space.columns() {
                counts[usize::from(self.get(row, column))] += space.weight(row);
            }
        }
        counts[..counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1)].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::algorithm::Metric;
    use crate::puzzle::turn::MoveSet;
    use crate::table::coordinate::{
        Coordinate, CornerOrientation, CornerPermutation, SlicePermutation, SlicePositions,
    };
    use crate::table::pattern::PatternDatabase;
    use crate::table::rows::{Product, QuarterTurns, Reduced};
    use crate::table::transition::{Pair, Space, TransitionTable};

    fn build(space: &impl RowSpace, threads: usize) -> Nibbles {
        Nibbles::new(
            space,
            Nibbles::FARTHEST,
            Build { threads: NonZeroUsize::new(threads).expect("some"), progress: &|_, _| () },
        )
    }

    #[test]
    fn a_product_is_as_it_is_without_rows() {
        let (slice, twists) = (TransitionTable::new::<SlicePositions>(), TransitionTable::new::<CornerOrientation>());
        let plain = PatternDatabase::new(&Pair(&slice, &twists), MoveSet::ALL);
        let space = Product::new::<SlicePositions, CornerOrientation>();
        for threads in [1, 2, 5] {
            let table = build(&space, threads);
            for index in 0..SlicePositions::SIZE * CornerOrientation::SIZE {
                let (row, column) = (index / CornerOrientation::SIZE, index % CornerOrientation::SIZE);
                assert_eq!(plain.distance(index), Some(table.get(row, column)));
            }
            assert_eq!(table.distribution(&space), plain.distribution());
        }
    }

    #[test]
    fn half_turns_may_count_two() {
        let (corners, slice) =
            (TransitionTable::new::<CornerPermutation>(), TransitionTable::new::<SlicePermutation>());
        let plain = PatternDatabase::in_metric(&Pair(&corners, &slice), MoveSet::DOMINO, Metric::Qtm);
        let next = |index, turn| corners.next(index, turn);
        let space = QuarterTurns(Reduced::new::<CornerPermutation, SlicePermutation>(next));
        for threads in [1, 3] {
            let table = build(&space, threads);
            for value in 0..CornerPermutation::SIZE {
                let (class, symmetry) = space.0.classes().class(value);
                for order in 0..SlicePermutation::SIZE {
                    let known = plain
                        .distance(value * SlicePermutation::SIZE + order)
                        .map(|far| far.min(Nibbles::FARTHEST + 1));
                    assert_eq!(known, Some(table.get(class, space.conjugate(order, symmetry))));
                }
            }
        }
    }

    #[test]
    fn a_reduced_space_is_as_it_is_without_symmetries() {
        // Slice positions alone have few classes and many that are symmetric in themselves.
        let (slice, twists) = (TransitionTable::new::<SlicePositions>(), TransitionTable::new::<CornerOrientation>());
        let plain = PatternDatabase::new(&Pair(&slice, &twists), MoveSet::ALL);
        let space = Reduced::new::<SlicePositions, CornerOrientation>(|index, turn| slice.next(index, turn));
        for threads in [1, 3] {
            let table = build(&space, threads);
            assert_eq!(table.distribution(&space), plain.distribution());
            for value in 0..SlicePositions::SIZE {
                let (class, symmetry) = space.classes().class(value);
                for twist in 0..CornerOrientation::SIZE {
                    let distance = table.get(class, space.conjugate(twist, symmetry));
                    assert_eq!(plain.distance(value * CornerOrientation::SIZE + twist), Some(distance));
                }
            }
        }
    }
}
