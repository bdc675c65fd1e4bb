//! [`Step`]: the chain of subgroups of M. Thistlethwaite (1981), whose right cosets are numbers.
//!
//! | step | turns | looks at | cosets |
//! |---|---|---|---|
//! | 1 | all | the flips of the edges | 2^11 = 2,048 |
//! | 2 | F2, B2, the others by any angle | the twists of the corners; which edges are between U and D | 3^7 · 495 = 1,082,565 |
//! | 3 | U, D by any angle, the others by 180° | the corners' coset; which edges are between L and R | 420 · 70 = 29,400 |
//! | 4 | half turns | the orders of corners and edges | 96 · 6,912 = 663,552 |
//!
//! The 2×2×2 has a chain like it, over the corners of the 3×3×3 while DBL stays at home:
//!
//! | step | turns | looks at | cosets |
//! |---|---|---|---|
//! | 1 | U, R, F by any angle | the twists of the corners | 3^6 = 729 |
//! | 2 | U by any angle, R2, F2 | the order of the corners | 7! = 5,040 |
//!
//! Nothing here knows how far a coset is from the next group: only what turns do to it.

use std::sync::OnceLock;

use super::coordinate::ranking::rank_order;
use super::coordinate::{Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, SlicePositions};
use super::projection::Projection;
use super::transition::Space;
use crate::puzzle::CubeState;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::Face::{self, D, F, L, R, U};
use crate::puzzle::turn::{MoveSet, Turn};

/// The names of the four steps, by what they put right.
pub const STEPS: [&str; 4] = ["flips", "twists, slice", "tetrads", "half turns"];

/// From one group of the chain to the next: its turns, and the cosets that they permute.
#[derive(Debug)]
pub struct Step {
    moves: MoveSet,
    turns: Vec<Turn>,
    /// The two things that tell a coset, whose pairs are all reached.
    parts: [Projection; 2],
}

/// A coset of the next group: the numbers of both things that a step looks at. (Apart: a walk would
/// spend its time on dividing otherwise.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coset {
    first: u16,
    second: u16,
}

impl Coset {
    /// The next group itself.
    pub const GOAL: Self = Self { first: 0, second: 0 };
}

impl Step {
    /// All four, in order; made once.
    pub fn chain() -> &'static [Self; 4] {
        static CHAIN: OnceLock<[Step; 4]> = OnceLock::new();
        CHAIN.get_or_init(|| {
            let step = Self::new;
            let [all, flips_kept, twists_kept, half] = [&Face::ALL[..], &[U, D, L, R], &[U, D], &[]].map(turns);
            [
                step(all, [coordinate::<EdgeOrientation>(all), Projection::new(1, all, |_| 0)]),
                step(
                    flips_kept,
                    [coordinate::<CornerOrientation>(flips_kept), coordinate::<SlicePositions>(flips_kept)],
                ),
                step(twists_kept, [corner_cosets(twists_kept), Projection::new(256, twists_kept, middle_edges)]),
                step(half, [coordinate::<CornerPermutation>(half), Projection::new(24 * 24 * 24, half, slice_orders)]),
            ]
        })
    }

    /// Both steps of the 2×2×2, whose states are the corners of a 3×3×3; made once.
    pub fn pocket_chain() -> &'static [Self; 2] {
        static CHAIN: OnceLock<[Step; 2]> = OnceLock::new();
        CHAIN.get_or_init(|| {
            let held = |moves: MoveSet| moves.iter().filter(|turn| [U, R, F].contains(&turn.face())).collect();
            let [all, twists_kept] = [held(MoveSet::ALL), held(turns(&[U]))];
            [
                Self::new(all, [coordinate::<CornerOrientation>(all), Projection::new(1, all, |_| 0)]),
                Self::new(
                    twists_kept,
                    [coordinate::<CornerPermutation>(twists_kept), Projection::new(1, twists_kept, |_| 0)],
                ),
            ]
        })
    }

    fn new(moves: MoveSet, parts: [Projection; 2]) -> Self {
        Self { moves, turns: moves.iter().collect(), parts }
    }

    /// The turns that stay in the group.
    #[must_use]
    pub const fn moves(&self) -> MoveSet {
        self.moves
    }

    /// The same, in order.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// How many values both parts of a coset have.
    #[must_use]
    pub fn sizes(&self) -> [usize; 2] {
        self.parts.each_ref().map(Projection::size)
    }

    /// The coset of a state; `None` if it is not in the step's group.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // projections have less than 2^16 values
    pub fn coset(&self, state: Cube3) -> Option<Coset> {
        let number = |part: &Projection| part.encode(state).map(|number| number as u16);
        Some(Coset { first: number(&self.parts[0])?, second: number(&self.parts[1])? })
    }

    /// The coset after a turn.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // projections have less than 2^16 values
    pub fn after(&self, coset: Coset, turn: Turn) -> Coset {
        let [first, second] = &self.parts;
        Coset {
            first: first.next(usize::from(coset.first), turn) as u16,
            second: second.next(usize::from(coset.second), turn) as u16,
        }
    }

    /// The number of a coset: first · size of the second + second.
    #[inline]
    #[must_use]
    pub fn index(&self, coset: Coset) -> usize {
        usize::from(coset.first) * self.parts[1].size() + usize::from(coset.second)
    }
}

impl Space for Step {
    fn size(&self) -> usize {
        self.sizes().iter().product()
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // projections have less than 2^16 values
    fn next(&self, index: usize, turn: Turn) -> usize {
        let second = self.parts[1].size();
        self.index(self.after(Coset { first: (index / second) as u16, second: (index % second) as u16 }, turn))
    }
}

/// Half turns, and these faces by any angle.
fn turns(free: &[Face]) -> MoveSet {
    Turn::ALL.into_iter().filter(|turn| turn.quarters() == 2 || free.contains(&turn.face())).collect()
}

/// A coordinate as far as these turns reach.
fn coordinate<C: Coordinate + 'static>(moves: MoveSet) -> Projection {
    Projection::new(C::SIZE, moves, C::encode)
}

/// Which right coset of the half turns' group the corners are in.
///
/// It is not enough that the corners are in their own tetrads (the two sets of four that half turns keep; 70 ways):
/// half turns make only 96 of the 24 · 24 orders within them, so each way is six cosets.
fn corner_cosets(moves: MoveSet) -> Projection {
    let group: Vec<Cube3> = coordinate::<CornerPermutation>(turns(&[])).keys().map(CornerPermutation::decode).collect();
    let mut cosets: Vec<Option<u16>> = vec![None; CornerPermutation::SIZE];
    let mut count = 0;
    for order in 0..CornerPermutation::SIZE {
        if cosets[order].is_none() {
            let state = CornerPermutation::decode(order);
            for element in &group {
                cosets[CornerPermutation::encode(element.then(state))] = Some(count);
            }
            count += 1;
        }
    }
    let cosets: Vec<u16> = cosets.into_iter().map(|coset| coset.expect("every order is in a coset")).collect();
    Projection::new(usize::from(count), moves, move |state| usize::from(cosets[CornerPermutation::encode(state)]))
}

/// Can half turns make this order of the corners (piece by position, or position by piece)?
#[must_use]
pub fn half_turns_make(order: [u8; 8]) -> bool {
    static ORDERS: OnceLock<Vec<bool>> = OnceLock::new();
    let orders = ORDERS.get_or_init(|| {
        let mut orders = vec![false; CornerPermutation::SIZE];
        coordinate::<CornerPermutation>(turns(&[])).keys().for_each(|order| orders[order] = true);
        orders
    });
    orders[rank_order(order)]
}

/// Which positions in U and D hold the edges between L and R (UF, UB, DF, DB), a bit each.
fn middle_edges(state: Cube3) -> usize {
    (0..8).filter(|&position| state.edge(position).0 % 2 == 1).fold(0, |bits, position| bits | 1 << position)
}

/// The orders of the edges in the three slices, once each slice has its own.
fn slice_orders(state: Cube3) -> usize {
    const SLICES: [[usize; 4]; 3] = [[0, 2, 4, 6], [1, 3, 5, 7], [8, 9, 10, 11]];
    let edge = |position| u8::try_from(state.edge(position).0).expect("one of twelve");
    SLICES.iter().fold(0, |number, slice| 24 * number + rank_order(slice.map(edge)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_indices_of_the_chain_multiply_to_the_order_of_the_cube() {
        let sizes = Step::chain().each_ref().map(Step::sizes);
        assert_eq!(sizes, [[2_048, 1], [2_187, 495], [420, 70], [96, 6_912]]);
        let order = sizes.as_flattened().iter().map(|&size| size as u128).product::<u128>();
        assert_eq!(order, 43_252_003_274_489_856_000);
    }

    #[test]
    fn the_indices_of_the_small_chain_multiply_to_the_order_of_the_small_cube() {
        let sizes = Step::pocket_chain().each_ref().map(Step::sizes);
        assert_eq!(sizes, [[729, 1], [5_040, 1]]);
        assert_eq!(sizes.as_flattened().iter().product::<usize>(), 3_674_160);
    }

    #[test]
    fn a_state_outside_the_group_has_no_coset() {
        let chain = Step::chain();
        let state = Cube3::of(&[Turn::R]);
        assert!(chain[1].coset(state).is_some_and(|coset| coset != Coset::GOAL), "R keeps the flips");
        assert_eq!(chain[3].coset(state), None, "half turns do not make it");
    }
}
