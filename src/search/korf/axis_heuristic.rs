//! [`AxisHeuristic`]: bounds from one table that is looked up along the three axes, for a state and its inverse (H.
//! Kociemba's optimal solver; T. Rokicki).

use super::axis_table::{AxisCoordinates, AxisLookup, AxisTable};
use super::ida::{Heuristic, SearchNode};
use super::inverse::{InverseCoordinates, axis_rotations};
use crate::puzzle::CubeState;
use crate::puzzle::algorithm::Metric;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::{MoveSet, Turn};
use crate::table::{CornerOrientation, EdgeOrientation, SlicePositions, TransitionTable, UpperCorners};

/// Lower bounds from one table along three axes.
pub(super) struct AxisHeuristic<T> {
    table: T,
    pub(super) metric: Metric,
    /// By index in [`AxisCoordinates`]. They fit a core's own cache.
    transitions: [TransitionTable; 4],
    /// By axis: the image of each turn under the rotation that brings the axis to U–D.
    turns: [[u8; 18]; 3],
    /// By axis: the turns about it, and the half turns among them.
    about: [[MoveSet; 2]; 3],
    inverse: InverseCoordinates,
}

/// A state, or its inverse, with its coordinates.
#[derive(Clone, Copy)]
pub(super) struct AxisState {
    cube: Cube3,
    coordinates: [AxisCoordinates; 3],
    /// The axes by descending distance.
    axes: [u8; 3],
    /// The moves that may follow.
    moves: MoveSet,
}

impl AxisState {
    fn new(cube: Cube3, coordinates: [AxisCoordinates; 3], distances: [u8; 3], moves: MoveSet) -> Self {
        let mut axes = [0, 1, 2];
        axes.sort_unstable_by_key(|&axis| std::cmp::Reverse(distances[usize::from(axis)]));
        Self { cube, coordinates, axes, moves }
    }
}

/// Returns the lower bound for an unsolved state: the largest distance, or the smallest distance + 1 if that is more. The last
/// move does not change the coordinates along its own axis, so the distance along that axis is less than that of the
/// state.
fn bound(distances: [u8; 3]) -> u8 {
    let [a, b, c] = distances;
    a.max(b).max(c).max(a.min(b).min(c) + 1)
}

impl<T: AxisTable> AxisHeuristic<T> {
    pub(super) fn new(table: T, metric: Metric) -> Self {
        let image =
            |turn: Turn, axis: usize| u8::try_from(axis_rotations()[axis].turn(turn).index()).expect("18 turns");
        Self {
            table,
            metric,
            transitions: [
                TransitionTable::new::<SlicePositions>(),
                TransitionTable::new::<UpperCorners>(),
                TransitionTable::new::<EdgeOrientation>(),
                TransitionTable::new::<CornerOrientation>(),
            ],
            turns: std::array::from_fn(|axis| Turn::ALL.map(|turn| image(turn, axis))),
            about: axis_rotations().map(|rotation| {
                let about = |turn: &Turn| rotation.turn(*turn).face().index() % 3 == 0;
                let half = |turn: &Turn| about(turn) && turn.quarters() == 2;
                [MoveSet::ALL.iter().filter(about).collect(), MoveSet::ALL.iter().filter(half).collect()]
            }),
            inverse: InverseCoordinates::new(),
        }
    }

    fn distances(&self, coordinates: [AxisCoordinates; 3]) -> [u8; 3] {
        let mut distances = Vec::new();
        let lookups = coordinates.map(|coordinates| AxisLookup { coordinates, left: 0 });
        self.table.distances(&lookups, &mut T::Buffers::default(), &mut distances);
        std::array::from_fn(|axis| distances[axis])
    }

    /// Returns the moves that cannot come next, given the distances of the inverse and the remaining cost.
    ///
    /// The inverse of the next move is the last move in the solution of the inverse state, and it does not change the
    /// coordinates along its axis. Moves about an axis are therefore excluded if its distance equals the remaining
    /// cost, and half turns about an axis if its distance is one quarter turn less.
    fn excluded(&self, inverse: [u8; 3], left: u8) -> MoveSet {
        let mut excluded = MoveSet::NONE;
        for (moves, distance) in self.about.iter().zip(inverse) {
            if distance == left {
                excluded = excluded.union(moves[0]);
            } else if self.metric == Metric::Qtm && distance + 1 == left {
                excluded = excluded.union(moves[1]);
            }
        }
        excluded
    }

    /// Returns the rows of the transition tables for the coordinates along an axis.
    #[inline]
    fn rows(&self, coordinates: AxisCoordinates) -> [&[u16; 18]; 4] {
        std::array::from_fn(|number| self.transitions[number].row(coordinates[number]))
    }

    /// Returns the coordinates along an axis after a move, given their [rows](Self::rows).
    #[inline]
    fn after(&self, [a, b, c, d]: [&[u16; 18]; 4], axis: usize, turn: Turn) -> AxisCoordinates {
        let turn = usize::from(self.turns[axis][turn.index()]);
        [a[turn], b[turn], c[turn], d[turn]]
    }

    /// Looks up each child along its axis of this rank, and keeps those with a distance within the remaining cost.
    fn look_up(&self, nodes: &[SearchNode<AxisState>], buffers: &mut AxisBuffers<T::Buffers>, rank: usize) {
        let AxisBuffers { children, lookups, distances, table, .. } = buffers;
        lookups.clear();
        for siblings in children.chunk_by(|one, other| one.parent == other.parent) {
            let parent = &nodes[siblings[0].parent as usize].state;
            let axis = usize::from(parent.axes[rank]);
            let rows = self.rows(parent.coordinates[axis]);
            let lookup =
                |child: &AxisChild| AxisLookup { coordinates: self.after(rows, axis, child.turn), left: child.left };
            lookups.extend(siblings.iter().map(lookup));
        }
        self.table.distances(lookups, table, distances);
        retain(children, distances, |child, distance| {
            child.distances[rank] = distance;
            distance <= child.left
        });
    }
}

/// Passes each element with its distance to `keeps`, and keeps those for which it returns true.
#[inline]
fn retain<E: Copy>(all: &mut Vec<E>, distances: &[u8], mut keeps: impl FnMut(&mut E, u8) -> bool) {
    let mut kept = 0;
    for (index, &distance) in distances.iter().enumerate() {
        all[kept] = all[index];
        // Branch-free, because the outcome is unpredictable.
        kept += usize::from(keeps(&mut all[kept], distance));
    }
    all.truncate(kept);
}

/// A child of one of the nodes.
#[derive(Clone, Copy)]
pub(super) struct AxisChild {
    parent: u32,
    turn: Turn,
    /// The remaining cost after the move.
    left: u8,
    /// By rank of the axis.
    distances: [u8; 3],
}

/// A child that the bounds of the state do not prune, with the coordinates of its inverse.
#[derive(Clone, Copy)]
pub(super) struct InverseChild {
    child: AxisChild,
    cube: Cube3,
    coordinates: [AxisCoordinates; 3],
    distances: [u8; 3],
}

/// Buffers of a thread, including those of the table.
#[derive(Default)]
pub(super) struct AxisBuffers<T> {
    children: Vec<AxisChild>,
    inverses: Vec<InverseChild>,
    lookups: Vec<AxisLookup>,
    distances: Vec<u8>,
    table: T,
}

impl<T: AxisTable> Heuristic for AxisHeuristic<T> {
    type State = AxisState;
    type Buffers = AxisBuffers<T::Buffers>;

    fn root(&self, cube: Cube3) -> (AxisState, u8) {
        let (own, inverse) = (self.inverse.coordinates(cube.inverse()), self.inverse.coordinates(cube));
        let distances = self.distances(own);
        let state = AxisState::new(cube, own, distances, MoveSet::ALL);
        let bound = bound(distances).max(bound(self.distances(inverse)));
        (state, if cube.is_solved() { 0 } else { bound })
    }

    fn is_solved(&self, state: &AxisState) -> bool {
        state.cube.is_solved()
    }

    fn expand(
        &self,
        nodes: &[SearchNode<AxisState>],
        buffers: &mut AxisBuffers<T::Buffers>,
        children: &mut Vec<SearchNode<AxisState>>,
    ) -> u64 {
        buffers.children.clear();
        for (parent, node) in (0..).zip(nodes) {
            for turn in node.state.moves.iter() {
                let Some(left) = node.left.checked_sub(self.metric.cost(turn)) else { continue };
                buffers.children.push(AxisChild { parent, turn, left, distances: [0; 3] });
            }
        }
        let looked_up = buffers.children.len();
        for rank in 0..3 {
            self.look_up(nodes, buffers, rank);
        }

        let AxisBuffers { children: kept, inverses, lookups, distances, table } = buffers;
        inverses.clear();
        for &child in &*kept {
            if child.left > 0 && bound(child.distances) > child.left {
                continue;
            }
            let cube = nodes[child.parent as usize].state.cube.apply(child.turn);
            // A remaining cost of 0 means solved.
            if child.left > 0 || cube.is_solved() {
                let coordinates = self.inverse.coordinates(cube);
                inverses.push(InverseChild { child, cube, coordinates, distances: [0; 3] });
            }
        }
        for axis in 0..3 {
            lookups.clear();
            let lookup = |one: &InverseChild| AxisLookup { coordinates: one.coordinates[axis], left: one.child.left };
            lookups.extend(inverses.iter().map(lookup));
            self.table.distances(lookups, table, distances);
            retain(inverses, distances, |one, distance| {
                one.distances[axis] = distance;
                distance <= one.child.left
            });
        }
        for InverseChild { child, cube, coordinates, distances } in &*inverses {
            if child.left > 0 && bound(*distances) > child.left {
                continue;
            }
            let parent = &nodes[child.parent as usize];
            let node = parent.child(child.parent, child.turn, child.left, ());
            // Each side excludes moves of the other. The search continues on the side with fewer moves.
            let moves = node.moves().without(self.excluded(*distances, child.left));
            let mut own = [0; 3];
            for (axis, distance) in parent.state.axes.into_iter().zip(child.distances) {
                own[usize::from(axis)] = distance;
            }
            let others = node.other_moves().without(self.excluded(own, child.left));
            children.push(if others.len() < moves.len() {
                node.on_other_side(AxisState::new(cube.inverse(), *coordinates, *distances, others))
            } else {
                let after = |axis| self.after(self.rows(parent.state.coordinates[axis]), axis, child.turn);
                node.with(AxisState::new(*cube, std::array::from_fn(after), own, moves))
            });
        }
        looked_up as u64
    }
}
