//! [`Phase`]: what each phase looks at, its turns, its table.
//!
//! | phase | turns | looks at | cosets | farthest |
//! |---|---|---|---|---|
//! | 1 | all | the flips of the edges | 2^11 = 2,048 | 7 |
//! | 2 | F2, B2, the others by any angle | the twists of the corners; which edges are between U and D | 3^7 · 495 = 1,082,565 | 10 |
//! | 3 | U, D by any angle, the others by 180° | the corners' coset; which edges are between L and R | 420 · 70 = 29,400 | 13 |
//! | 4 | half turns | the orders of corners and edges | 96 · 6,912 = 663,552 | 15 |

use super::projection::Projection;
use crate::puzzle::Puzzle;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::Face::{self, D, L, R, U};
use crate::puzzle::turn::{MoveSet, Turn};
use crate::table::coordinate::ranking::rank_order;
use crate::table::coordinate::{Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, SlicePositions};
use crate::table::pattern::PatternDatabase;
use crate::table::transition::Space;

/// The names of the four phases, by what they put right.
pub const PHASES: [&str; 4] = ["flips", "twists, slice", "tetrads", "half turns"];

/// From one group of the chain to the next: the way of every coset.
pub(super) struct Phase {
    /// The turns that stay in the group.
    moves: Vec<Turn>,
    space: Pair,
    distances: PatternDatabase,
}

/// A coset of the next group: the numbers of both things that a phase looks at. (Apart: a walk through the table would
/// spend its time on dividing otherwise.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Coset {
    first: usize,
    second: usize,
}

/// Two projections together: first · size of the second + second. All pairs are reached.
struct Pair(Projection, Projection);

impl Pair {
    #[inline]
    fn index(&self, coset: Coset) -> usize {
        coset.first * self.1.size() + coset.second
    }
}

impl Space for Pair {
    fn size(&self) -> usize {
        self.0.size() * self.1.size()
    }

    #[inline]
    fn next(&self, index: usize, turn: Turn) -> usize {
        let (first, second) = (index / self.1.size(), index % self.1.size());
        self.index(Coset { first: self.0.next(first, turn), second: self.1.next(second, turn) })
    }
}

impl Phase {
    /// All four, in order.
    pub(super) fn all() -> [Self; 4] {
        let phase = |moves: MoveSet, space: Pair| Self {
            moves: moves.iter().collect(),
            distances: PatternDatabase::new(&space, moves),
            space,
        };
        let [all, flips_kept, twists_kept, half] = [&Face::ALL[..], &[U, D, L, R], &[U, D], &[]].map(turns);
        [
            phase(all, Pair(coordinate::<EdgeOrientation>(all), Projection::new(1, all, |_| 0))),
            phase(
                flips_kept,
                Pair(coordinate::<CornerOrientation>(flips_kept), coordinate::<SlicePositions>(flips_kept)),
            ),
            phase(twists_kept, Pair(corner_cosets(twists_kept), Projection::new(256, twists_kept, middle_edges))),
            phase(half, Pair(coordinate::<CornerPermutation>(half), Projection::new(24 * 24 * 24, half, slice_orders))),
        ]
    }

    /// The turns that stay in the group.
    pub(super) fn moves(&self) -> &[Turn] {
        &self.moves
    }

    /// The coset of a state, which must be in the phase's group.
    pub(super) fn coset(&self, state: Cube3) -> Coset {
        let number = |part: &Projection| part.encode(state).expect("the phases before lead into this group");
        Coset { first: number(&self.space.0), second: number(&self.space.1) }
    }

    /// The coset after a turn.
    #[inline]
    pub(super) fn next(&self, coset: Coset, turn: Turn) -> Coset {
        Coset { first: self.space.0.next(coset.first, turn), second: self.space.1.next(coset.second, turn) }
    }

    /// How many turns there are to the end of the phase.
    #[inline]
    pub(super) fn distance(&self, coset: Coset) -> usize {
        usize::from(self.distances.distance(self.space.index(coset)).expect("all pairs are reached"))
    }

    /// How many cosets are at each distance.
    pub(super) fn distribution(&self) -> Vec<u64> {
        self.distances.distribution()
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
    use crate::table::transition::TransitionTable;

    #[test]
    fn the_groups_have_their_sizes_and_the_tables_their_distributions() {
        let phases = Phase::all();
        let sizes = phases.each_ref().map(|phase| (phase.space.0.size(), phase.space.1.size()));
        assert_eq!(sizes, [(2_048, 1), (2_187, 495), (420, 70), (96, 6_912)]);
        let order = sizes.iter().map(|&(a, b)| (a * b) as u128).product::<u128>();
        assert_eq!(order, 43_252_003_274_489_856_000);
        let known: [&[u64]; 4] = [
            &[1, 2, 25, 202, 620, 900, 285, 13],
            &[1, 2, 17, 134, 1_065, 8_190, 54_694, 267_576, 560_568, 187_204, 3_114],
            &[1, 2, 9, 36, 124, 530, 1_806, 3_732, 5_158, 7_070, 7_218, 3_202, 488, 24],
            // The On-Line Encyclopedia of Integer Sequences, A080627.
            &[1, 6, 27, 120, 519, 1_932, 6_484, 20_310, 55_034, 113_892, 178_495, 179_196, 89_728, 16_176, 1_488, 144],
        ];
        assert_eq!(phases.each_ref().map(Phase::distribution), known);
    }

    #[test]
    fn the_third_phase_is_as_long_without_cosets() {
        // All orders of corners at once: every state that has its edges in their slices and an order of corners that
        // half turns make is a goal. The numbers are 96 times those of the cosets.
        let moves = turns(&[U, D]);
        let (corners, edges) = (TransitionTable::new::<CornerPermutation>(), Projection::new(256, moves, middle_edges));
        let goals = coordinate::<CornerPermutation>(turns(&[]));
        let mut layer: Vec<usize> = goals.keys().map(|order| order * edges.size()).collect();
        let mut reached = vec![false; corners.size() * edges.size()];
        layer.iter().for_each(|&goal| reached[goal] = true);
        let mut counts = Vec::new();
        while !layer.is_empty() {
            counts.push(layer.len() as u64 / 96);
            let mut next = Vec::new();
            for index in layer {
                for turn in moves.iter() {
                    let to = corners.next(index / edges.size(), turn) * edges.size()
                        + edges.next(index % edges.size(), turn);
                    if !std::mem::replace(&mut reached[to], true) {
                        next.push(to);
                    }
                }
            }
            layer = next;
        }
        assert_eq!(counts, Phase::all()[2].distribution());
    }

    #[test]
    fn the_second_phase_is_as_long_without_tables() {
        // The first layers, breadth first over states.
        let key = |state| CornerOrientation::encode(state) * 495 + SlicePositions::encode(state);
        let mut reached = vec![false; 2_187 * 495];
        reached[0] = true;
        let (mut layer, mut counts) = (vec![Cube3::SOLVED], Vec::new());
        while counts.len() < 7 {
            counts.push(layer.len() as u64);
            let mut next = Vec::new();
            for state in layer {
                for turn in turns(&[U, D, L, R]).iter() {
                    let state = state.apply(turn);
                    if !std::mem::replace(&mut reached[key(state)], true) {
                        next.push(state);
                    }
                }
            }
            layer = next;
        }
        assert_eq!(counts, Phase::all()[1].distribution()[..7]);
    }
}
