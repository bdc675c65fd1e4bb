//! [`SourceHeuristic`]: lower bounds for IDA* from R. Korf's three tables: all corners, and two halves of the edges. By them it expands
//! nodes. Bounds from the other sets of tables are in `axis_heuristic`.

use super::heuristic::Heuristic;
use super::node::SearchNode;
use crate::puzzle::{Cube3, Metric, Turn};
use crate::solver::Cancelled;
use crate::table::{
    CORNERS, Coordinate, CornerOrientation, CornerPermutation, FIRST_EDGES, LAST_EDGES, PackedTable, SixEdgeSpace,
    SixEdges, TableSlice, TableSource, TableSpec, TransitionTable, narrow,
};

/// Lower bounds from the corners and from both halves of the edges.
pub(super) struct SourceHeuristic {
    metric: Metric,
    permutations: TransitionTable,
    twists: TransitionTable,
    corners: PackedTable<4, TableSlice<u8>>,
    halves: [(SixEdgeSpace, PackedTable<4, TableSlice<u8>>); 2],
}

/// A state by its coordinates.
#[derive(Clone, Copy)]
pub(super) struct SourceState {
    permutation: u16,
    twist: u16,
    /// [`SixEdges`]
    halves: [u32; 2],
}

/// A child of one of the nodes.
#[derive(Clone, Copy)]
pub(super) struct SourceChild {
    parent: u32,
    turn: Turn,
    left: u8,
    state: SourceState,
    distance: u8,
}

impl SourceHeuristic {
    /// Returns the bounds in a metric.
    ///
    /// # Errors
    /// If the observer of the tables ends their construction.
    pub(super) fn new(metric: Metric, tables: &TableSource<'_>) -> Result<Self, Cancelled> {
        let load = |table: &[TableSpec; 2]| tables.load(&table[metric as usize]);
        let (corners, first, last) = (load(&CORNERS)?, load(&FIRST_EDGES)?, load(&LAST_EDGES)?);
        let step = || tables.observer.step();
        Ok(Self {
            metric,
            permutations: TransitionTable::new::<CornerPermutation>(),
            twists: TransitionTable::new::<CornerOrientation>(),
            corners: PackedTable::from_bytes(corners, CornerOrientation::SIZE),
            halves: [
                (SixEdgeSpace::new::<0>(&step)?, PackedTable::from_bytes(first, 64)),
                (SixEdgeSpace::new::<6>(&step)?, PackedTable::from_bytes(last, 64)),
            ],
        })
    }

    fn corners(&self, state: &SourceState) -> u8 {
        self.corners.get(state.permutation.into(), state.twist.into())
    }

    fn half(&self, state: &SourceState, number: usize) -> u8 {
        let value = state.halves[number] as usize;
        self.halves[number].1.get(value / 64, value % 64)
    }
}

impl Heuristic for SourceHeuristic {
    type State = SourceState;
    type Buffers = Vec<SourceChild>;

    fn root(&self, cube: Cube3) -> (SourceState, u8) {
        let halves = [SixEdges::<0>::encode(cube), SixEdges::<6>::encode(cube)];
        let state = SourceState {
            permutation: narrow(CornerPermutation::encode(cube)),
            twist: narrow(CornerOrientation::encode(cube)),
            halves: halves.map(|value| u32::try_from(value).expect("less than 2^32 values")),
        };
        (state, self.corners(&state).max(self.half(&state, 0)).max(self.half(&state, 1)))
    }

    fn is_solved(&self, state: &SourceState) -> bool {
        (state.permutation, state.twist, state.halves) == (0, 0, [0, 0])
    }

    fn distance_sum(&self, state: &SourceState) -> u8 {
        self.corners(state) + self.half(state, 0) + self.half(state, 1)
    }

    fn expand(
        &self,
        nodes: &[SearchNode<SourceState>],
        buffer: &mut Vec<SourceChild>,
        children: &mut Vec<SearchNode<SourceState>>,
    ) -> u64 {
        buffer.clear();
        for (parent, node) in (0..).zip(nodes) {
            for turn in node.moves().iter() {
                let Some(left) = node.left.checked_sub(self.metric.cost(turn)) else { continue };
                let permutation = self.permutations.next(node.state.permutation, turn);
                let twist = self.twists.next(node.state.twist, turn);
                let state = SourceState { permutation, twist, ..node.state };
                buffer.push(SourceChild { parent, turn, left, state, distance: 0 });
            }
        }
        let all = buffer.len() as u64;
        // The look-ups are independent, so their memory accesses overlap.
        buffer.iter_mut().for_each(|child| child.distance = self.corners(&child.state));
        buffer.retain(|child| child.distance <= child.left);
        for (number, (space, _)) in self.halves.iter().enumerate() {
            for child in buffer.iter_mut() {
                child.state.halves[number] = space.next(child.state.halves[number], child.turn);
            }
            buffer.iter_mut().for_each(|child| child.distance = self.half(&child.state, number));
            buffer.retain(|child| child.distance <= child.left);
        }
        let node = |child: &SourceChild| nodes[child.parent as usize].child(child.turn, child.left).with(child.state);
        children.extend(buffer.iter().map(node));
        all
    }
}
