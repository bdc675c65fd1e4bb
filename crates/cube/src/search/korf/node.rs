//! [`SearchNode`]: a node of the search tree of IDA*, where moves are made on the state or on its inverse, and the moves that may follow
//! there. A [`Path`] leads to it from the root of its subtree, with at most 21 moves; two paths make a solution. Nodes are expanded in the
//! heuristics.

use std::sync::LazyLock;

use crate::puzzle::{Algorithm, MoveSet, Turn};

/// The side of a move: applied to the state, or to its inverse, which extends the solution at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    State,
    Inverse,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::State => Self::Inverse,
            Self::Inverse => Self::State,
        }
    }
}

/// At most 21 moves with their sides, in the order in which the search made them: six bits each, the last move in the lowest.
/// Six bits of 0 are no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Path(u128);

impl Path {
    const BITS: usize = 6;

    #[inline]
    fn then(self, side: Side, turn: Turn) -> Self {
        Self(self.0 << Self::BITS | (2 * turn.index() + side as usize + 1) as u128)
    }

    /// Returns the path without its last moves.
    fn without(self, moves: usize) -> Self {
        Self(self.0 >> (Self::BITS * moves))
    }

    fn steps(self) -> impl Iterator<Item = (Side, Turn)> {
        (0..128 / Self::BITS).rev().filter_map(move |number| {
            let code = (self.without(number).0 & ((1 << Self::BITS) - 1)) as usize;
            let side = if code % 2 == 1 { Side::State } else { Side::Inverse };
            code.checked_sub(1).map(|code| (side, Turn::ALL[code / 2]))
        })
    }
}

/// A node of the search tree.
#[derive(Clone, Copy)]
pub(super) struct SearchNode<S> {
    pub(super) state: S,
    /// The path from the root of the subtree.
    pub(super) path: Path,
    /// The number of the subtree among those that are searched together.
    pub(super) subtree: u16,
    /// The remaining cost.
    pub(super) left: u8,
    /// The side of `state`, on which the search continues.
    side: Side,
    /// The last move on each side.
    last: [Option<Turn>; 2],
}

impl<S> SearchNode<S> {
    pub(super) fn root(state: S, left: u8) -> Self {
        Self { state, path: Path::default(), subtree: 0, left, side: Side::State, last: [None; 2] }
    }

    /// Returns the same node with another state.
    #[inline]
    pub(super) fn with<T>(&self, state: T) -> SearchNode<T> {
        let &Self { path, subtree, left, side, last, .. } = self;
        SearchNode { state, path, subtree, left, side, last }
    }

    /// Returns the node as the root of a subtree.
    pub(super) fn subtree_root(&self, subtree: u16) -> Self
    where
        S: Copy,
    {
        Self { path: Path::default(), subtree, ..*self }
    }

    /// Returns the child after a move, without its state.
    #[inline]
    pub(super) fn child(&self, turn: Turn, left: u8) -> SearchNode<()> {
        let mut child = SearchNode { path: self.path.then(self.side, turn), left, ..self.with(()) };
        child.last[self.side as usize] = Some(turn);
        child
    }

    /// Returns the same node with the state of the other side.
    #[inline]
    pub(super) fn opposite<T>(&self, state: T) -> SearchNode<T> {
        SearchNode { side: self.side.other(), ..self.with(state) }
    }

    /// Returns the moves that may follow, in canonical order.
    #[inline]
    pub(super) fn moves(&self) -> MoveSet {
        self.moves_on(self.side)
    }

    /// Returns the moves that may follow on the other side.
    #[inline]
    pub(super) fn other_moves(&self) -> MoveSet {
        self.moves_on(self.side.other())
    }

    #[inline]
    fn moves_on(&self, side: Side) -> MoveSet {
        FOLLOWING[side as usize][self.last[side as usize].map_or(18, Turn::index)]
    }

    /// Returns the last move, if the search continues on its side.
    pub(super) fn last_move(&self) -> Option<Turn> {
        self.last[self.side as usize]
    }
}

/// By side: the moves that may follow each turn; the last entry holds the possible first moves.
static FOLLOWING: LazyLock<[[MoveSet; 19]; 2]> = LazyLock::new(|| {
    [Side::State, Side::Inverse].map(|side| {
        std::array::from_fn(|index| {
            let last = Turn::ALL.get(index).copied();
            // A later move on the side of the inverse comes earlier in the solution.
            let may_follow = |turn: &Turn| match side {
                Side::State => turn.may_follow(last),
                Side::Inverse => last.is_none_or(|last| last.may_follow(Some(*turn))),
            };
            MoveSet::ALL.iter().filter(may_follow).collect()
        })
    })
});

/// Returns the solution of two paths, one after the other: the moves on the side of the state in order, then the inverted moves
/// of the other side in reverse order.
pub(super) fn solution(paths: [Path; 2]) -> Algorithm {
    let steps: Vec<_> = paths.into_iter().flat_map(Path::steps).collect();
    let side_steps = |side| steps.iter().filter(move |step| step.0 == side).map(|step| step.1);
    side_steps(Side::State).chain(side_steps(Side::Inverse).rev().map(Turn::inverse)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(steps: &[(Side, Turn)]) -> Path {
        steps.iter().fold(Path::default(), |path, &(side, turn)| path.then(side, turn))
    }

    #[test]
    fn steps_on_the_inverse_are_the_end_of_the_solution() {
        let steps = [
            (Side::State, Turn::R),
            (Side::Inverse, Turn::U),
            (Side::Inverse, Turn::F2),
            (Side::State, Turn::B3),
            (Side::Inverse, Turn::L3),
        ];
        for place in 0..=steps.len() {
            let moves: Vec<_> = solution([path(&steps[..place]), path(&steps[place..])]).iter().copied().collect();
            assert_eq!(moves, [Turn::R, Turn::B3, Turn::L, Turn::F2, Turn::U3]);
            assert_eq!(path(&steps).without(steps.len() - place), path(&steps[..place]));
        }
    }

    #[test]
    fn a_path_holds_21_moves() {
        let steps: Vec<_> = (0..21).map(|number| (Side::State, Turn::ALL[17 - number % 18])).collect();
        assert_eq!(path(&steps).steps().collect::<Vec<_>>(), steps);
    }

    #[test]
    fn opposite_faces_turn_in_one_order_on_both_sides() {
        let node = |side, last| SearchNode { side, ..SearchNode::root((), 9) }.child(last, 8);
        for side in [Side::State, Side::Inverse] {
            for (first, second) in [(Turn::U, Turn::D2), (Turn::R2, Turn::L), (Turn::F3, Turn::B)] {
                let forward = node(side, first).moves().contains(second);
                let backward = node(side, second).moves().contains(first);
                assert_eq!((forward, backward), (side == Side::State, side == Side::Inverse), "{first} {second}");
                assert!(!node(side, first).moves().contains(first));
                assert_eq!(node(side, first).other_moves(), MoveSet::ALL);
            }
        }
    }
}
