//! [`AxisTable`]: what is looked up on each axis.

use super::axes::View;
use crate::puzzle::kernel::prefetch;
use crate::table::axis_rows::AxisIndex;
use crate::table::large_pages::LargePages;
use crate::table::symmetry::{Conjugation, SymmetryClasses};
use crate::table::{Coordinate, CornerOrientation, Crumbs, EdgeOrientation, FlipSlice, Nibbles, UpperCorners};

/// A table of what one axis sees.
pub(super) trait AxisTable: Sync {
    /// Where something is in the table. Finding that out and looking there are two steps, so that many places can be
    /// looked at at once.
    type Place: Copy + Default;

    /// Where a view is.
    fn place(&self, view: View) -> Self::Place;

    /// Has memory bring what is at a place, which is looked up soon.
    #[inline]
    fn ask(&self, place: Self::Place) -> Self::Place {
        place
    }

    /// At most the fewest turns that bring home what the table knows of a view, given its place, and so many that it is
    /// more than what is `left` if they are.
    fn distance(&self, place: Self::Place, left: u8, view: impl FnOnce() -> View) -> u8;
}

/// Twists, flips, the positions of the middle layer's edges and of the upper corners: 2.6 GB.
pub(super) struct Large {
    index: AxisIndex,
    table: LargePages,
    near: u8,
    /// For what is near.
    small: Small,
}

impl Large {
    pub(super) fn new(table: Vec<u8>, near: u8, small: Small) -> Self {
        Self { index: AxisIndex::new(), table: LargePages::new(table), near, small }
    }
}

impl AxisTable for Large {
    type Place = usize;

    #[inline]
    fn place(&self, [positions, flips, twist]: View) -> usize {
        let (row, column) = self.index.place(positions.into(), flips.into(), twist.into());
        Crumbs::entry::<{ CornerOrientation::SIZE }>(row, column)
    }

    #[inline]
    fn ask(&self, entry: usize) -> usize {
        prefetch(&self.table, Crumbs::byte(entry));
        entry
    }

    #[inline]
    fn distance(&self, entry: usize, left: u8, view: impl FnOnce() -> View) -> u8 {
        match Crumbs::look(&self.table, entry) {
            // Whatever it is, it is not more than what is left.
            0 if left > self.near => 0,
            0 => {
                let view = view();
                self.small.distance(self.small.place(view), left, || view)
            }
            code => self.near + code,
        }
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
    fn place(&self, [positions, flips, twist]: View) -> (usize, usize) {
        let slice = usize::from(positions) / UpperCorners::SIZE;
        let (class, symmetry) = self.classes.class(slice * EdgeOrientation::SIZE + usize::from(flips));
        (class, self.twists.row(symmetry)[usize::from(twist)].into())
    }

    #[inline]
    fn distance(&self, (row, column): (usize, usize), _: u8, _: impl FnOnce() -> View) -> u8 {
        self.table.get(row, column)
    }
}
