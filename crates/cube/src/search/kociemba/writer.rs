//! [`Writer`]: writes the parts of a stored table one after another, for the constructions in `coordinates` and `small_tables`. They are
//! taken from the table by `parts`.

use crate::solver::Cancelled;
use crate::table::{AXIS_SYMMETRIES, BuildOptions, Coordinate, ImageTable, SymmetryClasses, TransitionTable, narrow};

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
