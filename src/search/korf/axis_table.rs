//! [`AxisTable`]: pruning tables for look-ups along each axis.

use crate::evaluation::prefetch;
use crate::puzzle::algorithm::Metric;
use crate::table::axis_space::AxisIndex;
use crate::table::large_pages::LargePages;
use crate::table::registry::{TO_AXIS, TO_DOMINO, ToAxis};
use crate::table::spec::PackedSpec;
use crate::table::symmetry::SymmetryClasses;
use crate::table::{Coordinate, CornerOrientation, EdgeOrientation, FlipSlice, ImageTable, PackedTable, TableSource};

/// The coordinates of a state along an axis: [`SlicePositions`](crate::table::SlicePositions),
/// [`UpperCorners`](crate::table::UpperCorners), [`EdgeOrientation`], [`CornerOrientation`].
pub(super) type AxisCoordinates = [u16; 4];

/// A look-up: the coordinates of a state along an axis, and the remaining cost.
#[derive(Clone, Copy)]
pub(super) struct AxisLookup {
    pub(super) coordinates: AxisCoordinates,
    pub(super) left: u8,
}

/// A pruning table over the coordinates of one axis.
pub(super) trait AxisTable: Sync {
    /// Buffers of a thread.
    type Buffers: Default;

    /// Writes a lower bound of the distance for each look-up. It exceeds the remaining cost if the distance in the
    /// table does. All memory accesses are issued before the first entry is used.
    fn distances(&self, lookups: &[AxisLookup], buffers: &mut Self::Buffers, distances: &mut Vec<u8>);
}

/// Twists, flips, the positions of the middle layer's edges and of the upper corners: 2.6 GB.
pub(super) struct LargeAxisTable {
    index: AxisIndex,
    table: LargePages,
    /// The largest distance of code 0.
    base: u8,
    /// For distances up to the base.
    small: SmallAxisTable,
}

/// Buffers for look-ups in both tables.
#[derive(Default)]
pub(super) struct LargeBuffers {
    large: Vec<usize>,
    /// The look-ups in the small table: the index of the look-up, and the entry.
    small: Vec<(usize, usize)>,
}

impl LargeAxisTable {
    pub(super) fn new(metric: Metric, tables: &TableSource<'_>) -> Self {
        let table = tables.load_large(TO_AXIS.get(metric));
        let base = ToAxis::BASE[metric as usize];
        Self { index: AxisIndex::new(), table, base, small: SmallAxisTable::new(metric, tables) }
    }
}

impl AxisTable for LargeAxisTable {
    type Buffers = LargeBuffers;

    fn distances(
        &self,
        lookups: &[AxisLookup],
        LargeBuffers { large, small }: &mut LargeBuffers,
        distances: &mut Vec<u8>,
    ) {
        large.clear();
        large.extend(lookups.iter().map(|lookup| {
            let (row, column) = self.index.place(lookup.coordinates);
            PackedTable::<2>::entry::<{ CornerOrientation::SIZE }>(row, column)
        }));
        // A separate loop: with fewer instructions between two memory accesses, more accesses overlap.
        large.iter().for_each(|&entry| prefetch(&self.table, PackedTable::<2>::byte(entry)));

        small.clear();
        distances.clear();
        distances.extend(large.iter().zip(lookups).enumerate().map(|(number, (&entry, lookup))| {
            match PackedTable::<2>::code(&self.table, entry) {
                0 => {
                    // The distance does not exceed the remaining cost.
                    if lookup.left <= self.base {
                        small.push((number, self.small.entry(lookup.coordinates)));
                    }
                    0
                }
                code => self.base + code,
            }
        }));
        small.iter().for_each(|&(_, entry)| prefetch(&self.small.table, PackedTable::<4>::byte(entry)));
        for &(number, entry) in &*small {
            distances[number] = self.small.distance(entry);
        }
    }
}

/// Twists, flips and the positions of the middle layer's edges: 70 MB.
pub(super) struct SmallAxisTable {
    classes: SymmetryClasses,
    twists: ImageTable,
    table: LargePages,
}

impl SmallAxisTable {
    pub(super) fn new(metric: Metric, tables: &TableSource<'_>) -> Self {
        Self {
            classes: SymmetryClasses::new::<FlipSlice>(),
            twists: ImageTable::by_symmetry::<CornerOrientation>(),
            table: tables.load_large(TO_DOMINO.get(metric)),
        }
    }

    fn entry(&self, [slice, _, flips, twist]: AxisCoordinates) -> usize {
        let (class, symmetry) = self.classes.class(usize::from(slice) * EdgeOrientation::SIZE + usize::from(flips));
        PackedTable::<4>::entry::<{ CornerOrientation::SIZE }>(class, self.twists.image(symmetry, twist).into())
    }

    #[inline]
    fn distance(&self, entry: usize) -> u8 {
        PackedTable::<4>::code(&self.table, entry)
    }
}

impl AxisTable for SmallAxisTable {
    type Buffers = Vec<usize>;

    fn distances(&self, lookups: &[AxisLookup], entries: &mut Vec<usize>, distances: &mut Vec<u8>) {
        entries.clear();
        entries.extend(lookups.iter().map(|lookup| self.entry(lookup.coordinates)));
        entries.iter().for_each(|&entry| prefetch(&self.table, PackedTable::<4>::byte(entry)));
        distances.clear();
        distances.extend(entries.iter().map(|&entry| self.distance(entry)));
    }
}
