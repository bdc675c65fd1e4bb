//! [`CosetSpace`]: the cosets of the domino group ⟨U, D, R2, F2, L2, B2⟩, and the group itself, as spaces of the search in `bidirectional`:
//! products of three coordinates. `intermediate` searches in both.

use super::node_ball::SearchSpace;
use crate::puzzle::{Cube3, MoveSet, Turn};
use crate::table::{
    Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, LayerEdges, SlicePermutation, SlicePositions,
    TransitionTable, narrow,
};

/// All values of three coordinates, with the moves between them.
pub(super) struct CosetSpace {
    encode: [fn(Cube3) -> usize; 3],
    transitions: [TransitionTable; 3],
    moves: Vec<Turn>,
}

impl CosetSpace {
    /// Returns the cosets of the domino group: the orientations, and the positions of the middle layer's edges.
    pub(super) fn cosets() -> Self {
        Self::new::<CornerOrientation, EdgeOrientation, SlicePositions>(MoveSet::ALL)
    }

    /// Returns the domino group: the permutations of the corners, of the edges of U and D, and of the middle layer.
    pub(super) fn domino() -> Self {
        Self::new::<CornerPermutation, LayerEdges, SlicePermutation>(MoveSet::DOMINO)
    }

    fn new<A: Coordinate, B: Coordinate, C: Coordinate>(moves: MoveSet) -> Self {
        let transitions = [TransitionTable::new::<A>(), TransitionTable::new::<B>(), TransitionTable::new::<C>()];
        Self { encode: [A::encode, B::encode, C::encode], transitions, moves: moves.iter().collect() }
    }

    /// Returns the node of a cube, which must be in the group that the moves generate. This is not checked.
    pub(super) fn node(&self, cube: Cube3) -> [u16; 3] {
        self.encode.map(|encode| narrow(encode(cube)))
    }
}

impl SearchSpace for CosetSpace {
    type Node = [u16; 3];

    fn home(&self) -> [u16; 3] {
        [0; 3]
    }

    fn moves(&self) -> &[Turn] {
        &self.moves
    }

    #[inline]
    fn neighbors(&self, [a, b, c]: [u16; 3]) -> impl Fn(Turn) -> [u16; 3] {
        let [first, second, third] = &self.transitions;
        let (a, b, c) = (first.row(a), second.row(b), third.row(c));
        move |turn| [a[turn.index()], b[turn.index()], c[turn.index()]]
    }

    #[inline]
    fn key(&self, [a, b, c]: [u16; 3]) -> u64 {
        u64::from(a) << 32 | u64::from(b) << 16 | u64::from(c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Metric;
    use crate::route::refinement::node_ball::NodeBall;

    /// Returns the number of nodes at each distance.
    fn layers(space: &CosetSpace, max: u8) -> Vec<usize> {
        let ball_sizes: Vec<usize> =
            (0..=max).map(|radius| NodeBall::new(space, radius, Metric::Htm, &|| false).unwrap().len()).collect();
        (0..ball_sizes.len()).map(|i| ball_sizes[i] - i.checked_sub(1).map_or(0, |i| ball_sizes[i])).collect()
    }

    #[test]
    fn layers_of_both_spaces_have_the_known_sizes() {
        // H. Kociemba's counts of the cosets of his subgroup, and of the states in it.
        assert_eq!(layers(&CosetSpace::cosets(), 4), [1, 4, 50, 592, 7156]);
        assert_eq!(layers(&CosetSpace::domino(), 5), [1, 10, 67, 456, 3079, 19948]);
    }
}
