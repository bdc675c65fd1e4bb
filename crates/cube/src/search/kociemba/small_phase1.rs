//! [`SmallPhase1`]: the look-ups of phase 1 of Kociemba's search in the small tables, by the coordinates [`Orientations`]. `small` searches
//! with them; the tables are defined in `small_tables`.

use super::parts::Parts;
use super::small_tables::{BASES, DISTANCES1, FLIPS, Flips, SLICES, TWISTS, Twists};
use crate::puzzle::Metric;
use crate::table::{TableSlice, TransitionTable};

/// The coordinates of phase 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Orientations {
    /// [`CornerOrientation`](crate::table::CornerOrientation).
    pub(super) twists: u16,
    /// [`EdgeOrientation`](crate::table::EdgeOrientation).
    pub(super) flips: u16,
    /// [`SlicePositions`](crate::table::SlicePositions).
    pub(super) slice: u16,
}

impl Orientations {
    /// Those of the domino group.
    pub(super) const SOLVED: Self = Self { twists: 0, flips: 0, slice: 0 };
}

/// The tables of phase 1.
pub(super) struct SmallPhase1 {
    twists: TransitionTable,
    flips: TransitionTable,
    slices: TransitionTable,
    bases: [u8; 2],
    twist_slice: TableSlice<u8>,
    flip_slice: TableSlice<u8>,
    flip_twist: TableSlice<u8>,
}

impl SmallPhase1 {
    /// Returns the tables of a metric, the first parts of [`SMALL`](super::small_tables::SMALL).
    pub(super) fn new(metric: Metric, parts: &mut Parts) -> Self {
        Self {
            twists: parts.table(TWISTS),
            flips: parts.table(FLIPS),
            slices: parts.table(SLICES),
            bases: BASES[metric as usize],
            twist_slice: parts.take(DISTANCES1[0]),
            flip_slice: parts.take(DISTANCES1[1]),
            flip_twist: parts.take(DISTANCES1[2]),
        }
    }

    /// Returns the orientations after a turn.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    #[inline]
    pub(super) fn after(&self, orientations: Orientations, turn: usize, left: u8) -> Result<Orientations, u8> {
        let twists = self.twists.row(orientations.twists)[turn];
        let slice = self.slices.row(orientations.slice)[turn];
        self.check_twists(twists, slice, left)?;
        let flips = self.flips.row(orientations.flips)[turn];
        self.check_flips(twists, flips, slice, left)?;
        Ok(Orientations { twists, flips, slice })
    }

    /// Checks that no table refutes that the domino group is at most `left` moves away.
    ///
    /// # Errors
    /// A larger lower bound of the distance.
    pub(super) fn check(&self, Orientations { twists, flips, slice }: Orientations, left: u8) -> Result<(), u8> {
        self.check_twists(twists, slice, left)?;
        self.check_flips(twists, flips, slice, left)
    }

    /// Checks the distance of twists and slice. Most states end here, without the look-ups of other tables.
    #[inline]
    fn check_twists(&self, twists: u16, slice: u16, left: u8) -> Result<(), u8> {
        let distance = Twists::code(&self.twist_slice, Twists::entry::<TWISTS>(slice.into(), twists.into()));
        if distance > left { Err(distance) } else { Ok(()) }
    }

    /// Checks the distances of flips with slice and with twists.
    #[inline]
    fn check_flips(&self, twists: u16, flips: u16, slice: u16, left: u8) -> Result<(), u8> {
        // Code 0 refutes nothing, and code c means a distance of at least base + c.
        let check = |table: &[u8], row: u16, base: u8| {
            let code = Flips::code(table, Flips::entry::<FLIPS>(row.into(), flips.into()));
            if code > left.saturating_sub(base) { Err(base + code) } else { Ok(()) }
        };
        let [slice_base, twist_base] = self.bases;
        check(&self.flip_slice, slice, slice_base)?;
        check(&self.flip_twist, twists, twist_base)
    }
}
