//! [`SmallTables`]: the searches of both phases with small tables.

use super::phase1::{
    BATCH, KINDS, MAX_LENGTH, MIN_LOOP, MoveKinds, MovePath, NO_FACE, REPEATABLE, followers, move_kinds,
};
use super::phase1_table::bits;
use super::phase2::{DominoState, Phase2};
use super::schedule::DirectionRoot;
use super::small_tables::{self, Orientations, SmallBounds, SmallPhase1};
use super::worker::TwoPhaseTables;
use crate::puzzle::{Cube3, CubeState, Metric, MoveSet};
use crate::table::{
    Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, LayerEdges, SlicePermutation, SlicePositions,
    TableSource, narrow, narrow_to_byte,
};

/// The tables of single states. They fit the second cache of a core, so nodes are expanded one by one, deepest first.
/// The pieces of phase 2 are followed only along paths that reach the domino group.
pub(super) struct SmallTables {
    phase1: SmallPhase1,
    phase2: Phase2<SmallBounds>,
    kinds: MoveKinds,
    /// By kind of the last move, a bit for each move that may follow.
    followers: [u32; KINDS],
    min_loop: u8,
}

/// A state on a path of phase 1.
#[derive(Clone, Copy)]
struct SmallNode {
    path: MovePath,
    orientation: Orientations,
    /// The kind of the last move: see [`MoveKinds`].
    last: u8,
    /// The number of remaining moves.
    left: u8,
}

/// The search for the paths of a given length.
#[derive(Default)]
pub(super) struct SmallSearch {
    root: Cube3,
    length: usize,
    /// The nodes to be expanded, the deepest last.
    nodes: Vec<SmallNode>,
    ends: Vec<SmallEnd>,
}

/// The end of a path of phase 1.
#[derive(Clone, Copy)]
pub(super) struct SmallEnd {
    path: MovePath,
    state: DominoState,
}

impl SmallTables {
    pub(super) fn new(metric: Metric, source: &TableSource<'_>) -> Self {
        let (phase1, moves, bounds) = small_tables::load(metric, source);
        Self {
            phase1,
            phase2: Phase2::new(metric, moves, bounds),
            kinds: move_kinds(metric),
            followers: followers(metric).map(bits),
            min_loop: narrow_to_byte(MIN_LOOP[metric as usize]),
        }
    }

    /// Expands a node: its children are nodes of the search or ends of paths.
    fn expand(&self, node: SmallNode, search: &mut SmallSearch) {
        let Some(left) = node.left.checked_sub(1) else {
            // The empty path.
            search.ends.push(search.end(node.path));
            return;
        };
        // A half turn at the end would belong to the domino group.
        let kind = if left == 0 { node.last % REPEATABLE } else { node.last };
        let mut turns = self.followers[usize::from(kind)];
        if left == 0 {
            turns &= !bits(MoveSet::DOMINO);
        }
        while turns != 0 {
            let turn = turns.trailing_zeros() as usize;
            turns &= turns - 1;
            let orientation = self.phase1.after(node.orientation, turn);
            if !self.phase1.may_reach(orientation, left)
                || (left < self.min_loop && (orientation == Orientations::SOLVED) != (left == 0))
            {
                continue;
            }
            let path = node.path.then(turn);
            if left == 0 {
                search.ends.push(search.end(path));
            } else {
                let last = self.kinds[usize::from(node.last)][turn];
                search.nodes.push(SmallNode { path, orientation, last, left });
            }
        }
    }
}

impl SmallSearch {
    /// Returns the end of a path.
    fn end(&self, path: MovePath) -> SmallEnd {
        let cube = path.turns(self.length).fold(self.root, |cube, turn| cube.apply(turn));
        let state = DominoState {
            corners: narrow(CornerPermutation::encode(cube)),
            layers: narrow(LayerEdges::encode(cube)),
            slice: narrow(SlicePermutation::encode(cube)),
        };
        SmallEnd { path, state }
    }
}

impl TwoPhaseTables for SmallTables {
    type Root = Cube3;
    type Search = SmallSearch;
    type End = SmallEnd;
    type Bounds = SmallBounds;

    fn root(&self, view: Cube3) -> (Cube3, usize) {
        let orientation = orientations(view);
        let reaches = |left: &usize| self.phase1.may_reach(orientation, narrow_to_byte(*left));
        (view, (0..=MAX_LENGTH).find(reaches).expect("phase 1 takes fewer moves"))
    }

    fn start(&self, search: &mut SmallSearch, root: &DirectionRoot<Cube3>, length: usize) {
        search.nodes.clear();
        (search.root, search.length) = (root.root, length);
        let orientation = orientations(root.root);
        if root.distance <= length && (length > 0 || orientation == Orientations::SOLVED) {
            search.nodes.push(SmallNode {
                path: MovePath::default(),
                orientation,
                last: NO_FACE,
                left: narrow_to_byte(length),
            });
        }
    }

    fn advance(&self, search: &mut SmallSearch) -> usize {
        search.ends.clear();
        let mut expanded = 0;
        while expanded < BATCH {
            let Some(node) = search.nodes.pop() else { break };
            self.expand(node, search);
            expanded += 1;
        }
        expanded
    }

    fn ends(search: &SmallSearch) -> &[SmallEnd] {
        &search.ends
    }

    fn path(end: &SmallEnd) -> MovePath {
        end.path
    }

    fn corners_and_slice(end: &SmallEnd) -> (u16, u16) {
        (end.state.corners, end.state.slice)
    }

    fn domino(&self, end: &SmallEnd) -> DominoState {
        end.state
    }

    fn phase2(&self) -> &Phase2<SmallBounds> {
        &self.phase2
    }
}

/// Returns the coordinates of phase 1 of a state.
fn orientations(cube: Cube3) -> Orientations {
    Orientations {
        twists: narrow(CornerOrientation::encode(cube)),
        flips: narrow(EdgeOrientation::encode(cube)),
        slice: narrow(SlicePositions::encode(cube)),
    }
}
