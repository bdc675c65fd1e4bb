//! [`Projection`]: a coordinate of the 3×3×3 that is found by search. The parts of a state that some moves reach are numbered, fewer than
//! 2^16, with their transition table.

use super::transition::{TransitionTable, narrow};
use crate::puzzle::{Cube3, MoveSet};

/// A part of a state as a number, for all states that some moves reach from the solved state.
///
/// A key identifies the part. Only keys that are reached have a number; the solved state has 0.
pub(crate) struct Projection {
    key: Box<dyn Fn(Cube3) -> usize + Send + Sync>,
    /// By key; [`UNREACHED`] for keys without a number.
    numbers: Vec<u16>,
    table: TransitionTable,
}

/// The number of keys that the moves do not reach.
const UNREACHED: u16 = u16::MAX;

impl Projection {
    /// Numbers the keys that the moves reach, breadth first. The key after a move must follow from the key before it.
    ///
    /// # Panics
    /// If a key is not below `keys`. At most 2^16 − 1 keys may be reached.
    pub(crate) fn new(keys: usize, moves: MoveSet, key: impl Fn(Cube3) -> usize + Send + Sync + 'static) -> Self {
        let mut numbers = vec![UNREACHED; keys];
        numbers[key(Cube3::SOLVED)] = 0;
        let (mut states, mut rows) = (vec![Cube3::SOLVED], Vec::new());
        while let Some(&state) = states.get(rows.len()) {
            let mut row = [0; 18];
            for turn in moves.iter() {
                let next = state.apply(turn);
                let number = &mut numbers[key(next)];
                if *number == UNREACHED {
                    *number = narrow(states.len());
                    states.push(next);
                }
                row[turn.index()] = *number;
            }
            rows.push(row);
        }
        Self { key: Box::new(key), numbers, table: TransitionTable::from_rows(rows.into()) }
    }

    /// Returns the keys that are reached, in ascending order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = usize> {
        self.numbers.iter().enumerate().filter(|&(_, &number)| number != UNREACHED).map(|(key, _)| key)
    }

    /// Returns the number of a state, or `None` if the moves do not reach its key.
    pub(crate) fn encode(&self, state: Cube3) -> Option<u16> {
        Some(self.numbers[(self.key)(state)]).filter(|&number| number != UNREACHED)
    }

    /// Returns the numbers after each move.
    #[inline]
    pub(crate) fn table(&self) -> &TransitionTable {
        &self.table
    }
}

impl std::fmt::Debug for Projection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Projection({} values)", self.table.size())
    }
}
