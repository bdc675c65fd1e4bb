//! [`PreMoveRoots`]: states that phase 1 is searched from beside a given state: those with a few moves performed before it. They are for
//! Kociemba's search with small tables in half turns.
//!
//! Phase 1 is searched from each root. A solution of a root, followed by its moves, solves the state.

use super::path::MovePath;
use crate::puzzle::{Cube3, Metric, MoveSet, Turn};

/// By metric, the minimum length of phase 1 of a state with moves before it; `None` if no moves are tried.
///
/// In half turns 6 and 8 take 1.7 and 1.2 times as long for 21 moves, and no moves before the state 1.2 times. Quarter turns were not
/// measured.
const MIN_LENGTH: [Option<usize>; 2] = [Some(7), None];

/// The clockwise quarter turns that leave the domino group. The others follow by [`PreMoveRoot::with_inverse_first`].
const LEAVING: [Turn; 4] = [Turn::R, Turn::F, Turn::L, Turn::B];

/// Moves w that are performed before a state C. Moves that solve the state w C, and w after them, solve C.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PreMoves {
    first: Option<Turn>,
    /// The moves after the first one, and their number.
    rest: MovePath,
    rest_length: usize,
}

impl PreMoves {
    /// Returns the number of moves.
    pub(super) fn len(self) -> usize {
        self.rest_length + usize::from(self.first.is_some())
    }

    /// Returns the moves.
    pub(super) fn turns(self) -> impl Iterator<Item = Turn> {
        self.first.into_iter().chain(self.rest.turns(self.rest_length))
    }

    /// Returns the moves with another one before them.
    fn after(self, turn: Turn) -> Self {
        let (first, length) = (Some(turn), self.rest_length);
        match self.first {
            None => Self { first, ..self },
            Some(second) => Self { first, rest: self.rest.after(second, length), rest_length: length + 1 },
        }
    }
}

/// A state with moves before it.
#[derive(Clone, Copy, Default)]
pub(super) struct PreMoveRoot {
    pub(super) moves: PreMoves,
    /// The state after the moves.
    pub(super) cube: Cube3,
}

impl PreMoveRoot {
    /// Returns the root without moves before the state.
    pub(super) fn new(cube: Cube3) -> Self {
        Self { moves: PreMoves::default(), cube }
    }

    /// Returns the root with another move before the others.
    fn after(self, turn: Turn) -> Self {
        Self { moves: self.moves.after(turn), cube: Cube3::SOLVED.apply(turn).then(self.cube) }
    }

    /// Returns the moves with the first one inverted, and the state after them and a path of phase 1; `None` without moves. `end` is the
    /// state after the moves as they are and the same path. Both roots have the same paths, because they differ by a half turn.
    pub(super) fn with_inverse_first(self, end: Cube3) -> Option<(PreMoves, Cube3)> {
        let first = self.moves.first?;
        let half = Turn::new(first.face(), 2).expect("every face turns by 180°");
        let moves = PreMoves { first: Some(first.inverse()), ..self.moves };
        Some((moves, Cube3::SOLVED.apply(half).then(end)))
    }
}

/// The roots with moves before a state, up to a number of moves, the first of which is one of [`LEAVING`]. A move of the domino group
/// would belong to phase 2.
#[derive(Default)]
pub(super) struct PreMoveRoots {
    max: usize,
    /// The moves directly before the state that are needed.
    last: MoveSet,
    /// The roots before which further moves are possible.
    open: Vec<PreMoveRoot>,
}

impl PreMoveRoots {
    /// Begins with a state, for paths of a length that includes that of the moves. Only moves of `last` come directly before it.
    pub(super) fn begin(&mut self, root: PreMoveRoot, last: MoveSet, metric: Metric, length: usize) {
        let max = MIN_LENGTH[metric as usize].map_or(0, |min| length.saturating_sub(min));
        (self.max, self.last) = (max, last);
        self.open.clear();
        self.open.push(root);
    }

    /// Returns the next root; `None` after the last. The state without moves before it is not among them.
    pub(super) fn next(&mut self) -> Option<PreMoveRoot> {
        loop {
            let root = self.open.pop()?;
            let left = self.max.saturating_sub(root.moves.len());
            let moves = match left {
                0 => MoveSet::NONE,
                1 => LEAVING.into_iter().collect(),
                _ => MoveSet::ALL,
            };
            let precedes = |turn: &Turn| match root.moves.first {
                Some(first) => first.may_follow(Some(*turn)),
                None => self.last.contains(*turn),
            };
            self.open.extend(moves.iter().filter(precedes).map(|turn| root.after(turn)));
            if root.moves.first.is_some_and(|first| LEAVING.contains(&first)) {
                return Some(root);
            }
        }
    }
}
