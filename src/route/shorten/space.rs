//! [`Space`]: what some turns do to one aspect of a cube, and [`Graph`], three aspects at once.

use std::collections::HashMap;

use crate::puzzle::CubeState;
use crate::puzzle::algorithm::Metric;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::{MoveSet, Turn};

/// An aspect of a cube (say, how its corners are twisted), as a number from which follows what a turn makes of it.
type Aspect = fn(Cube3) -> u64;

/// All values of an aspect that some turns reach from the solved cube, numbered in the order of a breadth-first search;
/// solved is 0.
struct Space {
    aspect: Aspect,
    numbers: HashMap<u64, u16>,
    /// What each turn makes of each number: number × turns + turn.
    next: Vec<u16>,
}

impl Space {
    fn new(aspect: Aspect, turns: &[Turn]) -> Self {
        let mut numbers = HashMap::from([(aspect(Cube3::SOLVED), 0)]);
        let (mut cubes, mut next) = (vec![Cube3::SOLVED], Vec::new());
        let mut done = 0;
        while done < cubes.len() {
            for &turn in turns {
                let cube = cubes[done].apply(turn);
                let new = u16::try_from(cubes.len()).expect("an aspect has fewer than 65,536 values");
                let number = *numbers.entry(aspect(cube)).or_insert(new);
                if number == new {
                    cubes.push(cube);
                }
                next.push(number);
            }
            done += 1;
        }
        Self { aspect, numbers, next }
    }
}

/// A cube as three aspects.
pub(super) type Node = [u16; 3];

/// The number of a node, less than 2⁴⁸.
pub(super) fn key(node: Node) -> u64 {
    node.iter().fold(0, |key, &number| key << 16 | u64::from(number))
}

#[allow(clippy::cast_possible_truncation)] // 16 bits each
fn node(key: u64) -> Node {
    [(key >> 32) as u16, (key >> 16) as u16, key as u16]
}

/// The graph of all nodes and some turns between them.
pub(super) struct Graph {
    spaces: [Space; 3],
    turns: Vec<Turn>,
}

impl Graph {
    /// The orientation of corners and edges, and where the edges of the middle layer are: the cosets of the domino group.
    pub(super) fn cosets() -> Self {
        let turns = Turn::ALL.to_vec();
        let twists = |cube: Cube3| (0..8).fold(0, |key, i| key << 2 | cube.corner(i).1 as u64);
        let flips = |cube: Cube3| (0..12).fold(0, |key, i| key << 1 | cube.edge(i).1 as u64);
        let slice = |cube: Cube3| (0..12).fold(0, |key, i| key << 1 | u64::from(cube.edge(i).0 >= 8));
        Self::new([twists, flips, slice], turns)
    }

    /// The domino group itself: the permutations of the corners, of the edges of U and D, and of the middle layer.
    pub(super) fn domino() -> Self {
        let turns: Vec<Turn> = MoveSet::DOMINO.iter().collect();
        let corners = |cube: Cube3| (0..8).fold(0, |key, i| key << 4 | cube.corner(i).0 as u64);
        let edges = |cube: Cube3| (0..8).fold(0, |key, i| key << 4 | cube.edge(i).0 as u64);
        let slice = |cube: Cube3| (8..12).fold(0, |key, i| key << 4 | cube.edge(i).0 as u64);
        Self::new([corners, edges, slice], turns)
    }

    fn new(aspects: [Aspect; 3], turns: Vec<Turn>) -> Self {
        Self { spaces: aspects.map(|aspect| Space::new(aspect, &turns)), turns }
    }

    /// The node of a cube, if the turns of the graph lead there.
    pub(super) fn node(&self, cube: Cube3) -> Option<Node> {
        let [a, b, c] = &self.spaces;
        let number = |space: &Space| space.numbers.get(&(space.aspect)(cube)).copied();
        Some([number(a)?, number(b)?, number(c)?])
    }

    /// The turns, by number.
    pub(super) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// What a turn, by its number, makes of a node.
    #[inline]
    pub(super) fn next(&self, node: Node, turn: usize) -> Node {
        let width = self.turns.len();
        std::array::from_fn(|i| self.spaces[i].next[usize::from(node[i]) * width + turn])
    }

    /// All nodes within a cost of the solved one.
    pub(super) fn reach(&self, most: u8, metric: Metric) -> super::reach::Reach {
        super::reach::Reach::new(key([0; 3]), most, |from, visit| {
            for (number, &turn) in self.turns.iter().enumerate() {
                visit(key(self.next(node(from), number)), cost(turn, metric));
            }
        })
    }
}

/// What a turn costs.
#[inline]
pub(super) fn cost(turn: Turn, metric: Metric) -> u8 {
    if metric == Metric::Qtm && turn.quarters() == 2 { 2 } else { 1 }
}

/// May a turn follow another in a sequence that is not plainly too long, or another way of writing one? Turns of one
/// face merge, and of two opposite faces, which commute, the first in the order U R F D L B comes first.
#[inline]
pub(super) fn may_follow(turn: Turn, last: Option<Turn>) -> bool {
    last.is_none_or(|last| {
        let (face, before) = (turn.face().index(), last.face().index());
        face % 3 != before % 3 || face > before
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many nodes lie at each distance.
    fn layers(graph: &Graph, most: u8) -> Vec<usize> {
        let within: Vec<usize> = (0..=most).map(|most| graph.reach(most, Metric::Htm).len()).collect();
        (0..within.len()).map(|i| within[i] - i.checked_sub(1).map_or(0, |i| within[i])).collect()
    }

    #[test]
    fn the_layers_of_both_graphs_are_the_known_ones() {
        // H. Kociemba's counts of the cosets of his subgroup, and of the states in it.
        assert_eq!(layers(&Graph::cosets(), 4), [1, 4, 50, 592, 7156]);
        assert_eq!(layers(&Graph::domino(), 5), [1, 10, 67, 456, 3079, 19948]);
    }

    #[test]
    fn a_cube_outside_the_group_has_no_node_in_it() {
        let domino = Graph::domino();
        assert_eq!(domino.node(Cube3::of(&[Turn::R])), None);
        assert_eq!(domino.node(Cube3::SOLVED), Some([0; 3]));
    }
}
