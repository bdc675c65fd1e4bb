//! [`Nibbles`]: distances in four bits each, and how they are computed on all cores.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::rows::RowSpace;
use crate::puzzle::turn::Turn;

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

/// Not reached.
const FAR: u8 = 15;
/// How many columns a word holds.
const COLUMNS: usize = 16;

impl Nibbles {
    /// How many bytes so many rows of so many columns take.
    #[must_use]
    pub const fn size(rows: usize, columns: usize) -> usize {
        rows * columns.div_ceil(COLUMNS) * size_of::<u64>()
    }

    /// The farthest distance that four bits can tell from others.
    pub const FARTHEST: u8 = FAR - 1;

    /// The table of a space, breadth first from the solved state to so many turns away. All that is farther or not
    /// reached at all counts as one turn more.
    ///
    /// # Panics
    /// If it is to go beyond [`Nibbles::FARTHEST`].
    #[must_use]
    pub fn new(space: &impl RowSpace, farthest: u8, build: Build<'_>) -> Self {
        assert!(farthest <= Self::FARTHEST, "four bits hold distances up to {}", Self::FARTHEST);
        let total = space.rows() as u64 * space.columns() as u64;
        let mut growing = Growing::new(space, build.threads);
        growing.reach(0, 0, 0);
        let (mut last, mut reached) = (1, 1);
        for distance in 1..=farthest {
            // While few are reached, go on from the last ones; when few are left, look back from those.
            let backward = total - reached < 2 * last;
            let before = last;
            last = growing.level(distance, backward, &|more| (build.progress)(reached + more, total));
            reached += last;
            // Turns that count two lead over an empty level, not over two of them.
            if before + last == 0 || reached == total {
                break;
            }
        }
        (build.progress)(total, total);
        let beyond = u64::from(FAR ^ (farthest + 1));
        for word in &mut growing.words {
            *word.get_mut() ^= columns_at(*word.get_mut(), FAR) * beyond;
        }
        Self::from_bytes(into_bytes(growing.words), space.columns())
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

    /// The same for the bytes of a table with rows of so many columns.
    #[must_use]
    #[inline]
    pub fn look<const COLUMNS: usize>(bytes: &[u8], row: usize, column: usize) -> u8 {
        bytes[row * const { Self::size(1, COLUMNS) } + column / 2] >> (4 * (column % 2)) & 15
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

/// A table that is being built, in words. Words are shared between threads; within a level each of their columns only
/// goes from [`FAR`] to the same distance, whoever sets it, so the order does not matter.
struct Growing<'a, S> {
    space: &'a S,
    turns: Vec<Turn>,
    words: Vec<AtomicU64>,
    /// Words a row.
    stride: usize,
    threads: usize,
}

/// How many rows a thread takes at once.
const ROWS: usize = 16;

impl<'a, S: RowSpace> Growing<'a, S> {
    fn new(space: &'a S, threads: NonZeroUsize) -> Self {
        let stride = space.columns().div_ceil(COLUMNS);
        let words = std::iter::repeat_with(|| AtomicU64::new(u64::MAX)).take(space.rows() * stride).collect();
        Self { space, turns: space.turns().iter().collect(), words, stride, threads: threads.get() }
    }

    fn row(&self, row: usize) -> &[AtomicU64] {
        &self.words[row * self.stride..][..self.stride]
    }

    /// Sets a distance; says whether there was none before.
    #[inline]
    fn reach(&self, row: usize, column: usize, distance: u8) -> bool {
        let before = self.row(row)[column / COLUMNS].fetch_and(kept(column, distance), Ordering::Relaxed);
        nibble(before, column) == FAR
    }

    /// Everything at this distance, given all that is nearer; says how many numbers that are.
    fn level(&self, distance: u8, backward: bool, progress: &(dyn Fn(u64) + Sync)) -> u64 {
        let (next, count) = (AtomicUsize::new(0), AtomicU64::new(0));
        let work = || {
            let mut columns = Vec::with_capacity(self.space.columns());
            loop {
                let start = next.fetch_add(ROWS, Ordering::Relaxed);
                let end = self.space.rows().min(start + ROWS);
                if start >= end {
                    return;
                }
                let found: u64 = (start..end).map(|row| self.one_row(row, distance, backward, &mut columns)).sum();
                if found > 0 {
                    progress(count.fetch_add(found, Ordering::Relaxed) + found);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(work);
            }
            work();
        });
        count.into_inner()
    }

    /// What one row has to do with a level; `columns` is room to work in.
    fn one_row(&self, row: usize, distance: u8, backward: bool, columns: &mut Vec<u16>) -> u64 {
        if backward {
            self.find(row, FAR, columns);
            return self.turns.iter().map(|&turn| self.look_back(row, turn, distance, columns)).sum();
        }
        let mut found = 0;
        for cost in 1..=distance.min(2) {
            let mut turns = self.turns.iter().filter(|&&turn| self.space.cost(turn) == cost).peekable();
            if turns.peek().is_some() {
                self.find(row, distance - cost, columns);
            }
            for &turn in turns.take_while(|_| !columns.is_empty()) {
                found += self.go_on(row, turn, distance, columns);
            }
        }
        found
    }

    /// The columns of a row that have this distance.
    fn find(&self, row: usize, distance: u8, columns: &mut Vec<u16>) {
        columns.clear();
        let all = self.space.columns();
        for (first, word) in (0..all).step_by(COLUMNS).zip(self.row(row)) {
            let mut same = columns_at(word.load(Ordering::Relaxed), distance);
            while same != 0 {
                let column = first + same.trailing_zeros() as usize / 4;
                if column < all {
                    columns.push(u16::try_from(column).expect("columns are less than 2^16"));
                }
                same &= same - 1;
            }
        }
    }

    /// From these columns of a row, which are as much nearer as a turn counts, to wherever it leads.
    fn go_on(&self, row: usize, turn: Turn, distance: u8, columns: &[u16]) -> u64 {
        let (next, link) = self.space.row_after(row, turn);
        let (target, after) = (self.row(next), self.space.columns_after(turn, link));
        let stabilizer = self.space.stabilizer(next);
        let mut found = 0;
        for &column in columns {
            let column = after(column.into());
            if nibble(target[column / COLUMNS].load(Ordering::Relaxed), column) != FAR {
                continue;
            }
            found += u64::from(self.reach(next, column, distance));
            for symmetry in (1..16).filter(|symmetry| stabilizer >> symmetry & 1 == 1) {
                let twin = self.space.twin(next, symmetry);
                found += u64::from(self.reach(twin, self.space.conjugate(column, symmetry), distance));
            }
        }
        found
    }

    /// Those of these columns of a row, which are not reached, that a turn leads nearer by what it counts; only the
    /// others are left.
    fn look_back(&self, row: usize, turn: Turn, distance: u8, columns: &mut Vec<u16>) -> u64 {
        let Some(nearer) = distance.checked_sub(self.space.cost(turn)).filter(|_| !columns.is_empty()) else {
            return 0;
        };
        let (next, link) = self.space.row_after(row, turn);
        let (own, target, after) = (self.row(row), self.row(next), self.space.columns_after(turn, link));
        let (before, mut left) = (columns.len(), 0);
        for index in 0..before {
            let column = columns[index];
            let neighbour = after(column.into());
            let near = nibble(target[neighbour / COLUMNS].load(Ordering::Relaxed), neighbour) == nearer;
            // Without a branch, which nobody could foresee. Nobody else writes to this row now.
            let word = &own[usize::from(column) / COLUMNS];
            let change = u64::from(near) * !kept(column.into(), distance);
            word.store(word.load(Ordering::Relaxed) & !change, Ordering::Relaxed);
            columns[left] = column;
            left += usize::from(!near);
        }
        columns.truncate(left);
        (before - left) as u64
    }
}

/// The words as bytes, moved piece by piece from the end, so that a large table is never in memory twice.
fn into_bytes(mut words: Vec<AtomicU64>) -> Vec<u8> {
    const PIECE: usize = 8 << 20;
    let mut bytes = vec![0; size_of::<u64>() * words.len()];
    while !words.is_empty() {
        let rest = (words.len() - 1) / PIECE * PIECE;
        let places = bytes[size_of::<u64>() * rest..].chunks_exact_mut(size_of::<u64>());
        for (place, word) in places.zip(words.drain(rest..)) {
            place.copy_from_slice(&word.into_inner().to_le_bytes());
        }
        words.shrink_to_fit();
    }
    bytes
}

/// The lowest bit of each column of a word.
const ONES: u64 = 0x1111_1111_1111_1111;

/// The lowest bit of each column of a word that has this distance.
#[inline]
fn columns_at(word: u64, distance: u8) -> u64 {
    let other = word ^ (ONES * u64::from(distance));
    let other = other | other >> 2;
    !(other | other >> 1) & ONES
}

/// A column of its word.
#[inline]
fn nibble(word: u64, column: usize) -> u8 {
    (word >> (4 * (column % COLUMNS)) & 15) as u8
}

/// All bits of a word but those that make [`FAR`] this distance in a column.
#[inline]
fn kept(column: usize, distance: u8) -> u64 {
    !(u64::from(FAR ^ distance) << (4 * (column % COLUMNS)))
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
                    let known = plain.distance(value * SlicePermutation::SIZE + order).map(|far| far.min(FAR));
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
