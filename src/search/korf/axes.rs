//! [`Axes`]: one table of the twists, the flips and the edges of a middle layer, looked up on the cube's three axes,
//! for the state and for its inverse (H. Kociemba's optimal solver; T. Rokicki).

use super::axis_table::AxisTable;
use super::ida::{Guide, Place, cost};
use super::reader::{InverseReader, axis_rotations};
use crate::puzzle::Puzzle;
use crate::puzzle::algorithm::Metric;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::{MoveSet, Turn};
use crate::table::{AxisPositions, Coordinate, CornerOrientation, EdgeOrientation, Space, TransitionTable};

/// Bounds from one table on three axes.
pub(super) struct Axes<T> {
    table: T,
    metric: Metric,
    slices: Vec<Row>,
    flips: Vec<Row>,
    twists: Vec<Row>,
    /// By axis: which turn each turn is, seen along that axis.
    turns: [[u8; 18]; 3],
    /// By axis: the turns about it, and those of them by 180°.
    about: [[MoveSet; 2]; 3],
    reader: InverseReader,
}

/// What the turns make of a value.
type Row = [u16; 18];

/// What an axis sees: [`AxisPositions`], [`EdgeOrientation`], [`CornerOrientation`].
pub(super) type View = [u16; 3];

/// A state, or its inverse.
#[derive(Clone, Copy)]
pub(super) struct Node {
    cube: Cube3,
    views: [View; 3],
    /// The axes, the one that is farthest away first.
    axes: [u8; 3],
    /// The turns that can be the next.
    turns: MoveSet,
}

impl Node {
    fn new(cube: Cube3, views: [View; 3], distances: [u8; 3], turns: MoveSet) -> Self {
        let mut axes = [0, 1, 2];
        axes.sort_unstable_by_key(|&axis| std::cmp::Reverse(distances[usize::from(axis)]));
        Self { cube, views, axes, turns }
    }
}

/// The bound for an unsolved state: the last turn is about some axis, which sees nothing of it, so that one distance
/// is less than the whole.
fn bound(distances: [u8; 3]) -> u8 {
    let [a, b, c] = distances;
    a.max(b).max(c).max(a.min(b).min(c) + 1)
}

fn rows<C: Coordinate>() -> Vec<Row> {
    let table = TransitionTable::new::<C>();
    let row = |value| Turn::ALL.map(|turn| u16::try_from(table.next(value, turn)).expect("less than 2^16 values"));
    (0..C::SIZE).map(row).collect()
}

impl<T: AxisTable> Axes<T> {
    pub(super) fn new(table: T, metric: Metric) -> Self {
        let seen = |turn: Turn, axis: usize| u8::try_from(axis_rotations()[axis].turn(turn).index()).expect("18 turns");
        Self {
            table,
            metric,
            slices: rows::<AxisPositions>(),
            flips: rows::<EdgeOrientation>(),
            twists: rows::<CornerOrientation>(),
            turns: std::array::from_fn(|axis| Turn::ALL.map(|turn| seen(turn, axis))),
            about: axis_rotations().map(|rotation| {
                let about = |turn: &Turn| rotation.turn(*turn).face().index() % 3 == 0;
                let half = |turn: &Turn| about(turn) && turn.quarters() == 2;
                [MoveSet::ALL.iter().filter(about).collect(), MoveSet::ALL.iter().filter(half).collect()]
            }),
            reader: InverseReader::new(),
        }
    }

    fn distances(&self, views: &[View; 3]) -> [u8; 3] {
        views.map(|view| self.table.distance(self.table.place(view), 0, || view))
    }

    /// The turns that cannot be the next of so many, given what the axes see of the inverse. The next turn, taken back,
    /// is the last turn of the inverse's solution. If it is about an axis, that axis is done before it: so it is not
    /// about an axis that needs all that is left, and no half turn about one that needs all but a quarter turn.
    fn excluded(&self, inverse: [u8; 3], left: u8) -> MoveSet {
        let mut excluded = MoveSet::NONE;
        for (turns, distance) in self.about.iter().zip(inverse) {
            if distance == left {
                excluded = excluded.union(turns[0]);
            } else if self.metric == Metric::Qtm && distance + 1 == left {
                excluded = excluded.union(turns[1]);
            }
        }
        excluded
    }

    #[inline]
    fn after(&self, view: View, axis: usize, turn: Turn) -> View {
        let turn = usize::from(self.turns[axis][turn.index()]);
        let [slice, flips, twist] = view.map(usize::from);
        [self.slices[slice][turn], self.flips[flips][turn], self.twists[twist][turn]]
    }

    /// Looks up what the axis of this rank sees of each try, and keeps those that may be solved in what is left.
    fn look(&self, places: &[Place<Node>], tries: &mut Vec<Try>, spots: &mut Vec<T::Place>, rank: usize) {
        let seen = |one: &Try| {
            let node = &places[one.parent as usize].node;
            let axis = usize::from(node.axes[rank]);
            (axis, self.after(node.views[axis], axis, one.turn))
        };
        spots.clear();
        // Memory answers many at the same time.
        spots.extend(tries.iter().map(|one| self.table.ask(self.table.place(seen(one).1))));
        let mut kept = 0;
        for (index, &spot) in spots.iter().enumerate() {
            let mut one = tries[index];
            let axis = usize::from(places[one.parent as usize].node.axes[rank]);
            let distance = self.table.distance(spot, one.left, || seen(&one).1);
            one.distances[axis] = distance;
            // Without a branch, which nobody could foresee.
            tries[kept] = one;
            kept += usize::from(distance <= one.left);
        }
        tries.truncate(kept);
    }
}

/// A turn from one of the places.
#[derive(Clone, Copy)]
pub(super) struct Try {
    parent: u32,
    turn: Turn,
    /// What is left after the turn.
    left: u8,
    distances: [u8; 3],
}

/// A turn that one side does not exclude, but perhaps the other does.
#[derive(Clone, Copy)]
pub(super) struct Late {
    one: Try,
    cube: Cube3,
    views: [View; 3],
    distances: [u8; 3],
}

/// Room for what is tried.
pub(super) struct Room<P> {
    tries: Vec<Try>,
    late: Vec<Late>,
    spots: Vec<P>,
}

impl<P> Default for Room<P> {
    fn default() -> Self {
        Self { tries: Vec::new(), late: Vec::new(), spots: Vec::new() }
    }
}

impl<T: AxisTable> Guide for Axes<T> {
    type Node = Node;
    type Room = Room<T::Place>;

    fn root(&self, state: Cube3) -> (Node, u8) {
        let (views, inverse_views) = (self.reader.views(state.inverse()), self.reader.views(state));
        let distances = self.distances(&views);
        let node = Node::new(state, views, distances, MoveSet::ALL);
        let bound = bound(distances).max(bound(self.distances(&inverse_views)));
        (node, if state.is_solved() { 0 } else { bound })
    }

    fn metric(&self) -> Metric {
        self.metric
    }

    fn is_solved(&self, node: &Node) -> bool {
        node.cube.is_solved()
    }

    fn expand(&self, places: &[Place<Node>], room: &mut Room<T::Place>, next: &mut Vec<Place<Node>>) -> u64 {
        let Room { tries, late, spots } = room;
        tries.clear();
        for (parent, place) in (0..).zip(places) {
            for turn in place.node.turns.iter() {
                let Some(left) = place.left.checked_sub(cost(self.metric, turn)) else { continue };
                tries.push(Try { parent, turn, left, distances: [0; 3] });
            }
        }
        let looked_up = tries.len();
        for rank in 0..3 {
            self.look(places, tries, spots, rank);
        }

        late.clear();
        for &one in &*tries {
            if one.left > 0 && bound(one.distances) > one.left {
                continue;
            }
            let cube = places[one.parent as usize].node.cube.apply(one.turn);
            // Without any turn left only the solved state is.
            if one.left > 0 || cube.is_solved() {
                late.push(Late { one, cube, views: self.reader.views(cube), distances: [0; 3] });
            }
        }
        for axis in 0..3 {
            spots.clear();
            spots.extend(late.iter().map(|late| self.table.ask(self.table.place(late.views[axis]))));
            for (late, &spot) in late.iter_mut().zip(spots.iter()) {
                late.distances[axis] = self.table.distance(spot, late.one.left, || late.views[axis]);
            }
            late.retain(|late| late.distances[axis] <= late.one.left);
        }
        for Late { one, cube, views, distances } in &*late {
            if one.left > 0 && bound(*distances) > one.left {
                continue;
            }
            let parent = &places[one.parent as usize];
            let place = parent.after(one.parent, one.turn, one.left, ());
            // Each side excludes turns of the other. On the side with fewer of them the search goes on.
            let turns = place.turns().without(self.excluded(*distances, one.left));
            let others = place.other_turns().without(self.excluded(one.distances, one.left));
            next.push(if others.len() < turns.len() {
                place.turned(Node::new(cube.inverse(), *views, *distances, others))
            } else {
                let views = std::array::from_fn(|axis| self.after(parent.node.views[axis], axis, one.turn));
                place.with(Node::new(*cube, views, one.distances, turns))
            });
        }
        looked_up as u64
    }
}
