//! Phase 2: within the domino group.

use crate::puzzle::algorithm::Metric;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::{MoveSet, Turn};
use crate::table::registry::IN_DOMINO;
use crate::table::row_space::ProductSpace;
use crate::table::symmetry::SymmetryClasses;
use crate::table::{
    BuildOptions, Coordinate, CornerPermutation, ImageTable, LayerEdges, PackedTable, SlicePermutation, SortedSlice,
    TableSource, TransitionTable, narrow,
};

/// The positions of the pieces, without their orientation, of any state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pieces {
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
    corners: TransitionTable,
    four_edges: TransitionTable,
    layers: TransitionTable,
    slice: TransitionTable,
    /// [`LayerEdges`] by the edges of U, then by the order of those of D.
    merged: Vec<[u16; 24]>,
    classes: SymmetryClasses,
    conjugation: ImageTable,
    /// Distances of corners and layer edges; the farthest have one code.
    layer_distances: PackedTable<4>,
    /// Distances of corners and slice.
    slice_distances: PackedTable<8>,
}

impl Phase2 {
    pub(super) fn new(metric: Metric, source: &TableSource<'_>) -> Self {
        let (corners, slice) =
            (TransitionTable::new::<CornerPermutation>(), TransitionTable::new::<SlicePermutation>());
        let space = ProductSpace::of(corners.clone(), &slice, MoveSet::DOMINO);
        let distances = (0, PackedTable::<8>::MAX_DISTANCE);
        let mut merged = vec![[0; 24]; SortedSlice::SIZE];
        for layers in 0..LayerEdges::SIZE {
            let cube = LayerEdges::decode(layers);
            merged[SortedSlice::of_edges(cube, 0)][SortedSlice::of_edges(cube, 4) % 24] = narrow(layers);
        }
        Self {
            metric,
            following: Turn::ALL
                .map(|last| MoveSet::DOMINO.iter().filter(|turn| turn.may_follow(Some(last))).collect()),
            corners,
            four_edges: TransitionTable::new::<SortedSlice>(),
            layers: TransitionTable::new::<LayerEdges>(),
            slice,
            merged,
            classes: SymmetryClasses::new::<CornerPermutation>(),
            conjugation: ImageTable::by_symmetry::<LayerEdges>(),
            layer_distances: PackedTable::from_bytes(source.load(IN_DOMINO.get(metric)), LayerEdges::SIZE),
            slice_distances: PackedTable::new(&space, metric, distances, BuildOptions::SEQUENTIAL),
        }
    }

    /// The positions of the pieces of a state.
    pub(super) fn pieces(cube: Cube3) -> Pieces {
        let edges = [0, 4, 8].map(|first| narrow(SortedSlice::of_edges(cube, first)));
        Pieces { corners: narrow(CornerPermutation::encode(cube)), edges }
    }

    /// The positions of the pieces after a turn.
    #[inline]
    pub(super) fn after(&self, pieces: Pieces, turn: usize) -> Pieces {
        let edges = pieces.edges.map(|edges| self.four_edges.row(edges)[turn]);
        Pieces { corners: self.corners.row(pieces.corners)[turn], edges }
    }

    /// A lower bound of the distance of pieces in the domino group, from the smaller table.
    #[inline]
    pub(super) fn slice_bound(&self, pieces: Pieces) -> usize {
        self.slice_distance(pieces.corners, pieces.edges[2])
    }

    #[inline]
    fn slice_distance(&self, corners: u16, slice: u16) -> usize {
        self.slice_distances.get(corners.into(), slice.into()).into()
    }

    /// A lower bound of the distance of pieces in the domino group from both tables, given the one of the smaller.
    #[inline]
    pub(super) fn bound(&self, pieces: Pieces, slice_bound: usize) -> usize {
        let bound = self.layer_distance(self.domino(pieces)).max(slice_bound);
        // The farthest distances of the larger table have one code, but the smaller one tells their parity.
        bound + (bound - slice_bound) % self.step()
    }

    /// The step between possible lengths from the same pieces: in quarter turns all are odd or all are even.
    #[inline]
    pub(super) fn step(&self) -> usize {
        usize::from(self.metric.cost(Turn::R2))
    }

    #[inline]
    fn layer_distance(&self, state: DominoState) -> usize {
        let (class, symmetry) = self.classes.class(state.corners.into());
        let layers = self.conjugation.image(symmetry, state.layers);
        self.layer_distances.get(class, layers.into()).into()
    }

    #[inline]
    fn domino(&self, pieces: Pieces) -> DominoState {
        let [upper, lower, slice] = pieces.edges;
        let layers = self.merged[usize::from(upper)][usize::from(lower) % 24];
        DominoState { corners: pieces.corners, layers, slice }
    }

    /// Moves of exactly this length in the metric from pieces in the domino group to the solved state, or `None`. The
    /// first one is not of a face in `barred`, a bit for each. In quarter turns a half turn becomes two of them.
    pub(super) fn solve(&self, pieces: Pieces, barred: u8, length: usize) -> Option<Vec<Turn>> {
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

    /// Searches for moves of exactly this length in the metric and leaves them in `moves`, the last one first.
    fn search(&self, state: DominoState, allowed: MoveSet, left: usize, moves: &mut Vec<Turn>) -> bool {
        if left == 0 {
            return state == SOLVED;
        }
        for turn in allowed.iter() {
            let Some(left) = left.checked_sub(self.metric.cost(turn).into()) else { continue };
            let corners = self.corners.next(state.corners, turn);
            let slice = self.slice.next(state.slice, turn);
            if self.slice_distance(corners, slice) > left {
                continue;
            }
            let next = DominoState { corners, layers: self.layers.next(state.layers, turn), slice };
            if self.layer_distance(next) <= left && self.search(next, self.following[turn.index()], left, moves) {
                moves.push(turn);
                return true;
            }
        }
        false
    }
}

/// The quarter turns that make a turn.
fn quarters(turn: Turn) -> impl Iterator<Item = Turn> {
    let half = turn.quarters() == 2;
    let quarter = if half { Turn::new(turn.face(), 1).expect("every face turns by 90°") } else { turn };
    std::iter::repeat_n(quarter, if half { 2 } else { 1 })
}
