//! [`PackedTable`]: a pruning table with two, four or eight bits per entry.

use super::bfs_builder::{BfsBuilder, BfsLevel, BuildOptions};
use super::row_space::RowSpace;
use crate::puzzle::algorithm::Metric;

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
pub(crate) struct PackedTable<const BITS: usize> {
    bytes: Vec<u8>,
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
    #[must_use]
    pub(crate) const fn size(rows: usize, columns: usize) -> usize {
        let bytes = columns.div_ceil(Self::COLUMNS);
        rows * if BITS == 4 { bytes.next_multiple_of(8) } else { bytes }
    }

    /// Builds the table of a space, breadth first from the solved state. `base` is the largest distance of code 0 and
    /// `max` the largest distance that has a code of its own.
    ///
    /// # Panics
    /// If `max` needs more bits, or if the base is not 0 and a move costs more than 1.
    #[must_use]
    pub(crate) fn new(
        space: &impl RowSpace,
        metric: Metric,
        (base, max): (u8, u8),
        BuildOptions { threads, progress }: BuildOptions<'_>,
    ) -> Self {
        assert!(max - base <= Self::MAX_DISTANCE, "{BITS} bits hold {} distances above the base", Self::MAX_DISTANCE);
        let total = space.rows() as u64 * space.columns() as u64;
        let mut builder = BfsBuilder::<_, BITS>::new(space, metric, threads);
        assert!(base == 0 || builder.has_unit_costs(), "a table with a base has no room for moves that cost 2");
        // Up to the base, only the last level has a code other than 0. Two codes alternate to distinguish a level from
        // the previous one.
        let code = |distance: u8| match distance.checked_sub(base) {
            Some(above) if above > 0 || base == 0 => above,
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
            let before = last;
            // The end is reported once, after the last level.
            last = builder.level(level, &|more| progress((reached + more).min(total - 1), total));
            reached += last;
            // A move of cost 2 crosses one empty level, not two.
            if !clear && (before + last == 0 || reached == total) {
                break;
            }
        }
        progress(total, total);
        builder.finish(max - base + 1);
        Self::packed(builder.into_bytes(), space.rows(), space.columns())
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

    /// Returns the table with this number of columns, from its bytes.
    #[must_use]
    pub(crate) fn from_bytes(bytes: Vec<u8>, columns: usize) -> Self {
        Self { bytes, stride: Self::size(1, columns) }
    }

    /// Returns the table as bytes.
    #[must_use]
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Returns the code at a row and a column.
    #[must_use]
    #[inline]
    pub(crate) fn get(&self, row: usize, column: usize) -> u8 {
        self.bytes[row * self.stride + column / Self::COLUMNS] >> (BITS * (column % Self::COLUMNS)) & Self::MASK
    }

    /// Returns the number of the entry at a row and a column of a table with `WIDTH` columns.
    #[must_use]
    #[inline]
    pub(crate) const fn entry<const WIDTH: usize>(row: usize, column: usize) -> usize {
        row * const { Self::COLUMNS * Self::size(1, WIDTH) } + column
    }

    /// Returns the index of the byte that holds an entry.
    #[must_use]
    #[inline]
    pub(crate) const fn byte(entry: usize) -> usize {
        entry / Self::COLUMNS
    }

    /// Returns the code of an entry, in the bytes of a table.
    #[must_use]
    #[inline]
    pub(crate) fn code(bytes: &[u8], entry: usize) -> u8 {
        bytes[Self::byte(entry)] >> (BITS * (entry % Self::COLUMNS)) & Self::MASK
    }

    /// Returns the number of unreduced states of each code, from 0 to the largest that occurs.
    #[must_use]
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
mod tests;
