//! [`Projection`]: any part of a state that turns map to itself, as a number with a transition table.

use crate::puzzle::CubeState;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::{MoveSet, Turn};

/// A part of a state as a number, for all states that some turns reach from the solved one.
///
/// A key tells parts that differ apart; only as many of its values as are reached get a number, 0 for the solved cube.
pub struct Projection {
    key: Box<dyn Fn(Cube3) -> usize + Send + Sync>,
    /// By key; [`NONE`] for a value that is not reached.
    numbers: Vec<u16>,
    /// By number, and by turn; 0 for turns that are not among those.
    rows: Vec<[u16; 18]>,
}

/// No number.
const NONE: u16 = u16::MAX;

impl Projection {
    /// Numbers what the turns reach, breadth first. The key of a state after a turn must follow from its key before.
    ///
    /// # Panics
    /// If a key is not less than `keys`, or 2^16 − 1 values are reached.
    pub fn new(keys: usize, moves: MoveSet, key: impl Fn(Cube3) -> usize + Send + Sync + 'static) -> Self {
        let mut numbers = vec![NONE; keys];
        numbers[key(Cube3::SOLVED)] = 0;
        let (mut states, mut rows) = (vec![Cube3::SOLVED], Vec::new());
        while let Some(&state) = states.get(rows.len()) {
            let mut row = [0; 18];
            for turn in moves.iter() {
                let next = state.apply(turn);
                let number = &mut numbers[key(next)];
                if *number == NONE {
                    *number = u16::try_from(states.len()).expect("less than 2^16 values");
                    states.push(next);
                }
                row[turn.index()] = *number;
            }
            rows.push(row);
        }
        Self { key: Box::new(key), numbers, rows }
    }

    /// The keys that are reached.
    pub fn keys(&self) -> impl Iterator<Item = usize> {
        self.numbers.iter().enumerate().filter(|&(_, &number)| number != NONE).map(|(key, _)| key)
    }

    /// How many values there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// The number of a state; `None` if the turns do not reach its value.
    #[must_use]
    pub fn encode(&self, state: Cube3) -> Option<usize> {
        Some(self.numbers[(self.key)(state)]).filter(|&number| number != NONE).map(usize::from)
    }

    /// The number after a turn.
    #[inline]
    #[must_use]
    pub fn next(&self, number: usize, turn: Turn) -> usize {
        usize::from(self.rows[number][turn.index()])
    }
}

impl std::fmt::Debug for Projection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Projection({} values)", self.size())
    }
}
