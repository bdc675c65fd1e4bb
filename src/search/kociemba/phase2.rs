//! Phase 2: within the domino group.

use super::transitions::{Transitions, number};
use crate::puzzle::algorithm::Metric;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::{Face, MoveSet, Turn};
use crate::table::known::IN_DOMINO;
use crate::table::quarters::IN_DOMINO_QTM;
use crate::table::symmetry::{Conjugation, SymmetryClasses};
use crate::table::{
    Coordinate, CornerPermutation, LayerEdges, Nibbles, Pair, PatternDatabase, SlicePermutation, SortedSlice, Space,
    TableSource, TransitionTable,
};

/// Where the pieces are, without their orientation, in any state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pieces {
    /// [`CornerPermutation`].
    corners: u16,
    /// The edges of U, of D and of the middle layer, as [`SortedSlice::of_edges`] numbers them.
    edges: [u16; 3],
}

/// A state of the domino group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Domino {
    /// [`CornerPermutation`].
    corners: u16,
    /// [`LayerEdges`].
    layers: u16,
    /// [`SlicePermutation`].
    slice: u16,
}

const SOLVED: Domino = Domino { corners: 0, layers: 0, slice: 0 };

/// What phase 2 looks up.
pub(super) struct Phase2 {
    metric: Metric,
    corners: Transitions,
    four_edges: Transitions,
    layers: Transitions,
    slice: Transitions,
    /// [`LayerEdges`] by the edges of U, then by the order of those of D.
    merged: Vec<[u16; 24]>,
    classes: SymmetryClasses,
    conjugation: Conjugation,
    /// Corners and layers.
    distances: Nibbles,
    /// Corners and slice: corners · 24 + slice.
    near_distances: Vec<u8>,
}

impl Phase2 {
    pub(super) fn new(metric: Metric, source: &TableSource<'_>) -> Self {
        let (corners, slice) =
            (TransitionTable::new::<CornerPermutation>(), TransitionTable::new::<SlicePermutation>());
        let pair = Pair(&corners, &slice);
        let near = PatternDatabase::in_metric(&pair, MoveSet::DOMINO, metric);
        let near_distances = (0..pair.size()).map(|index| near.distance(index).expect("all are reached")).collect();
        let mut merged = vec![[0; 24]; SortedSlice::SIZE];
        for layers in 0..LayerEdges::SIZE {
            let cube = LayerEdges::decode(layers);
            merged[SortedSlice::of_edges(cube, 0)][SortedSlice::of_edges(cube, 4) % 24] = number(layers);
        }
        let far = if metric == Metric::Htm { &IN_DOMINO } else { &IN_DOMINO_QTM };
        Self {
            metric,
            corners: Transitions::new::<CornerPermutation>(),
            four_edges: Transitions::new::<SortedSlice>(),
            layers: Transitions::new::<LayerEdges>(),
            slice: Transitions::new::<SlicePermutation>(),
            merged,
            classes: SymmetryClasses::new::<CornerPermutation>(),
            conjugation: Conjugation::new::<LayerEdges>(),
            distances: Nibbles::from_bytes(source.load(far), LayerEdges::SIZE),
            near_distances,
        }
    }

    /// Where the pieces of a state are.
    pub(super) fn pieces(cube: Cube3) -> Pieces {
        let edges = [0, 4, 8].map(|first| number(SortedSlice::of_edges(cube, first)));
        Pieces { corners: number(CornerPermutation::encode(cube)), edges }
    }

    /// Where the pieces are after a turn.
    #[inline]
    pub(super) fn after(&self, pieces: Pieces, turn: usize) -> Pieces {
        let edges = pieces.edges.map(|edges| self.four_edges.row(edges)[turn]);
        Pieces { corners: self.corners.row(pieces.corners)[turn], edges }
    }

    /// At most the number of turns that pieces in the domino group need; quickly found.
    #[inline]
    pub(super) fn near_bound(&self, pieces: Pieces) -> usize {
        self.near(pieces.corners, pieces.edges[2])
    }

    #[inline]
    fn near(&self, corners: u16, slice: u16) -> usize {
        usize::from(self.near_distances[usize::from(corners) * SlicePermutation::SIZE + usize::from(slice)])
    }

    /// At most the number of turns that pieces in the domino group need; more exact, given what is quickly found.
    #[inline]
    pub(super) fn bound(&self, pieces: Pieces, near: usize) -> usize {
        let bound = self.far(self.domino(pieces)).max(near);
        // The farthest distances are not told apart, but the corners alone say which are odd.
        bound + (bound - near) % self.step()
    }

    /// By how much the numbers of turns from the same pieces differ: in quarter turns they are all odd or all even.
    #[inline]
    pub(super) fn step(&self) -> usize {
        usize::from(self.metric.cost(Turn::R2))
    }

    #[inline]
    fn far(&self, state: Domino) -> usize {
        let (class, symmetry) = self.classes.class(state.corners.into());
        let layers = self.conjugation.row(symmetry)[usize::from(state.layers)];
        usize::from(self.distances.get(class, layers.into()))
    }

    #[inline]
    fn domino(&self, pieces: Pieces) -> Domino {
        let [upper, lower, slice] = pieces.edges;
        let layers = self.merged[usize::from(upper)][usize::from(lower) % 24];
        Domino { corners: pieces.corners, layers, slice }
    }

    /// A way of exactly so many turns of the metric from pieces in the domino group to the solved state. Its first turn is
    /// not one of the faces in `barred`, a bit for each. In quarter turns a half turn is written as two of them.
    pub(super) fn solve(&self, pieces: Pieces, barred: u8, length: usize) -> Option<Vec<Turn>> {
        let mut turns = Vec::with_capacity(length);
        self.search(self.domino(pieces), barred, length, &mut turns).then(|| {
            turns.reverse();
            match self.metric {
                Metric::Htm => turns,
                Metric::Qtm => turns.into_iter().flat_map(quarters).collect(),
            }
        })
    }

    /// Searches for exactly so many turns of the metric; leaves them in `turns`, the last one first.
    fn search(&self, state: Domino, barred: u8, left: usize, turns: &mut Vec<Turn>) -> bool {
        if left == 0 {
            return state == SOLVED;
        }
        for turn in MoveSet::DOMINO.iter() {
            let face = turn.face();
            if barred >> face.index() & 1 == 1 {
                continue;
            }
            let Some(left) = left.checked_sub(self.metric.cost(turn).into()) else { continue };
            let corners = self.corners.next(state.corners, turn);
            let slice = self.slice.next(state.slice, turn);
            if self.near(corners, slice) > left {
                continue;
            }
            let next = Domino { corners, layers: self.layers.next(state.layers, turn), slice };
            if self.far(next) <= left && self.search(next, not_after(face), left, turns) {
                turns.push(turn);
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

/// The faces that are not turned after a face: the same one, and of two opposite faces, which commute, the first.
fn not_after(face: Face) -> u8 {
    let opposite = face.opposite();
    1 << face.index() | u8::from(opposite < face) << opposite.index()
}
