//! [`AxisTable`]: look-ups in the pruning tables of IDA* that are used along each of the three axes: the large one of 2.6 GB, which long
//! searches copy into large pages, and the small one of 70 MB. The tables are defined in `table::axis_space` and `table::registry`; bounds
//! are made of them in `axis_heuristic`.

use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use crate::puzzle::Metric;
use crate::solver::Cancelled;
use crate::table::{
    AXIS_BASES, AxisIndex, Coordinate, CornerOrientation, EdgeOrientation, FlipSlice, ImageTable, PackedTable,
    SymmetryClasses, TO_AXIS, TO_DOMINO, TableSlice, TableSource, prefetch,
};

/// The coordinates of a state along an axis: [`SlicePositions`](crate::table::SlicePositions),
/// [`UpperCorners`](crate::table::UpperCorners), [`EdgeOrientation`], [`CornerOrientation`].
pub(super) type AxisCoordinates = [u16; 4];

/// A pruning table over the coordinates of one axis.
pub(super) trait AxisTable: Sync {
    /// Returns the place of the entry.
    fn place(&self, coordinates: AxisCoordinates) -> usize;

    /// Requests the entry at a place from memory.
    fn prefetch(&self, place: usize);

    /// Returns a lower bound of the distance at a place: the distance in the table, or 0 if it is [near](Self::near).
    fn distance(&self, place: usize) -> u8;

    /// Returns the largest distance that [`distance`](Self::distance) returns as 0.
    fn near(&self) -> u8 {
        0
    }

    /// Returns the place of the entry for a near state, which is requested from memory.
    fn near_place(&self, _coordinates: AxisCoordinates) -> usize {
        0
    }

    /// Returns a lower bound of the distance of a near state.
    fn near_distance(&self, _place: usize) -> u8 {
        0
    }

    /// As [`Heuristic::settle`](super::heuristic::Heuristic::settle).
    fn settle(&self, _gain: Duration, _limit: Duration) {}
}

/// Twists, flips, the positions of the middle layer's edges and of the upper corners: 2.6 GB.
pub(super) struct LargeAxisTable {
    index: AxisIndex,
    table: TableSlice<u8>,
    /// The table in large pages, once searches have lasted long.
    in_large_pages: OnceLock<TableSlice<u8>>,
    /// The sum of the gains that searches expected of it. The thread that copies the table holds the lock.
    gains: Mutex<Duration>,
    /// The largest distance of code 0.
    base: u8,
    /// For distances up to the base.
    small: SmallAxisTable,
}

impl LargeAxisTable {
    /// Returns the table of a metric.
    ///
    /// # Errors
    /// If the observer of the tables ends their construction.
    pub(super) fn new(metric: Metric, tables: &TableSource<'_>) -> Result<Self, Cancelled> {
        let table = tables.load(&TO_AXIS[metric as usize])?;
        let base = AXIS_BASES[metric as usize];
        let index = AxisIndex::new(&|| tables.observer.step())?;
        let small = SmallAxisTable::new(metric, tables)?;
        Ok(Self { index, table, in_large_pages: OnceLock::new(), gains: Mutex::default(), base, small })
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        self.in_large_pages.get().unwrap_or(&self.table)
    }
}

impl AxisTable for LargeAxisTable {
    #[inline]
    fn place(&self, coordinates: AxisCoordinates) -> usize {
        let (row, column) = self.index.place(coordinates);
        PackedTable::<2>::entry::<{ CornerOrientation::SIZE }>(row, column)
    }

    #[inline]
    fn prefetch(&self, place: usize) {
        prefetch(self.bytes(), PackedTable::<2>::byte(place));
    }

    #[inline]
    fn distance(&self, place: usize) -> u8 {
        match PackedTable::<2>::code(self.bytes(), place) {
            0 => 0,
            code => self.base + code,
        }
    }

    #[inline]
    fn near(&self) -> u8 {
        self.base
    }

    fn near_place(&self, coordinates: AxisCoordinates) -> usize {
        let place = self.small.place(coordinates);
        self.small.prefetch(place);
        place
    }

    fn near_distance(&self, place: usize) -> u8 {
        self.small.distance(place)
    }

    /// Copies the table into large pages, where a look-up at random rarely misses the translation lookaside buffer. A mapped file has
    /// small ones.
    fn settle(&self, gain: Duration, limit: Duration) {
        // Another search that copies it meanwhile does so for all.
        let Ok(mut gains) = self.gains.try_lock() else { return };
        if self.in_large_pages.get().is_none() {
            *gains += gain;
            if let Some(copy) = self.table.in_large_pages(limit.min(*gains)) {
                let _ = self.in_large_pages.set(copy);
            }
        }
    }
}

/// Twists, flips and the positions of the middle layer's edges: 70 MB.
pub(super) struct SmallAxisTable {
    classes: SymmetryClasses,
    twists: ImageTable,
    table: TableSlice<u8>,
}

impl SmallAxisTable {
    /// Returns the table of a metric.
    ///
    /// # Errors
    /// If the observer of the tables ends their construction.
    pub(super) fn new(metric: Metric, tables: &TableSource<'_>) -> Result<Self, Cancelled> {
        let step = || tables.observer.step();
        Ok(Self {
            classes: SymmetryClasses::new::<FlipSlice>(&step)?,
            twists: ImageTable::by_symmetry::<CornerOrientation>(&step)?,
            table: tables.load(&TO_DOMINO[metric as usize])?,
        })
    }
}

impl AxisTable for SmallAxisTable {
    #[inline]
    fn place(&self, [slice, _, flips, twist]: AxisCoordinates) -> usize {
        let (class, symmetry) = self.classes.class(usize::from(slice) * EdgeOrientation::SIZE + usize::from(flips));
        let column = self.twists.image(symmetry, twist).into();
        PackedTable::<4>::entry::<{ CornerOrientation::SIZE }>(class, column)
    }

    #[inline]
    fn prefetch(&self, place: usize) {
        prefetch(&self.table, PackedTable::<4>::byte(place));
    }

    #[inline]
    fn distance(&self, place: usize) -> u8 {
        PackedTable::<4>::code(&self.table, place)
    }
}
