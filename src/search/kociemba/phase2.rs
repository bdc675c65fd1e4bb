//! Phase 2: within the domino group.

use super::coordinates::Phase2Coordinates;
use crate::puzzle::algorithm::Metric;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::{MoveSet, Turn};
use crate::table::large_pages::LargePages;
use crate::table::symmetry::AXIS_SYMMETRIES;
use crate::table::{
    Coordinate, CornerPermutation, LayerEdges, PackedTable, SlicePermutation, SortedSlice, TransitionTable, narrow,
};

/// The positions of the pieces of any state, without orientations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PiecePositions {
    /// [`CornerPermutation`].
    corners: u16,
    /// The edges of U, of D and of the middle layer, as [`SortedSlice::of_edges`] numbers them.
    edges: [u16; 3],
}

/// A state of the domino group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DominoState {
    /// [`CornerPermutation`].
    corners: u16,
    /// [`LayerEdges`].
    layers: u16,
    /// [`SlicePermutation`].
    slice: u16,
}

const SOLVED: DominoState = DominoState { corners: 0, layers: 0, slice: 0 };

/// The tables of phase 2.
pub(super) struct Phase2 {
    metric: Metric,
    /// By turn, the moves that may follow it.
    following: [MoveSet; 18],
    coordinates: Phase2Coordinates,
    slice: TransitionTable,
    /// Distances of corners and layer edges, the farthest with one code: [`IN_DOMINO`](crate::table::registry::IN_DOMINO). Without them the small table of
    /// layer edges and slice is used.
    layer_distances: Option<LargePages>,
}

impl Phase2 {
    /// Returns the tables for a metric.
    pub(super) fn new(metric: Metric, coordinates: Phase2Coordinates, layer_distances: Option<LargePages>) -> Self {
        let following = |last| MoveSet::DOMINO.iter().filter(|turn| turn.may_follow(Some(last))).collect();
        let (following, slice) = (Turn::ALL.map(following), TransitionTable::new::<SlicePermutation>());
        Self { metric, following, coordinates, slice, layer_distances }
    }

    /// Returns the positions of the pieces of a state.
    pub(super) fn pieces(cube: Cube3) -> PiecePositions {
        let edges = [0, 4, 8].map(|first| narrow(SortedSlice::of_edges(cube, first)));
        PiecePositions { corners: narrow(CornerPermutation::encode(cube)), edges }
    }

    /// Returns the positions of the pieces after a turn.
    #[inline]
    pub(super) fn after(&self, pieces: PiecePositions, turn: usize) -> PiecePositions {
        let four_edges = |edges| self.coordinates.four_edges.row(edges)[turn];
        let [a, b, c] = pieces.edges;
        PiecePositions {
            corners: self.coordinates.corners.row(pieces.corners)[turn],
            edges: [four_edges(a), four_edges(b), four_edges(c)],
        }
    }

    /// Returns a lower bound, from the smaller table, of the distance from solved within the domino group.
    #[inline]
    pub(super) fn slice_bound(&self, pieces: PiecePositions) -> usize {
        self.coordinates.corner_distance(pieces.corners, pieces.edges[2])
    }

    /// Returns a lower bound, from both tables, of the distance from solved within the domino group, given that of the smaller
    /// table.
    #[inline]
    pub(super) fn bound(&self, pieces: PiecePositions, slice_bound: usize) -> usize {
        let bound = self.layer_distance(self.domino(pieces)).max(slice_bound);
        // The largest distances share one code of the larger table; the smaller table gives their parity.
        bound + (bound - slice_bound) % self.step()
    }

    /// Returns the step between possible lengths: in the quarter-turn metric all lengths for the same pieces have one parity.
    #[inline]
    pub(super) fn step(&self) -> usize {
        usize::from(self.metric.cost(Turn::R2))
    }

    #[inline]
    fn layer_distance(&self, state: DominoState) -> usize {
        let Some(distances) = &self.layer_distances else {
            return self.coordinates.edge_distance(state.layers, state.slice);
        };
        let packed = usize::from(self.coordinates.corner_classes[usize::from(state.corners)]);
        let (class, symmetry) = (packed / AXIS_SYMMETRIES, packed % AXIS_SYMMETRIES);
        let layers = self.coordinates.layer_images.image(symmetry, state.layers);
        let entry = PackedTable::<4>::entry::<{ LayerEdges::SIZE }>(class, layers.into());
        PackedTable::<4>::code(distances, entry).into()
    }

    #[inline]
    fn domino(&self, pieces: PiecePositions) -> DominoState {
        let [upper, lower, slice] = pieces.edges;
        let layers = self.coordinates.merged[usize::from(upper)][usize::from(lower) % 24];
        DominoState { corners: pieces.corners, layers, slice }
    }

    /// Finds moves of exactly this length in the metric from pieces in the domino group to the solved state; `None` if
    /// there are none. The first move is not of a face in `barred`, one bit per face. In the quarter-turn metric a half
    /// turn is returned as two quarter turns.
    pub(super) fn solve(&self, pieces: PiecePositions, barred: u8, length: usize) -> Option<Vec<Turn>> {
        let mut moves = Vec::with_capacity(length);
        let allowed = MoveSet::DOMINO.iter().filter(|turn| barred >> turn.face().index() & 1 == 0).collect();
        self.search(self.domino(pieces), allowed, length, &mut moves).then(|| {
            moves.reverse();
            match self.metric {
                Metric::Htm => moves,
                Metric::Qtm => moves.into_iter().flat_map(quarters).collect(),
            }
        })
    }

    /// Searches for moves of exactly this length in the metric and stores them in `moves` in reverse order.
    fn search(&self, state: DominoState, allowed: MoveSet, left: usize, moves: &mut Vec<Turn>) -> bool {
        if left == 0 {
            return state == SOLVED;
        }
        for turn in allowed.iter() {
            let Some(left) = left.checked_sub(self.metric.cost(turn).into()) else { continue };
            let corners = self.coordinates.corners.next(state.corners, turn);
            let slice = self.slice.next(state.slice, turn);
            if self.coordinates.corner_distance(corners, slice) > left {
                continue;
            }
            let next = DominoState { corners, layers: self.coordinates.layers.next(state.layers, turn), slice };
            if self.layer_distance(next) <= left && self.search(next, self.following[turn.index()], left, moves) {
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
