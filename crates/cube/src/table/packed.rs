//! [`PackedTable`]: a pruning table with two, four or eight bits per entry, which hold distances above a base: its layout, its lookup, and
//! its construction level by level, of which `bfs_builder` makes each level. Which tables there are is in `registry`, `axis_space` and with
//! the solvers, files in `cache`.

use std::ops::Deref;

use super::{BfsBuilder, BfsLevel, BuildOptions, RowSpace};
use crate::puzzle::Metric;
use crate::solver::Cancelled;

/// Distances from the solved state, one code of `BITS` bits for each number of a [`RowSpace`] (J. Culberson and J.
/// Schaeffer, "Pattern databases", 1998).
///
/// Code 0 means any distance up to the table's base, code `c` means base + `c`, and the largest code means any larger
/// distance or unreachable. A distance never exceeds that of the whole state, so it is an admissible heuristic. Two
/// bits suffice if nearly all numbers have one of two or three distances (T. Rokicki's and S. Tronto's optimal
/// solvers).
///
/// Rows follow each other, the first column in the lowest bits. A row of four-bit codes begins at a multiple of eight
/// bytes, every other row at a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PackedTable<const BITS: usize, B = Vec<u8>> {
    bytes: B,
    /// Bytes per row.
    stride: usize,
}

impl<const BITS: usize> PackedTable<BITS> {
    /// The largest distance above the base that has a code of its own.
    pub(crate) const MAX_DISTANCE: u8 = Self::MASK - 1;
    const MASK: u8 = u8::MAX >> (8 - BITS);
    /// Columns per byte.
    const COLUMNS: usize = 8 / BITS;

    /// Returns the number of bytes for some rows and columns.
    pub(crate) const fn size(rows: usize, columns: usize) -> usize {
        let bytes = columns.div_ceil(Self::COLUMNS);
        rows * if BITS == 4 { bytes.next_multiple_of(8) } else { bytes }
    }

    /// Builds the table of a space, breadth first from the solved state. `base` is the largest distance of code 0 and
    /// `max` the largest distance that has a code of its own.
    ///
    /// # Errors
    /// That of a step of the options.
    ///
    /// # Panics
    /// If `max` needs more bits, or if the base is not 0 and a move costs more than 1.
    pub(crate) fn new(
        space: &impl RowSpace,
        metric: Metric,
        (base, max): (u8, u8),
        BuildOptions { threads, progress, step: continues }: BuildOptions<'_>,
    ) -> Result<Self, Cancelled> {
        assert!(max - base <= Self::MAX_DISTANCE, "{BITS} bits hold {} distances above the base", Self::MAX_DISTANCE);
        let total = space.rows() as u64 * space.columns() as u64;
        // The end is reported once, when the table is complete.
        let step = |done: u64| {
            continues()?;
            progress(done.min(total - 1), total);
            Ok(())
        };
        let mut builder = BfsBuilder::<_, BITS>::new(space, metric, threads, &|| step(0))?;
        assert!(base == 0 || builder.has_unit_costs(), "a table with a base has no room for moves that cost 2");
        // Up to the base, only the last level has a code other than 0. Two codes alternate to distinguish a level from
        // the previous one.
        let code = |distance: u8| match distance.checked_sub(base) {
            Some(distance) if distance > 0 || base == 0 => distance,
            _ => 2 - (base - distance) % 2,
        };
        builder.reach(0, 0, code(0));
        let (mut last, mut reached) = (1, 1);
        for distance in 1..=max {
            let clear = base > 0 && distance <= base + 1;
            let level = BfsLevel {
                code: code(distance),
                nearer: [1, 2].map(|cost| distance.checked_sub(cost).map(code)),
                // Forward while few numbers are reached, backward when few remain.
                backward: !clear && total - reached < 2 * last,
                clear,
            };
            let last_but_one = last;
            last = builder.level(level, &|more| step(reached + more))?;
            reached += last;
            // A move of cost 2 crosses one empty level, not two.
            if !clear && (last_but_one + last == 0 || reached == total) {
                break;
            }
        }
        builder.finish(max - base + 1);
        let bytes = builder.into_bytes(&|| step(total))?;
        let table = Self::packed(bytes, space.rows(), space.columns());
        progress(total, total);
        Ok(table)
    }

    /// Returns the bytes of the table of a space whose largest distance of code 0 is `base`, with a code for as many distances as
    /// the bits allow.
    ///
    /// # Errors
    /// That of a step of the options.
    pub(crate) fn build(
        space: &impl RowSpace,
        metric: Metric,
        base: u8,
        options: BuildOptions<'_>,
    ) -> Result<Vec<u8>, Cancelled> {
        Self::new(space, metric, (base, base + Self::MAX_DISTANCE), options).map(Self::into_bytes)
    }

    /// Closes the gaps between rows, which begin at whole words in the builder.
    fn packed(mut bytes: Vec<u8>, rows: usize, columns: usize) -> Self {
        let (wide, stride) = (bytes.len() / rows, Self::size(1, columns));
        if stride < wide {
            for row in 1..rows {
                bytes.copy_within(row * wide..row * wide + stride, row * stride);
            }
            bytes.truncate(stride * rows);
        }
        Self { bytes, stride }
    }

    /// Returns the table as bytes.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Returns the number of the entry at a row and a column of a table with `WIDTH` columns.
    #[inline]
    pub(crate) const fn entry<const WIDTH: usize>(row: usize, column: usize) -> usize {
        row * const { Self::COLUMNS * Self::size(1, WIDTH) } + column
    }

    /// Returns the index of the byte that holds an entry.
    #[inline]
    pub(crate) const fn byte(entry: usize) -> usize {
        entry / Self::COLUMNS
    }

    /// Returns the code of an entry, in the bytes of a table.
    #[inline]
    pub(crate) fn code(bytes: &[u8], entry: usize) -> u8 {
        bytes[Self::byte(entry)] >> (BITS * (entry % Self::COLUMNS)) & Self::MASK
    }
}

impl<const BITS: usize, B: Deref<Target = [u8]>> PackedTable<BITS, B> {
    /// Returns the table with this number of columns, from its bytes.
    pub(crate) fn from_bytes(bytes: B, columns: usize) -> Self {
        Self { bytes, stride: PackedTable::<BITS>::size(1, columns) }
    }

    /// Returns the code at a row and a column.
    #[inline]
    pub(crate) fn get(&self, row: usize, column: usize) -> u8 {
        self.bytes[row * self.stride + column / PackedTable::<BITS>::COLUMNS]
            >> (BITS * (column % PackedTable::<BITS>::COLUMNS))
            & PackedTable::<BITS>::MASK
    }

    /// Returns the number of unreduced states of each code, from 0 to the largest that occurs.
    pub(crate) fn distribution(&self, space: &impl RowSpace) -> Vec<u64> {
        let mut counts = vec![0; 1 << BITS];
        for row in 0..space.rows() {
            for column in 0..space.columns() {
                counts[usize::from(self.get(row, column))] += space.weight(row);
            }
        }
        counts.truncate(counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
        counts
    }
}

impl PackedTable<4> {
    /// Writes the codes of a row to the front of `codes`; entries after them may be overwritten by padding.
    ///
    /// # Panics
    /// If `codes` is shorter than the bytes of a row.
    pub(crate) fn unpack(&self, row: usize, codes: &mut [u8]) {
        let bytes = &self.bytes[row * self.stride..][..self.stride];
        for (two, byte) in codes[..2 * self.stride].chunks_exact_mut(2).zip(bytes) {
            two[0] = byte & 15;
            two[1] = byte >> 4;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::puzzle::{MoveSet, Turn};
    use crate::table::{
        Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, ProductSpace, ReducedSpace,
        SlicePermutation, SlicePositions, TransitionTable, narrow,
    };

    fn run_on_threads(threads: usize) -> BuildOptions<'static> {
        BuildOptions { threads: NonZeroUsize::new(threads).expect("some"), ..BuildOptions::SEQUENTIAL }
    }

    /// Returns the distances of all pairs of values of two coordinates, by relaxation until nothing changes; `None` if unreached.
    fn relaxed<R: Coordinate, C: Coordinate>(moves: MoveSet, metric: Metric) -> Vec<Option<u8>> {
        let (rows, columns) = (TransitionTable::new::<R>(), TransitionTable::new::<C>());
        let mut distances = vec![None; R::SIZE * C::SIZE];
        distances[0] = Some(0u8);
        let mut frontier = vec![0];
        while !frontier.is_empty() {
            let mut next = Vec::new();
            for index in std::mem::take(&mut frontier) {
                for turn in moves.iter() {
                    let longer = distances[index].expect("it is reached") + metric.cost(turn);
                    let row = rows.next(narrow(index / C::SIZE), turn);
                    let column = columns.next(narrow(index % C::SIZE), turn);
                    let target = usize::from(row) * C::SIZE + usize::from(column);
                    if distances[target].is_none_or(|distance| longer < distance) {
                        distances[target] = Some(longer);
                        next.push(target);
                    }
                }
            }
            frontier = next;
        }
        distances
    }

    fn counts(codes: impl Iterator<Item = u8>) -> Vec<u64> {
        let mut counts = Vec::new();
        for code in codes.map(usize::from) {
            counts.resize(counts.len().max(code + 1), 0);
            counts[code] += 1;
        }
        counts
    }

    fn distribution<C: Coordinate>() -> Vec<u64> {
        let single = TransitionTable::from_rows(vec![[0; 18]].into());
        let space = ProductSpace::from_tables(TransitionTable::new::<C>(), &single, C::TURNS);
        PackedTable::<8>::new(&space, Metric::Htm, (0, 254), BuildOptions::SEQUENTIAL).unwrap().distribution(&space)
    }

    #[test]
    fn packed_tables_of_small_groups_have_known_distributions() {
        assert_eq!(distribution::<CornerOrientation>(), [1, 4, 34, 186, 816, 1_018, 128]);
        assert_eq!(distribution::<EdgeOrientation>(), [1, 2, 25, 202, 620, 900, 285, 13]);
        assert_eq!(distribution::<SlicePositions>(), [1, 4, 50, 286, 152, 2]);
        assert_eq!(distribution::<CornerPermutation>(), [1, 18, 243, 2_646, 12_516, 17_624, 7_080, 192]);
    }

    #[test]
    fn the_end_of_a_construction_is_reported_once() {
        let single = TransitionTable::from_rows(vec![[0; 18]].into());
        let space =
            ProductSpace::from_tables(TransitionTable::new::<EdgeOrientation>(), &single, EdgeOrientation::TURNS);
        for metric in [Metric::Htm, Metric::Qtm] {
            let reports = Mutex::new(Vec::new());
            let progress = |done: u64, all: u64| reports.lock().unwrap().push((done, all));
            let options = BuildOptions { progress: &progress, ..BuildOptions::SEQUENTIAL };
            drop(PackedTable::<8>::new(&space, metric, (0, 254), options).unwrap());
            let reports = reports.into_inner().unwrap();
            // Rows without new entries are reported, too: a construction can be ended at any time.
            assert_eq!(reports[..3], [(0, 2048), (3, 2048), (3, 2048)]);
            assert_eq!(reports.iter().filter(|(done, all)| done == all).count(), 1);
        }
    }

    #[test]
    fn the_error_of_one_step_ends_a_construction_on_all_threads() {
        let space = ProductSpace::new::<SlicePositions, CornerOrientation>();
        // A level has 31 tasks. The step that fails is in the second one.
        for (threads, max_steps) in [(1, 41), (3, 63)] {
            let steps = AtomicUsize::new(0);
            let step = || match steps.fetch_add(1, Ordering::Relaxed) {
                40 => Err(Cancelled::default()),
                _ => Ok(()),
            };
            let options = BuildOptions { step: &step, ..run_on_threads(threads) };
            assert!(PackedTable::<4>::new(&space, Metric::Htm, (0, 14), options).is_err());
            assert!(steps.into_inner() <= max_steps, "the other threads end, too");
        }
    }

    /// Checks each code of a table over a product space, and over the same space reduced by symmetries, against the
    /// distance.
    fn codes_follow_distances<const BITS: usize>((base, max): (u8, u8), threads: usize) {
        let slice = TransitionTable::new::<SlicePositions>();
        let distances = relaxed::<SlicePositions, CornerOrientation>(MoveSet::ALL, Metric::Htm);
        let space = ProductSpace::new::<SlicePositions, CornerOrientation>();
        // Slice positions have few classes, many of them with symmetric representatives.
        let reduced = ReducedSpace::new::<SlicePositions, CornerOrientation>(&|| Ok(()), |value, turn| {
            slice.next(narrow(value), turn).into()
        })
        .unwrap();
        let table = PackedTable::<BITS>::new(&space, Metric::Htm, (base, max), run_on_threads(threads)).unwrap();
        let small = PackedTable::<BITS>::new(&reduced, Metric::Htm, (base, max), run_on_threads(threads)).unwrap();
        let code = |distance: Option<u8>| distance.expect("all are reached").saturating_sub(base).min(max + 1 - base);
        for (index, &distance) in distances.iter().enumerate() {
            let (row, column) = (index / CornerOrientation::SIZE, index % CornerOrientation::SIZE);
            let expected = code(distance);
            let entry = PackedTable::<BITS>::entry::<{ CornerOrientation::SIZE }>(row, column);
            assert_eq!(
                [table.get(row, column), PackedTable::<BITS>::code(&table.bytes, entry)],
                [expected; 2],
                "{index}"
            );
            let (class, symmetry) = reduced.classes().class(row);
            assert_eq!(small.get(class, reduced.conjugate(column, symmetry)), expected, "{base} {max} {index}");
        }
        let expected = counts(distances.into_iter().map(code));
        assert_eq!([table.distribution(&space), small.distribution(&reduced)], [expected.clone(), expected]);
        assert_eq!(table.bytes.len(), PackedTable::<BITS>::size(SlicePositions::SIZE, CornerOrientation::SIZE));
    }

    #[test]
    fn codes_equal_distances_for_all_widths_and_numbers_of_threads() {
        for threads in [1, 2, 5] {
            codes_follow_distances::<8>((0, 254), threads);
            codes_follow_distances::<4>((0, 14), threads);
        }
        codes_follow_distances::<4>((0, 5), 2);
        for (base, threads) in [(0, 1), (5, 1), (5, 3), (6, 2), (20, 1)] {
            codes_follow_distances::<2>((base, base + 2), threads);
        }
    }

    #[test]
    fn a_half_turn_costs_two_in_the_quarter_turn_metric() {
        let corners = TransitionTable::new::<CornerPermutation>();
        let distances = relaxed::<CornerPermutation, SlicePermutation>(MoveSet::DOMINO, Metric::Qtm);
        let space = ReducedSpace::new::<CornerPermutation, SlicePermutation>(&|| Ok(()), |value, turn| {
            corners.next(narrow(value), turn).into()
        })
        .unwrap();
        for threads in [1, 3] {
            let table = PackedTable::<4>::new(&space, Metric::Qtm, (0, 14), run_on_threads(threads)).unwrap();
            let eight = PackedTable::<8>::new(&space, Metric::Qtm, (0, 254), run_on_threads(threads)).unwrap();
            for (index, distance) in distances.iter().enumerate() {
                let (class, symmetry) = space.classes().class(index / SlicePermutation::SIZE);
                let column = space.conjugate(index % SlicePermutation::SIZE, symmetry);
                assert_eq!(Some(eight.get(class, column)), *distance);
                assert_eq!(table.get(class, column), eight.get(class, column).min(15));
            }
        }
    }

    #[test]
    fn a_half_turn_is_two_quarter_turns_where_both_are_moves() {
        let space = ProductSpace::new::<SlicePositions, CornerOrientation>();
        let quarters = ProductSpace::from_tables(
            TransitionTable::new::<SlicePositions>(),
            &TransitionTable::new::<CornerOrientation>(),
            MoveSet::QUARTERS,
        );
        let all = PackedTable::<4>::new(&space, Metric::Qtm, (0, 14), BuildOptions::SEQUENTIAL).unwrap();
        assert_eq!(all, PackedTable::new(&quarters, Metric::Htm, (0, 14), BuildOptions::SEQUENTIAL).unwrap());
    }

    #[test]
    fn a_table_of_a_subgroup_leaves_other_states_unreached() {
        let moves: MoveSet = [Turn::U, Turn::U3, Turn::R2].into_iter().collect();
        let (slice, twists) = (TransitionTable::new::<SlicePositions>(), TransitionTable::new::<CornerOrientation>());
        let space = ProductSpace::from_tables(slice, &twists, moves);
        let table = PackedTable::<8>::new(&space, Metric::Htm, (0, 254), BuildOptions::SEQUENTIAL).unwrap();
        let counts = table.distribution(&space);
        assert_eq!((counts[0], counts[255]), (1, (SlicePositions::SIZE * CornerOrientation::SIZE) as u64 - 1));
    }

    #[test]
    fn a_row_is_unpacked_code_by_code() {
        let space = ProductSpace::new::<SlicePositions, CornerOrientation>();
        let table = PackedTable::<4>::new(&space, Metric::Htm, (0, 14), BuildOptions::SEQUENTIAL).unwrap();
        let mut codes = [0; 2 * CornerOrientation::SIZE];
        table.unpack(7, &mut codes);
        assert!((0..CornerOrientation::SIZE).all(|column| codes[column] == table.get(7, column)));
    }

    #[test]
    #[should_panic(expected = "no room for moves that cost 2")]
    fn a_table_with_a_base_needs_moves_of_cost_one() {
        let space = ProductSpace::new::<CornerPermutation, SlicePermutation>();
        let _ = PackedTable::<2>::new(&space, Metric::Qtm, (5, 7), BuildOptions::SEQUENTIAL);
    }

    #[test]
    #[should_panic(expected = "2 bits hold 2 distances above the base")]
    fn a_maximum_needs_enough_bits() {
        let space = ProductSpace::new::<SlicePositions, CornerOrientation>();
        let _ = PackedTable::<2>::new(&space, Metric::Htm, (5, 8), BuildOptions::SEQUENTIAL);
    }
}
