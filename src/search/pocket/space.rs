//! The states of the 2×2×2 as numbers: with the corner DBL held at home, the order of the other seven corners (5040)
//! and the twists of six of them (729).

use crate::puzzle::CubeState;
use crate::puzzle::cube2::Cube2;
use crate::puzzle::turn::Turn;
use crate::table::coordinate::ranking::{join, rank_order, split, unrank};
use crate::table::transition::Space;

/// The positions of the free corners, all but DBL; corners have the numbers of their own positions.
const FREE: [usize; 7] = [0, 1, 2, 3, 4, 5, 7];
/// The orders of seven corners.
const ORDERS: usize = 5_040;
/// The twists of seven corners, of which the last follows from the others.
const TWISTS: usize = 729;
/// The turns of U, R and F, which come first in [`Turn::ALL`], keep DBL where it is.
const TURNS: usize = 9;

/// What the turns of U, R and F do to both numbers: two tables of 5040 and 729 rows, together 104 kB.
#[derive(Debug)]
pub(super) struct PocketSpace {
    orders: Vec<[u16; TURNS]>,
    twists: Vec<[u16; TURNS]>,
}

/// The number of a state whose corner DBL is at home: order · 729 + twists.
pub(super) fn encode(state: Cube2) -> usize {
    let corners = FREE.map(|position| state.corner(position));
    // Lexicographic numbers look at the order of the corners only, so the gap at 6 does not matter.
    let order = rank_order(corners.map(|(corner, _)| digit(corner)));
    order * TWISTS + join(corners.map(|(_, twist)| digit(twist)), 3)
}

/// The state of a number.
pub(super) fn decode(index: usize) -> Cube2 {
    let (order, twists) = (unrank::<7>(index / TWISTS, 7), split::<7>(index % TWISTS, 3));
    let mut pieces = std::array::from_fn(|position| (position, 0));
    for (n, position) in FREE.into_iter().enumerate() {
        pieces[position] = (FREE[usize::from(order[n])], usize::from(twists[n]));
    }
    Cube2::from_pieces(pieces)
}

fn digit(number: usize) -> u8 {
    u8::try_from(number).expect("a corner or a twist")
}

impl PocketSpace {
    pub(super) fn new() -> Self {
        // A turn acts on the order whatever the twists are, and the other way round.
        let row = |state: Cube2, part: fn(usize) -> usize| {
            std::array::from_fn(|turn| {
                u16::try_from(part(encode(state.apply(Turn::ALL[turn])))).expect("less than 5040")
            })
        };
        Self {
            orders: (0..ORDERS).map(|order| row(decode(order * TWISTS), |index| index / TWISTS)).collect(),
            twists: (0..TWISTS).map(|twists| row(decode(twists), |index| index % TWISTS)).collect(),
        }
    }
}

impl Space for PocketSpace {
    fn size(&self) -> usize {
        ORDERS * TWISTS
    }

    #[inline]
    fn next(&self, index: usize, turn: Turn) -> usize {
        let turn = turn.index();
        usize::from(self.orders[index / TWISTS][turn]) * TWISTS + usize::from(self.twists[index % TWISTS][turn])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    #[test]
    fn states_are_numbers() {
        let space = PocketSpace::new();
        assert_eq!((encode(Cube2::SOLVED), space.size()), (0, 3_674_160));
        for index in (0..space.size()).step_by(997).chain([space.size() - 1]) {
            assert_eq!(encode(decode(index)), index);
        }
        let mut stream = Seed::from_number(8).stream();
        for _ in 0..1_000 {
            let state = Cube2::random(&mut stream);
            for turn in Cube2::turns().iter() {
                assert_eq!(space.next(encode(state), turn), encode(state.apply(turn)));
            }
        }
    }
}
