//! [`AxisHeuristic`]: bounds from one table that is looked up along the three axes, for a state and its inverse (H. Kociemba's optimal
//! solver; T. Rokicki). By them it expands nodes. The tables are in `axis_table`; bounds from Korf's three tables are in
//! `source_heuristic`.

use std::time::Duration;

use super::axis_table::{AxisCoordinates, AxisTable};
use super::heuristic::Heuristic;
use super::inverse::{InverseCoordinates, InverseSum};
use super::node::SearchNode;
use crate::puzzle::{Cube3, Metric, MoveSet, Symmetry, Turn};
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
    axis_moves: [[MoveSet; 2]; 3],
    /// By turn: its axis.
    axes: [u8; 18],
    inverse: InverseCoordinates,
}

/// A state, or its inverse, with its coordinates.
#[derive(Clone, Copy)]
pub(super) struct AxisState {
    cube: Cube3,
    /// The coordinates of the other side.
    inverse: InverseSum,
    coordinates: [AxisCoordinates; 3],
    /// The axes by descending distance.
    axes: [u8; 3],
    /// The axes of the other side by descending distance.
    other_axes: [u8; 3],
    /// The distances of the other side.
    others: [u8; 3],
    /// The sum of the distances of both sides.
    sum: u8,
    /// The moves that may follow.
    moves: MoveSet,
}

/// Returns the axes by descending distance; of equal ones the first is the first.
#[inline]
fn ranked([a, b, c]: [u8; 3]) -> [u8; 3] {
    const ORDERS: [[u8; 3]; 8] =
        [[0, 1, 2], [1, 0, 2], [0, 1, 2], [1, 2, 0], [0, 2, 1], [0, 1, 2], [2, 0, 1], [2, 1, 0]];
    ORDERS[usize::from(b > a) | usize::from(c > a) << 1 | usize::from(c > b) << 2]
}

/// Returns the lower bound for an unsolved state: the largest distance, or the smallest distance + 1 if that is more. The last
/// move does not change the coordinates along its own axis, so the distance along that axis is less than that of the
/// state.
fn bound(distances: [u8; 3]) -> u8 {
    let [a, b, c] = distances;
    a.max(b).max(c).max(a.min(b).min(c) + 1)
}

/// Returns the sum of the distances of both sides.
fn sum(sides: [[u8; 3]; 2]) -> u8 {
    sides.as_flattened().iter().sum()
}

impl<T: AxisTable> AxisHeuristic<T> {
    pub(super) fn new(table: T, metric: Metric) -> Self {
        let rotations = Symmetry::axis_rotations();
        let image = |turn: Turn, axis: usize| u8::try_from(rotations[axis].turn(turn).index()).expect("18 turns");
        let axis_moves: [[MoveSet; 2]; 3] = rotations.map(|rotation| {
            let axis_moves = |turn: &Turn| rotation.turn(*turn).face().index() % 3 == 0;
            let half = |turn: &Turn| axis_moves(turn) && turn.quarters() == 2;
            [MoveSet::ALL.iter().filter(axis_moves).collect(), MoveSet::ALL.iter().filter(half).collect()]
        });
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
            axes: Turn::ALL.map(|turn| {
                let axis = (0..3).zip(axis_moves).find(|(_, [turns, _])| turns.contains(turn));
                axis.expect("every turn is about an axis").0
            }),
            axis_moves,
            inverse: InverseCoordinates::new(),
        }
    }

    fn distances(&self, coordinates: [AxisCoordinates; 3]) -> [u8; 3] {
        coordinates.map(|coordinates| match self.table.distance(self.table.place(coordinates)) {
            0 => self.near_distance(coordinates),
            distance => distance,
        })
    }

    fn near_distance(&self, coordinates: AxisCoordinates) -> u8 {
        self.table.near_distance(self.table.near_place(coordinates))
    }

    /// Returns the moves that cannot come next, given the distances of the inverse and the remaining cost.
    ///
    /// The inverse of the next move is the last move in the solution of the inverse state, and it does not change the
    /// coordinates along its axis. Moves about an axis are therefore excluded if its distance equals the remaining
    /// cost, and half turns about an axis if its distance is one quarter turn less.
    fn excluded(&self, inverse: [u8; 3], left: u8) -> MoveSet {
        let mut excluded = MoveSet::NONE;
        for (moves, distance) in self.axis_moves.iter().zip(inverse) {
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
        let [a, b, c, d] = &self.transitions;
        let [slice, upper, flips, twist] = coordinates;
        [a.row(slice), b.row(upper), c.row(flips), d.row(twist)]
    }

    /// Returns the coordinates along an axis after a move, given their [rows](Self::rows).
    #[inline]
    fn after(&self, [a, b, c, d]: [&[u16; 18]; 4], axis: usize, turn: Turn) -> AxisCoordinates {
        let turn = usize::from(self.turns[axis][turn.index()]);
        [a[turn], b[turn], c[turn], d[turn]]
    }

    /// Returns the coordinates of a child along its axis of this rank.
    #[inline]
    fn child_coordinates(&self, nodes: &[SearchNode<AxisState>], child: &AxisChild, rank: usize) -> AxisCoordinates {
        let parent = &nodes[usize::from(child.parent)].state;
        let axis = usize::from(parent.axes[rank]);
        self.after(self.rows(parent.coordinates[axis]), axis, child.turn)
    }

    /// Looks up all of these, and keeps those with a distance within the remaining cost, which `set` receives.
    #[inline]
    fn look_up<E: Copy>(
        &self,
        all: &mut Vec<E>,
        lookups: &mut LookUps<E>,
        left: impl Fn(&E) -> u8,
        coordinates: impl Fn(&E) -> AxisCoordinates,
        set: impl Fn(&mut E, u8),
    ) {
        lookups.places.clear();
        lookups.places.extend(all.iter().map(|child| self.table.place(coordinates(child))));
        self.look_up_places(all, lookups, left, coordinates, set);
    }

    /// Does the same for places that are known.
    #[inline]
    fn look_up_places<E: Copy>(
        &self,
        all: &mut Vec<E>,
        LookUps { places, near }: &mut LookUps<E>,
        left: impl Fn(&E) -> u8,
        coordinates: impl Fn(&E) -> AxisCoordinates,
        set: impl Fn(&mut E, u8),
    ) {
        // A separate loop: with fewer instructions between two memory accesses, more accesses overlap.
        places.iter().for_each(|&place| self.table.prefetch(place));
        let max_near = self.table.near();
        near.clear();
        let mut count = 0;
        for (index, &place) in places.iter().enumerate() {
            let (mut child, distance) = (all[index], self.table.distance(place));
            let left = left(&child);
            if distance == 0 && left <= max_near {
                near.push((child, self.table.near_place(coordinates(&child))));
                continue;
            }
            set(&mut child, distance);
            all[count] = child;
            // Branch-free, because the outcome is unpredictable.
            count += usize::from(distance <= left);
        }
        all.truncate(count);
        for &mut (mut child, place) in near {
            let distance = self.table.near_distance(place);
            if distance <= left(&child) {
                set(&mut child, distance);
                all.push(child);
            }
        }
    }
}

/// A child of one of the nodes.
#[derive(Clone, Copy)]
pub(super) struct AxisChild {
    parent: u16,
    turn: Turn,
    /// The remaining cost after the move.
    left: u8,
    /// By rank of the axis.
    distances: [u8; 3],
}

/// A child that the bounds of the state do not prune.
#[derive(Clone, Copy)]
pub(super) struct InverseChild {
    child: AxisChild,
    /// The coordinates of the inverse.
    inverse: InverseSum,
    /// By axis: the distances of the inverse.
    distances: [u8; 3],
    /// The axes other than that of the move.
    axes: [u8; 2],
}

/// Buffers for look-ups.
struct LookUps<E> {
    places: Vec<usize>,
    /// Near states, with their places.
    near: Vec<(E, usize)>,
}

impl<E> Default for LookUps<E> {
    fn default() -> Self {
        Self { places: Vec::new(), near: Vec::new() }
    }
}

/// Buffers of a thread.
#[derive(Default)]
pub(super) struct AxisBuffers {
    children: Vec<AxisChild>,
    inverses: Vec<InverseChild>,
    child_lookups: LookUps<AxisChild>,
    inverse_lookups: LookUps<InverseChild>,
}

impl<T: AxisTable> Heuristic for AxisHeuristic<T> {
    type State = AxisState;
    type Buffers = AxisBuffers;

    fn root(&self, cube: Cube3) -> (AxisState, u8) {
        let [direct, inverse] = [cube.inverse(), cube].map(|cube| self.inverse.sum(cube));
        let [coordinates, inverse_coordinates] = [direct, inverse].map(|sum| self.inverse.coordinates(sum));
        let (distances, others) = (self.distances(coordinates), self.distances(inverse_coordinates));
        let (axes, other_axes) = (ranked(distances), ranked(others));
        let state = AxisState {
            cube,
            inverse,
            coordinates,
            axes,
            other_axes,
            others,
            sum: sum([distances, others]),
            moves: MoveSet::ALL,
        };
        (state, if cube.is_solved() { 0 } else { bound(distances).max(bound(others)) })
    }

    fn is_solved(&self, state: &AxisState) -> bool {
        state.cube.is_solved()
    }

    fn distance_sum(&self, state: &AxisState) -> u8 {
        state.sum
    }

    fn settle(&self, gain: Duration, limit: Duration) {
        self.table.settle(gain, limit);
    }

    fn expand(
        &self,
        nodes: &[SearchNode<AxisState>],
        AxisBuffers { children: candidates, inverses, child_lookups, inverse_lookups }: &mut AxisBuffers,
        children: &mut Vec<SearchNode<AxisState>>,
    ) -> u64 {
        candidates.clear();
        child_lookups.places.clear();
        for (parent, node) in (0..).zip(nodes) {
            let axis = usize::from(node.state.axes[0]);
            let rows = self.rows(node.state.coordinates[axis]);
            for turn in node.state.moves.iter() {
                let Some(left) = node.left.checked_sub(self.metric.cost(turn)) else { continue };
                candidates.push(AxisChild { parent, turn, left, distances: [0; 3] });
                child_lookups.places.push(self.table.place(self.after(rows, axis, turn)));
            }
        }
        let all = candidates.len();
        for rank in 0..3 {
            let (left, coordinates) =
                (|child: &AxisChild| child.left, |child: &AxisChild| self.child_coordinates(nodes, child, rank));
            let set = |child: &mut AxisChild, distance| child.distances[rank] = distance;
            if rank == 0 {
                self.look_up_places(candidates, child_lookups, left, coordinates, set);
            } else {
                self.look_up(candidates, child_lookups, left, coordinates, set);
            }
        }

        inverses.clear();
        for &child in &*candidates {
            if child.left > 0 && bound(child.distances) > child.left {
                continue;
            }
            let parent = &nodes[usize::from(child.parent)].state;
            // A remaining cost of 0 means solved.
            if child.left > 0 || parent.cube.apply(child.turn).is_solved() {
                inverses.push(self.inverse_child(parent, child));
            }
        }
        for number in 0..2 {
            let axis = |entry: &InverseChild| usize::from(entry.axes[number]);
            let coordinates = |entry: &InverseChild| self.inverse.along(entry.inverse, axis(entry));
            self.look_up(
                inverses,
                inverse_lookups,
                |entry| entry.child.left,
                coordinates,
                |entry, distance| {
                    entry.distances[usize::from(entry.axes[number])] = distance;
                },
            );
        }
        let left = |entry: &&InverseChild| entry.child.left == 0 || bound(entry.distances) <= entry.child.left;
        children.extend(
            inverses.iter().filter(left).map(|entry| self.child_node(&nodes[usize::from(entry.child.parent)], entry)),
        );
        all as u64
    }
}

impl<T: AxisTable> AxisHeuristic<T> {
    /// Returns the entry of a child in the list of inverses. The inverse of the move does not change the coordinates of the
    /// inverse along its axis, so the distance along this axis is that of the parent.
    #[inline]
    fn inverse_child(&self, parent: &AxisState, child: AxisChild) -> InverseChild {
        let inverse = self.inverse.sum_after(parent.inverse, parent.cube, child.turn);
        let axis_moves = self.axes[child.turn.index()];
        let [a, b, c] = parent.other_axes;
        let axes = [if a == axis_moves { b } else { a }, if c == axis_moves { b } else { c }];
        let (mut distances, axis) = ([0; 3], usize::from(axis_moves));
        distances[axis] = parent.others[axis];
        if distances[axis] == 0 && child.left <= self.table.near() {
            distances[axis] = self.near_distance(self.inverse.along(inverse, axis));
        }
        InverseChild { child, inverse, distances, axes }
    }

    /// Returns the node of a child that may be solved in what is left. Each side excludes moves of the other; the search continues on
    /// the side with fewer moves.
    #[inline]
    fn child_node(&self, parent: &SearchNode<AxisState>, entry: &InverseChild) -> SearchNode<AxisState> {
        let InverseChild { child, inverse, distances, .. } = *entry;
        let cube = parent.state.cube.apply(child.turn);
        let node = parent.child(child.turn, child.left);
        let moves = node.moves().without(self.excluded(distances, child.left));
        let mut others = [0; 3];
        for rank in 0..3 {
            others[usize::from(parent.state.axes[rank])] = child.distances[rank];
        }
        let other_moves = node.other_moves().without(self.excluded(others, child.left));
        let (axes, other_axes, sum) = (ranked(others), ranked(distances), sum([others, distances]));
        if other_moves.len() < moves.len() {
            let (axes, other_axes, cube, moves) = (other_axes, axes, cube.inverse(), other_moves);
            let (coordinates, inverse) = (self.inverse.coordinates(inverse), self.inverse.sum(cube));
            node.opposite(AxisState { cube, inverse, coordinates, axes, other_axes, others, sum, moves })
        } else {
            let along = |axis| self.after(self.rows(parent.state.coordinates[axis]), axis, child.turn);
            let coordinates = [along(0), along(1), along(2)];
            node.with(AxisState { cube, inverse, coordinates, axes, other_axes, others: distances, sum, moves })
        }
    }
}
