//! [`Source`]: the three tables of source 000, R. Korf's own: all corners, and the edges in two halves.

use super::ida::{Guide, Place, cost};
use crate::puzzle::algorithm::Metric;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::Turn;
use crate::table::known::{CORNERS, FIRST_EDGES, LAST_EDGES};
use crate::table::quarters::{CORNERS_QTM, FIRST_EDGES_QTM, LAST_EDGES_QTM};
use crate::table::rows::SixEdgeRows;
use crate::table::{
    Coordinate, CornerOrientation, CornerPermutation, Nibbles, SixEdges, Space, TableSource, TransitionTable,
};

/// Bounds from the corners and from either half of the edges.
pub(super) struct Source {
    metric: Metric,
    permutations: TransitionTable,
    twists: TransitionTable,
    first_edges: SixEdgeRows,
    last_edges: SixEdgeRows,
    corners: Nibbles,
    halves: [Nibbles; 2],
}

/// A state as source 000 writes it, in numbers.
#[derive(Clone, Copy)]
pub(super) struct Node {
    permutation: u16,
    twist: u16,
    /// [`SixEdges`]
    halves: [u32; 2],
}

/// A turn from one of the places.
#[derive(Clone, Copy)]
pub(super) struct Try {
    parent: u32,
    turn: Turn,
    left: u8,
    node: Node,
    distance: u8,
}

fn narrow<T: TryFrom<usize>>(value: usize) -> T {
    T::try_from(value).ok().expect("coordinates fit their types")
}

impl Source {
    pub(super) fn new(metric: Metric, tables: &TableSource<'_>) -> Self {
        let specs = match metric {
            Metric::Htm => [&CORNERS, &FIRST_EDGES, &LAST_EDGES],
            Metric::Qtm => [&CORNERS_QTM, &FIRST_EDGES_QTM, &LAST_EDGES_QTM],
        };
        let half = |number: usize| Nibbles::from_bytes(tables.load(specs[number]), 64);
        Self {
            metric,
            permutations: TransitionTable::new::<CornerPermutation>(),
            twists: TransitionTable::new::<CornerOrientation>(),
            first_edges: SixEdgeRows::new::<0>(),
            last_edges: SixEdgeRows::new::<6>(),
            corners: Nibbles::from_bytes(tables.load(specs[0]), CornerOrientation::SIZE),
            halves: [half(1), half(2)],
        }
    }

    fn corners(&self, node: &Node) -> u8 {
        self.corners.get(node.permutation.into(), node.twist.into())
    }

    fn half(&self, node: &Node, number: usize) -> u8 {
        let index = node.halves[number] as usize;
        self.halves[number].get(index / 64, index % 64)
    }
}

impl Guide for Source {
    type Node = Node;
    type Room = Vec<Try>;

    fn root(&self, state: Cube3) -> (Node, u8) {
        let node = Node {
            permutation: narrow(CornerPermutation::encode(state)),
            twist: narrow(CornerOrientation::encode(state)),
            halves: [narrow(SixEdges::<0>::encode(state)), narrow(SixEdges::<6>::encode(state))],
        };
        (node, self.corners(&node).max(self.half(&node, 0)).max(self.half(&node, 1)))
    }

    fn metric(&self) -> Metric {
        self.metric
    }

    fn is_solved(&self, node: &Node) -> bool {
        (node.permutation, node.twist, node.halves) == (0, 0, [0, 0])
    }

    fn expand(&self, places: &[Place<Node>], tries: &mut Vec<Try>, next: &mut Vec<Place<Node>>) -> u64 {
        tries.clear();
        for (parent, place) in (0..).zip(places) {
            let Node { permutation, twist, .. } = place.node;
            for turn in place.turns().iter() {
                let Some(left) = place.left.checked_sub(cost(self.metric, turn)) else { continue };
                let permutation = narrow(self.permutations.next(permutation.into(), turn));
                let twist = narrow(self.twists.next(twist.into(), turn));
                tries.push(Try { parent, turn, left, node: Node { permutation, twist, ..place.node }, distance: 0 });
            }
        }
        let looked_up = tries.len() as u64;
        // No look-up waits for the one before.
        tries.iter_mut().for_each(|one| one.distance = self.corners(&one.node));
        tries.retain(|one| one.distance <= one.left);
        for (number, rows) in [&self.first_edges, &self.last_edges].into_iter().enumerate() {
            for one in tries.iter_mut() {
                one.node.halves[number] = narrow(rows.next(one.node.halves[number] as usize, one.turn));
            }
            tries.iter_mut().for_each(|one| one.distance = self.half(&one.node, number));
            tries.retain(|one| one.distance <= one.left);
        }
        next.extend(
            tries.iter().map(|one| places[one.parent as usize].after(one.parent, one.turn, one.left, one.node)),
        );
        looked_up
    }
}
