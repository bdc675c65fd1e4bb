//! [`SubgroupStep`]: the steps of M. Thistlethwaite's chain of subgroups (1981), of a similar one of the 2×2×2, and all of the 2×2×2 as one
//! step. Each numbers right cosets ([`Coset`]), with transition tables. Also here: which orders of the corners half turns make. Distances
//! are in `search::coset_table`.
//!
//! | step | moves | coordinates | cosets |
//! |---|---|---|---|
//! | 1 | all | the flips of the edges | 2^11 = 2,048 |
//! | 2 | F2, B2, the others by any angle | the twists of the corners; which edges are between U and D | 3^7 · 495 = 1,082,565 |
//! | 3 | U, D by any angle, the others by 180° | the corners' coset; which edges are between L and R | 420 · 70 = 29,400 |
//! | 4 | half turns | the orders of corners and edges | 96 · 6,912 = 663,552 |
//!
//! The 2×2×2 has a similar chain, over the corners of the 3×3×3 while DBL stays at home:
//!
//! | step | moves | coordinates | cosets |
//! |---|---|---|---|
//! | 1 | U, R, F by any angle | the twists of the corners | 3^6 = 729 |
//! | 2 | U by any angle, R2, F2 | the order of the corners | 7! = 5,040 |

use std::sync::OnceLock;

use super::{
    Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, ProductSpace, Projection, SlicePositions,
    rank_order,
};
use crate::puzzle::turn::Face::{self, D, F, L, R, U};
use crate::puzzle::{Cube3, MoveSet, Turn};

/// The names of the four steps of the 3×3×3, by what each completes.
pub(crate) const STEPS: [&str; 4] = ["flips", "twists, slice", "tetrads", "half turns"];

/// The step from a group of the chain to the next: the moves of the group, and the cosets that they permute.
#[derive(Debug)]
pub struct SubgroupStep {
    moves: MoveSet,
    turns: Vec<Turn>,
    /// The two coordinates that identify a coset. All pairs of their values are reached.
    parts: [Projection; 2],
}

/// A coset of the next group, as the values of both coordinates. Two numbers instead of one save a division per move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Coset {
    first: u16,
    second: u16,
}

impl Coset {
    /// The next group itself.
    pub const GOAL: Self = Self { first: 0, second: 0 };

    /// Returns the two numbers: the row and the column of its space.
    #[inline]
    pub fn place(self) -> (usize, usize) {
        (self.first.into(), self.second.into())
    }
}

impl SubgroupStep {
    /// Returns the four steps of the 3×3×3, in order, computed once.
    pub fn chain() -> &'static [Self; 4] {
        static CHAIN: OnceLock<[SubgroupStep; 4]> = OnceLock::new();
        CHAIN.get_or_init(|| {
            let [all, flips_kept, twists_kept, half] = [&Face::ALL[..], &[U, D, L, R], &[U, D], &[]].map(moves);
            [
                Self::new(all, coordinate::<EdgeOrientation>, one_value),
                Self::new(flips_kept, coordinate::<CornerOrientation>, coordinate::<SlicePositions>),
                Self::new(twists_kept, corner_cosets, |moves| Projection::new(256, moves, middle_edges)),
                Self::new(half, coordinate::<CornerPermutation>, |moves| {
                    Projection::new(24 * 24 * 24, moves, slice_orders)
                }),
            ]
        })
    }

    /// Returns both steps of the 2×2×2, whose states are the corners of a 3×3×3, computed once.
    pub fn pocket_chain() -> &'static [Self; 2] {
        static CHAIN: OnceLock<[SubgroupStep; 2]> = OnceLock::new();
        CHAIN.get_or_init(|| {
            [
                Self::new(layer_moves(&Face::ALL), coordinate::<CornerOrientation>, one_value),
                Self::new(layer_moves(&[U]), coordinate::<CornerPermutation>, one_value),
            ]
        })
    }

    /// Returns the single step from the whole group of the 2×2×2 to the solved state, computed once: its 3,674,160 states as
    /// cosets.
    pub(crate) fn pocket() -> &'static Self {
        static STEP: OnceLock<SubgroupStep> = OnceLock::new();
        STEP.get_or_init(|| {
            Self::new(layer_moves(&Face::ALL), coordinate::<CornerPermutation>, coordinate::<CornerOrientation>)
        })
    }

    fn new(moves: MoveSet, first: fn(MoveSet) -> Projection, second: fn(MoveSet) -> Projection) -> Self {
        Self { moves, turns: moves.iter().collect(), parts: [first(moves), second(moves)] }
    }

    /// Returns the moves that stay in the group, in order.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns the numbers of values of both coordinates.
    pub fn sizes(&self) -> [usize; 2] {
        self.parts.each_ref().map(|part| part.table().size())
    }

    /// Returns the coset of a state, or `None` if the state is not in the group of the step.
    pub fn coset(&self, state: Cube3) -> Option<Coset> {
        Some(Coset { first: self.parts[0].encode(state)?, second: self.parts[1].encode(state)? })
    }

    /// Returns the coset after a move of the step; after another turn the result is undefined.
    #[inline]
    pub fn after(&self, coset: Coset, turn: Turn) -> Coset {
        let [first, second] = &self.parts;
        Coset { first: first.table().next(coset.first, turn), second: second.table().next(coset.second, turn) }
    }

    /// Returns the number of a coset: first · size of the second + second.
    #[inline]
    pub fn index(&self, coset: Coset) -> usize {
        usize::from(coset.first) * self.parts[1].table().size() + usize::from(coset.second)
    }

    /// Returns the cosets as a space for tables, for some moves of the step.
    pub(crate) fn space(&self, moves: MoveSet) -> ProductSpace {
        ProductSpace::from_tables(self.parts[0].table().clone(), self.parts[1].table(), moves)
    }

    /// Returns the moves that stay in the group.
    pub const fn moves(&self) -> MoveSet {
        self.moves
    }
}

/// Returns half turns, and these faces by any angle.
fn moves(free: &[Face]) -> MoveSet {
    Turn::ALL.into_iter().filter(|turn| turn.quarters() == 2 || free.contains(&turn.face())).collect()
}

/// Returns the [`moves`] that keep the corner DBL at home.
fn layer_moves(free: &[Face]) -> MoveSet {
    moves(free).iter().filter(|turn| [U, R, F].contains(&turn.face())).collect()
}

/// Returns a coordinate, restricted to the values that these moves reach.
fn coordinate<C: Coordinate + 'static>(moves: MoveSet) -> Projection {
    Projection::new(C::SIZE, moves, C::encode)
}

/// Returns a coordinate with a single value.
fn one_value(moves: MoveSet) -> Projection {
    Projection::new(1, moves, |_| 0)
}

/// Returns the right coset of the corners modulo the group of the half turns.
///
/// Half turns preserve the two tetrads, sets of four corners, which have 70 arrangements. Half turns generate only 96
/// of the 24 · 24 orders within the tetrads, so each arrangement has six cosets.
fn corner_cosets(moves: MoveSet) -> Projection {
    let group: Vec<Cube3> = half_turn_orders().keys().map(CornerPermutation::decode).collect();
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

/// Returns the orders of the corners that half turns generate.
fn half_turn_orders() -> Projection {
    coordinate::<CornerPermutation>(moves(&[]))
}

/// Returns whether half turns generate this order of the corners, given as pieces by position or as positions by piece.
pub fn half_turns_make(order: [u8; 8]) -> bool {
    static ORDERS: OnceLock<Vec<bool>> = OnceLock::new();
    let orders = ORDERS.get_or_init(|| {
        let mut orders = vec![false; CornerPermutation::SIZE];
        half_turn_orders().keys().for_each(|order| orders[order] = true);
        orders
    });
    orders[rank_order(order)]
}

/// Returns the positions in U and D that hold the edges between L and R (UF, UB, DF, DB), a bit each.
fn middle_edges(state: Cube3) -> usize {
    (0..8).filter(|&position| state.edge(position).0 % 2 == 1).fold(0, |bits, position| bits | 1 << position)
}

/// Returns the orders of the edges within the three slices, if each edge is in its slice.
fn slice_orders(state: Cube3) -> usize {
    const SLICES: [[usize; 4]; 3] = [[0, 2, 4, 6], [1, 3, 5, 7], [8, 9, 10, 11]];
    let edge = |position| u8::try_from(state.edge(position).0).expect("one of twelve");
    SLICES.iter().fold(0, |number, &[a, b, c, d]| 24 * number + rank_order([edge(a), edge(b), edge(c), edge(d)]))
}

#[cfg(test)]
mod tests {
    use super::super::BuildOptions;
    use super::super::packed::PackedTable;
    use super::super::transition::{TransitionTable, narrow};
    use super::*;
    use crate::puzzle::Metric;

    /// Returns the number of cosets at each distance from the next group.
    fn distribution(step: usize) -> Vec<u64> {
        let step = &SubgroupStep::chain()[step];
        let space = step.space(step.moves());
        PackedTable::<8>::new(&space, Metric::Htm, (0, 254), BuildOptions::SEQUENTIAL).unwrap().distribution(&space)
    }

    #[test]
    fn the_indices_of_the_chain_multiply_to_the_order_of_the_cube() {
        let sizes = SubgroupStep::chain().each_ref().map(SubgroupStep::sizes);
        assert_eq!(sizes, [[2_048, 1], [2_187, 495], [420, 70], [96, 6_912]]);
        let order = sizes.as_flattened().iter().map(|&size| size as u128).product::<u128>();
        assert_eq!(order, 43_252_003_274_489_856_000);
    }

    #[test]
    fn the_indices_of_the_pocket_chain_multiply_to_the_order_of_the_pocket_cube() {
        let sizes = SubgroupStep::pocket_chain().each_ref().map(SubgroupStep::sizes);
        assert_eq!(sizes, [[729, 1], [5_040, 1]]);
        assert_eq!(sizes.as_flattened().iter().product::<usize>(), 3_674_160);
    }

    #[test]
    fn the_single_step_of_the_pocket_cube_has_all_its_states() {
        assert_eq!(SubgroupStep::pocket().sizes(), [5_040, 729]);
    }

    #[test]
    fn a_state_outside_the_group_has_no_coset() {
        let chain = SubgroupStep::chain();
        let state = Cube3::after(&[Turn::R]);
        assert!(chain[1].coset(state).is_some_and(|coset| coset != Coset::GOAL), "R keeps the flips");
        assert_eq!(chain[3].coset(state), None, "half turns do not generate it");
    }

    #[test]
    fn third_subgroup_phase_has_the_same_lengths_without_cosets() {
        // All orders of corners at once: a goal is any state with its edges in their slices and an order of corners
        // that half turns generate. The counts are 96 times those of the cosets.
        let [_, _, moves, half] = SubgroupStep::chain().each_ref().map(SubgroupStep::moves);
        let table = TransitionTable::new::<CornerPermutation>();
        let middle = Projection::new(256, moves, middle_edges);
        let edges = middle.table();
        let goals = Projection::new(CornerPermutation::SIZE, half, CornerPermutation::encode);
        let mut layer: Vec<usize> = goals.keys().map(|order| order * edges.size()).collect();
        let mut is_reached = vec![false; table.size() * edges.size()];
        layer.iter().for_each(|&goal| is_reached[goal] = true);
        let mut counts = Vec::new();
        while !layer.is_empty() {
            counts.push(layer.len() as u64 / 96);
            let mut next = Vec::new();
            for index in layer {
                for turn in moves.iter() {
                    let (corners, edge) = (narrow(index / edges.size()), narrow(index % edges.size()));
                    let (corners, edge) = (table.next(corners, turn), edges.next(edge, turn));
                    let coset = usize::from(corners) * edges.size() + usize::from(edge);
                    if !std::mem::replace(&mut is_reached[coset], true) {
                        next.push(coset);
                    }
                }
            }
            layer = next;
        }
        assert_eq!(counts, distribution(2));
    }

    #[test]
    fn second_subgroup_phase_has_the_same_lengths_without_tables() {
        // The first layers, breadth first over states.
        let key = |state| CornerOrientation::encode(state) * 495 + SlicePositions::encode(state);
        let mut is_reached = vec![false; 2_187 * 495];
        is_reached[0] = true;
        let (mut layer, mut counts) = (vec![Cube3::SOLVED], Vec::new());
        while counts.len() < 7 {
            counts.push(layer.len() as u64);
            let mut next = Vec::new();
            for state in layer {
                for &turn in SubgroupStep::chain()[1].turns() {
                    let state = state.apply(turn);
                    if !std::mem::replace(&mut is_reached[key(state)], true) {
                        next.push(state);
                    }
                }
            }
            layer = next;
        }
        assert_eq!(counts, distribution(1)[..7]);
    }
}
