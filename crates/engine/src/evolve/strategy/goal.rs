//! [`Phase`]: the moves and the goal of a phase of an evolution strategy, and the penalty that measures how far a state is from it. Only
//! the 3×3×3 has such phases; without any, the penalty is the trial's objective. Phases of a niche archive are in
//! `subgroup_chain`.

use serde::{Deserialize, Serialize};

use super::AppendLength;
use crate::alphabet::MoveSetConfig;
use crate::bounded::Weight;
use crate::evaluation::objective::Objective;
use crate::settings::settings;
use evocube_cube::puzzle::{CUBE3, MAX_CUBE_PIECES, MoveSet, PLACES, Place, Puzzle};
use evocube_cube::table::subgroups::half_turns_make;

/// A phase of an evolution strategy: `[[base.phase]]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Phase {
    /// Moves that mutations append. Macros are not used.
    pub turns: MoveSetConfig,
    /// Penalty that is minimized to 0.
    pub goal: Goal,
    /// Minimum and maximum number of moves that a mutation appends. Default: that of the strategy.
    pub append: Option<AppendLength>,
}

impl Phase {
    /// Returns the moves that mutations append; none if a name is not a move.
    pub(super) fn moves(&self) -> MoveSet {
        self.turns.moves(&CUBE3).map_or(MoveSet::NONE, |turns| turns.into_iter().collect())
    }
}

settings! {
    /// Penalty of a phase on the 3×3×3: a sum of weighted counts; an omitted weight is 0. An individual with penalty 0 has solved the
    /// phase. The axis of the slice is U–D; quarter turns of F and B flip edges.
    #[derive(Copy, Eq)]
    pub struct Goal {
        /// Weight of each flipped edge.
        #[serde(skip_serializing_if = "is_nothing")]
        pub flips: Weight,
        /// Weight of each twisted corner.
        #[serde(skip_serializing_if = "is_nothing")]
        pub twists: Weight,
        /// Weight of each edge of the slice between U and D that is outside of it.
        #[serde(skip_serializing_if = "is_nothing")]
        pub slice: Weight,
        /// Weight of each edge that is outside of its own slice.
        #[serde(skip_serializing_if = "is_nothing")]
        pub slices: Weight,
        /// Weight of each corner that is outside of its own tetrad, the four positions that half turns take it to.
        #[serde(skip_serializing_if = "is_nothing")]
        pub tetrads: Weight,
        /// Penalty, once, if half turns cannot restore the permutation of the corners.
        #[serde(skip_serializing_if = "is_nothing")]
        pub coset: Weight,
        /// Weight of each sticker that does not have the color of its face.
        #[serde(skip_serializing_if = "is_nothing")]
        pub stickers: Weight,
        /// Weight of each edge and each corner with a wrong sticker.
        #[serde(skip_serializing_if = "is_nothing")]
        pub pieces: Weight,
    }
}

fn is_nothing(weight: &Weight) -> bool {
    weight.get() == 0
}

/// A penalty as a table over pieces and places, and its part that is not a sum over pieces. The padding of the table spares the checks
/// of bounds.
#[derive(Clone, Debug)]
pub(super) struct GoalPenalty {
    costs: Box<[[u16; 64]; 32]>,
    coset: u16,
}

/// The slice of an edge position or piece.
const SLICE: [u8; 12] = [2, 1, 2, 1, 2, 1, 2, 1, 0, 0, 0, 0];

/// The tetrad of a corner position or piece.
const TETRAD: [u8; 8] = [0, 1, 0, 1, 1, 0, 1, 0];

impl Goal {
    /// Returns whether all weights are 0.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether a penalty of 0 means a solved cube.
    pub(super) fn is_whole(&self) -> bool {
        self.stickers.get() > 0 || self.pieces.get() > 0
    }

    pub(super) fn counted(&self) -> GoalPenalty {
        let weigh = |weight: Weight, is_wrong: bool| if is_wrong { weight.get() } else { 0 };
        let mut costs = Box::new([[0; 64]; 32]);
        for (piece, costs) in costs.iter_mut().enumerate().take(MAX_CUBE_PIECES) {
            for (place, cost) in costs.iter_mut().enumerate().take(PLACES) {
                let Some(view) = CUBE3.view(piece, Place::try_from(place).expect("48 places")) else { continue };
                let wrong = view.count() - view.right();
                let feature_cost = if piece < 8 {
                    weigh(self.twists, place % 3 != 0) + weigh(self.tetrads, TETRAD[place / 3] != TETRAD[piece])
                } else {
                    let (edge, position) = (piece - 8, (place - 24) / 2);
                    weigh(self.flips, place % 2 != 0)
                        + weigh(self.slice, SLICE[edge] == 0 && SLICE[position] != 0)
                        + weigh(self.slices, SLICE[edge] != SLICE[position])
                };
                let all = feature_cost + self.stickers.get() * wrong + weigh(self.pieces, wrong > 0);
                *cost = u16::try_from(all).expect("weights are at most 800");
            }
        }
        GoalPenalty { costs, coset: u16::try_from(self.coset.get()).expect("at most 800") }
    }
}

impl GoalPenalty {
    /// Returns the penalty of the objective of a trial.
    pub(super) fn new(puzzle: &impl Puzzle, objective: &Objective) -> Self {
        Self { costs: objective.penalty_function(puzzle).table(), coset: 0 }
    }

    /// Returns whether the penalty is a sum over pieces.
    pub(super) fn is_sum(&self) -> bool {
        self.coset == 0
    }

    /// Returns the cost of a piece in a place.
    #[inline]
    pub(super) fn cost(&self, piece: u8, place: Place) -> u16 {
        self.costs[usize::from(piece & 31)][usize::from(place & 63)]
    }

    /// Returns the penalty of a state whose pieces are at these places.
    #[inline]
    pub(super) fn sum_places(&self, places: &[Place; MAX_CUBE_PIECES]) -> u32 {
        let cost: u32 = self.costs.iter().zip(places).map(|(c, &p)| u32::from(c[usize::from(p & 63)])).sum();
        let order = || std::array::from_fn(|corner| places[corner] / 3);
        if self.coset > 0 && !half_turns_make(order()) { cost + u32::from(self.coset) } else { cost }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::puzzle::{Cube3, Turn};

    fn weight(value: i64) -> Weight {
        Weight::new(value)
    }

    fn count(goal: Goal, turns: &[Turn]) -> u32 {
        goal.counted().sum_places(&Cube3::after(turns).places())
    }

    #[test]
    fn a_phase_goal_counts_each_weighted_feature() {
        let flips = Goal { flips: weight(5), ..Goal::default() };
        assert_eq!(count(flips, &[Turn::F]), 20, "a quarter turn of F flips four edges");
        assert_eq!(count(flips, &[Turn::R, Turn::U]), 0);
        let domino = Goal { twists: weight(2), slice: weight(3), ..Goal::default() };
        assert_eq!(count(domino, &[Turn::R]), 4 * 2 + 2 * 3);
        assert_eq!(count(domino, &[Turn::U, Turn::R2]), 0);
        let half = Goal { tetrads: weight(1), slices: weight(1), coset: weight(7), ..Goal::default() };
        assert_eq!(count(half, &[Turn::U]), 4 + 4 + 7);
        assert_eq!(count(half, &[Turn::U2, Turn::R2, Turn::F2]), 0);
        let solved = Goal { stickers: weight(1), pieces: weight(10), ..Goal::default() };
        assert_eq!(count(solved, &[Turn::U]), 12 + 80);
        assert_eq!(count(solved, &[]), 0);
    }

    #[test]
    fn corners_in_their_tetrads_may_be_outside_the_half_turn_coset() {
        let count = |goal: Goal, state: Cube3| goal.counted().sum_places(&state.places());
        let tetrads = Goal { tetrads: weight(1), ..Goal::default() };
        let coset = Goal { coset: weight(1), ..Goal::default() };
        let mut stream = evocube_cube::rng::Seed::from_number(1).stream();
        let states: Vec<Cube3> = (0..7000).map(|_| Cube3::random(&mut stream)).collect();
        let mut inside = states.iter().filter(|&&state| count(tetrads, state) == 0).peekable();
        assert!(inside.peek().is_some(), "one in 70");
        let wrong = inside.filter(|&&state| count(coset, state) == 1).count();
        // Five of six, of some 100.
        assert!((65..100).contains(&wrong), "{wrong}");
        assert!(states.iter().all(|&state| count(tetrads, state) == 0 || count(coset, state) == 1));
    }
}
