//! [`MovePath`]: the moves of a path of phase 1 of Kociemba's search in a few bits. Also rules of these paths: which move may follow which,
//! the maximum length, and the minimum length of a path that leaves the domino group and returns. Sets of turns as bits are here, too. The
//! searches for paths are in `phase1` (large tables) and `small`.

use crate::puzzle::{Metric, MoveSet, Turn};
use crate::table::narrow_to_byte;

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

/// The kind of the last move of a root, which has none.
pub(super) const NO_FACE: u8 = 6;
/// The number of kinds: the faces, none, and again the faces for a last move that may be repeated.
pub(super) const KINDS: usize = 13;
/// The first kind of a move that may be repeated.
pub(super) const REPEATABLE: u8 = 7;

/// By kind of the last move, the kind of each move after it.
///
/// In the quarter-turn metric a half turn is written as two clockwise quarter turns: a clockwise quarter turn may be
/// repeated once.
pub(super) type MoveKinds = [[u8; 18]; KINDS];

pub(super) fn move_kinds(metric: Metric) -> MoveKinds {
    std::array::from_fn(|last| {
        Turn::ALL.map(|turn| {
            let face = narrow_to_byte(turn.face().index());
            let repeated = last == usize::from(REPEATABLE + face);
            let repeatable = metric == Metric::Qtm && turn.quarters() == 1 && !repeated;
            if repeatable { REPEATABLE + face } else { face }
        })
    })
}

/// By kind of the last move, the moves that may follow: see [`Turn::may_follow`]; a repeatable move may follow itself.
pub(super) fn followers(metric: Metric) -> [MoveSet; KINDS] {
    std::array::from_fn(|kind| {
        let (face, repeatable) = (kind % usize::from(REPEATABLE), kind >= usize::from(REPEATABLE));
        let last = Turn::ALL.get(3 * face).copied();
        let may_follow = |turn: &Turn| turn.may_follow(last) || (repeatable && last == Some(*turn));
        metric.unit_moves().iter().filter(may_follow).collect()
    })
}

/// The minimum length of a path that leaves the domino group and returns to it, in half turns and in quarter turns.
pub(super) const MIN_LOOP: [usize; 2] = [5, 6];

/// Returns a bit for each turn of a set.
pub(super) fn bits(turns: MoveSet) -> u32 {
    turns.iter().fold(0, |bits, turn| bits | 1 << turn.index())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Cube3;
    use crate::table::{Coordinate, CornerOrientation, FlipSlice};

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

    #[test]
    fn half_turns_are_repeated_clockwise_quarter_turns() {
        let (followers, kinds) = (followers(Metric::Qtm), move_kinds(Metric::Qtm));
        let follow = |turns: &[Turn]| {
            turns.iter().try_fold(NO_FACE, |last, turn| {
                followers[usize::from(last)].contains(*turn).then(|| kinds[usize::from(last)][turn.index()])
            })
        };
        for good in [&[Turn::R, Turn::R][..], &[Turn::U, Turn::D, Turn::D], &[Turn::R3, Turn::U, Turn::U, Turn::R3]] {
            assert!(follow(good).is_some(), "{good:?}");
        }
        let bad = [
            [Turn::R, Turn::R, Turn::R],
            [Turn::U, Turn::R3, Turn::R3],
            [Turn::U, Turn::R, Turn::R3],
            [Turn::U, Turn::R3, Turn::R],
            [Turn::R, Turn::L, Turn::R],
            [Turn::U, Turn::F, Turn::R2],
        ];
        assert!(bad.iter().all(|bad| follow(bad).is_none()));
        // Short paths lead to distinct states, so their number is that of the states at the distance.
        let mut words = vec![NO_FACE];
        for count in [12, 114] {
            let next = |last: &u8| {
                followers[usize::from(*last)]
                    .iter()
                    .map(|turn| kinds[usize::from(*last)][turn.index()])
                    .collect::<Vec<_>>()
            };
            words = words.iter().flat_map(next).collect();
            assert_eq!(words.len(), count);
        }
    }

    /// Returns whether a path can leave the domino group and return to it by a last move outside the group.
    fn comes_back(rules: &(MoveKinds, [MoveSet; KINDS]), state: Cube3, last: u8, left: usize) -> bool {
        let (kinds, followers) = rules;
        let kind = if left == 1 { last % REPEATABLE } else { last };
        followers[usize::from(kind)].iter().any(|turn| {
            let next = state.apply(turn);
            if left > 1 {
                return comes_back(rules, next, kinds[usize::from(last)][turn.index()], left - 1);
            }
            let (flips, twists) = (FlipSlice::encode(next), CornerOrientation::encode(next));
            !MoveSet::DOMINO.contains(turn) && (flips, twists) == (0, 0)
        })
    }

    #[test]
    fn no_loop_outside_the_domino_group_is_shorter_than_the_minimum() {
        for metric in Metric::ALL {
            let rules = (move_kinds(metric), followers(metric));
            let shortest = (1..7).find(|&turns| comes_back(&rules, Cube3::SOLVED, NO_FACE, turns));
            assert_eq!(shortest, Some(MIN_LOOP[metric as usize]));
        }
    }
}
