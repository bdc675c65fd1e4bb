//! [`SmallTables`]: Kociemba's search with pruning tables of about a megabyte or less, for single states, as `worker` uses it. Here is the
//! search of phase 1, also from the roots of `pre_moves`; that of phase 2 is in `phase2`. The tables are defined in `small_tables`, the
//! look-ups are in `small_phase1` and `small_bounds`. `large` is faster for many states.

use super::move_rules::{KINDS, MIN_LOOP, MoveKinds, NO_FACE, REPEATABLE, bits, followers, move_kinds};
use super::parts::Parts;
use super::path::{MAX_LENGTH, MovePath};
use super::phase2::{DominoState, Phase2};
use super::pre_moves::{PreMoveRoot, PreMoveRoots, PreMoves};
use super::schedule::DirectionRoot;
use super::small_bounds::SmallBounds;
use super::small_phase1::{Orientations, SmallPhase1};
use super::small_tables::{EIGHT, SMALL};
use super::two_phase_tables::{BATCH, TwoPhaseTables};
use crate::puzzle::{Cube3, Metric, MoveSet, Turn};
use crate::solver::Cancelled;
use crate::table::{
    Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, LayerEdges, SlicePermutation, SlicePositions,
    TableSource, narrow, narrow_to_byte,
};

/// The tables of single states. The one that is looked up first has half a megabyte, so nodes are expanded one by one, deepest first.
/// The pieces of phase 2 are followed only along paths that reach the domino group.
pub(super) struct SmallTables {
    phase1: SmallPhase1,
    phase2: Phase2<SmallBounds>,
    kinds: MoveKinds,
    /// By kind of the last move, a bit for each move that may follow.
    followers: [u32; KINDS],
    min_loop: u8,
    metric: Metric,
    /// The number of moves by which all turns of a face differ.
    same_face: u8,
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

/// The search for the paths of a given length, which includes that of moves before the state.
#[derive(Default)]
pub(super) struct SmallSearch {
    total_length: usize,
    pre_moves: PreMoveRoots,
    root: PreMoveRoot,
    /// The length of paths from the root.
    length: usize,
    /// A bit for each move that the sequences from the state without moves before it may begin with.
    first: u32,
    /// The nodes to be expanded, the deepest last.
    nodes: Vec<SmallNode>,
    ends: Vec<SmallEnd>,
    /// The path to the last end, and the states on it.
    path: MovePath,
    states: Vec<Cube3>,
}

/// The end of a path of phase 1.
#[derive(Clone, Copy)]
pub(super) struct SmallEnd {
    pre_moves: PreMoves,
    path: MovePath,
    cube: Cube3,
    corners: u16,
    slice: u16,
}

impl SmallTables {
    /// Returns the tables of a metric.
    ///
    /// # Errors
    /// If the observer of the tables ends their construction.
    pub(super) fn new(metric: Metric, source: &TableSource<'_>) -> Result<Self, Cancelled> {
        let mut parts = Parts::new(source.load(&SMALL[metric as usize])?);
        let phase1 = SmallPhase1::new(metric, &mut parts);
        // The moves of corners and of the edges of U and D.
        let moves = [(); 2].map(|()| parts.table(EIGHT));
        Ok(Self {
            phase1,
            phase2: Phase2::new(metric, moves, SmallBounds::new(parts)),
            kinds: move_kinds(metric),
            followers: followers(metric).map(bits),
            min_loop: narrow_to_byte(MIN_LOOP[metric as usize]),
            metric,
            same_face: metric.cost(Turn::R2),
        })
    }

    /// Begins the search for paths from a root.
    fn begin(&self, search: &mut SmallSearch, root: PreMoveRoot) {
        let (length, orientation) = (search.total_length - root.moves.len(), orientations(root.cube));
        (search.root, search.length, search.path) = (root, length, MovePath::default());
        search.states.clear();
        search.states.push(root.cube);
        let left = narrow_to_byte(length);
        if self.phase1.check(orientation, left).is_ok() && (length > 0 || orientation == Orientations::SOLVED) {
            search.nodes.push(SmallNode { path: MovePath::default(), orientation, last: NO_FACE, left });
        }
    }

    /// Expands a node: its children are nodes of the search or ends of paths.
    fn expand(&self, node: SmallNode, search: &mut SmallSearch) {
        let Some(left) = node.left.checked_sub(1) else {
            // The empty path.
            search.end(node.path);
            return;
        };
        // A half turn at the end would belong to the domino group.
        let kind = if left == 0 { node.last % REPEATABLE } else { node.last };
        let mut turns = self.followers[usize::from(kind)];
        if usize::from(node.left) == search.length && search.root.moves.len() == 0 {
            turns &= search.first;
        }
        if left == 0 {
            turns &= !bits(MoveSet::DOMINO);
        }
        while turns != 0 {
            let turn = turns.trailing_zeros() as usize;
            turns &= turns - 1;
            let orientation = match self.phase1.after(node.orientation, turn, left) {
                Ok(orientation) => orientation,
                Err(bound) => {
                    if turn.is_multiple_of(3) && bound > left + self.same_face {
                        // The other turns of the face are too far, too.
                        turns &= !(0b110 << turn);
                    }
                    continue;
                }
            };
            if left < self.min_loop && (orientation == Orientations::SOLVED) != (left == 0) {
                continue;
            }
            let path = node.path.then(turn);
            if left == 0 {
                search.end(path);
            } else {
                let last = self.kinds[usize::from(node.last)][turn];
                search.nodes.push(SmallNode { path, orientation, last, left });
            }
        }
    }
}

impl SmallSearch {
    /// Adds the end of a path, and that with the inverse of the first move before the state.
    fn end(&mut self, path: MovePath) {
        // Paths that follow each other begin with the same moves.
        let common = path.common(self.path, self.length).min(self.states.len() - 1);
        self.states.truncate(common + 1);
        let mut cube = self.states[common];
        for turn in path.turns(self.length).skip(common) {
            cube = cube.apply(turn);
            self.states.push(cube);
        }
        self.path = path;
        let both = std::iter::once((self.root.moves, cube)).chain(self.root.with_inverse_first(cube));
        self.ends.extend(both.map(|(pre_moves, cube)| SmallEnd {
            pre_moves,
            path,
            cube,
            corners: narrow(CornerPermutation::encode(cube)),
            slice: narrow(SlicePermutation::encode(cube)),
        }));
    }
}

impl TwoPhaseTables for SmallTables {
    type Root = Cube3;
    type Search = SmallSearch;
    type End = SmallEnd;
    type Bounds = SmallBounds;

    fn root(&self, view: Cube3) -> (Cube3, usize) {
        let orientation = orientations(view);
        let reaches = |left: &usize| self.phase1.check(orientation, narrow_to_byte(*left)).is_ok();
        (view, (0..=MAX_LENGTH).find(reaches).expect("phase 1 takes fewer moves"))
    }

    fn start(&self, search: &mut SmallSearch, root: &DirectionRoot<Cube3>, length: usize) {
        search.nodes.clear();
        (search.total_length, search.first) = (length, bits(root.first));
        let (first, root) = (root.first, PreMoveRoot::new(root.root));
        search.pre_moves.begin(root, first, self.metric, length);
        self.begin(search, root);
    }

    fn advance(&self, search: &mut SmallSearch) -> usize {
        search.ends.clear();
        let mut expanded = 0;
        while expanded < BATCH {
            match search.nodes.pop() {
                Some(node) => self.expand(node, search),
                None => match search.pre_moves.next() {
                    Some(root) => self.begin(search, root),
                    None => break,
                },
            }
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

    fn pre_moves(end: &SmallEnd) -> PreMoves {
        end.pre_moves
    }

    fn corners_and_slice(end: &SmallEnd) -> (u16, u16) {
        (end.corners, end.slice)
    }

    fn domino(&self, end: &SmallEnd) -> DominoState {
        domino(end.cube)
    }

    fn bound(&self, end: &SmallEnd, corner_distance: usize) -> usize {
        // The inverse is as far, and the tables may refute it where they do not refute the state.
        let bound = |cube| self.phase2.bound(domino(cube), corner_distance);
        bound(end.cube).max(bound(end.cube.inverse()))
    }

    fn phase2(&self) -> &Phase2<SmallBounds> {
        &self.phase2
    }
}

/// Returns the coordinates of phase 2 of a state of the domino group.
fn domino(cube: Cube3) -> DominoState {
    DominoState {
        corners: narrow(CornerPermutation::encode(cube)),
        layers: narrow(LayerEdges::encode(cube)),
        slice: narrow(SlicePermutation::encode(cube)),
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
