//! [`Axes`]: one table of the twists, the flips and the edges of a middle layer, looked up on the cube's three axes,
//! for the state and for its inverse (H. Kociemba's optimal solver; T. Rokicki).

use super::axis_table::{AxisTable, Seen};
use super::ida::{Guide, Place, cost};
use super::reader::{InverseReader, axis_rotations};
use crate::puzzle::CubeState;
use crate::puzzle::algorithm::Metric;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::{MoveSet, Turn};
use crate::table::{
    Coordinate, CornerOrientation, EdgeOrientation, SlicePositions, Space, TransitionTable, UpperCorners,
};

/// Bounds from one table on three axes.
pub(super) struct Axes<T> {
    table: T,
    metric: Metric,
    /// By number in a [`View`], then by value. Small, so that they stay in a core's own cache.
    rows: [Vec<Row>; 4],
    /// By axis: which turn each turn is, seen along that axis.
    turns: [[u8; 18]; 3],
    /// By axis: the turns about it, and those of them by 180°.
    about: [[MoveSet; 2]; 3],
    reader: InverseReader,
}

/// What the turns make of a value.
type Row = [u16; 18];

/// What an axis sees: [`SlicePositions`], [`UpperCorners`], [`EdgeOrientation`], [`CornerOrientation`].
pub(super) type View = [u16; 4];

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
            rows: [
                rows::<SlicePositions>(),
                rows::<UpperCorners>(),
                rows::<EdgeOrientation>(),
                rows::<CornerOrientation>(),
            ],
            turns: std::array::from_fn(|axis| Turn::ALL.map(|turn| seen(turn, axis))),
            about: axis_rotations().map(|rotation| {
                let about = |turn: &Turn| rotation.turn(*turn).face().index() % 3 == 0;
                let half = |turn: &Turn| about(turn) && turn.quarters() == 2;
                [MoveSet::ALL.iter().filter(about).collect(), MoveSet::ALL.iter().filter(half).collect()]
            }),
            reader: InverseReader::new(),
        }
    }

    fn distances(&self, views: [View; 3]) -> [u8; 3] {
        let mut distances = Vec::new();
        self.table.distances(&views.map(|view| Seen { view, left: 0 }), &mut T::Room::default(), &mut distances);
        std::array::from_fn(|axis| distances[axis])
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

    /// What the turns make of what an axis sees.
    #[inline]
    fn rows(&self, view: View) -> [&Row; 4] {
        std::array::from_fn(|number| &self.rows[number][usize::from(view[number])])
    }

    /// What an axis sees after a turn, given the [rows](Self::rows) of what it saw.
    #[inline]
    fn after(&self, rows: [&Row; 4], axis: usize, turn: Turn) -> View {
        let turn = usize::from(self.turns[axis][turn.index()]);
        rows.map(|row| row[turn])
    }

    /// Looks up what the axis of this rank sees of each try, and keeps those that may be solved in what is left.
    fn look(&self, places: &[Place<Node>], room: &mut Room<T::Room>, rank: usize) {
        let Room { tries, seen, distances, table, .. } = room;
        seen.clear();
        for siblings in tries.chunk_by(|one, other| one.parent == other.parent) {
            let node = &places[siblings[0].parent as usize].node;
            let axis = usize::from(node.axes[rank]);
            let rows = self.rows(node.views[axis]);
            seen.extend(siblings.iter().map(|one| Seen { view: self.after(rows, axis, one.turn), left: one.left }));
        }
        self.table.distances(seen, table, distances);
        keep(tries, distances, |one, distance| {
            one.distances[rank] = distance;
            distance <= one.left
        });
    }
}

/// Tells everybody a distance, and keeps those who say so.
#[inline]
fn keep<E: Copy>(all: &mut Vec<E>, distances: &[u8], mut tell: impl FnMut(&mut E, u8) -> bool) {
    let mut kept = 0;
    for (index, &distance) in distances.iter().enumerate() {
        all[kept] = all[index];
        // Without a branch, which nobody could foresee.
        kept += usize::from(tell(&mut all[kept], distance));
    }
    all.truncate(kept);
}

/// A turn from one of the places.
#[derive(Clone, Copy)]
pub(super) struct Try {
    parent: u32,
    turn: Turn,
    /// What is left after the turn.
    left: u8,
    /// By rank of the axis.
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

/// Room for what is tried, and for a table to work in.
#[derive(Default)]
pub(super) struct Room<T> {
    tries: Vec<Try>,
    late: Vec<Late>,
    seen: Vec<Seen>,
    distances: Vec<u8>,
    table: T,
}

impl<T: AxisTable> Guide for Axes<T> {
    type Node = Node;
    type Room = Room<T::Room>;

    fn root(&self, state: Cube3) -> (Node, u8) {
        let (views, inverse_views) = (self.reader.views(state.inverse()), self.reader.views(state));
        let distances = self.distances(views);
        let node = Node::new(state, views, distances, MoveSet::ALL);
        let bound = bound(distances).max(bound(self.distances(inverse_views)));
        (node, if state.is_solved() { 0 } else { bound })
    }

    fn metric(&self) -> Metric {
        self.metric
    }

    fn is_solved(&self, node: &Node) -> bool {
        node.cube.is_solved()
    }

    fn expand(&self, places: &[Place<Node>], room: &mut Room<T::Room>, next: &mut Vec<Place<Node>>) -> u64 {
        room.tries.clear();
        for (parent, place) in (0..).zip(places) {
            for turn in place.node.turns.iter() {
                let Some(left) = place.left.checked_sub(cost(self.metric, turn)) else { continue };
                room.tries.push(Try { parent, turn, left, distances: [0; 3] });
            }
        }
        let looked_up = room.tries.len();
        for rank in 0..3 {
            self.look(places, room, rank);
        }

        let Room { tries, late, seen, distances, table } = room;
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
            seen.clear();
            seen.extend(late.iter().map(|late| Seen { view: late.views[axis], left: late.one.left }));
            self.table.distances(seen, table, distances);
            keep(late, distances, |late, distance| {
                late.distances[axis] = distance;
                distance <= late.one.left
            });
        }
        for Late { one, cube, views, distances } in &*late {
            if one.left > 0 && bound(*distances) > one.left {
                continue;
            }
            let parent = &places[one.parent as usize];
            let place = parent.after(one.parent, one.turn, one.left, ());
            // Each side excludes turns of the other. On the side with fewer of them the search goes on.
            let turns = place.turns().without(self.excluded(*distances, one.left));
            let mut own = [0; 3];
            for (axis, distance) in parent.node.axes.into_iter().zip(one.distances) {
                own[usize::from(axis)] = distance;
            }
            let others = place.other_turns().without(self.excluded(own, one.left));
            next.push(if others.len() < turns.len() {
                place.turned(Node::new(cube.inverse(), *views, *distances, others))
            } else {
                let views = std::array::from_fn(|axis| self.after(self.rows(parent.node.views[axis]), axis, one.turn));
                place.with(Node::new(*cube, views, own, turns))
            });
        }
        looked_up as u64
    }
}
