//! [`Parts`]: the parts of a stored table, one after another as `writer` wrote them, such as the moves of a coordinate and its images under
//! symmetries.

use crate::table::{AXIS_SYMMETRIES, ImageTable, Stored, TableSlice, TransitionTable};

/// The parts of a table that are not taken yet.
pub(super) struct Parts {
    bytes: TableSlice<u8>,
    /// The beginning of the next part.
    next: usize,
}

impl Parts {
    pub(super) fn new(bytes: TableSlice<u8>) -> Self {
        Self { bytes, next: 0 }
    }

    /// Returns the next part, of `count` values.
    pub(super) fn take<T: Stored>(&mut self, count: usize) -> TableSlice<T> {
        let begin = self.next;
        self.next += count * size_of::<T>();
        self.bytes.part(begin..self.next)
    }

    pub(super) fn table(&mut self, size: usize) -> TransitionTable {
        TransitionTable::from_rows(self.take(size))
    }

    pub(super) fn images(&mut self, size: usize) -> ImageTable {
        ImageTable::from_images(size, self.take(AXIS_SYMMETRIES * size))
    }
}
