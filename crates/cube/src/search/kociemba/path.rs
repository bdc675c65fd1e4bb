//! [`MovePath`]: the moves of a path of phase 1 of Kociemba's search in a few bits, and the maximum length of paths. Which move may follow
//! which is in `move_rules`. The searches for paths are in `phase1` (large tables) and `small`.

use crate::puzzle::Turn;

/// The maximum length of phase 1, which fits a [`MovePath`]. It suffices: every state is at most 20 moves or 26 quarter
/// turns from solved, and phase 1 takes fewer.
pub(super) const MAX_LENGTH: usize = 25;

/// A path of moves, five bits each, with the last move in the lowest bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MovePath(u128);

impl MovePath {
    #[inline]
    pub(super) fn then(self, turn: usize) -> Self {
        Self(self.0 << 5 | turn as u128)
    }

    /// Returns the path of this length after another move.
    pub(super) fn after(self, first: Turn, length: usize) -> Self {
        Self(self.0 | (first.index() as u128) << (5 * length))
    }

    /// Returns the number of equal moves at the beginnings of two paths of this length.
    pub(super) fn common(self, other: Self, length: usize) -> usize {
        let different_bits = 128 - (self.0 ^ other.0).leading_zeros() as usize;
        length - different_bits.div_ceil(5)
    }

    /// Returns the move that `distance` moves follow.
    fn turn(self, distance: usize) -> Turn {
        Turn::ALL[(self.0 >> (5 * distance) & 31) as usize]
    }

    /// Returns the moves of a path of this length.
    pub(super) fn turns(self, length: usize) -> impl Iterator<Item = Turn> {
        (0..length).rev().map(move |distance| self.turn(distance))
    }

    /// Returns a bit for each face whose turn would merge with the last moves of a path of this length.
    pub(super) fn last_faces(self, length: usize) -> u8 {
        let face = |distance| self.turn(distance).face();
        let last = (length > 0).then(|| face(0));
        let opposite = (length > 1).then(|| face(1)).filter(|&opposite| last == Some(opposite.opposite()));
        last.into_iter().chain(opposite).fold(0, |faces, face| faces | 1 << face.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_returns_its_moves() {
        let turns = [Turn::R, Turn::U3, Turn::B3, Turn::D2, Turn::U];
        let mut path = MovePath::default();
        let faces = |turns: &[Turn]| turns.iter().fold(0, |faces, turn| faces | 1u8 << turn.face().index());
        assert_eq!(path.last_faces(0), 0);
        for (length, &turn) in (1..).zip(&turns) {
            path = path.then(turn.index());
            assert_eq!(path.turns(length).collect::<Vec<_>>(), turns[..length]);
            // U after D could merge with an earlier turn of U.
            let merging = if length == 5 { &turns[3..5] } else { &turns[length - 1..length] };
            assert_eq!(path.last_faces(length), faces(merging));
        }
        let longest = (0..MAX_LENGTH).fold(MovePath::default(), |path, _| path.then(17));
        assert!(longest.turns(MAX_LENGTH).eq(std::iter::repeat_n(Turn::B3, MAX_LENGTH)));
    }
}
