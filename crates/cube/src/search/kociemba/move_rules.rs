//! Rules of the paths of phase 1 of Kociemba's search: which move may follow which, and the minimum length of a path that leaves the domino
//! group and returns. Sets of turns as [`bits`] are here, too. The paths themselves are in `path`.

use crate::puzzle::{Metric, MoveSet, Turn};
use crate::table::narrow_to_byte;

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
