//! Phase 2: within the domino group.

use super::transitions::{Transitions, number};
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::{Face, MoveSet, Turn};
use crate::table::known::IN_DOMINO;
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
    pub(super) fn new(source: &TableSource<'_>) -> Self {
        let (corners, slice) =
            (TransitionTable::new::<CornerPermutation>(), TransitionTable::new::<SlicePermutation>());
        let pair = Pair(&corners, &slice);
        let near = PatternDatabase::new(&pair, MoveSet::DOMINO);
        let near_distances = (0..pair.size()).map(|index| near.distance(index).expect("all are reached")).collect();
        let mut merged = vec![[0; 24]; SortedSlice::SIZE];
        for layers in 0..LayerEdges::SIZE {
            let cube = LayerEdges::decode(layers);
            merged[SortedSlice::of_edges(cube, 0)][SortedSlice::of_edges(cube, 4) % 24] = number(layers);
        }
        Self {
            corners: Transitions::new::<CornerPermutation>(),
            four_edges: Transitions::new::<SortedSlice>(),
            layers: Transitions::new::<LayerEdges>(),
            slice: Transitions::new::<SlicePermutation>(),
            merged,
            classes: SymmetryClasses::new::<CornerPermutation>(),
            conjugation: Conjugation::new::<LayerEdges>(),
            distances: Nibbles::from_bytes(source.load(&IN_DOMINO), LayerEdges::SIZE),
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

    /// At most the number of turns that pieces in the domino group need; more exact.
    #[inline]
    pub(super) fn bound(&self, pieces: Pieces) -> usize {
        self.far(self.domino(pieces))
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

    /// A way of exactly so many turns from pieces in the domino group to the solved state. Its first turn is not one of
    /// the faces in `barred`, a bit for each.
    pub(super) fn solve(&self, pieces: Pieces, barred: u8, length: usize) -> Option<Vec<Turn>> {
        let mut turns = Vec::with_capacity(length);
        self.search(self.domino(pieces), barred, length, &mut turns).then(|| {
            turns.reverse();
            turns
        })
    }

    /// Searches for exactly so many turns; leaves them in `turns`, the last one first.
    fn search(&self, state: Domino, barred: u8, left: usize, turns: &mut Vec<Turn>) -> bool {
        if left == 0 {
            return state == SOLVED;
        }
        for turn in MoveSet::DOMINO.iter() {
            let face = turn.face();
            if barred >> face.index() & 1 == 1 {
                continue;
            }
            let corners = self.corners.next(state.corners, turn);
            let slice = self.slice.next(state.slice, turn);
            if self.near(corners, slice) >= left {
                continue;
            }
            let next = Domino { corners, layers: self.layers.next(state.layers, turn), slice };
            if self.far(next) < left && self.search(next, not_after(face), left - 1, turns) {
                turns.push(turn);
                return true;
            }
        }
        false
    }
}

/// The faces that are not turned after a face: the same one, and of two opposite faces, which commute, the first.
fn not_after(face: Face) -> u8 {
    let opposite = face.opposite();
    1 << face.index() | u8::from(opposite < face) << opposite.index()
}
