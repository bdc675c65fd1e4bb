//! [`Parts`] and [`Writer`]: the parts of a stored table, read and written one after another, such as the moves of a coordinate and its
//! images under symmetries. The tables are defined in `coordinates` and `small_tables`.

use crate::solver::Cancelled;
use crate::table::{
    AXIS_SYMMETRIES, BuildOptions, Coordinate, ImageTable, Stored, SymmetryClasses, TableSlice, TransitionTable, narrow,
};

/// The parts of a table, one after another.
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

/// Bytes that are written number by number.
pub(super) struct Writer<'a> {
    pub(super) bytes: Vec<u8>,
    /// Called several times a second. An error ends the writing.
    step: &'a dyn Fn() -> Result<(), Cancelled>,
}

impl<'a> Writer<'a> {
    /// Returns a writer without bytes.
    pub(super) fn new(options: BuildOptions<'a>) -> Self {
        Self { bytes: Vec::new(), step: options.step }
    }

    pub(super) fn numbers(&mut self, values: &[u16]) {
        self.bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }

    pub(super) fn table<C: Coordinate>(&mut self) -> Result<(), Cancelled> {
        (self.step)()?;
        let table = TransitionTable::new::<C>();
        (0..C::SIZE).for_each(|value| self.numbers(table.row(narrow(value))));
        Ok(())
    }

    pub(super) fn images<C: Coordinate>(&mut self) -> Result<(), Cancelled> {
        let images = ImageTable::by_symmetry::<C>(self.step)?;
        (0..AXIS_SYMMETRIES).for_each(|symmetry| self.numbers(images.row(symmetry)));
        Ok(())
    }

    /// Writes by value its class · 16 + a symmetry that takes it to the representative.
    pub(super) fn classes<C: Coordinate>(&mut self) -> Result<(), Cancelled> {
        let classes = SymmetryClasses::new::<C>(self.step)?;
        for (class, symmetry) in (0..C::SIZE).map(|value| classes.class(value)) {
            self.numbers(&[narrow(class * AXIS_SYMMETRIES + symmetry)]);
        }
        Ok(())
    }
}
