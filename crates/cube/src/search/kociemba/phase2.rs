//! [`Phase2`] of Kociemba's search: from a state of the domino group to the solved one, in a given number of moves of that group alone.
//! Its lower bounds are a [`DominoBounds`], implemented in `large_bounds` and `small_bounds`.

use crate::puzzle::{Algorithm, Metric, MoveSet, Turn};
use crate::table::{SlicePermutation, TransitionTable};

/// A state of the domino group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DominoState {
    /// [`CornerPermutation`](crate::table::CornerPermutation).
    pub(super) corners: u16,
    /// [`LayerEdges`](crate::table::LayerEdges).
    pub(super) layers: u16,
    /// [`SlicePermutation`].
    pub(super) slice: u16,
}

const SOLVED: DominoState = DominoState { corners: 0, layers: 0, slice: 0 };

/// Lower bounds of distances within the domino group.
pub(super) trait DominoBounds: Sync {
    /// Returns the distance of corners and slice from solved.
    fn corner_distance(&self, corners: u16, slice: u16) -> usize;

    /// Returns a lower bound of the distance from solved; together with [`corner_distance`](Self::corner_distance) it is 0 for the
    /// solved state only.
    fn lower_bound(&self, state: DominoState) -> usize;
}

/// The tables of phase 2.
pub(super) struct Phase2<B> {
    metric: Metric,
    /// By turn, the moves that may follow it.
    following: [MoveSet; 18],
    pub(super) corners: TransitionTable,
    layers: TransitionTable,
    slice: TransitionTable,
    pub(super) bounds: B,
}

impl<B: DominoBounds> Phase2<B> {
    /// Returns the tables for a metric, with the moves of corners and of the edges of U and D.
    pub(super) fn new(metric: Metric, [corners, layers]: [TransitionTable; 2], bounds: B) -> Self {
        let following = |last| MoveSet::DOMINO.iter().filter(|turn| turn.may_follow(Some(last))).collect();
        let (following, slice) = (Turn::ALL.map(following), TransitionTable::new::<SlicePermutation>());
        Self { metric, following, corners, layers, slice, bounds }
    }

    /// Returns the best lower bound of the distance of a state from solved, given the distance of corners and slice.
    #[inline]
    pub(super) fn bound(&self, state: DominoState, corner_distance: usize) -> usize {
        let bound = self.bounds.lower_bound(state).max(corner_distance);
        // All distances of these corners and this slice have one parity in the quarter-turn metric. The bound of the whole
        // state may have the other, because a table has one code for its largest distances.
        bound + (bound - corner_distance) % self.step()
    }

    /// Returns the step between possible lengths: in the quarter-turn metric all lengths for the same state have one parity.
    #[inline]
    pub(super) fn step(&self) -> usize {
        usize::from(self.metric.cost(Turn::R2))
    }

    /// Finds moves of exactly this length in the metric from a state of the domino group to the solved state; `None` if
    /// there are none. The first move is not of a face in `barred`, one bit per face. In the quarter-turn metric a half
    /// turn is returned as two quarter turns.
    pub(super) fn solve(&self, state: DominoState, barred: u8, length: usize) -> Option<Vec<Turn>> {
        let mut moves = Vec::with_capacity(length);
        let allowed = MoveSet::DOMINO.iter().filter(|turn| barred >> turn.face().index() & 1 == 0).collect();
        self.search(state, allowed, length, &mut moves).then(|| {
            moves.reverse();
            self.unit_moves(moves)
        })
    }

    /// Returns moves with one move in the place of those of one face that follow each other, as moves of length 1.
    pub(super) fn simplify(&self, moves: impl Iterator<Item = Turn>) -> Vec<Turn> {
        self.unit_moves(moves.collect::<Algorithm>().simplify().to_vec())
    }

    /// Returns moves as moves of length 1.
    fn unit_moves(&self, moves: Vec<Turn>) -> Vec<Turn> {
        match self.metric {
            Metric::Htm => moves,
            Metric::Qtm => moves.into_iter().flat_map(quarters).collect(),
        }
    }

    /// Searches for moves of exactly this length in the metric and stores them in `moves` in reverse order.
    fn search(&self, state: DominoState, allowed: MoveSet, left: usize, moves: &mut Vec<Turn>) -> bool {
        if left == 0 {
            return state == SOLVED;
        }
        for turn in allowed.iter() {
            let Some(left) = left.checked_sub(self.metric.cost(turn).into()) else { continue };
            let corners = self.corners.next(state.corners, turn);
            let slice = self.slice.next(state.slice, turn);
            if self.bounds.corner_distance(corners, slice) > left {
                continue;
            }
            let next = DominoState { corners, layers: self.layers.next(state.layers, turn), slice };
            if self.bounds.lower_bound(next) <= left && self.search(next, self.following[turn.index()], left, moves) {
                moves.push(turn);
                return true;
            }
        }
        false
    }
}

/// Returns the quarter turns of which a turn consists.
fn quarters(turn: Turn) -> impl Iterator<Item = Turn> {
    let half = turn.quarters() == 2;
    let quarter = if half { Turn::new(turn.face(), 1).expect("every face turns by 90°") } else { turn };
    std::iter::repeat_n(quarter, if half { 2 } else { 1 })
}
