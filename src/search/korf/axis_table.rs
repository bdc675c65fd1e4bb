//! [`AxisTable`]: what is looked up on each axis.

use super::axes::View;
use crate::table::axis_rows::AxisIndex;
use crate::table::large_pages::LargePages;
use crate::table::symmetry::{Conjugation, SymmetryClasses};
use crate::table::{Coordinate, CornerOrientation, EdgeOrientation, FlipSlice, Nibbles};

/// A table of what one axis sees.
pub(super) trait AxisTable: Sync {
    /// Where something is in the table. Finding that out and looking there are two steps, so that many places can be
    /// looked at at once.
    type Place: Copy + Default;

    /// Where a view is.
    fn place(&self, view: View) -> Self::Place;

    /// The fewest turns that bring home what the table knows of it.
    fn distance(&self, place: Self::Place) -> u8;
}

/// Twists, flips and each edge of the middle layer: 1.8 GB.
pub(super) struct Large {
    index: AxisIndex,
    table: LargePages,
}

impl Large {
    pub(super) fn new(table: Vec<u8>) -> Self {
        Self { index: AxisIndex::new(), table: LargePages::new(table) }
    }
}

impl AxisTable for Large {
    type Place = (usize, usize);

    #[inline]
    fn place(&self, [slice, flips, twist]: View) -> (usize, usize) {
        self.index.place(slice.into(), flips.into(), twist.into())
    }

    #[inline]
    fn distance(&self, (row, column): (usize, usize)) -> u8 {
        Nibbles::look::<{ CornerOrientation::SIZE }>(&self.table, row, column)
    }
}

/// Twists, flips and the positions of the middle layer's edges: 70 MB.
pub(super) struct Small {
    classes: SymmetryClasses,
    twists: Conjugation,
    table: Nibbles,
}

impl Small {
    pub(super) fn new(table: Vec<u8>) -> Self {
        Self {
            classes: SymmetryClasses::new::<FlipSlice>(),
            twists: Conjugation::new::<CornerOrientation>(),
            table: Nibbles::from_bytes(table, CornerOrientation::SIZE),
        }
    }
}

impl AxisTable for Small {
    type Place = (usize, usize);

    #[inline]
    fn place(&self, [slice, flips, twist]: View) -> (usize, usize) {
        let value = usize::from(slice) / 24 * EdgeOrientation::SIZE + usize::from(flips);
        let (class, symmetry) = self.classes.class(value);
        (class, self.twists.row(symmetry)[usize::from(twist)].into())
    }

    #[inline]
    fn distance(&self, (row, column): (usize, usize)) -> u8 {
        self.table.get(row, column)
    }
}
