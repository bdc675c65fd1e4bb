//! [`AxisTable`]: what is looked up on each axis.

use super::axes::View;
use crate::puzzle::kernel::prefetch;
use crate::table::axis_rows::AxisIndex;
use crate::table::large_pages::LargePages;
use crate::table::symmetry::{Conjugation, SymmetryClasses};
use crate::table::{Coordinate, CornerOrientation, Crumbs, EdgeOrientation, FlipSlice, Nibbles};

/// What an axis sees of a state, for which so many turns are left.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) view: View,
    pub(super) left: u8,
}

/// A table of what one axis sees.
pub(super) trait AxisTable: Sync {
    /// Room to work in.
    type Room: Default;

    /// Writes for each view at most the fewest turns that bring home what the table knows of it, and so many that it is
    /// more than what is left if they are. Memory is asked for all of them before the first is read.
    fn distances(&self, seen: &[Seen], room: &mut Self::Room, distances: &mut Vec<u8>);
}

/// Twists, flips, the positions of the middle layer's edges and of the upper corners: 2.6 GB.
pub(super) struct Large {
    index: AxisIndex,
    table: LargePages,
    near: u8,
    /// For what is near.
    small: Small,
}

/// Room for look-ups in both tables.
#[derive(Default)]
pub(super) struct Entries {
    large: Vec<usize>,
    /// What is looked up in the small table, by its number among all, and where.
    small: Vec<(usize, usize)>,
}

impl Large {
    pub(super) fn new(table: Vec<u8>, near: u8, small: Small) -> Self {
        Self { index: AxisIndex::new(), table: LargePages::new(table), near, small }
    }
}

impl AxisTable for Large {
    type Room = Entries;

    fn distances(&self, seen: &[Seen], room: &mut Entries, distances: &mut Vec<u8>) {
        let Entries { large, small } = room;
        large.clear();
        large.extend(seen.iter().map(|seen| {
            let (row, column) = self.index.place(seen.view);
            Crumbs::entry::<{ CornerOrientation::SIZE }>(row, column)
        }));
        // Apart from the above: the fewer instructions are between two of them, the more are on their way at once.
        large.iter().for_each(|&entry| prefetch(&self.table, Crumbs::byte(entry)));

        small.clear();
        distances.clear();
        distances.extend(large.iter().zip(seen).enumerate().map(|(number, (&entry, seen))| {
            match Crumbs::look(&self.table, entry) {
                0 => {
                    // Otherwise whatever it is, it is not more than what is left.
                    if seen.left <= self.near {
                        small.push((number, self.small.entry(seen.view)));
                    }
                    0
                }
                code => self.near + code,
            }
        }));
        small.iter().for_each(|&(_, entry)| prefetch(&self.small.table, Nibbles::byte(entry)));
        for &(number, entry) in &*small {
            distances[number] = self.small.look(entry);
        }
    }
}

/// Twists, flips and the positions of the middle layer's edges: 70 MB.
pub(super) struct Small {
    classes: SymmetryClasses,
    twists: Conjugation,
    table: LargePages,
}

impl Small {
    pub(super) fn new(table: Vec<u8>) -> Self {
        Self {
            classes: SymmetryClasses::new::<FlipSlice>(),
            twists: Conjugation::new::<CornerOrientation>(),
            table: LargePages::new(table),
        }
    }

    fn entry(&self, [slice, _, flips, twist]: View) -> usize {
        let (class, symmetry) = self.classes.class(usize::from(slice) * EdgeOrientation::SIZE + usize::from(flips));
        Nibbles::entry::<{ CornerOrientation::SIZE }>(class, self.twists.image(symmetry, twist).into())
    }

    #[inline]
    fn look(&self, entry: usize) -> u8 {
        Nibbles::look(&self.table, entry)
    }
}

impl AxisTable for Small {
    type Room = Vec<usize>;

    fn distances(&self, seen: &[Seen], entries: &mut Vec<usize>, distances: &mut Vec<u8>) {
        entries.clear();
        entries.extend(seen.iter().map(|seen| self.entry(seen.view)));
        entries.iter().for_each(|&entry| prefetch(&self.table, Nibbles::byte(entry)));
        distances.clear();
        distances.extend(entries.iter().map(|&entry| self.look(entry)));
    }
}
