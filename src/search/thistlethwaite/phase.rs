//! [`Phase`]: a step of the chain with the way out of every coset.
//!
//! | phase | farthest |
//! |---|---|
//! | 1 | 7 |
//! | 2 | 10 |
//! | 3 | 13 |
//! | 4 | 15 |

use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::Turn;
use crate::table::pattern::PatternDatabase;
use crate::table::subgroups::{Coset, Step};

/// From one group of the chain to the next: the way of every coset.
pub(super) struct Phase {
    step: &'static Step,
    distances: PatternDatabase,
}

impl Phase {
    /// All four, in order.
    pub(super) fn all() -> [Self; 4] {
        Step::chain().each_ref().map(|step| Self { step, distances: PatternDatabase::new(step, step.moves()) })
    }

    /// The turns that stay in the group.
    pub(super) fn moves(&self) -> &'static [Turn] {
        self.step.turns()
    }

    /// The coset of a state, which must be in the phase's group.
    pub(super) fn coset(&self, state: Cube3) -> Coset {
        self.step.coset(state).expect("the phases before lead into this group")
    }

    /// The coset after a turn.
    #[inline]
    pub(super) fn next(&self, coset: Coset, turn: Turn) -> Coset {
        self.step.after(coset, turn)
    }

    /// How many turns there are to the end of the phase.
    #[inline]
    pub(super) fn distance(&self, coset: Coset) -> usize {
        usize::from(self.distances.distance(self.step.index(coset)).expect("all pairs are reached"))
    }

    /// How many cosets are at each distance.
    pub(super) fn distribution(&self) -> Vec<u64> {
        self.distances.distribution()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::CubeState;
    use crate::table::coordinate::{Coordinate, CornerOrientation, CornerPermutation, SlicePositions};
    use crate::table::projection::Projection;
    use crate::table::transition::{Space, TransitionTable};

    #[test]
    fn the_tables_have_their_distributions() {
        let phases = Phase::all();
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
        let [_, _, domino, half] = Step::chain().each_ref().map(Step::moves);
        let middle_edges = |state: Cube3| {
            (0..8).filter(|&position| state.edge(position).0 % 2 == 1).fold(0, |bits, position| bits | 1 << position)
        };
        let moves = domino;
        let (corners, edges) = (TransitionTable::new::<CornerPermutation>(), Projection::new(256, moves, middle_edges));
        let goals = Projection::new(CornerPermutation::SIZE, half, CornerPermutation::encode);
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
                for &turn in Step::chain()[1].turns() {
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
