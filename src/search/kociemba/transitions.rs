//! [`Transitions`]: what turns do to a coordinate, in 16 bits, so that much of it stays near the processor.

use crate::puzzle::turn::Turn;
use crate::table::{Coordinate, Space, TransitionTable};

/// `(value, turn) → value` of a coordinate of less than 2^16 values.
pub(super) struct Transitions(Vec<[u16; 18]>);

impl Transitions {
    /// The table of a coordinate, for its turns.
    pub(super) fn new<C: Coordinate>() -> Self {
        let table = TransitionTable::new::<C>();
        let row = |value| {
            let mut row = [u16::MAX; 18];
            for turn in C::TURNS.iter() {
                row[turn.index()] = number(table.next(value, turn));
            }
            row
        };
        Self((0..C::SIZE).map(row).collect())
    }

    /// The values after each of the turns.
    #[inline]
    pub(super) fn row(&self, value: u16) -> &[u16; 18] {
        &self.0[usize::from(value)]
    }

    /// The value after a turn.
    #[inline]
    pub(super) fn next(&self, value: u16, turn: Turn) -> u16 {
        self.0[usize::from(value)][turn.index()]
    }
}

/// A value of a coordinate in 16 bits.
pub(super) fn number(value: usize) -> u16 {
    u16::try_from(value).expect("the coordinates of this solver have less than 2^16 values")
}
