//! [`Phase1Coordinates`]: the coordinates of phase 1 of Kociemba's search with large tables, with their moves, by classes. The stored table
//! is defined in `coordinates`; `phase1` searches with them.

use super::coordinates::{CLASS_BYTES, CLASSES, ROW_BYTES, TWISTS};
use super::parts::Parts;
use crate::table::{ImageTable, TableSlice, TransitionTable};

/// The transitions of the representative of a class, by turn: the class of the state after it, in two bytes; then the symmetry that takes
/// this state to its representative. Padded to a cache line.
#[derive(Clone, Copy)]
pub(super) struct ClassTransitions<'a>(&'a [u8; CLASS_BYTES]);

impl ClassTransitions<'_> {
    /// Returns the class of the state after a turn.
    #[inline]
    pub(super) fn class(self, turn: usize) -> u16 {
        u16::from_le_bytes([self.0[2 * turn], self.0[2 * turn + 1]])
    }

    /// Returns the symmetry that takes this state to its representative.
    #[inline]
    pub(super) fn link(self, turn: usize) -> u8 {
        self.0[ROW_BYTES + turn]
    }
}

/// The coordinates of phase 1.
pub(super) struct Phase1Coordinates {
    /// By class, the smallest value of [`FlipSlice`](crate::table::FlipSlice), in ascending order.
    representatives: TableSlice<u32>,
    transitions: TableSlice<[u8; CLASS_BYTES]>,
    pub(super) twists: TransitionTable,
    pub(super) twist_images: ImageTable,
}

impl Phase1Coordinates {
    /// Returns the coordinates, the first parts of [`COORDINATES`](super::coordinates::COORDINATES).
    pub(super) fn new(parts: &mut Parts) -> Self {
        Self {
            transitions: parts.take(CLASSES),
            representatives: parts.take(CLASSES),
            twists: parts.table(TWISTS),
            twist_images: parts.images(TWISTS),
        }
    }

    /// Returns the class of a value of [`FlipSlice`](crate::table::FlipSlice) if the value is its representative.
    pub(super) fn class(&self, value: u32) -> Option<usize> {
        self.representatives.binary_search(&value).ok()
    }

    /// Returns the transitions of a class.
    #[inline]
    pub(super) fn transitions(&self, class: u16) -> ClassTransitions<'_> {
        ClassTransitions(&self.transitions[usize::from(class)])
    }
}
